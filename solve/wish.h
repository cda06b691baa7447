/* What a person wishes of a puzzle to be made. */
#ifndef WISH_H
#define WISH_H

#include <jansson.h>
#include <stdbool.h>

#include "problem.h"

/* Does wish["with"], names parted by commas, hold the name? */
bool wish_with(const json_t *wish, const char *name);

/* Are all names in wish["with"] among `known`, names with '|' between? Returns
 * 0, or -1 naming the first that is not, and all that are. */
int wish_known(const json_t *wish, const char *known, struct problem *problem);

#endif
