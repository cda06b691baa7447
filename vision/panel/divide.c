#include "rims.h"

#include <math.h>

/* Symbols lie this near to the middle of their cells, and so little of them
 * lies where lines would run. */
#define OFF_MIDDLE 0.09
#define ACROSS_LINES 0.03
/* The smallest symbol covers so many of the sheet's pixels in a cell that is
 * two a side in truth, */
#define SYMBOL_PIXELS 12
/* and so many of the picture's: a triangle of FACTS where cells are 24 wide.
 * What JPEG makes of the colour beside a dot covers half as many. */
#define SYMBOL_PX 12.0
/* A symbol's pixels differ from ground and line by this share of their
 * contrast. */
#define SYMBOL_SHARE 0.4
/* The rim of a disc is blurred so far, cells: two pixels of the smallest. */
#define RIM_BLUR 0.06

/* A cell is no more than so many a side, whose lines take less than this share
 * of it. */
enum { DIVIDE_MOST = 4 };
#define LINE_MOST 0.5

/* May each cell be so many a side? */
static bool may_divide(const struct sheet *sheet, int divide)
{
	return divide <= DIVIDE_MOST &&
	       divide * sheet->line_width < LINE_MOST &&
	       divide * sheet->columns <= PANEL_SIDE_MAX &&
	       divide * sheet->rows <= PANEL_SIDE_MAX;
}

/* Is there line within the blur of a place? */
static bool is_beside_line(const struct sheet *sheet, double x, double y)
{
	for (int i = -1; i <= 1; i++)
		for (int j = -1; j <= 1; j++)
			if (sheet_unlike(sheet, x + i * RIM_BLUR,
					 y + j * RIM_BLUR) < SYMBOL_SHARE)
				return true;
	return false;
}

/* Is the sheet's pixel part of a symbol: neither ground nor line, nor the rim
 * of a disc, a mixture of both beside line? */
static bool is_symbol(const struct sheet *sheet, double x, double y)
{
	double contrast = sheet_contrast(sheet, x, y);
	struct colour seen = sheet_colour(sheet, x, y);
	double ground = colour_distance(seen, sheet_ground(sheet, x, y));
	double line = colour_distance(seen, sheet_line(sheet, x, y));

	return ground > SYMBOL_SHARE * contrast &&
	       line > SYMBOL_SHARE * contrast &&
	       (ground + line > (1 + SYMBOL_SHARE) * contrast ||
		!is_beside_line(sheet, x, y));
}

struct spread {
	long all, across; /* pixels of symbols; those where lines would be */
	long told;        /* those in symbols that are large enough */
	double off;       /* their symbols' distances from the middle, summed */
};

/* The symbol in one part of a cell divided by `divide`; what touches a line is
 * none, but the rim of a wider one that was begun, or of a break. */
static void survey_part(const struct sheet *sheet, double left, double top,
			int divide, struct spread *spread)
{
	int side = SHEET_CELL / divide;
	double inset = sheet->line_width / 2 + 1.0 / SHEET_CELL;
	double low[2] = { 1, 1 }, high[2] = { 0, 0 };
	double px = sheet->px_cell / SHEET_CELL;
	long count = 0, across = 0;
	bool touches = false;

	for (int j = 0; j < side; j++)
		for (int i = 0; i < side; i++) {
			double at[2] = { (i + 0.5) / SHEET_CELL,
					 (j + 0.5) / SHEET_CELL };
			double x = left + at[0], y = top + at[1];
			double rim = fmin(fmin(at[0], at[1]),
					  1.0 / divide - fmax(at[0], at[1]));
			double outer =
				fmin(fmin(x - floor(x), y - floor(y)),
				     1 - fmax(x - floor(x), y - floor(y)));

			if (outer < inset || !is_symbol(sheet, x, y))
				continue;
			count++;
			touches |= outer < inset + 1.0 / SHEET_CELL;
			across += rim < sheet->line_width / 2;
			for (int axis = 0; axis < 2; axis++) {
				low[axis] = fmin(low[axis], at[axis]);
				high[axis] = fmax(high[axis], at[axis]);
			}
		}
	if (touches)
		return;
	spread->all += count;
	spread->across += across;
	if ((double)count * px * px >= SYMBOL_PX)
		spread->told += count;
	if (count)
		spread->off += (double)count * divide *
			       fmax(fabs(low[0] + high[0] - 1.0 / divide),
				    fabs(low[1] + high[1] - 1.0 / divide)) /
			       2;
}

int divide_by_symbols(const struct sheet *sheet)
{
	int best = 1;

	for (int divide = 2; may_divide(sheet, divide); divide++) {
		struct spread spread = { 0 };

		for (int y = 0; y < divide * sheet->rows; y++)
			for (int x = 0; x < divide * sheet->columns; x++)
				survey_part(sheet, (double)x / divide,
					    (double)y / divide, divide,
					    &spread);
		/* a symbol in the middle of a whole cell lies across */
		if (spread.told > SYMBOL_PIXELS &&
		    spread.off <= OFF_MIDDLE * (double)spread.all &&
		    (double)spread.across <= ACROSS_LINES * (double)spread.all)
			best = divide;
	}
	return best;
}
