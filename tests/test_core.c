/* core/: memory, strings, geometry, pictures, clocks, random numbers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "alloc.h"
#include "buffer.h"
#include "deadline.h"
#include "forest.h"
#include "geometry.h"
#include "image.h"
#include "order.h"
#include "rng.h"

static void arrays_do_not_overflow(void **state)
{
	int *list = alloc_array(4, sizeof *list);
	size_t capacity = 4;

	(void)state;
	assert_non_null(list);
	for (int i = 0; i < 4; i++)
		assert_int_equal(list[i], 0);
	assert_null(alloc_array(SIZE_MAX / 2, 4));
	free(alloc_array(0, 8));
	list[3] = 7;
	assert_int_equal(alloc_grow(&list, &capacity, 100, sizeof *list), 0);
	assert_true(capacity >= 100);
	assert_int_equal(list[3], 7);
	assert_int_equal(
		alloc_grow(&list, &capacity, SIZE_MAX / 2, sizeof *list), -1);
	assert_int_equal(list[3], 7);
	free(list);
}

static void buffers_grow(void **state)
{
	struct buffer buffer;

	(void)state;
	buffer_init(&buffer);
	assert_string_equal(buffer_text(&buffer), "");
	for (int i = 0; i < 1000; i++)
		buffer_printf(&buffer, "%d,", i % 10);
	assert_int_equal(buffer.length, 2000);
	assert_false(buffer.failed);
	buffer_append(&buffer, "a\0b", 3);
	assert_int_equal(buffer.length, 2003);
	assert_memory_equal(buffer.data + 2000, "a\0b", 4);
	buffer_fini(&buffer);
}

static void near(struct point at, double x, double y)
{
	if (hypot(at.x - x, at.y - y) > 1e-6)
		fail_msg("%.9f,%.9f instead of %.9f,%.9f", at.x, at.y, x, y);
}

static void homographies_map_corners(void **state)
{
	struct quad unit = quad_from_box(0, 0, 1, 1);
	struct quad skew = {
		{ { 10, 20 }, { 110, 35 }, { 95, 140 }, { 5, 120 } }
	};
	struct homography map, back, same;

	(void)state;
	assert_int_equal(homography_from_quads(&unit, &skew, &map), 0);
	for (int i = 0; i < 4; i++)
		near(homography_apply(&map, unit.corner[i]), skew.corner[i].x,
		     skew.corner[i].y);
	assert_int_equal(homography_inverse(&map, &back), 0);
	same = homography_compose(&map, &back);
	near(homography_apply(&same, (struct point){ 0.3, 0.8 }), 0.3, 0.8);
	assert_int_equal(homography_fit(unit.corner, skew.corner, 4, &same), 0);
	near(homography_apply(&same, (struct point){ 1, 1 }), 95, 140);
	/* three corners on a line */
	skew.corner[1] = (struct point){ 7.5, 70 };
	assert_int_equal(homography_from_quads(&unit, &skew, &map), -1);
}

static void homographies_are_fitted_through_noise(void **state)
{
	struct quad unit = quad_from_box(0, 0, 10, 10);
	struct quad skew = {
		{ { 10, 20 }, { 510, 35 }, { 495, 540 }, { 5, 520 } }
	};
	struct point from[121], to[121];
	struct homography truth, fitted;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	assert_int_equal(homography_from_quads(&unit, &skew, &truth), 0);
	for (int i = 0; i < 121; i++) {
		from[i] = (struct point){ i % 11, i / 11 };
		to[i] = homography_apply(&truth, from[i]);
		to[i].x += 0.5 * rng_normal(&rng);
		to[i].y += 0.5 * rng_normal(&rng);
	}
	assert_int_equal(homography_fit(from, to, 121, &fitted), 0);
	for (int i = 0; i < 4; i++)
		assert_true(point_distance(
				    homography_apply(&fitted, unit.corner[i]),
				    skew.corner[i]) < 0.6);
	for (int i = 0; i < 121; i++)
		from[i].y = from[i].x;
	assert_int_equal(homography_fit(from, to, 3, &fitted), -1);
}

