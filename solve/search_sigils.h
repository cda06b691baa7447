/* Tilings of a frame by search, beside Z3: finds, enumerates, counts, proves
 * that there are none. Deterministic: the same puzzle gives the same answer.
 *
 * Partial tilings that can be completed in the same ways are met once
 * (sigils_board.h), which is what makes impossible boards quick. */
#ifndef SEARCH_SIGILS_H
#define SEARCH_SIGILS_H

#include "deadline.h"
#include "sigils_board.h"

struct sigils_search;

enum search_answer {
	SEARCH_FOUND,   /* at least one, or stopped by the caller */
	SEARCH_NONE,    /* every possibility was looked at */
	SEARCH_UNKNOWN, /* out of time, or given up */
};

/* NULL if memory runs out. `sigils` and `deadline` must outlive it. Pieces
 * must fill the frame exactly: 4 x pieces = squares. `reversed`: from the
 * frame's other end, so that a second search goes another way. */
struct sigils_search *sigils_search_new(const struct sigils *sigils,
					const struct deadline *deadline,
					bool reversed);
void sigils_search_free(struct sigils_search *search);

/* Gives up (SEARCH_UNKNOWN) after this many steps, the same on every machine;
 * 0: never. Counts from now. */
void sigils_search_limit(struct sigils_search *search, unsigned steps);

/* A tiling with few turns: all partial tilings grow together piece by piece,
 * the least turned ones of each size are kept. SEARCH_NONE only where none
 * was dropped; SEARCH_UNKNOWN means try sigils_search_each. */
enum search_answer sigils_search_easiest(struct sigils_search *search,
					 struct sigils_solution *solution);

/* Calls `take` with every tiling (identical pieces are not told apart), in a
 * fixed order, until it returns false. */
enum search_answer sigils_search_each(
	struct sigils_search *search,
	bool (*take)(void *data, const struct sigils_solution *solution),
	void *data);

/* From now on each partial tiling, and the share of the search tree that is
 * done, is shown who watches, who may end the search (SEARCH_UNKNOWN); with
 * `rng` pieces are tried in random order. */
struct rng;
void sigils_search_watch(struct sigils_search *search,
			 bool (*tried)(void *data,
				       const struct sigils_solution *part,
				       double done),
			 void *data, struct rng *rng);

/* The number of tilings. SEARCH_UNKNOWN: `count` is how many were seen, a
 * lower bound (also where there are more than 64 bits can hold). */
enum search_answer sigils_search_count(struct sigils_search *search,
				       uint64_t *count);

#endif
