"""Crops of pages (scripts/web --words) as the reader asks for them, labelled.

build/bench/bench_words tells which places the reader asks for; the pages' labels
tell what is written there. What they leave open (a word that is only partly at
the place, letters) is left out.
"""
import json
import os
import re

import cv2
import numpy as np

import draw


def box_of(quad):
    q = np.array(quad)
    return [*q.min(0), *q.max(0)]


def common(a, b):
    """The area of two boxes' intersection."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(0, w) * max(0, h)


def area(b):
    return max(1e-6, (b[2] - b[0]) * (b[3] - b[1]))


def classes_of(place, label):
    """The classes of what is written at a place; None where that is unclear."""
    at = box_of(place["quad"])
    inside, touched = [], False
    for word in label["words"]:
        share = common(at, word["box"]) / area(word["box"])
        if share > .8:
            inside.append(word)
        elif share > .02:
            touched = True
    if touched or len(inside) > 1:
        return None
    if inside:
        word = inside[0]
        w, h = word["box"][2] - word["box"][0], word["box"][3] - word["box"][1]
        across, high = w / (at[2] - at[0]), h / (at[3] - at[1])
        if not re.fullmatch("[0-9]{1,6}", word["text"]):
            return [draw.OTHER] if len(word["text"]) > 2 else None
        if not place["slot"] and min(across, high) < .8:
            # it is part of a text, or stands with something that may be its rim
            return [draw.OTHER] if across < .6 and high > .6 else None
        if place["slot"] and high < .28:
            return None  # too small to be read in so large a place
        return [1 + int(c) for c in word["text"]]
    cell = any(common(at, b["box"]) > .98 * area(at) for b in label["boxes"])
    family = label["puzzles"][0]["family"] if label["puzzles"] else ""
    if not place["slot"]:
        if place["letter"] > .3 or family == "tracks" and cell:
            return None
        return [draw.OTHER]
    if cell and family in ("sudoku", "cross-sum", "pyramid", "suko"):
        return []
    return None


def crops(lines):
    """Of lines that bench_words printed: (raw crop, classes, place, picture)."""
    for line in lines:
        page = json.loads(line)
        with open(os.path.splitext(page["picture"])[0] + ".json") as f:
            label = json.load(f)
        picture, halves = cv2.imread(page["picture"]), {}
        for place in page["places"]:
            classes = classes_of(place, label)
            if classes is not None:
                yield (draw.cut(picture, np.array(place["quad"]), halves), classes, place,
                       page["picture"])
