/* Soft pictures are told from sharp ones and read made smaller; what is read
 * lies where it lies in the picture itself. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "degrade.h"
#include "file.h"
#include "rng.h"
#include "shrink.h"
#include "soft.h"
#include "vision.h"

enum { SIDE = 900, TILE = 30 };

/* A chequerboard, blurred and with noise on it. */
static void make_board(struct image *image, double sigma)
{
	struct rng rng;

	rng_seed(&rng, 7);
	memset(image, 0, sizeof *image);
	assert_int_equal(image_init(image, SIDE, SIDE, NULL), 0);
	for (int y = 0; y < SIDE; y++)
		for (int x = 0; x < SIDE; x++)
			image_row(image, y)[x] =
				(x / TILE + y / TILE) % 2 ? 0xd0d0d0 : 0x404040;
	if (sigma > 0)
		assert_int_equal(degrade_blur(image, sigma, NULL), 0);
	degrade_noise(image, 3, &rng);
}

static void how_soft(void **state)
{
	const double pixels = SIDE * SIDE;
	const struct {
		double sigma;
		int factor;
	} cases[] = { { 0, 1 }, { 0.5, 1 }, { 1.2, 2 }, { 2, 3 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct image image;

		make_board(&image, cases[i].sigma);
		assert_int_equal(soft_find_factor(&image, pixels / 9),
				 cases[i].factor);
		assert_int_equal(soft_find_factor(&image, pixels / 3), 1);
		/* nothing on it tells */
		memset(image.pixels, 0, sizeof *image.pixels * SIDE * SIDE);
		assert_int_equal(soft_find_factor(&image, pixels / 9), 1);
		image_fini(&image);
	}
}

static void shrinks_each_channel(void **state)
{
	enum { WIDTH = 407, HEIGHT = 32 };
	struct image image = { 0 }, small = { 0 };

	(void)state;
	assert_int_equal(image_init(&image, WIDTH, HEIGHT, NULL), 0);
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		image.pixels[i] = 0x01000000u * 7 + 0x010000u * (i % 251) +
				  0x0100u * (i * 7 % 256) + (i * i % 257 & 255);
	for (int factor = 1; factor <= 8; factor++) {
		assert_int_equal(image_shrink(&image, factor, &small, NULL), 0);
		assert_int_equal(small.width, WIDTH / factor);
		assert_int_equal(small.height, HEIGHT / factor);
		for (int i = 0; i < small.width * small.height * 3; i++) {
			int x = i / 3 % small.width, y = i / 3 / small.width;
			int all = factor * factor, sum = 0, shift = 8 * (i % 3);

			for (int k = 0; k < all; k++)
				sum += image_row(&image,
						 y * factor + k / factor)
						       [x * factor +
							k % factor] >>
					       shift &
				       255;
			assert_int_equal(image_row(&small, y)[x] >> shift & 255,
					 (2 * sum + all) / (2 * all));
		}
		image_fini(&small);
		memset(&small, 0, sizeof small);
	}
	assert_int_equal(image_shrink(&image, 33, &small, NULL), -1);
	image_fini(&small);
	image_fini(&image);
}

/* The same puzzles, as sure, and their places so many times as far. */
static void is_read_smaller(void **state)
{
	enum { TIMES = 4 };
	const char *path = SOURCE_DIR "/samples/tracks/photo-3.jpg";
	struct homography map = { { TIMES, 0, (TIMES - 1) / 2.0, 0, TIMES,
				    (TIMES - 1) / 2.0, 0, 0, 1 } };
	struct vision *vision = vision_new(NULL);
	struct sighting_list lists[2] = { { 0 } };
	struct image image = { 0 };

	(void)state;
	assert_int_equal(file_load_image(path, &image, NULL), 0);
	assert_int_equal(vision_read(vision, &image, 1u << FAMILY_tracks,
				     &lists[0], NULL),
			 0);
	assert_int_equal(degrade_warp(&image, &map, image.width * TIMES,
				      image.height * TIMES, 0, NULL),
			 0);
	assert_int_equal(soft_find_factor(&image, 1.2e6), 3);
	assert_int_equal(vision_read(vision, &image, 1u << FAMILY_tracks,
				     &lists[1], NULL),
			 0);
	assert_int_equal(lists[0].count, 1);
	assert_int_equal(lists[1].count, 1);
	assert_true(puzzle_equal(&lists[0].sightings[0].puzzle,
				 &lists[1].sightings[0].puzzle, NULL));
	for (int i = 0; i < 4; i++) {
		struct point one = homography_apply(
			&map, lists[0].sightings[0].px_corners.corner[i]);
		struct point other = lists[1].sightings[0].px_corners.corner[i];

		assert_true(point_distance(one, other) < 3 * TIMES);
	}
	for (int i = 0; i < 2; i++)
		sighting_list_fini(&lists[i]);
	image_fini(&image);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_soft),
		cmocka_unit_test(shrinks_each_channel),
		cmocka_unit_test(is_read_smaller),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
