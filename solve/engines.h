/* Two engines that answer for one family and vouch for each other, or three.
 *
 * A family brings a Z3 encoding and a search of its own, perhaps another that
 * shares nothing with the first. All do one thing: find solutions other than
 * the known ones until enough are found or none is left. What is done with them
 * (which engine, how long, uniqueness, counting, confirming "none" and
 * "unique") is here, once. */
#ifndef ENGINES_H
#define ENGINES_H

#include "solve.h"

enum finish {
	FINISH_ALL,    /* there is no further solution: a claim */
	FINISH_ENOUGH, /* finder_found said so */
	FINISH_TIME,   /* undecided */
	FINISH_FAILED, /* `problem` says why */
};

/* What an engine searches for and whom it hands its solutions to. */
struct finder {
	const struct puzzle *puzzle;
	struct deadline deadline;
	/* For engines on Z3: FINISH_ALL only on the word of a solver that was
	 * handed the whole formula at once (FACTS.md: wrong unsat). */
	bool fresh;
	/* For searches: branch in the opposite order, so that a second run
	 * goes another way. */
	bool reversed;
	/* For searches: FINISH_TIME after so many nodes of the search tree,
	 * on every machine alike; 0 is no limit. */
	uint64_t nodes_max;
	/* Set by the engine: FINISH_ALL holds only for answers as far as it
	 * looked, and there may be others beyond. */
	bool limited;
	uint64_t wanted; /* solutions, beyond the known ones */
	uint64_t found;
	struct solve_result *result; /* its solutions are the known ones */
	size_t known;                /* how many there were at the start */
	size_t keep;                 /* the result holds at most so many */
	/* For searches: who watches, by finder_tried; NULL: nobody. */
	const struct solve_watch *watch;
	/* NULL: branches in a fixed order; else, where somebody watches, at
	 * random. */
	struct rng *rng;
};

/* Shows who watches what is tried, and the share of the search tree that is
 * done; false: the search is to end with FINISH_TIME. */
bool finder_tried(struct finder *finder, const struct solution *part,
		  double done);

/* Hands over a solution; one of the known ones is passed over. Returns
 * FINISH_ENOUGH, FINISH_FAILED or, where the search shall go on,
 * FINISH_ALL. */
enum finish finder_found(struct finder *finder, struct solution *solution,
			 struct problem *problem);

struct engine_pair {
	enum finish (*z3)(struct finder *finder, struct problem *problem);
	enum finish (*search)(struct finder *finder, struct problem *problem);
	/* A third engine, which confirms what the search claims where it can in
	 * less time than Z3 takes to start, and else gives up: NULL where there
	 * is none. */
	enum finish (*walk)(struct finder *finder, struct problem *problem);
	const char *why_none; /* one sentence */
};

/* Fills in the whole result. */
int engines_solve(const struct engine_pair *engines,
		  const struct puzzle *puzzle,
		  const struct solve_options *options,
		  struct solve_result *result, struct problem *problem);

#endif
