/* What was found is covered with the ground around it, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cover.h"

enum { SIDE = 100, CELL = 10 };

#define GROUND 0xe0e8f0u
#define INK 0x102030u

/* A board of two by two cells whose top left corner lies there. */
static struct sighting board_at(double x, double y, double confidence)
{
	return (struct sighting){
		.px_corners = quad_from_box(x, y, 2 * CELL, 2 * CELL),
		.cell_to_px = { { CELL, 0, x, 0, CELL, y, 0, 0, 1 } },
		.confidence = confidence,
	};
}

/* A page of lines that lie everywhere but around the board in its middle. */
static void draw(struct image *image)
{
	assert_int_equal(image_init(image, SIDE, SIDE, NULL), 0);
	for (int i = 0; i < SIDE * SIDE; i++) {
		int x = i % SIDE, y = i / SIDE;
		bool board = x >= 40 && x < 60 && y >= 40 && y < 60;
		bool around = x >= 30 && x < 70 && y >= 30 && y < 70;

		image_row(image, y)[x] =
			board || (!around && y % 8 == 0) ? INK : GROUND;
	}
}

static void only_what_is_found(void **state)
{
	struct sighting sightings[] = {
		board_at(40, 40, 1), board_at(0, 0, .1), /* may be none */
		board_at(-300, -300, 1), /* beyond the picture */
	};
	const struct sighting_list list = { .sightings = sightings,
					    .count = 3 };
	struct image image, covered;
	(void)state;

	draw(&image);
	assert_int_equal(cover_found(&image, &list, &covered, NULL), 0);
	for (int i = 0; i < SIDE * SIDE; i++) {
		int x = i % SIDE, y = i / SIDE;
		bool around = x >= 30 && x < 70 && y >= 30 && y < 70;

		assert_int_equal(image_row(&covered, y)[x],
				 around ? GROUND : image_row(&image, y)[x]);
	}
	image_fini(&covered);
	image_fini(&image);
}

/* A clue beside the board belongs to it. */
static void its_clues_too(void **state)
{
	struct reading clue = { .px_box = { 62, 44, 6, 10 } };
	struct sighting board = board_at(40, 40, 1);
	const struct sighting_list list = { .sightings = &board, .count = 1 };
	struct image image, covered;
	(void)state;

	board.readings = &clue;
	board.reading_count = 1;
	draw(&image);
	image_row(&image, 48)[65] = INK;
	assert_int_equal(cover_found(&image, &list, &covered, NULL), 0);
	assert_int_equal(image_row(&covered, 48)[65], GROUND);
	image_fini(&covered);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_what_is_found),
		cmocka_unit_test(its_clues_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
