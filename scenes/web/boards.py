"""The families' boards as HTML. A board is a sheet of slots that one of
several structures lays out; what kind of slot is painted how is chosen here.
Elements of cells carry data-cell="x,y" (measure.js)."""
from dataclasses import dataclass, field
from html import escape

from look import Box, chance, css

# A digit must be so high in the picture, as a font size: 10 px of digit.
PX_FONT_LEAST = 14.5
# Advance of a digit in the widest fonts, in font sizes.
DIGIT_WIDTH = .68


@dataclass
class Slot:
    role: str = "void"
    text: str = ""
    at: tuple = None
    span: int = 1
    marked: bool = False


@dataclass
class Sheet:
    """Rows of slots; widths in CSS pixels, None: as wide as what is in it."""
    rows: list
    widths: list
    height: float
    gap: tuple = (0, 0)
    overlap: int = 0  # neighbours share so wide a border


@dataclass
class Board:
    html: str
    css: str
    notes: list = field(default_factory=list)


class Painter:
    """Sizes and CSS classes of one board."""

    def __init__(self, look, scale, name, longest, ground):
        rng = self.rng = look.rng
        self.look, self.name, self.ground = look, name, ground
        least = max(9, PX_FONT_LEAST / scale)
        self.font = max(least, rng.choice([rng.uniform(12, 22),
                                           rng.uniform(16, 40)]))
        self.height = self.font * rng.uniform(1.35, 2.8)
        self.pad = self.font * rng.uniform(.1, .4)
        self.width = max(self.height * rng.choice([1, 1, 1, 1.25, 1.6, 2.2]),
                         self.font * DIGIT_WIDTH * longest + 2 * self.pad + 6)
        self.least = least
        self.align = rng.choices(["center", "left", "right"], [7, 1, 1])[0]
        self.inputs = rng.choices(["none", "blanks", "all"], [5, 3, 2])[0]
        # the input is all of the cell, or a box in it
        self.inner = chance(rng, .4)
        self.rules, self.notes = [], []

    def rule(self, selectors, *declarations):
        own = ",".join(f"#{self.name} {s}" for s in selectors.split(","))
        self.rules.append(f"{own}{{{';'.join(d for d in declarations if d)}}}")

    def gaps(self, borderless):
        """Between neighbours: none, narrow, or wider than a cell."""
        rng = self.rng
        kind = rng.choices(["touching", "narrow", "apart", "wide"],
                           [.4, .35, .17, .08])[0]
        if kind == "touching" and borderless:
            kind = "narrow"
        self.notes.append(kind)
        return {"touching": lambda: (0, 0),
                "narrow": lambda: (rng.randint(2, 8),) * 2,
                "apart": lambda: (rng.randint(6, 24), rng.randint(6, 24)),
                "wide": lambda: (round(self.width * rng.uniform(.6, 1.3)),
                                 round(self.height * rng.uniform(.3, 1.3)))
                }[kind]()

    def type(self, ground, larger=(1, 1)):
        """CSS of numbers on that ground."""
        rng, look = self.rng, self.look
        size = max(self.least, self.font * rng.uniform(*larger))
        return f"color:{css(look.ink(ground))};font-size:{size:.1f}px;" \
            f"font-weight:{rng.choice([look.weight, look.weight, 400, 700])}"

    def cells(self, shape=None):
        """Classes given and blank. Returns the box of the blanks."""
        rng, look = self.rng, self.look
        blank = Box(look, self.ground, True)
        kind = rng.choices(["alike", "tinted", "plain"], [.5, .35, .15])[0]
        given_css, given_ground = blank.css, blank.ground
        if kind == "tinted":
            given_ground = look.fill(blank.ground, 1.03)
            given_css += f";background:{look.background(given_ground)}"
        elif kind == "plain" and shape != "brick":
            given_css, given_ground = "border:none", self.ground
        self.notes += [kind, blank.border, f"inputs {self.inputs}",
                       self.align]
        inputs_box = self.inputs != "none" and self.inner
        if inputs_box:  # a cell that need not be seen, a box in it
            cell = blank if chance(rng, .5) else \
                Box(look, self.ground, False, 1)
            inside = Box(look, cell.ground, True)
            self.rule(".blank", cell.css)
            self.rule("input", inside.css, "width:86%", "height:80%",
                      f"color:{css(look.ink(inside.ground))}")
            self.notes.append("boxes in cells")
            if self.inputs == "all":
                given_css = cell.css
        else:
            self.rule(".blank", blank.css)
            self.rule("input", "width:100%", "height:100%", "border:none",
                      "background:none", "color:inherit")
        self.rule(".given", given_css, self.type(given_ground))
        self.rule("input", "font:inherit", "margin:0 auto", "box-sizing:border-box",
                  f"text-align:{self.align}", "display:block",
                  f"padding:0 {self.pad if self.align != 'center' else 0}px")
        self.rule(".given input", "color:inherit" if not inputs_box else "")
        return blank

    def content(self, slot):
        """What is in a slot's element."""
        if slot.role == "blank" and self.inputs != "none":
            return "<input>"
        if slot.role == "given" and self.inputs == "all":
            return f'<input value="{escape(slot.text)}" readonly>'
        return escape(slot.text)

    def open(self, tag, slot, style=""):
        cell = f' data-cell="{slot.at[0]},{slot.at[1]}"' if slot.at else ""
        span = f' colspan="{slot.span}"' if tag == "td" and slot.span > 1 \
            else ""
        mark = " marked" if slot.marked else ""
        return f'<{tag} class="{slot.role}{mark}"{cell}{span}' \
            f'{f" style={chr(34)}{style}{chr(34)}" if style else ""}>'

    def mark_one(self, sheet):
        """One blank may be the one that the player is at."""
        blanks = [s for row in sheet.rows for s in row if s.role == "blank"]
        if blanks and chance(self.rng, .12):
            self.rng.choice(blanks).marked = True
            self.rule(".marked", f"outline:{self.rng.randint(2, 3)}px solid "
                      f"{css(self.look.accent)}")
            self.notes.append("one marked")

    def lay_out(self, sheet, structures=("table", "grid", "rows")):
        structure = self.rng.choice(structures)
        self.notes.insert(0, structure)
        self.rule("*", "box-sizing:border-box")
        self.rule("td,.slots>*,.row>*", f"text-align:{self.align}",
                  f"padding:0 {self.pad if self.align != 'center' else 0:.1f}"
                  "px", f"height:{sheet.height:.1f}px")
        self.rule("td", "vertical-align:middle")
        return getattr(self, structure)(sheet)

    def table(self, sheet):
        gap_x, gap_y = sheet.gap
        if sheet.overlap:
            self.rule("table", "border-collapse:collapse")
        else:
            self.rule("table", "border-collapse:separate",
                      f"border-spacing:{gap_x}px {gap_y}px")
        body = ""
        for row in sheet.rows:
            body += "<tr>" + "".join(
                self.open("td", s, "" if w is None or s.span > 1 else
                          f"width:{w:.1f}px;min-width:{w:.1f}px")
                + self.content(s) + "</td>"
                for s, w in zip(row, sheet.widths)) + "</tr>"
        return f"<table>{body}</table>"

    def boxes(self, slots, widths):
        return "".join(
            self.open("div", s, f"width:{w:.1f}px" if w is not None else
                      f"min-width:{self.width:.1f}px")
            + self.content(s) + "</div>" for s, w in zip(slots, widths))

    def middle(self, selector):
        """Centres text upright in boxes that are no table's."""
        side = {"left": "flex-start", "right": "flex-end",
                "center": "center"}[self.align]
        self.rule(selector, "display:flex", "align-items:center",
                  f"justify-content:{side}", "flex:none")

    def grid(self, sheet):
        gap_x, gap_y = sheet.gap
        tracks = " ".join("auto" if w is None else f"{w:.1f}px"
                          for w in sheet.widths)
        self.rule(".slots", "display:inline-grid",
                  f"grid-template-columns:{tracks}", f"gap:{gap_y}px {gap_x}px")
        self.middle(".slots>*")
        self.overlap(".slots>*", sheet)
        return '<div class="slots">' + "".join(
            self.boxes(row, [None if w is None else w + sheet.overlap
                             for w in sheet.widths])
            for row in sheet.rows) + "</div>"

    def rows(self, sheet):
        gap_x, gap_y = sheet.gap
        self.rule(".row", "display:flex", f"gap:{gap_x}px",
                  f"margin-bottom:{gap_y}px")
        self.middle(".row>*")
        self.overlap(".row>*", sheet)
        widths = [self.width if w is None else w for w in sheet.widths]
        return "".join(f'<div class="row">{self.boxes(row, widths)}</div>'
                       for row in sheet.rows)

    def overlap(self, selector, sheet):
        if sheet.overlap:
            self.rule(selector, f"margin:0 -{sheet.overlap}px "
                      f"-{sheet.overlap}px 0")

    def finish(self, inside):
        """The board with what it lies on."""
        self.rule("", f"font-family:{self.look.board_font}",
                  "display:inline-block")
        return Board(f'<div id="{self.name}" data-puzzle="">{inside}</div>',
                     "\n".join(self.rules), self.notes)


