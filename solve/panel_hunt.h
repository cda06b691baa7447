/* How the search for a panel's lines is conducted: which task when, in which
 * direction, for how long. */
#ifndef PANEL_HUNT_H
#define PANEL_HUNT_H

#include "solve.h"

/* Fills in the result as solve_family.solve does, by search alone. Verdict
 * "none" means that the whole search was gone through. */
int panel_hunt(const struct puzzle *puzzle, const struct solve_options *options,
	       struct solve_result *result, struct problem *problem);

/* Proved to have no solution as rule 3 is read here: is there a line, or may
 * there be one, where the half edge at a start or end of the mirror image parts
 * regions? The site that published panels come from has it so. Looks as long
 * as `options` allow; -1 if memory runs out. */
int panel_hunt_is_disputed(const struct puzzle *puzzle,
			   const struct solve_options *options,
			   struct problem *problem);

#endif
