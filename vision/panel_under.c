#include "panel_under.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

/* How far a colour lies on the way from one to a grey. */
static double share_of(struct colour c, struct colour from, float to)
{
	struct colour way = { to - from.red, to - from.green, to - from.blue };
	struct colour gone = { c.red - from.red, c.green - from.green,
			       c.blue - from.blue };
	double length =
		way.red * way.red + way.green * way.green + way.blue * way.blue;

	return (way.red * gone.red + way.green * gone.green +
		way.blue * gone.blue) /
	       (length > 1 ? length : 1);
}

double under_part(struct colour c, struct colour from, float to, double *off)
{
	double share = share_of(c, from, to);
	struct colour on = { from.red + (float)share * (to - from.red),
			     from.green + (float)share * (to - from.green),
			     from.blue + (float)share * (to - from.blue) };

	*off = colour_distance(on, c);
	return share;
}

/* The share of white that makes one colour of another, and how far off; further
 * than anything where it is none of a veil. */
static double veil_over(struct colour c, struct colour from, double *off)
{
	double share = share_of(c, from, 255);

	*off = HUGE_VAL;
	if (share >= VEIL_LEAST && share <= VEIL_MOST)
		under_part(c, from, 255, off);
	return share;
}

/* Does the pixel look like line or ground under a veil? */
static bool cover_pixel(struct veil *veil, int x, int y, double bound)
{
	struct sheet *sheet = veil->sheet;
	int i = y * sheet->width + x;
	struct colour pixel = sheet->pixels[i], line;
	double off_line, off_ground, share[2];

	if (under_is_near(pixel, veil->ground, (float)bound))
		return false;
	line = sheet_line(sheet, under_cell(x), under_cell(y));
	if (under_is_near(pixel, line, (float)bound))
		return false;
	share[0] = veil_over(pixel, line, &off_line);
	share[1] = veil_over(pixel, veil->ground, &off_ground);
	if (off_line > bound && off_ground > bound)
		return false;
	veil->is_line[i] = off_line < off_ground;
	veil->cover[i] = (float)share[off_line >= off_ground];
	return true;
}

/* How far around its bounds floats are taken for doubtful. */
#define FLOAT_OFF 1e-3f

/* Four colours, channel by channel. */
struct four {
	lanes_float of[3];
};

/* The next four of a row. */
static inline void four_load(const struct colour *colours, struct four *four)
{
	lanes_float part[3];

	_Static_assert(sizeof part == 4 * sizeof *colours, "no padding");
	memcpy(part, colours, sizeof part);
	four->of[0] =
		(lanes_float){ part[0][0], part[0][3], part[1][2], part[2][1] };
	four->of[1] =
		(lanes_float){ part[0][1], part[1][0], part[1][3], part[2][2] };
	four->of[2] =
		(lanes_float){ part[0][2], part[1][1], part[2][0], part[2][3] };
}

/* What is near enough, squared: surely that colour itself, and perhaps what a
 * veil makes of it. */
struct reach {
	float near, far;
};

/* Which of four pixels may be those colours under a veil, and which of them
 * surely are these themselves. */
static inline void may_cover(const struct four *pixels, const struct four *from,
			     const struct reach *reach, lanes_int *may,
			     lanes_int *are)
{
	const lanes_float zero = { 0 };
	lanes_float all = zero, along = zero, length = zero, share;

	for (int k = 0; k < 3; k++) {
		lanes_float off = pixels->of[k] - from->of[k];
		lanes_float way = 255 - from->of[k];

		all += off * off;
		along += off * way;
		length += way * way;
	}
	length = lanes_most(length, zero + 1);
	share = along / length;
	*are |= all < zero + reach->near;
	*may |= (share > zero + ((float)VEIL_LEAST - FLOAT_OFF)) &
		(share < zero + ((float)VEIL_MOST + FLOAT_OFF)) &
		(all - share * along < zero + reach->far);
}

/* The line's colour at four pixels, and how it changes to the next four: within
 * the lattice's columns or beside them. */
static void line_from(const struct sheet *sheet, int x, int y,
		      struct four *line, struct four *step)
{
	const lanes_float ahead = { 0, 1, 2, 3 };
	struct colour start = sheet_line(sheet, under_cell(x), under_cell(y));
	struct colour last =
		sheet_line(sheet, under_cell(x + 3), under_cell(y));
	float from[3] = { start.red, start.green, start.blue };
	float to[3] = { last.red, last.green, last.blue };

	for (int k = 0; k < 3; k++) {
		float more = (to[k] - from[k]) / 3;

		line->of[k] = from[k] + ahead * more;
		step->of[k] = (lanes_float){ 0 } + 4 * more;
	}
}

/* Of a row's pixels from `first` to `end`, whole fours, all in the lattice's
 * columns or all beside them, those that cover_pixel may find covered. */
static void mark_covered(const struct veil *veil, int y, int first, int end,
			 lanes_int *marks)
{
	const struct sheet *sheet = veil->sheet;
	const struct colour *row = sheet->pixels + y * sheet->width;
	float bound = (float)(VEIL_OFF * sheet->clear);
	struct reach reach = { bound * bound * (1 - FLOAT_OFF),
			       bound * bound * (1 + FLOAT_OFF) + 1 };
	struct colour ground = veil->ground;
	const struct four grounds = { { (lanes_float){ 0 } + ground.red,
					(lanes_float){ 0 } + ground.green,
					(lanes_float){ 0 } + ground.blue } };
	struct four line, step;

	line_from(sheet, first, y, &line, &step);
	for (int x = first; x < end; x += 4) {
		lanes_int may = { 0 }, are = { 0 };
		struct four pixels;

		four_load(row + x, &pixels);
		may_cover(&pixels, &grounds, &reach, &may, &are);
		may_cover(&pixels, &line, &reach, &may, &are);
		marks[x / 4] = may & ~are;
		for (int k = 0; k < 3; k++)
			line.of[k] += step.of[k];
	}
}

/* Most pixels are surely not covered. */
int under_find(struct veil *veil)
{
	struct sheet *sheet = veil->sheet;
	double bound = VEIL_OFF * sheet->clear;
	int width = sheet->width, margin = SHEET_MARGIN * SHEET_CELL, some = 0;
	lanes_int *marks = alloc_array((size_t)width / 4, sizeof *marks);

	if (!marks)
		return -1;
	for (int y = 0; y < sheet->height; y++) {
		mark_covered(veil, y, 0, margin, marks);
		mark_covered(veil, y, margin, width - margin, marks);
		mark_covered(veil, y, width - margin, width, marks);
		for (int x = 0; x < width; x++)
			if (x % 4 || lanes_any(marks[x / 4]))
				some |= marks[x / 4][x % 4] &&
					cover_pixel(veil, x, y, bound);
			else
				x += 3;
	}
	free(marks);
	return some;
}
