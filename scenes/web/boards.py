"""The families: how a board is drawn, and what `solveglass make` is asked
for. A drawing function takes the puzzle's JSON, the page's look, its scale,
an identifier for the page and the colour it lies on."""
import drawn_boards
import number_boards
from look import chance


def wish_cross_sum(rng):
    large = 9 if chance(rng, .2) else 6
    columns, rows = rng.randint(2, large), rng.randint(2, large)
    wanted = [w for w, share in [("small", .5), ("missing-totals", .05)]
              if chance(rng, share)]
    if chance(rng, .25):
        wanted.append("diagonals")
        rows = columns = max(3, rows)
    return ["--columns", str(columns), "--rows", str(rows)] + (
        ["--with", ",".join(wanted)] if wanted else [])


def wish_pyramid(rng):
    wanted = rng.choice([[], [], ["--with", "small"], ["--with", "tiny"],
                         ["--with", "easy"]])
    return ["--rows", str(rng.randint(3, 7))] + wanted


def wish_sudoku(rng):
    side = rng.choices([9, 6, 4], [8, 1, 1])[0]
    tall = side == 6 and chance(rng, .3)
    return ["--columns", str(side)] + (["--with", "tall-boxes"] if tall
                                       else [])


def wish_suko(rng):
    return ["--with", "sujiko"] if chance(rng, .15) else []


def wish_tracks(rng):
    columns = rng.randint(5, 11)
    rows = columns if chance(rng, .6) else rng.randint(5, 11)
    return ["--columns", str(columns), "--rows", str(rows)] + (
        ["--with", "easy"] if chance(rng, .5) else [])


def wish_sigils(rng):
    columns, rows = rng.choice([(4, 4), (5, 4), (6, 4), (4, 6), (7, 4), (6, 6),
                                (8, 5), (8, 6), (4, 5), (8, 7)])
    return ["--columns", str(columns), "--rows", str(rows)]


def wish_panel(rng):
    columns = rng.randint(2, 7)
    rows = columns if chance(rng, .6) else rng.randint(2, 7)
    return ["--columns", str(columns), "--rows", str(rows), "--with",
            rng.choice(["dots", "dots,gaps", "dots,gaps,missing", "squares",
                        "squares,gaps", "squares,stars", "stars,polyominoes",
                        "triangles", "triangles,squares",
                        "polyominoes", "polyominoes,rotatable",
                        "polyominoes,rotatable,negative",
                        "squares,stars,eliminators", "triangles,eliminators",
                        "dots,squares,stars,triangles,polyominoes,gaps",
                        "dots,gaps,horizontal", "dots,gaps,rotational"])]


FAMILIES = {
    "cross-sum": (number_boards.cross_sum, wish_cross_sum),
    "pyramid": (number_boards.pyramid, wish_pyramid),
    "sudoku": (number_boards.sudoku, wish_sudoku),
    "suko": (drawn_boards.suko, wish_suko),
    "tracks": (drawn_boards.tracks, wish_tracks),
    "sigils": (drawn_boards.sigils, wish_sigils),
    "panel": (drawn_boards.panel, wish_panel),
}

# Two of these on a page would share what lies around them.
ALONE = {"sigils"}
