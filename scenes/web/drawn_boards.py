"""Boards of more than numbers: suko, tracks, sigils and panels, as inline SVG
and sheets."""
import math

from look import Box, chance, contrast, css, hsl, mix
from number_boards import longest, number
from sheet import Painter, Sheet, Slot

HUES = {"red": 0, "orange": .085, "yellow": .145, "green": .33, "cyan": .5,
        "blue": .6, "purple": .76, "magenta": .84}


def paint(name, rng, strength=None):
    """A colour of that name."""
    if name in ("black", "white"):
        return hsl(0, 0, .06 if name == "black" else .96)
    pale = chance(rng, .5) if strength is None else strength == "pale"
    return hsl(HUES[name] + rng.uniform(-.015, .015),
               rng.uniform(.5, .9) if pale else rng.uniform(.75, 1),
               rng.uniform(.72, .85) if pale else
               rng.uniform(.38 if name == "purple" else .45, .55))


def svg(inside, width, height, view):
    return f'<svg width="{width:.1f}" height="{height:.1f}" viewBox="' \
        f'{" ".join(f"{v:g}" for v in view)}" style="display:block">' \
        f"{inside}</svg>"


# suko

def suko_legend(painter, puzzle, colours):
    """The areas' totals beside the board, each on its colour."""
    rng, look = painter.rng, painter.look
    size = painter.height * rng.uniform(.45, .9)
    shape = rng.choice(["0", "6px", "50%"])
    named = chance(rng, .25)
    upright = chance(rng, .3)
    painter.rule(".legend", "display:flex", f"gap:{rng.randint(4, 24)}px",
                 "justify-content:center",
                 f"flex-direction:{'column' if upright else 'row'}",
                 f"margin:{rng.randint(10, 40)}px")
    painter.rule(".legend div", "display:flex", "align-items:center",
                 "justify-content:center", f"min-width:{size:.1f}px",
                 f"height:{size:.1f}px", f"border-radius:{shape}",
                 f"padding:0 {8 if named else 0}px",
                 f"font-size:{max(painter.least, size * .45):.1f}px",
                 f"border:{rng.choice([0, 1, 2])}px solid "
                 f"{css(look.edge(painter.ground, 1.5))}")
    return '<div class="legend">' + "".join(
        f'<div style="background:{css(colour)};color:{css(look.ink(colour))}">'
        f'{area["colour"].title() + ": " if named else ""}{area["total"]}'
        "</div>" for area, colour in zip(puzzle["areas"], colours)) + "</div>"


