"""Draws what the network that reads squares learns from: one square of a board
of Train Tracks, with what stands around it, as boards are drawn.

Colours, lines, shading and the way pieces are drawn are random properties. A
sample is cut and normalised exactly as vision/square does it.
"""
import math
import os
import random
import re
import sys

import cv2
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../scenes/web"))
import drawn_boards  # noqa: E402

SIZE, INSIDE = 36, 24  # the crop, and the square in its middle
EMPTY, OTHER = 0, 11  # classes; six pieces and four halves are between
# sides: right 1, bottom 2, left 4, top 8
TILES = [3, 5, 6, 9, 10, 12, 1, 2, 4, 8]
CLASSES = 12
RANK, LEVELS_LEAST = 34, 20
UNIT = 64  # pixels a square is drawn with


def colours(rng, ground=None):
    """A ground and inks on it that can be told from it, if barely."""
    if ground is None:
        kind = rng.random()
        ground = rng.random(3) * 255
        if kind < .55:
            ground = 255 - rng.random() * 70 * rng.random(3)
        elif kind < .75:
            ground = rng.random() * 70 * rng.random(3)
    for _ in range(60):
        ink = rng.random(3) * 255
        if rng.random() < .6:
            ink = np.full(3, rng.random() * 60) + rng.random(3) * 30
            if ground.mean() < 110:
                ink = 255 - ink
        away = abs(ink - ground).max()
        if away > 70 or away > 30 and rng.random() < .2:
            return ground, ink
    return ground, 255 - ground


def points(tile, off, bend, lo=0., hi=1.):
    """The middle line of a tile or half, `off` to its side, in a unit square."""
    t = np.linspace(lo, hi, 25 if hi > lo else 1)
    if tile in (1, 2, 4, 8, 5, 10):
        x, y = t, np.full_like(t, .5 + off)
        if tile in (1, 2, 4, 8):
            x = 1 - x
        turn = {5: 0, 1: 0, 10: 1, 2: 1, 4: 2, 8: 3}[tile]
    else:
        # around the corner bottom right
        turn = {3: 0, 6: 1, 12: 2, 9: 3}[tile]
        if bend == "arc":
            a = t * math.pi / 2
            x, y = 1 - (.5 - off) * np.sin(math.pi / 2 - a), \
                1 - (.5 - off) * np.cos(math.pi / 2 - a)
            x, y = x[::-1], y[::-1]
        elif bend == "chord":
            r = .5 - off
            x, y = 1 - r * (1 - t), 1 - r * t
        else:  # through the middle, with a corner of radius `bend`
            r = float(bend) + off if bend else 0.
            c = .5 + off
            r = min(max(r, 0.), .5)
            line = [(1., c), (c + r, c)]
            for a in np.linspace(0, math.pi / 2, 9):
                line.append((c + r - r * math.sin(a), c + r - r * math.cos(a)))
            line.append((c, 1.))
            line = np.array(line)
            d = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
            s = t * d[-1]
            x, y = np.interp(s, d, line[:, 0]), np.interp(s, d, line[:, 1])
    p = np.stack([x, y], 1) - .5
    for _ in range(turn):
        p = np.stack([-p[:, 1], p[:, 0]], 1)
    return p + .5


