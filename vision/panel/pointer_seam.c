#include "pointer_seam.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "order.h"

/* Where both sides of an edge differ by no more levels the same lies below on
 * it: three times the grain that the middle of nine leaves. */
#define SIDES_ALIKE 12.0
/* The game's ring ends so many of the disc's radii from the middle (18 pixels
 * of 14): where it hardly shows it may have been taken for a narrower one. */
#define RING_REACH 1.29
/* Rings are told apart so many times a pixel; of fewer channels of their pixels
 * nothing is told. */
#define RINGS_A_PIXEL 2
enum { SAMPLES_LEAST = 24 };
/* Where their levels vary by less, nothing is told of shares: with half of it
 * pictures of 100 scenes were less like the same without a pointer. */
#define VARIED 16.0F
/* More is left, or less, of nothing that was found. */
#define TIMES_MOST 0.6F
/* Samples that are so many deviations off are edges that cross the ring. */
#define OFF_MOST 2.0F

/* A channel of a pixel on an edge: what lies below, by what lies beside it, and
 * how much more is left. */
struct sample {
	float below, more;
	int ring;
};

uint32_t seam_middle_of(const struct image *image, int x, int y, int channel)
{
	uint32_t level[9];

	for (int i = 0; i < 9; i++) {
		uint32_t now = image_row(image, y + i / 3 - 1)[x + i % 3 - 1] >>
				       8 * channel &
			       255;
		int at = i;

		for (; at && level[at - 1] > now; at--)
			level[at] = level[at - 1];
		level[at] = now;
	}
	return level[4];
}

double seam_reach(const struct pointer *pointer)
{
	return fmax(pointer->px_ring, RING_REACH * pointer->px_disc);
}

/* The two radii beside an edge of the pointer within which a pixel lies, from
 * its disc's to its ring's or about its halo's; false where it lies in none. */
static bool beside_edge(const struct pointer *pointer, double radius,
			double beside[2])
{
	double near = 2 * pointer->px_soft;
	int count = pointer->px_halo > 0 ? 2 : 1;
	double edges[2][2] = {
		{ pointer->px_disc, seam_reach(pointer) },
		{ pointer->px_halo, pointer->px_halo },
	};

	for (int i = 0; i < count; i++) {
		if (radius < edges[i][0] - near || radius > edges[i][1] + near)
			continue;
		beside[0] = fmax(0, edges[i][0] - near - 1);
		beside[1] = edges[i][1] + near + 1;
		return true;
	}
	return false;
}

bool seam_beside(const struct pointer *pointer, const struct box *box,
		 struct point px, struct beside *beside)
{
	struct point middle = { pointer->px_x, pointer->px_y };
	double radius = seam_radius(pointer, px.x, px.y), at[2];

	if (radius < 1 || !beside_edge(pointer, radius, at))
		return false;
	for (int i = 0; i < 2; i++) {
		struct point on = point_mix(middle, px, at[i] / radius);

		beside->x[i] = (int)lround(on.x) - box->x;
		beside->y[i] = (int)lround(on.y) - box->y;
		if (beside->x[i] < 1 || beside->y[i] < 1 ||
		    beside->x[i] >= box->width - 1 ||
		    beside->y[i] >= box->height - 1)
			return false;
	}
	beside->radius = radius;
	beside->outer = (radius - at[0]) / (at[1] - at[0]);
	return true;
}

static int ring_of(const struct beside *beside)
{
	return (int)(RINGS_A_PIXEL * beside->radius);
}

/* What the pixel on an edge says of it: false where its sides differ. */
static bool take_pixel(const struct image *part, int x, int y,
		       const struct beside *beside, struct sample samples[3])
{
	uint32_t pixel = image_row(part, y)[x];

	for (int k = 0; k < 3; k++) {
		double in = seam_middle_of(part, beside->x[0], beside->y[0], k);
		double out =
			seam_middle_of(part, beside->x[1], beside->y[1], k);
		double below = in + beside->outer * (out - in);

		if (fabs(in - out) > SIDES_ALIKE)
			return false;
		samples[k] = (struct sample){
			(float)below, (float)((pixel >> 8 * k & 255) - below),
			ring_of(beside)
		};
	}
	return true;
}

