#include "panel_rims.h"

static bool has_item(const struct spot_look *look)
{
	return look->start || look->end || look->dot;
}

/* Is the line at the side (x, y) walks along, by steps of (dx, dy), joined to
 * the rest, or is anything on it? Inward lies (in_x, in_y). */
static bool is_idle(const struct panel_lines *lines, int x, int y, int dx,
		    int dy, int in_x, int in_y)
{
	for (; x < lines->width && y < lines->height; x += dx, y += dy) {
		const struct spot_look *lead =
			&lines->spots[y + in_y][x + in_x];

		if (has_item(&lines->spots[y][x]))
			return false;
		if (panel_is_vertex(x, y) &&
		    (lead->edge != PANEL_EDGE_MISSING || has_item(lead)))
			return false;
	}
	return true;
}

struct extent_change rims_find_frame(const struct panel_lines *lines)
{
	int right = lines->width - 1, low = lines->height - 1;
	struct extent_change change = { 0, 0, 0, 0 };

	if (right > 2) {
		change.left = -is_idle(lines, 0, 0, 0, 1, 1, 0);
		change.right = -is_idle(lines, right, 0, 0, 1, -1, 0);
	}
	if (low > 2) {
		change.top = -is_idle(lines, 0, 0, 1, 0, 0, 1);
		change.bottom = -is_idle(lines, 0, low, 1, 0, 0, -1);
	}
	return change;
}

bool rims_may_be_cylinder(const struct panel_lines *lines)
{
	for (int side = 0; side < 2; side++) {
		int rim = side ? lines->width - 1 : 0;
		int next = side ? rim - 1 : 1;
		int rims = 0, leads = 0;

		for (int y = 0; y < lines->height; y++) {
			bool drawn = lines->spots[y][y % 2 ? rim : next].edge !=
				     PANEL_EDGE_MISSING;

			rims += y % 2 && drawn;
			leads += y % 2 == 0 && drawn;
		}
		if (!rims && leads > lines->height / 4)
			return true;
	}
	return false;
}
