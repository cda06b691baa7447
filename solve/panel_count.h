/* The number of lines of a panel without symbols: every line counts, so none
 * has to be judged. */
#ifndef PANEL_COUNT_H
#define PANEL_COUNT_H

#include "deadline.h"
#include "panel_graph.h"

struct count_options {
	const struct deadline *deadline;
	/* part `part` of `parts` (0: there is but one), which may be counted
	 * side by side */
	int part, parts;
	/* Now and then the share that is done, and how many lines there were;
	 * may be NULL. */
	void (*progress)(void *data, double share, uint64_t count);
	void *data;
};

/* Adds to *count how many lines there are, or are in the part. Only for panels
 * without symbols that count (graph.has_symbols), with all starts and ends on
 * vertices. Returns false where the deadline passed first. */
bool panel_count_lines(const struct panel_graph *graph,
		       const struct count_options *options, uint64_t *count);

/* Can panel_count_lines do it? */
bool panel_count_can(const struct panel_graph *graph);

#endif
