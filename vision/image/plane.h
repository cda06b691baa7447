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

/* Bilinear; the nearest pixel's value outside. */
static inline double plane_sample(const struct plane *plane, double px_x,
				  double px_y)
{
	/* in this order, so that what is not a number is 0 */
	double right = plane->width - 1, bottom = plane->height - 1;
	double x = px_x > 0 ? px_x < right ? px_x : right : 0;
	double y = px_y > 0 ? px_y < bottom ? px_y : bottom : 0;
	int x0 = (int)x, y0 = (int)y;
	int x1 = x0 + (x0 + 1 < plane->width);
	int y1 = y0 + (y0 + 1 < plane->height);
	double fx = x - x0, fy = y - y0;
	const uint8_t *top = plane_row(plane, y0);
	const uint8_t *low = plane_row(plane, y1);

	return (top[x0] * (1 - fx) + top[x1] * fx) * (1 - fy) +
	       (low[x0] * (1 - fx) + low[x1] * fx) * fy;
}

/* The same in single precision, for loops over many points. Any point may be
 * passed, also one that is not a number. */
static inline float plane_sample_float(const struct plane *plane, float px_x,
				       float px_y)
{
	float right = (float)(plane->width - 1);
	float bottom = (float)(plane->height - 1);
	float x = px_x > 0 ? px_x < right ? px_x : right : 0;
	float y = px_y > 0 ? px_y < bottom ? px_y : bottom : 0;
	int ix = (int)x, iy = (int)y;
	float fx = x - (float)ix, fy = y - (float)iy;
	const uint8_t *row = plane_row(plane, iy);
	const uint8_t *next =
		iy + 1 < plane->height ? row + plane->stride : row;
	int ix1 = ix + 1 < plane->width ? ix + 1 : ix;
	float top = (float)row[ix] + fx * (float)(row[ix1] - row[ix]);
	float low = (float)next[ix] + fx * (float)(next[ix1] - next[ix]);

	return top + fy * (low - top);
}

/* Points (x + i dx) / (w + i dw), (y + i dy) / (w + i dw), i = 0, 1 ..: even
 * steps along a line that is seen in perspective. */
struct plane_trace {
	double x, y, w, dx, dy, dw;
};

/* The levels at the first `count` of them, as plane_sample_float has them. */
void plane_sample_trace(const struct plane *plane,
			const struct plane_trace *trace, int count,
			float *levels);

#endif
