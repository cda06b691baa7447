/* A line that ends on the rim at both ends encloses nothing, for it has no
 * loop: what it parts from the rest is open to the rim. So each cell is joined
 * to some edge of the rim that carries no line, over cells of its own side.
 * Along the rim the sides take turns, at each start and end of a line. */
#include "panel_side.h"

#include <string.h>

/* Is the vertex a start or an end, of either line? */
static bool is_end(const struct panel_state *state, int vertex)
{
	const struct line_ends *ends = &state->ends;
	int mirror = state->graph->vertices[vertex].mirror;

	return vertex == ends->start || vertex == ends->end ||
	       (state->mirrored &&
		(mirror == ends->start || mirror == ends->end));
}

/* The next place along the rim, to the right on top. */
static void step_round(const struct panel *panel, int *x, int *y)
{
	int right = panel_width(panel) - 1;
	int bottom = panel_height(panel) - 1;

	if (*y == 0 && *x < right)
		++*x;
	else if (*x == right && *y < bottom)
		++*y;
	else if (*y == bottom && *x > 0)
		--*x;
	else
		--*y;
}

static void add_rim(struct panel_state *state, int edge, int side)
{
	state->rim_side[edge] = (int8_t)side;
	state->rim[state->rim_count++] = (int16_t)edge;
}

void panel_side_begin(struct panel_state *state)
{
	const struct panel_graph *graph = state->graph;
	const struct graph_vertex *start;
	int side = 2;
	int x, y;

	/* with any of several ends it is not known where the rim is parted */
	state->sided = state->separating && graph->cell_count &&
		       !graph->has_outside && state->ends.end != GRAPH_NONE &&
		       state->ends.end != state->ends.start;
	if (!state->sided)
		return;
	memset(state->rim_side, 0,
	       (size_t)graph->edge_count * sizeof *state->rim_side);
	state->rim_count = 0;
	start = &graph->vertices[state->ends.start];
	x = start->x;
	y = start->y;
	do {
		int number = panel_graph_at(graph, x, y);

		if (!panel_is_vertex(x, y))
			add_rim(state, number, side);
		else if (is_end(state, number))
			side = 3 - side;
		step_round(graph->panel, &x, &y);
	} while (x != start->x || y != start->y);
}

bool panel_side_mark(struct panel_state *state, int cell, int side)
{
	for (int turn = 0; turn < (state->mirrored ? 2 : 1); turn++) {
		int root;

		if (cell == GRAPH_NONE)
			return true;
		root = state->graph->cells[cell].outside
			       ? GRAPH_NONE
			       : panel_state_root(state, cell);
		if (root != GRAPH_NONE && !(state->groups[root].side & side)) {
			struct group *group =
				panel_state_change_group(state, root);

			group->side |= (uint8_t)side;
			if (!panel_state_bears(state, group))
				return false;
		}
		cell = state->graph->cells[cell].mirror;
	}
	return true;
}

bool panel_side_settle(struct panel_state *state, int number)
{
	const struct graph_edge *edge = &state->graph->edges[number];
	int side = state->rim_side[number];

	if (!side)
		return true;
	if (state->edge[number] == EDGE_ON)
		side = 3 - side;
	return panel_side_mark(state, edge->cells[edge->cells[0] == GRAPH_NONE],
			       side);
}

struct flood {
	struct panel_state *state;
	int8_t side[GRAPH_CELLS_MAX];    /* as it is known */
	int8_t reached[GRAPH_CELLS_MAX]; /* from which sides of the rim */
	int16_t stack[GRAPH_CELLS_MAX];
	int depth;
};

static void list_sides(struct flood *flood)
{
	const struct panel_state *state = flood->state;

	for (int i = 0; i < state->graph->cell_count; i++)
		flood->side[i] =
			(int8_t)state->groups[panel_state_root(state, i)].side;
}

/* Beyond a line lies the other side. */
static bool mark_beyond_lines(struct flood *flood)
{
	const struct panel_state *state = flood->state;
	bool changed;

	do {
		changed = false;
		list_sides(flood);
		for (int i = 0; i < state->graph->edge_count; i++) {
			const int16_t *cells = state->graph->edges[i].cells;
			int a, b;

			if (state->edge[i] != EDGE_ON || state->rim_side[i])
				continue;
			a = flood->side[cells[0]];
			b = flood->side[cells[1]];
			if (a && a == b)
				return false;
			if (!a == !b)
				continue;
			if (!panel_side_mark(flood->state, cells[a ? 1 : 0],
					     3 - (a | b)))
				return false;
			flood->side[cells[a ? 1 : 0]] = (int8_t)(3 - (a | b));
			changed = true;
		}
	} while (changed);
	return true;
}

static void enter(struct flood *flood, int cell, int side)
{
	if (cell == GRAPH_NONE || (flood->side[cell] & (3 - side)) ||
	    (flood->reached[cell] & side))
		return;
	flood->reached[cell] |= (int8_t)side;
	flood->stack[flood->depth++] = (int16_t)cell;
}

/* Over all that may lie on that side, from the rim on. */
static void spread(struct flood *flood, int side)
{
	const struct panel_state *state = flood->state;
	const struct panel_graph *graph = state->graph;

	for (int k = 0; k < state->rim_count; k++) {
		int i = state->rim[k];
		const int16_t *cells = graph->edges[i].cells;

		if (state->rim_side[i] == side && state->edge[i] != EDGE_ON)
			enter(flood, cells[cells[0] == GRAPH_NONE], side);
	}
	while (flood->depth) {
		const struct graph_cell *cell =
			&graph->cells[flood->stack[--flood->depth]];

		for (int k = 0; k < 4; k++)
			if (state->edge[cell->edges[k]] != EDGE_ON)
				enter(flood, cell->beside[k], side);
	}
}

bool panel_side_reach(struct panel_state *state)
{
	struct flood flood = { .state = state, .depth = 0 };

	if (!mark_beyond_lines(&flood))
		return false;
	spread(&flood, 1);
	spread(&flood, 2);
	for (int i = 0; i < state->graph->cell_count; i++) {
		if (!flood.reached[i])
			return false;
		if (flood.reached[i] != 3 && !flood.side[i] &&
		    !panel_side_mark(state, i, flood.reached[i]))
			return false;
	}
	return true;
}
