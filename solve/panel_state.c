#include "panel_state.h"

#include <string.h>

#include "panel_side.h"

void panel_state_note(struct panel_state *state, int16_t *where, int value)
{
	struct undo *undo;

	if (*where == value)
		return;
	undo = &state->undo[state->undo_count++];
	undo->where = where;
	undo->old = *where;
	*where = (int16_t)value;
}

struct group *panel_state_change_group(struct panel_state *state, int root)
{
	struct group_undo *undo = &state->group_undo[state->group_undo_count++];

	undo->kept = (int16_t)root;
	undo->absorbed = GRAPH_NONE;
	undo->old = state->groups[root];
	return &state->groups[root];
}

struct state_mark panel_state_mark(const struct panel_state *state)
{
	return (struct state_mark){ state->undo_count,
				    state->group_undo_count };
}

void panel_state_undo(struct panel_state *state, struct state_mark mark)
{
	while (state->undo_count > mark.undo_count) {
		const struct undo *undo = &state->undo[--state->undo_count];

		*undo->where = undo->old;
	}
	while (state->group_undo_count > mark.group_undo_count) {
		const struct group_undo *undo =
			&state->group_undo[--state->group_undo_count];

		state->groups[undo->kept] = undo->old;
		if (undo->absorbed != GRAPH_NONE)
			state->parent[undo->absorbed] = undo->absorbed;
	}
	state->queue_start = 0;
	state->queue_end = 0;
}

/* More than 255 of a colour are as bad as 255. */
static void add_counts(uint8_t *restrict to, const uint8_t *restrict from)
{
	for (int i = 0; i < GROUP_COLOURS; i++) {
		uint8_t sum = (uint8_t)(to[i] + from[i]);

		to[i] = sum < from[i] ? 255 : sum;
	}
}

void panel_state_add_symbols(struct group *to, const struct group *from)
{
	to->holds = true;
	to->positives = (int16_t)(to->positives + from->positives);
	to->negatives = (int16_t)(to->negatives + from->negatives);
	to->pieces = (int16_t)(to->pieces + from->pieces);
	to->eliminators = (int16_t)(to->eliminators + from->eliminators);
	to->squares |= from->squares;
	to->stars |= from->stars;
	add_counts(to->things, from->things);
	add_counts(to->square_count, from->square_count);
	add_counts(to->star_count, from->star_count);
}

int panel_state_faults(const struct group *group, int *firm)
{
	int most = 0;
	int squares = 0;
	int crowded = 0;

	if (group->squares & (group->squares - 1)) {
		for (unsigned rest = group->squares; rest; rest &= rest - 1) {
			int count = group->square_count[__builtin_ctz(rest)];

			squares += count;
			if (count > most)
				most = count;
		}
		squares -= most;
	}
	for (unsigned rest = group->stars; rest; rest &= rest - 1) {
		int i = __builtin_ctz(rest);
		int excess = group->things[i] - 2;

		if (excess <= 0)
			continue;
		crowded += excess < group->star_count[i] ? excess
							 : group->star_count[i];
	}
	/* one cancelled square may help a star of its colour too */
	squares += group->missed;
	if (firm)
		*firm = squares;
	return squares > crowded ? squares : crowded;
}

/* Can so many eliminators, at least as many as there will be, still mend what
 * the group holds? */
bool panel_state_bears(const struct panel_state *state,
		       const struct group *group)
{
	if (state->separating && group->side == 3)
		return false;
	return panel_state_faults(group, NULL) <= state->graph->eliminators;
}

/* The two nodes share a region. */
static bool merge(struct panel_state *state, int a, int b)
{
	struct group_undo *undo;

	a = panel_state_root(state, a);
	b = panel_state_root(state, b);
	if (a == b)
		return true;
	if (state->groups[a].size < state->groups[b].size) {
		int kept = b;

		b = a;
		a = kept;
	}
	undo = &state->group_undo[state->group_undo_count++];
	undo->kept = (int16_t)a;
	undo->absorbed = (int16_t)b;
	undo->old = state->groups[a];
	state->parent[b] = (int16_t)a;
	panel_state_add_group(&state->groups[a], &state->groups[b]);
	return panel_state_bears(state, &state->groups[a]);
}

/* A dot or triangle is at fault for good. */
static bool miss(struct panel_state *state, int node)
{
	struct group *group;

	if (state->graph->eliminators == 0 || node == GRAPH_NONE)
		return false;
	node = panel_state_root(state, node);
	group = panel_state_change_group(state, node);
	group->missed++;
	return panel_state_bears(state, group);
}

