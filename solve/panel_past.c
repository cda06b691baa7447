#include "panel_past.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"

/* Keys remembered: eight megabytes of them, which a search of ten seconds
 * fills. */
enum { PLACES_MAX = 1 << 19 };

/* What a key is summed from. */
enum {
	KEY_NODE = 0, /* in whose group a cell, an edge or a vertex is */
	KEY_UNKNOWN = KEY_NODE + GRAPH_NODES_MAX, /* edges */
	KEY_ON = KEY_UNKNOWN + GRAPH_EDGES_MAX,
	KEY_TIP = KEY_ON + GRAPH_EDGES_MAX,
	KEY_PASSED = KEY_TIP + GRAPH_VERTICES_MAX,
	KEY_TRIANGLE, /* times the lines at a cell, and its number */
	KEY_SYMBOL,   /* by kind and colour */
	/* triangles at fault, by colour */
	KEY_WRONG = KEY_SYMBOL + (PANEL_ELIMINATOR + 1) * PANEL_COLOUR_COUNT,
	KEY_SYMBOLS_END = KEY_WRONG + PANEL_COLOUR_COUNT,
	KEY_MISSED = KEY_SYMBOLS_END,
	KEY_TASK,
	KEY_COUNT
};

struct panel_past {
	const struct panel_graph *graph;
	uint64_t parts[KEY_COUNT][2];
	struct panel_memory memory;
};

/* Any numbers will do. */
static void make_parts(struct panel_past *past, struct rng *rng, int first,
		       int count)
{
	for (int i = first; i < first + count; i++)
		for (int k = 0; k < 2; k++)
			past->parts[i][k] = rng_next(rng);
}

struct panel_past *panel_past_new(const struct panel_graph *graph)
{
	struct panel_past *past = malloc(sizeof *past);
	struct rng rng;

	if (!past)
		return NULL;
	past->graph = graph;
	past->memory = (struct panel_memory){ .places_max = PLACES_MAX };
	rng_seed(&rng, 1);
	make_parts(past, &rng, KEY_NODE, graph->cell_count);
	make_parts(past, &rng, KEY_NODE + GRAPH_EDGE_NODE, graph->edge_count);
	make_parts(past, &rng, KEY_NODE + GRAPH_VERTEX_NODE,
		   graph->vertex_count);
	make_parts(past, &rng, KEY_UNKNOWN, graph->edge_count);
	make_parts(past, &rng, KEY_ON, graph->edge_count);
	make_parts(past, &rng, KEY_TIP, graph->vertex_count);
	make_parts(past, &rng, KEY_PASSED, KEY_COUNT - KEY_PASSED);
	return past;
}

void panel_past_free(struct panel_past *past)
{
	if (!past)
		return;
	panel_memory_fini(&past->memory);
	free(past);
}

void panel_past_share(struct panel_past *past)
{
	panel_memory_share(&past->memory);
}

bool panel_past_can(const struct panel_state *state)
{
	/* pieces mind a line that ends within their region */
	return state->tip != GRAPH_NONE &&
	       (state->separating ||
		!(state->graph->panel->rules & PANEL_PRECISE));
}

static void add(struct memory_key *key, const uint64_t part[2], uint64_t times)
{
	key->words[0] += part[0] * times;
	key->words[1] += part[1] * times;
}

/* So that sums of groups do not depend on which cell is in which. Murmur 3's
 * last step. */
static uint64_t stir(uint64_t word)
{
	word ^= word >> 33;
	word *= 0xff51afd7ed558ccd;
	word ^= word >> 33;
	word *= 0xc4ceb9fe1a85ec53;
	return word ^ word >> 33;
}

static void add_edges(const struct panel_past *past,
		      const struct panel_state *state, struct memory_key *key)
{
	for (int i = 0; i < past->graph->edge_count; i++) {
		const struct graph_edge *edge = &past->graph->edges[i];

		if (state->edge[i] == EDGE_UNKNOWN)
			add(key, past->parts[KEY_UNKNOWN + i], 1);
		/* a piece of line that is still to be joined */
		else if (state->edge[i] == EDGE_ON &&
			 !(state->walked[edge->ends[0]] &&
			   state->walked[edge->ends[1]]))
			add(key, past->parts[KEY_ON + i], 1);
	}
}

