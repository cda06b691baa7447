#include "cell.h"

#include <math.h>

/* A cell fills so much of its corners' quadrilateral, and is so many pixels
 * wide and high, so that its lines are told from letters'. */
#define CELL_FILLS 0.88
#define CELL_LEAST 10.0
/* Its lines are no wider than its ground, FACTS has up to .45 of both, nor than
 * so many times each other: 45 degrees of perspective, and a pixel. */
#define LINE_MOST 0.9
#define WIDTHS_DIFFER 1.5

/* How wide is the line beyond a heart's side, from a place in its middle? So
 * far out, in pixels, it begins. 0 where there is none. */
static double width_beyond(const struct network *network, struct point from,
			   struct point out, double most, double *begins)
{
	int line = -1;

	for (int i = 0; i < 3 * (int)ceil(most); i++) {
		int x = (int)lround(from.x + i * out.x);
		int y = (int)lround(from.y + i * out.y);
		bool is_line;

		if (x < 0 || y < 0 || x >= network->width ||
		    y >= network->height)
			return 0;
		is_line = network->line[y * network->width + x];
		if (is_line && line < 0)
			line = i;
		if (!is_line && line >= 0) {
			*begins = line - 0.5;
			return i - line;
		}
		if (line < 0 && i > most)
			return 0;
	}
	return 0;
}

static struct point unit(struct point v)
{
	return point_scale(v, 1 / fmax(1e-6, point_length(v)));
}

/* Where two sides, each moved outward, meet: about a corner. */
static struct point move_corner(const struct point *c, int corner,
				const double *off)
{
	/* side k leads from corner k to the next; `out` of it is aside */
	struct point in = unit(point_sub(c[corner], c[(corner + 3) % 4]));
	struct point on = unit(point_sub(c[corner], c[(corner + 1) % 4]));

	/* along the side before it moves the corner out of the next side */
	return point_add(point_add(c[corner], point_scale(in, off[corner])),
			 point_scale(on, off[(corner + 3) % 4]));
}

/* Is the heart that of a cell? Then its corners on the lines. */
static bool take_cell(const struct network *network, const struct heart *heart,
		      double distance, struct quad *corners)
{
	const struct point *c = heart->corners.corner;
	double off[4], widest = 0, narrowest = HUGE_VAL, least = HUGE_VAL;

	if (heart->area < CELL_FILLS * fabs(quad_area(&heart->corners)))
		return false;
	for (int i = 0; i < 4; i++)
		least = fmin(least, point_distance(c[i], c[(i + 1) % 4]));
	if (least < 2 || least + 2 * distance < CELL_LEAST)
		return false;
	for (int i = 0; i < 4; i++) {
		struct point a = c[i], b = c[(i + 1) % 4];
		struct point along = unit(point_sub(b, a));
		struct point out = { along.y, -along.x };
		double width, begins;

		width = width_beyond(network, point_mix(a, b, 0.5), out,
				     2 * distance + 2, &begins);
		if (width < 2 || width > LINE_MOST * (least + 2 * distance))
			return false;
		widest = fmax(widest, width);
		narrowest = fmin(narrowest, width);
		off[i] = begins + width / 2;
	}
	if (widest > WIDTHS_DIFFER * narrowest + 1)
		return false;
	for (int i = 0; i < 4; i++)
		corners->corner[i] = move_corner(c, i, off);
	return true;
}

static void add(struct panel_cells *cells, const struct quad *corners)
{
	double area = fabs(quad_area(corners));
	struct point middle =
		point_mix(corners->corner[0], corners->corner[2], 0.5);
	int at;

	for (int i = 0; i < cells->count; i++)
		if (quad_contains(&cells->corners[i], middle))
			return;
	at = cells->count < CELLS_MOST ? cells->count++ : CELLS_MOST;
	for (; at && cells->area[at - 1] < area; at--)
		if (at < CELLS_MOST) {
			cells->corners[at] = cells->corners[at - 1];
			cells->area[at] = cells->area[at - 1];
		}
	if (at < CELLS_MOST) {
		cells->corners[at] = *corners;
		cells->area[at] = area;
	}
}

void cells_add(struct panel_cells *cells, const struct network *network,
	       double distance)
{
	struct quad corners;

	for (size_t i = 0; i < network->heart_count; i++)
		if (take_cell(network, &network->hearts[i], distance, &corners))
			add(cells, &corners);
}
