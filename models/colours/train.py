#!/usr/bin/python3
"""Trains the network that tells whether two symbols of a panel share a colour
(scripts/train-colours) on what draw_pairs wrote, and measures it.

  train.py WEIGHTS --pairs FILE... --held FILE [--rounds N] [--seed N]
  train.py WEIGHTS --held FILE                   only its figures
"""
import argparse

import numpy as np
import torch
from torch import nn

INPUTS, HIDDEN, SECOND = 17, 16, 8
PAIR = np.dtype([("panel", "u4"), ("symbols", "u2"), ("one", "u2"), ("other", "u2"),
                 ("same", "u2"), ("seen", "f4", INPUTS), ("thinned", "f4", INPUTS)])
APART, THIN, STROKE_LEAST = 0, 13, .3  # colour_pair_measure
ODDS_MOST = 12  # colour_groups_find
STEPS_A_ROUND, BATCH = 1000, 256
# Every panel counts as much; of its pairs those whose colours are near each other
# are what is hard, and the others count at least so much beside.
NEAR, FAR_LEAST = 4, .5
# No light makes a colour of wide strokes so much another: one of both was read
# where something lay over it (100 of 37,113 pairs that share one).
MISREAD, PX_THIN = .6, 3
# So many pairs have one made thin; inputs are shaken so much, in units of how they
# scatter; weights decay by so much of a step's rate, so that the few panels are
# not learnt by heart.
THINNED, SHAKEN, DECAY = .15, .03, .067
RATE, RATE_LAST = 3e-3, 1e-5


def network():
    return nn.Sequential(nn.Linear(INPUTS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, SECOND),
                         nn.ReLU(), nn.Linear(SECOND, 1))


def write(path, norms, net):
    """As colour_pair_judge reads them: [from][to] before biases."""
    parts = [*norms, *(p.detach().numpy().T for p in net.parameters())]
    np.concatenate([p.ravel() for p in parts]).astype(np.float32).tofile(path)


def load(path):
    weights = np.fromfile(path, np.float32)
    net, at = network(), 2 * INPUTS
    for p in net.parameters():
        size = p.numel()
        p.data = torch.from_numpy(weights[at:at + size].reshape(p.t().shape).T.copy())
        at += size
    return (weights[:INPUTS], weights[INPUTS:2 * INPUTS]), net


def fit(pairs, rounds, seed):
    torch.manual_seed(seed)
    rng, net = np.random.default_rng(seed), network()
    norms = pairs["seen"].mean(0), np.maximum(1e-6, pairs["seen"].std(0))
    apart, px_thin = pairs["seen"][:, APART], np.exp(pairs["seen"][:, THIN]) - STROKE_LEAST
    share = (np.exp(-NEAR * apart) + FAR_LEAST) / (pairs["symbols"] - 1)
    share[(pairs["same"] == 1) & (apart > MISREAD) & (px_thin > PX_THIN)] = 0
    share = np.cumsum(share.astype(float))
    steps = rounds * STEPS_A_ROUND
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    rates = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps, RATE_LAST)
    for _ in range(steps):
        lesson = pairs[np.searchsorted(share, rng.random(BATCH) * share[-1])]
        x = np.where(rng.random((BATCH, 1)) < THINNED, lesson["thinned"], lesson["seen"])
        x = (x - norms[0]) / norms[1] + SHAKEN * rng.standard_normal(x.shape)
        loss = nn.functional.binary_cross_entropy_with_logits(
            net(torch.from_numpy(x.astype(np.float32)))[:, 0],
            torch.from_numpy(lesson["same"].astype(np.float32)))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        rates.step()
    return norms, net


def groups(odds):
    """As colour_groups_find has them: the groups, and all links: a symbol of
    either, the odds' logarithm."""
    sets, links = [[i] for i in range(len(odds))], []

    def mean(a, b):
        return odds[np.ix_(a, b)].mean()
    while len(sets) > 1:
        best, i, k = max((mean(sets[i], sets[k]), i, k)
                         for i in range(len(sets)) for k in range(i))
        if best <= 0:
            break
        links.append((sets[i][0], sets[k][0], best))
        sets[k] += sets.pop(i)
    links += [(a[0], b[0], mean(a, b)) for i, a in enumerate(sets) for b in sets[:i]]
    return sets, links


def print_figures(held, norms, net):
    with torch.no_grad():
        x = torch.from_numpy(((held["seen"] - norms[0]) / norms[1]).astype(np.float32))
        odds = net(x)[:, 0].numpy().astype(float).clip(-ODDS_MOST, ODDS_MOST)
    panels, grouped, links = 0, 0, []
    starts = np.flatnonzero((held["one"] == 1) & (held["other"] == 0))
    for start in starts:
        n = int(held["symbols"][start])
        mine = slice(start, start + n * (n - 1) // 2)
        at = held["one"][mine].astype(int), held["other"][mine].astype(int)
        table, truth = np.zeros((n, n)), np.eye(n, dtype=bool)
        table[at] = table[at[::-1]] = odds[mine]
        truth[at] = truth[at[::-1]] = held["same"][mine] == 1
        sets, made = groups(table)
        found = np.zeros((n, n), bool)
        for members in sets:
            found[np.ix_(members, members)] = True
        panels, grouped = panels + 1, grouped + (found == truth).all()
        links += [(abs(o), truth[a, b] == (o > 0)) for a, b, o in made]
    wrong = ((odds > 0) != (held["same"] == 1)).sum()
    print(f"of {panels} panels {grouped} are grouped rightly; of {len(held)} pairs {wrong} "
          "are wrong\n\n| odds' logarithm | links | right |\n|---|---|---|")
    links = np.array(links, float)
    row = np.minimum(8, links[:, 0].astype(int))
    for i in range(9):
        if (row == i).any():
            print("| {:.2f} | {} | {:.4f} |".format(links[row == i, 0].mean(),
                                                    (row == i).sum(), links[row == i, 1].mean()))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights")
    parser.add_argument("--pairs", nargs="+", help="learn from these (draw_pairs)")
    parser.add_argument("--held", required=True, help="measure by these")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    if args.pairs:
        pairs = np.concatenate([np.fromfile(f, PAIR) for f in args.pairs])
        write(args.weights, *fit(pairs, args.rounds, args.seed))
    print_figures(np.fromfile(args.held, PAIR), *load(args.weights))


main()
