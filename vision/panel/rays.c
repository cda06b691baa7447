#include "rays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

/* Across a line the inner part of its width is averaged: the outer part is
 * blurred. */
#define CORE 0.28
/* and is this unlike the line: near a frame less than elsewhere. */
#define SIDE_BOUND 0.35
/* From a quarter to three quarters of what parts line and ground a blurred side
 * takes so many of its standard deviations; it is looked for so far from its
 * line, cells. */
#define QUARTILES 1.349
#define FLANK_MOST 0.2

/* What lies on a vertex, such as a start in another colour, reaches less far
 * along an edge, and beyond it the line is seen for so long, sheet pixels. */
enum { MARK_MOST = SHEET_CELL * 3 / 8, MARK_LINE = 2 };

/* Place `t` along an edge and `a` across it. */
struct point lines_edge_point(int x, int y, bool upright, double t, double a)
{
	return upright ? (struct point){ x + a, y + t }
		       : (struct point){ x + t, y + a };
}

void profile_take(const struct sheet *sheet, int x, int y, bool upright,
		  struct profile *profile)
{
	int reach = (int)fmax(1, CORE * sheet->line_width * SHEET_CELL);

	memset(profile, 0, sizeof *profile);
	for (int s = 0; s < SHEET_CELL; s++)
		for (int k = -reach; k < reach; k++) {
			double t = (s + 0.5) / SHEET_CELL;
			double a = (k + 0.5) / SHEET_CELL;
			struct point at = lines_edge_point(x, y, upright, t, a);
			struct colour c = sheet_colour(sheet, at.x, at.y);
			struct colour *half = &profile->half[k >= 0][s];

			profile->unlike[s] +=
				fmin(1, sheet_unlike(sheet, at.x, at.y)) /
				(2 * reach);
			half->red += c.red / (float)reach;
			half->green += c.green / (float)reach;
			half->blue += c.blue / (float)reach;
		}
}

/* No line, so many pixels from an end? */
static bool unlike_at(const struct profile *profile, int from, bool far_end)
{
	return profile->unlike[far_end ? SHEET_CELL - 1 - from : from] >
	       LINE_BOUND;
}

int profile_mark(const struct profile *profile, bool far_end)
{
	int first = 0, last;

	while (first < MARK_MOST && unlike_at(profile, first, far_end))
		first++;
	if (first == MARK_MOST)
		return 0;
	for (last = first; last < first + MARK_LINE; last++)
		if (unlike_at(profile, last, far_end))
			return 0;
	return first;
}

double profile_reach(const struct sheet *sheet, const struct profile *profile,
		     bool far_end, int from)
{
	/* a dot on the vertex is no break: the line counts from beyond it */
	double rim = sheet->line_width / 2 + 0.02;
	int first = (int)(fmax(0.13, rim) * SHEET_CELL), s;

	for (s = first = from > first ? from : first; s < SHEET_CELL; s++)
		if (unlike_at(profile, s, far_end))
			break;
	return s > first ? (double)s / SHEET_CELL : rim;
}

/* How far line goes on from a place in a direction, in cells; the first
 * `from` cells are not looked at. */
double ray_reach_within(const struct sheet *sheet, struct point at,
			double angle, double from, double most, double bound)
{
	double dx = cos(angle), dy = sin(angle);
	double step = 0.5 / SHEET_CELL, last = 0;

	for (double s = from; s < most; s += step) {
		double now = sheet_unlike(sheet, at.x + s * dx, at.y + s * dy);

		if (now > bound)
			return s > from
				       ? s - step * (now - bound) / (now - last)
				       : s;
		last = now;
	}
	return most;
}

double ray_reach(const struct sheet *sheet, struct point at, double angle,
		 double from, double most)
{
	return ray_reach_within(sheet, at, angle, from, most, LINE_BOUND);
}

int ray_side(const struct sheet *sheet, struct point at, const struct ray *ray,
	     int side)
{
	double aside = side * (sheet->line_width / 2 + SIDE_INSIDE);
	double dx = cos(ray->angle), dy = sin(ray->angle);
	int seen = 0;

	for (int i = 0; i < RAY_SIDE_MOST; i++) {
		double s = ray->from +
			   (ray->to - ray->from) * (i + 0.5) / RAY_SIDE_MOST;
		struct point on = { at.x + s * dx, at.y + s * dy };

		seen += sheet_unlike(sheet, on.x - aside * dy,
				     on.y + aside * dx) > SIDE_BOUND;
	}
	return seen;
}

int ray_sides(const struct sheet *sheet, struct point at, double angle,
	      double from, double to)
{
	const struct ray ray = { angle, from, to };

	return ray_side(sheet, at, &ray, 1) + ray_side(sheet, at, &ray, -1);
}

bool ray_has_sides(const struct sheet *sheet, struct point at, double angle,
		   double from, double to)
{
	return ray_sides(sheet, at, angle, from, to) >= RAY_SIDES;
}

/* How wide the flank on one side of a line is, cells; negative where it has
 * none. */
static double flank(const struct sheet *sheet, int x, int y, bool upright,
		    double t, int side)
{
	double step = 0.25 / SHEET_CELL, from = -1;
	double most = sheet->line_width / 2 + FLANK_MOST;

	for (double a = 0; a < most; a += step) {
		struct point at = lines_edge_point(x, y, upright, t, side * a);
		double unlike = sheet_unlike(sheet, at.x, at.y);

		if (unlike < 0.25)
			from = a;
		else if (unlike > 0.75)
			return from < 0 ? -1 : a - from;
	}
	return -1;
}

double rays_blur(const struct sheet *sheet)
{
	float flanks[8 * (PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1)];
	int count = 0;

	for (int y = 0; y <= sheet->rows; y++)
		for (int x = 0; x <= sheet->columns; x++)
			for (int i = 0; i < 8; i++) {
				bool upright = i & 1;
				double wide;

				if (upright ? y == sheet->rows
					    : x == sheet->columns)
					continue;
				wide = flank(sheet, x, y, upright,
					     i & 2 ? 0.3 : 0.7, i & 4 ? 1 : -1);
				if (wide >= 0)
					flanks[count++] = (float)wide;
			}
	if (!count)
		return 0;
	return order_pick_float(flanks, count, count / 2) * SHEET_CELL /
	       QUARTILES;
}
