"""Digits without a typeface: of segments, of a pen's strokes, square or round,
steady or by hand. Each word has a style of its own."""
import cv2
import numpy as np

# A pen's way in a box of 1 by 1, a polyline or several; two forms of each at least.
FORMS = {
    "0": [[[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]],
          [[(.5, 0), (.1, .2), (0, .6), (.3, 1), (.8, .9), (1, .4), (.6, .02), (.5, 0)]],
          [[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], [(.1, .9), (.9, .1)]]],
    "1": [[[(.5, 0), (.5, 1)]], [[(.1, .3), (.55, 0), (.55, 1)]],
          [[(.1, .25), (.5, 0), (.5, 1)], [(.1, 1), (.9, 1)]], [[(.3, 0), (.6, 0), (.6, 1)]]],
    "2": [[[(0, 0), (1, 0), (1, .5), (0, .5), (0, 1), (1, 1)]],
          [[(0, .2), (.2, 0), (.8, 0), (1, .3), (.5, .7), (0, 1), (1, 1)]]],
    "3": [[[(0, 0), (1, 0), (1, 1), (0, 1)], [(.2, .5), (1, .5)]],
          [[(0, .05), (.9, .05), (.4, .42), (1, .55), (.95, .9), (.4, 1), (0, .9)]],
          [[(0, .1), (.5, 0), (1, .2), (.8, .45), (.3, .48), (.9, .55), (1, .8), (.5, 1), (0, .9)]]],
    "4": [[[(0, 0), (0, .55), (1, .55)], [(1, 0), (1, 1)]],
          [[(.7, 0), (0, .68), (1, .68)], [(.7, 0), (.7, 1)]],
          [[(.2, 0), (.05, .55), (1, .5)], [(.75, .2), (.7, 1)]]],
    "5": [[[(1, 0), (0, 0), (0, .48), (1, .48), (1, 1), (0, 1)]],
          [[(.95, 0), (.12, 0), (.05, .45), (.7, .4), (1, .65), (.75, 1), (0, .93)]]],
    "6": [[[(1, 0), (0, 0), (0, 1), (1, 1), (1, .48), (0, .48)]],
          [[(.8, 0), (.2, .35), (0, .75), (.35, 1), (.9, .95), (1, .65), (.5, .48), (.05, .7)]]],
    "7": [[[(0, 0), (1, 0), (1, 1)]], [[(0, 0), (1, 0), (.35, 1)]],
          [[(0, .25), (0, 0), (1, 0), (1, 1)]], [[(0, 0), (1, 0), (.3, 1)], [(.25, .5), (.85, .5)]]],
    "8": [[[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], [(0, .48), (1, .48)]],
          [[(.9, .15), (.5, 0), (.1, .15), (.2, .4), (.9, .65), (.9, .9), (.5, 1), (.1, .9),
            (.1, .65), (.85, .35), (.9, .15)]]],
    "9": [[[(1, .5), (0, .5), (0, 0), (1, 0), (1, 1), (0, 1)]], [[(1, .5), (0, .5), (0, 0), (1, 0), (1, 1)]],
          [[(1, .25), (.5, 0), (0, .2), (.2, .48), (.7, .45), (1, .2), (.95, .6), (.6, 1)]]],
    "A": [[[(0, 1), (.5, 0), (1, 1)], [(.2, .65), (.8, .65)]],
          [[(0, 1), (0, 0), (1, 0), (1, 1)], [(0, .5), (1, .5)]]],
    "B": [[[(0, 0), (0, 1), (.8, 1), (1, .75), (.8, .5), (0, .5)], [(0, 0), (.8, 0), (.95, .25), (.8, .5)]],
          [[(0, 0), (.9, 0), (.9, .45), (0, .45), (0, 1), (1, 1), (1, .45), (.9, .45)], [(0, 0), (0, 1)]]],
}

# Which of seven segments are lit: top, upper right, lower right, bottom, lower
# left, upper left, middle.
SEGMENTS = {"0": ["abcdef"], "1": ["bc"], "2": ["abdeg"], "3": ["abcdg"], "4": ["bcfg"],
            "5": ["acdfg"], "6": ["acdefg", "cdefg"], "7": ["abc", "abcf"], "8": ["abcdefg"],
            "9": ["abcdfg", "abcfg"], "A": ["abcefg"], "B": ["cdefg"]}