bool panel_state_set(struct panel_state *state, int edge, enum edge_state value)
{
	if (state->edge[edge] == (int16_t)value)
		return true;
	if (state->edge[edge] != EDGE_UNKNOWN)
		return false;
	panel_state_note(state, &state->edge[edge], (int)value);
	state->queue[state->queue_end++] = (int16_t)edge;
	return true;
}

/* All unknown edges of a vertex. */
static bool set_rest(struct panel_state *state, int vertex,
		     enum edge_state value)
{
	const int16_t *edges = state->graph->vertices[vertex].edges;

	for (int i = 0; i < 4; i++)
		if (edges[i] != GRAPH_NONE &&
		    state->edge[edges[i]] == EDGE_UNKNOWN &&
		    !panel_state_set(state, edges[i], value))
			return false;
	return true;
}

/* A vertex without line joins the edges beside it. */
static bool join_around(struct panel_state *state, int vertex)
{
	const int16_t *edges = state->graph->vertices[vertex].edges;

	if (state->graph->vertices[vertex].outside)
		return true;
	for (int i = 0; i < 4; i++)
		if (edges[i] != GRAPH_NONE &&
		    !state->graph->edges[edges[i]].outside &&
		    !merge(state, GRAPH_VERTEX_NODE + vertex,
			   GRAPH_EDGE_NODE + edges[i]))
			return false;
	return true;
}

/* No line passes the vertex? */
static bool check_unvisited(struct panel_state *state, int vertex)
{
	bool wide = state->graph->has_outside;

	if (state->on[vertex] || state->unknown[vertex])
		return true;
	if (state->must[vertex] || (wide && !join_around(state, vertex)))
		return false;
	if (!state->graph->vertices[vertex].dot || state->missed[vertex])
		return true;
	panel_state_note(state, &state->missed[vertex], 1);
	return miss(state, wide ? GRAPH_VERTEX_NODE + vertex
				: state->graph->vertices[vertex].cell);
}

/* What the number of lines at a vertex implies for its other edges. */
static bool check_vertex(struct panel_state *state, int vertex)
{
	int on = state->on[vertex];
	int unknown = state->unknown[vertex];

	switch ((enum degree)state->degree[vertex]) {
	case DEGREE_NONE:
		return on == 0 && set_rest(state, vertex, EDGE_OFF);
	case DEGREE_ONE:
		if (on > 1 || on + unknown == 0)
			return false;
		if (on == 1)
			return set_rest(state, vertex, EDGE_OFF);
		return unknown > 1 || set_rest(state, vertex, EDGE_ON);
	case DEGREE_MAYBE:
		if (on == 2)
			return set_rest(state, vertex, EDGE_OFF);
		if (on == 0 && unknown == 1 && state->must[vertex])
			return set_rest(state, vertex, EDGE_ON);
		return on < 2 && check_unvisited(state, vertex);
	case DEGREE_PASSED:
		break;
	}
	if (on > 2)
		return false;
	if (on == 2)
		return set_rest(state, vertex, EDGE_OFF);
	if (on == 1)
		return unknown &&
		       (unknown > 1 || set_rest(state, vertex, EDGE_ON));
	if (state->must[vertex] && unknown <= 2)
		return unknown == 2 && set_rest(state, vertex, EDGE_ON);
	if (unknown == 1)
		return set_rest(state, vertex, EDGE_OFF);
	return check_unvisited(state, vertex);
}

static bool check_triangle(struct panel_state *state, int cell)
{
	const struct graph_cell *here = &state->graph->cells[cell];
	int on = state->cell_on[cell];
	int unknown = state->cell_unknown[cell];
	int count = here->symbol->count;

	if (here->symbol->kind != PANEL_TRIANGLE || here->outside ||
	    state->wrong[cell])
		return true;
	if (on > count || on + unknown < count) {
		if (state->strict[cell])
			return false;
		panel_state_note(state, &state->wrong[cell], 1);
		return miss(state, cell);
	}
	if (unknown == 0 || !state->strict[cell] ||
	    (on != count && on + unknown != count))
		return true;
	for (int i = 0; i < 4; i++)
		if (state->edge[here->edges[i]] == EDGE_UNKNOWN &&
		    !panel_state_set(state, here->edges[i],
				     on == count ? EDGE_OFF : EDGE_ON))
			return false;
	return true;
}

/* Does a piece of line that stops at a and b join ends that are not those of
 * one line? */