def number(value):
    return "" if value is None else str(value)


def longest(*lists):
    return max(len(number(v)) for values in lists for v in values)


def cross_sum_totals(puzzle, rows, rng):
    """Puts the totals around the rows of slots. The diagonals' stand at the
    ends of the column of row totals, as newspapers have them."""
    right, below = rng.choice([(1, 1), (1, 1), (1, 1), (0, 0), (1, 0), (0, 1)])
    left_out = rng.choice(["void", "total"])

    def total(value):
        return Slot("void" if value is None else "total", number(value))

    def shown(value):
        return Slot("total" if value is not None else left_out, number(value))

    top, bottom = (puzzle["diagonal_up"], puzzle["diagonal_down"]) if right \
        else (puzzle["diagonal_down"], puzzle["diagonal_up"])
    sums = [shown(v) for v in puzzle["column_totals"]]
    blank = [Slot() for _ in sums]
    ends = [[total(top)], *[[shown(v)] for v in puzzle["row_totals"]],
            [total(bottom)]]
    lines = [blank if below else sums, *rows, sums if below else blank]
    corner = 0 if below else -1
    if ends[corner][0].role == "void":  # nothing stands there
        del ends[corner], lines[corner]
    words = ["Σ", "Sum", "Total", "=", ""]
    other = ends[-1 if below else 0][0]
    if other.role == "void" and chance(rng, .2):
        other.role, other.text = "label", rng.choice(words)
    lines = [line + end if right else end + line
             for line, end in zip(lines, ends)]
    return lines, right, below


