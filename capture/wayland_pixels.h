/* What a compositor copies of an output, as people see it. */
#ifndef WAYLAND_PIXELS_H
#define WAYLAND_PIXELS_H

#include "geometry.h"
#include "image.h"
#include "wlink_wayland.h"

struct wayland_pixels {
	const struct wlink_buffer *buffer;
	int transform;    /* of the output, enum wl_output_transform */
	bool upside_down; /* the rows begin with the lowest */
};

/* The part, in pixels of the output, to column at->x, row at->y of `to`, within
 * which it lies. Returns 0, or -1: a kind of pixel that we do not know. */
int wayland_pixels_copy(const struct wayland_pixels *pixels,
			const struct box *part, struct image *to,
			const struct point *at, struct problem *problem);

/* The same of an output that would be as large as `whole`: pixels in between
 * are mixed of the four around them. */
int wayland_pixels_resize(const struct wayland_pixels *pixels,
			  const struct box *whole, const struct box *part,
			  struct image *to, const struct point *at,
			  struct problem *problem);

#endif
