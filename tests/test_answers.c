/* What is drawn over a picture of a doubtful puzzle: rings around the clues in
 * doubt, which leave the others to be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "answers.h"

enum { SIDE = 480, WHITE = 0xffffff };

/* Clues in a row or a column, of one size, the middle one in doubt, or whether
 * they are the whole puzzle. */
static void paint_doubt(const struct box *clues, size_t count, bool whole,
			struct image *image)
{
	struct outcome outcome = { .has_place = true,
				   .verdict = OUTCOME_DOUBTFUL };
	struct outcome_list list = { .outcomes = &outcome, .count = 1 };
	struct outcome_change doubt = { 0 };
	const struct box *last = &clues[count - 1];

	assert_int_equal(image_init(image, SIDE, SIDE, NULL), 0);
	for (int i = 0; i < SIDE * SIDE; i++)
		image_row(image, i / SIDE)[i % SIDE] = WHITE;
	outcome.readings = calloc(count, sizeof *outcome.readings);
	assert_non_null(outcome.readings);
	outcome.reading_count = count;
	for (size_t i = 0; i < count; i++)
		outcome.readings[i].px_box = clues[i];
	doubt.reading = outcome.readings[count / 2];
	outcome.doubts = &doubt;
	outcome.doubt_count = !whole;
	outcome.doubted_whole = whole;
	outcome.px_corners = quad_from_box(clues->x, clues->y,
					   last->x + last->width - clues->x,
					   last->y + last->height - clues->y);
	assert_int_equal(answers_draw(image, &list, NULL), 0);
	free(outcome.readings);
}

static int painted(const struct image *image, const struct box *box)
{
	int count = 0;

	for (int y = box->y; y < box->y + box->height; y++)
		for (int x = box->x; x < box->x + box->width; x++)
			count += (image_row(image, y)[x] & 0xffffff) != WHITE;
	return count;
}

static void expect_ring(const struct box clues[3], bool whole)
{
	const struct box all = { 0, 0, SIDE, SIDE };
	struct image image;

	paint_doubt(clues, 3, whole, &image);
	assert_true(painted(&image, &all) > 100);
	for (int k = 0; k < 3; k++)
		assert_int_equal(painted(&image, &clues[k]), 0);
	image_fini(&image);
}

/* Wide words close above each other, high digits close beside each other:
 * the ring is there, and covers none of them, what is in doubt included. */
static void rings_cover_no_clue(void **state)
{
	static const struct box sizes[] = {
		{ 0, 0, 60, 14 }, { 0, 0, 12, 18 },  { 0, 0, 40, 40 },
		{ 0, 0, 20, 9 },  { 0, 0, 110, 30 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int gap = 10; gap < 40; gap += 3)
			for (int across = 0; across < 2; across++) {
				struct box clues[3];

				for (int k = 0; k < 3; k++) {
					clues[k] = sizes[i];
					clues[k].x = 140;
					clues[k].y = 140;
					if (across)
						clues[k].x =
							20 +
							k * (gap +
							     clues[k].width);
					else
						clues[k].y =
							20 +
							k * (gap +
							     clues[k].height);
				}
				for (int whole = 0; whole < 2; whole++)
					expect_ring(clues, whole);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_cover_no_clue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
