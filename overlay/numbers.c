#include "numbers.h"

#include <stdio.h>

#include "language.h"

/* A digit's height in cells: half, as printed puzzles have it. */
static const double height_share = 0.5;
/* Numbers of many digits fill at most this share of the cell's width: their
 * rims and, in round cells, the corners take the rest. */
static const double width_share = 0.76;
static const double grid_width = 0.03;

int numbers_digits(int number)
{
	int digits = 1;

	for (; number > 9; number /= 10)
		digits++;
	return digits;
}

struct drawing_size numbers_size(double width, double height, int digits)
{
	return (struct drawing_size){ height_share * height,
				      width_share * width / digits };
}

int numbers_draw_step(struct drawing *drawing, int ink, struct point centre,
		      struct drawing_size size, int number)
{
	if (number == SOLUTION_OPEN)
		return 0;
	drawing_set_step(drawing, drawing_next_step(drawing));
	return drawing_number(drawing, ink, centre, size, number);
}

int numbers_draw_grid(struct drawing *drawing, int columns, int rows)
{
	int failed = 0;

	for (int x = 0; x <= columns; x++) {
		const struct point line[2] = { { x, 0 }, { x, rows } };

		failed |= drawing_line(drawing, INK_GRID, grid_width, line, 2);
	}
	for (int y = 0; y <= rows; y++) {
		const struct point line[2] = { { 0, y }, { columns, y } };

		failed |= drawing_line(drawing, INK_GRID, grid_width, line, 2);
	}
	return failed;
}

static const struct {
	const char *escape, *before, *after;
} roles[] = {
	[NUMBER_CLUE] = { "\033[32m", " ", " " },
	[NUMBER_TOTAL] = { "\033[31m", "=", " " },
	[NUMBER_ANSWER] = { "\033[1;34m", "[", "]" },
	[NUMBER_BLANK] = { "\033[2m", " ", " " },
};

void numbers_put_term(struct buffer *out, bool colour, enum number_role role,
		      int number)
{
	bool answer = role == NUMBER_ANSWER, total = role == NUMBER_TOTAL;

	buffer_printf(out, "%s%s%s%d%s%s%s", total ? " = " : "",
		      colour ? roles[role].escape : "", answer ? "[" : "",
		      number, answer ? "]" : "", colour ? "\033[0m" : "",
		      total ? "\n" : "");
}

void numbers_put(struct buffer *out, bool colour, enum number_role role,
		 int digits, int number)
{
	char text[20];

	snprintf(text, sizeof text, "%s%d", roles[role].before, number);
	buffer_printf(out, "%s%*s%s%s", colour ? roles[role].escape : "",
		      digits + 1, role == NUMBER_BLANK ? "." : text,
		      roles[role].after, colour ? "\033[0m" : "");
}

void numbers_put_legend(struct buffer *out, bool colour, bool solved,
			bool totals)
{
	buffer_puts(out, " ");
	numbers_put(out, colour, NUMBER_CLUE, 1, 7);
	buffer_puts(out, _("given"));
	if (totals) {
		buffer_puts(out, "  ");
		numbers_put(out, colour, NUMBER_TOTAL, 1, 7);
		buffer_puts(out, _("total"));
	}
	buffer_puts(out, "  ");
	numbers_put(out, colour, solved ? NUMBER_ANSWER : NUMBER_BLANK, 1, 7);
	buffer_puts(out, solved ? _(" answer\n") : _("to be found\n"));
}
