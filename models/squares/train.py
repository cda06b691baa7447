#!/usr/bin/env python3
"""Trains the network that reads squares (scripts/train-tracks).

  train.py draw FILE.npz --count N --seed N    draws N times two squares
  train.py cut FILE.npz PICTURE...             cuts the squares of labelled ones
  train.py fit FILE.npz... --to squares.onnx [--shares N...] [--minutes N]
               [--on squares.onnx]
  train.py measure FILE.npz... --to squares.onnx
"""
import argparse
import json
import os
import sys
import time

import cv2
import numpy as np

import draw

sys.path.append(os.path.join(os.path.dirname(__file__), ".."))
from written import written_weights  # noqa: E402


def command_draw(args):
    rng = np.random.default_rng(args.seed)
    values = np.empty((2 * args.count, draw.SIZE, draw.SIZE), np.int8)
    labels = np.empty(2 * args.count, np.uint8)
    for i in range(args.count):
        crops, label = draw.samples(rng, 2)
        values[2 * i:2 * i + 2] = np.round(np.stack(crops) * 60)
        labels[2 * i:2 * i + 2] = label
    np.savez_compressed(args.file, values=values, labels=labels)


def squares_of(picture, rng=None):
    """The squares of a labelled picture and their classes; with `rng` as far off
    their places as boards are found."""
    label = json.load(open(picture.rsplit(".", 1)[0] + ".json"))
    image = cv2.imread(picture)
    for puzzle in label.get("puzzles", [label]):
        if puzzle.get("family") != "tracks" or "corners" not in puzzle:
            continue
        if puzzle.get("played"):
            continue
        columns, rows = puzzle["columns"], puzzle["rows"]
        to_px = cv2.getPerspectiveTransform(
            np.float32([[0, 0], [columns, 0], [columns, rows], [0, rows]]),
            np.float32(puzzle["corners"]))
        tiles = {tuple(c["at"]): c["tile"] for c in puzzle["clues"]}
        for half in puzzle.get("half_clues", []):
            tiles[tuple(half["at"])] = half["sides"]
        for y in range(rows):
            for x in range(columns):
                square = np.float32([[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]])
                if rng is not None:
                    square += rng.normal(0, .03, (1, 1, 2)) + rng.normal(0, .02, (1, 4, 2))
                corners = cv2.perspectiveTransform(np.float32(square), to_px)[0]
                tile = tiles.get((x, y), 0)
                if tile and tile not in draw.TILES:
                    continue
                yield draw.normalise(draw.cut(image, corners)), \
                    draw.TILES.index(tile) + 1 if tile else draw.EMPTY


def command_cut(args):
    values, labels, where = [], [], []
    rng = np.random.default_rng(1) if args.off else None
    for i, picture in enumerate(args.pictures):
        for crop, label in squares_of(picture, rng):
            values.append(np.round(crop * 60))
            labels.append(label)
            where.append(i)
    np.savez_compressed(args.file, values=np.array(values, np.int8),
                        labels=np.array(labels, np.uint8), where=np.array(where),
                        pictures=np.array(args.pictures))


def load(files):
    sets = [np.load(f) for f in files]
    return (np.concatenate([s["values"] for s in sets]),
            np.concatenate([s["labels"] for s in sets]))


def turned_labels():
    """What the classes are of a crop that is mirrored across its diagonal, and
    turned over left to right."""
    def moved(swap):
        to = list(range(draw.CLASSES))
        for i, tile in enumerate(draw.TILES):
            new = sum(swap[b] for b in (1, 2, 4, 8) if tile & b)
            to[i + 1] = draw.TILES.index(new) + 1
        return np.array(to)
    return moved({1: 2, 2: 1, 4: 8, 8: 4}), moved({1: 4, 2: 2, 4: 1, 8: 8}), \
        moved({1: 1, 2: 8, 4: 4, 8: 2})


