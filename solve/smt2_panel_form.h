/* What a panel's SMT-LIB 2 formula and the reading of its model share. */
#ifndef SMT2_PANEL_FORM_H
#define SMT2_PANEL_FORM_H

#include "buffer.h"
#include "panel_graph.h"
#include "puzzle.h"

/* Names: go_E and back_E, the player's line runs over edge E (from its left or
 * upper end, or to it); used_V, it passes vertex V; start_N and end_N, it
 * starts or ends in the N-th way there is, at a vertex or from the middle of an
 * edge to one of its ends; point_E, the line is but the middle of edge E. */

enum { WAYS_MAX = 2 * (GRAPH_EDGES_MAX + GRAPH_VERTICES_MAX) };

struct way {
	int16_t vertex, edge; /* edge GRAPH_NONE: the vertex itself */
};

struct form {
	struct panel_graph graph;
	struct buffer *out;
	struct way starts[WAYS_MAX], ends[WAYS_MAX];
	int start_count, end_count;
	int16_t points[GRAPH_EDGES_MAX];
	int point_count;
};

/* To be freed by free. `out`, which may be NULL, is where the formula goes.
 * NULL, with `problem` filled in, where memory lacks. */
struct form *smt2_form_new(const struct puzzle *puzzle, struct buffer *out,
			   struct problem *problem);

/* May the player's line run over the edge? */
static inline bool smt2_is_drawable(const struct form *form, int edge)
{
	return form->graph.edges[edge].player_may;
}

#endif
