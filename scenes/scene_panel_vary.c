#include "scene_panel_vary.h"

#include <string.h>

/* Shares of panels that have each, chosen so that a hundred scenes hold a
 * dozen of the rarest. */
static const double RECOLOURED = 0.6, MORE_STARTS = 0.35, MORE_ENDS = 0.4;
static const double TURNED_END = 0.4, BITTEN = 0.2, EDGE_DOT = 0.15;
/* At most this share of the cells is bitten away. */
static const double BITTEN_MOST = 0.2;
enum { TRIES = 30 };

static bool chance(struct rng *rng, double share)
{
	return rng_real(rng, 0, 1) < share;
}

static bool edge_drawn(const struct panel *panel, int x, int y)
{
	return panel_wrap(panel, &x, y) &&
	       panel->spots[y][x].edge != PANEL_EDGE_MISSING;
}

/* Vertices that have an edge and the middles of whole edges. */
static bool spot_there(const struct panel *panel, int x, int y)
{
	if (panel_is_cell(x, y))
		return false;
	if (panel_is_edge(x, y))
		return panel->spots[y][x].edge == PANEL_EDGE_WHOLE;
	return edge_drawn(panel, x - 1, y) || edge_drawn(panel, x + 1, y) ||
	       edge_drawn(panel, x, y - 1) || edge_drawn(panel, x, y + 1);
}

static bool spot_bare(const struct panel *panel, int x, int y)
{
	const struct panel_spot *spot = &panel->spots[y][x];

	return !spot->start && !spot->end && !spot->dot;
}

static bool any_place(const struct panel *panel, struct rng *rng, int *x,
		      int *y)
{
	for (int i = 0; i < TRIES; i++) {
		*x = (int)rng_below(rng, (uint32_t)panel_width(panel));
		*y = (int)rng_below(rng, (uint32_t)panel_height(panel));
		/* most starts and ends are at vertices */
		if (panel_is_edge(*x, *y) && rng_below(rng, 3))
			continue;
		if (spot_there(panel, *x, *y) && spot_bare(panel, *x, *y))
			return true;
	}
	return false;
}

static void add_start(struct panel *panel, struct rng *rng)
{
	int x, y;

	if (!any_place(panel, rng, &x, &y))
		return;
	if (panel->symmetry != PANEL_SYMMETRY_NONE) {
		int mx, my;

		panel_mirror(panel, x, y, &mx, &my);
		if ((mx == x && my == y) || !spot_there(panel, mx, my) ||
		    !spot_bare(panel, mx, my))
			return;
		panel->spots[my][mx].start = true;
	}
	panel->spots[y][x].start = true;
}

/* The outward side of a spot on the rim, 0,0 inside. */
static void outward(const struct panel *panel, int x, int y, int *dx, int *dy)
{
	*dx = 0;
	if (!panel->wraps)
		*dx = x == 0 ? -1 : x == 2 * panel->columns;
	*dy = y == 0 ? -1 : y == 2 * panel->rows;
}

/* A stub that points outward; at a corner along either side or between. */
static bool choose_stub(const struct panel *panel, int x, int y,
			struct rng *rng, int *dx, int *dy)
{
	outward(panel, x, y, dx, dy);
	if (*dx && *dy) {
		uint32_t which = rng_below(rng, 3);

		*dx = which == 1 ? 0 : *dx;
		*dy = which == 2 ? 0 : *dy;
	}
	return *dx || *dy;
}

static void set_end(struct panel *panel, int x, int y, int dx, int dy)
{
	struct panel_spot *spot = &panel->spots[y][x];

	spot->end = true;
	spot->end_dx = (int8_t)dx;
	spot->end_dy = (int8_t)dy;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	panel_mirror(panel, x, y, &x, &y);
	spot = &panel->spots[y][x];
	spot->end = true;
	spot->end_dx =
		(int8_t)(panel->symmetry == PANEL_HORIZONTAL ||
					 panel->symmetry == PANEL_ROTATIONAL
				 ? -dx
				 : dx);
	spot->end_dy =
		(int8_t)(panel->symmetry == PANEL_VERTICAL ||
					 panel->symmetry == PANEL_ROTATIONAL
				 ? -dy
				 : dy);
}

static void add_end(struct panel *panel, struct rng *rng)
{
	int x, y, dx, dy;

	for (int i = 0; i < TRIES; i++) {
		if (!any_place(panel, rng, &x, &y) ||
		    !choose_stub(panel, x, y, rng, &dx, &dy))
			continue;
		if (panel->symmetry != PANEL_SYMMETRY_NONE) {
			int mx, my;

			panel_mirror(panel, x, y, &mx, &my);
			if ((mx == x && my == y) ||
			    !spot_there(panel, mx, my) ||
			    !spot_bare(panel, mx, my))
				continue;
		}
		set_end(panel, x, y, dx, dy);
		return;
	}
}

