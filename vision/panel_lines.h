/* What a panel's lines say: edges whole, broken or missing, starts, ends and
 * dots; and how far the lattice really reaches. */
#ifndef PANEL_LINES_H
#define PANEL_LINES_H

#include "panel.h"
#include "panel_sheet.h"

/* One spot (vertex or middle of an edge) as it looks. `sure` is in each case
 * the probability that it is as said, also where nothing is said to be there.
 */
struct spot_look {
	enum panel_edge edge, edge_second;
	double edge_sure;
	double break_width; /* of a gap, cells */
	bool dot;
	double dot_sure;
	struct colour dot_colour;
	bool start;
	double start_sure;
	double radius; /* of the start, cells */
	bool end;
	int end_dx, end_dy;
	double end_sure;
	double stub; /* the longest of anything like a stub here, cells */
	int stub_dx, stub_dy;
};

struct panel_lines {
	int width, height; /* doubled: 2 * columns + 1 ... */
	struct spot_look spots[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
};

/* The columns and rows to add at each side (negative: to take away) so that
 * all lines seen lie inside. */
struct extent_change {
	int left, top, right, bottom;
};
struct extent_change lines_find_extent(const struct sheet *sheet);

/* Does more in the line's colour lie one cell outside the lattice, with ground
 * between? Then it may be a part of a larger panel. */
bool lines_go_on_outside(const struct sheet *sheet);

void lines_read(const struct sheet *sheet, struct panel_lines *lines);

#endif
