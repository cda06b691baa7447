#!/usr/bin/python3
"""Trains the network that reads a word: numbers of 1 to 5 digits, the letters
A and B, "another word" and "nothing".

  train.py draw FOLDER [--samples N] [--role train|hold|test] [--seed N]
  train.py fit FOLDER --to numbers.onnx [--minutes N]
  train.py measure FOLDER --of numbers.onnx

`draw` writes shards of samples (draw.py) until it has N; `fit` may begin while
it still draws. The network is convolutions over a 24 x 48 crop that end in 12
columns of CLASSES logits, trained by connectionist temporal classification
(Graves et al. 2006); the temperature fitted on typefaces held out is part of
the file. scripts/train-numbers does all three.
"""
import argparse
import glob
import os
import random
import time

import numpy as np
import torch
from torch import nn

import draw

HERE = os.path.dirname(os.path.abspath(__file__))
SHARD = 8192
LABEL = 6  # the longest word


def draw_shards(args):
    rng = random.Random(args.seed)
    np.random.seed(args.seed)
    fonts = draw.typefaces(os.path.join(HERE, "../digits/typefaces.txt"), args.role)
    os.makedirs(args.folder, exist_ok=True)
    for k in range(-(-args.samples // SHARD)):
        crops = np.zeros((SHARD, draw.HEIGHT, draw.WIDTH), np.int8)
        labels = np.zeros((SHARD, LABEL), np.uint8)
        for i in range(SHARD):
            crops[i], classes = draw.sample(rng, fonts)
            labels[i, :len(classes)] = classes
        name = os.path.join(args.folder, f"{args.role}-{args.seed}-{k:04d}.npz")
        np.savez(name + ".part.npz", crops=crops, labels=labels)
        os.rename(name + ".part.npz", name)
        print(name, flush=True)


def block(a, b, pool):
    return [nn.Conv2d(a, b, 3, padding=1, bias=False), nn.BatchNorm2d(b), nn.ReLU(),
            nn.MaxPool2d(pool)]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            *block(1, 12, 2), *block(12, 32, 2), *block(32, 64, (2, 1)),
            nn.Conv2d(64, 96, (3, 3), padding=(0, 1), bias=False), nn.BatchNorm2d(96),
            nn.ReLU(), nn.Conv2d(96, draw.CLASSES, 1))
        self.register_buffer("temperature", torch.ones(1))

    def forward(self, crops):
        """crops: N x 1 x 24 x 48 of -2..2; N x CLASSES x 1 x 12 logits."""
        return self.body(crops) / self.temperature


def shards(folder, role):
    return sorted(glob.glob(os.path.join(folder, role + "-*.npz")))


def batches(files, size, rng, jitter):
    order = list(files)
    rng.shuffle(order)
    for f in order:
        z = np.load(f)
        crops, labels = z["crops"], z["labels"]
        at = rng.permutation(len(crops))
        for i in range(0, len(at), size):
            x = torch.from_numpy(crops[at[i:i + size]].astype(np.float32) / 64)
            if jitter:
                x = x * torch.empty(len(x), 1, 1).uniform_(.7, 1.15)
                x = x + torch.randn_like(x) * torch.empty(len(x), 1, 1).exponential_(30.)
                dx, dy = rng.integers(-1, 2, 2)
                x = torch.roll(x, (int(dy), int(dx)), (1, 2))
            yield x[:, None].clamp(-2, 2), torch.from_numpy(labels[at[i:i + size]].astype(np.int64))


def loss_of(logits, labels):
    logits = logits[:, :, 0].permute(2, 0, 1).log_softmax(2)
    lengths = (labels > 0).sum(1)
    return nn.functional.ctc_loss(logits, labels, torch.full((len(labels),), len(logits)),
                                  lengths, blank=draw.BLANK, zero_infinity=True)


def greedy(logits):
    """The likeliest path's word, a row of classes padded with 0."""
    path = logits[:, :, 0].argmax(1).numpy()
    out = np.zeros((len(path), path.shape[1]), np.int64)
    for n, row in enumerate(path):
        k, last = 0, 0
        for c in row:
            if c and c != last:
                out[n, k] = c
                k += 1
            last = c
    return out


def accuracy(net, files, most=40960):
    net.eval()
    right = total = 0
    loss = 0.
    by_kind = {}
    with torch.no_grad():
        for x, y in batches(files, 512, np.random.default_rng(1), False):
            logits = net(x)
            loss += float(loss_of(logits, y)) * len(y)
            told = greedy(logits)
            same = (told[:, :LABEL] == y.numpy()).all(1) & (told[:, LABEL:] == 0).all(1)
            first = y[:, 0].numpy()
            kind = np.where(first == 0, "nothing", np.where(first == draw.OTHER, "other", np.where(
                first > 10, "letter", "number")))
            for k in np.unique(kind):
                a, b = by_kind.get(k, (0, 0))
                by_kind[k] = a + int(same[kind == k].sum()), b + int((kind == k).sum())
            right, total = right + int(same.sum()), total + len(y)
            if total >= most:
                break
    net.train()
    return right / total, loss / total, {k: a / b for k, (a, b) in by_kind.items()}


def export(net, path):
    net.eval()
    torch.onnx.export(net, torch.zeros(1, 1, draw.HEIGHT, draw.WIDTH), path + ".part",
                      input_names=["crops"], output_names=["logits"], opset_version=11,
                      dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}})
    os.rename(path + ".part", path)
    net.train()


