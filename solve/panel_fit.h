/* Do these polyominoes cover this region (rule 8)? The search engine's way:
 * placements worked out once a panel, answers remembered. */
#ifndef PANEL_FIT_H
#define PANEL_FIT_H

#include <stdint.h>

#include "deadline.h"
#include "panel_graph.h"

/* Kinds of polyominoes: shape, rotatable and negative. */
enum { FIT_TYPES_MAX = GRAPH_CELLS_MAX };

struct panel_fit;

/* What is to be covered. */
struct fit_task {
	const int16_t *cells; /* of the region */
	int cell_count;
	const uint16_t *types; /* [type]: how many of the kind there are */
	/* `precise` only: [edge] is non-zero where a line, or half a one,
	 * lies; NULL otherwise */
	const int8_t *lines;
};

/* NULL if memory runs out. `graph` must outlive it. */
struct panel_fit *panel_fit_new(const struct panel_graph *graph);
void panel_fit_free(struct panel_fit *fit);

/* How many kinds there are; the kind of the polyomino in a cell, GRAPH_NONE
 * where there is none or it has no squares. */
int panel_fit_type_count(const struct panel_fit *fit);
int panel_fit_type(const struct panel_fit *fit, int cell);

/* Every way to lay a piece on the board, whatever lies there: how many (-1
 * if memory runs out), and the cells of one. */
int panel_fit_way_count(struct panel_fit *fit);
const int16_t *panel_fit_way(const struct panel_fit *fit, int way,
			     int *cell_count, int *type);
/* The ways that cover a cell, the cell's among `count`; only after
 * panel_fit_way_count. */
const int16_t *panel_fit_ways_at(const struct panel_fit *fit, int cell,
				 int *count);
bool panel_fit_is_negative(const struct panel_fit *fit, int type);
int panel_fit_size(const struct panel_fit *fit, int type);

/* Returns 1 or 0, or -1 where the deadline passed first. */
int panel_fit_covers(struct panel_fit *fit, const struct fit_task *task,
		     const struct deadline *deadline);

#endif
