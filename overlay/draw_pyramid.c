/* Number pyramid, drawn. Puzzle units are fields: those of the bottom row
 * stand side by side from 0 to the number of rows, each row lies half a field
 * further in than the one below it. */
#include "drawing.h"
#include "language.h"
#include "numbers.h"

static const double BORDER_WIDTH = 0.03;
static const double RING_RADIUS = 0.46; /* around a field's number */

static struct point middle(const struct pyramid *pyramid, int x, int y)
{
	return (struct point){ (pyramid->height - y) / 2.0 + x, y + 0.5 };
}

/* As high in all of a row as the widest number in it allows. */
static struct drawing_size row_size(const struct puzzle *puzzle,
				    const struct solution *solution, int y)
{
	int digits = 2;

	for (int x = 0; x <= y; x++) {
		int number = solution ? solution->as.pyramid.rows[y][x]
				      : puzzle->as.pyramid.rows[y][x];

		if (numbers_digits(number) > digits)
			digits = numbers_digits(number);
	}
	return numbers_size(1, 0.9, digits);
}

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	int failed = 0;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++)
			if (pyramid->rows[y][x] == PYRAMID_BLANK)
				failed |= numbers_draw_step(
					drawing, INK_ANSWER,
					middle(pyramid, x, y),
					row_size(puzzle, solution, y),
					solution->as.pyramid.rows[y][x]);
	return failed ? -1 : 0;
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	int failed = 0;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			struct point at = middle(pyramid, x, y);
			const struct point border[5] = {
				{ at.x - 0.5, at.y - 0.5 },
				{ at.x + 0.5, at.y - 0.5 },
				{ at.x + 0.5, at.y + 0.5 },
				{ at.x - 0.5, at.y + 0.5 },
				{ at.x - 0.5, at.y - 0.5 },
			};

			failed |= drawing_line(drawing, INK_GRID, BORDER_WIDTH,
					       border, 5);
			if (pyramid->rows[y][x] != PYRAMID_BLANK)
				failed |= drawing_number(
					drawing, INK_CLUE, at,
					row_size(puzzle, NULL, y),
					pyramid->rows[y][x]);
		}
	return failed ? -1 : 0;
}

static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	*centre = middle(&puzzle->as.pyramid, place->x, place->y);
	*radius = RING_RADIUS;
	return true;
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	int digits = 1;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			int number = solution ? solution->as.pyramid.rows[y][x]
					      : pyramid->rows[y][x];

			if (numbers_digits(number) > digits)
				digits = numbers_digits(number);
		}
	/* even, so that half a field is a whole number of characters */
	digits += digits % 2;
	for (int y = 0; y < pyramid->height; y++) {
		buffer_printf(out, "%*s",
			      (pyramid->height - 1 - y) * (digits + 2) / 2, "");
		for (int x = 0; x <= y; x++) {
			int given = pyramid->rows[y][x];
			enum number_role role = given != PYRAMID_BLANK
							? NUMBER_CLUE
						: solution ? NUMBER_ANSWER
							   : NUMBER_BLANK;

			numbers_put(out, colour, role, digits,
				    role == NUMBER_ANSWER
					    ? solution->as.pyramid.rows[y][x]
					    : given);
		}
		buffer_puts(out, "\n");
	}
}

static void put_number(const struct puzzle *puzzle,
		       const struct solution *solution, int x, int y,
		       bool colour, struct buffer *out)
{
	bool given = puzzle->as.pyramid.rows[y][x] != PYRAMID_BLANK;

	numbers_put_term(out, colour, given ? NUMBER_CLUE : NUMBER_ANSWER,
			 solution->as.pyramid.rows[y][x]);
}

static void sums(const struct puzzle *puzzle, const struct solution *solution,
		 bool colour, struct buffer *out)
{
	for (int y = 0; y + 1 < puzzle->as.pyramid.height; y++)
		for (int x = 0; x <= y; x++) {
			buffer_printf(out, _("row %d, number %d: "), y + 1,
				      x + 1);
			put_number(puzzle, solution, x, y + 1, colour, out);
			buffer_puts(out, " + ");
			put_number(puzzle, solution, x + 1, y + 1, colour, out);
			buffer_puts(out, " = ");
			put_number(puzzle, solution, x, y, colour, out);
			buffer_puts(out, "\n");
		}
}

static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	(void)puzzle;
	numbers_put_legend(out, colour, solution != NULL, false);
}

const struct draw_family draw_pyramid = {
	.draw = draw,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
	.sums = sums,
};