def suko(puzzle, look, scale, name, ground):
    rng = look.rng
    painter = Painter(look, scale, name, 1, ground)
    painter.align, painter.inputs = "center", rng.choice(["none", "all"])
    painter.inner = False
    painter.font = max(painter.least, rng.uniform(11, 22))
    painter.width = painter.height = painter.font * rng.uniform(3.8, 6)
    blank = painter.cells("brick")
    painter.rule(".given,.blank", f"font-size:{painter.height * .4:.1f}px")
    gap = (0, 0) if blank.width else (rng.randint(1, 6),) * 2
    strength = rng.choice(["pale", "strong"])
    colours = [paint(a["colour"], rng, strength) for a in puzzle["areas"]]
    area_of = {cell: i for i, a in enumerate(puzzle["areas"])
               for cell in a["cells"]}
    for i, colour in enumerate(colours):
        painter.rule(f".area{i}", f"background:{css(colour)}",
                     f"color:{css(look.ink(colour))}")
    zeros = chance(rng, .1)  # a blank is printed as 0
    rows = [[Slot("given" if given or zeros else "blank",
                  str(given) if given or zeros else "", (x, y),
                  classes=f"area{area_of.get(3 * y + x)}")
             for x, given in enumerate(puzzle["givens"][3 * y:3 * y + 3])]
            for y in range(3)]
    sheet = Sheet(rows, [painter.width] * 3, painter.height, gap)
    board = painter.lay_out(sheet, ("table", "grid"))
    circle = Box(look, ground, True)
    size = painter.font * rng.uniform(1.9, 2.3)
    if circle.ground == ground:  # it covers the lines behind it
        circle.css += f";background:{css(look.fill(ground, 1))}"
        circle.ground = ground
        circle.css += f";background:{css(ground)}"
    painter.rule(".over", "position:relative", "display:inline-block")
    painter.rule(".sum", circle.css, "position:absolute", "display:flex",
                 "align-items:center", "justify-content:center",
                 f"width:{size:.1f}px", f"height:{size:.1f}px",
                 f"margin:-{size / 2:.1f}px 0 0 -{size / 2:.1f}px",
                 f"border-radius:{rng.choice(['50%', '50%', '50%', '4px'])}",
                 f"color:{css(look.ink(circle.ground))}",
                 f"font-size:{painter.font:.1f}px", "line-height:1")
    sums = "".join(
        f'<div class="sum" style="left:{100 * (1 + i % 2) / 3:.2f}%;'
        f'top:{100 * (1 + i // 2) / 3:.2f}%">{value}</div>'
        for i, value in enumerate(puzzle["circles"]))
    parts = [f'<div class="over">{board}{sums}</div>']
    if puzzle["areas"]:
        parts.insert(rng.choice([0, 1, 1, 1]),
                     suko_legend(painter, puzzle, colours))
    side = rng.choice(["row", "column", "column"])
    painter.rule(".parts", "display:inline-flex", "align-items:center",
                 f"flex-direction:{side}")
    if zeros:
        painter.notes.append("zeros")
    return painter.finish(f'<div class="parts">{"".join(parts)}</div>')


# tracks: a tile is the sum of the sides it joins, right 1, bottom 2, left 4,
# top 8; how often the drawing of 5 and of 3 is turned clockwise by 90 degrees

TURNS = {5: 0, 10: 1, 3: 0, 6: 1, 12: 2, 9: 3}


class Rails:
    """How pieces of track are drawn, in squares of 100 by 100."""

    def __init__(self, rng, ink, second, bed):
        self.kind = rng.choice(["rails", "rails", "line", "double", "ribbon",
                                "ladder", "dashes", "sleepers"])
        self.bend = rng.choice(["arc", "arc", "arc", "corner", "chord"])
        self.ink, self.bed = css(ink), css(bed)
        self.second = css(second if chance(rng, .4) else ink)
        self.width = rng.uniform(4, 8) if self.kind != "line" else \
            rng.choice([rng.uniform(3, 8), rng.uniform(10, 40)])
        self.off = rng.uniform(9, 24)
        self.sleeper = rng.uniform(self.off + 4, self.off + 14)
        self.count = rng.randint(3, 7)
        self.inset = rng.choice([0, 0, 0, rng.uniform(3, 12)])

    def line(self, straight, off):
        """The path `off` to the side of the middle line, its bend around the
        bottom right."""
        o = 50 + off
        if straight:
            return f"M0,{o:g}H100"
        if self.bend == "arc":
            return f"M100,{o:g}A{100 - o:g},{100 - o:g} 0 0 0 {o:g},100"
        if self.bend == "chord":
            return f"M100,{o:g}L{o:g},100"
        return f"M100,{o:g}H{o:g}V100"

    def across(self, straight, share, reach):
        """A sleeper."""
        near, far = 50 - reach, 50 + reach
        if straight:
            return f"M{100 * share:g},{near:g}V{far:g}"
        if self.bend == "corner":
            along = 100 - 100 * share if share < .5 else 100 * share
            return f"M{along:g},{near:g}V{far:g}" if share < .5 else \
                f"M{near:g},{along:g}H{far:g}"
        angle = math.pi / 2 * share
        c, s = (math.cos(angle), math.sin(angle))
        stretch = 1 / (c + s) if self.bend == "chord" else 1
        return "M" + "L".join(f"{100 - r * stretch * c:.1f},"
                              f"{100 - r * stretch * s:.1f}"
                              for r in (near, far))

    def strokes(self, straight):
        """(path, colour, width, dashes) of a piece, the lowest first."""
        middle = self.line(straight, 0)
        rails = [(self.line(straight, o), self.ink, self.width, "")
                 for o in (-self.off, self.off)]
        ties = [("".join(self.across(straight, (i + .5) / self.count,
                                     self.sleeper)
                         for i in range(self.count)),
                 self.second, self.width, "")]
        return {"line": [(middle, self.ink, self.width, "")],
                "double": rails, "rails": ties + rails, "sleepers": ties,
                "ribbon": [(middle, self.ink, 2 * self.sleeper, ""),
                           (middle, self.bed, 2 * self.off, "")],
                "ladder": ties + [(middle, self.ink, self.width, "")],
                "dashes": [(middle, self.ink, 3 * self.width,
                            f"{60 / self.count:.1f} {40 / self.count:.1f}")],
                }[self.kind]

    def piece(self, tile):
        drawn = "".join(
            f'<path d="{path}" fill="none" stroke="{ink}" '
            f'stroke-width="{width:.1f}" stroke-dasharray="{dashes}"/>'
            for path, ink, width, dashes in self.strokes(tile in (5, 10)))
        size = 1 - self.inset / 50
        return f'<g transform="rotate({90 * TURNS[tile]} 50 50) ' \
            f'translate({self.inset:g} {self.inset:g}) scale({size:.3f})">' \
            f"{drawn}</g>"


