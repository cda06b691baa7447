"""The families: how a board is drawn, and what `solveglass make` is asked
for. A drawing function takes the puzzle's JSON, the page's look, its scale,
an identifier for the page and the colour it lies on."""
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


FAMILIES = {
    "cross-sum": (number_boards.cross_sum, wish_cross_sum),
    "pyramid": (number_boards.pyramid, wish_pyramid),
    "sudoku": (number_boards.sudoku, wish_sudoku),
}
