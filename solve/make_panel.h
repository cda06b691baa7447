/* Random solvable panels: a line first, then symbols that it satisfies. */
#ifndef MAKE_PANEL_H
#define MAKE_PANEL_H

#include <jansson.h>

#include "puzzle.h"

/* `wish`: "columns", "rows" (1 to 10, 4 where not given), "with": names out
 * of dots, triangles, squares, stars, polyominoes, rotatable, negative,
 * eliminators, gaps, missing, cylinder, horizontal, vertical, rotational,
 * parallel; dots, squares and stars where not given; "each": true: none of
 * these names is left out by chance. */
int make_panel(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
	       struct problem *problem);

#endif
