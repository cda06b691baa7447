#include "image.h"

#include <stdlib.h>

#include "alloc.h"

int image_init(struct image *image, int width, int height,
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
	image->pixels =
		alloc_array((size_t)width * (size_t)height, sizeof(uint32_t));
	if (!image->pixels)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a picture of %dx%d", width,
				   height);
	image->width = width;
	image->height = height;
	image->stride = (size_t)width;
	return 0;
}

void image_fini(struct image *image)
{
	free(image->pixels);
	*image = (struct image){ 0 };
}
