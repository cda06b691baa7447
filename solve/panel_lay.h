/* Polyominoes first: lays each on the board at random and says what that
 * means for the line, which then has but to be drawn round them. On large
 * boards with few symbols that finds a line where a walk, which lays pieces
 * only as it comes by, hardly ever does. */
#ifndef PANEL_LAY_H
#define PANEL_LAY_H

#include "panel_cover.h"
#include "rng.h"

/* Is it worth trying? Not with negatives or eliminators, which leave open
 * where pieces lie, nor without `cover`. */
bool panel_lay_can(const struct panel_graph *graph,
		   const struct panel_cover *cover);

/* Lays every piece, alone or in regions of several, and settles the edges
 * round and within them. False where no try found a place for all. `tries`:
 * how many there were, each as much work as a node of the search. */
bool panel_lay(struct panel_state *state, struct rng *rng, int *tries);

#endif
