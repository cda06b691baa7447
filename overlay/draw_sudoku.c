/* Sudoku, drawn. Puzzle units are cells: the board spans 0,0 to side,side. */
#include "drawing.h"
#include "numbers.h"

/* The lines around boxes, in cells. */
static const double BOX_LINE = 0.09;
static const double RING_RADIUS = 0.42; /* around a cell's number */

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	int failed = 0;

	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++)
			if (sudoku->cells[y][x] == SUDOKU_BLANK)
				failed |= numbers_draw_step(
					drawing, INK_ANSWER,
					(struct point){ x + 0.5, y + 0.5 },
					numbers_size(1, 1, 1),
					solution->as.sudoku.cells[y][x]);
	return failed ? -1 : 0;
}

static int draw_boxes(const struct sudoku *sudoku, struct drawing *drawing)
{
	int side = sudoku->side;
	int failed = 0;

	for (int x = 0; x <= side; x += sudoku->box_width) {
		const struct point line[2] = { { x, 0 }, { x, side } };

		failed |= drawing_line(drawing, INK_GRID, BOX_LINE, line, 2);
	}
	for (int y = 0; y <= side; y += sudoku->box_height) {
		const struct point line[2] = { { 0, y }, { side, y } };

		failed |= drawing_line(drawing, INK_GRID, BOX_LINE, line, 2);
	}
	return failed;
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	int failed = numbers_draw_grid(drawing, sudoku->side, sudoku->side);

	failed |= draw_boxes(sudoku, drawing);
	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++)
			if (sudoku->cells[y][x] != SUDOKU_BLANK)
				failed |= drawing_number(
					drawing, INK_CLUE,
					(struct point){ x + 0.5, y + 0.5 },
					numbers_size(1, 1, 1),
					sudoku->cells[y][x]);
	return failed ? -1 : 0;
}

static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	(void)puzzle;
	*centre = (struct point){ place->x + 0.5, place->y + 0.5 };
	*radius = RING_RADIUS;
	return true;
}

static void put_rule(const struct sudoku *sudoku, struct buffer *out)
{
	for (int x = 0; x < sudoku->side; x++) {
		if (x && x % sudoku->box_width == 0)
			buffer_puts(out, "+");
		buffer_puts(out, "---");
	}
	buffer_puts(out, "\n");
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;

	for (int y = 0; y < sudoku->side; y++) {
		if (y && y % sudoku->box_height == 0)
			put_rule(sudoku, out);
		for (int x = 0; x < sudoku->side; x++) {
			int given = sudoku->cells[y][x];
			bool blank = given == SUDOKU_BLANK;

			if (x && x % sudoku->box_width == 0)
				buffer_puts(out, "|");
			if (blank && solution)
				numbers_put(out, colour, NUMBER_ANSWER, 1,
					    solution->as.sudoku.cells[y][x]);
			else
				numbers_put(out, colour,
					    blank ? NUMBER_BLANK : NUMBER_CLUE,
					    1, given);
		}
		buffer_puts(out, "\n");
	}
}

static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	(void)puzzle;
	numbers_put_legend(out, colour, solution != NULL, false);
}

const struct draw_family draw_sudoku = {
	.draw = draw,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
};
