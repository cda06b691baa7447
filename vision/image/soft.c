#include "soft.h"

#include <stdlib.h>

/* Every so many rows are looked at. */
enum { EVERY = 16 };
/* The change over so many pixels to either side is an edge from so many levels
 * on: more than noise makes, less than print on its paper. */
enum { ASIDE = 4, EDGE_LEAST = 48 };
/* An edge is as wide as its change is times the steepest step in it: a tenth of
 * a picture's edges are narrower than what counts, which noise makes steeper.
 * Of screens that is 1 at the most, of photographs as cameras have them 1.3 to
 * 2, of those enlarged by half 2.6 and more. */
#define NARROW_SHARE 0.1
/* An edge so many pixels wide still is as wide as a pixel when it is made
 * smaller by that. */
enum { FACTOR_MOST = 3 };
/* Widths are counted in parts of a pixel. */
enum { PARTS = 8, WIDTHS = (2 * ASIDE + 1) * PARTS };
/* So many edges say something. */
enum { EDGES_LEAST = 200 };

static int level_of(uint32_t pixel)
{
	return (int)(pixel >> 16 & 255) + 2 * (int)(pixel >> 8 & 255) +
	       (int)(pixel & 255);
}

/* The width of the edge whose steepest step is that to the next pixel, in
 * parts; -1 where there is none. */
static int edge_width(const uint32_t *at)
{
	int change = abs(level_of(at[ASIDE]) - level_of(at[-ASIDE]));
	int step = abs(level_of(at[1]) - level_of(at[0]));

	/* levels are four times those of a channel */
	if (change < 4 * EDGE_LEAST)
		return -1;
	for (int i = -ASIDE; i < ASIDE; i++)
		if (abs(level_of(at[i + 1]) - level_of(at[i])) > step)
			return -1;
	return change * PARTS / step;
}

int soft_find_factor(const struct image *image, double pixels_least)
{
	double pixels = (double)image->width * image->height;
	int counts[WIDTHS] = { 0 }, count = 0, seen = 0, width = 0;
	int factor = FACTOR_MOST;

	while (factor > 1 && pixels < pixels_least * factor * factor)
		factor--;
	if (factor == 1)
		return 1;
	for (int y = 0; y < image->height; y += EVERY)
		for (int x = ASIDE; x + ASIDE < image->width; x++) {
			int here = edge_width(image_row(image, y) + x);

			if (here < 0)
				continue;
			counts[here < WIDTHS ? here : WIDTHS - 1]++;
			count++;
		}
	if (count < EDGES_LEAST)
		return 1;
	while ((seen += counts[width]) <= NARROW_SHARE * count)
		width++;
	while (factor > 1 && width < factor * PARTS)
		factor--;
	return factor;
}
