#include "rims.h"

#include <math.h>
#include <stdlib.h>

#include "order.h"

/* Beyond the lattice ground is looked along at so many places a side. */
enum { PLACES = 16 };
/* in steps of so many cells; beyond the face so many in a row are neither
 * ground nor line, and it ends where ground was seen last before: a wall may be
 * of the line's colour, */
#define STEP 0.02
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

/* From the lattice's corner along a side, and out of it. */
struct side {
	struct point from, along, out;
	int length;
};

/* How far beyond a place of the rim the face ends, cells; negative where the
 * picture does before. */
static double find_end(const struct sheet *sheet, struct point rim,
		       struct point out)
{
	struct point next = point_add(rim, point_scale(out, 0.5));
	struct colour ground = sheet_ground(sheet, next.x, next.y);
	struct colour line = sheet_line(sheet, rim.x, rim.y);
	double bound = FACE_APART * sheet_contrast(sheet, next.x, next.y);
	double last = sheet->line_width / 2;
	int beyond = 0;

	for (double far = sheet->line_width / 2; far < PANEL_SIDE_MAX;
	     far += STEP) {
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
			return last + STEP;
		}
	}
	return -1;
}

/* The distance in which most places of a side find the end; negative where they
 * do not agree. */
static double find_margin(const struct sheet *sheet, const struct side *side)
{
	double ends[PLACES], middle;
	int alike = 0;

	for (int i = 0; i < PLACES; i++) {
		double t = (i + 0.5) / PLACES * side->length;

		ends[i] = find_end(
			sheet,
			point_add(side->from, point_scale(side->along, t)),
			side->out);
	}
	middle = order_pick_double(ends, PLACES, PLACES / 2);
	for (int i = 0; i < PLACES; i++)
		alike += fabs(ends[i] - middle) < MARGIN_OFF;
	return alike >= PLACES_ALIKE * PLACES ? middle : -1;
}

struct extent_change face_find_extent(const struct sheet *sheet)
{
	const struct extent_change none = { 0, 0, 0, 0 };
	double c = sheet->columns, r = sheet->rows;
	const struct side sides[4] = {
		{ { 0, 0 }, { 0, 1 }, { -1, 0 }, sheet->rows },
		{ { 0, 0 }, { 1, 0 }, { 0, -1 }, sheet->columns },
		{ { c, 0 }, { 0, 1 }, { 1, 0 }, sheet->rows },
		{ { 0, r }, { 1, 0 }, { 0, 1 }, sheet->columns },
	};
	double margins[4], least = HUGE_VAL;
	int more[4], whole = 0;

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
	if (least > MARGIN_MOST || whole < 2 ||
	    sheet->columns + more[0] + more[2] > PANEL_SIDE_MAX ||
	    sheet->rows + more[1] + more[3] > PANEL_SIDE_MAX)
		return none;
	return (struct extent_change){ more[0], more[1], more[2], more[3] };
}
