#include "cover.h"

#include <math.h>

/* Lines, rims and shadows of a puzzle reach so far beyond its cells and clues,
 * in cells. */
#define MARGIN 0.5

/* Where a puzzle lies with all its clues. */
static struct box place_of(const struct sighting *sighting)
{
	struct box box = quad_bounds(&sighting->px_corners);
	int margin =
		(int)ceil(MARGIN * homography_scale(&sighting->cell_to_px,
						    (struct point){ .5, .5 }));

	for (size_t i = 0; i < sighting->reading_count; i++)
		if (sighting->readings[i].px_box.width)
			box = box_join(&box, &sighting->readings[i].px_box);
	return (struct box){ box.x - margin, box.y - margin,
			     box.width + 2 * margin, box.height + 2 * margin };
}

static struct box clip(const struct box *box, const struct image *image)
{
	int x = box->x > 0 ? box->x : 0, y = box->y > 0 ? box->y : 0;
	int right = box->x + box->width, bottom = box->y + box->height;

	right = right < image->width ? right : image->width;
	bottom = bottom < image->height ? bottom : image->height;
	return (struct box){ x, y, right - x, bottom - y };
}

static void count_colours(const uint32_t *pixels, int count, size_t step,
			  int seen[3][256])
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < 3; k++)
			seen[k][pixels[i * step] >> 8 * k & 255]++;
}

/* The median of the pixels along a box's sides, each channel's. */
static uint32_t ground_of(const struct image *image, const struct box *box)
{
	int right = box->x + box->width - 1, bottom = box->y + box->height - 1;
	int half = box->width + box->height, seen[3][256] = { 0 };
	uint32_t ground = 0;

	count_colours(image_row(image, box->y) + box->x, box->width, 1, seen);
	count_colours(image_row(image, bottom) + box->x, box->width, 1, seen);
	count_colours(image_row(image, box->y) + box->x, box->height,
		      image->stride, seen);
	count_colours(image_row(image, box->y) + right, box->height,
		      image->stride, seen);
	for (int k = 0; k < 3; k++) {
		int value = 0;

		for (int below = seen[k][0]; below < half && value < 255;)
			below += seen[k][++value];
		ground |= (uint32_t)value << 8 * k;
	}
	return ground;
}

static void cover(struct image *image, const struct box *px_place)
{
	struct box box = clip(px_place, image);
	uint32_t ground;

	if (box.width <= 0 || box.height <= 0)
		return;
	ground = ground_of(image, &box);
	for (int y = box.y; y < box.y + box.height; y++)
		for (int x = box.x; x < box.x + box.width; x++)
			image_row(image, y)[x] = ground;
}

int cover_found(const struct image *image, const struct sighting_list *list,
		struct image *covered, struct problem *problem)
{
	if (image_copy(image, covered, problem) < 0)
		return -1;
	for (size_t i = 0; i < list->count; i++) {
		struct box place = place_of(&list->sightings[i]);

		if (sighting_is_found(&list->sightings[i]))
			cover(covered, &place);
	}
	for (int i = 0; i < list->left_out_count; i++) {
		struct box place = quad_bounds(&list->left_out[i].px_corners);

		cover(covered, &place);
	}
	return 0;
}
