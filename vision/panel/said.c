#include "said.h"

#include <math.h>

#include "panel_lines.h"
#include "sheet.h"

/* A place belongs to a spot that is nearer than this, cells: stubs are no
 * longer. */
#define SPOT_NEAR 0.6
/* From this far off a spot, cells, a place tells where its stub leads. */
#define LEADS_FROM 0.15

/* The spot of a place, and where that lies from it; NULL where none is near. */
static struct spot_look *find_spot(const struct homography *px_to_cell,
				   struct panel_lines *lines, struct point px,
				   int *x, int *y, struct point *off)
{
	struct point at = homography_apply(px_to_cell, px);
	struct spot_look *best = NULL;
	double near = SPOT_NEAR;

	for (int v = 0; v < lines->height; v++)
		for (int u = 0; u < lines->width; u++) {
			double far = hypot(at.x - u / 2.0, at.y - v / 2.0);

			if (far >= near || !lines_drawn_at(lines, u, v))
				continue;
			near = far;
			best = &lines->spots[v][u];
			*x = u;
			*y = v;
			*off = (struct point){ at.x - u / 2.0, at.y - v / 2.0 };
		}
	return best;
}

static int side_of(int at, int last)
{
	return at == 0 ? -1 : at == last ? 1 : 0;
}

/* Which way a stub leads: to its place, or, where that lies on the spot, out of
 * the panel, or where no line leads. */
static void aim(const struct panel_lines *lines, int x, int y, struct point off,
		struct spot_look *look)
{
	double far = hypot(off.x, off.y);
	int dx = side_of(x, lines->width - 1),
	    dy = side_of(y, lines->height - 1);

	if (far > LEADS_FROM) {
		dx = (int)lround(off.x / far);
		dy = (int)lround(off.y / far);
	}
	for (int i = 0; i < 4 && !dx && !dy; i++) {
		int u = i % 2 ? 0 : i - 1, v = i % 2 ? i - 2 : 0;

		if (lines_edge_at(lines, x + u, y + v) == PANEL_EDGE_MISSING) {
			dx = u;
			dy = v;
		}
	}
	look->end_dx = dx;
	look->end_dy = dx || dy ? dy : -1;
}

/* What was read is as sure as what is said. */
static void forget(struct panel_lines *lines, bool ends)
{
	for (int i = 0; i < lines->width * lines->height; i++) {
		struct spot_look *look =
			&lines->spots[i / lines->width][i % lines->width];

		if (ends) {
			look->end = false;
			look->end_sure = 1;
		} else {
			look->start = false;
			look->start_sure = 1;
		}
	}
}

static void take(const struct point *px, int count, bool ends,
		 const struct homography *px_to_cell, struct panel_lines *lines)
{
	bool forgot = false;

	for (int i = 0; i < count; i++) {
		struct point off = { 0, 0 };
		int x = 0, y = 0;
		struct spot_look *look =
			find_spot(px_to_cell, lines, px[i], &x, &y, &off);

		if (!look)
			continue;
		if (!forgot)
			forget(lines, ends);
		forgot = true;
		look->said = true;
		/* it is what was taken for a dot */
		look->dot = false;
		look->dot_sure = 1;
		if (ends) {
			look->end = true;
			aim(lines, x, y, off, look);
		} else {
			look->start = true;
		}
	}
}

void said_take(const struct said *said, const struct sheet *sheet,
	       struct panel_lines *lines)
{
	struct homography px_to_cell;

	if (homography_inverse(&sheet->cell_to_px, &px_to_cell) < 0)
		return;
	take(said->px_starts, said->start_count, false, &px_to_cell, lines);
	take(said->px_ends, said->end_count, true, &px_to_cell, lines);
}
