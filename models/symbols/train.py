#!/usr/bin/python3
"""Trains the networks for symbols in panels' cells (scripts/train-symbols) on
what draw_cells wrote, and measures them.

  train.py fit CELLS... --to NETWORK.onnx --held HELD... [--near] [--shares N...]
               [--on NETWORK.onnx] [--minutes N] [--seed N]
  train.py measure --held HELD [--plain DESIGNS --hard DESIGNS]
               [--confusion FILE]     both networks together
"""
import argparse
import os
import sys
import time

import cv2
import numpy as np
import torch
from torch import nn

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
from written import written_weights  # noqa: E402

NAMES = ["empty", "square", "star", "1 triangle", "2", "3", "4", "eliminator", "blocks",
         "turned", "hollow", "hollow turned", "other"]
SIDE, INPUTS, ONE = 32, 8, 80
PATCH = INPUTS * SIDE * SIDE
BATCH, RATE, RATE_LAST = 128, 2e-3, 2e-5
SIZES = [16, 20, 28, 40, 60, 110]
SIZE_INPUT, PX_LARGE = 6, 40
EDGES = [0, .5, .8, .95, .99, .999]
LEAST = 1e-4  # SYMBOL_CHANCE_LEAST


def read(path):
    count = os.path.getsize(path) // (1 + 2 * PATCH)
    return np.memmap(path, np.int8, "r", shape=(count, 1 + 2 * PATCH))


def patches(cells, near):
    at = 1 + near * PATCH
    return (cells[:, at:at + PATCH].astype(np.float32) / ONE).reshape(-1, INPUTS, SIDE, SIDE)


def network():
    layers, channels, side = [], INPUTS, SIDE
    for depth in (16, 32, 64):
        layers += [nn.Conv2d(channels, depth, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
        channels, side = depth, side // 2
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(channels * side * side, 64),
                         nn.ReLU(), nn.Linear(64, len(NAMES)))


def lessons(rng, banks, counts, near):
    """Cells of every bank, mirrored and shaken."""
    cells = np.concatenate([b[np.sort(rng.integers(0, len(b), n))]
                            for b, n in zip(banks, counts)])
    x = patches(cells, near)
    half = rng.random(len(x)) < .5
    x[half] = x[half, :, :, ::-1]
    x = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)), "edge")
    left, top = rng.integers(0, 3, 2)
    x = np.ascontiguousarray(x[:, :, top:top + SIDE, left:left + SIDE])
    return torch.from_numpy(x), torch.from_numpy(cells[:, 0].astype(np.int64))


def export(net, weights, path):
    net.load_state_dict(weights)
    torch.onnx.export(net, torch.zeros(1, INPUTS, SIDE, SIDE), path + ".part",
                      input_names=["patch"], output_names=["class"],
                      dynamic_axes={"patch": {0: "n"}, "class": {0: "n"}}, opset_version=11)
    os.rename(path + ".part", path)


def with_temperature(net, weights, banks, near):
    """The last layer divided by what makes the cells held out likeliest, each
    bank's mean counting alike (Guo et al. 2017, "On calibration of modern neural
    networks")."""
    net.load_state_dict(weights)
    said, losses, temperatures = [], 0, np.arange(.5, 3, .03)
    for held in banks:
        with torch.no_grad():
            out = torch.cat([net(torch.from_numpy(patches(held[i:i + 512], near)))
                             for i in range(0, len(held), 512)])
        labels = torch.from_numpy(held[:, 0].astype(np.int64))
        losses += np.array([float(nn.functional.cross_entropy(out / t, labels))
                            for t in temperatures])
        said.append(f"{100 * float((out.argmax(1) == labels).float().mean()):.2f} %")
    t = temperatures[losses.argmin()]
    print(f"held out: {', '.join(said)} right, log loss {losses.min() / len(banks):.4f}, "
          f"temperature {t:.2f}", flush=True)
    last = list(weights)[-2:]
    return {k: v / t if k in last else v for k, v in weights.items()}


