/* Walking every line of a panel, without any thought of its symbols: the
 * baseline that benchmarks measure against and tests judge by. */
#ifndef PANEL_WALK_H
#define PANEL_WALK_H

#include "deadline.h"
#include "puzzle.h"

/* Calls `visit` with every line that keeps rules 1 and 2 (panel.h), until it
 * returns false or the deadline has passed. Returns whether all were
 * visited. */
bool panel_walk(const struct puzzle *puzzle, const struct deadline *deadline,
		bool (*visit)(void *data, const struct solution *line),
		void *data);

#endif
