/* Pictures that tests draw with cairo. */
#ifndef PICTURE_H
#define PICTURE_H

#include <cairo.h>

#include "image.h"

/* A pen on a picture, over what is there; all of it is in the picture after
 * cairo_destroy. */
static inline cairo_t *picture_pen(struct image *image)
{
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height, (int)image->stride * 4);
	cairo_t *cr = cairo_create(surface);

	cairo_surface_destroy(surface);
	return cr;
}

/* A pen on a new picture; image_fini after cairo_destroy. */
static inline cairo_t *picture_begin(struct image *image, int width, int height)
{
	assert_int_equal(image_init(image, width, height, NULL), 0);
	return picture_pen(image);
}

#endif
