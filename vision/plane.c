#include "plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

int plane_init(struct plane *plane, int width, int height)
{
	*plane = (struct plane){ width, height, width, NULL };
	plane->data = alloc_array((size_t)width * (size_t)height, 1);
	return plane->data ? 0 : -1;
}

void plane_fini(struct plane *plane)
{
	free(plane->data);
	*plane = (struct plane){ 0 };
}

double plane_sample(const struct plane *plane, double px_x, double px_y)
{
	double x = fmin(fmax(px_x, 0), plane->width - 1);
	double y = fmin(fmax(px_y, 0), plane->height - 1);
	int x0 = (int)x, y0 = (int)y;
	int x1 = x0 + (x0 + 1 < plane->width);
	int y1 = y0 + (y0 + 1 < plane->height);
	double fx = x - x0, fy = y - y0;
	const uint8_t *top = plane_row(plane, y0);
	const uint8_t *low = plane_row(plane, y1);

	return (top[x0] * (1 - fx) + top[x1] * fx) * (1 - fy) +
	       (low[x0] * (1 - fx) + low[x1] * fx) * fy;
}

/* What plane_sample_float takes of four points at once; of planes at least two
 * pixels wide. */
static inline lanes_float sample_four(const struct plane *plane, lanes_float x,
				      lanes_float y)
{
	const lanes_float zero = { 0 };
	float most_x = (float)(plane->width - 1);
	float most_y = (float)(plane->height - 1);
	lanes_int left, top, all = { 0 };
	lanes_float tops, lows;

	/* in this order, so that what is not a number is 0 */
	x = lanes_least(lanes_mask(x, x > zero),
			(lanes_float){ most_x, most_x, most_x, most_x });
	y = lanes_least(lanes_mask(y, y > zero),
			(lanes_float){ most_y, most_y, most_y, most_y });
	left = __builtin_convertvector(x, lanes_int);
	top = __builtin_convertvector(y, lanes_int);
	/* both pixels of a row: the last is the right one of its pair */
	left += left > plane->width - 2;
	for (int k = 0; k < 4; k++) {
		const uint8_t *at = plane_row(plane, top[k]) + left[k];
		const uint8_t *low =
			top[k] + 1 < plane->height ? at + plane->stride : at;

		all[k] = (int)(at[0] | at[1] << 8 |
			       (unsigned)(low[0] | low[1] << 8) << 16);
	}
	x -= lanes_to_float(left);
	y -= lanes_to_float(top);
	tops = lanes_to_float(all & 255) +
	       x * lanes_to_float((all >> 8 & 255) - (all & 255));
	lows = lanes_to_float(all >> 16 & 255) +
	       x * lanes_to_float((all >> 24 & 255) - (all >> 16 & 255));
	return tops + y * (lows - tops);
}

typedef double four_doubles __attribute__((vector_size(32)));

void plane_sample_trace(const struct plane *plane,
			const struct plane_trace *trace, int count,
			float *levels)
{
	four_doubles at = { 0, 1, 2, 3 };
	int i = 0;

	for (; i + 4 <= count && plane->width > 1; i += 4) {
		four_doubles way = 1 / (trace->w + trace->dw * at);
		four_doubles x = (trace->x + trace->dx * at) * way;
		four_doubles y = (trace->y + trace->dy * at) * way;
		lanes_float four = sample_four(
			plane, __builtin_convertvector(x, lanes_float),
			__builtin_convertvector(y, lanes_float));

		memcpy(levels + i, &four, sizeof four);
		at += 4;
	}
	for (; i < count; i++) {
		double way = 1 / (trace->w + trace->dw * i);

		levels[i] = plane_sample_float(
			plane, (float)((trace->x + trace->dx * i) * way),
			(float)((trace->y + trace->dy * i) * way));
	}
}
