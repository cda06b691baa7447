/* Scenes: the same wish gives the same pixels, another seed others, and the
 * corners lie where the board is drawn; boards of the real client. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "file.h"
#include "rng.h"
#include "scene.h"
#include "scene_panel_theme.h"
#include "sgt_tracks.h"
#include "solve.h"

static bool same_pixels(const struct image *a, const struct image *b)
{
	if (a->width != b->width || a->height != b->height)
		return false;
	for (int y = 0; y < a->height; y++)
		if (memcmp(image_row(a, y), image_row(b, y),
			   (size_t)a->width * sizeof *a->pixels) != 0)
			return false;
	return true;
}

static void make(enum family family, struct puzzle *puzzle)
{
	struct problem problem = { 0 };

	if (solve_make(family, NULL, 3, puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
}

static void the_same_wish_gives_the_same_pixels(void **state)
{
	(void)state;
	for (int i = 0; i < FAMILY_COUNT; i++) {
		struct puzzle puzzle;

		if (!scene_family((enum family)i))
			continue;
		make((enum family)i, &puzzle);
		for (int camera = 0; camera < SCENE_CAMERAS; camera++) {
			struct scene_wish wish = scene_wish(7);
			struct scene first, again, other;

			wish.camera = camera;
			assert_int_equal(
				scene_draw(&puzzle, &wish, &first, NULL), 0);
			assert_int_equal(
				scene_draw(&puzzle, &wish, &again, NULL), 0);
			wish.seed = 8;
			assert_int_equal(
				scene_draw(&puzzle, &wish, &other, NULL), 0);
			assert_true(same_pixels(&first.image, &again.image));
			assert_false(same_pixels(&first.image, &other.image));
			assert_int_equal(first.jpeg != NULL,
					 camera != SCENE_SCREEN);
			scene_fini(&first);
			scene_fini(&again);
			scene_fini(&other);
		}
		puzzle_fini(&puzzle);
	}
}

static void assert_within(const struct scene *scene, int puzzle)
{
	const struct quad *quad = &scene->px_corners[puzzle];

	assert_true(quad_is_convex(quad));
	assert_true(quad_area(quad) > 100 * 50);
	for (int i = 0; i < 4; i++) {
		struct point at = quad->corner[i];

		assert_true(at.x > 0 && at.y > 0 &&
			    at.x < scene->image.width - 1 &&
			    at.y < scene->image.height - 1);
	}
}

static void corners_lie_within_the_picture(void **state)
{
	(void)state;
	for (int i = 0; i < FAMILY_COUNT; i++) {
		struct puzzle puzzle;

		if (!scene_family((enum family)i))
			continue;
		make((enum family)i, &puzzle);
		for (uint64_t seed = 0; seed < 5; seed++) {
			struct scene_wish wish = scene_wish(seed);
			struct scene scene;

			assert_int_equal(
				scene_draw(&puzzle, &wish, &scene, NULL), 0);
			assert_within(&scene, 0);
			scene_fini(&scene);
		}
		puzzle_fini(&puzzle);
	}
}

static void several_puzzles_share_a_page(void **state)
{
	struct puzzle puzzles[3];
	struct problem problem = { 0 };
	struct scene scene;

	(void)state;
	make(FAMILY_suko, &puzzles[0]);
	make(FAMILY_pyramid, &puzzles[1]);
	make(FAMILY_cross_sum, &puzzles[2]);
	for (uint64_t seed = 0; seed < 10; seed++) {
		struct scene_wish wish = scene_wish(seed);

		if (scene_draw_page(puzzles, 3, &wish, &scene, &problem) < 0)
			fail_msg("%s", problem.text);
		for (int i = 0; i < 3; i++) {
			const struct quad *quad = &scene.px_corners[i];
			struct point middle = point_scale(
				point_add(quad->corner[0], quad->corner[2]),
				0.5);

			assert_within(&scene, i);
			for (int j = 0; j < 3; j++)
				assert_true(quad_contains(&scene.px_corners[j],
							  middle) == (i == j));
		}
		scene_fini(&scene);
	}
	make(FAMILY_tracks, &puzzles[1]);
	assert_int_equal(scene_draw_page(puzzles, 2,
					 &(struct scene_wish){ .seed = 1 },
					 &scene, &problem),
			 -1);
	assert_string_equal(problem.text,
			    "a family that has its page for itself");
}

/* The newspaper example as the real client writes it (FACTS). */
static void game_ids_are_understood(void **state)
{
	static const char id[] = "8x8:kAl5vAjCe,3,4,S3,5,2,7,4,5,"
				 "3,2,4,S5,1,5,7,6";
	struct puzzle puzzle;
	const struct tracks *tracks = &puzzle.as.tracks;

	(void)state;
	assert_int_equal(sgt_tracks_parse(id, &puzzle, NULL), 0);
	assert_int_equal(tracks->given[1][3], 10);
	assert_int_equal(tracks->given[3][0], 5);
	assert_int_equal(tracks->given[5][7], 10);
	assert_int_equal(tracks->given[7][2], 6);
	assert_int_equal(tracks->column_totals[5], 7);
	assert_int_equal(tracks->row_totals[7], 6);
	assert_int_equal(tracks->entry.side, TRACKS_LEFT);
	assert_int_equal(tracks->entry.index, 3);
	assert_int_equal(tracks->exit.side, TRACKS_BOTTOM);
	assert_int_equal(tracks->exit.index, 2);
	assert_int_equal(sgt_tracks_parse("8x8:kAl5,3", &puzzle, NULL), -1);
	assert_int_equal(sgt_tracks_parse("99x8:", &puzzle, NULL), -1);
	assert_int_equal(sgt_tracks_parse("", &puzzle, NULL), -1);
}

