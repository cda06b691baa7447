/* Polyominoes by whole regions: chooses for every symbol one of the regions
 * that may hold it (panel_regions.h), such that a line may run round all of
 * them. On sparsely filled boards few are left, and what is left is soon gone
 * through, so that it may also prove that there is none. */
#ifndef PANEL_PLACE_H
#define PANEL_PLACE_H

#include "panel_regions.h"

enum place_end {
	PLACE_DONE,    /* all choices were gone through: a proof */
	PLACE_PARTIAL, /* as far as allowed, or not every choice is known */
	PLACE_STOPPED, /* `visit` said so */
};

struct panel_place;

/* Is it worth trying? Not with negatives or eliminators, which leave open
 * where pieces lie, nor with too many symbols. */
bool panel_place_can(const struct panel_graph *graph,
		     const struct panel_fit *fit);

struct place_options {
	struct rng *rng; /* which regions first */
	/* pieces laid for one choice of symbols; regions closed */
	int64_t tries_max, closed_max;
	/* Is called with every symbol's region settled in the state; false
	 * stops it. It may set `unsure` where it left something out. */
	bool (*visit)(void *data, bool *unsure);
	void *data;
};

/* NULL if memory runs out. */
struct panel_place *panel_place_new(void);
void panel_place_free(struct panel_place *place);

/* The state is begun, has a cover, and panel_place_can; afterwards it is as it
 * was. `work` is what it took, in nodes of the search. */
enum place_end panel_place_run(struct panel_place *place,
			       struct panel_state *state,
			       const struct place_options *options,
			       uint64_t *work);

#endif
