#include "numbers.h"

#include <math.h>
#include <stdio.h>

/* A digit's height in cells: half, as printed puzzles have it. */
static const double height_share = 0.5;
/* Numbers of many digits fill at most this share of the cell's width. */
static const double width_share = 0.82;
/* Width of a digit of a bold sans-serif face to its height: DejaVu Sans Bold
 * has 0.955, others less. */
static const double digit_width = 0.96;
static const double grid_width = 0.03;

int numbers_digits(int number)
{
	int digits = 1;

	for (; number > 9; number /= 10)
		digits++;
	return digits;
}

double numbers_size(double width, double height, int digits)
{
	return fmin(height_share * height,
		    width_share * width / (digit_width * digits));
}

int numbers_draw(struct drawing *drawing, int ink, struct point centre,
		 double size, int number)
{
	char text[16];

	snprintf(text, sizeof text, "%d", number);
	return drawing_text(drawing, ink, centre, size, text);
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

void numbers_put(struct buffer *out, bool colour, enum number_role role,
		 int digits, int number)
{
	static const struct {
		const char *escape, *before, *after;
	} roles[] = {
		[NUMBER_CLUE] = { "\033[32m", " ", " " },
		[NUMBER_TOTAL] = { "\033[31m", "=", " " },
		[NUMBER_ANSWER] = { "\033[1;34m", "[", "]" },
		[NUMBER_BLANK] = { "\033[2m", " ", " " },
	};
	char text[20];

	snprintf(text, sizeof text, "%s%d", roles[role].before, number);
	buffer_printf(out, "%s%*s%s%s", colour ? roles[role].escape : "",
		      digits + 1, role == NUMBER_BLANK ? "." : text,
		      roles[role].after, colour ? "\033[0m" : "");
}
