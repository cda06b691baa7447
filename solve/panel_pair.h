/* What follows from lines having two ends: where the edges that are not
 * settled yet fall apart, the line goes into each part as often as it must. */
#ifndef PANEL_PAIR_H
#define PANEL_PAIR_H

#include "panel_state.h"

/* Settles edges that are the only way between two parts of what is not
 * settled. False where a part holds an odd number of loose ends of line: one
 * of them has nothing to be joined to. The state's queue is empty. */
bool panel_state_pair(struct panel_state *state);

#endif
