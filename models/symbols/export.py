#!/usr/bin/python3
"""Writes a network that train_symbols fitted as ONNX (scripts/train-symbols).

  export.py WEIGHTS.bin NETWORK.onnx
"""
import sys

import numpy as np
import torch
from torch import nn

SIDE, INPUTS, DEPTHS, HIDDEN, CLASSES, PADDED = 32, 8, (16, 32, 64), 64, 13, 16


def network(weights):
    """`weights`: models/learn/net_layers.h; the temperature becomes part of the
    last layer."""
    at = 0

    def take(*shape):
        nonlocal at
        at += int(np.prod(shape))
        return torch.from_numpy(weights[at - int(np.prod(shape)):at].reshape(shape).copy())

    layers, channels, side = [], INPUTS, SIDE
    for depth in DEPTHS:
        layer = nn.Conv2d(channels, depth, 3, padding=1)
        layer.weight.data = take(3, 3, channels, depth).permute(3, 2, 0, 1)
        layer.bias.data = take(depth)
        layers += [layer, nn.ReLU(), nn.MaxPool2d(2)]
        channels, side = depth, side // 2
    flat = nn.Linear(side * side * channels, HIDDEN)
    flat.weight.data = take(side, side, channels, HIDDEN).permute(3, 2, 0, 1).flatten(1)
    flat.bias.data = take(HIDDEN)
    last = nn.Linear(HIDDEN, CLASSES)
    last.weight.data = take(HIDDEN, PADDED).T[:CLASSES] / weights[-1]
    last.bias.data = take(PADDED)[:CLASSES] / weights[-1]
    if at != len(weights) - 1 or not np.isfinite(weights).all():
        sys.exit(f"{sys.argv[1]}: no weights of this network")
    return nn.Sequential(*layers, nn.Flatten(), flat, nn.ReLU(), last)


net = network(np.fromfile(sys.argv[1], np.float32)).eval()
torch.onnx.export(net, torch.zeros(1, INPUTS, SIDE, SIDE), sys.argv[2],
                  input_names=["patch"], output_names=["class"],
                  dynamic_axes={"patch": {0: "n"}, "class": {0: "n"}}, opset_version=11)
