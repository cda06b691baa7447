/* Loose ends are vertices that want an odd number of further edges: where a
 * piece of line stops, and its start and end while nothing leads there. Edges
 * join two vertices each, so every part of the board that hangs together by
 * edges not settled yet holds an even number of loose ends; and an edge that
 * alone joins two halves of a part (a bridge: Tarjan 1974, "A note on finding
 * the bridges of a graph") carries a line just where either half holds an odd
 * number. */
#include "panel_pair.h"

#include <string.h>

struct pairing {
	struct panel_state *state;
	int16_t order[GRAPH_VERTICES_MAX]; /* as they are seen; 0: not yet */
	int seen;
};

/* What hangs on a vertex, itself included. */
struct branch {
	int top;   /* the first vertex seen that it is joined to */
	bool odd;  /* the number of loose ends */
	bool free; /* one may be an end or not: any number will do */
};

static struct branch look_at(const struct panel_state *state, int vertex)
{
	enum degree degree = (enum degree)state->degree[vertex];
	bool on = state->on[vertex] & 1;

	return (struct branch){
		.odd = degree == DEGREE_ONE ? !on : on,
		.free = degree == DEGREE_MAYBE,
	};
}

/* Follows all edges not settled but `via`, over which it came. */
static struct branch follow(struct pairing *pairing, int vertex, int via)
{
	struct panel_state *state = pairing->state;
	const int16_t *edges = state->graph->vertices[vertex].edges;
	struct branch branch = look_at(state, vertex);

	branch.top = ++pairing->seen;
	pairing->order[vertex] = (int16_t)branch.top;
	for (int i = 0; i < 4; i++) {
		const struct graph_edge *edge;
		struct branch beyond;
		int next;

		if (edges[i] == GRAPH_NONE || edges[i] == via ||
		    state->edge[edges[i]] != EDGE_UNKNOWN)
			continue;
		edge = &state->graph->edges[edges[i]];
		next = edge->ends[edge->ends[0] == vertex];
		if (pairing->order[next]) {
			if (pairing->order[next] < branch.top)
				branch.top = pairing->order[next];
			continue;
		}
		beyond = follow(pairing, next, edges[i]);
		branch.odd ^= beyond.odd;
		branch.free |= beyond.free;
		if (beyond.top < branch.top)
			branch.top = beyond.top;
		/* a bridge; that it is not settled yet cannot fail */
		if (beyond.top > pairing->order[vertex] && !beyond.free)
			panel_state_set(state, edges[i],
					beyond.odd ? EDGE_ON : EDGE_OFF);
	}
	return branch;
}

bool panel_state_pair(struct panel_state *state)
{
	int count = state->graph->vertex_count;
	struct pairing pairing = { .state = state, .seen = 0 };

	memset(pairing.order, 0, (size_t)count * sizeof *pairing.order);
	for (int i = 0; i < count; i++) {
		struct branch part;

		if (!state->unknown[i] || pairing.order[i])
			continue;
		part = follow(&pairing, i, GRAPH_NONE);
		if (part.odd && !part.free)
			return false;
	}
	return true;
}
