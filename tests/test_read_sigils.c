/* Sigils in pictures: scenes of our own, and, where they are, the labelled
 * pictures of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "file.h"
#include "page.h"
#include "puzzle_file.h"
#include "read_sigils.h"
#include "scene.h"
#include "sigils_comb.h"
#include "sigils_fit.h"
#include "solve.h"
#include "vision.h"

struct tally {
	int exact, wrong, missed, total;
};

static void compare(const struct puzzle *puzzle,
		    const struct sighting_list *list, const char *name,
		    struct tally *tally)
{
	struct buffer difference;

	buffer_init(&difference);
	tally->total++;
	if (list->count != 1) {
		tally->missed++;
		print_message("%s: %zu puzzles found\n", name, list->count);
	} else if (puzzle_equal(puzzle, &list->sightings[0].puzzle,
				&difference)) {
		tally->exact++;
	} else {
		bool sure = list->sightings[0].confidence >= SURE;

		tally->wrong += sure;
		tally->missed += !sure;
		print_message("%s: %s (confidence %.2f)\n", name,
			      buffer_text(&difference),
			      list->sightings[0].confidence);
	}
	buffer_fini(&difference);
}

/* The mean of all poses' masks would be a blur: each is drawn, and read back
 * as itself with a wide margin. */
static void test_fit(void **state)
{
	const int pitch = 13;
	struct sigils_mask mask = { 0 };

	(void)state;
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int turns = 0;
		     turns < sigils_poses((enum sigils_kind)kind); turns++) {
			struct sigils_shape shape;
			struct sigils_blob blob;

			sigils_shape((enum sigils_kind)kind, turns, &shape);
			assert_int_equal(sigils_mask_init(&mask,
							  shape.width * pitch,
							  shape.height * pitch),
					 0);
			for (int i = 0; i < 4; i++)
				for (int y = 0; y < pitch; y++)
					memset(mask.pixels +
						       (shape.y[i] * pitch + y +
							1) * mask.stride +
						       shape.x[i] * pitch + 1,
					       1, (size_t)pitch);
			/* a hole in a square, as a sign leaves it */
			mask.pixels[(shape.y[0] * pitch + 6) * mask.stride +
				    shape.x[0] * pitch + 6] = 0;
			sigils_mask_fill_holes(&mask);
			assert_true(sigils_mask_fit(&mask, &blob));
			assert_int_equal(blob.kind, kind);
			assert_int_equal(blob.turns, turns);
			assert_true(blob.likeness > 0.99);
			assert_true(blob.other < 0.75);
			assert_true(fabs(blob.pitch - pitch) < 0.2);
		}
	sigils_mask_fini(&mask);
}

/* Seven lines of a comb in noise, one of them hidden. */
static void test_comb(void **state)
{
	enum { COUNT = 400 };
	double profile[COUNT];
	struct sigils_comb_list list;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 7);
	for (int i = 0; i < COUNT; i++)
		profile[i] = 1 + rng_real(&rng, 0, 0.3);
	for (int k = 0; k < 7; k++)
		if (k != 3)
			profile[(int)lround(23.4 + 57.3 * k)] = 6;
	sigils_comb_find(profile, COUNT, &list);
	assert_true(list.count > 0);
	assert_int_equal(list.combs[0].squares, 6);
	assert_true(fabs(list.combs[0].pitch - 57.3) < 0.5);
	assert_true(fabs(list.combs[0].first - 23.4) < 1.5);
	assert_true(list.combs[0].share > 0.8 && list.combs[0].share < 0.9);
}

static void test_scenes(void **state)
{
	enum { SCENES = 24 };
	struct tally tally = { 0 };

	(void)state;
	for (uint64_t seed = 1; seed <= SCENES; seed++) {
		struct scene_wish wish = scene_wish(500 + seed);
		struct problem problem = { 0 };
		struct sighting_list list;
		struct puzzle puzzle;
		struct scene scene;

		wish.camera = SCENE_SCREEN;
		if (solve_make(FAMILY_sigils, NULL, seed, &puzzle, &problem) <
			    0 ||
		    scene_draw(&puzzle, &wish, &scene, &problem) < 0)
			fail_msg("%s", problem.text);
		read_sigils_in(&scene.image, &list);
		compare(&puzzle, &list, scene.look, &tally);
		if (list.count == 1 && tally.exact == tally.total)
			for (int i = 0; i < 4; i++)
				assert_true(
					point_distance(
						list.sightings[0]
							.px_corners.corner[i],
						scene.px_corners[0].corner[i]) <
					6);
		sighting_list_fini(&list);
		scene_fini(&scene);
	}
	assert_int_equal(tally.wrong, 0);
	assert_true(tally.exact >= SCENES * 95 / 100);
}

