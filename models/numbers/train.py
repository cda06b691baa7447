#!/usr/bin/python3
"""Trains the network that reads a word: numbers of 1 to 5 digits, the letters
A and B, "another word" and "nothing".

  train.py draw FOLDER [--samples N] [--role train|hold|test] [--seed N]
  train.py pages FOLDER --places FILE --role pages|holdpages [--seed N]
  train.py fit FOLDER --to numbers.onnx [--minutes N]
  train.py measure FOLDER --to numbers.onnx

`draw` writes shards of samples (draw.py) until it has N; `fit` may begin while
it still draws. `pages` makes a shard of what the reader asks for on pages
(pages.py). The network is convolutions over a crop 24 high and 32 or 48 wide
that end in a column of CLASSES logits every 4 pixels, trained by connectionist
temporal classification (Graves et al. 2006); where any column shows what is no
digit, A or B the word is another one, whatever the others show. What is kept is the running
average of its weights, and the temperature fitted on typefaces held out is part
of the file. scripts/train-numbers does all four.
"""
import argparse
import copy
import glob
import os
import random
import time

import numpy as np
import torch
from torch import nn

import draw
import pages

HERE = os.path.dirname(os.path.abspath(__file__))
SHARD = 8192
LABEL = 6  # the longest word
BATCH = 256


def save(folder, name, crops, widths, classes):
    labels = np.zeros((len(classes), LABEL), np.uint8)
    for i, told in enumerate(classes):
        labels[i, :len(told)] = told
    path = os.path.join(folder, name)
    np.savez(path + ".part", crops=crops, widths=widths, labels=labels)
    os.rename(path + ".part.npz", path + ".npz")
    print(path, flush=True)


