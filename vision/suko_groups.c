#include "suko_groups.h"

#include <math.h>
#include <string.h>

/* On a board without tints the hue varies by less than this, as over a digit
 * in a cell, and the lightness that an even slope leaves by less than that. */
#define HUE_PLAIN 6.5
#define LIGHT_PLAIN 3.5

/* Light that slopes by 5 % a cell is as surprising as a lightness that is off
 * by 1 %: on photographed pages it varies by 40 % at most over the picture,
 * of which the board takes a third. */
#define SLOPE_RIDGE 0.04
/* What keeps nearly black tints from counting without end, levels. */
#define LIGHT_FLOOR 8.0
/* Two areas' tints are this many times as far apart as cells of one. */
#define GROUPS_APART 1.6
/* They are told apart under sloping light where that makes the groups so many
 * times as clear, and it slopes by no more than this a cell (the logarithm):
 * photographed pages vary by two fifths, of which a board takes a third. */
#define LIT_CLEARER 1.5
#define SLOPE_MOST 0.12

/* Sums over the cells of a group, and what its sums say. */
struct group_sums {
	int count;
	double right, down, light, red_green, yellow_blue;
};

struct light_search {
	/* relative to its lightness each tint is the same in any light */
	double light[SUKO_CELLS], red_green[SUKO_CELLS],
		yellow_blue[SUKO_CELLS];
	double light_light, right_light, down_light, hues; /* of all cells */
	int count;
	struct group_sums groups[SUKO_AREAS_SEEN];
	double least;
	struct suko_light best;
};

/* The cells are shared out: how exactly? Sums of squares within groups, of
 * which the slope explains a part (ridge regression, Hoerl and Kennard 1970).
 */
static void judge_groups(struct light_search *search)
{
	double xx = 6 + SLOPE_RIDGE, yy = xx, xy = 0;
	double xl = search->right_light, yl = search->down_light;
	double ll = search->light_light, hues = search->hues;
	double determinant, error;
	struct suko_light slope;

	for (int i = 0; i < search->count; i++) {
		const struct group_sums *g = &search->groups[i];

		xx -= g->right * g->right / g->count;
		yy -= g->down * g->down / g->count;
		xy -= g->right * g->down / g->count;
		xl -= g->right * g->light / g->count;
		yl -= g->down * g->light / g->count;
		ll -= g->light * g->light / g->count;
		hues -= (g->red_green * g->red_green +
			 g->yellow_blue * g->yellow_blue) /
			g->count;
	}
	determinant = xx * yy - xy * xy;
	slope.right = (xl * yy - yl * xy) / determinant;
	slope.down = (yl * xx - xl * xy) / determinant;
	error = TINT_LIGHT_WEIGHT * TINT_LIGHT_WEIGHT *
			(ll - slope.right * xl - slope.down * yl) +
		hues;
	if (error < search->least) {
		search->least = error;
		search->best = slope;
	}
}

/* Shares out the cells from `cell` on, among `used` groups and new ones. */
static void share_out(struct light_search *search, int cell, int used)
{
	if (cell == SUKO_CELLS) {
		judge_groups(search);
		return;
	}
	for (int i = 0; i <= used && i < search->count; i++) {
		struct group_sums *g = &search->groups[i];
		struct group_sums before = *g;
		int now = i == used ? used + 1 : used;

		if (search->count - now > SUKO_CELLS - 1 - cell)
			continue; /* too few cells are left for all groups */
		g->count++;
		g->right += cell % 3 - 1;
		g->down += cell / 3 - 1;
		g->light += search->light[cell];
		g->red_green += search->red_green[cell];
		g->yellow_blue += search->yellow_blue[cell];
		share_out(search, cell + 1, now);
		*g = before;
	}
}

struct suko_light suko_groups_light(const struct tint *tints, int count)
{
	struct light_search search = { .count = count, .least = HUGE_VAL };
	double mean = 0;

	for (int i = 0; i < SUKO_CELLS; i++) {
		double level = tints[i].light + LIGHT_FLOOR;

		search.light[i] = log(level);
		search.red_green[i] = tints[i].red_green / level;
		search.yellow_blue[i] = tints[i].yellow_blue / level;
		mean += search.light[i] / SUKO_CELLS;
	}
	for (int i = 0; i < SUKO_CELLS; i++) {
		double light = search.light[i] -= mean;

		search.light_light += light * light;
		search.right_light += light * (i % 3 - 1);
		search.down_light += light * (i / 3 - 1);
		search.hues += pow(search.red_green[i], 2) +
			       pow(search.yellow_blue[i], 2);
	}
	share_out(&search, 0, 0);
	return search.best;
}

struct tint suko_groups_lit(const struct tint *tint, double cell_x,
			    double cell_y, const struct suko_light *light)
{
	double gain = exp(light->right * (cell_x - 1.5) +
			  light->down * (cell_y - 1.5));

	return (struct tint){ tint->light / gain, tint->red_green / gain,
			      tint->yellow_blue / gain };
}

