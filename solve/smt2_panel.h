/* A panel as an SMT-LIB 2 formula, complete: path, regions, polyominoes and
 * all, without cuts to be added later. */
#ifndef SMT2_PANEL_H
#define SMT2_PANEL_H

#include <jansson.h>

#include "buffer.h"
#include "puzzle.h"

int smt2_panel(const struct puzzle *puzzle, struct buffer *out,
	       struct problem *problem);
int smt2_panel_values(const struct puzzle *puzzle, const json_t *values,
		      struct solution *solution, struct problem *problem);

#endif
