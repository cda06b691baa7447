#include "opponent.h"

#include <stdlib.h>

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

LANES_INLINE uint8_t level_of(int twice)
{
	int level = 128 + twice / 2;

	return (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
}

LANES_INLINE void take_row(const uint32_t *pixels, int count,
			   enum opponent axis, uint8_t *row)
{
	if (axis == OPPONENT_RED_GREEN)
		for (int x = 0; x < count; x++)
			row[x] = level_of(red_green(pixels[x]));
	else
		for (int x = 0; x < count; x++)
			row[x] = level_of(yellow_blue(pixels[x]));
}

LANES_WIDE static void take_row_wide(const uint32_t *pixels, int count,
				     enum opponent axis, uint8_t *row)
{
	take_row(pixels, count, axis, row);
}

int plane_opponent(const struct image *image, enum opponent axis,
		   struct plane *plane)
{
	if (plane_init_unset(plane, image->width, image->height) < 0)
		return -1;
	for (int y = 0; y < plane->height; y++)
		if (lanes_have_wide())
			take_row_wide(image_row(image, y), plane->width, axis,
				      plane_row(plane, y));
		else
			take_row(image_row(image, y), plane->width, axis,
				 plane_row(plane, y));
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
