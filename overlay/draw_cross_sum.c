/* Cross-sum, drawn. Puzzle units are cells: the board spans 0,0 to
 * columns,rows; totals stand right of it and below. */
#include "drawing.h"
#include "language.h"
#include "numbers.h"

static const double RING_RADIUS = 0.46; /* around a cell's number */

static struct point middle(int x, int y)
{
	return (struct point){ x + 0.5, y + 0.5 };
}

/* Digits of the largest number there is to print. */
static int widest(const struct cross_sum *cross_sum,
		  const struct cross_sum_solution *answer)
{
	int largest = cross_sum->diagonal_up > cross_sum->diagonal_down
			      ? cross_sum->diagonal_up
			      : cross_sum->diagonal_down;

	for (int y = 0; y < cross_sum->rows; y++) {
		for (int x = 0; x < cross_sum->columns; x++) {
			int number = answer ? answer->cells[y][x]
					    : cross_sum->cells[y][x];

			largest = number > largest ? number : largest;
		}
		if (cross_sum->row_totals[y] > largest)
			largest = cross_sum->row_totals[y];
	}
	for (int x = 0; x < cross_sum->columns; x++)
		if (cross_sum->column_totals[x] > largest)
			largest = cross_sum->column_totals[x];
	return numbers_digits(largest);
}

/* As high in all cells as the widest number, of two digits at least, allows;
 * totals may be wider. */
static struct drawing_size cell_size(const struct cross_sum *cross_sum,
				     const struct cross_sum_solution *answer)
{
	int digits = 2;

	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++) {
			int number =
				numbers_digits(answer ? answer->cells[y][x]
						      : cross_sum->cells[y][x]);

			digits = number > digits ? number : digits;
		}
	return numbers_size(1, 1, digits);
}

static int draw(const struct puzzle *puzzle, const struct solution *solution,
		struct drawing *drawing)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	struct drawing_size size =
		cell_size(cross_sum, &solution->as.cross_sum);
	int failed = 0;

	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++)
			if (cross_sum->cells[y][x] == CROSS_SUM_UNKNOWN)
				failed |= numbers_draw_step(
					drawing, INK_ANSWER, middle(x, y), size,
					solution->as.cross_sum.cells[y][x]);
	return failed ? -1 : 0;
}

static int draw_clue(struct drawing *drawing, int x, int y,
		     struct drawing_size size, int number)
{
	if (number == CROSS_SUM_UNKNOWN)
		return 0;
	return drawing_number(drawing, INK_CLUE, middle(x, y), size, number);
}

static int draw_total(struct drawing *drawing, int x, int y,
		      struct drawing_size size, int number)
{
	if (number == CROSS_SUM_UNKNOWN)
		return 0;
	return drawing_number(drawing, INK_TOTAL, middle(x, y), size, number);
}

static int draw_puzzle(const struct puzzle *puzzle, struct drawing *drawing)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int columns = cross_sum->columns, rows = cross_sum->rows;
	struct drawing_size size = cell_size(cross_sum, NULL);
	struct drawing_size total_size =
		numbers_size(1, 1, widest(cross_sum, NULL));
	int failed = numbers_draw_grid(drawing, columns, rows);

	for (int y = 0; y < rows; y++) {
		for (int x = 0; x < columns; x++)
			failed |= draw_clue(drawing, x, y, size,
					    cross_sum->cells[y][x]);
		failed |= draw_total(drawing, columns, y, total_size,
				     cross_sum->row_totals[y]);
	}
	for (int x = 0; x < columns; x++)
		failed |= draw_total(drawing, x, rows, total_size,
				     cross_sum->column_totals[x]);
	failed |= draw_total(drawing, columns, -1, total_size,
			     cross_sum->diagonal_up);
	failed |= draw_total(drawing, columns, rows, total_size,
			     cross_sum->diagonal_down);
	return failed ? -1 : 0;
}

static bool find_place(const struct puzzle *puzzle,
		       const struct board_place *place, struct point *centre,
		       double *radius)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int x = place->x, y = place->y;

	if (place->kind != PLACE_SQUARE && place->kind != PLACE_COLUMN_TOTAL)
		x = cross_sum->columns;
	if (place->kind == PLACE_COLUMN_TOTAL ||
	    place->kind == PLACE_DIAGONAL_DOWN)
		y = cross_sum->rows;
	if (place->kind == PLACE_DIAGONAL_UP)
		y = -1;
	*centre = middle(x, y);
	*radius = RING_RADIUS;
	return true;
}

