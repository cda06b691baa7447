/* Left and right of the line. Where it runs from rim to rim of a flat panel
 * each region lies on one of its sides and reaches the rim there; with symmetry
 * the two lines part the same two sides by turns. */
#ifndef PANEL_SIDE_H
#define PANEL_SIDE_H

#include "panel_state.h"

/* Works out which edges of the rim belong to which side, once the ends of the
 * line are set. */
void panel_side_begin(struct panel_state *state);

/* The cell lies on that side (1 left of the line, 2 right of it), and so does
 * its mirror image; GRAPH_NONE is nowhere. False where that cannot be. */
bool panel_side_mark(struct panel_state *state, int cell, int side);

/* What an edge of the rim that was just settled says about the cell beside it.
 * False where that cannot be. */
bool panel_side_settle(struct panel_state *state, int edge);

/* Which cells must lie on which side, lest they be cut off from its rim. False
 * where some cell can lie on neither. The state's queue is empty; the edges
 * that follow are settled by the caller. */
bool panel_side_reach(struct panel_state *state);

#endif
