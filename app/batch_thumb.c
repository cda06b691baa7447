#include "batch_thumb.h"

#include <stdlib.h>

#include "alloc.h"
#include "file.h"

/* Sums of the three colours over a column of the small picture, and where the
 * next column of the large one begins. */
struct sums {
	uint32_t red, green, blue;
	int end;
};

static void add_row(const uint32_t *row, struct sums *sums, int width)
{
	for (int x = 0, i = 0; x < width; x++) {
		uint32_t red = 0, green = 0, blue = 0;

		for (; i < sums[x].end; i++) {
			red += row[i] >> 16 & 255;
			green += row[i] >> 8 & 255;
			blue += row[i] & 255;
		}
		sums[x].red += red;
		sums[x].green += green;
		sums[x].blue += blue;
	}
}

static void shrink(const struct image *image, struct image *small,
		   struct sums *sums)
{
	for (int x = 0; x < small->width; x++)
		sums[x].end =
			(int)((long)(x + 1) * image->width / small->width);
	for (int y = 0; y < small->height; y++) {
		int top = (int)((long)y * image->height / small->height);
		int end = (int)((long)(y + 1) * image->height / small->height);

		for (int x = 0; x < small->width; x++)
			sums[x].red = sums[x].green = sums[x].blue = 0;
		for (int i = top; i < end; i++)
			add_row(image_row(image, i), sums, small->width);
		for (int x = 0; x < small->width; x++) {
			int left = x ? sums[x - 1].end : 0;
			uint32_t n =
				(uint32_t)((sums[x].end - left) * (end - top));

			image_row(small, y)[x] = sums[x].red / n << 16 |
						 sums[x].green / n << 8 |
						 sums[x].blue / n;
		}
	}
}

int thumb_make(const struct image *image, int side, uint8_t **data,
	       size_t *length, struct problem *problem)
{
	int longer =
		image->width > image->height ? image->width : image->height;
	long most = longer < side ? longer : side;
	int width = (int)(image->width * most / longer);
	int height = (int)(image->height * most / longer);
	struct image small;
	struct sums *sums;
	int result;

	if (image_init(&small, width ? width : 1, height ? height : 1,
		       problem) < 0)
		return -1;
	sums = alloc_array((size_t)small.width, sizeof *sums);
	if (sums) {
		shrink(image, &small, sums);
		result = file_encode_jpeg(&small, THUMB_QUALITY, data, length,
					  problem);
	} else {
		result = problem_set(problem, PROBLEM_MEMORY, "no memory");
	}
	free(sums);
	image_fini(&small);
	return result;
}
