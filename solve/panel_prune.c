/* What follows from the whole of a search state: where the line can still go,
 * which regions are finished, and which cells cannot share one. */
#include "panel_state.h"

#include "panel_cover.h"
#include "panel_pair.h"
#include "panel_side.h"

#include <string.h>

static bool mark_sides(struct panel_state *state, int number, bool forward)
{
	const struct graph_edge *edge = &state->graph->edges[number];
	/* to the right, what is above lies left; downwards, what is right */
	bool left_first = edge->upright ? !forward : forward;

	return panel_side_mark(state, edge->cells[0], left_first ? 1 : 2) &&
	       panel_side_mark(state, edge->cells[1], left_first ? 2 : 1);
}

/* Follows the line from the start as far as it is known. */
static bool advance(struct panel_state *state)
{
	const struct panel_graph *graph = state->graph;

	while (state->tip != GRAPH_NONE) {
		const int16_t *edges = graph->vertices[state->tip].edges;
		const struct graph_edge *edge;
		int number = GRAPH_NONE;
		int next;

		for (int i = 0; i < 4; i++)
			if (edges[i] != GRAPH_NONE &&
			    edges[i] != state->tip_edge &&
			    state->edge[edges[i]] == EDGE_ON)
				number = edges[i];
		if (number == GRAPH_NONE)
			return true;
		edge = &graph->edges[number];
		next = edge->ends[edge->ends[0] == state->tip];
		if (!edge->player_may ||
		    (state->walked[next] && next != state->tip))
			return false;
		if (state->separating &&
		    !mark_sides(state, number, edge->ends[1] == next))
			return false;
		panel_state_note(state, &state->tip, next);
		panel_state_note(state, &state->tip_edge, number);
		panel_state_note(state, &state->length, state->length + 1);
		panel_state_note(state, &state->walked[next], 1);
		panel_state_note(
			state, &state->walked[graph->vertices[next].mirror], 1);
	}
	return true;
}

/* Which vertices lie on some way from the tip to the end that passes none
 * twice: those of the tip's and the end's block (biconnected component), the
 * two taken as joined. Tarjan 1972, "Depth-first search and linear graph
 * algorithms". */
struct reach {
	struct panel_state *state;
	/* the search's depth, counted down; 0 of a vertex not seen */
	int16_t height[GRAPH_VERTICES_MAX];
	int16_t stack[GRAPH_VERTICES_MAX];
	int stack_size;
	bool alive[GRAPH_VERTICES_MAX];
};

/* Of what the line has walked, which is 1 there, nothing is to be seen. */
enum { HEIGHT_END = INT16_MAX, HEIGHT_TIP = HEIGHT_END - 1 };

/* Returns the greatest height that the vertex' subtree is joined to. */
static int explore(struct reach *reach, int vertex, int height)
{
	const struct panel_state *state = reach->state;
	const struct graph_vertex *here = &state->graph->vertices[vertex];
	int top = height;

	reach->height[vertex] = (int16_t)height;
	reach->stack[reach->stack_size++] = (int16_t)vertex;
	reach->alive[vertex] = true;
	/* one end among several: the line may also pass it */
	if (state->degree[vertex] == DEGREE_MAYBE && vertex != state->tip)
		top = HEIGHT_END;
	for (int i = 0; i < 4 && here->next[i] != GRAPH_NONE; i++) {
		int next = here->next[i];
		int edge = state->edge[here->ways[i]];
		int next_top, base;

		if (edge == EDGE_OFF || edge == EDGE_WALL)
			continue;
		if (reach->height[next]) {
			if (reach->height[next] > top)
				top = reach->height[next];
			continue;
		}
		base = reach->stack_size;
		next_top = explore(reach, next, height - 1);
		if (next_top > top)
			top = next_top;
		if (next_top > height)
			continue;
		while (reach->stack_size > base)
			reach->alive[reach->stack[--reach->stack_size]] = false;
	}
	return top;
}

/* Which vertices can the line come by on its way to the end? False where there
 * is no way. */
static bool find_ways(struct panel_state *state, struct reach *reach)
{
	size_t count = (size_t)state->graph->vertex_count;
	int end = state->ends.end;

	reach->state = state;
	reach->stack_size = 0;
	memset(reach->alive, 0, count * sizeof *reach->alive);
	memcpy(reach->height, state->walked, count * sizeof *reach->height);
	if (end != GRAPH_NONE && !state->walked[end])
		reach->height[end] = HEIGHT_END;
	if (explore(reach, state->tip, HEIGHT_TIP) == HEIGHT_END) {
		if (end != GRAPH_NONE)
			reach->alive[end] = true;
		return true;
	}
	memset(reach->alive, 0, count * sizeof *reach->alive);
	return false;
}

