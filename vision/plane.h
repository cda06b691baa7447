/* A picture of one byte a pixel, and sampling between its pixels. */
#ifndef PLANE_H
#define PLANE_H

#include <stdint.h>

#include "geometry.h"

struct plane {
	int width, height;
	int stride;		/* bytes */
	uint8_t *data;
};

/* Zeroed; returns 0, or -1 without memory. */
int plane_init(struct plane *plane, int width, int height);
void plane_fini(struct plane *plane);

static inline uint8_t *plane_row(const struct plane *plane, int y)
{
	return plane->data + (long)y * plane->stride;
}

/* Bilinear; the nearest pixel's value outside. */
double plane_sample(const struct plane *plane, double px_x, double px_y);

#endif
