#include "colour.h"

#include <math.h>
#include <stdlib.h>

static int clamp(double at, int size)
{
	int i = (int)lrint(at);

	return i < 0 ? 0 : i >= size ? size - 1 : i;
}

struct colour colour_at(const struct pixel_level *level, struct point px_at,
			double px_half)
{
	double k = level->shrink, half = fmax(0, px_half / k - .5);
	double x = (px_at.x + .5) / k - .5, y = (px_at.y + .5) / k - .5;
	int left = clamp(x - half, level->width);
	int right = clamp(x + half, level->width);
	int top = clamp(y - half, level->height);
	int bottom = clamp(y + half, level->height);
	unsigned sum[3] = { 0 };
	struct colour mean;

	for (int j = top; j <= bottom; j++)
		for (int i = left; i <= right; i++) {
			uint32_t pixel =
				level->pixels[(size_t)j * level->stride +
					      (size_t)i];

			for (int c = 0; c < 3; c++)
				sum[c] += pixel >> 8 * c & 255;
		}
	for (int c = 0; c < 3; c++)
		mean.part[c] = (float)sum[c] /
			       (float)((right - left + 1) * (bottom - top + 1));
	return mean;
}

enum { SIDE = 9 }; /* squares along a quadrilateral's side */

static int by_level(const void *a, const void *b)
{
	float p = *(const float *)a, q = *(const float *)b;

	return (p > q) - (p < q);
}

struct colour colour_of_quad(const struct pixel_level *level,
			     const struct quad *px_quad)
{
	const struct point *c = px_quad->corner;
	double half =
		fmin(point_distance(c[0], c[1]), point_distance(c[0], c[3])) /
		(2 * SIDE);
	float parts[3][SIDE * SIDE];
	struct colour median;

	for (int i = 0; i < SIDE * SIDE; i++) {
		double u = (i % SIDE + .5) / SIDE, v = (i / SIDE + .5) / SIDE;
		struct colour one =
			colour_at(level,
				  point_mix(point_mix(c[0], c[1], u),
					    point_mix(c[3], c[2], u), v),
				  half);

		for (int k = 0; k < 3; k++)
			parts[k][i] = one.part[k];
	}
	for (int k = 0; k < 3; k++) {
		qsort(parts[k], SIDE * SIDE, sizeof *parts[k], by_level);
		median.part[k] = parts[k][SIDE * SIDE / 2];
	}
	return median;
}

/* Rec. 601 */
static double luminance_at(const struct pixel_level *level, struct point at)
{
	size_t x = (size_t)clamp(at.x, level->width);
	uint32_t pixel = level->pixels[(size_t)clamp(at.y, level->height) *
					       level->stride +
				       x];

	return .114 * (pixel & 255) + .587 * (pixel >> 8 & 255) +
	       .299 * (pixel >> 16 & 255);
}

struct colour colour_texture(const struct pixel_level *level,
			     const struct quad *px_quad, double px_step,
			     int side_most)
{
	double k = level->shrink;
	struct point c[4], right, below;
	double sums[3] = { 0 }, all = 0;
	struct colour texture;
	int across, down;

	for (int i = 0; i < 4; i++)
		c[i] = (struct point){ (px_quad->corner[i].x + .5) / k - .5,
				       (px_quad->corner[i].y + .5) / k - .5 };
	right = point_sub(c[1], c[0]);
	below = point_sub(c[3], c[0]);
	across = (int)fmin(side_most, ceil(point_length(right)));
	down = (int)fmin(side_most, ceil(point_length(below)));
	right = point_scale(right, px_step / k / fmax(point_length(right), 1));
	below = point_scale(below, px_step / k / fmax(point_length(below), 1));
	for (int y = 0; y < down; y++) {
		double v = (y + .5) / down;
		struct point left = point_mix(c[0], c[3], v);
		struct point end = point_mix(c[1], c[2], v);

		for (int x = 0; x < across; x++) {
			double u = (x + .5) / across;
			struct point at = point_mix(left, end, u);
			struct point next = point_add(at, right);
			struct point aslant = point_add(next, below);
			double here = luminance_at(level, at);
			/* what is cut off at the rim counts least */
			double weight = fmin(u, 1 - u) * fmin(v, 1 - v);

			sums[0] += weight * here;
			sums[1] +=
				weight * fabs(luminance_at(level, next) - here);
			sums[2] += weight *
				   fabs(luminance_at(level, aslant) - here);
			all += weight;
		}
	}
	for (int i = 0; i < 3; i++)
		texture.part[i] = (float)(sums[i] / fmax(all, 1e-9));
	return texture;
}

double colour_distance(struct colour a, struct colour b)
{
	double most = 0;

	for (int c = 0; c < 3; c++)
		most = fmax(most, fabs((double)(a.part[c] - b.part[c])));
	return most;
}