def cross(rng, ink):
    """A mark of the player's: this square stays empty."""
    r = rng.uniform(12, 34)
    low, high = f"{50 - r:.1f}", f"{50 + r:.1f}"
    path = rng.choice([
        f"M{low},{low}L{high},{high}M{low},{high}L{high},{low}",
        f"M{low},50A{r:.1f},{r:.1f} 0 1 0 {low},49.9",
        f"M{50 - r / 3:.1f},50A{r / 3:.1f},{r / 3:.1f} 0 1 0 "
        f"{50 - r / 3:.1f},49.9"])
    return f'<path d="{path}" fill="none" stroke="{css(ink)}" ' \
        f'stroke-width="{rng.uniform(4, 10):.1f}"/>'


def tracks_ring(puzzle, rng):
    """Totals and the ends' letters around the cells: {(x, y): slot}. Letters
    are left out where a total stands in their way."""
    columns, rows = puzzle["columns"], puzzle["rows"]
    above, right = chance(rng, .7), chance(rng, .6)
    ring = {}
    for x, value in enumerate(puzzle["column_totals"]):
        ring[x, -1 if above else rows] = Slot("total", number(value))
    for y, value in enumerate(puzzle["row_totals"]):
        ring[columns if right else -1, y] = Slot("total", number(value))
    places = {"left": lambda i: (-1, i), "right": lambda i: (columns, i),
              "top": lambda i: (i, -1), "bottom": lambda i: (i, rows)}
    ends = [places[puzzle[e]["side"]](puzzle[e]["index"])
            for e in ("entry", "exit")]
    if chance(rng, .6) and not any(end in ring for end in ends):
        for end, letter in zip(ends, "AB"):
            ring[end] = Slot("end", letter)
    return ring