static void scale_is_pixels_a_unit(void **state)
{
	struct quad unit = quad_from_box(0, 0, 4, 2);
	struct quad large = quad_from_box(7, 9, 120, 60);
	struct homography map;

	(void)state;
	assert_int_equal(homography_from_quads(&unit, &large, &map), 0);
	assert_true(fabs(homography_scale(&map, (struct point){ 1, 1 }) - 30) <
		    1e-9);
}

static void quads_and_boxes(void **state)
{
	struct quad square = quad_from_box(0, 0, 10, 10);
	struct quad turned = square;
	struct box a = { 0, 0, 10, 10 };
	struct box b = { 5, 8, 10, 10 };

	(void)state;
	assert_true(quad_area(&square) == 100);
	turned.corner[1] = square.corner[3];
	turned.corner[3] = square.corner[1];
	assert_true(quad_area(&turned) == -100);
	assert_true(quad_is_convex(&square));
	assert_true(quad_contains(&square, (struct point){ 1, 9 }));
	assert_false(quad_contains(&square, (struct point){ -1, 5 }));
	turned = square;
	turned.corner[2] = (struct point){ 2, 2 };
	assert_false(quad_is_convex(&turned));
	assert_int_equal(box_overlap(&a, &b), 10);
	b.x = 10;
	assert_int_equal(box_overlap(&a, &b), 0);
	assert_true(box_contains(&a, 9, 9));
	assert_false(box_contains(&a, 10, 9));
}

static void pictures_are_bounded(void **state)
{
	struct image image;
	struct problem problem = { 0 };

	(void)state;
	assert_int_equal(image_init(&image, 5, 3, &problem), 0);
	image_row(&image, 2)[4] = 0x123456;
	assert_int_equal(image.pixels[2 * image.stride + 4], 0x123456);
	image_fini(&image);
	assert_int_equal(image_init(&image, 0, 3, &problem), -1);
	assert_true(problem.text[0]);
	assert_int_equal(image_init(&image, IMAGE_SIDE_MAX + 1, 1, NULL), -1);
	assert_int_equal(
		image_init(&image, IMAGE_SIDE_MAX, IMAGE_SIDE_MAX, NULL), -1);
	assert_int_equal(image_init(&image, 3, -3, NULL), -1);
}

static void pictures_are_copied(void **state)
{
	uint32_t pixels[2 * 5] = { 1, 2, 3, 90, 91, 4, 5, 6, 92, 93 };
	const struct image part = { 3, 2, 5, pixels };
	struct image none = { 0 }, copy;

	(void)state;
	assert_int_equal(image_copy(&part, &copy, NULL), 0);
	assert_int_equal(copy.width, 3);
	assert_int_equal(copy.height, 2);
	for (int i = 0; i < 6; i++)
		assert_int_equal(image_row(&copy, i / 3)[i % 3], i + 1);
	image_fini(&copy);
	assert_int_equal(image_copy(&none, &copy, NULL), -1);
	image_fini(&copy);
}

static void the_first_problem_is_kept(void **state)
{
	struct problem problem = { 0 };

	(void)state;
	assert_int_equal(problem_set(&problem, PROBLEM_INPUT, "no %s", "a"),
			 -1);
	assert_int_equal(problem_set(&problem, PROBLEM_LIMIT, "no b"), -1);
	assert_int_equal(problem.kind, PROBLEM_INPUT);
	assert_string_equal(problem.text, "no a");
	assert_int_equal(problem_set(NULL, PROBLEM_INPUT, "x"), -1);
}

static void deadlines_pass(void **state)
{
	volatile sig_atomic_t stop = 0;
	struct deadline deadline = deadline_in(100, &stop);

	(void)state;
	assert_false(deadline_passed(&deadline));
	assert_true(deadline_left(&deadline) > 90);
	stop = 1;
	assert_true(deadline_passed(&deadline));
	deadline = deadline_in(0, NULL);
	assert_true(deadline_passed(&deadline));
	deadline = deadline_in(-1, NULL);
	assert_true(deadline_passed(&deadline));
	assert_true(deadline_left(&deadline) == 0);
	deadline = deadline_never();
	assert_false(deadline_passed(&deadline));
	assert_true(deadline_left(&deadline) > 1e6);
}

