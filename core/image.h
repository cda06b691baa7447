/* A picture in memory. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "problem.h"

/* No picture may be larger: 16384 a side covers any screen, 120 megapixels
 * any camera, and bounds what a hostile header makes us allocate (480 MB). */
enum { IMAGE_SIDE_MAX = 16384, IMAGE_PIXELS_MAX = 120000000 };

/* Pixels by rows from the top, each 0xXXRRGGBB in native byte order: what an
 * X server of depth 24 stores and what cairo calls CAIRO_FORMAT_RGB24. The
 * top byte carries nothing. */
struct image {
	int width, height;
	size_t stride; /* pixels (not bytes) from row to row */
	uint32_t *pixels;
};

/* Zeroed pixels. Returns 0, or -1 where a side is not positive or the size is
 * beyond the bounds above. image_fini frees; a zeroed struct may be passed. */
int image_init(struct image *image, int width, int height,
	       struct problem *problem);
void image_fini(struct image *image);
/* Makes `copy`, which is not initialised yet, the same picture. Returns 0, or
 * -1 with `problem` filled in; image_fini(copy) in both cases. */
int image_copy(const struct image *image, struct image *copy,
	       struct problem *problem);

static inline uint32_t *image_row(const struct image *image, int y)
{
	return image->pixels + (size_t)y * image->stride;
}

#endif
