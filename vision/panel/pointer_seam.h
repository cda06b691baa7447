/* What is left along the edges of a pointer that was taken off, where it was
 * not quite what it was taken for: for pointer_lift.c only. */
#ifndef POINTER_SEAM_H
#define POINTER_SEAM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"
#include "image.h"
#include "pointer.h"

/* The two places beside an edge of the pointer on the ray of one of its pixels,
 * in a part of the picture around it, how far that pixel lies from the middle,
 * and on the way from the inner place to the outer one (0 to 1). */
struct beside {
	int x[2], y[2];
	double radius, outer;
};

/* How far a pixel lies from the pointer's middle: as hypot() has it, but for
 * numbers that are never large. */
static inline double seam_radius(const struct pointer *pointer, double x,
				 double y)
{
	double off_x = x - pointer->px_x, off_y = y - pointer->px_y;

	return sqrt(off_x * off_x + off_y * off_y);
}

/* How far from its middle the pointer's ring may reach, pixels. */
double seam_reach(const struct pointer *pointer);

/* False where the pixel, of the whole picture, lies on no edge, or these not
 * well within the part, `box`. */
bool seam_beside(const struct pointer *pointer, const struct box *box,
		 struct point px, struct beside *beside);

/* The middle one of a channel's nine levels about a pixel that is not on the
 * rim of the image. */
uint32_t seam_middle_of(const struct image *image, int x, int y, int channel);

/* Evens out, along the edges, what was left all around them. `part` is what
 * lies in the box. Returns 0, or -1 without memory. */
int seam_even_out(const struct pointer *pointer, const struct box *box,
		  struct image *part);

#endif
