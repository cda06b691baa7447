/* Why sigils cannot fill a frame, as far as counting squares and colours
 * shows it. */
#ifndef IMPOSSIBLE_SIGILS_H
#define IMPOSSIBLE_SIGILS_H

#include <stdbool.h>
#include <stddef.h>

#include "puzzle.h"

/* Checks, in this order, the area, the colours of a chessboard and those of
 * stripes. Returns whether one of them forbids every tiling, and says so in
 * `reason` in one sentence. */
bool sigils_impossible(const struct puzzle *puzzle, char *reason, size_t size);

#endif
