"""Draws what the number network learns from: words as they stand in pictures.

A sample is a word (a number, a letter A or B, another word, or nothing) drawn
at a screen's or a photograph's resolution with what stands around it, spoiled
as pictures are, then cut and normalised exactly as vision/number does it.
"""
import subprocess

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

HEIGHT, WIDTH = 24, 48  # the crop
INK_HEIGHT, INK_WIDTH = 16, 40  # of its middle that the word takes at most
BLANK, A, B, OTHER = 0, 11, 12, 13  # classes; digit d is 1 + d
CLASSES = 14
LETTERS = "abcdefghkmnpqrstuvwxyzABCDEFGHJKLMNPQRTUVWXYZ"
SIGNS = "+-=?!#%&*/@<>()[]:;,.~^×÷→✓✗★•"


def typefaces(path, role):
    """Files of the typefaces that have the role, a list a design."""
    families = {}
    listing = subprocess.run(
        ["fc-list", ":", "family", "file", "style"],
        capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        file, _, rest = line.partition(": ")
        if not file.endswith((".ttf", ".otf", ".t1", ".pfb", ".ttc")):
            continue
        for name in rest.split(":")[0].split(","):
            families.setdefault(name.strip(), []).append(file)
    designs = []
    for line in open(path):
        if line.startswith(role + " "):
            files = [f for name in line[len(role):].split(",")
                     for f in families.get(name.strip(), [])]
            if files:
                designs.append(sorted(set(files)))
    return designs


def colours(rng):
    """A ground and an ink that can be told apart."""
    while True:
        ground = np.array([rng.random() for _ in range(3)]) * 255
        ink = np.array([rng.random() for _ in range(3)]) * 255
        if rng.random() < .5:  # most are black on something light
            ground = 255 - ground * rng.random() * .35
            ink = ink * rng.random() * .6
        elif rng.random() < .4:
            ground, ink = ground * rng.random() * .4, 255 - ink * .4
        weights = np.array([.114, .587, .299])
        contrast = abs(weights @ (ground - ink))
        if contrast > 60 or contrast > 25 and rng.random() < .5:
            return ground, ink


def word(rng):
    """A text and its classes; None for nothing at all."""
    kind = rng.random()
    if kind < .72:
        digits = rng.choices([1, 2, 3, 4, 5], [.34, .34, .19, .09, .04])[0]
        text = "".join(rng.choice("0123456789") for _ in range(digits))
        if digits > 1 and text[0] == "0" and rng.random() < .9:
            text = rng.choice("123456789") + text[1:]
        if rng.random() < .06:  # equal digits run into each other
            text = text[0] * digits
        return text, [1 + int(c) for c in text]
    if kind < .77:
        text = rng.choice("AB")
        return text, [A if text == "A" else B]
    if kind < .86:
        return None, []
    if kind < .92:
        return rng.choice(LETTERS[2:23] + "CDEFGHJKLMNPQRTUVWXYZ" + SIGNS), [OTHER]
    letters = [rng.choice(LETTERS) for _ in range(rng.randint(2, 6))]
    if rng.random() < .3:  # units, dates, signs with figures
        letters[rng.randrange(len(letters))] = rng.choice("0123456789")
        if rng.random() < .5:
            letters[rng.randrange(len(letters))] = rng.choice(SIGNS)
    text = "".join(letters)
    return text, [OTHER]


def load(fonts, rng, size):
    while True:
        design = rng.choice(fonts)
        try:
            return ImageFont.truetype(rng.choice(design), size)
        except OSError:
            continue


def mask_of(rng, fonts, text, height):
    """The word's coverage 0..1, its digits about so high."""
    oversample = 1 if rng.random() < .5 else 2
    font = load(fonts, rng, max(6, round(height * oversample / .72)))
    stroke = 0
    if rng.random() < .1:
        stroke = max(1, round(height * oversample * .03))
    pad = 8 + stroke
    try:
        if rng.random() < .1 and len(text) > 1:  # set apart, or tightly
            gap = rng.uniform(-.06, .25) * height * oversample
            boxes = [font.getbbox(c, stroke_width=stroke) for c in text]
            x, parts = 0., []
            for c, b in zip(text, boxes):
                parts.append((x, c))
                x += font.getlength(c) + gap
            top = min(b[1] for b in boxes)
            bottom = max(b[3] for b in boxes)
            image = Image.new("L", (int(x + 2 * pad + 20), bottom - top + 2 * pad))
            pen = ImageDraw.Draw(image)
            for at, c in parts:
                pen.text((pad + at, pad - top), c, 255, font, stroke_width=stroke)
        else:
            l, t, r, b = font.getbbox(text, stroke_width=stroke)
            image = Image.new("L", (r - l + 2 * pad, b - t + 2 * pad))
            ImageDraw.Draw(image).text((pad - l, pad - t), text, 255, font,
                                       stroke_width=stroke)
    except (OSError, ValueError):
        return None
    mask = np.asarray(image, np.float32) / 255
    if rng.random() < .06:  # outlined
        inner = cv2.erode(mask, np.ones((3, 3)), iterations=1)
        mask = np.clip(mask - inner, 0, 1)
    shear, turn = 0., 0.
    if rng.random() < .15:
        shear = rng.uniform(-.08, .25)
    if rng.random() < .3:
        turn = np.radians(rng.gauss(0, 3.5))
    scale = 1 / oversample
    if oversample > 1 or shear or turn:
        aspect = rng.uniform(.85, 1.15)
        m = scale * np.array([[np.cos(turn) * aspect, -np.sin(turn) - shear],
                              [np.sin(turn), np.cos(turn)]])
        h, w = mask.shape
        corners = np.array([[0, 0], [w, 0], [0, h], [w, h]]) @ m.T
        low, high = corners.min(0), corners.max(0)
        size = np.ceil(high - low).astype(int) + 2
        if oversample > 1:
            mask = cv2.GaussianBlur(mask, (0, 0), .6)
        mask = cv2.warpAffine(mask, np.hstack([m, (1 - low)[:, None]]),
                              (int(size[0]), int(size[1])), flags=cv2.INTER_LINEAR)
    rows, columns = np.where(mask.max(1) > .35)[0], np.where(mask.max(0) > .35)[0]
    if not len(rows) or not len(columns):
        return None
    return mask[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def around(rng, canvas, box, height, ground):
    """What else stands near: borders, discs, tints, neighbours' ends."""
    h, w = canvas.shape[:2]
    x0, y0, x1, y1 = box
    kind = rng.random()
    colour = [rng.uniform(0, 255) for _ in range(3)]
    if rng.random() < .5:
        colour = [float(np.clip(g * rng.uniform(.2, .95), 0, 255)) for g in ground]
    thick = max(1, round(height * abs(rng.gauss(0, .08))))
    margin = lambda: round(height * max(.1, rng.gauss(.5, .3)))
    if kind < .4:  # a cell
        l, t, r, b = x0 - margin(), y0 - margin(), x1 + margin(), y1 + margin()
        if rng.random() < .5:
            outside = [rng.uniform(0, 255) for _ in range(3)]
            fill = canvas.copy()
            canvas[:] = outside
            canvas[max(t, 0):max(b, 0), max(l, 0):max(r, 0)] = \
                fill[max(t, 0):max(b, 0), max(l, 0):max(r, 0)]
        cv2.rectangle(canvas, (l, t), (r, b), colour, thick)
    elif kind < .5:  # a disc or a ring
        centre = ((x0 + x1) // 2, (y0 + y1) // 2)
        radius = round(np.hypot(x1 - x0, y1 - y0) / 2 + height * rng.uniform(.0, .5))
        if rng.random() < .5:
            keep = canvas.copy()
            canvas[:] = [rng.uniform(0, 255) for _ in range(3)]
            disc = np.zeros((h, w), np.uint8)
            cv2.circle(disc, centre, radius, 255, -1, cv2.LINE_AA)
            canvas[:] = canvas + (keep - canvas) * (disc[..., None] / 255.)
        else:
            cv2.circle(canvas, centre, radius, colour, thick, cv2.LINE_AA)
    elif kind < .62:  # one line beside it, an underline, a caret
        side = rng.randrange(4)
        d = round(height * rng.uniform(.04, .4)) + thick
        line = [((x0 - d, 0), (x0 - d, h)), ((x1 + d, 0), (x1 + d, h)),
                ((0, y0 - d), (w, y0 - d)), ((0, y1 + d), (w, y1 + d))][side]
        cv2.line(canvas, *line, colour, thick)


def spoil(rng, picture, height):
    """Light, blur, grain and compression, as pictures have them."""
    h, w = picture.shape[:2]
    if rng.random() < .25:
        slope = np.linspace(-1, 1, w)[None, :, None] * rng.gauss(0, 18) + \
            np.linspace(-1, 1, h)[:, None, None] * rng.gauss(0, 18)
        picture = picture + slope
    if rng.random() < .4:
        picture = cv2.GaussianBlur(picture, (0, 0),
                                   .25 + abs(rng.gauss(0, .045)) * height)
    if rng.random() < .25:  # enlarged pictures
        f = rng.uniform(.45, .9)
        if f * height >= 7:
            small = cv2.resize(picture, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
            picture = cv2.resize(small, (w, h), interpolation=rng.choice(
                [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST]))
    if rng.random() < .3:
        grain = np.random.standard_normal((h, w, rng.choice([1, 3]))) * abs(rng.gauss(0, 7))
        if rng.random() < .4:
            grain = cv2.GaussianBlur(np.repeat(grain, 3, 2)[..., :3], (0, 0), .8)
        picture = picture + grain
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < .25:
        quality = rng.randint(30, 95)
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture


def cut(picture, box):
    """The crop of a word's box (x0, y0, x1, y1; pixels' outer edges), as
    number_crop in vision/number does it: the box's height fills INK_HEIGHT,
    its width INK_WIDTH at most."""
    x0, y0, x1, y1 = box
    sy = INK_HEIGHT / max(y1 - y0, 1.)
    sx = min(sy, INK_WIDTH / max(x1 - x0, 1.))
    level = picture
    while sy < .5:  # halved until it need not be shrunk by more than two
        level = cv2.resize(level, (max(1, level.shape[1] // 2), max(1, level.shape[0] // 2)),
                           interpolation=cv2.INTER_AREA)
        x0, y0, x1, y1 = x0 / 2, y0 / 2, x1 / 2, y1 / 2
        sy, sx = sy * 2, sx * 2
    cx, cy = (x0 + x1) / 2 - .5, (y0 + y1) / 2 - .5
    m = np.array([[1 / sx, 0, cx - (WIDTH / 2 - .5) / sx],
                  [0, 1 / sy, cy - (HEIGHT / 2 - .5) / sy]])
    return cv2.warpAffine(level, m, (WIDTH, HEIGHT),
                          flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                          borderMode=cv2.BORDER_REPLICATE)


def normalise(crop):
    """One value a pixel: how far its colour lies from the crop's median colour
    along the axis that the colours spread along most, ink positive; -128..127,
    64 the 97th percentile (8 levels at least)."""
    d = crop.reshape(-1, 3).astype(np.float32)
    d = d - np.median(d, axis=0)
    m = d.T @ d
    u = np.array([1., 1., 1.]) / np.sqrt(3)
    for _ in range(8):
        v = m @ u
        n = np.linalg.norm(v)
        if n < 1e-6:
            break
        u = v / n
    p = d @ u
    high, low = np.partition(p, [34, -35])[[-35, 34]]
    if -low > high:
        p, high = -p, -low
    p = p * (64 / max(high, 8.))
    return np.clip(np.rint(p), -128, 127).astype(np.int8).reshape(HEIGHT, WIDTH)


def sample(rng, fonts):
    """A crop (int8 HEIGHT x WIDTH) and its classes."""
    while True:
        height = max(7, min(60, rng.lognormvariate(2.95, .45)))
        text, classes = word(rng)
        ground, ink = colours(rng)
        if text:
            mask = mask_of(rng, fonts, text, height)
            if mask is None or mask.shape[1] > 12 * mask.shape[0] + 40:
                continue
        else:  # nothing, or a blot, a stroke or a corner of something
            mask = np.zeros((round(height), round(height * rng.uniform(.5, 1.8))), np.float32)
        pad = round(1.2 * height) + 4
        h, w = mask.shape
        full = np.pad(mask, pad)
        picture = np.empty((*full.shape, 3), np.float32)
        picture[:] = ground
        box = (pad, pad, pad + w, pad + h)
        around(rng, picture, box, height, ground)
        if text is None and rng.random() < .3:
            at = [rng.uniform(pad, pad + w), rng.uniform(pad, pad + h)]
            cv2.line(picture, tuple(int(v) for v in at),
                     tuple(int(v + rng.gauss(0, .4) * height) for v in at),
                     [float(v) for v in ink], rng.randint(1, 3))
            classes = [OTHER]
        picture += (ink - picture) * full[..., None]
        picture = spoil(rng, picture, height)
        # the box as detection has it: about right, or a cell's inside
        x0, y0, x1, y1 = (float(v) for v in box)
        if rng.random() < .25 and len(classes) < 3:
            grow = rng.uniform(.0, .42) * (y1 - y0)
            dx, dy = (rng.gauss(0, .12) * grow * 2 for _ in range(2))
            side = grow + max(0., (y1 - y0) * .75 - (x1 - x0)) * rng.random()
            x0, x1, y0, y1 = x0 - side + dx, x1 + side + dx, y0 - grow + dy, y1 + grow + dy
        e = .035 * height + .35
        jitter = [rng.gauss(0, e) for _ in range(4)]
        out = (x0 + jitter[0], y0 + jitter[1], x1 + jitter[2], y1 + jitter[3])
        if out[2] - out[0] < 2 or out[3] - out[1] < 4:
            continue
        return normalise(cut(picture, out)), classes