def draw_shards(args):
    designs = draw.typefaces(os.path.join(HERE, "typefaces.txt"), args.role)
    os.makedirs(args.folder, exist_ok=True)
    for k in range(-(-args.samples // SHARD)):
        rng = random.Random(f"{args.role} {args.seed} {k}")
        save(args.folder, f"{args.role}-{args.seed}-{k:04d}", *draw.shard(rng, designs, SHARD))


def pages_shard(args):
    """A shard of what the reader asks for on pages (pages.py)."""
    raw, classes = [], []
    with open(args.places) as lines:
        for crop, told, _, _ in pages.crops(lines):
            raw.append(crop)
            classes.append(told)
    save(args.folder, f"{args.role}-{args.seed}-0000", *draw.normalise_all(raw), classes)


def conv(a, b, size, stride=1, pad=0):
    return nn.Sequential(nn.Conv2d(a, b, size, stride, pad, bias=False), nn.BatchNorm2d(b),
                         nn.ReLU())


class Net(nn.Module):
    """Few layers with large strides: pixels cost more than channels."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            conv(1, 32, (8, 4), (4, 2), (2, 1)), conv(32, 64, 3, 2, 1),
            conv(64, 96, 3, 1, (0, 1)))
        self.along = nn.ModuleList(conv(96, 96, (1, 3), 1, (0, 1)) for _ in range(2))
        self.head = nn.Conv2d(96, draw.CLASSES, 1)
        self.register_buffer("temperature", torch.ones(1))
        self.to(memory_format=torch.channels_last)

    def forward(self, crops):
        """crops: N x 1 x HEIGHT x width, -2..2; N x CLASSES x 1 x width / 4 logits."""
        x = self.body(crops)
        for layer in self.along:
            x = x + layer(x)
        return self.head(x) / self.temperature


class Bank:
    """Samples of all shards whose names begin so, narrow ones and wide ones."""

    def __init__(self, folder, *roles):
        self.pattern = [os.path.join(folder, f"{r}-*[0-9].npz") for r in roles]
        self.known, self.parts = set(), {draw.NARROW: [], draw.WIDTH: []}
        self.look()

    def look(self):
        """Takes over shards that are new."""
        for name in sorted(n for p in self.pattern for n in glob.glob(p)):
            if name in self.known:
                continue
            self.known.add(name)
            z = np.load(name)
            crops, labels, wide = z["crops"], z["labels"], z["widths"] > draw.NARROW
            side = (draw.WIDTH - draw.NARROW) // 2
            self.parts[draw.NARROW].append((crops[~wide][:, :, side:-side], labels[~wide]))
            self.parts[draw.WIDTH].append((crops[wide], labels[wide]))

    def count(self):
        return sum(len(p[1]) for ps in self.parts.values() for p in ps)

    def batch(self, rng, width, size):
        """One of random samples of a width."""
        parts = self.parts[width]
        sizes = np.array([len(p[1]) for p in parts], float)
        x, y = [], []
        for k, n in enumerate(rng.multinomial(size, sizes / sizes.sum())):
            at = rng.integers(0, len(parts[k][1]), n)
            x.append(parts[k][0][at])
            y.append(parts[k][1][at])
        return np.concatenate(x), np.concatenate(y)

    def all(self, size=1024):
        for width, parts in self.parts.items():
            for crops, labels in parts:
                for i in range(0, len(labels), size):
                    yield tensor(crops[i:i + size]), torch.from_numpy(
                        labels[i:i + size].astype(np.int64))


def tensor(crops):
    return torch.from_numpy(crops.astype(np.float32) / 64)[:, None].clamp(-2, 2)


def jitter(x, rng):
    x = x * torch.empty(len(x), 1, 1, 1).uniform_(.7, 1.15)
    x = x + torch.randn_like(x) * torch.empty(len(x), 1, 1, 1).exponential_(30.)
    dx, dy = rng.integers(-1, 2, 2)
    return torch.roll(x, (int(dy), int(dx)), (2, 3)).clamp(-2, 2)


def other_loss(logits):
    """-log of how likely any column shows what is no digit, A or B."""
    rest = logits[:, [k for k in range(draw.CLASSES) if k != draw.OTHER], 0].logsumexp(1)
    none = (rest - logits[:, :, 0].logsumexp(1)).sum(1)
    return -torch.log(-torch.expm1(none.clamp(max=-1e-6)))


def losses(logits, labels):
    """-log of how likely each word is said to be."""
    columns = logits[:, :, 0].permute(2, 0, 1).log_softmax(2)
    loss = nn.functional.ctc_loss(columns, labels, torch.full((len(labels),), len(columns)),
                                  (labels > 0).sum(1), blank=draw.BLANK, reduction="none",
                                  zero_infinity=True)
    return torch.where(labels[:, 0] == draw.OTHER, other_loss(logits), loss)


def likeliest(logits):
    """The likeliest word by the likeliest path, a row of classes padded with 0,
    and its chance."""
    path = logits[:, :draw.OTHER, 0].argmax(1)
    fresh = (path != 0) & (path != nn.functional.pad(path, (1, 0))[:, :-1])
    told = torch.zeros(len(path), max(LABEL, path.shape[1]), dtype=torch.long)
    row, column = fresh.nonzero(as_tuple=True)
    told[row, fresh.cumsum(1)[row, column] - 1] = path[row, column]
    chance = torch.exp(-losses(logits, told[:, :path.shape[1]]))
    other = torch.exp(-other_loss(logits))
    told = told[:, :LABEL].contiguous()
    told[other > chance] = torch.tensor([draw.OTHER] + [0] * (LABEL - 1))
    return told, torch.maximum(chance, other)


EDGES = [0, .5, .8, .9, .95, .99, .999, .9999]  # of chances that are told


def judge(net, bank):
    """Words right and counted by kind, their mean loss, and of words told with
    chances from each edge on: how many, their mean chance, how many right."""
    net.eval()
    kinds, loss, total = {}, 0., 0
    table = np.zeros((len(EDGES), 3))
    with torch.no_grad():
        for x, y in bank.all():
            logits = net(x)
            told, chance = likeliest(logits)
            loss += float(losses(logits, y).sum())
            chance, same = chance.numpy(), (told == y).all(1).numpy()
            first = y[:, 0].numpy()
            kind = np.where(first == 0, "nothing", np.where(first == draw.OTHER, "other", np.where(
                first > 10, "letter", "number")))
            for k in np.unique(kind):
                a, b = kinds.get(k, (0, 0))
                kinds[k] = a + int(same[kind == k].sum()), b + int((kind == k).sum())
            total += len(y)
            at = np.searchsorted(EDGES, chance, "right") - 1
            for k, what in enumerate((np.ones(len(y)), chance, same)):
                table[:, k] += np.bincount(at, what, len(EDGES))
    net.train()
    return kinds, loss / max(1, total), table


def tell(name, judged):
    kinds, loss, _ = judged
    right, total = (sum(v[k] for v in kinds.values()) for k in (0, 1))
    print(f"{name}: {100 * right / max(1, total):.2f} % of {total}, loss {loss:.4f};",
          ", ".join(f"{k} {100 * a / b:.2f}" for k, (a, b) in sorted(kinds.items())), flush=True)


def export(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 1, draw.HEIGHT, draw.WIDTH), path + ".part",
                      input_names=["crops"], output_names=["logits"], opset_version=11,
                      dynamic_axes={"crops": {0: "n", 3: "w"}, "logits": {0: "n", 3: "c"}})
    os.rename(path + ".part", path)
    net.train()


def fit_temperature(net, *banks):
    """The temperature at which the words held out are likeliest, each bank's
    mean counting alike."""
    with torch.no_grad():
        net.eval()
        net.temperature.fill_(1.)
        held = [(net(x), y, bank.count()) for bank in banks for x, y in bank.all()]
        best = min((sum(float(losses(l / t, y).sum()) / n for l, y, n in held), t)
                   for t in np.arange(.7, 2.01, .05))
        net.temperature.fill_(float(best[1]))
        net.train()


def fit(args):
    torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    net, state, start = Net(), args.to + ".pt", time.time()
    if args.resume and os.path.exists(state):
        net.load_state_dict(torch.load(state))
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    rng = np.random.default_rng(int(time.time()) if args.resume else 3)
    drawn, seen = Bank(args.folder, "train"), Bank(args.folder, "pages")
    held, held_pages = Bank(args.folder, "hold"), Bank(args.folder, "holdpages")
    share, step, told = 0., 0, time.time()
    while share < 1:
        share = (time.time() - start) / (60 * args.minutes)
        for g in optimiser.param_groups:
            g["lr"] = args.rate * min(1, (step + 1) / 200) * \
                (.5 + .5 * np.cos(np.pi * min(1, share))) + 1e-5
        bank = seen if seen.count() and rng.random() < args.pages else drawn
        wide = sum(len(p[1]) for p in bank.parts[draw.WIDTH]) / bank.count()
        x, y = bank.batch(rng, draw.WIDTH if rng.random() < wide else draw.NARROW, BATCH)
        optimiser.zero_grad()
        loss = losses(net(jitter(tensor(x), rng)), torch.from_numpy(y.astype(np.int64))).mean()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.)
        optimiser.step()
        step += 1
        with torch.no_grad():  # what is kept is the running average
            k = min(.999, step / (step + 10.))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.mul_(k).add_(b, alpha=1 - k) if a.is_floating_point() else a.copy_(b)
        if step % 500 == 0:
            for bank in (drawn, seen, held, held_pages):
                bank.look()
        if time.time() - told > 240:
            told = time.time()
            print(f"{step} steps, {100 * share:.0f} %, loss {float(loss.detach()):.4f}, "
                  f"{drawn.count()} drawn, {seen.count()} of pages", flush=True)
            tell("held out", judge(average, held))
            tell("pages", judge(average, held_pages))
            torch.save(average.state_dict(), state)
            export(average, args.to)
    fit_temperature(average, held, held_pages)
    torch.save(average.state_dict(), state)
    export(average, args.to)
    print("temperature", float(average.temperature))
    tell("held out", judge(average, held))


def measure(args):
    net = Net()
    net.load_state_dict(torch.load(args.to + ".pt"))
    for role in ("hold", "test", "holdpages"):
        bank = Bank(args.folder, role)
        if not bank.count():
            continue
        judged = judge(net, bank)
        tell(role, judged)
        print("| chance told | words | mean | right |\n|---|---|---|---|")
        for k, (count, chance, right) in enumerate(judged[2]):
            if count:
                print(f"| {EDGES[k]} to {[*EDGES, 1][k + 1]} | {count:.0f} | "
                      f"{chance / count:.4f} | {right / count:.4f} |")


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=["draw", "pages", "fit", "measure"])
    p.add_argument("folder")
    p.add_argument("--samples", type=int, default=400000)
    p.add_argument("--role", default="train")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--to", default="numbers.onnx")
    p.add_argument("--places", help="what bench_words printed")
    p.add_argument("--pages", type=float, default=.15, help="share of pages' crops")
    p.add_argument("--minutes", type=float, default=120)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--resume", action="store_true")
    args = p.parse_args()
    {"draw": draw_shards, "pages": pages_shard, "fit": fit, "measure": measure}[args.what](args)


main()