def tracks(puzzle, look, scale, name, ground):
    rng = look.rng
    painter = Painter(look, scale, name, longest(
        puzzle["column_totals"], puzzle["row_totals"]), ground)
    painter.align, painter.inputs, painter.pad = "center", "none", 0
    painter.width = painter.height = max(
        painter.font * rng.uniform(1.3, 2.4), 22, 24 / scale)
    blank = painter.cells("brick")
    overlap = blank.width if blank.width and chance(rng, .75) else 0
    gap = (0, 0) if blank.width else (rng.randint(1, 3),) * 2
    ink = look.ink(blank.ground)
    rails = Rails(rng, ink, look.accent if contrast(
        look.accent, blank.ground) > 2 else ink,
        mix(ink, blank.ground, rng.uniform(.4, .9)))
    painter.notes += [rails.kind, rails.bend]
    tiles = {tuple(c["at"]): c["tile"] for c in puzzle["clues"]}
    slots = tracks_ring(puzzle, rng)
    crossed = rng.uniform(.1, .5) if chance(rng, .15) else 0
    mark = cross(rng, mix(ink, blank.ground, rng.uniform(0, .6)))
    shaded, checkered = chance(rng, .12), chance(rng, .12)
    if chance(rng, .1):
        painter.notes.append("ends go on")
        for end in ("entry", "exit"):
            side, i = puzzle[end]["side"], puzzle[end]["index"]
            at = {"left": (-1, i), "right": (puzzle["columns"], i),
                  "top": (i, -1), "bottom": (i, puzzle["rows"])}[side]
            if at not in slots:
                slots[at] = Slot("end", html=svg(
                    rails.piece(5 if side in ("left", "right") else 10),
                    painter.width, painter.height, (0, 0, 100, 100)))
    for y in range(puzzle["rows"]):
        for x in range(puzzle["columns"]):
            drawn = svg(rails.piece(tiles[x, y]), painter.width,
                        painter.height, (0, 0, 100, 100)) \
                if (x, y) in tiles else ""
            if not drawn and chance(rng, crossed):
                drawn = svg(mark, painter.width, painter.height,
                            (0, 0, 100, 100))
            tinted = shaded and (x, y) in tiles or checkered and (x + y) % 2
            slots[x, y] = Slot("blank", "", (x, y), html=drawn,
                               classes="tinted" if tinted else "")
    if chance(rng, .15):  # what the player has done
        for slot in slots.values():
            if slot.role == "total" and chance(rng, .4):
                slot.classes = "done"
    xs, ys = ([*range(min(p[i] for p in slots), max(p[i] for p in slots) + 1)]
              for i in (0, 1))
    lines = [[slots.get((x, y), Slot()) for x in xs] for y in ys]
    box = Box(look, ground, False, .7)
    painter.rule(".total", box.css, painter.type(box.ground, (.9, 1)),
                 "border-radius:50%" if chance(rng, .1) else "")
    green = hsl(.36, .8, .3)
    if contrast(box.ground, green) < 3:
        green = hsl(.36, .8, .7)
    faded = mix(look.ink(box.ground), box.ground, .45)
    painter.rule(".total.done", rng.choice([
        f"color:{css(faded)}", f"color:{css(green)}",
        "text-decoration:line-through"]))
    painter.rule(".end", painter.type(ground))
    painter.rule(".void,.end", "border:none", "background:none")
    sheet = Sheet(lines, [painter.width] * len(xs), painter.height, gap,
                  overlap)
    inside = painter.lay_out(sheet)
    painter.rule(".blank", "overflow:hidden", "padding:0")
    if shaded or checkered:
        tint = mix(blank.ground, ink, rng.uniform(.04, .16))
        painter.rule(".blank.tinted", f"background:{css(tint)}")
        painter.notes.append("shaded" if shaded else "checkered")
    painter.rule("svg", "width:100%", "height:100%", "flex:none")
    return painter.finish(inside)


# sigils

SHAPES = {"I": ["####"], "O": ["##", "##"], "T": ["###", ".#."],
          "J": ["#..", "###"], "L": ["..#", "###"], "S": [".##", "##."],
          "Z": ["##.", ".##"]}


def turn(shape):
    return ["".join(column) for column in zip(*shape[::-1])]


def outline(shape, unit):
    """The path around a shape's squares, clockwise."""
    squares = {(x, y) for y, row in enumerate(shape)
               for x, c in enumerate(row) if c == "#"}
    step = {}
    for x, y in squares:
        for (dx, dy), start, end in (
                ((0, -1), (x, y), (x + 1, y)),
                ((1, 0), (x + 1, y), (x + 1, y + 1)),
                ((0, 1), (x + 1, y + 1), (x, y + 1)),
                ((-1, 0), (x, y + 1), (x, y))):
            if (x + dx, y + dy) not in squares:
                step[start] = end
    at = first = next(iter(step))
    path = []
    while not path or at != first:
        path.append(f"{at[0] * unit:.1f},{at[1] * unit:.1f}")
        at = step[at]
    return "M" + "L".join(path) + "Z"


