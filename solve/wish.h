/* What a person wishes of a puzzle to be made. */
#ifndef WISH_H
#define WISH_H

#include <jansson.h>
#include <stdbool.h>

#include "problem.h"

/* wish[name] if it is a whole number within low .. high, else, where there is
 * none, `otherwise`. Returns -1 where it is out of bounds. `wish` may be
 * NULL. */
int wish_number(const json_t *wish, const char *name, int low, int high,
		int otherwise, int *value, struct problem *problem);

/* Does wish["with"], names parted by commas, hold the name? */
bool wish_with(const json_t *wish, const char *name);

/* Are all names in wish["with"] among `known`, a list that ends with NULL?
 * Returns 0, or -1 naming the first that is not. */
int wish_known(const json_t *wish, const char *const *known,
	       struct problem *problem);

#endif
