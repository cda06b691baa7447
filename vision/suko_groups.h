/* Which cells of a Suko share a tint. */
#ifndef SUKO_GROUPS_H
#define SUKO_GROUPS_H

#include <stdbool.h>

#include "suko_totals.h"

/* Tints differ where cells of two areas are at least this far apart: tints
 * as pale as 8 levels are told apart, noise of medians is 1 or 2. */
#define SUKO_TINTS_APART 5.0
#define SUKO_TINTS_SAME 2.0

/* How much brighter the light is a cell further right and a cell further
 * down: as the logarithm of the factor. */
struct suko_light {
	double right, down;
};

/* The light over the board that lets its cells fall into `count` groups of one
 * tint each as exactly as can be, whichever these are (least squares over all
 * ways to make groups). */
struct suko_light suko_groups_light(const struct tint *tints, int count);

/* A tint as it would look at the board's middle; `cell_x` and `cell_y` are
 * puzzle units. */
struct tint suko_groups_lit(const struct tint *tint, double cell_x,
			    double cell_y, const struct suko_light *light);

/* Joins the nearest groups, by their farthest cells, until `count` are left;
 * each cell's group is named by its first cell. Returns the distance of the
 * next join, and that of the last one made. */
double suko_groups_join(const struct tint *tints, int count, int *group,
			double *joined);

/* A way to make areas of the cells. */
struct suko_grouping {
	struct suko_areas areas;
	double apart;            /* the tints of two areas at least */
	double clear;            /* in terms of how far the cells of one are */
	struct suko_light light; /* that the areas' tints are freed of */
};

enum { SUKO_GROUPINGS = SUKO_AREAS_SEEN - 1 };

/* The ways in which the cells make areas, by their tints: of each number of
 * areas one at most. Returns how many. */
int suko_groups_find(const struct tint *tints,
		     struct suko_grouping groupings[SUKO_GROUPINGS]);

/* Numbers the groups from 0 on and finds their mean tints; the rest of `areas`
 * becomes zero. */
void suko_groups_set(const struct tint *tints, const int *group, int count,
		     struct suko_areas *areas);

/* How far apart so many groups of cells are, in terms of how far cells of one
 * are. */
double suko_groups_clarity(const struct tint *tints, int count);

/* Are those of the cells that are marked of one tint, all others of another? */
bool suko_groups_are(const struct tint *tints, const bool marked[SUKO_CELLS]);

/* Is there no tint but what uneven light makes: the same hue everywhere, and
 * a lightness that changes evenly over the board, no faster than light does? */
bool suko_groups_are_plain(const struct tint *tints);

#endif
