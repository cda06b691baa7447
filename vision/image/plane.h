/* A picture of one byte a pixel, and sampling between its pixels. */
#ifndef PLANE_H
#define PLANE_H

#include <stdint.h>

#include "geometry.h"

struct plane {
	int width, height;
	int stride; /* bytes */
	uint8_t *data;
};

/* So many bytes more than its pixels belong to a plane: the last ones may be
 * fetched as parts of a word. */
enum { PLANE_SLACK = 4 };

/* Zeroed; returns 0, or -1 without memory. */
int plane_init(struct plane *plane, int width, int height);
/* The same with levels that are still to be set. */
int plane_init_unset(struct plane *plane, int width, int height);
void plane_fini(struct plane *plane);

static inline uint8_t *plane_row(const struct plane *plane, int y)
{
	return plane->data + (long)y * plane->stride;
}

#endif
