/* Grouping a panel's symbols by colour, from the odds that any two share one.
 */
#ifndef COLOUR_GROUPS_H
#define COLOUR_GROUPS_H

#include <stdbool.h>

/* Two groups, by one of each, and the mean logarithm of the odds that one of
 * either shares its colour with one of the other. */
struct group_link {
	int from, to;
	double odds;
};

/* `odds`: of i and j at [i * count + j] and the other way round, changed; joins
 * groups while that is likelier than not, those that are likeliest to share a
 * colour first (average linkage, Sokal and Michener 1958). Sets group[i] to one
 * of i's group, the same of all of them, and size[i] to how many that stands
 * for, 0 of others. Writes how they were joined, the smaller to the larger,
 * then which are left apart from which: room for count * (count + 1) / 2.
 * Returns how many were joined; *link_count: all links. */
int colour_groups_find(double *odds, int count, int *group, int *size,
		       struct group_link *links, int *link_count);

#endif
