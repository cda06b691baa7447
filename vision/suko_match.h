/* Which of some marks shows which area's colour, where all show it in the same
 * way: mixed with a border, or with the ground around, in unknown parts. They
 * differ as the areas do then, only less. */
#ifndef SUKO_MATCH_H
#define SUKO_MATCH_H

#include "numbers.h"
#include "suko_groups.h"
#include "suko_totals.h"

struct suko_match {
	struct suko_grouping groupings[SUKO_GROUPINGS];
	int grouping_count;
	/* what the best way to match leaves unexplained, 0..1, and what the
	 * best of those that give other totals leaves */
	double least, second;
	int grouping; /* of the best */
	struct number totals[SUKO_AREAS_SEEN];
};

/* Returns how many ways to make areas the cells' tints allow. */
int suko_match_init(struct suko_match *match,
		    const struct tint tints[SUKO_CELLS]);

/* What the best way to match `count` marks leaves unexplained. */
double suko_match_left(const struct suko_match *match, const struct tint *marks,
		       int count);

/* Keeps the best way to match such marks that have these totals beside them. */
void suko_match_try(struct suko_match *match, const struct tint *marks,
		    const struct number *const *totals, int count);

/* Is the best way good, and much better than all others? */
bool suko_match_is_clear(const struct suko_match *match);

/* Could it be, by its colours alone? */
bool suko_match_may_be(double left);

#endif
