/* What a picture's colours show where its brightness tells nothing. */
#ifndef OPPONENT_H
#define OPPONENT_H

#include "image.h"
#include "plane.h"

/* As the eye tells colours apart, besides by their lightness. */
enum opponent { OPPONENT_RED_GREEN, OPPONENT_YELLOW_BLUE, OPPONENT_AXES };

/* Makes `plane`, which is not initialised yet, of a picture: red less green, or
 * blue less the mean of both, 128 for greys, purer colours than 0 to 255 holds
 * cut off; the mean of squares of `shrink` pixels a side. What is left at the
 * right and lower rim does not count; the picture's sides are at least
 * `shrink`. Returns 0, or -1 without memory; plane_fini(plane) in both cases.
 */
int plane_opponent(const struct image *image, enum opponent axis, int shrink,
		   struct plane *plane);

#endif
