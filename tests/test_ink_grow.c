/* Blots grown by runs, beside the same grown pixel by pixel.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ink_grow.h"
#include "rng.h"

/* Labels what is connected with a pixel; returns how many pixels that is. */
/* NOLINTNEXTLINE(readability-function-size): all that a step needs */
static int flood(const struct part *part, float least, int x, int y, int label,
		 int *labels, struct box *box)
{
	int at = y * part->width + x, count = 1;
	int right = box->x + box->width, low = box->y + box->height;

	if (x < 0 || y < 0 || x >= part->width || y >= part->height ||
	    labels[at] || part->level[at] < least)
		return 0;
	labels[at] = label;
	box->x = x < box->x ? x : box->x;
	box->y = y < box->y ? y : box->y;
	box->width = (x + 1 > right ? x + 1 : right) - box->x;
	box->height = (y + 1 > low ? y + 1 : low) - box->y;
	for (int i = 0; i < 9; i++)
		count += flood(part, least, x + i % 3 - 1, y + i / 3 - 1, label,
			       labels, box);
	return count;
}

/* The middle of such a part, where it is that of whole runs. */
static void fill(struct part *part, int share, struct rng *rng)
{
	for (int i = 0; i < part->width * part->height; i++)
		part->level[i] = (int)rng_below(rng, 100) < share
					 ? 30 + (float)rng_below(rng, 9)
					 : (float)rng_below(rng, 30);
}

static void check(const struct part *part, float least)
{
	static int labels[PART_SIDE_MAX * PART_SIDE_MAX];
	static struct ink_faint faint;
	static struct ink ink;
	int size = part->width * part->height, dust = 0, count = 0;

	memset(labels, 0, sizeof labels);
	memset(&ink, 0, sizeof ink);
	ink.part = part;
	ink_find_faint(part, 1, least, &faint);
	for (int i = 0; i < size && ink.count < BLOTS_MAX; i++) {
		struct box box = { i % part->width, i / part->width, 1, 1 };
		int area;

		assert_int_equal(!labels[i], !ink.label[i]);
		if (labels[i] || part->level[i] < least)
			continue;
		ink_grow_blot(&ink, &faint, i);
		area = flood(part, least, box.x, box.y,
			     ink.count ? ink.count : 255, labels, &box);
		if (ink.count == count) {
			/* so few that they are left out */
			assert_true(area < 0.0012 * size + 2);
			for (int k = 0; k < size; k++)
				if (labels[k] == (count ? count : 255) &&
				    ink.label[k] == 255)
					labels[k] = 255;
			dust++;
			continue;
		}
		count = ink.count;
		assert_int_equal(ink.blots[count - 1].area, area);
		assert_memory_equal(&ink.blots[count - 1].box, &box,
				    sizeof box);
	}
	for (int i = 0; i < size; i++)
		assert_int_equal(labels[i], ink.label[i]);
	assert_true(count + dust > 0);
}

static void grows_as_pixel_by_pixel(void **state)
{
	static struct part part;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int i = 0; i < 300; i++) {
		part.width = 3 + (int)rng_below(&rng, PART_SIDE_MAX - 2);
		part.height = 3 + (int)rng_below(&rng, PART_SIDE_MAX - 2);
		/* a third or more hangs together from side to side */
		fill(&part, 2 + i % 60, &rng);
		part.level[0] = 40;
		check(&part, 30);
	}
}

/* What has most runs, and most places where they touch. */
static void has_room(void **state)
{
	static struct part part;

	(void)state;
	part.width = part.height = PART_SIDE_MAX - 1;
	for (int kind = 0; kind < 3; kind++) {
		for (int i = 0; i < part.width * part.height; i++) {
			int x = i % part.width, y = i / part.width;

			bool inked = kind == 0   ? (x + y) % 2
				     : kind == 1 ? x % 2 == 0 || y == 60
						 : true;

			part.level[i] = inked ? 1 : 0;
		}
		check(&part, 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_as_pixel_by_pixel),
		cmocka_unit_test(has_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