class Rails:
    """How a board's pieces are drawn."""

    def __init__(self, rng, ground, ink):
        self.rng = rng
        self.kind = rng.choice(["rails", "rails", "rails", "line", "double", "ribbon",
                                "ladder", "dashes", "sleepers"])
        self.ink = ink
        self.second = colours(rng, ground)[1] if rng.random() < .5 else ink
        self.bed = colours(rng, ground)[1] if rng.random() < .5 else \
            ground + (ink - ground) * rng.uniform(.1, .5)
        self.bend = rng.choice(["arc", "arc", "arc", "arc", "chord", "0", ".15", ".3"])
        self.off = rng.uniform(.07, .26)
        thick = rng.random()
        self.width = rng.uniform(.02, .06) if thick < .3 else rng.uniform(.05, .14) \
            if thick < .5 else rng.uniform(.1, .46)
        self.thin = rng.uniform(.015, .09)
        self.sleeper = self.off + rng.uniform(.03, .16)
        self.sleeper_width = rng.uniform(.02, .1)
        self.count = int(rng.integers(2, 8))
        self.inset = rng.uniform(.02, .3) if rng.random() < .4 else 0
        self.has_bed = rng.random() < .25
        self.over = rng.random() < .5  # sleepers over the rails
        self.half = rng.uniform(.38, .6)  # of halves' way in
        self.round = rng.random() < .3
        self.clip = rng.random() < .7

    def draw(self, image, x0, y0, tile, unit):
        target = image
        if self.clip:
            x, y = max(0, int(x0 * unit)), max(0, int(y0 * unit))
            target = image[y:int((y0 + 1) * unit), x:int((x0 + 1) * unit)]
            x0 = y0 = 0
            if not target.size:
                return
            target = np.ascontiguousarray(target)

        def at(p):
            p = .5 + (p - .5) * (1 - 2 * self.inset)
            return ((p + (x0, y0)) * unit * 16).astype(np.int32)

        half = tile in (1, 2, 4, 8)
        hi = self.half if half else 1.

        def stroke(off, width, colour, lo=0., top=None):
            line = points(tile, off, self.bend, lo, hi if top is None else top)
            cv2.polylines(target, [at(line)], False, [float(c) for c in colour],
                          max(1, round(width * unit * (1 - 2 * self.inset))), cv2.LINE_AA, 4)

        def sleepers(reach, width):
            count = max(1, round(self.count * hi))
            for i in range(count):
                s = (i + .5) / count * hi
                a = points(tile, -reach, self.bend, s, s)[0]
                b = points(tile, reach, self.bend, s, s)[0]
                cv2.polylines(target, [at(np.array([a, b]))], False,
                              [float(c) for c in self.second],
                              max(1, round(width * unit)), cv2.LINE_AA, 4)

        if self.has_bed:
            stroke(0, 2 * self.sleeper, self.bed)
        if self.kind == "line":
            stroke(0, self.width, self.ink)
        elif self.kind == "ribbon":
            stroke(0, max(self.width, .14), self.ink)
            stroke(0, max(self.width, .14) * .7, self.bed)
        elif self.kind == "double":
            for o in (-self.off, self.off):
                stroke(o, self.thin, self.ink)
        elif self.kind == "dashes":
            n = max(2, self.count)
            for i in range(n):
                s = (i + .2) / n * hi
                stroke(0, max(self.width, .06) if self.width < .3 else .15, self.ink, s,
                       s + .6 / n * hi)
        elif self.kind == "sleepers":
            self.count = max(self.count, 4)
            sleepers(self.sleeper, self.sleeper_width)
        elif self.kind == "ladder":
            sleepers(self.sleeper, self.sleeper_width)
            stroke(0, self.thin, self.ink)
        else:
            if not self.over:
                sleepers(self.sleeper, self.sleeper_width)
            for o in (-self.off, self.off):
                stroke(o, self.thin, self.ink)
            if self.over:
                sleepers(self.sleeper, self.sleeper_width)
        if self.clip:
            image[y:y + target.shape[0], x:x + target.shape[1]] = target


def path_points(path):
    """The lines of an SVG path of M, H, V, L and A: a list of points each."""
    lines = []
    for letter, numbers in re.findall(r"([MHVLA])([^MHVLA]*)", path):
        v = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        if letter == "M":
            lines.append([v])
            continue
        x, y = lines[-1][-1]
        if letter == "A":  # a quarter of a circle around 100, 100
            lines[-1] += [[100 - v[0] * math.sin(a), 100 - v[0] * math.cos(a)]
                          for a in np.linspace(0, math.pi / 2, 25)[1:]]
        else:
            lines[-1].append([v[0], y] if letter == "H" else [x, v[0]] if letter == "V" else v)
    return [np.array(line) for line in lines]


def dashed(line, dashes):
    """The parts of a line that are drawn."""
    if not dashes:
        return [line]
    on, off = (float(d) for d in dashes.split())
    along = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
    parts, at = [], 0.
    while at < along[-1]:
        s = np.linspace(at, min(at + on, along[-1]), 8)
        parts.append(np.stack([np.interp(s, along, line[:, k]) for k in (0, 1)], 1))
        at += on + off
    return parts


