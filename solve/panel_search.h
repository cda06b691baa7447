/* The search for lines: depth first along the line, with everything that
 * panel_state.h concludes at each step. */
#ifndef PANEL_SEARCH_H
#define PANEL_SEARCH_H

#include "deadline.h"
#include "problem.h"
#include "rng.h"
#include "panel_graph.h"

struct panel_search;

enum search_end {
	SEARCH_DONE,    /* every line was found: a proof */
	SEARCH_STOPPED, /* `visit` said so */
	SEARCH_LIMIT,   /* nodes_max was reached */
	SEARCH_LATE,    /* the deadline passed */
};

struct search_options {
	const struct deadline *deadline;
	uint64_t nodes_max; /* 0: no limit */
	bool backwards;     /* from the end to the start */
	struct rng *rng;    /* NULL: branches in a fixed order */
	/* the other reading of half edges: panel_state.walls */
	bool walls;
	/* Polyominoes are laid first, region by region, and lines drawn round
	 * them (panel_place.h), with so many nodes each: needs `rng`,
	 * `nodes_max` and panel_search_can_lay. SEARCH_DONE means still that
	 * every line was found. */
	bool lay;
	/* Conclude from the first node on what else is left out until many
	 * were searched. */
	bool thorough;
	/* only lines with fewer edges than this; may shrink while searching;
	 * NULL: of any length */
	const int *shorter_than;
	/* Parts of one search that run side by side, `parts` of them (0 and 1:
	 * there is but one): part `part` from 0 on. Each line is found by just
	 * one of them. */
	int part, parts;
	/* Is handed every line found; false stops the search. */
	bool (*visit)(void *data, const struct panel_solution *line);
	/* Is handed each line that is begun, as far as it goes, and the share
	 * of the task that is done; false stops the search. May be NULL: nobody
	 * watches. */
	bool (*tried)(void *data, const struct panel_solution *part,
		      double done);
	/* Now and then the share of the task that is done; may be NULL. */
	void (*progress)(void *data, double share);
	void *data;
};

/* NULL, with `problem` filled in, if memory runs out. `panel` must outlive
 * it. One thread at a time may use it. */
struct panel_search *panel_search_new(const struct panel *panel,
				      struct problem *problem);
/* The same for another thread, which shares what failed with it; to be freed
 * before it. */
struct panel_search *panel_search_beside(const struct panel_search *search);
void panel_search_free(struct panel_search *search);

/* The panel as a graph; belongs to the search. */
const struct panel_graph *panel_search_graph(const struct panel_search *search);

/* The search falls into so many tasks, a pair of a start and an end (or all
 * ends) each, whose lines are all different. 0: no start or no end. */
int panel_search_task_count(const struct panel_search *search);

/* Is the task the mirror image of an earlier one, with as many lines? */
bool panel_search_is_twin(const struct panel_search *search, int task);

/* Can options.lay be set? */
bool panel_search_can_lay(const struct panel_search *search);

/* Finds the lines of one task. */
enum search_end panel_search_run(struct panel_search *search, int task,
				 const struct search_options *options);

/* Nodes of the search tree so far, of all tasks. */
uint64_t panel_search_nodes(const struct panel_search *search);

#endif