static void put_total(struct buffer *out, bool colour, int digits, int total)
{
	if (total == CROSS_SUM_UNKNOWN)
		buffer_printf(out, "%*s", digits + 2, "");
	else
		numbers_put(out, colour, NUMBER_TOTAL, digits, total);
}

static void print(const struct puzzle *puzzle, const struct solution *solution,
		  bool colour, struct buffer *out)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	const struct cross_sum_solution *answer =
		solution ? &solution->as.cross_sum : NULL;
	int digits = widest(cross_sum, answer);

	if (cross_sum->diagonal_up != CROSS_SUM_UNKNOWN) {
		buffer_printf(out, "%*s", cross_sum->columns * (digits + 2),
			      "");
		put_total(out, colour, digits, cross_sum->diagonal_up);
		buffer_puts(out, "\n");
	}
	for (int y = 0; y < cross_sum->rows; y++) {
		for (int x = 0; x < cross_sum->columns; x++) {
			int given = cross_sum->cells[y][x];
			enum number_role role = given != CROSS_SUM_UNKNOWN
							? NUMBER_CLUE
						: answer ? NUMBER_ANSWER
							 : NUMBER_BLANK;

			numbers_put(out, colour, role, digits,
				    role == NUMBER_ANSWER ? answer->cells[y][x]
							  : given);
		}
		put_total(out, colour, digits, cross_sum->row_totals[y]);
		buffer_puts(out, "\n");
	}
	for (int x = 0; x < cross_sum->columns; x++)
		put_total(out, colour, digits, cross_sum->column_totals[x]);
	put_total(out, colour, digits, cross_sum->diagonal_down);
	buffer_puts(out, "\n");
}

/* The cells from x, y on in steps of dx, dy, and what they make. */
struct line {
	int x, y, dx, dy, count, total;
};

static void put_line(const struct puzzle *puzzle,
		     const struct solution *solution, const struct line *line,
		     bool colour, struct buffer *out)
{
	for (int i = 0; i < line->count; i++) {
		int x = line->x + i * line->dx, y = line->y + i * line->dy;
		bool given =
			puzzle->as.cross_sum.cells[y][x] != CROSS_SUM_UNKNOWN;

		buffer_puts(out, i ? " + " : "");
		numbers_put_term(out, colour,
				 given ? NUMBER_CLUE : NUMBER_ANSWER,
				 solution->as.cross_sum.cells[y][x]);
	}
	numbers_put_term(out, colour, NUMBER_TOTAL, line->total);
}

static void sums(const struct puzzle *puzzle, const struct solution *solution,
		 bool colour, struct buffer *out)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int columns = cross_sum->columns, rows = cross_sum->rows;

	for (int i = 0; i < rows + columns; i++) {
		bool row = i < rows;
		int index = row ? i : i - rows;
		struct line line = {
			row ? 0 : index,
			row ? index : 0,
			row,
			!row,
			row ? columns : rows,
			row ? cross_sum->row_totals[index]
			    : cross_sum->column_totals[index],
		};

		if (line.total == CROSS_SUM_UNKNOWN)
			continue;
		buffer_printf(out, row ? _("row %d: ") : _("column %d: "),
			      index + 1);
		put_line(puzzle, solution, &line, colour, out);
	}
	for (int up = 0; up < 2; up++) {
		struct line line = {
			0,
			up ? rows - 1 : 0,
			1,
			up ? -1 : 1,
			columns,
			up ? cross_sum->diagonal_up : cross_sum->diagonal_down,
		};

		if (line.total == CROSS_SUM_UNKNOWN)
			continue;
		buffer_puts(out,
			    up ? _("diagonal up: ") : _("diagonal down: "));
		put_line(puzzle, solution, &line, colour, out);
	}
}

static void legend(const struct puzzle *puzzle, const struct solution *solution,
		   bool colour, struct buffer *out)
{
	(void)puzzle;
	numbers_put_legend(out, colour, solution != NULL, true);
}

const struct draw_family draw_cross_sum = {
	.draw = draw,
	.draw_puzzle = draw_puzzle,
	.find_place = find_place,
	.print = print,
	.legend = legend,
	.sums = sums,
};
