/* Looking ahead with polyominoes: can the cells that are sure to share a
 * region still become part of one that polyominoes cover?
 *
 * A group that holds a polyomino must end up in a region that its pieces
 * cover; the region is made of whole groups, and the pieces of each of them
 * count. So the cells of the group are covered one after the other by pieces
 * that are at hand; a piece that reaches into another group takes that one
 * in, with its cells and its pieces. Where that fails the line is on a wrong
 * way, long before the region closes. Sound, not complete: what is left over
 * at the end is not laid. */
#ifndef PANEL_COVER_H
#define PANEL_COVER_H

#include "cell_set.h"
#include "panel_state.h"

struct panel_cover;

/* NULL where the panel is too large, has no positives, or memory runs out: then
 * there is nothing to ask. */
struct panel_cover *panel_cover_new(const struct panel_graph *graph,
				    struct panel_fit *fit);
void panel_cover_free(struct panel_cover *cover);

/* A way to lay a piece: its cells, and its kind (panel_fit.h). */
const struct cell_set *panel_cover_way(const struct panel_cover *cover, int way,
				       int *type);

/* The groups of one area: cells that a region may be made of. */
struct cover_area {
	const struct panel_state *state;
	const int16_t *cells;
	int cell_count;
	int negatives; /* squares that negatives can take away */
	/* Some pieces may be cancelled: asked is whether any of the group's can
	 * be left. */
	bool lenient;
};

/* Prepares questions about the area. */
void panel_cover_enter(struct panel_cover *cover,
		       const struct cover_area *area);

/* May the group `root` of the area be completed? Its pieces must have more
 * squares than negatives can take away, or be all to cancel. `may_share` tells
 * of every other group of the area whether it may share a region with it. */
bool panel_cover_may(struct panel_cover *cover, int root,
		     bool (*may_share)(const void *data, int root, int other),
		     const void *data);

#endif
