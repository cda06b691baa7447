/* What solve_tracks.c is made of beside its two engines. */
#ifndef TRACKS_FORMS_H
#define TRACKS_FORMS_H

#include "solve.h"

/* Says in one sentence why there can be no track, where arithmetic or a
 * single square tells; false where it does not. */
bool tracks_impossible(const struct puzzle *puzzle, char *reason, size_t size);

/* The complete formula: edges with a direction, and a position along the
 * track per square, so that a loop cannot be (rule 5). */
int tracks_smt2(const struct puzzle *puzzle, struct buffer *out,
		struct problem *problem);
int tracks_values(const struct puzzle *puzzle, const json_t *values,
		  struct solution *solution, struct problem *problem);

/* Wishes: "columns" and "rows" (8), "with": any of "easy" (more given
 * pieces), "half-clues", "missing-totals", "anywhere" (entry and exit on any
 * sides, not left and bottom). */
int tracks_make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem);

#endif
