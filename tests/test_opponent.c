/* What colours show where brightness tells nothing: the planes' values, and
 * where they tell more. Rows are no whole number of lanes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cv.h"
#include "opponent.h"
#include "rng.h"

enum { WIDTH = 53, HEIGHT = 37, STRIPE = 8 };

/* Upright stripes of two colours. */
static struct image stripes(uint32_t one, uint32_t other)
{
	struct image image;

	assert_int_equal(image_init(&image, WIDTH, HEIGHT, NULL), 0);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			image_row(&image, y)[x] = x / STRIPE % 2 ? one : other;
	return image;
}

static void check_value(uint32_t pixel, enum opponent axis, int value)
{
	struct image image = stripes(pixel, pixel);
	struct plane plane;

	assert_int_equal(plane_opponent(&image, axis, 1, &plane), 0);
	assert_int_equal(plane.width, WIDTH);
	assert_int_equal(plane.height, HEIGHT);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			assert_int_equal(plane_row(&plane, y)[x], value);
	plane_fini(&plane);
	image_fini(&image);
}

static void values(void **state)
{
	(void)state;
	check_value(0x808080, OPPONENT_RED_GREEN, 128);
	check_value(0x808080, OPPONENT_YELLOW_BLUE, 128);
	/* 100, 60, 20 */
	check_value(0x643c14, OPPONENT_RED_GREEN, 128 + 40);
	check_value(0x643c14, OPPONENT_YELLOW_BLUE, 128 - 60);
	/* purer than there are levels; and what the top byte holds */
	check_value(0xffff0000, OPPONENT_RED_GREEN, 255);
	check_value(0x00ff00, OPPONENT_RED_GREEN, 0);
	check_value(0x0000ff, OPPONENT_YELLOW_BLUE, 255);
	check_value(0xffff00, OPPONENT_YELLOW_BLUE, 0);
}

/* 128 and the mean of a square's colours along an axis, in whole levels. */
static int mean_of(const struct image *image, int x, int y, int side,
		   enum opponent axis)
{
	int red = 0, green = 0, blue = 0, sum;

	for (int i = 0; i < side * side; i++) {
		uint32_t pixel = image_row(image, y + i / side)[x + i % side];

		red += pixel >> 16 & 255;
		green += pixel >> 8 & 255;
		blue += pixel & 255;
	}
	sum = axis == OPPONENT_RED_GREEN ? 2 * (red - green)
					 : 2 * blue - red - green;
	sum = 128 + sum / (2 * side * side);
	return sum < 0 ? 0 : sum > 255 ? 255 : sum;
}

static void means(void **state)
{
	static const int sides[] = { 1, 2, 3, 5, OPPONENT_SHRINK_MOST };
	struct image image = stripes(0, 0);
	struct rng rng;

	(void)state;
	rng_seed(&rng, 3);
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		image.pixels[i] = (uint32_t)rng_below(&rng, 1 << 24);
	for (int i = 0; i < 2 * 5; i++) {
		enum opponent axis = (enum opponent)(i % 2);
		int side = sides[i / 2];
		struct plane plane;

		assert_int_equal(plane_opponent(&image, axis, side, &plane), 0);
		assert_int_equal(plane.width, WIDTH / side);
		assert_int_equal(plane.height, HEIGHT / side);
		for (int y = 0; y < plane.height; y++)
			for (int x = 0; x < plane.width; x++)
				assert_int_equal(plane_row(&plane, y)[x],
						 mean_of(&image, x * side,
							 y * side, side, axis));
		plane_fini(&plane);
	}
	image_fini(&image);
}

static double tells_beside(uint32_t one, uint32_t other, int row_every,
			   const struct box *without, int count)
{
	struct image image = stripes(one, other);
	struct plane grey;
	const struct opponent_view view = { 1, &grey, row_every, without,
					    count };
	double share;

	assert_int_equal(plane_init(&grey, WIDTH, HEIGHT), 0);
	assert_int_equal(cv_grey(image.pixels, image.stride, WIDTH, HEIGHT,
				 grey.data, (size_t)grey.stride),
			 0);
	share = opponent_tells(&image, &view);
	plane_fini(&grey);
	image_fini(&image);
	return share;
}

/* The same share of all rows tells as of some. */
static double tells(uint32_t one, uint32_t other)
{
	double share = tells_beside(one, other, 1, NULL, 0);

	for (int every = 2; every < 8; every++)
		assert_float_equal(tells_beside(one, other, every, NULL, 0),
				   share, 1e-9);
	return share;
}

static void where_it_tells(void **state)
{
	/* two pixels at each of six rims of a row */
	const double all = 12.0 / WIDTH;

	(void)state;
	/* grey on a magenta as bright */
	assert_float_equal(tells(0x808080, 0xc85ac8), all, 1e-9);
	/* brightness alone, and much of it beside a tint */
	assert_float_equal(tells(0x808080, 0x404040), 0, 0);
	assert_float_equal(tells(0x505050, 0xd8c8c8), 0, 0);
	/* along the other axis */
	assert_float_equal(tells(0x808080, 0x8a8a1c), all, 1e-9);
	/* too little of it */
	assert_float_equal(tells(0x808080, 0x867d80), 0, 0);
}

/* Rims that lie level are seen on the rows beside them alone. */
static void where_it_tells_across(void **state)
{
	/* of eight rows, but for the first and last column */
	const double all = 8.0 * (WIDTH - 2) / (WIDTH * (HEIGHT - 2.0));
	struct image image;
	struct plane grey;
	const struct opponent_view view = { 1, &grey, 1, NULL, 0 };

	(void)state;
	assert_int_equal(image_init(&image, WIDTH, HEIGHT, NULL), 0);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			image_row(&image, y)[x] =
				y / STRIPE % 2 ? 0x808080 : 0xc85ac8;
	assert_int_equal(plane_init(&grey, WIDTH, HEIGHT), 0);
	assert_int_equal(cv_grey(image.pixels, image.stride, WIDTH, HEIGHT,
				 grey.data, (size_t)grey.stride),
			 0);
	assert_float_equal(opponent_tells(&image, &view), all, 1e-9);
	plane_fini(&grey);
	image_fini(&image);
}

static void beside_what_is_known(void **state)
{
	const double all = 12.0 / WIDTH;
	/* all; the first rim on all rows; nothing of it, aside or below; and
	 * on the first of six rows that are looked at, beyond all sides */
	const struct box whole = { -3, -3, WIDTH + 6, HEIGHT + 6 };
	const struct box rim = { STRIPE - 4, 0, 8, HEIGHT };
	const struct box outside[] = { { -20, 0, 20, HEIGHT },
				       { WIDTH, 0, 20, HEIGHT },
				       { 0, HEIGHT, WIDTH, 20 } };
	const struct box row = { -10, -10, 2 * WIDTH, 12 };

	(void)state;
	assert_float_equal(tells_beside(0x808080, 0xc85ac8, 1, &whole, 1), 0,
			   0);
	assert_float_equal(tells_beside(0x808080, 0xc85ac8, 1, &rim, 1),
			   all * 5 / 6, 1e-9);
	assert_float_equal(tells_beside(0x808080, 0xc85ac8, 1, outside, 3), all,
			   1e-9);
	assert_float_equal(tells_beside(0x808080, 0xc85ac8, 6, &row, 1),
			   all * 5 / 6, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(means),
		cmocka_unit_test(where_it_tells),
		cmocka_unit_test(where_it_tells_across),
		cmocka_unit_test(beside_what_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
