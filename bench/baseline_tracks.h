/* The published encoding of Train Tracks, to be measured against: an integer
 * per square, tiles that join their neighbours, no rule against loops. It
 * speaks to Z3 itself, so that nothing of ours helps or hinders it. */
#ifndef BASELINE_TRACKS_H
#define BASELINE_TRACKS_H

#include <stdbool.h>

#include "tracks.h"

/* Returns false where Z3 finds no answer. The answer may hold loops. */
bool baseline_tracks(const struct tracks *tracks,
		     struct tracks_solution *answer);

#endif