/* Ends at corners point another way. */
static void turn_ends(struct panel *panel, struct rng *rng)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			int dx, dy;

			if (panel_is_cell(x, y) || !panel->spots[y][x].end)
				continue;
			if (choose_stub(panel, x, y, rng, &dx, &dy))
				set_end(panel, x, y, dx, dy);
		}
}

/* Another colour for each: which symbols share one stays. */
static void recolour(struct panel *panel, struct rng *rng)
{
	uint8_t to[PANEL_COLOUR_COUNT];

	for (int i = 0; i < PANEL_COLOUR_COUNT; i++)
		to[i] = (uint8_t)i;
	for (uint32_t i = PANEL_COLOUR_COUNT - 1; i > 0; i--) {
		uint32_t other = rng_below(rng, i + 1);
		uint8_t kept = to[i];

		to[i] = to[other];
		to[other] = kept;
	}
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			panel->cells[y][x].colour =
				to[panel->cells[y][x].colour];
}

/* May the cell be taken out of the outline? Nothing lies on it. */
static bool can_bite(const struct panel *panel, int column, int row)
{
	int cx = 2 * column + 1, cy = 2 * row + 1;

	if (panel->cells[row][column].kind != PANEL_EMPTY)
		return false;
	for (int y = cy - 1; y <= cy + 1; y++)
		for (int x = cx - 1; x <= cx + 1; x++) {
			int there = x;

			if (panel_is_cell(x, y))
				continue;
			panel_wrap(panel, &there, y);
			if (!spot_bare(panel, there, y))
				return false;
		}
	return true;
}

/* Takes the edges away that have the outside beyond; returns how many. */
static int bite(struct panel *panel, int column, int row)
{
	static const int steps[4][2] = {
		{ -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 }
	};
	int count = 0;

	for (int k = 0; k < 4; k++) {
		int x = 2 * column + 1 + steps[k][0];
		int y = 2 * row + 1 + steps[k][1];
		bool side = !panel->wraps && steps[k][0] &&
			    (x == 0 || x == 2 * panel->columns);
		bool top = steps[k][1] && (y == 0 || y == 2 * panel->rows);

		if (!side && !top)
			continue;
		panel->spots[y][x].edge = PANEL_EDGE_MISSING;
		count++;
	}
	return count;
}

/* Does every side of the lattice still show an edge? Else it were smaller. */
static bool sides_show(const struct panel *panel)
{
	int right = 2 * panel->columns, low = 2 * panel->rows;
	bool left_shown = panel->wraps, right_shown = panel->wraps;
	bool top_shown = false, low_shown = false;

	for (int x = 0; x < panel_width(panel); x++) {
		top_shown |= !panel_is_cell(x, 0) && edge_drawn(panel, x, 0) &&
			     (x & 1);
		low_shown |= (x & 1) && edge_drawn(panel, x, low);
	}
	for (int y = 1; y < panel_height(panel) && !panel->wraps; y += 2) {
		left_shown |= edge_drawn(panel, 0, y);
		right_shown |= edge_drawn(panel, right, y);
	}
	return left_shown && right_shown && top_shown && low_shown;
}

static void bite_outline(struct panel *panel, struct rng *rng)
{
	struct panel before = *panel;
	int most = (int)(BITTEN_MOST * panel->columns * panel->rows);
	int count = 0;

	for (int i = 0; i < TRIES && count < most; i++) {
		int column = (int)rng_below(rng, (uint32_t)panel->columns);
		int row = (int)rng_below(rng, (uint32_t)panel->rows);
		int mx, my;

		if (!can_bite(panel, column, row))
			continue;
		if (panel->symmetry != PANEL_SYMMETRY_NONE) {
			panel_mirror(panel, 2 * column + 1, 2 * row + 1, &mx,
				     &my);
			if (!can_bite(panel, mx / 2, my / 2))
				continue;
			count += bite(panel, mx / 2, my / 2) > 0;
		}
		count += bite(panel, column, row) > 0;
	}
	if (!sides_show(panel))
		*panel = before;
}

static void add_edge_dot(struct panel *panel, struct rng *rng)
{
	for (int i = 0; i < TRIES; i++) {
		int x = (int)rng_below(rng, (uint32_t)panel_width(panel));
		int y = (int)rng_below(rng, (uint32_t)panel_height(panel));

		if (!panel_is_edge(x, y) || !spot_there(panel, x, y) ||
		    !spot_bare(panel, x, y))
			continue;
		panel->spots[y][x].dot = PANEL_DOT_BLACK;
		return;
	}
}

