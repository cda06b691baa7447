/* Pages that tests draw, and numbers on them. */
#ifndef WRITTEN_NUMBER_H
#define WRITTEN_NUMBER_H

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>

#include "image.h"

/* A pen on a new picture; image_fini after cairo_destroy. */
static inline cairo_t *picture_begin(struct image *image, int width, int height)
{
	cairo_surface_t *surface;
	cairo_t *cr;

	if (image_init(image, width, height, NULL) != 0)
		abort();
	surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height, (int)image->stride * 4);
	cr = cairo_create(surface);
	cairo_surface_destroy(surface);
	return cr;
}

/* Its ink is centred at x, y. */
static inline void write_number(cairo_t *cr, double x, double y, int number)
{
	cairo_text_extents_t size;
	char text[16];

	snprintf(text, sizeof text, "%d", number);
	cairo_text_extents(cr, text, &size);
	cairo_move_to(cr, x - size.width / 2 - size.x_bearing,
		      y - size.height / 2 - size.y_bearing);
	cairo_show_text(cr, text);
}

#endif
