#include "plane.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

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
