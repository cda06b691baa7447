/* What the stages that families share read: sudokus, which have no other
 * reader, and pictures in which there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "file.h"
#include "seen.h"

static void load(const char *name, struct image *image, struct puzzle *puzzle)
{
	struct problem problem = { 0 };
	char path[300];
	json_t *label;

	snprintf(path, sizeof path, SOURCE_DIR "/samples/%s.png", name);
	if (file_load_image(path, image, &problem) < 0)
		fail_msg("%s", problem.text);
	snprintf(path, sizeof path, SOURCE_DIR "/samples/%s.json", name);
	label = json_load_file(path, 0, NULL);
	assert_non_null(label);
	assert_int_equal(
		puzzle_from_json(
			json_array_get(json_object_get(label, "puzzles"), 0),
			puzzle, NULL),
		0);
	json_decref(label);
}

static void sudokus_of_each_size_are_read(void **state)
{
	static const char *const names[] = { "sudoku/screen-1",
					     "sudoku/screen-2", "sudoku/six-1",
					     "sudoku/four-1" };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct sighting_list list;
		struct puzzle puzzle;
		struct image image;

		load(names[i], &image, &puzzle);
		list = seen_in(&image, FAMILY_sudoku);
		assert_seen(&list, &puzzle);
		/* each clue has its place in the picture */
		assert_int_equal(list.sightings[0].reading_count,
				 puzzle.as.sudoku.side * puzzle.as.sudoku.side);
		sighting_list_fini(&list);
		image_fini(&image);
	}
}

/* Of two equal numbers in a row one is misread or a player's: no such board is
 * sure enough to be answered. */
static void clashing_sudokus_are_no_sure_ones(void **state)
{
	struct sighting_list list;
	struct puzzle puzzle;
	struct image image;
	struct quad *corners;
	int from = -1, to = -1, side;

	(void)state;
	load("sudoku/screen-1", &image, &puzzle);
	list = seen_in(&image, FAMILY_sudoku);
	assert_seen(&list, &puzzle);
	corners = &list.sightings[0].px_corners;
	side = puzzle.as.sudoku.side;
	/* a number of the first row that has one, over an empty cell there */
	for (int i = 0; i < side * side && to < 0; i++) {
		if (i % side == 0)
			from = -1;
		if (from < 0 && puzzle.as.sudoku.cells[i / side][i % side] > 0)
			from = i;
		else if (from >= 0 &&
			 puzzle.as.sudoku.cells[i / side][i % side] < 0)
			to = i;
	}
	assert_true(from >= 0 && to >= 0);
	for (int y = 0; y < image.height; y++)
		for (int x = 0; x < image.width; x++) {
			double w =
				(corners->corner[1].x - corners->corner[0].x) /
				side;
			double h =
				(corners->corner[3].y - corners->corner[0].y) /
				side;
			double u = (x - corners->corner[0].x) / w - to % side;
			double v = (y - corners->corner[0].y) / h - to / side;

			if (u > .15 && u < .85 && v > .15 && v < .85)
				image_row(&image, y)[x] = image_row(
					&image,
					y)[x + (int)((from - to) * w - .5)];
		}
	sighting_list_fini(&list);
	list = seen_in(&image, FAMILY_sudoku);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].confidence < .9);
	sighting_list_fini(&list);
	image_fini(&image);
}

static void nothing_is_seen_in_other_puzzles(void **state)
{
	static const char *const names[] = { "tracks/screen-1", "suko/screen-1",
					     "panel/squares-2" };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct sighting_list list;
		struct puzzle puzzle;
		struct image image;

		load(names[i], &image, &puzzle);
		list = seen_in(&image, FAMILY_sudoku);
		for (size_t k = 0; k < list.count; k++)
			assert_true(list.sightings[k].confidence < .5);
		sighting_list_fini(&list);
		puzzle_fini(&puzzle);
		image_fini(&image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sudokus_of_each_size_are_read),
		cmocka_unit_test(clashing_sudokus_are_no_sure_ones),
		cmocka_unit_test(nothing_is_seen_in_other_puzzles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