static bool is_wrong_join(const struct panel_state *state, int a, int b)
{
	const struct line_ends *ends = &state->ends;
	bool one = state->degree[a] == DEGREE_ONE &&
		   state->degree[b] == DEGREE_ONE;

	if (!one)
		return false;
	if (ends->end == GRAPH_NONE)
		return true; /* from start to start */
	if (a == ends->end || b == ends->end)
		return a != ends->start && b != ends->start;
	return a == ends->start || b == ends->start;
}

/* Two pieces of line become one. */
static bool join(struct panel_state *state, int a, int b)
{
	int other_a = state->other[a];
	int other_b = state->other[b];

	if (other_a == b)
		return false; /* a loop */
	panel_state_note(state, &state->other[other_a], other_b);
	panel_state_note(state, &state->other[other_b], other_a);
	return !is_wrong_join(state, other_a, other_b);
}

static bool settle_on(struct panel_state *state, int number)
{
	const struct graph_edge *edge = &state->graph->edges[number];

	return join(state, edge->ends[0], edge->ends[1]);
}

static bool settle_off(struct panel_state *state, int number)
{
	const struct graph_edge *edge = &state->graph->edges[number];
	bool wide = state->graph->has_outside;

	if (state->edge[number] == EDGE_WALL)
		return true;
	if (edge->cells[0] != GRAPH_NONE && edge->cells[1] != GRAPH_NONE &&
	    !merge(state, edge->cells[0], edge->cells[1]))
		return false;
	for (int i = 0; i < 2 && wide && !edge->outside; i++)
		if (edge->cells[i] != GRAPH_NONE &&
		    !merge(state, edge->cells[i], GRAPH_EDGE_NODE + number))
			return false;
	if (!edge->dot || state->half[number])
		return true;
	if (wide)
		return !edge->outside && miss(state, GRAPH_EDGE_NODE + number);
	return miss(state, edge->cells[edge->cells[0] == GRAPH_NONE]);
}

static bool settle(struct panel_state *state, int number)
{
	const struct graph_edge *edge = &state->graph->edges[number];
	bool on = state->edge[number] == EDGE_ON;

	if (state->mirrored && edge->mirror != GRAPH_NONE &&
	    !state->half[number] &&
	    !panel_state_set(state, edge->mirror,
			     (enum edge_state)state->edge[number]))
		return false;
	for (int i = 0; i < 2; i++) {
		int16_t *unknown = &state->unknown[edge->ends[i]];

		panel_state_note(state, unknown, *unknown - 1);
		if (on)
			panel_state_note(state, &state->on[edge->ends[i]],
					 state->on[edge->ends[i]] + 1);
		if (edge->cells[i] == GRAPH_NONE)
			continue;
		unknown = &state->cell_unknown[edge->cells[i]];
		panel_state_note(state, unknown, *unknown - 1);
		if (on)
			panel_state_note(state, &state->cell_on[edge->cells[i]],
					 state->cell_on[edge->cells[i]] + 1);
	}
	if (on ? !settle_on(state, number) : !settle_off(state, number))
		return false;
	if (state->sided && !panel_side_settle(state, number))
		return false;
	for (int i = 0; i < 2; i++) {
		if (!check_vertex(state, edge->ends[i]))
			return false;
		if (edge->cells[i] != GRAPH_NONE &&
		    !check_triangle(state, edge->cells[i]))
			return false;
	}
	return true;
}

bool panel_state_propagate(struct panel_state *state)
{
	while (state->queue_start < state->queue_end)
		if (!settle(state, state->queue[state->queue_start++])) {
			state->queue_start = 0;
			state->queue_end = 0;
			return false;
		}
	state->queue_start = 0;
	state->queue_end = 0;
	return true;
}

bool panel_state_demand(struct panel_state *state, int vertex)
{
	if (state->must[vertex])
		return true;
	panel_state_note(state, &state->must[vertex], 1);
	return check_vertex(state, vertex);
}

bool panel_state_demand_triangle(struct panel_state *state, int cell)
{
	if (state->strict[cell])
		return true;
	panel_state_note(state, &state->strict[cell], 1);
	return !state->wrong[cell] && check_triangle(state, cell);
}

/* Edges and vertices as parts of regions. */
static void init_nodes(struct panel_state *state)
{
	for (int i = GRAPH_EDGE_NODE; i < GRAPH_NODES_MAX; i++) {
		state->parent[i] = (int16_t)i;
		memset(&state->groups[i], 0, sizeof *state->groups);
	}
}