/* Any squares of 5 by 5, mostly connected. */
static uint64_t any_shape(struct rng *rng)
{
	int side = rng_between(rng, 2, 5);
	int size = rng_between(rng, 1, side + 2);
	bool scattered = rng_below(rng, 4) == 0;
	uint64_t shape = (uint64_t)1
			 << (PANEL_SHAPE_MAX * (int)rng_below(rng, 3) + 1);

	for (int i = 0; i < TRIES && panel_shape_size(shape) < size; i++) {
		int x = (int)rng_below(rng, (uint32_t)side);
		int y = (int)rng_below(rng, (uint32_t)side);

		if (scattered || panel_shape_has(shape, x - 1, y) ||
		    panel_shape_has(shape, x + 1, y) ||
		    panel_shape_has(shape, x, y - 1) ||
		    panel_shape_has(shape, x, y + 1))
			shape |= (uint64_t)1 << (PANEL_SHAPE_MAX * y + x);
	}
	return panel_shape_trim(shape);
}

static void set_free(struct panel *panel, struct rng *rng)
{
	double share = rng_real(rng, 0.15, 0.6);

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			struct panel_cell *cell = &panel->cells[y][x];

			memset(cell, 0, sizeof *cell);
			if (!chance(rng, share))
				continue;
			cell->kind = (uint8_t)rng_between(rng, PANEL_SQUARE,
							  PANEL_ELIMINATOR);
			cell->colour =
				(uint8_t)rng_below(rng, PANEL_COLOUR_COUNT);
			if (cell->kind == PANEL_TRIANGLE)
				cell->count = rng_between(rng, 1, 4);
			if (cell->kind != PANEL_POLYOMINO)
				continue;
			cell->shape = any_shape(rng);
			cell->rotatable = rng_below(rng, 3) == 0;
			cell->negative = rng_below(rng, 4) == 0;
		}
}

/* The maker's symmetric panels may have a start and an end at one vertex,
 * which no game does: such ends go elsewhere. */
static void part_ends_from_starts(struct panel *panel, struct rng *rng)
{
	bool parted = false;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_spot *spot = &panel->spots[y][x];

			if (panel_is_cell(x, y) || !spot->start || !spot->end)
				continue;
			spot->end = false;
			parted = true;
		}
	if (parted)
		add_end(panel, rng);
}

void panel_vary(struct panel *panel, bool freely, struct rng *rng)
{
	part_ends_from_starts(panel, rng);
	if (freely)
		set_free(panel, rng);
	else if (chance(rng, RECOLOURED))
		recolour(panel, rng);
	if (chance(rng, TURNED_END))
		turn_ends(panel, rng);
	if (chance(rng, BITTEN))
		bite_outline(panel, rng);
	if (chance(rng, MORE_STARTS))
		add_start(panel, rng);
	if (chance(rng, MORE_ENDS))
		add_end(panel, rng);
	if (chance(rng, EDGE_DOT))
		add_edge_dot(panel, rng);
}

static bool taken(const struct panel_solution *line, int x, int y)
{
	for (int i = 0; i < line->length; i++)
		if (line->path[i].x == x && line->path[i].y == y)
			return true;
	return false;
}

static bool any_start(const struct panel *panel, struct panel_at *start)
{
	for (int y = panel_height(panel) - 1; y >= 0; y -= 1)
		for (int x = 0; x < panel_width(panel); x++)
			if (panel_is_vertex(x, y) && panel->spots[y][x].start) {
				*start = (struct panel_at){ (uint8_t)x,
							    (uint8_t)y };
				return true;
			}
	return false;
}

void panel_begin_line(const struct panel *panel, int edges, struct rng *rng,
		      struct panel_solution *line)
{
	static const int steps[4][2] = {
		{ 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }
	};
	struct panel_at here;

	line->length = 0;
	if (!any_start(panel, &here))
		return;
	line->path[line->length++] = here;
	for (int i = 0; i < TRIES && line->length <= edges; i++) {
		const int *step = steps[rng_below(rng, 4)];
		int x = here.x + 2 * step[0], y = here.y + 2 * step[1];
		int edge_x = here.x + step[0], edge_y = here.y + step[1];
		const struct panel_spot *edge;

		if (x < 0 || y < 0 || x >= panel_width(panel) ||
		    y >= panel_height(panel))
			continue;
		edge = &panel->spots[edge_y][edge_x];
		if (edge->edge != PANEL_EDGE_WHOLE || edge->dot ||
		    edge->start || edge->end || panel->spots[y][x].dot ||
		    panel->spots[y][x].start || panel->spots[y][x].end ||
		    taken(line, x, y))
			continue;
		here = (struct panel_at){ (uint8_t)x, (uint8_t)y };
		line->path[line->length++] = here;
	}
}
