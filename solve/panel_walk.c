#include "panel_walk.h"

#include <string.h>

/* Between two looks at the clock. */
enum { STEPS_PER_LOOK = 1 << 12 };

struct walk {
	const struct panel *panel;
	const struct deadline *deadline;
	bool (*visit)(void *data, const struct solution *line);
	void *data;
	bool taken[PANEL_SPAN_MAX][PANEL_SPAN_MAX]; /* [y][x] doubled */
	struct solution line;
	unsigned steps;
};

/* Takes a vertex or edge for the line and its mirror image; false where
 * either may not be there. */
static bool take(struct walk *walk, int x, int y)
{
	const struct panel *panel = walk->panel;
	int mx = x;
	int my = y;

	if (panel->symmetry != PANEL_SYMMETRY_NONE) {
		panel_mirror(panel, x, y, &mx, &my);
		if (panel_is_vertex(x, y) != panel_is_vertex(mx, my) ||
		    panel_is_cell(mx, my) || (mx == x && my == y))
			return false;
	}
	if (walk->taken[y][x] || walk->taken[my][mx] ||
	    panel->spots[y][x].edge != PANEL_EDGE_WHOLE ||
	    panel->spots[my][mx].edge != PANEL_EDGE_WHOLE)
		return false;
	walk->taken[y][x] = true;
	walk->taken[my][mx] = true;
	return true;
}

static void give_back(struct walk *walk, int x, int y)
{
	int mx = x;
	int my = y;

	if (walk->panel->symmetry != PANEL_SYMMETRY_NONE)
		panel_mirror(walk->panel, x, y, &mx, &my);
	walk->taken[y][x] = false;
	walk->taken[my][mx] = false;
}

static bool is_end(const struct panel *panel, int x, int y)
{
	int mx, my;

	if (!panel->spots[y][x].end)
		return false;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return true;
	panel_mirror(panel, x, y, &mx, &my);
	return panel->spots[my][mx].end;
}

static bool go_on(struct walk *walk, int x, int y);

/* One step of half an edge. */
static bool step(struct walk *walk, int x, int y, int dx, int dy)
{
	struct panel_solution *path = &walk->line.as.panel;
	const struct panel *panel = walk->panel;
	int nx = x + dx;
	int ny = y + dy;
	bool done;

	if (!panel_wrap(panel, &nx, ny) || panel_is_cell(nx, ny) ||
	    !take(walk, nx, ny))
		return true;
	path->path[path->length++] =
		(struct panel_at){ (uint8_t)nx, (uint8_t)ny };
	done = go_on(walk, nx, ny);
	path->length--;
	give_back(walk, nx, ny);
	return done;
}

/* The path holds every half edge: keeps vertices, both ends and, on a
 * cylinder of two columns, the middles. */
static bool hand_out(struct walk *walk)
{
	const struct panel_solution *path = &walk->line.as.panel;
	struct solution kept = { .family = walk->line.family };
	struct panel_solution *out = &kept.as.panel;
	bool all = walk->panel->wraps && walk->panel->columns == 2;

	for (int i = 0; i < path->length; i++)
		if (all || i == 0 || i == path->length - 1 ||
		    panel_is_vertex(path->path[i].x, path->path[i].y))
			out->path[out->length++] = path->path[i];
	return walk->visit(walk->data, &kept);
}

static bool go_on(struct walk *walk, int x, int y)
{
	if (++walk->steps % STEPS_PER_LOOK == 0 &&
	    deadline_passed(walk->deadline))
		return false;
	if (is_end(walk->panel, x, y) && !hand_out(walk))
		return false;
	if (!(y & 1) && (!step(walk, x, y, -1, 0) || !step(walk, x, y, 1, 0)))
		return false;
	return (x & 1) || (step(walk, x, y, 0, -1) && step(walk, x, y, 0, 1));
}

bool panel_walk(const struct puzzle *puzzle, const struct deadline *deadline,
		bool (*visit)(void *data, const struct solution *line),
		void *data)
{
	const struct panel *panel = &puzzle->as.panel;
	struct walk walk = {
		.panel = panel,
		.deadline = deadline,
		.visit = visit,
		.data = data,
		.line.family = puzzle->family,
	};

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_solution *path = &walk.line.as.panel;
			int mx, my;
			bool done;

			if (panel_is_cell(x, y) || !panel->spots[y][x].start ||
			    !take(&walk, x, y))
				continue;
			panel_mirror(panel, x, y, &mx, &my);
			if (panel->symmetry != PANEL_SYMMETRY_NONE &&
			    !panel->spots[my][mx].start) {
				give_back(&walk, x, y);
				continue;
			}
			path->length = 1;
			path->path[0] =
				(struct panel_at){ (uint8_t)x, (uint8_t)y };
			done = go_on(&walk, x, y);
			give_back(&walk, x, y);
			if (!done)
				return false;
		}
	return true;
}