ENDS = {"a": (0, 0, 1, 0), "b": (1, 0, 1, 1), "c": (1, 1, 1, 2), "d": (0, 2, 1, 2),
        "e": (0, 1, 0, 2), "f": (0, 0, 0, 1), "g": (0, 1, 1, 1)}


def round_off(way, times):
    """A polyline with its corners cut (Chaikin 1974); its ends stay."""
    for _ in range(times):
        a, b = way[:-1], way[1:]
        cut = np.stack([.75 * a + .25 * b, .25 * a + .75 * b], 1).reshape(-1, 2)
        way = np.concatenate([way[:1], cut[1:-1], way[-1:]])
    return way


def by_segments(rng, text, height):
    thick = height * rng.uniform(.08, .18)
    wide, gap = height * rng.uniform(.4, .62), thick * rng.uniform(0, .3)
    apart = wide + height * rng.uniform(.2, .4)
    pointed = rng.random() < .5
    ghost = rng.uniform(.04, .25) if rng.random() < .3 else 0
    form = rng.randrange(2)
    pad = thick + 2
    mask = np.zeros((int(height + 2 * pad), int(apart * len(text) + 2 * pad)), np.float32)
    for k, c in enumerate(text):
        lit = SEGMENTS[c][form % len(SEGMENTS[c])]
        for name, (x0, y0, x1, y1) in ENDS.items():
            share = 1. if name in lit else ghost
            if not share:
                continue
            a = np.array([pad + k * apart + x0 * wide, pad + y0 * height / 2])
            b = np.array([pad + k * apart + x1 * wide, pad + y1 * height / 2])
            along = (b - a) / np.linalg.norm(b - a)
            side = np.array([-along[1], along[0]]) * thick / 2
            inset = min(gap + (0 if pointed else thick / 2), .1 * height)
            a, b = a + along * inset, b - along * inset
            tip = along * thick / 2 if pointed else along * 0
            shape = np.array([a, a + tip + side, b - tip + side, b, b - tip - side, a + tip - side])
            part = np.zeros(mask.shape, np.uint8)
            cv2.fillPoly(part, [np.rint(shape * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            mask = np.maximum(mask, part.astype(np.float32) / 255 * share)
    return mask


def by_pen(rng, text, height):
    hand = rng.random() < .5
    wobble = rng.uniform(.01, .06) if hand else 0
    rounds = rng.randrange(4)
    thick = max(1, round(height * rng.uniform(.06, .13 if hand else .2)))
    wide = height * rng.uniform(.4, .95)
    apart = wide + height * rng.uniform(.2, .45)
    choice = rng.randrange(12)
    pad = thick + .2 * height + 2
    mask = np.zeros((int(height + 2 * pad), int(apart * len(text) + 2 * pad)), np.uint8)
    for k, c in enumerate(text):
        forms = FORMS[c]
        lift = rng.gauss(0, wobble) * height
        size = 1 + rng.gauss(0, wobble)
        for way in forms[(0 if rounds < 2 and not hand else choice) % len(forms)]:
            way = np.array(way, float) * size
            way += np.array([[rng.gauss(0, wobble), rng.gauss(0, wobble)] for _ in way])
            way = round_off(way, rounds) * (wide, height) + (pad + k * apart, pad + lift)
            cv2.polylines(mask, [np.rint(way * 16).astype(np.int32)], False, 255, thick,
                          cv2.LINE_AA, 4)
    mask = mask.astype(np.float32) / 255
    if hand and rng.random() < .15:  # chalk, a dry pen
        grain = np.random.default_rng(rng.randrange(1 << 30)).random(mask.shape, np.float32)
        grain = cv2.GaussianBlur(grain, (0, 0), .7)
        mask = mask * np.clip((grain - .5) * 4 + rng.uniform(.8, 1.2), 0, 1)
    return mask


def word(rng, text, height):
    """The coverage 0..1 of a word of digits, A and B about so high."""
    return (by_segments if rng.random() < .4 else by_pen)(rng, text, height)