/* Takes away what the line can no longer reach. */
static bool prune_unreachable(struct panel_state *state)
{
	const struct panel_graph *graph = state->graph;
	struct reach reach;

	if (!find_ways(state, &reach) && !panel_state_is_complete(state))
		return false;
	for (int i = 0; i < graph->vertex_count; i++) {
		const int16_t *edges = graph->vertices[i].edges;

		if (state->walked[i] || reach.alive[i] ||
		    (state->mirrored &&
		     graph->vertices[i].mirror != GRAPH_NONE &&
		     reach.alive[graph->vertices[i].mirror]))
			continue;
		if (state->on[i])
			return false;
		for (int k = 0; k < 4 && state->unknown[i]; k++)
			if (edges[k] != GRAPH_NONE &&
			    state->edge[edges[k]] == EDGE_UNKNOWN &&
			    !panel_state_set(state, edges[k], EDGE_OFF))
				return false;
	}
	return true;
}

/* Can the polyominoes of the group still come to cover a region that it is
 * part of, within an area of these sums? */
static bool pieces_may_fit(const struct panel_state *state,
			   const struct group *group, const struct group *sum)
{
	int negatives = sum->negatives;

	if (group->pieces == 0)
		return true;
	if (negatives && (state->graph->panel->rules & PANEL_HANGING))
		return true;
	if (group->positives - negatives > sum->size)
		return false;
	/* they may cancel out altogether */
	if (negatives && negatives >= group->positives)
		return true;
	return group->size <= sum->positives - group->negatives;
}

/* How many polyominoes of a group that they cannot cover have to be cancelled
 * at least: all, where each that is left wants more than there is. */
static int count_misfits(const struct group *group, const struct group *sum)
{
	return sum->negatives == 0 && group->size > sum->positives
		       ? group->pieces
		       : 1;
}

/* May the group still become part of a region that is content? No eliminator
 * is left for it. */
static bool group_may_do(const struct panel_state *state,
			 const struct group *group, const struct group *sum)
{
	for (unsigned rest = group->stars; rest; rest &= rest - 1)
		if (sum->things[__builtin_ctz(rest)] < 2)
			return false;
	return panel_state_faults(group, NULL) == 0 &&
	       pieces_may_fit(state, group, sum);
}

/* Stars with nothing left that could share their colour: each has to be
 * cancelled. */
static int count_lonely(const struct group *group, const struct group *sum)
{
	int count = 0;

	for (unsigned rest = group->stars; rest; rest &= rest - 1)
		count += sum->things[__builtin_ctz(rest)] < 2;
	return count;
}

/* Where only stars have a colour they come in pairs. */
static bool stars_may_pair(const struct group *sum)
{
	for (unsigned rest = sum->stars; rest; rest &= rest - 1) {
		int i = __builtin_ctz(rest);

		if ((sum->star_count[i] & 1) &&
		    sum->star_count[i] == sum->things[i])
			return false;
	}
	return true;
}

/* A finished area: one region. */
static bool judge_region(struct panel_state *state, const int16_t *cells,
			 int count)
{
	int root;

	if (count == 0)
		return true;
	root = panel_state_root(state, cells[0]);
	if (state->judged[root])
		return true;
	if (!panel_state_judge(state, root, cells, count))
		return false;
	panel_state_note(state, &state->judged[root], 1);
	return true;
}

/* The groups of an area that is not finished; adds up what has to be
 * cancelled in it. */
static bool judge_groups(const struct panel_state *state,
			 struct panel_areas *areas, int area)
{
	const struct group *sum = &areas->sums[area];
	int faults = 0, firm = 0;

	if (sum->eliminators == 0 && !stars_may_pair(sum))
		return false;
	for (int i = areas->start[area]; i < areas->start[area + 1]; i++) {
		int cell = areas->order[i];
		const struct group *group = &state->groups[cell];
		int lonely, sure;

		if (state->parent[cell] != cell ||
		    (!group->holds && !group->missed))
			continue;
		if (sum->eliminators == 0) {
			if (!group_may_do(state, group, sum))
				return false;
			continue;
		}
		lonely = count_lonely(group, sum);
		faults += panel_state_faults(group, &sure) + lonely;
		firm += sure + lonely;
		/* a polyomino may also be one too many beside a star */
		if (!pieces_may_fit(state, group, sum)) {
			firm += count_misfits(group, sum);
			areas->misfits[area] = true;
		}
	}
	areas->faults[area] = (int16_t)faults;
	areas->firm[area] = (int16_t)firm;
	return faults <= sum->eliminators && firm <= sum->eliminators;
}

