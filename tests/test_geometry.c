#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "geometry.h"
#include "rng.h"

static const struct quad oblique = {
	{ { 12, 30 }, { 210, 44 }, { 190, 260 }, { -20, 180 } }
};

static void a_map_takes_corners_to_corners_and_back(void **state)
{
	struct quad box = quad_from_box(2, 3, 8, 5);
	struct homography map, back;

	(void)state;
	assert_int_equal(homography_from_quads(&box, &oblique, &map), 0);
	assert_int_equal(homography_inverse(&map, &back), 0);
	for (int i = 0; i < 4; i++) {
		struct point at = homography_apply(&map, box.corner[i]);

		assert_true(point_distance(at, oblique.corner[i]) < 1e-9);
		at = homography_apply(&back, at);
		assert_true(point_distance(at, box.corner[i]) < 1e-9);
	}
}

static void a_fit_finds_the_map_behind_noisy_pairs(void **state)
{
	struct quad box = quad_from_box(0, 0, 10, 10);
	struct homography map, fitted;
	struct point from[121], to[121];
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	assert_int_equal(homography_from_quads(&box, &oblique, &map), 0);
	for (int i = 0; i < 121; i++) {
		from[i] = (struct point){ i % 11, i / 11 };
		to[i] = homography_apply(&map, from[i]);
		to[i].x += 0.3 * rng_normal(&rng);
		to[i].y += 0.3 * rng_normal(&rng);
	}
	assert_int_equal(homography_fit(from, to, 121, &fitted), 0);
	for (int i = 0; i < 4; i++)
		assert_true(
			point_distance(homography_apply(&fitted, box.corner[i]),
				       oblique.corner[i]) < 0.5);
	/* points on a line determine nothing */
	for (int i = 0; i < 121; i++)
		from[i] = (struct point){ i, 2 * i };
	assert_int_equal(homography_fit(from, to, 121, &fitted), -1);
	assert_int_equal(homography_fit(from, to, 3, &fitted), -1);
}

/* Places on lines of a grid, of which only the coordinate across is known, and
 * two that count nothing. */
static void lines_determine_a_map(void **state)
{
	struct quad box = quad_from_box(0, 0, 3, 3);
	struct homography map, back, fitted;
	struct point from[32], to[32];
	struct known_part known[32];

	(void)state;
	assert_int_equal(homography_from_quads(&box, &oblique, &map), 0);
	assert_int_equal(homography_inverse(&map, &back), 0);
	for (int i = 0; i < 32; i++) {
		double along = 0.3 + i / 2 % 4 * 0.8, at = i / 8;
		bool upright = i % 2;

		to[i] = (struct point){ upright ? at : along,
					upright ? along : at };
		from[i] = homography_apply(&map, to[i]);
		known[i].coordinate = upright ? COORDINATE_X : COORDINATE_Y;
		known[i].weight = i == 5 || i == 16 ? 0 : 1;
		/* only about right */
		*(upright ? &to[i].y : &to[i].x) += 0.2;
	}
	from[5].x += 20;
	from[16].y -= 9;
	assert_int_equal(homography_fit_known(from, to, known, 32, &fitted), 0);
	for (int i = 0; i < 4; i++)
		assert_true(point_distance(homography_apply(&fitted,
							    oblique.corner[i]),
					   box.corner[i]) < 1e-6);
	/* upright lines alone */
	for (int i = 0; i < 32; i++)
		known[i].weight = i % 2;
	assert_int_equal(homography_fit_known(from, to, known, 32, &fitted),
			 -1);
}

static void degenerate_quads_have_no_map(void **state)
{
	struct quad flat = { { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 } } };
	struct homography map;

	(void)state;
	assert_int_equal(homography_from_quads(&flat, &oblique, &map), -1);
	assert_false(quad_is_convex(&flat));
	assert_true(quad_is_convex(&oblique));
}

static void inside_and_outside(void **state)
{
	struct box a = { 0, 0, 10, 10 }, b = { 5, 8, 10, 10 };

	(void)state;
	assert_true(quad_contains(&oblique, (struct point){ 100, 120 }));
	assert_false(quad_contains(&oblique, (struct point){ -10, 20 }));
	assert_int_equal(box_overlap(&a, &b), 10);
	assert_true(box_contains(&a, 9, 9));
	assert_false(box_contains(&a, 10, 9));
	assert_true(fabs(quad_area(&oblique)) > 0);
}

static void scale_is_pixels_a_unit(void **state)
{
	struct quad box = quad_from_box(0, 0, 4, 4);
	struct quad px = quad_from_box(7, 9, 100, 100);
	struct homography map;

	(void)state;
	assert_int_equal(homography_from_quads(&box, &px, &map), 0);
	assert_true(fabs(homography_scale(&map, (struct point){ 1, 3 }) - 25) <
		    1e-3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_map_takes_corners_to_corners_and_back),
		cmocka_unit_test(a_fit_finds_the_map_behind_noisy_pairs),
		cmocka_unit_test(lines_determine_a_map),
		cmocka_unit_test(degenerate_quads_have_no_map),
		cmocka_unit_test(inside_and_outside),
		cmocka_unit_test(scale_is_pixels_a_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