def cross_sum_heads(lines, columns, right, rng):
    """Names the columns, and the rows on the side without totals."""
    names = rng.choice(["ABCDEFGHIJKLMNOP",
                        [f"C{i}" for i in range(1, 17)]])
    head = [Slot("label", names[i]) for i in range(columns)]
    lines.insert(0, head + [Slot()] if right else [Slot()] + head)


def spread(lines, widths, at, width):
    """Adds an empty column between cells and totals."""
    for line in lines:
        line.insert(at, Slot())
    widths.insert(at, width)


def cross_sum(puzzle, look, scale, name, ground):
    rng = look.rng
    totals = [puzzle["diagonal_up"], puzzle["diagonal_down"],
              *puzzle["row_totals"], *puzzle["column_totals"]]
    painter = Painter(look, scale, name, longest(totals, *puzzle["cells"]),
                      ground)
    blank = painter.cells()
    rows = [[Slot("blank" if v is None else "given", number(v), (x, y))
             for x, v in enumerate(row)]
            for y, row in enumerate(puzzle["cells"])]
    lines, right, below = cross_sum_totals(puzzle, rows, rng)
    painter.notes.append(("right" if right else "left") + " "
                         + ("below" if below else "above"))
    if below and len(lines) == len(rows) + 1 and chance(rng, .1):
        cross_sum_heads(lines, puzzle["columns"], right, rng)
        painter.notes.append("heads")
    widths = [painter.width] * (puzzle["columns"] + 1)
    overlap = 0
    gap = painter.gaps(not blank.width and rng.random() < .9)
    if gap == (0, 0) and blank.width and chance(rng, .7):
        overlap = blank.width
    round_cells = gap[0] and chance(rng, .12)
    if round_cells:
        painter.width = painter.height = max(painter.width, painter.height)
        widths = [painter.width] * len(widths)
        painter.rule(".given,.blank,input", "border-radius:50%")
        painter.notes.append("circles")
    elif not overlap and chance(rng, .12):
        widths = [None] * len(widths)  # as wide as their numbers
        painter.notes.append("unequal")
    if chance(rng, .25):
        spread(lines, widths, puzzle["columns"] if right else 1,
               rng.uniform(4, painter.width))
        painter.notes.append("totals apart")
    style = rng.choice(["plain", "boxed", "as cells"])
    sum_box = blank if style == "as cells" else \
        Box(look, ground, False, 1 if style == "plain" else 0)
    painter.notes.append(f"totals {style}")
    painter.rule(".total", sum_box.css, painter.type(sum_box.ground,
                                                     (.75, 1.15)))
    if style == "boxed" and chance(rng, .25):
        painter.rule(".total", "border-radius:50%")
    painter.rule(".label", painter.type(ground, (.6, .9)))
    painter.rule(".void,.label", "border:none", "background:none",
                 "box-shadow:none")
    sheet = Sheet(lines, widths, painter.height, gap, overlap)
    painter.mark_one(sheet)
    return painter.finish(painter.lay_out(sheet))