/* Is there a grid line along the left edge, at x, and none beside it? */
static bool line_at(const struct image *image, double x, int y)
{
	int at = (int)lround(x);

	return image_row(image, y)[at] != image_row(image, y)[at + 6] &&
	       image_row(image, y)[at] != image_row(image, y)[at - 6];
}

static void the_real_client_draws_where_we_say(void **state)
{
	char folder[] = "/tmp/solveglass-test-XXXXXX";
	char path[64];
	struct buffer id, again;
	struct problem problem = { 0 };

	(void)state;
	buffer_init(&id);
	buffer_init(&again);
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/board.png", folder);
	if (sgt_tracks_generate(7, 9, 't', 4, &id, &problem) < 0 ||
	    sgt_tracks_generate(7, 9, 't', 4, &again, &problem) < 0)
		fail_msg("%s", problem.text);
	assert_string_equal(buffer_text(&id), buffer_text(&again));
	for (int px_tile = 24; px_tile <= 96; px_tile += 24) {
		struct puzzle puzzle;
		struct image image;
		struct quad quad;

		assert_int_equal(
			sgt_tracks_parse(buffer_text(&id), &puzzle, NULL), 0);
		assert_int_equal(sgt_tracks_screenshot(buffer_text(&id),
						       px_tile, sgt_palette(0),
						       path, &problem),
				 0);
		assert_int_equal(file_load_image(path, &image, &problem), 0);
		quad = sgt_tracks_corners(&puzzle.as.tracks, px_tile,
					  image.width);
		assert_true(fabs(quad.corner[1].x - quad.corner[0].x -
				 7 * px_tile) < 0.01);
		assert_true(line_at(&image, quad.corner[0].x,
				    (int)quad.corner[0].y + px_tile / 4));
		assert_true(line_at(&image, quad.corner[1].x,
				    (int)quad.corner[1].y + px_tile / 4));
		image_fini(&image);
	}
	remove(path);
	remove(folder);
	buffer_fini(&id);
	buffer_fini(&again);
}

/* What breaks cut round leave of edges is told from stubs by its length. */
static void stubs_are_no_halves_of_round_breaks(void **state)
{
	int round = 0;

	(void)state;
	for (unsigned seed = 0; seed < 2000; seed++) {
		struct panel_theme theme;
		struct rng rng;
		double stub, left;

		rng_seed(&rng, seed);
		panel_theme_choose(&theme, PANEL_LIT, &rng);
		if (!theme.round || !theme.round_gaps)
			continue;
		round++;
		left = (1 - theme.gap) / 2;
		stub = panel_theme_stub(&theme, theme.line_width / 2);
		assert_true(fabs(stub - left) > 0.049);
	}
	assert_true(round > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_wish_gives_the_same_pixels),
		cmocka_unit_test(corners_lie_within_the_picture),
		cmocka_unit_test(several_puzzles_share_a_page),
		cmocka_unit_test(game_ids_are_understood),
		cmocka_unit_test(stubs_are_no_halves_of_round_breaks),
		cmocka_unit_test(the_real_client_draws_where_we_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
