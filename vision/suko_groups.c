#include "suko_groups.h"

#include <math.h>
#include <string.h>

/* On a board without tints the hue varies by less than this, as over a digit
 * in a cell, and the lightness that an even slope leaves by less than that. */
#define HUE_PLAIN 6.5
#define LIGHT_PLAIN 3.5

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
	return hue < HUE_PLAIN && sqrt(error) < LIGHT_PLAIN;
}