class PageRails:
    """Pieces as scenes/web draws them; halves as Rails does."""

    def __init__(self, rng, ground, ink):
        self.half = Rails(rng, ground, ink)
        self.rails = drawn_boards.Rails(random.Random(int(rng.integers(1 << 31))),
                                        (0, 0, 0), (0, 0, 1), (0, 1, 0))
        self.inset = self.rails.inset / 100
        if rng.random() < .25:  # thinner than pages have it
            self.rails.width *= rng.uniform(.4, 1)
        bed = ink + (ground - ink) * rng.uniform(.4, .9)
        self.colour = {self.rails.bed: bed, self.rails.second: self.half.second,
                       self.rails.ink: ink}

    def draw(self, image, x0, y0, tile, unit):
        if tile in (1, 2, 4, 8):
            self.half.inset = self.inset
            self.half.draw(image, x0, y0, tile, unit)
            return
        x, y = max(0, int(x0 * unit)), max(0, int(y0 * unit))
        target = image[y:int((y0 + 1) * unit), x:int((x0 + 1) * unit)]
        if not target.size:
            return
        target = np.ascontiguousarray(target)
        # what hangs over at the left and above
        before = np.array([min(0., x0), min(0., y0)])
        size = 1 - 2 * self.inset
        for path, colour, width, dashes in self.rails.strokes(tile in (5, 10)):
            for line in path_points(path):
                for part in dashed(line, dashes):
                    p = (part / 100 - .5) * size
                    for _ in range(drawn_boards.TURNS[tile]):
                        p = np.stack([-p[:, 1], p[:, 0]], 1)
                    p = ((p + .5 + before) * unit * 16).astype(np.int32)
                    cv2.polylines(target, [p], False, [float(c) for c in self.colour[colour]],
                                  max(1, round(width / 100 * unit * size)), cv2.LINE_AA, 4)
        image[y:y + target.shape[0], x:x + target.shape[1]] = target


