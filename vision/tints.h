/* Colours of flat parts of a picture, and how much they differ. */
#ifndef TINTS_H
#define TINTS_H

#include "geometry.h"
#include "glyph_patch.h"
#include "image.h"

/* Lightness and two opponent axes (red to green, yellow to blue), in levels
 * of 255. */
struct tint {
	double light, red_green, yellow_blue;
};

/* The medians over a grid of points of the extent, which a frame maps to
 * pixels: digits, lines and noise in less than half of it do not matter. */
struct tint tint_find(const struct image *image, const struct extent *extent,
		      const struct homography *frame_to_px);

/* Weight of a difference in lightness. On a photographed page lightness
 * varies by 30 levels between cells of one tint; printed greys of two areas
 * lie at least as far apart within a few cells. */
#define TINT_LIGHT_WEIGHT 0.5

/* Differences in hue count in full, in lightness less: light falls unevenly
 * on paper, but tints the same everywhere. */
double tint_distance(const struct tint *a, const struct tint *b);

/* Of `count` tints, one at least, that which is least unlike all the others. */
struct tint tint_middle_one(const struct tint *tints, int count);

/* a - b, along each axis. */
struct tint tint_less(const struct tint *a, const struct tint *b);

/* The nearest of the common colours' names (FORMATS.md). */
const char *tint_name(const struct tint *tint);

#endif
