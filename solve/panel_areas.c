#include "panel_areas.h"

#include <string.h>

#include "panel_state.h"

/* Starts the next area. */
static void open_area(struct panel_areas *areas, int filled)
{
	int number = areas->count++;

	memset(&areas->sums[number], 0, sizeof *areas->sums);
	areas->start[number] = (int16_t)filled;
	areas->start[number + 1] = (int16_t)filled;
	areas->open[number] = false;
	areas->faults[number] = 0;
	areas->firm[number] = 0;
	areas->misfits[number] = false;
}

static void find_areas(struct panel_areas *areas,
		       const struct panel_state *state)
{
	const struct panel_graph *graph = state->graph;
	int filled = 0;

	areas->count = 0;
	areas->start[0] = 0;
	for (int i = 0; i < graph->cell_count; i++)
		areas->area[i] = GRAPH_NONE;
	for (int i = 0; i < graph->cell_count; i++) {
		int number = areas->count;
		int next = filled;

		if (areas->area[i] != GRAPH_NONE || graph->cells[i].outside)
			continue;
		open_area(areas, filled);
		areas->area[i] = (int16_t)number;
		areas->order[filled++] = (int16_t)i;
		while (next < filled) {
			int cell = areas->order[next++];
			const struct graph_cell *here = &graph->cells[cell];

			areas->root[cell] =
				(int16_t)panel_state_root(state, cell);
			if (state->parent[cell] == cell)
				panel_state_add_group(&areas->sums[number],
						      &state->groups[cell]);
			for (int k = 0; k < 4; k++) {
				int edge = state->edge[here->edges[k]];
				int there = here->beside[k];

				if (edge == EDGE_UNKNOWN)
					areas->open[number] = true;
				if (edge >= EDGE_ON || there == GRAPH_NONE ||
				    areas->area[there] != GRAPH_NONE)
					continue;
				areas->area[there] = (int16_t)number;
				areas->order[filled++] = (int16_t)there;
			}
		}
		areas->start[number + 1] = (int16_t)filled;
	}
}

/* Does no line run over the node? */
static bool is_free(const struct panel_state *state, int node)
{
	if (node < GRAPH_EDGE_NODE)
		return true;
	if (node < GRAPH_VERTEX_NODE)
		return !panel_state_parts(state, node - GRAPH_EDGE_NODE);
	node -= GRAPH_VERTEX_NODE;
	return state->on[node] == 0 && !state->walked[node];
}

/* The same as find_areas where regions may go round the corners of cells that
 * are open to the outside: over edges and vertices too. */
static void find_wide_areas(struct panel_areas *areas,
			    const struct panel_state *state)
{
	int16_t stack[GRAPH_NODES_MAX];
	int filled = 0;

	areas->count = 0;
	areas->start[0] = 0;
	for (int i = 0; i < state->graph->node_count; i++)
		areas->area[state->graph->nodes[i]] = GRAPH_NONE;
	for (int i = 0; i < state->graph->node_count; i++) {
		int first = state->graph->nodes[i];
		int number = areas->count;
		int depth = 0;

		if (areas->area[first] != GRAPH_NONE || !is_free(state, first))
			continue;
		open_area(areas, filled);
		areas->area[first] = (int16_t)number;
		stack[depth++] = (int16_t)first;
		while (depth) {
			int node = stack[--depth];
			const int16_t *beside = state->graph->beside[node];

			if (node < GRAPH_EDGE_NODE) {
				areas->order[filled++] = (int16_t)node;
				areas->root[node] =
					(int16_t)panel_state_root(state, node);
			} else if (node < GRAPH_VERTEX_NODE &&
				   state->edge[node - GRAPH_EDGE_NODE] ==
					   EDGE_UNKNOWN) {
				areas->open[number] = true;
			}
			if (state->parent[node] == node)
				panel_state_add_group(&areas->sums[number],
						      &state->groups[node]);
			for (int k = 0; k < 4 && beside[k] != GRAPH_NONE; k++) {
				if (areas->area[beside[k]] != GRAPH_NONE ||
				    !is_free(state, beside[k]))
					continue;
				areas->area[beside[k]] = (int16_t)number;
				stack[depth++] = (int16_t)beside[k];
			}
		}
		areas->start[number + 1] = (int16_t)filled;
	}
}

void panel_areas_init(struct panel_areas *areas)
{
	for (int i = 0; i < GRAPH_NODES_MAX; i++)
		areas->area[i] = GRAPH_NONE;
	areas->count = 0;
}

void panel_areas_find(struct panel_areas *areas,
		      const struct panel_state *state)
{
	if (state->graph->has_outside)
		find_wide_areas(areas, state);
	else
		find_areas(areas, state);
}
