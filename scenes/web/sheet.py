"""A board as HTML: a sheet of slots that one of several structures lays out,
and what kind of slot is painted how. Elements of cells carry data-cell="x,y"
(measure.js)."""
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
    classes: str = ""
    html: str = ""  # stands in it instead of the text


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
        self.seen_through = None  # the ink of inputs that show their cell
        if inputs_box:  # a cell that need not be seen, a box in it
            cell = blank if chance(rng, .5) else \
                Box(look, self.ground, False, 1)
            inside = Box(look, cell.ground, True)
            if inside.ground == cell.ground:
                self.seen_through = look.ink(inside.ground)
            self.rule(".blank", cell.css)
            self.rule("input", inside.css, "width:86%", "height:80%",
                      f"color:{css(self.seen_through or look.ink(inside.ground))}")
            self.notes.append("boxes in cells")
            if self.inputs == "all":
                given_css = cell.css
        else:
            self.rule(".blank", blank.css)
            self.rule("input", "width:100%", "height:100%", "border:none",
                      "background:none", "color:inherit")
        self.blank_ground, self.given_ink = blank.ground, look.ink(given_ground)
        self.rule(".given", given_css, self.type(given_ground),
                  f"color:{css(self.given_ink)}")
        self.rule("input", "font:inherit", "margin:0 auto", "box-sizing:border-box",
                  f"text-align:{self.align}", "display:block",
                  f"padding:0 {self.pad if self.align != 'center' else 0}px")
        self.rule(".given input", "color:inherit" if not inputs_box else "")
        return blank

    def content(self, slot):
        """What is in a slot's element."""
        if slot.html:
            return slot.html
        if slot.role == "blank" and self.inputs != "none":
            return f'<input value="{escape(slot.text)}">'
        if slot.role == "given" and self.inputs == "all":
            return f'<input value="{escape(slot.text)}" readonly>'
        return escape(slot.text)

    def open(self, tag, slot, style=""):
        cell = f' data-cell="{slot.at[0]},{slot.at[1]}"' if slot.at else ""
        span = f' colspan="{slot.span}"' if tag == "td" and slot.span > 1 \
            else ""
        return f'<{tag} class="{slot.role} {slot.classes}"{cell}{span}' \
            f'{f" style={chr(34)}{style}{chr(34)}" if style else ""}>'

    def mark_one(self, sheet):
        """One blank may be the one that the player is at."""
        blanks = [s for row in sheet.rows for s in row if s.role == "blank"]
        if blanks and chance(self.rng, .12):
            self.rng.choice(blanks).classes += " marked"
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