/* Judges the areas that are finished and the groups of the others. */
static bool judge_areas(struct panel_state *state, struct panel_areas *areas)
{
	for (int i = 0; i < areas->count; i++) {
		const struct group *sum = &areas->sums[i];
		const int16_t *cells = areas->order + areas->start[i];
		int count = areas->start[i + 1] - areas->start[i];

		if (areas->open[i]) {
			if (!judge_groups(state, areas, i))
				return false;
			continue;
		}
		if (count == 0 && sum->missed)
			return false;
		if (!judge_region(state, cells, count))
			return false;
		areas->faults[i] = sum->eliminators;
		areas->firm[i] = sum->eliminators;
	}
	return true;
}

/* Can an eliminator come to share a region with the edge or vertex, of which
 * `cell` is one beside it? */
static bool can_be_mended(const struct panel_state *state,
			  const struct panel_areas *areas, int node, int cell)
{
	int area = state->graph->has_outside ? areas->area[node]
		   : cell == GRAPH_NONE      ? GRAPH_NONE
					     : areas->area[cell];

	return area != GRAPH_NONE && panel_areas_spare(areas, area) > 0;
}

/* Where no eliminator can come any more, dots and triangles are binding. */
static bool demand_all(struct panel_state *state,
		       const struct panel_areas *areas)
{
	const struct panel_graph *graph = state->graph;

	for (int i = 0; i < graph->vertex_count; i++) {
		const struct graph_vertex *vertex = &graph->vertices[i];

		if (vertex->dot && state->on[i] == 0 && !state->walked[i] &&
		    !state->missed[i] &&
		    !can_be_mended(state, areas, GRAPH_VERTEX_NODE + i,
				   vertex->cell) &&
		    !panel_state_demand(state, i))
			return false;
	}
	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		if (edge->dot && state->edge[i] == EDGE_UNKNOWN &&
		    !can_be_mended(state, areas, GRAPH_EDGE_NODE + i,
				   edge->cells[edge->cells[0] == GRAPH_NONE]) &&
		    !panel_state_set(state, i, EDGE_ON))
			return false;
	}
	for (int i = 0; i < graph->cell_count; i++)
		if (graph->cells[i].symbol->kind == PANEL_TRIANGLE &&
		    !graph->cells[i].outside && !state->wrong[i] &&
		    !can_be_mended(state, areas, i, i) &&
		    !panel_state_demand_triangle(state, i))
			return false;
	return true;
}

/* May these two groups share a region? */
static bool groups_may_share(const struct panel_state *state, int area,
			     const struct group *a, const struct group *b)
{
	const struct panel_areas *areas = &state->areas;
	const struct group *sum = &areas->sums[area];
	unsigned squares = a->squares | b->squares;
	unsigned stars = a->stars | b->stars;
	bool clash = squares & (squares - 1);

	for (; stars && !clash; stars &= stars - 1) {
		int i = __builtin_ctz(stars);

		clash = a->things[i] + b->things[i] > 2;
	}
	if (clash) {
		struct group both = *a;
		int faults;

		if (sum->eliminators == 0)
			return false;
		panel_state_add_group(&both, b);
		faults = panel_state_faults(&both, NULL);
		return areas->faults[area] + faults -
			       panel_state_faults(a, NULL) -
			       panel_state_faults(b, NULL) <=
		       sum->eliminators;
	}
	if ((a->pieces || b->pieces) && sum->negatives == 0 &&
	    panel_areas_fits(areas, area))
		return a->size + b->size <= sum->positives &&
		       a->positives + b->positives <= sum->size;
	return true;
}

/* The rim carries a line where the cell beside it lies on the other side. */
static bool part_rim(struct panel_state *state, int number)
{
	const struct graph_edge *edge = &state->graph->edges[number];
	int cell = edge->cells[edge->cells[0] == GRAPH_NONE];
	int side = state->groups[panel_state_root(state, cell)].side;

	return !side ||
	       panel_state_set(state, number,
			       side == state->rim_side[number] ? EDGE_OFF
							       : EDGE_ON);
}

/* Edges between groups that cannot share a region carry a line; within a
 * group none does. */
static bool part_groups(struct panel_state *state,
			const struct panel_areas *areas)
{
	const struct panel_graph *graph = state->graph;

	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];
		const struct group *a, *b;
		int first, second;

		if (state->edge[i] != EDGE_UNKNOWN)
			continue;
		if (edge->cells[0] == GRAPH_NONE ||
		    edge->cells[1] == GRAPH_NONE) {
			if (state->sided && !part_rim(state, i))
				return false;
			continue;
		}
		first = areas->root[edge->cells[0]];
		second = areas->root[edge->cells[1]];
		if (first == second) {
			if (state->separating &&
			    !panel_state_set(state, i, EDGE_OFF))
				return false;
			continue;
		}
		a = &state->groups[first];
		b = &state->groups[second];
		if ((state->separating && (a->side | b->side) == 3) ||
		    !groups_may_share(state, areas->area[first], a, b)) {
			if (!panel_state_set(state, i, EDGE_ON))
				return false;
		} else if (state->separating && (a->side & b->side) &&
			   !panel_state_set(state, i, EDGE_OFF)) {
			return false;
		}
	}
	return true;
}