def network(torch, plain=False):
    """`plain` as it is written: what normalises batches is part of the weights."""
    nn = torch.nn

    def layer(a, b, size):
        norm = [] if plain else [nn.BatchNorm2d(b)]
        return [nn.Conv2d(a, b, size, 2, size // 2, bias=plain), *norm, nn.ReLU()]
    return nn.Sequential(*layer(1, 12, 5), *layer(12, 24, 3), *layer(24, 48, 3), nn.Flatten(),
                         nn.Linear(48 * 25, 64), nn.ReLU(), nn.Linear(64, draw.CLASSES))


def export(torch, net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 1, draw.SIZE, draw.SIZE), path,
                      input_names=["crop"], output_names=["class"],
                      dynamic_axes={"crop": {0: "n"}, "class": {0: "n"}}, opset_version=11)


def command_fit(args):
    import torch
    torch.set_num_threads(1)
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    parts = [load([f]) for f in args.files]
    shares = args.shares or [1] * len(parts)
    counts = [max(1, round(128 * s / sum(shares))) for s in shares]
    # most squares of a board are empty: of these fewer are looked at
    chances = [np.where(labels == draw.EMPTY, .35, 1.) for _, labels in parts]
    chances = [np.cumsum(c) / c.sum() for c in chances]
    net = network(torch, bool(args.on))
    rate = 1e-3 if args.on else 2e-3
    if args.on:
        for mine, written in zip(net.parameters(), written_weights(args.on)):
            mine.data = torch.from_numpy(written.copy())
    best = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    loss_of = torch.nn.CrossEntropyLoss()
    diagonal, across, down = turned_labels()
    start, step, batch, total = time.time(), 0, sum(counts), 0.
    while time.time() - start < 60 * args.minutes:
        share = (time.time() - start) / (60 * args.minutes)
        for group in best.param_groups:
            group["lr"] = rate * min(1, step / 100) * .5 * (1 + np.cos(np.pi * share)) + 1e-6
        picks = [np.searchsorted(c, rng.random(n) * c[-1])
                 for c, n in zip(chances, counts)]
        x = np.concatenate([v[i] for (v, _), i in zip(parts, picks)]).astype(np.float32) / 60
        y = np.concatenate([k[i] for (_, k), i in zip(parts, picks)]).astype(int)
        for swap, turn in ((diagonal, lambda a: a.transpose(0, 2, 1)),
                           (across, lambda a: a[:, :, ::-1]), (down, lambda a: a[:, ::-1])):
            half = rng.random(batch) < .5
            x[half], y[half] = turn(x[half]).copy(), swap[y[half]]
        net.train()
        loss = loss_of(net(torch.from_numpy(x)[:, None]), torch.from_numpy(y))
        best.zero_grad()
        loss.backward()
        best.step()
        total += loss.item()
        step += 1
        if step % 500 == 0:
            print(f"step {step}: loss {total / 500:.4f}", flush=True)
            total = 0
            export(torch, net, args.to)
    export(torch, net, args.to)


def scores(path, values):
    net = cv2.dnn.readNetFromONNX(path)
    out = []
    for i in range(0, len(values), 256):
        net.setInput((values[i:i + 256].astype(np.float32) / 60)[:, None])
        z = net.forward()
        z = np.exp(z - z.max(1, keepdims=True))
        out.append(z / z.sum(1, keepdims=True))
    return np.concatenate(out)


def command_measure(args):
    for file in args.files:
        values, labels = load([file])
        p = scores(args.to, values)
        said, chance = p.argmax(1), p.max(1)
        said[said == draw.OTHER] = draw.EMPTY if (labels != draw.OTHER).all() else draw.OTHER
        wrong = said != labels
        print(f"{file}: {len(labels)} squares, wrong {wrong.sum()}, of {(labels > 0).sum()} "
              f"pieces {(wrong & (labels > 0)).sum()}, surely (.99) wrong "
              f"{(wrong & (chance > .99)).sum()}")
        if args.dump:
            tiles = [np.hstack([np.clip((values[i] / 60. + 1) * 100, 0, 255),
                                np.full((draw.SIZE, 24), 0.)]) for i in np.nonzero(wrong)[0][:200]]
            for t, i in zip(tiles, np.nonzero(wrong)[0]):
                cv2.putText(t, f"{labels[i]}", (37, 12), 0, .35, 255, 1)
                cv2.putText(t, f"{said[i]}", (37, 28), 0, .35, 255, 1)
            if tiles:
                while len(tiles) % 14:
                    tiles.append(tiles[0] * 0)
                sheet = np.vstack([np.hstack(tiles[i:i + 14]) for i in range(0, len(tiles), 14)])
                cv2.imwrite(args.dump, cv2.resize(sheet, None, fx=1.5, fy=1.5,
                                                  interpolation=cv2.INTER_NEAREST))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(dest="command", required=True)
    p = sub.add_parser("draw")
    p.add_argument("file")
    p.add_argument("--count", type=int, required=True)
    p.add_argument("--seed", type=int, required=True)
    p = sub.add_parser("cut")
    p.add_argument("file")
    p.add_argument("pictures", nargs="+")
    p.add_argument("--off", action="store_true",
                   help="cut them off their places, as boards are found")
    p = sub.add_parser("fit")
    p.add_argument("files", nargs="+")
    p.add_argument("--to", required=True)
    p.add_argument("--minutes", type=float, default=20)
    p.add_argument("--on", help="go on from these weights")
    p.add_argument("--shares", type=float, nargs="+",
                   help="of the files in what is learned from (alike)")
    p = sub.add_parser("measure")
    p.add_argument("files", nargs="+")
    p.add_argument("--to", required=True)
    p.add_argument("--dump", help="a picture of those read wrongly")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    {"draw": command_draw, "cut": command_cut, "fit": command_fit,
     "measure": command_measure}[args.command](args)


if __name__ == "__main__":
    main()
