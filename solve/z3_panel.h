/* Panels by Z3: the line, dots, triangles and squares as clauses; what else a
 * region demands is added as the solver proposes regions that lack it. */
#ifndef Z3_PANEL_H
#define Z3_PANEL_H

#include "solve.h"

/* Fills in the result as solve_family.solve does, by Z3 alone. "None" only on
 * the word of a fresh solver that was handed the whole formula at once. */
int z3_panel(const struct puzzle *puzzle, const struct solve_options *options,
	     struct solve_result *result, struct problem *problem);

#endif
