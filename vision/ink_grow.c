#include "ink_grow.h"

#include <string.h>

/* A blot smaller than this share of the part's area is dust. */
#define DUST_SHARE 0.0012

static uint8_t *faint_row(struct ink_faint *faint, int y)
{
	return faint->pixels + (y + 1) * faint->stride + 1;
}

void ink_find_faint(const struct part *part, float sign, float least,
		    struct ink_faint *faint)
{
	faint->stride = part->width + 2;
	memset(faint->pixels, 0, (size_t)faint->stride);
	for (int y = 0; y < part->height; y++) {
		const float *level = part->level + y * part->width;
		uint8_t *row = faint_row(faint, y);

		for (int x = 0; x < part->width; x++)
			row[x] = sign * level[x] >= least;
		row[-1] = row[part->width] = 0;
	}
	memset(faint_row(faint, part->height) - 1, 0, (size_t)faint->stride);
}

struct pixel {
	int x, y;
};

/* Appends the first pixel of each run of a row that touches the pixels left to
 * right - 1 of the one next to it. */
static int add_runs(struct ink_faint *faint, int y, int left, int right,
		    struct pixel *todo, int count)
{
	const uint8_t *row = faint_row(faint, y);

	for (int x = left - 1; x <= right; x++)
		if (row[x] && (x < left || !row[x - 1]))
			todo[count++] = (struct pixel){ x, y };
	return count;
}

/* Labels the run of pixels around one of them, which no longer may belong to
 * another. */
static struct box take_run(struct ink *ink, struct ink_faint *faint,
			   const struct pixel *at, uint8_t label)
{
	uint8_t *row = faint_row(faint, at->y);
	int left = at->x, right = at->x;
	size_t length;

	while (row[left - 1])
		left--;
	while (row[right])
		right++;
	length = (size_t)(right - left);
	memset(row + left, 0, length);
	memset(ink->label + at->y * ink->part->width + left, label, length);
	return (struct box){ left, at->y, right - left, 1 };
}

void ink_grow_blot(struct ink *ink, struct ink_faint *faint, int start)
{
	/* two rows of runs touch each other at no more places than they have
	 * pixels */
	struct pixel todo[PART_SIDE_MAX * PART_SIDE_MAX];
	const struct part *part = ink->part;
	int width = part->width, height = part->height, left = 0;
	int x0 = width, y0 = height, x1 = -1, y1 = -1;
	struct blot blot = { 0 };
	uint8_t label = (uint8_t)(ink->count + 1);

	todo[left++] = (struct pixel){ start % width, start / width };
	while (left) {
		struct pixel at = todo[--left];
		struct box run;

		/* known from another side */
		if (!faint_row(faint, at.y)[at.x])
			continue;
		run = take_run(ink, faint, &at, label);
		blot.area += run.width;
		x0 = run.x < x0 ? run.x : x0;
		x1 = run.x + run.width > x1 + 1 ? run.x + run.width - 1 : x1;
		y0 = at.y < y0 ? at.y : y0;
		y1 = at.y > y1 ? at.y : y1;
		for (int y = at.y - 1; y <= at.y + 1; y += 2)
			left = add_runs(faint, y, run.x, run.x + run.width,
					todo, left);
	}
	blot.box = (struct box){ x0, y0, x1 - x0 + 1, y1 - y0 + 1 };
	blot.at_rim = x0 == 0 || y0 == 0 || x1 == width - 1 || y1 == height - 1;
	if (blot.area < DUST_SHARE * width * height + 2) {
		for (int y = y0; y <= y1; y++)
			for (int x = x0; x <= x1; x++)
				if (ink->label[y * width + x] == label)
					ink->label[y * width + x] = 255;
		return;
	}
	ink->blots[ink->count++] = blot;
}
