#include "rims.h"

#include <math.h>

#include "rays.h"

/* The outer edge of a side is looked for at so many places of it. */
enum { PLACES = 24 };
/* A line that leads out is followed in such steps, cells, up to where the next
 * vertex would be; it is cut off where it is seen up to so near the picture's
 * side, half a pixel of the smallest cells. */
#define STEP 0.01
#define FAR_MOST 1.0
#define NEAR_SIDE 0.025
/* Ground lies to one side of it at least, all along: what is around a panel may
 * be as dark as its lines. */
enum { SIDES_LEAST = 4 };

/* A side of the lattice: from a corner along it, and out of it. */
struct side {
	struct point from, along, out;
	int length;
};

static bool is_in_picture(const struct sheet *sheet, struct point cell)
{
	struct point px = homography_apply(&sheet->cell_to_px, cell);

	return px.x >= 0 && px.y >= 0 && px.x <= sheet->image->width - 1 &&
	       px.y <= sheet->image->height - 1;
}

/* Does the picture end before the outer edge of the side's line? */
static bool lacks_edge(const struct sheet *sheet, const struct side *side)
{
	double out = sheet->line_width / 2 + SIDE_INSIDE;

	for (int i = 0; i <= PLACES; i++) {
		double t = (double)i / PLACES * side->length;
		struct point at = point_add(
			side->from, point_add(point_scale(side->along, t),
					      point_scale(side->out, out)));

		if (!is_in_picture(sheet, at))
			return true;
	}
	return false;
}

/* How far beyond a vertex the picture ends, cells; FAR_MOST at the most. */
static double find_end(const struct sheet *sheet, struct point vertex,
		       struct point out)
{
	double far = 0;

	while (far < FAR_MOST &&
	       is_in_picture(sheet, point_add(vertex, point_scale(out, far))))
		far += STEP;
	return fmin(far, FAR_MOST);
}

/* Does a line lead from a vertex of the side out of the picture? */
static bool leads_out(const struct sheet *sheet, const struct side *side)
{
	double half = sheet->line_width / 2;
	double angle = atan2(side->out.y, side->out.x);

	for (int i = 0; i <= side->length; i++) {
		struct point at =
			point_add(side->from, point_scale(side->along, i));
		double end = find_end(sheet, at, side->out) - NEAR_SIDE;

		if (end < FAR_MOST - NEAR_SIDE - STEP &&
		    end > half + SIDE_INSIDE &&
		    ray_reach(sheet, at, angle, half, end) >= end &&
		    ray_sides(sheet, at, angle, half + SIDE_INSIDE, end) >=
			    SIDES_LEAST)
			return true;
	}
	return false;
}

bool cut_shows(const struct sheet *sheet)
{
	double c = sheet->columns, r = sheet->rows;
	const struct side sides[4] = {
		{ { 0, 0 }, { 1, 0 }, { 0, -1 }, sheet->columns },
		{ { 0, r }, { 1, 0 }, { 0, 1 }, sheet->columns },
		{ { 0, 0 }, { 0, 1 }, { -1, 0 }, sheet->rows },
		{ { c, 0 }, { 0, 1 }, { 1, 0 }, sheet->rows },
	};

	for (int i = 0; i < 4; i++)
		if (lacks_edge(sheet, &sides[i]) || leads_out(sheet, &sides[i]))
			return true;
	return false;
}
