/* Train Tracks in Z3: a Boolean per edge and per square, the totals as
 * pseudo-Boolean sums, and a cut for every stray loop an answer holds ("a
 * used square of the loop has an edge that leaves it"), until none does. */
#ifndef Z3_TRACKS_H
#define Z3_TRACKS_H

#include "engines.h"

enum finish z3_find_tracks(struct finder *finder, struct problem *problem);

#endif
