#include "dividers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "alloc.h"

/* Chosen on data/sudoku/photos and scenes of our own (seeds 1 to 20). */
const struct divider_params divider_params = {
	.seen = .6,
	.end_seen = .4,
	.aside = .07,
	.aside_least = 2,
	.off = .1,
	.cell_least = 12,
};

/* A line is looked at in so many places, each the mean of some pixels; so many
 * of these are an end. */
enum { PLACES = 24, SAMPLES = 4, END = 3, LENGTH_MOST = 4096 };

/* What lies along a line across a quadrilateral, of each place the mean. */
struct along {
	float at[PLACES];
};

static double luminance(const struct pixel_level *level, struct point at)
{
	int x = (int)lrint(at.x), y = (int)lrint(at.y);
	uint32_t pixel;

	x = x < 0 ? 0 : x >= level->width ? level->width - 1 : x;
	y = y < 0 ? 0 : y >= level->height ? level->height - 1 : y;
	pixel = level->pixels[(size_t)y * level->stride + (size_t)x];
	return ((pixel & 255) + 2 * (pixel >> 8 & 255) + (pixel >> 16 & 255)) /
	       4.;
}

static void look_along(const struct pixel_level *level, const struct quad *quad,
		       bool down, double at, struct along *line)
{
	const struct point *c = quad->corner;
	struct point from = point_mix(c[0], c[down ? 3 : 1], at);
	struct point to = point_mix(c[down ? 1 : 3], c[2], at);

	for (int i = 0; i < PLACES; i++) {
		double sum = 0;

		for (int k = 0; k < SAMPLES; k++) {
			double t = (i + (k + .5) / SAMPLES) / PLACES;

			sum += luminance(level, point_mix(from, to, t));
		}
		line->at[i] = (float)(sum / SAMPLES);
	}
}

/* How much darker (sign -1) or lighter than both sides a line is at one of its
 * places, 1 at most. */
static double stands_out(const struct along *lines, int count, int at,
			 int aside, int place, int sign, double contrast)
{
	int before = at < aside ? 0 : at - aside;
	int after = at + aside >= count ? count - 1 : at + aside;
	double here = (double)lines[at].at[place];
	double off = fmin(sign * (here - (double)lines[before].at[place]),
			  sign * (here - (double)lines[after].at[place]));

	return fmin(1, fmax(-1, off / contrast));
}

/* How well a line is seen there, pixels from the first: 1 at most; no better
 * than its ends. */
static double line_seen(const struct along *lines, int count, int at, int aside,
			int sign, double contrast)
{
	const struct divider_params *p = &divider_params;
	double sum = 0, ends[2] = { 0, 0 };

	for (int i = 0; i < PLACES; i++) {
		double best = -1;

		/* lines may be bent by a pixel */
		for (int k = at > 0 ? -1 : 0; k <= 1 && at + k < count; k++)
			best = fmax(best, stands_out(lines, count, at + k,
						     aside, i, sign, contrast));
		sum += best;
		ends[0] += i < END ? best : 0;
		ends[1] += i >= PLACES - END ? best : 0;
	}
	return fmin(sum / PLACES / p->seen,
		    fmin(ends[0], ends[1]) / END / p->end_seen);
}

static bool parts(const struct along *lines, int count, int cells, int sign,
		  double contrast, double *at)
{
	const struct divider_params *p = &divider_params;
	double step = (double)count / cells;
	int aside = (int)lrint(fmax(p->aside_least, p->aside * step));

	for (int i = 1; i < cells; i++) {
		double best = 0;

		for (int k = (int)ceil((i - p->off) * step);
		     k <= (i + p->off) * step; k++) {
			double seen = line_seen(lines, count, k, aside, sign,
						contrast);

			if (seen <= best)
				continue;
			best = seen;
			at[i] = (double)k / count;
		}
		if (best < 1)
			return false;
	}
	at[0] = 0;
	at[cells] = 1;
	return true;
}

int dividers_find(const struct pixel_level *level, const struct quad *quad,
		  double contrast, bool down, double at[DIVIDED_MOST + 1])
{
	const struct divider_params *p = &divider_params;
	const struct point *c = quad->corner;
	double length =
		down ? point_distance(c[0], c[3]) : point_distance(c[0], c[1]);
	int count = (int)fmin(length, LENGTH_MOST);
	int most = (int)fmin(DIVIDED_MOST, count / p->cell_least), cells = 1;
	struct along *lines =
		most < 2 ? NULL : alloc_array((size_t)count, sizeof *lines);

	at[0] = 0;
	at[1] = 1;
	if (!lines)
		return 1;
	for (int i = 0; i < count; i++)
		look_along(level, quad, down, (i + .5) / count, &lines[i]);
	for (int k = most; k > 1 && cells == 1; k--)
		for (int sign = -1; sign <= 1 && cells == 1; sign += 2)
			if (parts(lines, count, k, sign, contrast, at))
				cells = k;
	at[cells] = 1;
	free(lines);
	return cells;
}
