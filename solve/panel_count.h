/* The number of lines of a panel without symbols: every line counts, so none
 * has to be judged. */
#ifndef PANEL_COUNT_H
#define PANEL_COUNT_H

#include "deadline.h"
#include "panel_graph.h"

/* Adds to *count how many lines there are. Only for panels without symbols
 * that count (graph.has_symbols), with all starts and ends on vertices.
 * Returns false where the deadline passed first. */
bool panel_count_lines(const struct panel_graph *graph,
		       const struct deadline *deadline, uint64_t *count);

/* Can panel_count_lines do it? */
bool panel_count_can(const struct panel_graph *graph);

#endif