static void init_group(const struct panel_state *state, int cell,
		       struct group *group)
{
	const struct panel_cell *symbol = state->graph->cells[cell].symbol;

	memset(group, 0, sizeof *group);
	group->size = 1;
	if (symbol->kind == PANEL_EMPTY)
		return;
	group->holds = true;
	if (symbol->kind == PANEL_ELIMINATOR) {
		group->eliminators = 1;
		return;
	}
	group->things[symbol->colour] = 1;
	if (symbol->kind == PANEL_SQUARE) {
		group->squares = (uint16_t)(1u << symbol->colour);
		group->square_count[symbol->colour] = 1;
	} else if (symbol->kind == PANEL_STAR) {
		group->stars = (uint16_t)(1u << symbol->colour);
		group->star_count[symbol->colour] = 1;
	} else if (symbol->kind == PANEL_POLYOMINO && symbol->shape) {
		group->pieces = 1;
		if (symbol->negative)
			group->negatives =
				(int16_t)panel_shape_size(symbol->shape);
		else
			group->positives =
				(int16_t)panel_shape_size(symbol->shape);
	}
}

void panel_state_init(struct panel_state *state,
		      const struct panel_graph *graph, struct panel_fit *fit,
		      struct panel_cover *cover)
{
	state->graph = graph;
	state->fit = fit;
	state->cover = cover;
	state->mirrored = graph->panel->symmetry != PANEL_SYMMETRY_NONE;
	state->separating = false;
	state->thorough = false;
	state->sided = false;
	state->late = false;
	state->walls = false;
	state->turned = false;
	for (int i = 0; i < graph->vertex_count; i++) {
		state->degree[i] = DEGREE_PASSED;
		state->on[i] = 0;
		state->unknown[i] = 0;
		state->must[i] = 0;
		state->missed[i] = 0;
		state->other[i] = (int16_t)i;
		state->walked[i] = 0;
	}
	for (int i = 0; i < graph->edge_count; i++) {
		state->edge[i] = EDGE_UNKNOWN;
		state->half[i] = 0;
		for (int k = 0; k < 2; k++)
			state->unknown[graph->edges[i].ends[k]]++;
	}
	for (int i = 0; i < graph->cell_count; i++) {
		state->cell_on[i] = 0;
		state->cell_unknown[i] = 4;
		state->strict[i] = 0;
		state->wrong[i] = 0;
		state->parent[i] = (int16_t)i;
		state->judged[i] = 0;
		init_group(state, i, &state->groups[i]);
	}
	if (graph->has_outside)
		init_nodes(state);
	panel_areas_init(&state->areas);
	state->tip = GRAPH_NONE;
	state->tip_edge = GRAPH_NONE;
	state->length = 0;
	state->queue_start = 0;
	state->queue_end = 0;
	state->undo_count = 0;
	state->group_undo_count = 0;
}

/* The line covers half of the edge, as its start or end. */
static bool set_half(struct panel_state *state, int number, bool parts)
{
	const struct graph_edge *edge = &state->graph->edges[number];

	if (!edge->half_may)
		return false;
	for (int turn = 0; turn < (state->mirrored ? 2 : 1); turn++) {
		if (state->half[number])
			return false;
		panel_state_note(state, &state->half[number], 1);
		for (int i = 0; i < 2; i++) {
			int cell = edge->cells[i];

			if (cell != GRAPH_NONE)
				panel_state_note(state, &state->cell_on[cell],
						 state->cell_on[cell] + 1);
		}
		if (!panel_state_set(state, number,
				     parts || (turn && state->walls)
					     ? EDGE_WALL
					     : EDGE_OFF))
			return false;
		number = edge->mirror;
		edge = &state->graph->edges[number];
	}
	return true;
}

static void set_degree(struct panel_state *state, int vertex,
		       enum degree degree)
{
	panel_state_note(state, &state->degree[vertex], (int)degree);
	if (state->mirrored)
		panel_state_note(
			state,
			&state->degree[state->graph->vertices[vertex].mirror],
			(int)degree);
}

/* May the line end on this vertex? */
bool panel_state_may_end(const struct panel_state *state, int vertex)
{
	const struct panel *panel = state->graph->panel;
	const struct graph_vertex *here = &state->graph->vertices[vertex];
	const struct graph_vertex *there;

	if (!here->player_may || !panel->spots[here->y][here->x].end)
		return false;
	there = &state->graph->vertices[here->mirror];
	return panel->spots[there->y][there->x].end;
}

