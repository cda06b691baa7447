"""Boards of numbers: cross-sum, pyramid and sudoku."""
from look import Box, chance, contrast, css, hsl, mix
from sheet import Painter, Sheet, Slot


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
    if right and chance(rng, .5):
        for y, line in enumerate(lines):
            named = 0 < y < len(lines) - 1
            line.insert(0, Slot("label", str(y)) if named else Slot())


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
    named_rows = len(lines[0]) - puzzle["columns"] - 1
    widths = [painter.width] * len(lines[0])
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
        spread(lines, widths, named_rows + puzzle["columns"] if right else 1,
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


def box_rules(painter, puzzle, width):
    """How the boxes of a sudoku are told apart: thick lines, gaps, tints."""
    rng, look = painter.rng, painter.look
    kinds = rng.choice(["thick", "thick", "thick", "tints", "gaps",
                        "thick tints", "gaps tints"])
    painter.notes.append(kinds)
    if "thick" in kinds:
        colour = css(look.edge(painter.ground, 2.5))
        line = f"{rng.randint(2, 4) + width}px solid {colour}"
        painter.rule(".line-right", f"border-right:{line}")
        painter.rule(".line-below", f"border-bottom:{line}")
        painter.rule(".line-left", f"border-left:{line}")
        painter.rule(".line-above", f"border-top:{line}")
    if "tints" in kinds:
        tint = look.fill(painter.blank_ground, 1.12)
        painter.rule(".odd", f"background:{css(tint)}")
        if contrast(painter.given_ink, tint) < 2.3:
            painter.rule(".odd.given", f"color:{css(look.ink(tint))}")
        if painter.seen_through and contrast(painter.seen_through, tint) < 2.3:
            painter.rule(".odd input", f"color:{css(look.ink(tint))}")
    return kinds


def sudoku_slots(puzzle, kinds):
    """The cells, each with the classes of its place in its box."""
    wide, high = puzzle["box"]
    columns, rows = puzzle["columns"], puzzle["rows"]
    lines = []
    for y, row in enumerate(puzzle["cells"]):
        lines.append([])
        for x, value in enumerate(row):
            sides = [("right", (x + 1) % wide == 0), ("left", x == 0),
                     ("below", (y + 1) % high == 0), ("above", y == 0)]
            classes = [f"line-{side}" for side, there in sides if there]
            if (x // wide + y // high) % 2:
                classes.append("odd")
            lines[-1].append(Slot("blank" if value is None else "given",
                                  number(value), (x, y),
                                  classes=" ".join(classes)))
    if "gaps" in kinds:
        for line in lines:
            for x in range(columns - wide, 0, -wide):
                line.insert(x, Slot("space"))
        for y in range(rows - high, 0, -high):
            lines.insert(y, [Slot("space") for _ in lines[0]])
    return lines


def play_begun(painter, lines, side):
    """The player's own digits, in another colour than the givens, and pencil
    marks. Both in blanks, neither a clue."""
    rng, look = painter.rng, painter.look
    blanks = [s for line in lines for s in line if s.role == "blank"]
    if chance(rng, .14):
        ground = painter.blank_ground
        hues = [hsl(rng.random(), .9, light) for light in
                (.3, .4, .5, .6, .7, .8) for _ in range(8)]
        colour = max(hues, key=lambda c: min(contrast(c, ground), 4) + sum(
            abs(a - b) for a, b in zip(c, painter.given_ink)))
        painter.rule(".blank,.blank input", f"color:{css(colour)}",
                     f"font-size:{painter.font:.1f}px")
        for slot in rng.sample(blanks, min(len(blanks), rng.randint(1, 9))):
            slot.text = str(rng.randint(1, side))
        painter.notes.append("player's digits")
    if painter.inputs == "none" and chance(rng, .14):
        colour = mix(painter.blank_ground, look.ink(painter.blank_ground), .75)
        painter.rule(".marks", "display:grid", "width:100%", "height:100%",
                     "grid-template-columns:repeat(3,1fr)", "line-height:1",
                     f"color:{css(colour)}", "text-align:center",
                     f"font-size:{painter.height * .24:.1f}px")
        for slot in rng.sample(blanks, len(blanks) // rng.randint(1, 4)):
            if not slot.text:
                slot.html = '<span class="marks">' + "".join(
                    f"<i style='font-style:normal'>"
                    f"{n if chance(rng, .4) else ''}</i>"
                    for n in range(1, side + 1)) + "</span>"
        painter.notes.append("pencil marks")


def sudoku(puzzle, look, scale, name, ground):
    rng = look.rng
    painter = Painter(look, scale, name, 1, ground)
    painter.align = "center"
    if chance(rng, .8):
        painter.width = painter.height
    blank = painter.cells("brick")
    gap, overlap = (0, 0), 0
    if not blank.width or chance(rng, .25):
        gap = (rng.randint(1, 6),) * 2
    elif chance(rng, .7):
        overlap = blank.width
    kinds = box_rules(painter, puzzle, blank.width)
    lines = sudoku_slots(puzzle, kinds)
    widths = [painter.width if slot.at else None for slot in
              max(lines, key=lambda line: sum(s.at is not None for s in line))]
    space = rng.uniform(3, 14) + overlap
    widths = [space if w is None else w for w in widths]
    play_begun(painter, lines, puzzle["columns"])
    sheet = Sheet(lines, widths, painter.height, gap, overlap)
    painter.mark_one(sheet)
    inside = painter.lay_out(sheet)
    painter.rule(".space", f"height:{space:.1f}px", "padding:0")
    return painter.finish(inside)
