/* Places of a picture as networks take them: upright, of one size, one value a
 * pixel. */
#ifndef IMAGE_CROP_H
#define IMAGE_CROP_H

#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"
#include "image.h"

/* Bytes B G R of a columns x rows crop in which a place of the picture takes
 * `from`; the picture is halved until the place, of which a pixel there becomes
 * `scale` here, need not be shrunk by more than two. 0, or -1 where memory
 * lacks. */
int crop_cut(const struct image *image, const struct quad *px_place,
	     double scale, const struct quad *from, int columns, int rows,
	     uint8_t *bgr);

/* One value a pixel: how far its colour lies from the median colour, the
 * ground's, along the axis on which the colours spread most, ink positive, -2
 * .. 2; what exceeds nearly all others, and `levels_least` at least, is 1. Only
 * the `counted` pixels, all where that is NULL, say what these are. `median`
 * becomes the ground's blue, green, red. */
void crop_values(const uint8_t *bgr, int count, const bool *counted,
		 float levels_least, float *values, int median[3]);

#endif
