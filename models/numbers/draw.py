"""Draws what the number network learns from: words as they stand in pictures.

A picture is a word (a number, a letter A or B, another word or sign, or nothing)
at a screen's or a photograph's resolution with what stands around it (its cell's
rim, neighbours, marks), spoiled as pictures are. A sample is a place of it, as
detection tells places, cut and normalised exactly as vision/number does it.
"""
import subprocess

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

HEIGHT, WIDTH = 24, 48  # the crop
INK_HEIGHT, INK_WIDTH = 16, 40  # of its middle that the place takes at most
NARROW = 32  # columns of the crop that places no wider than 1.5 heights need
CELL_SHARE = .74  # of a cell, that its place takes
BLANK, A, B, OTHER = 0, 11, 12, 13  # classes; digit d is 1 + d
CLASSES = 14
# no letters alone that look like digits
SINGLE = "CDEFGHJKLMNPQRTUVWXYZcdefhkmnprtuvwxyz"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZaeioosnrtlO"
UNKNOWN = "????__-–…·□☐×*"  # what programs write where a number is to be found
SIGNS = "+-=?!#%&*/@<>()[]{}:;,.~^×÷→←↑↓✓✗★•$€£©"


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


class Case:
    """Some fonts of all designs, opened once a size."""

    def __init__(self, rng, designs, count=64):
        self.rng, self.opened = rng, {}
        self.files = [rng.choice(d) for d in rng.choices(designs, k=count)]

    def font(self, size):
        # few sizes: opening one takes as long as the rest of a sample
        size = max(6, size if size < 24 else size // 3 * 3)
        while True:
            key = self.rng.choice(self.files), size
            if key not in self.opened:
                try:
                    self.opened[key] = ImageFont.truetype(*key)
                except OSError:
                    self.opened[key] = None
            if self.opened[key]:
                return self.opened[key]


def colours(rng):
    """A ground and an ink that can be told apart, if barely."""
    while True:
        ground, ink = (np.array([rng.random() for _ in range(3)]) * 255 for _ in range(2))
        if rng.random() < .5:  # most are black on something light
            ground = 255 - ground * rng.random() * .35
            ink = ink * rng.random() * .6
        elif rng.random() < .4:
            ground, ink = ground * rng.random() * .4, 255 - ink * .4
        elif rng.random() < .2:  # faint
            ink = ground + (ink - ground) * rng.uniform(.15, .5)
        contrast = abs(np.array([.114, .587, .299]) @ (ground - ink))
        if contrast > 60 or contrast > 25 and rng.random() < .5 or \
                contrast > 14 and rng.random() < .2:
            return ground, ink


def number(rng):
    digits = rng.choices([1, 2, 3, 4, 5], [.38, .33, .17, .09, .03])[0]
    text = "".join(rng.choice("0123456789") for _ in range(digits))
    if digits > 1 and text[0] == "0" and rng.random() < .9:
        text = rng.choice("123456789") + text[1:]
    if rng.random() < .06:  # equal digits run into each other
        text = text[0] * digits
    return text


def other_word(rng):
    kind = rng.random()
    if kind < .25:
        return rng.choice(UNKNOWN if kind < .1 else SINGLE + SIGNS)
    if kind < .45:  # times, ratios, dates, units, sums
        a, b = number(rng)[:2], number(rng)[:2]
        return rng.choice([f"{a}:{b}", f"{a}/{b}", f"{a}x{b}", f"{a}.{b}", f"{a}%", f"#{a}",
                           f"+{a}", f"-{a}", f"{a}×{b}", f"{a}+{b}", f"{a}-{b}", f"({a})",
                           f"{a}{rng.choice(SINGLE)}", f"{rng.choice(SINGLE)}{a}", f"${a}",
                           f"© 20{a}", f"{a} {rng.choice(['px', 's', 'min', 'of', 'pts'])}",
                           f"{rng.choice(['Level', 'No', 'Lv', 'Red:', 'Time', 'and'])} {a}"])
    text = "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 7)))
    return text.capitalize() if kind < .7 else text


def word(rng):
    """A text and its classes; None for nothing at all."""
    kind = rng.random()
    if kind < .62:
        text = number(rng)
        return text, [1 + int(c) for c in text]
    if kind < .66:
        text = rng.choice("AB")
        return text, [A if text == "A" else B]
    if kind < .80:
        return None, []
    return other_word(rng), [OTHER]


def pixelled(rng, case, text, height):
    """The coverage of a word of so few pixels that each can be seen."""
    size = rng.randint(6, 10)
    font = case.font(round(size / .72))
    l, t, r, b = font.getbbox(text)
    image = Image.new("1", (r - l + 2, b - t + 2))
    ImageDraw.Draw(image).text((1 - l, 1 - t), text, 1, font)
    k = max(2, round(height / size))
    return np.kron(np.asarray(image, np.float32), np.ones((k, k), np.float32))


def mask_of(rng, case, text, height):
    """The word's coverage 0..1, its digits about so high, cut to its ink."""
    if height > 13 and rng.random() < .05:
        return cut_to_ink(pixelled(rng, case, text, height))
    oversample = 1 if rng.random() < .5 else 2
    font = case.font(round(height * oversample / .72))
    stroke = max(1, round(height * oversample * .03)) if rng.random() < .08 else 0
    pad = 4 + stroke
    try:
        if rng.random() < .1 and len(text) > 1:  # set apart, or tightly
            gap = rng.uniform(-.06, .25) * height * oversample
            x, parts, top, bottom = 0., [], 1e9, -1e9
            for c in text:
                b = font.getbbox(c, stroke_width=stroke)
                top, bottom = min(top, b[1]), max(bottom, b[3])
                parts.append((x, c))
                x += font.getlength(c) + gap
            image = Image.new("L", (int(x + 2 * pad + 20), bottom - top + 2 * pad))
            pen = ImageDraw.Draw(image)
            for at, c in parts:
                pen.text((pad + at, pad - top), c, 255, font, stroke_width=stroke)
        else:
            l, t, r, b = font.getbbox(text, stroke_width=stroke)
            if r - l > 14 * height * oversample:
                return None
            image = Image.new("L", (r - l + 2 * pad, b - t + 2 * pad))
            ImageDraw.Draw(image).text((pad - l, pad - t), text, 255, font,
                                       stroke_width=stroke)
    except (OSError, ValueError):
        return None
    mask = np.asarray(image, np.float32) / 255
    if rng.random() < .04 and height > 14:  # outlined
        mask = np.clip(mask - cv2.erode(mask, np.ones((3, 3))), 0, 1)
    shear = rng.uniform(-.08, .25) if rng.random() < .12 else 0.
    if oversample > 1 or shear:
        s = 1 / oversample
        m = np.array([[s * rng.uniform(.85, 1.15), -s * shear, 0], [0, s, 0]])
        h, w = mask.shape
        m[0, 2] = s * max(0., shear) * h + 1 - s / 2
        m[1, 2] = 1 - s / 2
        if oversample > 1:
            mask = cv2.blur(mask, (2, 2))
        mask = cv2.warpAffine(mask, m, (int(w * m[0, 0] + abs(m[0, 1]) * h) + 3, int(h * s) + 3))
    return cut_to_ink(mask)


def cut_to_ink(mask):
    rows, columns = np.where(mask.max(1) > .35)[0], np.where(mask.max(0) > .35)[0]
    if not len(rows) or not len(columns):
        return None
    return mask[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def thing(rng, height):
    """The coverage of something that is no word: a blot, a swatch, an arrow, a
    stroke, a cross, a piece of rail, a chevron."""
    n = max(5, round(height * rng.uniform(.6, 1.1)))
    w = max(3, round(n * rng.uniform(.4, 2.2)))
    mask = np.zeros((n, w), np.uint8)
    kind = rng.randrange(8)
    thick = max(1, round(n * rng.uniform(.06, .3)))
    end = lambda: (rng.randrange(w), rng.randrange(n))
    if kind == 0:
        mask[:] = 255
    elif kind == 1:
        cv2.ellipse(mask, ((w - 1) / 2, (n - 1) / 2), (w, n), 0, 0, 360, 255, -1) \
            if False else cv2.ellipse(mask, (w // 2, n // 2), (w // 2, n // 2), 0, 0, 360, 255,
                                      -1, cv2.LINE_AA)
    elif kind == 2:  # a frame, or a ring of another form than a zero
        mask[:] = 255
        t = min(thick, n // 4, w // 4) or 1
        mask[t:n - t, t:w - t] = 0
    elif kind == 3:
        cv2.polylines(mask, [np.array([end() for _ in range(rng.randint(2, 4))])], False, 255,
                      thick, cv2.LINE_AA)
    elif kind == 4:
        cv2.fillPoly(mask, [np.array([end() for _ in range(rng.randint(3, 5))])], 255, cv2.LINE_AA)
    elif kind == 5:
        cv2.line(mask, (0, 0), (w - 1, n - 1), 255, thick, cv2.LINE_AA)
        cv2.line(mask, (w - 1, 0), (0, n - 1), 255, thick, cv2.LINE_AA)
    elif kind == 6:  # lines that meet
        x, y = rng.randrange(w), rng.randrange(n)
        mask[:, x:x + thick] = 255
        mask[y:y + thick, rng.choice([0, x]):] = 255
    else:  # rails
        step = max(2, round(n * rng.uniform(.2, .4)))
        mask[:, ::step] = 255
        mask[thick:2 * thick] = 255
        mask[-2 * thick:-thick] = 255
    return mask.astype(np.float32) / 255


def tone(rng, ground):
    if rng.random() < .5:
        return [rng.uniform(0, 255) for _ in range(3)]
    k, to = rng.uniform(.05, 1), rng.choice([0, 255])
    return [float(g + (to - g) * k) for g in ground]


def fill_box(picture, box, colour):
    h, w = picture.shape[:2]
    l, t, r, b = (round(v) for v in box)
    picture[max(t, 0):max(b, 0), max(l, 0):max(r, 0)] = colour


def rounded(size, box, radius):
    """The coverage of a box with round corners."""
    h, w = size
    l, t, r, b = box
    y, x = np.ogrid[:h, :w]
    dx = np.maximum(np.maximum(l + radius - x - .5, x + .5 - (r - radius)), 0)
    dy = np.maximum(np.maximum(t + radius - y - .5, y + .5 - (b - radius)), 0)
    return np.clip(radius + .5 - np.sqrt(dx * dx + dy * dy), 0, 1).astype(np.float32)


def rim(rng, picture, box, colour, thick):
    """A cell's rim along its box: solid, dashed, dotted, double, embossed."""
    l, t, r, b = (round(v) for v in box)
    style = rng.random()
    if style < .5:
        cv2.rectangle(picture, (l, t), (r, b), colour, thick)
    elif style < .66:  # dashed, dotted
        step = max(2, round(thick * rng.choice([1, 2, 3])))
        at = rng.randrange(2 * step)
        for k in range(-at, max(r - l, b - t), 2 * step):
            for x, y in ((l, t), (r - thick, t), (l, b - thick)):
                if x + 1 < r and k < r - l:
                    fill_box(picture, (l + max(k, 0), y, min(l + k + step, r), y + thick), colour) \
                        if x == l else None
                if k < b - t and y == t:
                    fill_box(picture, (x, t + max(k, 0), x + thick, min(t + k + step, b)), colour)
    elif style < .75:
        d = thick + max(1, round(thick * rng.uniform(.5, 2)))
        cv2.rectangle(picture, (l, t), (r, b), colour, thick)
        cv2.rectangle(picture, (l + d, t + d), (r - d, b - d), colour, thick)
    elif style < .87:  # embossed
        light, dark = [min(255, c * 1.4 + 40) for c in colour], [c * .6 for c in colour]
        for k in range(thick):
            cv2.line(picture, (l + k, b - k), (l + k, t + k), light)
            cv2.line(picture, (l + k, t + k), (r - k, t + k), light)
            cv2.line(picture, (r - k, t + k), (r - k, b - k), dark)
            cv2.line(picture, (r - k, b - k), (l + k, b - k), dark)
    else:  # not along every side, or of unequal strength
        for k, (p, q) in enumerate((((l, t), (r, t)), ((r, t), (r, b)), ((l, b), (r, b)),
                                    ((l, t), (l, b)))):
            if rng.random() < .6:
                over = rng.choice([0, 0, picture.shape[1]])
                dx, dy = (over, 0) if k % 2 == 0 else (0, over)
                cv2.line(picture, (p[0] - dx, p[1] - dy), (q[0] + dx, q[1] + dy), colour,
                         max(1, round(thick * rng.choice([.5, 1, 2]))))


def draw_cell(rng, picture, cell, height, ground):
    """A cell's ground, rim and surroundings."""
    h, w = picture.shape[:2]
    l, t, r, b = cell
    colour = tone(rng, ground)
    thick = max(1, round(height * abs(rng.gauss(0, .09))))
    kind = rng.random()
    side = min(r - l, b - t)
    if kind < .55:
        if rng.random() < .5:  # another ground outside
            inner = picture.copy()
            picture[:] = tone(rng, ground)
            if rng.random() < .3:  # the next cells, and gaps between
                gap = rng.uniform(.02, .3) * side
                for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    x, y = dx * (r - l + gap), dy * (b - t + gap)
                    fill_box(picture, (l + x, t + y, r + x, b + y),
                             ground if rng.random() < .6 else tone(rng, ground))
            if rng.random() < .45:
                inside = rounded((h, w), cell, side * rng.uniform(.02, .5))[..., None]
                if rng.random() < .3:  # a shadow
                    shade = cv2.GaussianBlur(inside, (0, 0), max(.6, .08 * side))
                    shade = np.roll(shade, round(.05 * side), 0)
                    picture[:] = picture * (1 - .5 * shade[..., None])
                picture[:] = picture + (inner.astype(np.float32) - picture) * inside
                if rng.random() < .5:
                    return
            else:
                box = [max(round(v), 0) for v in cell]
                picture[box[1]:box[3], box[0]:box[2]] = inner[box[1]:box[3], box[0]:box[2]]
                if rng.random() < .4:
                    return
        rim(rng, picture, cell, colour, thick)
    elif kind < .68:  # a grid's lines
        for x in (l, r):
            cv2.line(picture, (round(x), 0), (round(x), h), colour,
                     max(1, round(thick * rng.choice([1, 1, 2]))))
        for y in (t, b):
            cv2.line(picture, (0, round(y)), (w, round(y)), colour,
                     max(1, round(thick * rng.choice([1, 1, 2]))))
    elif kind < .88:  # a disc, an ellipse, a ring
        centre = (round((l + r) / 2), round((t + b) / 2))
        axes = (max(2, round((r - l) / 2)), max(2, round((b - t) / 2)))
        if rng.random() < .5:
            disc = np.zeros((h, w), np.uint8)
            cv2.ellipse(disc, centre, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
            inner = picture.copy()
            picture[:] = tone(rng, ground)
            share = disc[..., None] / np.float32(255)
            picture[:] = picture + (inner.astype(np.float32) - picture) * share
        if rng.random() < .7:
            cv2.ellipse(picture, centre, axes, 0, 0, 360, colour, thick, cv2.LINE_AA)


def draw_near(rng, picture, box, height, ground, ink):
    """A line beside the word: an underline, a caret, the next one's rim."""
    h, w = picture.shape[:2]
    x0, y0, x1, y1 = box
    colour = tone(rng, ground) if rng.random() < .6 else [float(v) for v in ink]
    thick = max(1, round(height * abs(rng.gauss(0, .08))))
    d = round(height * rng.uniform(.0, .45)) + thick
    over = rng.choice([0, 0, h + w])
    side = rng.randrange(4)
    line = [((x0 - d, y0 - over), (x0 - d, y1 + over)), ((x1 + d, y0 - over), (x1 + d, y1 + over)),
            ((x0 - over, y0 - d), (x1 + over, y0 - d)), ((x0 - over, y1 + d), (x1 + over, y1 + d))]
    cv2.line(picture, *[(round(x), round(y)) for x, y in line[side]], colour, thick)


def put(picture, mask, x, y, ink):
    """Prints a mask in an ink with its top left at x, y; what lies outside is
    cut off."""
    h, w = picture.shape[:2]
    x, y = round(x), round(y)
    l, t = max(x, 0), max(y, 0)
    r, b = min(x + mask.shape[1], w), min(y + mask.shape[0], h)
    if r <= l or b <= t:
        return
    part = mask[t - y:b - y, l - x:r - x, None]
    at = picture[t:b, l:r]
    at += (np.asarray(ink, np.float32) - at) * part


def spoil(rng, picture, height, noise):
    """Light, blur, grain and compression, as pictures have them."""
    h, w = picture.shape[:2]
    photo = rng.random() < .3
    if rng.random() < (.6 if photo else .15):
        picture = picture + (np.linspace(-1, 1, w, dtype=np.float32)[None, :, None] *
                             rng.gauss(0, 22) +
                             np.linspace(-1, 1, h, dtype=np.float32)[:, None, None] *
                             rng.gauss(0, 22))
    if rng.random() < (.8 if photo else .25):
        picture = cv2.GaussianBlur(picture, (0, 0), .25 + abs(rng.gauss(0, .06)) * height)
    if rng.random() < .2:  # enlarged pictures
        f = rng.uniform(.45, .9)
        if f * height >= 7:
            small = cv2.resize(picture, None, fx=f, fy=f, interpolation=cv2.INTER_AREA)
            picture = cv2.resize(small, (w, h), interpolation=rng.choice(
                [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST]))
    if rng.random() < (.8 if photo else .12):
        y, x = rng.randrange(noise.shape[0] - h), rng.randrange(noise.shape[1] - w)
        grain = noise[y:y + h, x:x + w]
        if rng.random() < .6:
            grain = grain[..., :1]
        grain = grain * np.float32(abs(rng.gauss(0, 9)))
        if rng.random() < .4:
            grain = cv2.GaussianBlur(grain, (0, 0), .8)
            grain = grain[..., None] if grain.ndim == 2 else grain
        picture = picture + grain
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < (.7 if photo else .12):
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(30, 95)])
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture


def quad_of(x0, y0, x1, y1):
    """The corners of a box of pixels' outer edges, in coordinates of centres."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64) - .5


def cut(picture, quad, halves=None):
    """The crop of a place (its corners clockwise from the top left, 0,0 the
    centre of the first pixel), as vision/number cuts it, and how many of its
    columns belong to the place and what is next to it: the place's height fills
    INK_HEIGHT, its width INK_WIDTH at most. `halves` keeps the picture's."""
    d = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    width, height = (d[0] + d[2]) / 2, (d[1] + d[3]) / 2
    sy = INK_HEIGHT / max(height, 1.)
    sx = min(sy, INK_WIDTH / max(width, 1.))
    halves = {} if halves is None else halves
    level = 0
    halves[0] = picture
    while sy * 2 ** level < .5:  # halved until it need not be shrunk by more than two
        level += 1
        if level not in halves:
            finer = halves[level - 1]
            halves[level] = cv2.resize(
                finer, (max(1, finer.shape[1] // 2), max(1, finer.shape[0] // 2)),
                interpolation=cv2.INTER_AREA)
    w, h = sx * width / 2, sy * height / 2
    columns = 2 * min(WIDTH // 2, int(np.ceil(w + (HEIGHT - INK_HEIGHT) / 2)))
    cx, cy = columns / 2 - .5, HEIGHT / 2 - .5
    to = np.array([[cx - w, cy - h], [cx + w, cy - h], [cx + w, cy + h], [cx - w, cy + h]],
                  np.float32)
    place = ((quad + .5) / 2 ** level - .5).astype(np.float32)
    crop = cv2.warpPerspective(halves[level], cv2.getPerspectiveTransform(to, place),
                               (columns, HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                               borderMode=cv2.BORDER_REPLICATE)
    return crop


def normalise(crops):
    """Of N crops of one width: one value a pixel, how far its colour lies from
    the crop's median colour along the axis that the colours spread along most,
    ink positive; -128..127, 64 what one pixel in 34 exceeds (8 levels at least).
    int8 N x HEIGHT x WIDTH, 0 beside the crops."""
    n, h, w = crops.shape[:3]
    count = h * w
    d = crops.reshape(n, count, 3).astype(np.float32)
    d -= np.partition(d, count // 2, axis=1)[:, count // 2][:, None]
    spread = d.transpose(0, 2, 1) @ d
    axis = np.full((n, 3, 1), 1 / np.sqrt(3))
    for _ in range(8):
        next_axis = spread @ axis
        length = np.linalg.norm(next_axis, axis=1, keepdims=True)
        axis = np.where(length < 1e-6, axis, next_axis / np.maximum(length, 1e-6))
    p = (d @ axis)[..., 0]
    rank = count // 34
    ordered = np.partition(p, [rank, count - 1 - rank], axis=1)
    low, high = ordered[:, rank], ordered[:, count - 1 - rank]
    scale = 64 / np.maximum(np.maximum(high, -low), 8.) * np.where(-low > high, -1, 1)
    out = np.zeros((n, h, WIDTH), np.int8)
    left = (WIDTH - w) // 2
    out[:, :, left:left + w] = np.clip(np.rint(p * scale[:, None]), -128, 127).reshape(n, h, w)
    return out


def shaken(rng, box, height, cell):
    """The place that detection may tell for a box."""
    e = .035 * height + .35
    x0, y0, x1, y1 = (v + rng.gauss(0, e) for v in box)
    if x1 - x0 < 2 or y1 - y0 < 4:
        return None
    quad = quad_of(x0, y0, x1, y1)
    turn = rng.random()
    if turn < .3:
        angle = np.radians(rng.gauss(0, 5) if turn < .08 else rng.gauss(0, 2))
        middle = quad.mean(0)
        c, s = np.cos(angle), np.sin(angle)
        quad = (quad - middle) @ np.array([[c, s], [-s, c]]) + middle
    if rng.random() < .15:  # seen from a side
        e = (.06 if cell else .04) * (y1 - y0)
        quad = quad + np.array([[rng.gauss(0, e), rng.gauss(0, e)] for _ in range(4)])
    return quad


def pencil(rng, case, picture, cell, height, ink):
    """Small digits in a cell's corners or in rows. How many."""
    l, t, r, b = cell
    side = min(r - l, b - t)
    small = side * rng.uniform(.16, .27)
    spots = [(x, y) for x in (.17, .5, .83) for y in (.17, .5, .83)]
    if rng.random() < .4:
        spots = [s for s in spots if s[1] < .2] if rng.random() < .5 else [spots[0]]
    count = min(len(spots), rng.randint(1, 6))
    for x, y in rng.sample(spots, count):
        mask = mask_of(rng, case, rng.choice("123456789"), small)
        if mask is not None:
            put(picture, mask, l + x * (r - l) - mask.shape[1] / 2,
                t + y * (b - t) - mask.shape[0] / 2, ink)
    return count


def samples(rng, case, noise):
    """Crops of one picture, each with its classes."""
    height = max(7., rng.lognormvariate(2.95, .48))
    height = min(height, 64. if rng.random() < .9 else 120.)
    text, classes = word(rng)
    ground, ink = colours(rng)
    if text:
        mask = mask_of(rng, case, text, height)
    elif rng.random() < .25:
        mask, classes, text = thing(rng, height), [OTHER], "thing"
    else:
        mask = np.zeros((round(height), round(height * rng.uniform(.5, 1.3))), np.float32)
    if mask is None or mask.shape[1] > 9 * height or not 4 < mask.shape[0] < 1.7 * height + 6:
        return
    h, w = mask.shape
    # its cell: from such that are filled by it to such that it is small in
    share = rng.betavariate(2.2, 1.7) * .75 + .22 if rng.random() < .85 else \
        rng.uniform(.9, 1.1)
    cell_h = h / share
    cell_w = max(cell_h * max(.6, rng.lognormvariate(0, .16) if rng.random() < .7 else
                              rng.uniform(.7, 2.6)), w * rng.uniform(.92, 1.4))
    slack_x, slack_y = max(cell_w - w, 0), max(cell_h - h, 0)
    off_x = slack_x * np.clip(rng.gauss(0, .05 if rng.random() < .8 else .2), -.42, .42)
    off_y = slack_y * np.clip(rng.gauss(0, .05 if rng.random() < .8 else .2), -.42, .42)
    pad = round(.2 * cell_h + .3 * height) + 3
    width, tall = int(max(cell_w, w) + 2 * pad), int(max(cell_h, h) + 2 * pad)
    cx, cy = width / 2, tall / 2
    cell = (cx - cell_w / 2, cy - cell_h / 2, cx + cell_w / 2, cy + cell_h / 2)
    x, y = round(cx - w / 2 + off_x), round(cy - h / 2 + off_y)
    box = (x, y, x + w, y + h)
    picture = np.empty((tall, width, 3), np.uint8)
    picture[:] = ground
    looks = rng.random()
    if looks < .08:  # a slope of colour, or hatching
        to = np.array(tone(rng, ground))
        if rng.random() < .6:
            k = np.linspace(0, rng.uniform(.1, .6), tall if rng.random() < .5 else width)
            k = k[:, None, None] if len(k) == tall else k[None, :, None]
            picture[:] = ground + (to - ground) * k
        else:
            step = rng.randint(3, 9)
            yy, xx = np.mgrid[:tall, :width]
            lines = ((xx + yy) % step < max(1, step // 3))[..., None]
            picture[:] = np.where(lines, ground + (to - ground) * .15, ground)
    bounded = rng.random() < .72
    if bounded:
        draw_cell(rng, picture, cell, height, ground)
    if rng.random() < .15:
        draw_near(rng, picture, box, height, ground, ink)
    picture = picture.astype(np.float32)
    marks = 0
    if bounded and rng.random() < (.12 if text is None else .03):
        marks = pencil(rng, case, picture, cell, height,
                       ink if rng.random() < .5 else tone(rng, ground))
    beside = text is not None and rng.random() < .2
    if beside:  # neighbours
        for side in (-1, 1):
            next_one = mask_of(rng, case, number(rng)[:2], height)
            if next_one is None or rng.random() < .3:
                continue
            gap = height * rng.uniform(.22, .7) + (cell_w - w) * (.5 if bounded else 0)
            put(picture, next_one,
                x - gap - next_one.shape[1] if side < 0 else x + w + gap,
                y + h - next_one.shape[0], ink)
    put(picture, mask, x, y, ink)
    picture = spoil(rng, picture, height, noise)

    halves = {}
    for _ in range(2):
        told = classes
        as_cell = text is None or bounded and rng.random() < (.45 if len(classes) < 4 else .1)
        if as_cell:
            k = CELL_SHARE * rng.uniform(.94, 1.06)
            place = (cx - k * cell_w / 2, cy - k * cell_h / 2,
                     cx + k * cell_w / 2, cy + k * cell_h / 2)
            # what reaches far out of the place cannot be read there
            if text and (x < place[0] - .12 * height or x + w > place[2] + .12 * height or
                         y < place[1] - .12 * height or y + h > place[3] + .12 * height):
                continue
            if text and h < .3 * (place[3] - place[1]):
                continue
            if text is None and marks:
                told = [OTHER] if marks < 3 else []
        elif marks:
            continue
        else:
            place = box
            part = rng.random()
            if part < .04 and classes and classes[0] < OTHER and h > 8:
                # a part of it: nobody can read it there
                cut_h = rng.uniform(.3, .55) * h
                place = (x, y, x + w, y + cut_h) if rng.random() < .5 else \
                    (x, y + h - cut_h, x + w, y + h)
                told = [OTHER]
        quad = shaken(rng, place, height, as_cell)
        if quad is not None:
            yield cut(picture, quad, halves), told


def shard(rng, designs, count):
    """`count` samples: crops (int8 count x HEIGHT x WIDTH), the columns of each
    that are not beside it, and their classes."""
    noise = np.random.default_rng(rng.randrange(1 << 30)).standard_normal(
        (900, 1600, 3)).astype(np.float32)
    case = Case(rng, designs)
    raw, classes = [], []
    while len(raw) < count:
        try:
            for crop, told in samples(rng, case, noise):
                raw.append(crop)
                classes.append(told)
        except ValueError:  # larger than the noise
            continue
    raw, classes = raw[:count], classes[:count]
    return (*normalise_all(raw), classes)


def normalise_all(raw):
    """Normalised crops of whatever widths, and those widths."""
    widths = np.array([c.shape[1] for c in raw])
    crops = np.zeros((len(raw), HEIGHT, WIDTH), np.int8)
    for w in np.unique(widths):
        at = np.where(widths == w)[0]
        for k in range(0, len(at), 512):
            some = at[k:k + 512]
            crops[some] = normalise(np.stack([raw[i] for i in some]))
    return crops, widths.astype(np.uint8)