def fit(args):
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    net = network()
    banks, held = [[read(f) for f in files] for files in (args.files, args.held)]
    if args.on:
        for mine, written in zip(net.parameters(), written_weights(args.on)):
            mine.data = torch.from_numpy(written.copy())
    shares = np.array(args.shares or [1] * len(banks))
    counts = np.round(BATCH * shares / shares.sum()).astype(int)
    average = {k: v.clone() for k, v in net.state_dict().items()}
    rate = RATE / 2 if args.on else RATE
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    loss_of = nn.CrossEntropyLoss(label_smoothing=.005)
    start, told, step, share, total = time.time(), time.time(), 0, 0., 0.
    other = network()
    while share < 1:
        share = (time.time() - start) / (60 * args.minutes)
        for group in optimiser.param_groups:
            group["lr"] = RATE_LAST + (rate - RATE_LAST) * min(1, step / 200) * \
                (.5 + .5 * np.cos(np.pi * min(1, share)))
        x, y = lessons(rng, banks, counts, args.near)
        optimiser.zero_grad()
        loss = loss_of(net(x), y)
        loss.backward()
        optimiser.step()
        step, total = step + 1, total + float(loss)
        kept = min(.999, step / (step + 10))
        for mine, new in zip(average.values(), net.state_dict().values()):
            mine.mul_(kept).add_(new, alpha=1 - kept)
        if share >= 1 or time.time() - told > 180:
            print(f"{step} steps of {sum(counts)}, {100 * min(1, share):.0f} %, loss so far "
                  f"{total / step:.4f}; ", end="")
            export(other, with_temperature(other, average, held, args.near), args.to)
            told = time.time()


def judge(cells):
    """What the networks say together, as symbol_nets_judge does."""
    both, folder = 1, os.path.dirname(os.path.abspath(__file__))
    for near, name in enumerate(("cells.onnx", "cells-near.onnx")):
        net, said = cv2.dnn.readNetFromONNX(os.path.join(folder, name)), []
        for i in range(0, len(cells), 256):
            net.setInput(patches(cells[i:i + 256], near))
            said.append(np.exp(net.forward().astype(float)))
        said = np.concatenate(said)
        both = both * np.maximum(LEAST, said / said.sum(1, keepdims=True))
    both = np.sqrt(both)
    return both / both.sum(1, keepdims=True)


def print_sizes(plain, hard):
    print("\n| px a cell | right | as drawn in training |\n|---|---|---|")
    columns = []
    for cells in (read(plain), read(hard)):
        right = judge(cells).argmax(1) == cells[:, 0]
        px = cells[:, 1 + SIZE_INPUT * SIDE * SIDE] / ONE * PX_LARGE
        row = np.clip(np.searchsorted(SIZES, px, "right") - 1, 0, len(SIZES) - 2)
        columns.append([100 * right[row == i].mean() for i in range(len(SIZES) - 1)])
    for i, (a, b) in enumerate(zip(*columns)):
        print(f"| {SIZES[i]} to {SIZES[i + 1]} | {a:.2f} % | {b:.2f} % |")


def measure(args):
    cells = read(args.held)
    said, labels = judge(cells), cells[:, 0]
    best, claimed = said.argmax(1), said.max(1)
    right = best == labels
    loss = -np.log(said[np.arange(len(labels)), labels]).mean()
    print(f"of {len(labels)} cells {(~right).sum()} wrong, log loss {loss:.4f}; of "
          f"{100 * (claimed > .95).mean():.1f} % they are surer than .95, "
          f"{(~right & (claimed > .95)).sum()} of these wrongly")
    if args.plain:
        print_sizes(args.plain, args.hard)
    print("\n| claimed | patches | mean claim | right |\n|---|---|---|---|")
    for low, high in zip(EDGES, [*EDGES[1:], 1]):
        mine = (claimed >= low) & (claimed < high)
        if mine.any():
            print(f"| {low} to {high} | {mine.sum()} | {claimed[mine].mean():.4f} | "
                  f"{right[mine].mean():.4f} |")
    table = np.zeros((len(NAMES), len(NAMES)), int)
    np.add.at(table, (labels, best), 1)
    print("\n| drawn \\ read | " + " | ".join(NAMES) + " |\n|" + "---|" * (len(NAMES) + 1))
    for name, row in zip(NAMES, table):
        print(f"| {name} | " + " | ".join(map(str, row)) + " |")
    if args.confusion:
        with open(args.confusion, "w") as file:
            file.write("drawn,read,count\n")
            for i, k in zip(*np.nonzero(table)):
                file.write(f"{NAMES[i]},{NAMES[k]},{table[i, k]}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(dest="command", required=True)
    p = sub.add_parser("fit")
    p.add_argument("files", nargs="+")
    p.add_argument("--to", required=True)
    p.add_argument("--held", required=True, nargs="+",
                   help="fits the temperature to these")
    p.add_argument("--near", action="store_true", help="symbols as seen from near")
    p.add_argument("--shares", type=float, nargs="+", help="of the files (alike)")
    p.add_argument("--on", help="go on from these weights")
    p.add_argument("--minutes", type=float, default=30)
    p.add_argument("--seed", type=int, default=1)
    p = sub.add_parser("measure")
    p.add_argument("--held", required=True)
    p.add_argument("--plain")
    p.add_argument("--hard")
    p.add_argument("--confusion")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    {"fit": fit, "measure": measure}[args.command](args)


main()
