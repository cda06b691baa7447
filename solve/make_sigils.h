/* Random frames with pieces that fill them. */
#ifndef MAKE_SIGILS_H
#define MAKE_SIGILS_H

#include <jansson.h>
#include <stdint.h>

#include "puzzle.h"

/* `wish`: "columns", "rows", "holes" (at least so many). As for
 * solve_family.make. */
int sigils_make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem);

#endif