def mark(rng, image, x0, y0, ink, unit):
    """What is no piece, in the middle of a square."""
    col = [float(c) for c in ink]
    w = max(1, int(rng.uniform(.02, .12) * unit))
    r = rng.uniform(.08, .42) * unit
    c = np.array([(x0 + .5) * unit, (y0 + .5) * unit]) + rng.normal(0, .02 * unit, 2)

    def p(dx, dy):
        return int(c[0] + dx), int(c[1] + dy)
    kind = rng.integers(9)
    if kind <= 2:
        cv2.line(image, p(-r, -r), p(r, r), col, w, cv2.LINE_AA)
        cv2.line(image, p(-r, r), p(r, -r), col, w, cv2.LINE_AA)
    elif kind == 3:
        cv2.circle(image, p(0, 0), int(r * .5) + 1, col, -1, cv2.LINE_AA)
    elif kind == 4:
        cv2.circle(image, p(0, 0), int(r) + 1, col, w, cv2.LINE_AA)
    elif kind == 5:  # a glyph
        text = "0123456789?ABSx"[rng.integers(15)]
        s = rng.uniform(.4, 1.1) * unit / 40
        (tw, th), _ = cv2.getTextSize(text, int(rng.integers(4)), s, w)
        cv2.putText(image, text, p(-tw / 2, th / 2), int(rng.integers(4)), s, col, w, cv2.LINE_AA)
    elif kind == 6:  # a rim inside: a selection
        i = rng.uniform(.03, .2) * unit
        cv2.rectangle(image, p(-unit / 2 + i, -unit / 2 + i), p(unit / 2 - i, unit / 2 - i), col, w,
                      cv2.LINE_AA)
    elif kind == 7:  # crosses at edges, stubs
        for k in range(4):
            if rng.random() < .5:
                a = k * math.pi / 2
                d = .5 * unit
                e, s = d * rng.uniform(.8, .98), .08 * unit
                q = c + np.array([math.cos(a), math.sin(a)]) * e
                if rng.random() < .5:
                    cv2.line(image, (int(q[0] - s), int(q[1] - s)), (int(q[0] + s), int(q[1] + s)),
                             col, max(1, w // 2), cv2.LINE_AA)
                    cv2.line(image, (int(q[0] - s), int(q[1] + s)), (int(q[0] + s), int(q[1] - s)),
                             col, max(1, w // 2), cv2.LINE_AA)
                else:
                    n = rng.uniform(.05, .25) * unit
                    q2 = c + np.array([math.cos(a), math.sin(a)]) * (d - n)
                    q1 = c + np.array([math.cos(a), math.sin(a)]) * d
                    cv2.line(image, (int(q1[0]), int(q1[1])), (int(q2[0]), int(q2[1])), col, w,
                             cv2.LINE_AA)
    else:  # a blot
        cv2.ellipse(image, p(0, 0), (int(r) + 1, int(r * rng.uniform(.3, 1)) + 1),
                    rng.uniform(0, 180), 0, 360, col, -1, cv2.LINE_AA)


def other(rng, image, x0, y0, ink, unit):
    """Something large that is neither a piece nor a player's mark: four ways,
    three, crossings, large digits, blocks."""
    col = [float(c) for c in ink]
    w = max(1, int(rng.uniform(.03, .2) * unit))
    c = np.array([(x0 + .5) * unit, (y0 + .5) * unit])

    def p(dx, dy):
        return int(c[0] + dx * unit), int(c[1] + dy * unit)
    kind = rng.integers(5)
    if kind == 0:
        for dx, dy in [(.5, 0), (0, .5), (-.5, 0), (0, -.5)][:int(rng.integers(3, 5))]:
            cv2.line(image, p(0, 0), p(dx, dy), col, w, cv2.LINE_AA)
    elif kind == 1:
        i = rng.uniform(.1, .3)
        cv2.rectangle(image, p(-.5 + i, -.5 + i), p(.5 - i, .5 - i), col, -1)
    elif kind == 2:
        q = (rng.random((5, 2)) - .5) * .9
        cv2.fillPoly(image, [np.array([p(*a) for a in q])], col, cv2.LINE_AA)
    else:
        text = "0123456789ABCDEFGHKMNPRSTWXZ@&#%"[rng.integers(32)]
        s = rng.uniform(.9, 1.6) * unit / 40
        f = int(rng.integers(8))
        (tw, th), _ = cv2.getTextSize(text, f, s, w)
        cv2.putText(image, text, p(-tw / 2 / unit, th / 2 / unit), f, s, col, w, cv2.LINE_AA)


def lines(rng, image, unit, origin, ink, rim, outside):
    """The lines of the squares; a frame where `rim` sides end the board."""
    n = image.shape[0]
    kind = rng.choice(["solid", "solid", "solid", "dash", "dot", "none", "gap"])
    col = [float(c) for c in ink]
    w = max(1, round(rng.uniform(.01, .07) * unit))
    frame = round(w * rng.uniform(1, 4)) if rng.random() < .6 else w
    for k in range(4):
        q = round((origin + k) * unit)
        for upright in (False, True):
            edge = (rim & (4 if upright else 8) and k == 1) or \
                (rim & (1 if upright else 2) and k == 2)
            width = frame if edge else w
            if kind == "none" and not (edge and rng.random() < .5):
                continue
            step = max(4, int(unit * rng.uniform(.08, .2)))
            for a in range(0, n, step if kind in ("dash", "dot") and not edge else n):
                b = a + (step // 2 if kind == "dash" else max(1, w)
                         if kind == "dot" else n) if not edge else n
                if upright:
                    cv2.line(image, (q, a), (q, min(b, n)), col, width)
                else:
                    cv2.line(image, (a, q), (min(b, n), q), col, width)
    return kind


def normalise(bgr):
    """vision/square's normalise()."""
    flat = bgr.reshape(-1, 3).astype(np.float32)
    inside = np.zeros((SIZE, SIZE), bool)
    m = (SIZE - INSIDE) // 2
    inside[m:-m, m:-m] = True
    ground = np.sort(flat[inside.ravel()], axis=0)[inside.sum() // 2]
    d = flat - ground
    weight = inside.ravel()[:, None]
    spread = (d * weight).T @ d
    axis = np.full(3, .57735, np.float32)
    for _ in range(8):
        nxt = spread @ axis
        length = np.linalg.norm(nxt)
        if length < 1e-6:
            break
        axis = nxt / length
    v = d @ axis
    s = np.sort(v[inside.ravel()])
    k = len(s) // RANK
    high, low = s[-1 - k], s[k]
    scale = 1 / max(high, -low, LEVELS_LEAST)
    if -low > high:
        scale = -scale
    return np.clip(v * scale, -2, 2).reshape(SIZE, SIZE).astype(np.float32)


def spoil(rng, image):
    if rng.random() < .35:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(.3, 1.1))
    if rng.random() < .4:
        image = image + rng.normal(0, rng.uniform(.5, 9), image.shape)
    if rng.random() < .12:  # paper: streaks and spots
        h, w = image.shape[:2]
        rough = cv2.GaussianBlur(rng.normal(0, 1, (h, w)).astype(np.float32), (0, 0),
                                 rng.uniform(.4, 4), sigmaY=rng.uniform(.4, 4))
        image = image + (rough * rng.uniform(2, 9) / max(rough.std(), 1e-3))[:, :, None]
    if rng.random() < .3:  # uneven light
        h, w = image.shape[:2]
        light = 1 + rng.normal(0, .08) * np.linspace(-1, 1, w)[None, :, None] + \
            rng.normal(0, .08) * np.linspace(-1, 1, h)[:, None, None]
        image = image * light
    image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < .3:
        ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY,
                                                int(rng.integers(40, 95))])
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return image


def cut(image, corners):
    """A square of a picture, as vision/square cuts it: corners clockwise."""
    c = np.float32(corners)
    side = np.mean([np.linalg.norm(c[i] - c[(i + 1) % 4]) for i in range(4)])
    # only what lies around it, from a multiple of eight on
    x, y = (max(0, int(v - side)) & ~7 for v in c.min(0))
    right, bottom = (int(v + side) for v in c.max(0))
    image, c = image[y:bottom, x:right], c - np.float32([x, y])
    while side > 2 * INSIDE:
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2),
                           interpolation=cv2.INTER_AREA)
        c = (c + .5) / 2 - .5
        side /= 2
    m = (SIZE - INSIDE) / 2
    to = np.float32([[m, m], [SIZE - m, m], [SIZE - m, SIZE - m], [m, SIZE - m]]) - .5
    h = cv2.getPerspectiveTransform(np.float32(c), to)
    return cv2.warpPerspective(image, h, (SIZE, SIZE), flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)