/* Sets of a grid's columns, joined in a shaken order, are known by their
 * least number. */
static void forests_join_sets(void **state)
{
	enum { ROWS = 50, COLUMNS = 7 };
	int parent[ROWS * COLUMNS], order[ROWS * COLUMNS];
	struct rng rng;

	(void)state;
	rng_seed(&rng, 3);
	for (int i = 0; i < ROWS * COLUMNS; i++)
		parent[i] = order[i] = i;
	for (int i = ROWS * COLUMNS - 1; i > 0; i--) {
		int k = (int)rng_below(&rng, (unsigned)i + 1), swap = order[i];

		order[i] = order[k];
		order[k] = swap;
	}
	for (int i = 0; i < ROWS * COLUMNS; i++) {
		int low = order[i], above = low - COLUMNS;

		if (above < 0)
			continue;
		forest_join(parent, i % 2 ? low : above, i % 2 ? above : low);
	}
	for (int i = 0; i < ROWS * COLUMNS; i++)
		assert_int_equal(forest_root(parent, i), i % COLUMNS);
}

static void random_numbers_repeat(void **state)
{
	struct rng a, b;
	double sum = 0, squares = 0;

	(void)state;
	rng_seed(&a, 42);
	rng_seed(&b, 42);
	for (int i = 0; i < 100; i++)
		assert_true(rng_next(&a) == rng_next(&b));
	rng_seed(&b, 43);
	assert_true(rng_next(&a) != rng_next(&b));
	for (int i = 0; i < 1000; i++) {
		int number = rng_between(&a, -3, 4);
		double real = rng_real(&a, 2, 3);

		assert_true(number >= -3 && number <= 4);
		assert_true(real >= 2 && real < 3);
		assert_true(rng_below(&a, 7) < 7);
	}
	for (int i = 0; i < 10000; i++) {
		double number = rng_normal(&a);

		sum += number;
		squares += number * number;
	}
	assert_true(fabs(sum / 10000) < 0.05);
	assert_true(fabs(squares / 10000 - 1) < 0.05);
}

/* What is picked is what stands there when they are sorted; what is no number
 * stops nothing. */
static void numbers_are_picked(void **state)
{
	enum { MOST = 70 };
	double sorted[MOST], doubles[MOST];
	float floats[MOST];
	struct rng rng;

	(void)state;
	rng_seed(&rng, 5);
	for (int count = 1; count <= MOST; count++)
		for (int at = 0; at < count; at++) {
			/* many are equal */
			for (int i = 0; i < count; i++)
				sorted[i] = (double)rng_below(&rng, 40) - 20;
			for (int i = 0; i < count; i++) {
				doubles[i] = sorted[i];
				floats[i] = (float)sorted[i];
			}
			qsort(sorted, (size_t)count, sizeof *sorted,
			      order_doubles);
			assert_true(order_pick_double(doubles, count, at) ==
				    sorted[at]);
			assert_true(order_pick_float(floats, count, at) ==
				    (float)sorted[at]);
			qsort(doubles, (size_t)count, sizeof *doubles,
			      order_doubles);
			assert_memory_equal(doubles, sorted,
					    (size_t)count * sizeof *sorted);
		}
	for (int i = 0; i < MOST; i++)
		doubles[i] = i % 3 ? (double)NAN : i;
	for (int at = 0; at < MOST; at++)
		order_pick_double(doubles, MOST, at);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arrays_do_not_overflow),
		cmocka_unit_test(buffers_grow),
		cmocka_unit_test(homographies_map_corners),
		cmocka_unit_test(homographies_are_fitted_through_noise),
		cmocka_unit_test(scale_is_pixels_a_unit),
		cmocka_unit_test(quads_and_boxes),
		cmocka_unit_test(pictures_are_bounded),
		cmocka_unit_test(pictures_are_copied),
		cmocka_unit_test(the_first_problem_is_kept),
		cmocka_unit_test(deadlines_pass),
		cmocka_unit_test(forests_join_sets),
		cmocka_unit_test(random_numbers_repeat),
		cmocka_unit_test(numbers_are_picked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
