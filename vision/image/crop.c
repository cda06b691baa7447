#include "crop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pixels.h"

enum {
	RANK = 34, /* one pixel in so many exceeds what becomes 1 */

	HALVINGS_MOST = 4, /* of the picture; larger places are sampled */
};

/* The value that one in RANK exceeds, and the one that exceeds as many. */
static void find_extremes(const float *values, int count, const bool *counted,
			  float *high, float *low)
{
	/* colours lie no further apart than the cube's diagonal */
	enum { MOST = 444 };
	int counts[2 * MOST + 1] = { 0 }, at = -1, sum = 0, all = 0;

	for (int i = 0; i < count; i++)
		if (!counted || counted[i]) {
			counts[(int)lrintf(values[i]) + MOST]++;
			all++;
		}
	while (sum <= all / RANK)
		sum += counts[++at];
	*low = (float)(at - MOST);
	for (at = 2 * MOST + 1, sum = 0; sum <= all / RANK;)
		sum += counts[--at];
	*high = (float)(at - MOST);
}

/* The direction in which colours spread most, by repeated multiplication;
 * spread: of blue, green, red with blue; green, red with green; red. */
static void find_axis(const int spread[6], float axis[3])
{
	static const int at[3][3] = { { 0, 1, 2 }, { 1, 3, 4 }, { 2, 4, 5 } };

	for (int c = 0; c < 3; c++)
		axis[c] = .57735f;
	for (int round = 0; round < 8; round++) {
		float next[3] = { 0 }, length = 0;

		for (int c = 0; c < 3; c++) {
			for (int d = 0; d < 3; d++)
				next[c] += (float)spread[at[c][d]] * axis[d];
			length += next[c] * next[c];
		}
		length = sqrtf(length);
		if (length < 1e-6f)
			break;
		for (int c = 0; c < 3; c++)
			axis[c] = next[c] / length;
	}
}

static int find_median(const uint8_t *bgr, int count, const bool *counted)
{
	int counts[256] = { 0 }, sum = 0, all = 0, median = -1;

	for (int i = 0; i < count; i++)
		if (!counted || counted[i]) {
			counts[bgr[3 * i]]++;
			all++;
		}
	while (sum <= all / 2)
		sum += counts[++median];
	return median;
}

void crop_values(const uint8_t *bgr, int count, const bool *counted,
		 float levels_least, float *values, int median[3])
{
	int spread[6] = { 0 };
	float axis[3], high, low, scale;

	for (int c = 0; c < 3; c++)
		median[c] = find_median(bgr + c, count, counted);
	for (int i = 0; i < count; i++) {
		int b = bgr[3 * i] - median[0], g = bgr[3 * i + 1] - median[1],
		    r = bgr[3 * i + 2] - median[2];

		if (counted && !counted[i])
			continue;
		spread[0] += b * b;
		spread[1] += b * g;
		spread[2] += b * r;
		spread[3] += g * g;
		spread[4] += g * r;
		spread[5] += r * r;
	}
	find_axis(spread, axis);
	for (int i = 0; i < count; i++)
		values[i] = axis[0] * (float)(bgr[3 * i] - median[0]) +
			    axis[1] * (float)(bgr[3 * i + 1] - median[1]) +
			    axis[2] * (float)(bgr[3 * i + 2] - median[2]);
	find_extremes(values, count, counted, &high, &low);
	scale = 1 / fmaxf(fmaxf(high, -low), levels_least);
	if (-low > high)
		scale = -scale;
	for (int i = 0; i < count; i++)
		values[i] = fmaxf(-2, fminf(2, values[i] * scale));
}

/* The picture around a place, halved `halvings` times; `place` comes in the
 * picture's pixels and leaves in the window's. 0, or -1 where memory lacks. */
static int open_window(const struct image *image, int halvings,
		       struct quad *place, struct pixel_level *window)
{
	const int step = 1 << halvings;
	struct point low = place->corner[0], high = low;
	double beside;
	int left, top, right, bottom;

	for (int i = 1; i < 4; i++) {
		low.x = fmin(low.x, place->corner[i].x);
		low.y = fmin(low.y, place->corner[i].y);
		high.x = fmax(high.x, place->corner[i].x);
		high.y = fmax(high.y, place->corner[i].y);
	}
	beside = fmax(high.x - low.x, high.y - low.y) / 2 + 2 * step;
	left = (int)fmax(0, fmin(low.x - beside, image->width - 1));
	top = (int)fmax(0, fmin(low.y - beside, image->height - 1));
	left -= left % step;
	top -= top % step;
	right = (int)fmin(image->width, fmax(high.x + beside, left + 1));
	bottom = (int)fmin(image->height, fmax(high.y + beside, top + 1));
	*window = (struct pixel_level){
		.width = right - left,
		.height = bottom - top,
		.shrink = 1,
		.stride = image->stride,
		.pixels = image->pixels + top * image->stride + left,
	};
	for (int i = 0; i < halvings; i++) {
		struct pixel_level half;
		int result = pixels_halve(window, &half);

		pixels_free(window);
		if (result < 0)
			return -1;
		*window = half;
	}
	for (int i = 0; i < 4; i++) {
		struct point *p = &place->corner[i];

		p->x = (p->x + .5 - left) / step - .5;
		p->y = (p->y + .5 - top) / step - .5;
	}
	return 0;
}

int crop_cut(const struct image *image, const struct quad *px_place,
	     double scale, const struct quad *from, int columns, int rows,
	     uint8_t *bgr)
{
	struct quad place = *px_place;
	struct pixel_level window;
	struct homography map;
	int halvings = 0, result = 0;

	memset(bgr, 0, (size_t)(3 * columns * rows));
	while (scale * (1 << halvings) < .5 && halvings < HALVINGS_MOST)
		halvings++;
	if (open_window(image, halvings, &place, &window) < 0)
		return -1;
	if (homography_from_quads(from, &place, &map) == 0)
		result = pixels_warp(&window, &map, columns, rows, bgr);
	pixels_free(&window);
	return result;
}
