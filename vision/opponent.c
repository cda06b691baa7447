#include "opponent.h"

/* The sum of an axis' values, twice as many as levels of the picture, over a
 * row of a square. */
static int sum_of(const uint32_t *pixels, int count, enum opponent axis)
{
	int sum = 0;

	for (int i = 0; i < count; i++) {
		int red = pixels[i] >> 16 & 255, green = pixels[i] >> 8 & 255;
		int blue = pixels[i] & 255;

		sum += axis == OPPONENT_RED_GREEN ? 2 * (red - green)
						  : 2 * blue - red - green;
	}
	return sum;
}

int plane_opponent(const struct image *image, enum opponent axis, int shrink,
		   struct plane *plane)
{
	int share = 2 * shrink * shrink;

	if (plane_init_unset(plane, image->width / shrink,
			     image->height / shrink) < 0)
		return -1;
	for (int y = 0; y < plane->height; y++) {
		uint8_t *row = plane_row(plane, y);

		for (int x = 0; x < plane->width; x++) {
			int sum = 0, level;

			for (int j = 0; j < shrink; j++)
				sum += sum_of(image_row(image, y * shrink + j) +
						      (long)x * shrink,
					      shrink, axis);
			level = 128 + sum / share;
			row[x] = (uint8_t)(level < 0     ? 0
					   : level > 255 ? 255
							 : level);
		}
	}
	return 0;
}
