/* What a picture's colours show where its brightness tells nothing. */
#ifndef OPPONENT_H
#define OPPONENT_H

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

/* The share (0..1) of the pixels at rims that such a plane shows, and that
 * `grey`, the same picture's brightness, shows by less than half as much.
 * Both are of one size. */
double opponent_tells(const struct plane *plane, const struct plane *grey);

#endif
