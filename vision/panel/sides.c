/* What lies beyond a panel's sides: the face that it is drawn on, flat ground
 * up to a frame or whatever else it lies on, or nothing, where the picture
 * ends. */
#include "rims.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"
#include "rays.h"

/* Beyond the lattice ground is looked along at so many places a side. */
enum { FACE_PLACES = 16 };
/* in steps of so many cells; beyond the face so many in a row are neither
 * ground nor line, and it ends where ground was seen last before: a wall may be
 * of the line's colour, */
#define FACE_STEP 0.02
enum { BEYOND = 3 };
/* which differ from both by this share of their contrast. */
#define FACE_APART 0.5
/* So many of the places must find its end equally far within this, cells, from
 * all sides. */
#define PLACES_ALIKE 0.6
#define MARGIN_OFF 0.06
/* Between the outermost vertices and the end lies a stub, FACTS: .3 to .5, and
 * less than a cell. */
#define MARGIN_LEAST 0.3
#define MARGIN_MOST 1.0

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

/* Left, upper, right and lower. */
static void take_sides(const struct sheet *sheet, struct side sides[4])
{
	double c = sheet->columns, r = sheet->rows;

	sides[0] = (struct side){ { 0, 0 }, { 0, 1 }, { -1, 0 }, sheet->rows };
	sides[1] =
		(struct side){ { 0, 0 }, { 1, 0 }, { 0, -1 }, sheet->columns };
	sides[2] = (struct side){ { c, 0 }, { 0, 1 }, { 1, 0 }, sheet->rows };
	sides[3] =
		(struct side){ { 0, r }, { 1, 0 }, { 0, 1 }, sheet->columns };
}

/* How far beyond a place of the rim the face ends, cells; negative where the
 * picture does before. */
static double find_face_end(const struct sheet *sheet, struct point rim,
			    struct point out)
{
	struct point next = point_add(rim, point_scale(out, 0.5));
	struct colour ground = sheet_ground(sheet, next.x, next.y);
	struct colour line = sheet_line(sheet, rim.x, rim.y);
	double bound = FACE_APART * sheet_contrast(sheet, next.x, next.y);
	double last = sheet->line_width / 2;
	int beyond = 0;

	for (double far = sheet->line_width / 2; far < PANEL_SIDE_MAX;
	     far += FACE_STEP) {
		struct point at =
			homography_apply(&sheet->cell_to_px,
					 point_add(rim, point_scale(out, far)));
		int x = (int)lround(at.x), y = (int)lround(at.y);
		struct colour seen;

		if (x < 0 || y < 0 || x >= sheet->image->width ||
		    y >= sheet->image->height)
			return -1;
		seen = colour_of_pixel(image_row(sheet->image, y)[x]);
		if (colour_distance(seen, ground) <= bound) {
			last = far;
			beyond = 0;
		} else if (colour_distance(seen, line) <= bound) {
			beyond = 0;
		} else if (++beyond == BEYOND) {
			return last + FACE_STEP;
		}
	}
	return -1;
}

/* The distance in which most places of a side find the end; negative where they
 * do not agree. */
static double find_margin(const struct sheet *sheet, const struct side *side)
{
	double ends[FACE_PLACES], middle;
	int alike = 0;

	for (int i = 0; i < FACE_PLACES; i++) {
		double t = (i + 0.5) / FACE_PLACES * side->length;

		ends[i] = find_face_end(
			sheet,
			point_add(side->from, point_scale(side->along, t)),
			side->out);
	}
	middle = order_pick_double(ends, FACE_PLACES, FACE_PLACES / 2);
	for (int i = 0; i < FACE_PLACES; i++)
		alike += fabs(ends[i] - middle) < MARGIN_OFF;
	return alike >= PLACES_ALIKE * FACE_PLACES ? middle : -1;
}

struct extent_change face_find_extent(const struct sheet *sheet)
{
	const struct extent_change none = { 0, 0, 0, 0 };
	struct side sides[4];
	double margins[4], least = HUGE_VAL;
	int more[4], whole = 0;

	take_sides(sheet, sides);
	for (int i = 0; i < 4; i++) {
		margins[i] = find_margin(sheet, &sides[i]);
		if (margins[i] < MARGIN_LEAST)
			return none;
		least = fmin(least, margins[i]);
	}
	for (int i = 0; i < 4; i++) {
		more[i] = (int)lround(margins[i] - least);
		if (fabs(margins[i] - least - more[i]) > MARGIN_OFF)
			return none;
		whole += more[i] == 0;
	}
	/* what has as much around it above as below lies in the middle */
	if (least > MARGIN_MOST || whole < 2 ||
	    (more[0] == more[2] && more[1] == more[3]) ||
	    sheet->columns + more[0] + more[2] > PANEL_SIDE_MAX ||
	    sheet->rows + more[1] + more[3] > PANEL_SIDE_MAX)
		return none;
	return (struct extent_change){ more[0], more[1], more[2], more[3] };
}

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
	struct side sides[4];

	take_sides(sheet, sides);
	for (int i = 0; i < 4; i++)
		if (lacks_edge(sheet, &sides[i]) || leads_out(sheet, &sides[i]))
			return true;
	return false;
}