def pyramid(puzzle, look, scale, name, ground):
    rng = look.rng
    painter = Painter(look, scale, name, longest(*puzzle["rows"]), ground)
    blank = painter.cells("brick")
    count = len(puzzle["rows"])
    gap = painter.gaps(not blank.width)
    overlap = 0
    if gap == (0, 0) and chance(rng, .6):
        overlap = blank.width
    rows = [[Slot("blank" if v is None else "given", number(v), (x, y))
             for x, v in enumerate(row)]
            for y, row in enumerate(puzzle["rows"])]
    width = painter.width
    structure = rng.choice(["flex", "flex", "table", "grid"])
    painter.notes.insert(0, structure)
    if gap[0] and chance(rng, .15):
        width = painter.height = max(width, painter.height)
        painter.rule(".given,.blank,input", "border-radius:50%")
        painter.notes.append("circles")
    sheet = Sheet(rows, [width] * count, painter.height, gap, overlap)
    painter.mark_one(sheet)
    painter.rule("*", "box-sizing:border-box")
    painter.rule(".given,.blank", f"text-align:{painter.align}",
                 f"padding:0 {painter.pad if painter.align != 'center' else 0}"
                 "px", f"height:{painter.height:.1f}px")
    if structure == "table":
        return painter.finish(pyramid_table(painter, sheet, width))
    if structure == "grid":
        return painter.finish(pyramid_grid(painter, sheet, width))
    return painter.finish(pyramid_rows(painter, sheet, width))


def pyramid_table(painter, sheet, width):
    """Each brick spans two columns of half its width."""
    count = len(sheet.rows)
    for row in sheet.rows:
        beside = count - len(row)
        for slot in row:
            slot.span = 2
        if beside:
            row.insert(0, Slot(span=beside))
            row.append(Slot(span=beside))
    half = (width + sheet.gap[0]) / 2
    painter.rule("table", "table-layout:fixed", f"width:{half * 2 * count}px")
    painter.rule("col", f"width:{half}px")
    # void corners of a separated table take spacing too
    sheet.widths = [width] * (count + 2)
    return painter.table(sheet).replace(
        "<table>", "<table><colgroup>" + "<col>" * 2 * count + "</colgroup>")


def pyramid_grid(painter, sheet, width):
    """A grid of half bricks."""
    count = len(sheet.rows)
    gap_x, gap_y = sheet.gap
    half = (width + gap_x) / 2
    painter.rule(".slots", "display:inline-grid",
                 f"grid-template-columns:repeat({2 * count},{half:.1f}px)",
                 f"row-gap:{gap_y}px")
    painter.middle(".slots>*")
    painter.rule(".slots>*", f"margin:0 {gap_x / 2 - sheet.overlap}px "
                 f"-{sheet.overlap}px {gap_x / 2}px")
    html = ""
    for y, row in enumerate(sheet.rows):
        for x, slot in enumerate(row):
            column = count - len(row) + 2 * x + 1
            html += painter.open("div", slot,
                                 f"grid-area:{y + 1}/{column}/auto/span 2") \
                + painter.content(slot) + "</div>"
    return f'<div class="slots">{html}</div>'


def pyramid_rows(painter, sheet, width):
    """Centred rows, whose bricks may be as wide as their numbers."""
    rng = painter.rng
    gap_x, gap_y = sheet.gap
    unequal = chance(rng, .25) and "circles" not in painter.notes
    if unequal:
        width = max(painter.height, width * rng.uniform(.5, .9))
        painter.notes.append("unequal")
        painter.rule(".given", f"padding:0 {painter.pad:.1f}px")
        painter.rule("input", "width:auto", "field-sizing:content", f"min-width:{width * .86:.1f}px")
    painter.width = width
    painter.rule(".row", "display:flex", "justify-content:center",
                 f"gap:{gap_x}px", f"margin-bottom:{gap_y}px")
    painter.middle(".row>*")
    painter.overlap(".row>*", sheet)
    return "".join(
        '<div class="row">' + painter.boxes(
            row, [None if unequal else width] * len(row)) + "</div>"
        for row in sheet.rows)


DRAW = {"cross-sum": cross_sum, "pyramid": pyramid}


def wishes(family, rng):
    """Arguments of `solveglass make`."""
    if family == "cross-sum":
        large = 9 if chance(rng, .2) else 6
        columns, rows = rng.randint(2, large), rng.randint(2, large)
        wanted = [w for w, share in [("small", .5), ("missing-totals", .05)]
                  if chance(rng, share)]
        if chance(rng, .25):
            wanted.append("diagonals")
            rows = columns = max(3, rows)
        return ["--columns", str(columns), "--rows", str(rows)] + (
            ["--with", ",".join(wanted)] if wanted else [])
    if family == "pyramid":
        wanted = rng.choice([[], [], ["--with", "small"], ["--with", "tiny"],
                             ["--with", "easy"]])
        return ["--rows", str(rng.randint(3, 7))] + wanted
    return []
