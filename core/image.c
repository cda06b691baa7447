#include "image.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Memory for width x height pixels, zeroed or not. */
static int make(struct image *image, int width, int height, bool zeroed,
		struct problem *problem)
{
	*image = (struct image){ 0 };
	if (width < 1 || height < 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "picture without pixels: '%dx%d'", width,
				   height);
	if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX ||
	    (long)width * height > IMAGE_PIXELS_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "picture too large: '%dx%d'", width, height);
	image->pixels = zeroed ? alloc_array((size_t)width * (size_t)height,
					     sizeof(uint32_t))
			       : malloc((size_t)width * (size_t)height *
					sizeof(uint32_t));
	if (!image->pixels)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a picture of %dx%d", width,
				   height);
	image->width = width;
	image->height = height;
	image->stride = (size_t)width;
	return 0;
}

int image_init(struct image *image, int width, int height,
	       struct problem *problem)
{
	return make(image, width, height, true, problem);
}

int image_copy(const struct image *image, struct image *copy,
	       struct problem *problem)
{
	if (make(copy, image->width, image->height, false, problem) < 0)
		return -1;
	for (int y = 0; y < image->height; y++)
		memcpy(image_row(copy, y), image_row(image, y),
		       (size_t)image->width * sizeof *image->pixels);
	return 0;
}

void image_fini(struct image *image)
{
	free(image->pixels);
	*image = (struct image){ 0 };
}
