/* What the stages that families share read: sudokus, which have no other
 * reader, and pictures in which there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cairo.h>
#include <cmocka.h>

#include "file.h"
#include "picture.h"
#include "scene.h"
#include "seen.h"
#include "solve.h"

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

/* Boxes of six cells lie or stand: frames, thicker lines, double ones, gaps and
 * tints tell. One of these looks may be wrong, in doubt. */
static void boxes_of_six_lie_or_stand(void **state)
{
	static const char *const wishes[] = {
		"{\"rows\":6}",
		"{\"rows\":6,\"with\":\"tall-boxes\"}",
	};
	static const uint64_t seeds[] = { 2,  3,  4,  5,  7,  8,  10,
					  11, 15, 25, 37, 38, 47, 51 };
	struct problem problem = { 0 };
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		struct scene_wish wish = scene_wish(seeds[i]);
		struct sighting_list list;
		struct puzzle puzzle = { 0 };
		struct scene scene;
		json_t *made = json_loads(wishes[seeds[i] & 1], 0, NULL);

		wish.camera = SCENE_SCREEN;
		if (solve_make(FAMILY_sudoku, made, seeds[i], &puzzle,
			       &problem) < 0 ||
		    scene_draw(&puzzle, &wish, &scene, &problem) < 0)
			fail_msg("%s", problem.text);
		list = seen_in(&scene.image, FAMILY_sudoku);
		assert_int_equal(puzzle.as.sudoku.box_width,
				 seeds[i] & 1 ? 2 : 3);
		if (list.count == 1 && list.sightings[0].confidence < .9 &&
		    !puzzle_equal(&puzzle, &list.sightings[0].puzzle, NULL))
			wrong++;
		else
			assert_seen(&list, &puzzle);
		sighting_list_fini(&list);
		scene_fini(&scene);
		json_decref(made);
	}
	assert_in_range(wrong, 0, 1);
}

/* Where all lines are alike and the givens fit both, nobody knows. */
static void untold_boxes_are_doubted(void **state)
{
	static const char *const rows[] = { "4..5.3", "...12.", "..43..",
					    "2.3.5.", "6.....", "....32" };
	struct sighting_list list;
	struct image image;
	cairo_t *cr = picture_begin(&image, 500, 500);

	(void)state;
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_font_size(cr, 30);
	cairo_set_line_width(cr, 2);
	for (int i = 0; i <= 6; i++) {
		cairo_move_to(cr, 70 + 60 * i, 70);
		cairo_rel_line_to(cr, 0, 360);
		cairo_move_to(cr, 70, 70 + 60 * i);
		cairo_rel_line_to(cr, 360, 0);
	}
	cairo_stroke(cr);
	for (int i = 0; i < 36; i++) {
		const char digit[] = { rows[i / 6][i % 6], '\0' };

		cairo_move_to(cr, 91 + 60 * (i % 6), 111 + 60 * (i / 6));
		if (digit[0] != '.')
			cairo_show_text(cr, digit);
	}
	cairo_destroy(cr);
	list = seen_in(&image, FAMILY_sudoku);
	assert_int_equal(list.count, 1);
	assert_true(list.sightings[0].confidence > .5);
	assert_true(list.sightings[0].confidence < .9);
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
		cmocka_unit_test(boxes_of_six_lie_or_stand),
		cmocka_unit_test(untold_boxes_are_doubted),
		cmocka_unit_test(nothing_is_seen_in_other_puzzles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
