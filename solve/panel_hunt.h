/* How the search for a panel's lines is conducted: which task when, in which
 * direction, for how long. */
#ifndef PANEL_HUNT_H
#define PANEL_HUNT_H

#include "solve.h"

/* Fills in the result as solve_family.solve does, by search alone. Verdict
 * "none" means that the whole search was gone through. */
int panel_hunt(const struct puzzle *puzzle, const struct solve_options *options,
	       struct solve_result *result, struct problem *problem);

#endif
