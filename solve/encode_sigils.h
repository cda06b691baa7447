/* Sigils as a formula: one Boolean per placement of a piece kind.
 *
 * Rule 1: of the placements that cover a square exactly one holds.
 * Rule 2: of the placements of a kind as many hold as there are pieces.
 * Rule 3: placements are turns of a kind, never mirror images.
 * Rule 2 follows for each single piece: those of a kind are alike. */
#ifndef ENCODE_SIGILS_H
#define ENCODE_SIGILS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "deadline.h"
#include "problem.h"
#include "puzzle.h"
#include "search_sigils.h"

struct encode_sigils_query {
	const struct deadline *deadline;
	/* tilings that do not count */
	const struct solution *known;
	size_t known_count;
	/* called with each other tiling until it returns false */
	bool (*take)(void *data, const struct sigils_solution *solution);
	void *data;
};

/* By Z3, in a fresh solver. SEARCH_FOUND: `take` had enough, or there are no
 * more than it was given. SEARCH_UNKNOWN: out of time, or, with `problem`
 * filled in, Z3 or memory failed. */
enum search_answer encode_sigils_solve(const struct sigils *sigils,
				       const struct encode_sigils_query *query,
				       struct problem *problem);

/* SMT-LIB 2 in clauses only, which z3 and cvc5 take alike. */
void encode_sigils_print(const struct sigils *sigils, struct buffer *out);

/* From a solver's values for that formula. */
int encode_sigils_values(const struct sigils *sigils, const json_t *values,
			 struct sigils_solution *solution,
			 struct problem *problem);

#endif