class Pieces:
    """How pieces are drawn."""

    def __init__(self, look, ground, unit):
        rng = look.rng
        self.rng, self.unit, self.ground = rng, unit, ground
        same = look.fill(ground, 1.5)
        self.fills = {}
        for name in SHAPES:
            colour = same
            if self.fills and rng.random() < .7 or not self.fills:
                colour = hsl(rng.random(), rng.uniform(.4, .9),
                             rng.uniform(.3, .7))
            self.fills[name] = colour if contrast(colour, ground) > 1.5 \
                else same
        if chance(rng, .4):
            self.fills = dict.fromkeys(SHAPES, same)
        # edge, gap: seams between blocks; whole, hollow: one outline
        self.line = rng.choice(["none", "edge", "edge", "gap", "whole",
                                "hollow", "bevel", "signs"])
        self.gap = unit * rng.uniform(.03, .12) \
            if self.line in ("gap", "bevel") else 0
        self.round = rng.choice([0, 0, unit * .15, unit * .3]) \
            if self.gap else rng.choice([0, 0, unit * .15])
        self.stroke = max(1, unit * rng.uniform(.03, .12))
        self.turned = chance(rng, .4)

    def draw(self, name, faint=False):
        shape = SHAPES[name]
        for _ in range(self.rng.randint(0, 3) if self.turned else 0):
            shape = turn(shape)
        unit, fill = self.unit, self.fills[name]
        if faint:
            fill = mix(self.ground, fill, .25)
        dark = mix(fill, (0, 0, 0), .45)
        edge = css(dark) if self.line in ("edge", "bevel") else "none"
        margin = self.stroke if self.line in ("whole", "hollow") else 1
        if self.line in ("whole", "hollow"):
            hollow = self.line == "hollow"
            drawn = f'<path d="{outline(shape, unit)}" ' \
                f'fill="{"none" if hollow else css(fill)}" ' \
                f'stroke="{css(fill if hollow else dark)}" ' \
                f'stroke-width="{self.stroke:.1f}"/>'
        else:
            drawn = "".join(
                f'<rect x="{x * unit + self.gap:.1f}" '
                f'y="{y * unit + self.gap:.1f}" rx="{self.round:.1f}" '
                f'width="{unit - 2 * self.gap:.1f}" '
                f'height="{unit - 2 * self.gap:.1f}" '
                f'fill="{css(fill)}" stroke="{edge}"/>'
                + (f'<circle cx="{(x + .5) * unit:.1f}" '
                   f'cy="{(y + .5) * unit:.1f}" r="{unit * .2:.1f}" '
                   f'fill="{css(dark)}"/>' if self.line == "signs" else "")
                + (f'<path d="M{x * unit + self.gap:.1f},'
                   f'{y * unit + self.gap:.1f}h{unit - 2 * self.gap:.1f}" '
                   f'stroke="{css(mix(fill, (1, 1, 1), .5))}" '
                   f'stroke-width="{self.stroke * 1.5:.1f}"/>'
                   if self.line == "bevel" else "")
                for y, row in enumerate(shape) for x, c in enumerate(row)
                if c == "#")
        width, height = len(shape[0]) * unit, len(shape) * unit
        return svg(drawn, width + 2 * margin, height + 2 * margin,
                   (-margin, -margin, width + 2 * margin,
                    height + 2 * margin))