static bool is_rim(const struct panel_state *state, int vertex)
{
	const struct graph_vertex *here = &state->graph->vertices[vertex];

	return here->rim && state->graph->vertices[here->mirror].rim;
}

/* What the rules make of the half edge of the line's start. */
static bool set_fat_start(struct panel_state *state, int edge, int vertex)
{
	const int16_t *sides = state->graph->edges[edge].ends;
	int other = sides[sides[0] == vertex];

	if (state->ends.half == HALF_IS_PASSED)
		return panel_state_demand(state, other);
	if (state->ends.half != HALF_IS_ROUNDED)
		return true;
	/* the mirror image of a line that is but a point passes there */
	if (state->ends.start == state->ends.end &&
	    other == state->graph->vertices[vertex].mirror)
		return false;
	return set_rest(state, other, EDGE_OFF);
}

/* The half edges of start and end, as the line goes and not the search. */
static bool set_halves(struct panel_state *state)
{
	const struct line_ends *ends = &state->ends;
	bool parts = ends->half == HALF_PARTS || ends->half == HALF_IS_PASSED;

	if (ends->start_edge != GRAPH_NONE &&
	    !set_half(state, ends->start_edge, parts && !state->turned))
		return false;
	if (ends->end_edge != GRAPH_NONE &&
	    !set_half(state, ends->end_edge, parts && state->turned))
		return false;
	if (ends->half == HALF_JOINS)
		return true;
	return state->turned
		       ? set_fat_start(state, ends->end_edge, ends->end)
		       : set_fat_start(state, ends->start_edge, ends->start);
}

static bool set_ends(struct panel_state *state)
{
	const struct line_ends *ends = &state->ends;
	const struct panel_graph *graph = state->graph;
	bool rim;

	if (!set_halves(state))
		return false;
	if (ends->start == GRAPH_NONE)
		return true;
	if (!graph->vertices[ends->start].player_may)
		return false;
	rim = is_rim(state, ends->start);
	if (ends->end != GRAPH_NONE) {
		if (!graph->vertices[ends->end].player_may)
			return false;
		rim = rim && is_rim(state, ends->end);
		set_degree(state, ends->end, DEGREE_ONE);
	} else {
		for (int i = 0; i < graph->vertex_count; i++)
			if (i != ends->start && panel_state_may_end(state, i)) {
				rim = rim && is_rim(state, i);
				set_degree(state, i, DEGREE_MAYBE);
			}
	}
	set_degree(state, ends->start,
		   ends->start == ends->end ? DEGREE_NONE : DEGREE_ONE);
	/* where the outside reaches in unevenly, mirror images need not lie on
	 * the same side */
	state->separating = rim && !graph->panel->wraps &&
			    !(state->mirrored && graph->has_outside);
	return true;
}

bool panel_state_begin(struct panel_state *state, const struct line_ends *ends)
{
	const struct panel_graph *graph = state->graph;

	state->ends = *ends;
	state->separating = false;
	panel_state_note(state, &state->tip, ends->start);
	panel_state_note(state, &state->tip_edge, GRAPH_NONE);
	panel_state_note(state, &state->length, 0);
	state->sided = false;
	if (!set_ends(state))
		return false;
	panel_side_begin(state);
	if (ends->start != GRAPH_NONE) {
		int mirror = graph->vertices[ends->start].mirror;

		panel_state_note(state, &state->walked[ends->start], 1);
		panel_state_note(state, &state->walked[mirror], 1);
	}
	for (int i = 0; i < graph->edge_count; i++)
		if (!graph->edges[i].usable && !state->half[i] &&
		    !panel_state_set(state, i, EDGE_OFF))
			return false;
	if (graph->eliminators == 0) {
		for (int i = 0; i < graph->vertex_count; i++)
			if (graph->vertices[i].dot && !state->walked[i])
				panel_state_note(state, &state->must[i], 1);
		for (int i = 0; i < graph->cell_count; i++)
			panel_state_note(state, &state->strict[i], 1);
		for (int i = 0; i < graph->edge_count; i++)
			if (graph->edges[i].dot && !state->half[i] &&
			    !panel_state_set(state, i, EDGE_ON))
				return false;
	}
	if (!panel_state_propagate(state))
		return false;
	for (int i = 0; i < graph->vertex_count; i++)
		if (!check_vertex(state, i))
			return false;
	for (int i = 0; i < graph->cell_count; i++)
		if (!graph->cells[i].outside && !check_triangle(state, i))
			return false;
	return panel_state_propagate(state);
}