static void read_folder(const char *pattern, struct tally *tally)
{
	glob_t labels;

	if (glob(pattern, 0, NULL, &labels) != 0)
		return;
	for (size_t i = 0; i < labels.gl_pathc; i++) {
		const char *path = labels.gl_pathv[i];
		json_t *label = json_load_file(path, 0, NULL);
		const json_t *puzzles = json_object_get(label, "puzzles");
		const char *image_name =
			json_string_value(json_object_get(label, "image"));
		struct problem problem = { 0 };
		struct sighting_list list;
		struct image image;
		struct puzzle puzzle;
		char picture[600];

		assert_non_null(image_name);
		snprintf(picture, sizeof picture, "%.*s/%s",
			 (int)(strrchr(path, '/') - path), path, image_name);
		if (file_load_image(picture, &image, &problem) < 0)
			fail_msg("%s", problem.text);
		read_sigils_in(&image, &list);
		if (json_array_size(puzzles)) {
			if (puzzle_from_json(json_array_get(puzzles, 0),
					     &puzzle, &problem) < 0)
				fail_msg("%s", problem.text);
			compare(&puzzle, &list, picture, tally);
		} else if (list.count) {
			fail_msg("found in %s", picture);
		}
		sighting_list_fini(&list);
		image_fini(&image);
		json_decref(label);
	}
	globfree(&labels);
}

static void test_samples(void **state)
{
	struct tally tally = { 0 };

	(void)state;
	read_folder(SOURCE_DIR "/samples/sigils/*.json", &tally);
	assert_true(tally.total >= 8);
	assert_int_equal(tally.exact, tally.total);
}

static void test_shared_pictures(void **state)
{
	struct tally tally = { 0 };

	(void)state;
	read_folder(SHARED_DATA "/sigils/rendered/*.json", &tally);
	read_folder(SHARED_DATA "/sigils/rendered/played/*.json", &tally);
	read_folder(SHARED_DATA "/sigils/pages/*.json", &tally);
	if (!tally.total)
		skip_because("no pictures in " SHARED_DATA);
	print_message("%d exact of %d, %d wrong\n", tally.exact, tally.total,
		      tally.wrong);
	assert_int_equal(tally.wrong, 0);
	assert_true(100 * tally.exact >= 95 * tally.total);
}

/* A grid of 5 by 5 squares of 40 pixels; in some of them a digit's stem, or
 * a grain in all. */
static int turn_of_grid(int given, bool grain)
{
	struct problem problem = { 0 };
	struct image image = { 0 };
	struct page page;
	int turn;

	assert_int_equal(image_init(&image, 320, 320, &problem), 0);
	for (int y = 0; y < 320; y++)
		for (int x = 0; x < 320; x++) {
			int left = x - 60, top = y - 60, square;
			uint32_t grey = 0xf0;

			image_row(&image, y)[x] = grey * 0x10101;
			if (left < 0 || top < 0 || left > 201 || top > 201)
				continue;
			square = left / 40 + 5 * (top / 40);
			if (left % 40 < 2 || top % 40 < 2 ||
			    (left % 40 >= 18 && left % 40 < 22 &&
			     top % 40 >= 12 && top % 40 < 30 &&
			     square % 3 < given))
				grey = 0x20;
			else if (grain && left % 40 >= 19 && left % 40 < 22 &&
				 top % 40 >= 19 && top % 40 < 22)
				grey = 0xd0;
			image_row(&image, y)[x] = grey * 0x10101;
		}
	if (page_find(&page, &image, 1, &problem) < 0)
		fail_msg("%s", problem.text);
	turn = read_sigils.turn(&page);
	page_fini(&page);
	image_fini(&image);
	return turn;
}

/* Empty grids are looked at first, those of numbers last. */
static void test_turn(void **state)
{
	(void)state;
	assert_true(turn_of_grid(0, false) < 0);
	assert_true(turn_of_grid(0, true) < 0);
	assert_true(turn_of_grid(1, false) > 0);
	assert_true(turn_of_grid(2, false) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_turn),
		cmocka_unit_test(test_fit),
		cmocka_unit_test(test_comb),
		cmocka_unit_test(test_scenes),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_shared_pictures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
