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
 * NULL, with `problem` filled in, if memory runs out. */
struct form *smt2_form_new(const struct puzzle *puzzle, struct buffer *out,
			   struct problem *problem);

int smt2_bits_for(int largest);

/* Can the symbol of the cell be cancelled? Then the formula has gone_C for it.
 */
bool smt2_may_go(const struct form *form, int cell);

/* Is it there and not cancelled? "(not gone_C)", or "true". */
void smt2_put_stays(struct form *form, int cell);

/* The region's name of a cell, edge or vertex node of the graph, which must
 * be one (on panels without cells open to the outside edges and vertices have
 * those of a cell beside them); GRAPH_NONE where it belongs to none. */
int smt2_region_of(const struct form *form, int node);

/* Rule 8 (smt2_panel_pieces.c), and of rule 9 that polyominoes that fit may
 * not be cancelled (smt2_panel_fits.c). Each returns 0, or -1 where the
 * formula would be too large. */
int smt2_put_pieces(struct form *form, struct problem *problem);
int smt2_put_fits(struct form *form, struct problem *problem);

/* Rule 9 but for that: declarations, and what holds of them. */
void smt2_declare_gone(struct form *form);
void smt2_put_eliminators(struct form *form);

/* May the player's line run over the edge? */
static inline bool smt2_is_drawable(const struct form *form, int edge)
{
	return form->graph.edges[edge].player_may;
}

#endif
