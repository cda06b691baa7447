/* Which cells of a Suko share a tint. */
#ifndef SUKO_GROUPS_H
#define SUKO_GROUPS_H

#include <stdbool.h>

#include "suko_totals.h"

/* Joins the nearest groups, by their farthest cells, until `count` are left;
 * each cell's group is named by its first cell. Returns the distance of the
 * next join, and that of the last one made. */
double suko_groups_join(const struct tint *tints, int count, int *group,
			double *joined);

/* Numbers the groups from 0 on and finds their mean tints; the rest of `areas`
 * becomes zero. */
void suko_groups_set(const struct tint *tints, const int *group, int count,
		     struct suko_areas *areas);

/* Is there no tint but what uneven light makes: the same hue everywhere, and
 * a lightness that changes evenly over the board? */
bool suko_groups_are_plain(const struct tint *tints);

#endif
