#include "opponent.h"

#include <stdlib.h>
#include <string.h>

#include "lanes.h"

/* Levels by which pixels on both sides of one differ at a rim. */
enum { RIM = 12 };

/* Twice as many levels as the picture's. */
LANES_INLINE int red_green(uint32_t pixel)
{
	return 2 * ((int)(pixel >> 16 & 255) - (int)(pixel >> 8 & 255));
}

LANES_INLINE int yellow_blue(uint32_t pixel)
{
	return 2 * (int)(pixel & 255) - (int)(pixel >> 16 & 255) -
	       (int)(pixel >> 8 & 255);
}

/* Adds what a row's pixels show; at most OPPONENT_SHRINK_MOST rows fit. */
LANES_INLINE void add_row(const uint32_t *pixels, int count, enum opponent axis,
			  int16_t *restrict sums)
{
	if (axis == OPPONENT_RED_GREEN)
		for (int x = 0; x < count; x++)
			sums[x] = (int16_t)(sums[x] + red_green(pixels[x]));
	else
		for (int x = 0; x < count; x++)
			sums[x] = (int16_t)(sums[x] + yellow_blue(pixels[x]));
}

LANES_WIDE static void add_row_wide(const uint32_t *pixels, int count,
				    enum opponent axis, int16_t *restrict sums)
{
	add_row(pixels, count, axis, sums);
}

/* Levels of a row of squares, whose columns were added up. */
static void take_row(const int16_t *sums, int side, int count, uint8_t *row)
{
	const float share = 0.5f / (float)(side * side);

	for (int x = 0; x < count; x++) {
		int sum = 0, level;

		for (int i = 0; i < side; i++)
			sum += *sums++;
		level = 128 + (int)((float)sum * share);
		row[x] = (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
	}
}

int plane_opponent(const struct image *image, enum opponent axis, int shrink,
		   struct plane *plane)
{
	int16_t *sums;
	int count;

	if (plane_init_unset(plane, image->width / shrink,
			     image->height / shrink) < 0)
		return -1;
	count = plane->width * shrink;
	sums = malloc((size_t)count * sizeof *sums);
	if (!sums)
		return -1;
	for (int y = 0; y < plane->height; y++) {
		memset(sums, 0, (size_t)count * sizeof *sums);
		for (int j = 0; j < shrink; j++) {
			const uint32_t *row = image_row(image, y * shrink + j);

			if (lanes_have_wide())
				add_row_wide(row, count, axis, sums);
			else
				add_row(row, count, axis, sums);
		}
		take_row(sums, shrink, plane->width, plane_row(plane, y));
	}
	free(sums);
	return 0;
}

/* By how many levels a pixel's neighbours on both sides differ, across or
 * down, whichever is more: at `x` of the middle row of three. */
LANES_INLINE int step_at(const uint8_t *row, long stride, int x)
{
	int across = abs(row[x + 1] - row[x - 1]);
	int down = abs(row[x + stride] - row[x - stride]);

	return across > down ? across : down;
}

LANES_INLINE int count_row(const uint8_t *row, long stride, const uint8_t *grey,
			   long grey_stride, int count)
{
	int told = 0;

	for (int x = 1; x < count - 1; x++) {
		int step = step_at(row, stride, x);

		told += (step > RIM) &
			(step > 2 * step_at(grey, grey_stride, x));
	}
	return told;
}

LANES_WIDE static int count_row_wide(const uint8_t *row, long stride,
				     const uint8_t *grey, long grey_stride,
				     int count)
{
	return count_row(row, stride, grey, grey_stride, count);
}

double opponent_tells(const struct plane *plane, const struct plane *grey)
{
	long told = 0;

	for (int y = 1; y < plane->height - 1; y++) {
		const uint8_t *row = plane_row(plane, y);
		const uint8_t *same = plane_row(grey, y);

		told += lanes_have_wide()
				? count_row_wide(row, plane->stride, same,
						 grey->stride, plane->width)
				: count_row(row, plane->stride, same,
					    grey->stride, plane->width);
	}
	return (double)told / ((double)plane->width * plane->height);
}