def sigils_frame(puzzle, painter, look, ground):
    """Empty squares in a sheet, or, as canvases and SVG draw them, a
    chessboard or one rectangle."""
    rng, unit = look.rng, painter.width
    columns, rows = puzzle["columns"], puzzle["rows"]
    kind = rng.choices(["sheet", "chess", "plain"], [7, 1.5, 1.5])[0]
    if kind == "sheet":
        blank = painter.cells("brick")
        overlap = blank.width if blank.width and chance(rng, .75) else 0
        gap = (0, 0) if blank.width else (rng.randint(1, 4),) * 2
        lines = [[Slot("blank", "", (x, y)) for x in range(columns)]
                 for y in range(rows)]
        return painter.lay_out(Sheet(lines, [unit] * columns, painter.height,
                                     gap, overlap))
    painter.notes.append(kind)
    light = look.fill(ground, 1.12)
    dark = look.fill(light, 1.12)
    edge = css(look.edge(ground, 1.5)) if chance(rng, .6) else "none"
    inside = "".join(
        f'<rect x="{x * unit:.1f}" y="{y * unit:.1f}" width="{unit:.1f}" '
        f'height="{unit:.1f}" fill="{css(dark if (x + y) % 2 else light)}"/>'
        for y in range(rows) for x in range(columns)) \
        if kind == "chess" else ""
    return svg(inside + f'<rect data-frame="" width="{unit * columns:.1f}" '
               f'height="{unit * rows:.1f}" '
               f'fill="{css(light) if kind == "plain" else "none"}" '
               f'stroke="{edge}" stroke-width="{rng.choice([1, 2, 3])}"/>',
               unit * columns + 4, unit * rows + 4,
               (-2, -2, unit * columns + 4, unit * rows + 4))


def sigils_tray(puzzle, painter, pieces, card):
    """The pieces one by one, or each kind with its number, on the page or
    each in a card (a Box)."""
    rng, names = painter.rng, puzzle["pieces"]
    if not chance(rng, .45):
        tray = [pieces.draw(n) for n in names]
        painter.rule(".tray>div", "padding:0")
    else:
        times = rng.choice(["\u00d7{}", "x{}", "{}", "{}", "\u00d7 {}",
                            "{}\u00d7"])
        where = rng.choice(["row", "row", "column", "column",
                            "row-reverse", "column-reverse"])
        buttons = chance(rng, .15)
        letters = chance(rng, .15)
        painter.notes.append("counted")
        kinds = [*dict.fromkeys(names)]
        if chance(rng, .3):  # all there are, some of them none times
            kinds = [n for n in SHAPES]
        tray = []
        for n in kinds:
            count = names.count(n)
            label = f"<b>{times.format(count)}</b>"
            if buttons:
                label = f'<span class="step"><i>\u2212</i>{label}<i>+</i></span>'
            if letters:
                label = f"<em>{n}</em>{label}"
            tray.append(pieces.draw(n, not count and chance(rng, .7)) + label)
        painter.rule(".tray>div", f"flex-direction:{where}")
    if card:
        painter.rule(".tray>div", card.css,
                     f"padding:{painter.width * rng.uniform(.2, .6):.1f}px",
                     "justify-content:center", "box-sizing:border-box",
                     f"min-width:{painter.width * rng.uniform(3, 6):.1f}px")
    painter.rule(".tray b", painter.type(pieces.ground))
    painter.rule(".tray em,.tray i", painter.type(pieces.ground),
                 "padding:0 6px")
    painter.rule(".step", "display:inline-flex", "align-items:center",
                 "gap:4px")
    return tray


def sigils(puzzle, look, scale, name, ground):
    rng = look.rng
    painter = Painter(look, scale, name, 1, ground)
    painter.inputs, painter.pad, painter.align = "none", 0, "center"
    painter.width = painter.height = rng.uniform(18, 46) / min(1, scale)
    frame = sigils_frame(puzzle, painter, look, ground)
    card = Box(look, ground, True) if chance(rng, .35) else None
    pieces = Pieces(look, card.ground if card else ground,
                    painter.width * rng.choice(
                        [1, 1, rng.uniform(.5, .95), rng.uniform(.4, 1.4)]))
    tray = sigils_tray(puzzle, painter, pieces, card)
    space = painter.width * rng.uniform(.5, 1.2)
    align = rng.choice(["flex-start", "flex-end", "center"])
    painter.rule(".tray", "display:flex", "flex-wrap:wrap",
                 f"align-items:{align}", f"gap:{space:.1f}px",
                 f"max-width:{painter.width * rng.uniform(6, 20):.1f}px")
    painter.rule(".tray>div", "display:flex",
                 f"align-items:{rng.choice(['flex-end', 'center'])}",
                 "gap:6px")
    painter.rule(".parts", "display:inline-flex", f"gap:{2 * space:.1f}px",
                 f"flex-direction:{rng.choice(['row', 'row', 'column'])}",
                 "align-items:flex-start")
    parts = [f"<div>{frame}</div>", '<div class="tray">' + "".join(
        f"<div>{p}</div>" for p in tray) + "</div>"]
    if chance(rng, .3):
        parts.reverse()
    return painter.finish(f'<div class="parts">{"".join(parts)}</div>')


