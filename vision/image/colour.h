/* Colours of places of a picture, as means over pixels. */
#ifndef IMAGE_COLOUR_H
#define IMAGE_COLOUR_H

#include "geometry.h"
#include "pixels.h"

/* Levels, 0 .. 255. */
struct colour {
	float part[3]; /* blue, green, red */
};

/* The mean colour of the pixels no further than `px_half` aside of and above or
 * below a point of the picture, at least of the one it lies in; beyond the rim
 * the rim's pixels count. */
struct colour colour_at(const struct pixel_level *level, struct point px_at,
			double px_half);

/* The median, part by part, of what squares show that fill a quadrilateral: of
 * a cell its ground, whatever is written on it. */
struct colour colour_of_quad(const struct pixel_level *level,
			     const struct quad *px_quad);

/* The texture of a quadrilateral, most of all of its middle: the mean luminance
 * and the mean changes of it over `px_step` along the upper side, and as far
 * along the left side as well. Lines that run along the sides, across them or
 * aslant in one of two ways, dots and plain ground all differ in that. It is
 * looked at in `side_most` places along each side, at most. */
struct colour colour_texture(const struct pixel_level *level,
			     const struct quad *px_quad, double px_step,
			     int side_most);

/* The greatest difference of a part. */
double colour_distance(struct colour a, struct colour b);

#endif
