/* What a picture's colours show where its brightness tells nothing. */
#ifndef OPPONENT_H
#define OPPONENT_H

#include "geometry.h"
#include "image.h"
#include "plane.h"

/* As the eye tells colours apart, besides by their lightness. */
enum opponent { OPPONENT_RED_GREEN, OPPONENT_YELLOW_BLUE, OPPONENT_AXES };

enum { OPPONENT_SHRINK_MOST = 32 };

/* Makes `plane`, which is not initialised yet, of a picture: red less green, or
 * blue less the mean of both, 128 for greys, purer colours than 0 to 255 holds
 * cut off; the mean of squares of `shrink` pixels a side, which is at most
 * OPPONENT_SHRINK_MOST and no more than the picture's sides. What is left at
 * the right and lower rim does not count. Returns 0, or -1 without memory;
 * plane_fini(plane) in both cases. */
int plane_opponent(const struct image *image, enum opponent axis, int shrink,
		   struct plane *plane);

/* Where a picture's colours are looked at. */
struct opponent_view {
	int shrink;                /* squares of so many pixels a side */
	const struct plane *grey;  /* its brightness, made smaller so */
	int row_every;             /* one row of squares in so many */
	const struct box *without; /* but for these, pixels of `grey` */
	int without_count;
};

/* The share (0..1) of the squares at rims that an axis of the colours shows and
 * that brightness shows by less than half as much, of the axis that tells more.
 * -1 without memory. */
double opponent_tells(const struct image *image,
		      const struct opponent_view *view);

#endif