def box(image, q0, q1, colour, radius, slope, upright):
    """A square's ground, with rounded corners, darker towards one side."""
    x0, y0, x1, y1 = *q0, *q1
    h, w = y1 - y0, x1 - x0
    fill = np.empty((h, w, 3), np.float32)
    fill[:] = colour
    if slope:
        line = np.linspace(-1, 1, h if upright else w) * slope
        fill += line[:, None, None] if upright else line[None, :, None]
    cover = np.ones((h, w), np.float32)
    if radius >= 1:
        r = int(min(radius, h / 2, w / 2))
        y, x = np.mgrid[:h, :w] + .5
        dy, dx = np.maximum(r - np.minimum(y, h - y), 0), np.maximum(r - np.minimum(x, w - x), 0)
        cover = np.clip(r + .5 - np.hypot(dx, dy), 0, 1)
    cx, cy = max(0, -x0), max(0, -y0)
    part = image[max(0, y0):y1, max(0, x0):x1]
    ph, pw = part.shape[:2]
    c = cover[cy:cy + ph, cx:cx + pw, None]
    part[:] = part * (1 - c) + fill[cy:cy + ph, cx:cx + pw] * c


def samples(rng, count):
    """Crops of one drawing, normalised, and its class."""
    unit = UNIT
    n = round(2.5 * unit)  # three quarters of a square on both sides
    ground, ink = colours(rng)
    image = np.empty((n, n, 3), np.float32)
    image[:] = ground
    other_ground = ground + rng.normal(0, 14, 3)
    checker = rng.random() < .15
    rim = 0
    for side in (1, 2, 4, 8):
        rim |= side if rng.random() < .14 else 0
    cells = [(x, y) for y in range(3) for x in range(3)]
    outside = colours(rng)[0] if rng.random() < .5 else ground

    def off_board(x, y):
        return (rim & 4 and x == 0) or (rim & 1 and x == 2) or \
            (rim & 8 and y == 0) or (rim & 2 and y == 2)

    # squares that lie apart, or have thick rims: pieces are as small as they
    gap = 0 if rng.random() < .6 else rng.uniform(.01, .08) if rng.random() < .5 \
        else rng.uniform(.05, .22)
    radius = rng.uniform(.05, .45) if rng.random() < .25 else 0
    slope = rng.normal(0, 25) if rng.random() < .2 else 0
    upright = rng.random() < .7
    line_ink = colours(rng, ground)[1]
    if rng.random() < .5:
        line_ink = ground + (line_ink - ground) * rng.uniform(.1, .6)
    if gap or radius:
        image[:] = line_ink if gap and rng.random() < .7 else outside
    shade = colours(rng)[0]
    for x, y in cells:
        q0 = [round((v - .25 + gap) * unit) for v in (x, y)]
        q1 = [round((v + .75 - gap) * unit) for v in (x, y)]
        col = outside if off_board(x, y) else \
            other_ground if checker and (x + y) % 2 else ground
        box(image, q0, q1, col, 0 if off_board(x, y) else radius * unit,
            0 if off_board(x, y) else slope, upright)
    # drawn in the coordinates of an origin half a square off
    label = int(rng.choice(CLASSES, p=[.3] + [.085] * 6 + [.025] * 4 + [.09]))
    rails = (PageRails if rng.random() < .5 else Rails)(rng, ground, ink)
    if gap > .05 or gap and rng.random() < .5:
        rails.inset = max(rails.inset, gap)
    if rng.random() < .1:  # the square of a piece is tinted
        image[round(.75 * unit):round(1.75 * unit), round(.75 * unit):round(1.75 * unit)] = \
            ground + rng.normal(0, 12, 3)
    under = rng.random() < .5
    drawn = np.clip(image, 0, 255).astype(np.uint8)
    if under:
        lines(rng, drawn, unit, -.25, line_ink, rim, outside)
    tile = TILES[label - 1] if 0 < label < OTHER else 0
    opposite = {1: 4, 4: 1, 2: 8, 8: 2}
    where = {1: (2, 1), 4: (0, 1), 2: (1, 2), 8: (1, 0)}
    for side, (x, y) in where.items():
        if off_board(x, y):
            if rng.random() < .3:
                mark(rng, drawn, x - .25, y - .25, colours(rng, outside)[1], unit)
            # goes on outside, or ends there
            if rng.random() < (.15 if tile & side else .07):
                rails.draw(drawn, x - .25, y - .25, opposite[side], unit)
            continue
        if rng.random() < (.5 if tile & side else .25):
            whole = [t for t in TILES[:6] if bool(t & opposite[side]) == bool(tile & side)]
            rails.draw(drawn, x - .25, y - .25, whole[rng.integers(len(whole))], unit)
        elif rng.random() < .1:
            mark(rng, drawn, x - .25, y - .25, ink, unit)
    if tile:
        rails.draw(drawn, .75, .75, tile, unit)
    elif label == OTHER:
        other(rng, drawn, .75, .75, ink, unit)
    elif rng.random() < .45:
        mark(rng, drawn, .75, .75, ink if rng.random() < .5 else colours(rng, ground)[1], unit)
    if not under:
        lines(rng, drawn, unit, -.25, line_ink, rim, outside)
    if rng.random() < .04:  # a pointer
        x, y = rng.uniform(.6, 1.9, 2) * unit
        s = rng.uniform(.2, .5) * unit
        arrow = np.array([[x, y], [x, y + s], [x + .7 * s, y + .7 * s]], np.int32)
        cv2.fillPoly(drawn, [arrow], (255, 255, 255), cv2.LINE_AA)
        cv2.polylines(drawn, [arrow], True, (0, 0, 0), 1, cv2.LINE_AA)
    side = min(1, 1.12 * (1 - 2 * gap))
    return [photograph(rng, drawn, unit, side) for _ in range(count)], label


def photograph(rng, drawn, unit, side):
    """A drawing at some resolution, spoiled, cut nearly where the square is."""
    n = drawn.shape[0]
    px = rng.uniform(13, 26) if rng.random() < .5 else rng.uniform(24, 64)
    size = max(20, round(n * px / unit))
    small = spoil(rng, cv2.resize(drawn, (size, size), interpolation=cv2.INTER_AREA).astype(
        np.float32))
    lo, hi = (1.25 - side / 2) * unit, (1.25 + side / 2) * unit
    corners = np.array([[lo, lo], [hi, lo], [hi, hi], [lo, hi]]) * size / n - .5
    corners = corners + rng.normal(0, .018 * px, 2) + rng.normal(0, .01 * px, (4, 2))
    if rng.random() < .2:
        a = rng.normal(0, .04)
        mid = corners.mean(0)
        corners = (corners - mid) @ np.array([[math.cos(a), math.sin(a)],
                                              [-math.sin(a), math.cos(a)]]) + mid
    return normalise(cut(small, corners))
