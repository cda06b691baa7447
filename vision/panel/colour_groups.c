#include "colour_groups.h"

#include <math.h>

/* No single pair says more than this. */
#define ODDS_MOST 12.0

/* The two groups, each by the one that stands for it, that are likeliest to be
 * one; false where there is only one. */
static bool find_next(const double *odds, int count, const int *size,
		      struct group_link *link)
{
	link->odds = -HUGE_VAL;
	for (int i = 0; i < count; i++)
		for (int k = 0; size[i] && k < i; k++)
			if (size[k] && odds[i * count + k] > link->odds)
				*link = (struct group_link){
					i, k, odds[i * count + k]
				};
	return link->odds > -HUGE_VAL;
}

/* `from` becomes part of `to`. */
static void join(double *odds, int count, int *size, int from, int to)
{
	int both = size[from] + size[to];

	for (int i = 0; i < count; i++) {
		double mean = (size[from] * odds[from * count + i] +
			       size[to] * odds[to * count + i]) /
			      both;

		odds[to * count + i] = odds[i * count + to] = mean;
	}
	size[to] = both;
	size[from] = 0;
}

int colour_groups_find(double *odds, int count, int *group, int *size,
		       struct group_link *links, int *link_count)
{
	int joined = 0;

	for (int i = 0; i < count; i++) {
		group[i] = i;
		size[i] = 1;
		for (int k = 0; k < count; k++)
			odds[i * count + k] =
				fmax(-ODDS_MOST,
				     fmin(ODDS_MOST, odds[i * count + k]));
	}
	while (find_next(odds, count, size, &links[joined]) &&
	       links[joined].odds > 0) {
		struct group_link *link = &links[joined++];

		if (size[link->from] > size[link->to])
			*link = (struct group_link){ link->to, link->from,
						     link->odds };
		join(odds, count, size, link->from, link->to);
		for (int i = 0; i < count; i++)
			if (group[i] == link->from)
				group[i] = link->to;
	}
	*link_count = joined;
	for (int i = 0; i < count; i++)
		for (int k = 0; size[i] && k < i; k++)
			if (size[k])
				links[(*link_count)++] = (struct group_link){
					size[i] > size[k] ? k : i,
					size[i] > size[k] ? i : k,
					odds[i * count + k]
				};
	return joined;
}