# panels, in units of 100 a cell; x and y count half cells

def seen_on(colours, make):
    """Of colours that `make` makes one on which all of these can be seen."""
    def worst(ground):
        return min((contrast(c, ground) for c in colours), default=21)
    made = []
    while len(made) < 40 and not (made and worst(made[-1]) > 1.6):
        made.append(make())
    return max(made, key=worst)


class PanelPen:
    def __init__(self, look, ground, symbols, dots):
        rng = look.rng
        self.rng, self.colours = rng, {name: paint(name, rng, "strong")
                                       for name in sorted(symbols | dots)}

        def board():
            made = look.fill(ground, 1.1)
            look.hue, look.saturation = rng.random(), rng.random()
            return made if chance(rng, .8) else hsl(
                look.hue, look.saturation, rng.uniform(.1, .9))
        self.board = seen_on([self.colours[n] for n in symbols], board)
        self.line = seen_on(
            [self.colours[n] for n in dots] + [self.board],
            lambda: look.edge(self.board, 1.8) if chance(rng, .8) else hsl(
                look.hue, look.saturation, rng.uniform(.1, .9)))
        self.width = rng.uniform(14, 42)
        self.start = max(rng.uniform(24, 48), self.width * .75)
        self.stub = rng.uniform(26, 48)
        self.gap = rng.uniform(12, 28)
        self.dot = min(rng.uniform(.2, .42), .46) * self.width

    def colour(self, name):
        return css(self.colours[name])

    def stroke(self, path, cap="butt"):
        return f'<path d="{path}" fill="none" stroke="{css(self.line)}" ' \
            f'stroke-width="{self.width:.1f}" stroke-linecap="{cap}"/>'

    def edges(self, puzzle):
        """Edges run along the even coordinate; each is whole, broken or not
        there."""
        gone = {tuple(e) for e in puzzle["missing"]}
        broken = {tuple(e) for e in puzzle["gaps"]}
        out = ""
        for y in range(2 * puzzle["rows"] + 1):
            for x in range(2 * puzzle["columns"] + 1):
                if x % 2 == y % 2 or (x, y) in gone:
                    continue
                dx, dy = (50, 0) if x % 2 else (0, 50)
                x0, y0, gap = 50 * x, 50 * y, self.gap / 100
                if (x, y) in broken:
                    out += "".join(
                        self.stroke(f"M{x0 + s * dx},{y0 + s * dy}"
                                    f"L{x0 + s * dx * gap:.1f},"
                                    f"{y0 + s * dy * gap:.1f}")
                        + self.disc(x0 + s * dx, y0 + s * dy, self.width / 2)
                        for s in (-1, 1))
                else:
                    out += self.stroke(f"M{x0 - dx},{y0 - dy}"
                                       f"L{x0 + dx},{y0 + dy}", "round")
        return out

    def disc(self, x, y, radius, fill=None):
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:.1f}" ' \
            f'fill="{fill or css(self.line)}"/>'

    def polygon(self, points, fill, more=""):
        return '<polygon points="' + " ".join(
            f"{x:.1f},{y:.1f}" for x, y in points) + \
            f'" fill="{fill}" {more}/>'

    def ends(self, puzzle):
        out = ""
        for end in puzzle["ends"]:
            (x, y), (dx, dy) = end["at"], end["towards"]
            length = self.stub / math.hypot(dx, dy)
            out += self.stroke(f"M{50 * x},{50 * y}l{dx * length:.1f},"
                               f"{dy * length:.1f}", "round")
        return out + "".join(self.disc(50 * x, 50 * y, self.start)
                             for x, y in puzzle["starts"])

    def dots(self, puzzle):
        return "".join(self.polygon(
            [(50 * x + self.dot * math.cos(a), 50 * y + self.dot * math.sin(a))
             for a in (i * math.pi / 3 for i in range(6))],
            self.colour(dot["colour"]))
            for dot in puzzle["dots"] if dot["colour"] != "invisible"
            for x, y in [dot["at"]])

    def square(self, cell):
        return '<rect x="-19" y="-19" width="38" height="38" rx="11" ' \
            f'fill="{self.colour(cell["colour"])}"/>'

    def star(self, cell):
        return "".join(
            f'<rect x="-15" y="-15" width="30" height="30" '
            f'fill="{self.colour(cell["colour"])}" '
            f'transform="rotate({a})"/>' for a in (0, 45))

    def triangle(self, cell):
        step, count = 24, cell["count"]
        return "".join(self.polygon(
            [(x - 10, 9), (x + 10, 9), (x, -9)], self.colour(cell["colour"]))
            for x in (step * (i - (count - 1) / 2) for i in range(count)))

    def eliminator(self, cell):
        return f'<path d="M0,0V-17M0,0L-15,12M0,0L15,12" stroke-width="9" ' \
            f'stroke="{self.colour(cell["colour"])}" fill="none"/>'

    def polyomino(self, cell):
        shape, fill = cell["shape"], self.colour(cell["colour"])
        size = min(14, 58 / max(len(shape), len(shape[0])) * .8)
        pitch = size * 1.28
        hollow = f'fill="none" stroke="{fill}" stroke-width="{size * .25:.1f}"'
        blocks = "".join(
            f'<rect x="{pitch * (x - (len(shape[0]) - 1) / 2) - size / 2:.1f}"'
            f' y="{pitch * (y - (len(shape) - 1) / 2) - size / 2:.1f}" '
            f'width="{size:.1f}" height="{size:.1f}" '
            + (hollow if cell["negative"] else f'fill="{fill}"') + "/>"
            for y, row in enumerate(shape) for x, c in enumerate(row)
            if c == "#")
        tilt = -20 if cell["rotatable"] else 0
        return f'<g transform="rotate({tilt})">{blocks}</g>'

    def symbols(self, puzzle):
        room = (100 - self.width) / 70
        return "".join(
            f'<g transform="translate({50 * c["at"][0]} {50 * c["at"][1]}) '
            f'scale({min(1.25, max(.75, room)):.2f})">'
            f'{getattr(self, c["kind"])(c)}</g>' for c in puzzle["cells"])


def panel(puzzle, look, scale, name, ground):
    rng = look.rng
    painter = Painter(look, scale, name, 1, ground)
    pen = PanelPen(look, ground, {c["colour"] for c in puzzle["cells"]},
                   {d["colour"] for d in puzzle["dots"]} - {"invisible"})
    unit = rng.uniform(40, 100) / min(1, scale)
    columns, rows = puzzle["columns"], puzzle["rows"]
    margin = rng.uniform(60, 110)
    view = (-margin, -margin, 100 * columns + 2 * margin,
            100 * rows + 2 * margin)
    frame = f'<rect data-frame="" width="{100 * columns}" ' \
        f'height="{100 * rows}" fill="none"/>'
    inside = pen.edges(puzzle) + pen.ends(puzzle) + pen.dots(puzzle) \
        + pen.symbols(puzzle) + frame
    painter.rule("svg", f"background:{look.background(pen.board, .2)}",
                 f"border-radius:{rng.choice([0, 0, 8, 24])}px")
    painter.notes = [f"cell {unit:.0f}", f"line {pen.width:.0f} %"]
    return painter.finish(svg(inside, view[2] * unit / 100,
                              view[3] * unit / 100, view))