double suko_groups_join(const struct tint *tints, int count, int *group,
			double *joined)
{
	int groups = SUKO_CELLS;
	double nearest = 0;

	*joined = 0;
	for (int i = 0; i < SUKO_CELLS; i++)
		group[i] = i;
	for (;;) {
		int a = -1, b = -1;

		nearest = HUGE_VAL;
		for (int i = 0; i < SUKO_CELLS; i++)
			for (int k = i + 1; k < SUKO_CELLS; k++) {
				double far = 0;

				if (group[i] != i || group[k] != k)
					continue; /* not its group's first */
				for (int m = 0; m < SUKO_CELLS * SUKO_CELLS;
				     m++) {
					int p = m / SUKO_CELLS;
					int q = m % SUKO_CELLS;

					if (group[p] == i && group[q] == k)
						far = fmax(far,
							   tint_distance(
								   &tints[p],
								   &tints[q]));
				}
				if (far < nearest) {
					nearest = far;
					a = i;
					b = k;
				}
			}
		if (groups <= count || a < 0)
			break;
		*joined = nearest;
		for (int i = 0; i < SUKO_CELLS; i++)
			if (group[i] == b)
				group[i] = a;
		groups--;
	}
	return nearest;
}

void suko_groups_set(const struct tint *tints, const int *group, int count,
		     struct suko_areas *areas)
{
	int cells[SUKO_AREAS_SEEN] = { 0 }, next = 0;

	memset(areas, 0, sizeof *areas);
	areas->count = count;
	for (int i = 0; i < SUKO_CELLS; i++)
		areas->area_of[i] =
			group[i] == i ? next++ : areas->area_of[group[i]];
	for (int i = 0; i < SUKO_CELLS; i++) {
		struct tint *mean = &areas->tints[areas->area_of[i]];

		mean->light += tints[i].light;
		mean->red_green += tints[i].red_green;
		mean->yellow_blue += tints[i].yellow_blue;
		cells[areas->area_of[i]]++;
	}
	for (int i = 0; i < count; i++) {
		areas->tints[i].light /= cells[i];
		areas->tints[i].red_green /= cells[i];
		areas->tints[i].yellow_blue /= cells[i];
	}
}

/* How clearly tints fall into groups: how far two groups are apart in terms of
 * how far cells of one are. */
static double clarity(double apart, double joined)
{
	return apart / fmax(joined, SUKO_TINTS_SAME);
}

/* The cells in `count` areas, as their tints are or as they would be in even
 * light, whichever is clearer. Returns false where they make none. */
static bool find_grouping(const struct tint *cells, int count,
			  struct suko_grouping *one)
{
	struct tint lit[SUKO_CELLS];
	struct suko_light light = suko_groups_light(cells, count);
	int group[SUKO_CELLS];
	double apart, joined;

	memset(one, 0, sizeof *one);
	for (int i = 0; i < SUKO_CELLS; i++)
		lit[i] = suko_groups_lit(&cells[i], i % 3 + 0.5, i / 3 + 0.5,
					 &light);
	one->apart = suko_groups_join(lit, count, group, &joined);
	one->clear = clarity(one->apart, joined);
	one->light = light;
	suko_groups_set(lit, group, count, &one->areas);
	apart = suko_groups_join(cells, count, group, &joined);
	if (clarity(apart, joined) * LIT_CLEARER > one->clear ||
	    hypot(light.right, light.down) > SLOPE_MOST) {
		one->apart = apart;
		one->clear = clarity(apart, joined);
		one->light = (struct suko_light){ 0, 0 };
		suko_groups_set(cells, group, count, &one->areas);
	}
	return one->apart >= SUKO_TINTS_APART && one->clear >= GROUPS_APART;
}

int suko_groups_find(const struct tint *tints,
		     struct suko_grouping groupings[SUKO_GROUPINGS])
{
	int found = 0;

	for (int count = 2; count <= SUKO_AREAS_SEEN; count++)
		found += find_grouping(tints, count, &groupings[found]);
	return found;
}

double suko_groups_clarity(const struct tint *tints, int count)
{
	int group[SUKO_CELLS];
	double joined, apart = suko_groups_join(tints, count, group, &joined);

	return clarity(apart, joined);
}

bool suko_groups_are(const struct tint *tints, const bool marked[SUKO_CELLS])
{
	int group[SUKO_CELLS];
	double joined, apart = suko_groups_join(tints, 2, group, &joined);

	for (int i = 0; i < SUKO_CELLS; i++)
		if ((group[i] == group[0]) != (marked[i] == marked[0]))
			return false;
	return apart >= SUKO_TINTS_APART &&
	       clarity(apart, joined) >= GROUPS_APART;
}

bool suko_groups_are_plain(const struct tint *tints)
{
	double mean = 0, slope_x = 0, slope_y = 0, error = 0, hue = 0;

	for (int i = 0; i < SUKO_CELLS; i++) {
		mean += tints[i].light / SUKO_CELLS;
		slope_x += tints[i].light * (i % 3 - 1) / 6;
		slope_y += tints[i].light * (i / 3 - 1) / 6;
	}
	for (int i = 0; i < SUKO_CELLS; i++) {
		double off = tints[i].light - mean - slope_x * (i % 3 - 1) -
			     slope_y * (i / 3 - 1);

		error += off * off / SUKO_CELLS;
		for (int k = 0; k < i; k++) {
			struct tint less = tint_less(&tints[i], &tints[k]);

			hue = fmax(hue,
				   hypot(less.red_green, less.yellow_blue));
		}
	}
	return hue < HUE_PLAIN && sqrt(error) < LIGHT_PLAIN &&
	       hypot(slope_x, slope_y) <= SLOPE_MOST * (mean + LIGHT_FLOOR);
}