/* For panel_cover_may. */
struct sharing {
	const struct panel_state *state;
	int area;
};

static bool may_share(const void *data, int root, int other)
{
	const struct sharing *sharing = data;
	const struct group *a = &sharing->state->groups[root];
	const struct group *b = &sharing->state->groups[other];

	return !(sharing->state->separating && (a->side | b->side) == 3) &&
	       groups_may_share(sharing->state, sharing->area, a, b);
}

/* Is it worth asking whether the group can be completed? Only where it has
 * grown, or the line has passed it: of the others the answer is that of the
 * panel as a whole. */
static bool is_asked(const struct panel_state *state, int area, int cell)
{
	const struct group *group = &state->groups[cell];
	const struct group *sum = &state->areas.sums[area];

	return state->parent[cell] == cell &&
	       group->positives > sum->negatives &&
	       (group->size > 1 || group->side) &&
	       pieces_may_fit(state, group, sum);
}

/* Can the groups with polyominoes still be completed, or eliminators cancel
 * all polyominoes of those that cannot? */
static bool look_ahead(struct panel_state *state,
		       const struct panel_areas *areas)
{
	for (int i = 0; i < areas->count; i++) {
		const struct group *sum = &areas->sums[i];
		struct cover_area area = {
			state, areas->order + areas->start[i],
			areas->start[i + 1] - areas->start[i], sum->negatives,
			!panel_areas_fits(areas, i)
		};
		struct sharing sharing = { state, i };
		int spare = panel_areas_spare(areas, i);

		if (!areas->open[i] || sum->positives == 0)
			continue;
		panel_cover_enter(state->cover, &area);
		for (int k = 0; k < area.cell_count; k++) {
			int cell = area.cells[k];

			if (!is_asked(state, i, cell) ||
			    panel_cover_may(state->cover, cell, may_share,
					    &sharing))
				continue;
			/* what is left may cancel out with negatives */
			spare -=
				sum->negatives ? 1 : state->groups[cell].pieces;
			if (!area.lenient || spare < 0)
				return false;
		}
	}
	return true;
}

bool panel_state_is_complete(const struct panel_state *state)
{
	if (state->tip == GRAPH_NONE || state->ends.start == state->ends.end)
		return true;
	if (state->ends.end != GRAPH_NONE)
		return state->tip == state->ends.end;
	return state->degree[state->tip] == DEGREE_MAYBE;
}

/* What takes longest, once nothing else follows. */
static bool conclude_more(struct panel_state *state,
			  const struct panel_areas *areas)
{
	int before = state->group_undo_count;

	if (!panel_state_pair(state))
		return false;
	if (!state->sided)
		return true;
	if (!panel_side_reach(state))
		return false;
	/* groups whose side is known now */
	return state->group_undo_count == before || part_groups(state, areas);
}

bool panel_state_conclude(struct panel_state *state)
{
	struct panel_areas *areas = &state->areas;

	do {
		bool over;

		if (!panel_state_propagate(state) || !advance(state))
			return false;
		over = state->ends.end != GRAPH_NONE &&
		       panel_state_is_complete(state);
		if (!over && state->tip != GRAPH_NONE &&
		    !prune_unreachable(state))
			return false;
		if (state->queue_end)
			continue;
		panel_areas_find(areas, state);
		if (!judge_areas(state, areas) ||
		    (state->graph->eliminators && !demand_all(state, areas)) ||
		    !part_groups(state, areas))
			return false;
		if (!state->queue_end && state->cover &&
		    !look_ahead(state, areas))
			return false;
		if (!state->queue_end && !over && state->thorough &&
		    !conclude_more(state, areas))
			return false;
	} while (state->queue_end);
	return true;
}

bool panel_state_finish(struct panel_state *state)
{
	const struct panel_graph *graph = state->graph;
	int tip = state->tip;
	int tip_image = tip == GRAPH_NONE ? tip : graph->vertices[tip].mirror;

	for (int i = 0; i < graph->edge_count; i++)
		if (state->edge[i] == EDGE_UNKNOWN &&
		    !panel_state_set(state, i, EDGE_OFF))
			return false;
	if (!panel_state_propagate(state) || !advance(state) ||
	    state->tip != tip)
		return false;
	for (int i = 0; i < graph->vertex_count; i++)
		if (state->degree[i] == DEGREE_MAYBE && state->on[i] == 1 &&
		    i != tip && i != tip_image)
			return false;
	for (int i = 0; i < graph->vertex_count; i++)
		if (state->on[i] && !state->walked[i])
			return false;
	return panel_state_conclude(state);
}
