/* Which numbers the blanks of a puzzle take (RULES.md), as far as the puzzle
 * says. Where it does not, whole numbers of at least 1 are meant, or of at
 * least 0, or any: whichever come first that have an answer, which is for the
 * engines to find out (solve/linear.h). */
#ifndef BLANKS_H
#define BLANKS_H

#include <jansson.h>
#include <limits.h>

#include "problem.h"

/* A `minimum` and a `maximum` that are not said: they bound nothing. */
enum { BLANKS_NO_MINIMUM = INT_MIN, BLANKS_NO_MAXIMUM = INT_MAX };

/* "minimum" and "maximum" of a puzzle's JSON, each within -limit .. limit.
 * What is missing or null is not said, and what is not said is not written. */
int blanks_from_json(const json_t *json, int limit, int *minimum, int *maximum,
		     struct problem *problem);
void blanks_to_json(int minimum, int maximum, json_t **json);

/* Fails where either is said, which the text forms have no place for. */
int blanks_fit_text(int minimum, int maximum, struct problem *problem);

#endif