def fit_temperature(net, files):
    with torch.no_grad():
        net.eval()
        net.temperature.fill_(1.)
        held = [(net(x), y) for x, y in batches(files, 1024, np.random.default_rng(2), False)]
        best = min((sum(float(loss_of(l / t, y)) * len(y) for l, y in held), t)
                   for t in np.arange(.7, 2.01, .05))
        net.temperature.fill_(float(best[1]))
        net.train()


def fit(args):
    torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    net = Net()
    steps_seen, average, start = 0, None, time.time()
    state = args.to + ".pt"
    if args.resume and os.path.exists(state):
        net.load_state_dict(torch.load(state))
    optimiser = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=1e-3)
    rng = np.random.default_rng(int(time.time()) if args.resume else 3)
    while True:
        for x, y in batches(shards(args.folder, "train"), 256, rng, True):
            share = (time.time() - start) / (60 * args.minutes)
            if share >= 1:
                break
            for g in optimiser.param_groups:
                g["lr"] = args.rate * min(1, steps_seen / 200) * (.5 + .5 * np.cos(np.pi * share)) + 1e-5
            optimiser.zero_grad()
            loss = loss_of(net(x), y)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.)
            optimiser.step()
            steps_seen += 1
            if steps_seen % 200 == 0:
                print(f"{steps_seen} steps, {100 * share:.0f} %, loss {float(loss):.4f}", flush=True)
            if steps_seen % 1500 == 0:
                torch.save(net.state_dict(), state)
                print("held out", accuracy(net, shards(args.folder, "hold")), flush=True)
                export(net, args.to)
        else:
            continue
        break
    fit_temperature(net, shards(args.folder, "hold"))
    torch.save(net.state_dict(), state)
    export(net, args.to)
    print("temperature", float(net.temperature), "held out",
          accuracy(net, shards(args.folder, "hold")))


def measure(args):
    net = Net()
    net.load_state_dict(torch.load(args.to + ".pt"))
    print("typefaces never seen:", accuracy(net, shards(args.folder, "test"), 1 << 30))


def main():
    p = argparse.ArgumentParser(description=__doc__,
                                formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=["draw", "fit", "measure"])
    p.add_argument("folder")
    p.add_argument("--samples", type=int, default=400000)
    p.add_argument("--role", default="train")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--to", default="numbers.onnx")
    p.add_argument("--minutes", type=float, default=120)
    p.add_argument("--rate", type=float, default=2e-3)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--resume", action="store_true")
    args = p.parse_args()
    {"draw": draw_shards, "fit": fit, "measure": measure}[args.what](args)


main()