static int take_samples(const struct pointer *pointer, const struct box *box,
			const struct image *part, struct sample *samples)
{
	int count = 0;

	for (int y = 1; y < box->height - 1; y++)
		for (int x = 1; x < box->width - 1; x++) {
			struct point px = { box->x + x, box->y + y };
			struct beside beside;

			if (seam_beside(pointer, box, px, &beside) &&
			    take_pixel(part, x, y, &beside, samples + count))
				count += 3;
		}
	return count;
}

static int order_samples(const void *a, const void *b)
{
	const struct sample *one = a, *other = b;

	if (one->ring != other->ring)
		return one->ring < other->ring ? -1 : 1;
	return order_floats(&one->more, &other->more);
}

/* What is left on a ring: so much, and so many times as much as lies below, of
 * levels that are seen there; of others as much as of the nearest of these. */
struct left {
	float add, times;
	float low, high;
};

/* By least squares, of samples that are no more than `most` off what was found
 * before. Returns how far they are off it, root mean square. */
static float fit_ring(const struct sample *samples, int count, float most,
		      struct left *left)
{
	float sum = 0, below = 0, more = 0, square = 0, both = 0, off = 0;
	float low = HUGE_VALF, high = 0;

	for (int i = 0; i < count; i++) {
		const struct sample *one = &samples[i];
		float by = one->more - left->add - left->times * one->below;

		if (fabsf(by) > most)
			continue;
		sum++;
		below += one->below;
		more += one->more;
		square += one->below * one->below;
		both += one->below * one->more;
		off += by * by;
		low = fminf(low, one->below);
		high = fmaxf(high, one->below);
	}
	if (sum < SAMPLES_LEAST)
		return 0;
	square -= below * below / sum;
	both -= below * more / sum;
	left->times = square > VARIED * VARIED * sum ? both / square : 0;
	left->times = fmaxf(-TIMES_MOST, fminf(left->times, TIMES_MOST));
	left->add = (more - left->times * below) / sum;
	left->low = low;
	left->high = high;
	return sqrtf(off / sum);
}

/* By the ring: those of which nothing is told have nothing left. */
static void fit_rings(struct sample *samples, int count, struct left *left,
		      int rings)
{
	qsort(samples, (size_t)count, sizeof *samples, order_samples);
	for (int i = 0, end; i < count; i = end) {
		const struct sample *first = &samples[i];
		struct left one = { 0 };
		float off;

		for (end = i; end < count && samples[end].ring == first->ring;)
			end++;
		if (end - i < SAMPLES_LEAST || first->ring >= rings)
			continue;
		one.add = samples[(i + end) / 2].more;
		off = fit_ring(first, end - i, HUGE_VALF, &one);
		fit_ring(first, end - i, OFF_MOST * off, &one);
		left[first->ring] = one;
	}
}

static uint32_t without(uint32_t pixel, const struct left *left)
{
	uint32_t made = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		float level = (float)(pixel >> shift & 255);
		float below = (level - left->add) / (1 + left->times);

		below = fmaxf(left->low, fminf(below, left->high));
		level -= left->add + left->times * below;
		made |= (uint32_t)lrintf(fminf(fmaxf(level, 0), 255)) << shift;
	}
	return made;
}

static void even_out(const struct pointer *pointer, const struct box *box,
		     const struct left *left, struct image *part)
{
	for (int y = 1; y < box->height - 1; y++)
		for (int x = 1; x < box->width - 1; x++) {
			struct point px = { box->x + x, box->y + y };
			uint32_t *pixel = image_row(part, y) + x;
			struct beside beside;

			if (seam_beside(pointer, box, px, &beside))
				*pixel = without(*pixel,
						 &left[ring_of(&beside)]);
		}
}

int seam_even_out(const struct pointer *pointer, const struct box *box,
		  struct image *part)
{
	int rings = RINGS_A_PIXEL * (box->width + box->height);
	size_t most = 3 * (size_t)box->width * (size_t)box->height;
	struct sample *samples = alloc_array(most, sizeof *samples);
	struct left *left = alloc_array((size_t)rings, sizeof *left);
	int count;

	if (samples && left) {
		count = take_samples(pointer, box, part, samples);
		fit_rings(samples, count, left, rings);
		even_out(pointer, box, left, part);
	}
	free(samples);
	free(left);
	return samples && left ? 0 : -1;
}