/* Can the line still come by? */
static bool is_frontier(const struct panel_state *state, int node)
{
	if (node < GRAPH_EDGE_NODE)
		return state->cell_unknown[node] > 0;
	if (node < GRAPH_VERTEX_NODE)
		return state->edge[node - GRAPH_EDGE_NODE] == EDGE_UNKNOWN;
	return state->unknown[node - GRAPH_VERTEX_NODE] > 0;
}

static int symbol_key(const struct panel_graph *graph, int cell)
{
	const struct panel_cell *symbol = graph->cells[cell].symbol;

	return KEY_SYMBOL + (int)symbol->kind * PANEL_COLOUR_COUNT +
	       symbol->colour;
}

/* What a node is to its group. Of those that the line has gone by only what
 * they hold matters, and where cells lie that polyominoes are to cover. */
static void add_node(const struct panel_past *past,
		     const struct panel_state *state, int node,
		     struct memory_key *group)
{
	if (is_frontier(state, node) ||
	    (node < GRAPH_EDGE_NODE &&
	     state->areas.sums[state->areas.area[node]].pieces))
		add(group, past->parts[KEY_NODE + node], 1);
	else if (node < GRAPH_EDGE_NODE &&
		 past->graph->cells[node].symbol->kind != PANEL_EMPTY)
		add(group, past->parts[symbol_key(past->graph, node)], 1);
	if (node >= GRAPH_EDGE_NODE || !state->wrong[node])
		return;
	add(group,
	    past->parts[KEY_WRONG + past->graph->cells[node].symbol->colour],
	    1);
}

/* The nodes that lie open, group by group. */
static void add_groups(const struct panel_past *past,
		       const struct panel_state *state, struct memory_key *key)
{
	const struct panel_graph *graph = past->graph;
	const struct panel_areas *areas = &state->areas;
	int count = graph->has_outside ? graph->node_count : graph->cell_count;
	struct memory_key groups[GRAPH_NODES_MAX];
	int16_t roots[GRAPH_NODES_MAX];
	int root_count = 0;

	for (int turn = 0; turn < 2; turn++)
		for (int i = 0; i < count; i++) {
			int node = graph->has_outside ? graph->nodes[i] : i;
			int area = areas->area[node];
			int root;

			if (area == GRAPH_NONE || !areas->open[area])
				continue;
			root = node < GRAPH_CELLS_MAX
				       ? areas->root[node]
				       : panel_state_root(state, node);
			if (turn) {
				add_node(past, state, node, &groups[root]);
				continue;
			}
			if (root != node)
				continue;
			roots[root_count++] = (int16_t)root;
			groups[root].words[0] = 0;
			groups[root].words[1] = 0;
			add(&groups[root], past->parts[KEY_MISSED],
			    (uint64_t)state->groups[root].missed);
		}
	for (int i = 0; i < root_count; i++)
		for (int k = 0; k < 2; k++)
			key->words[k] += stir(groups[roots[i]].words[k]);
}

static void add_triangles(const struct panel_past *past,
			  const struct panel_state *state,
			  struct memory_key *key)
{
	const struct panel_areas *areas = &state->areas;

	for (int i = 0; i < past->graph->cell_count; i++)
		if (past->graph->cells[i].symbol->kind == PANEL_TRIANGLE &&
		    areas->area[i] != GRAPH_NONE && areas->open[areas->area[i]])
			add(key, past->parts[KEY_TRIANGLE],
			    (uint64_t)state->cell_on[i] *
				    (past->parts[KEY_NODE + i][0] | 1));
}

struct memory_key panel_past_key(const struct panel_past *past,
				 const struct panel_state *state, int task)
{
	struct memory_key key = { { 0, 0 } };

	add(&key, past->parts[KEY_TASK], (uint64_t)task);
	add(&key, past->parts[KEY_TIP + state->tip], 1);
	if (state->degree[state->tip] == DEGREE_PASSED)
		add(&key, past->parts[KEY_PASSED], 1);
	add_edges(past, state, &key);
	add_groups(past, state, &key);
	add_triangles(past, state, &key);
	return key;
}

void panel_past_note(struct panel_past *past, const struct memory_key *key)
{
	panel_memory_note(&past->memory, key);
}

bool panel_past_knows(const struct panel_past *past,
		      const struct memory_key *key)
{
	return panel_memory_knows(&past->memory, key);
}
