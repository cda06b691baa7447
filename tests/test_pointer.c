/* The game's pointer is found wherever it lies and taken off; what only looks
 * like it is left. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "degrade.h"
#include "image.h"
#include "picture.h"
#include "pointer.h"
#include "pointer_votes.h"
#include "scene.h"
#include "scene_panel_world.h"

enum { WIDTH = 1280, HEIGHT = 720, PITCH = 42, LINE = 13 };

/* What is painted over a lattice of lines. */
typedef void paint_fn(cairo_t *cr, struct point px);

static void paint(struct image *image, struct point px, paint_fn *over)
{
	cairo_t *cr = picture_pen(image);

	scene_colour(cr, 0x20a070);
	cairo_paint(cr);
	scene_colour(cr, 0x303828);
	for (int i = 5; i < 14; i++) {
		cairo_rectangle(cr, i * PITCH, 5 * PITCH, LINE, 8 * PITCH);
		cairo_rectangle(cr, 5 * PITCH, i * PITCH, 8 * PITCH, LINE);
	}
	cairo_fill(cr);
	if (over)
		over(cr, px);
	cairo_destroy(cr);
}

static void paint_alone(cairo_t *cr, struct point px)
{
	world_paint_pointer(cr, px, HEIGHT, 0);
}

static void paint_halo(cairo_t *cr, struct point px)
{
	world_paint_pointer(cr, px, HEIGHT, 60);
}

/* As large as the pointer's disc, pale and opaque. */
static void paint_dot(cairo_t *cr, struct point px)
{
	scene_colour(cr, 0xa0a4a0);
	cairo_arc(cr, px.x, px.y, 14.0 / 1080 * HEIGHT, 0, 2 * M_PI);
	cairo_fill(cr);
}

/* As some of the game's screens have it: a ring that takes a sixth of the
 * light, over a halo that lies over the panel. */
static void paint_faint_ring(cairo_t *cr, struct point px)
{
	const double unit = 14.0 / 1080 * HEIGHT;

	cairo_set_source_rgba(cr, 1, 1, 1, 0.29);
	cairo_arc(cr, px.x, px.y, 90.0 / 1080 * HEIGHT, 0, 2 * M_PI);
	cairo_fill(cr);
	cairo_set_source_rgba(cr, 1, 1, 1, 0.41);
	cairo_arc(cr, px.x, px.y, unit, 0, 2 * M_PI);
	cairo_fill(cr);
	cairo_set_source_rgba(cr, 0, 0, 0, 0.17);
	cairo_set_line_width(cr, 3.0 / 1080 * HEIGHT);
	cairo_arc(cr, px.x, px.y, unit * 16 / 14, 0, 2 * M_PI);
	cairo_stroke(cr);
}

static bool find(paint_fn *over, struct point px, struct image *image,
		 struct pointer *pointer)
{
	struct problem problem;

	*image = (struct image){ 0 };
	assert_int_equal(image_init(image, WIDTH, HEIGHT, &problem), 0);
	paint(image, px, over);
	return pointer_find(image, pointer);
}

static int off_by(uint32_t a, uint32_t b)
{
	int most = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int off =
			abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

		most = off > most ? off : most;
	}
	return most;
}

/* The share of pixels around the pointer that are not as they are below. */
static double wrong_share(const struct image *image, struct point px)
{
	struct image below = { 0 };
	struct problem problem;
	int wrong = 0, all = 0;

	assert_int_equal(image_init(&below, WIDTH, HEIGHT, &problem), 0);
	paint(&below, px, NULL);
	for (int y = (int)px.y - 45; y < px.y + 45; y++)
		for (int x = (int)px.x - 45; x < px.x + 45; x++) {
			wrong += off_by(image_row(image, y)[x],
					image_row(&below, y)[x]) > 25;
			all++;
		}
	image_fini(&below);
	return (double)wrong / all;
}

static const struct point places[] = {
	{ 300.4, 305.7 }, /* a crossing, a cell, a line, the rim */
	{ 322, 322 },
	{ 343.5, 300.2 },
	{ 217, 260 },
};
enum { PLACES = sizeof places / sizeof *places };

static void check_lifted(paint_fn *over, double px_halo, double wrong_most)
{
	for (int i = 0; i < PLACES; i++) {
		struct problem problem;
		struct pointer pointer;
		struct image image;

		assert_true(find(over, places[i], &image, &pointer));
		assert_true(fabs(pointer.px_x - places[i].x) < 1);
		assert_true(fabs(pointer.px_y - places[i].y) < 1);
		assert_true(fabs(pointer.px_halo - px_halo) < 1.5);
		assert_int_equal(pointer_lift(&pointer, &image, &problem), 0);
		assert_true(wrong_share(&image, places[i]) < wrong_most);
		image_fini(&image);
	}
}

static void test_pointer(void **state)
{
	(void)state;
	check_lifted(paint_alone, 0, 0.03);
}

static void test_faint_ring(void **state)
{
	(void)state;
	check_lifted(paint_faint_ring, 90.0 / 1080 * HEIGHT, 0.02);
}

static void test_halo(void **state)
{
	(void)state;
	check_lifted(paint_halo, 60.0 / 1080 * HEIGHT, 0.06);
}

static void test_none(void **state)
{
	paint_fn *const overs[] = { NULL, paint_dot };

	(void)state;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < PLACES; i++) {
			struct pointer pointer;
			struct image image;

			assert_false(
				find(overs[k], places[i], &image, &pointer));
			image_fini(&image);
		}
}

/* Where a halo's rim lies on even ground nothing shines through it, but its
 * share is the game's. */
static void test_halo_on_even(void **state)
{
	const struct point aside = { 950, 350 };
	struct problem problem;
	struct pointer pointer;
	struct image image;

	(void)state;
	assert_true(find(paint_halo, aside, &image, &pointer));
	assert_true(fabs(pointer.px_halo - 60.0 / 1080 * HEIGHT) < 1.5);
	assert_true(fabs(pointer.halo - 0.3) < 0.02);
	assert_int_equal(pointer_lift(&pointer, &image, &problem), 0);
	assert_true(wrong_share(&image, aside) < 0.06);
	image_fini(&image);
}

/* Where the ring was told a little too faint no seam of it is left on even
 * ground. */
static void test_seam(void **state)
{
	const struct point aside = { 950, 350 };
	struct problem problem;
	struct pointer pointer;
	struct image image, below;

	(void)state;
	assert_true(find(paint_alone, aside, &image, &pointer));
	assert_false(find(NULL, aside, &below, &(struct pointer){ 0 }));
	pointer.ring -= 0.1;
	assert_int_equal(pointer_lift(&pointer, &image, &problem), 0);
	for (int y = (int)aside.y - 20; y < aside.y + 20; y++)
		for (int x = (int)aside.x - 20; x < aside.x + 20; x++)
			assert_true(off_by(image_row(&image, y)[x],
					   image_row(&below, y)[x]) < 7);
	image_fini(&image);
	image_fini(&below);
}

/* Along the ring, where it is hit straight. */
static void paint_stripe(cairo_t *cr, struct point px)
{
	scene_colour(cr, 0x101010);
	cairo_rectangle(cr, floor(px.x) + 9, px.y - 30, 3, 60);
	cairo_fill(cr);
}

static void paint_on_stripe(cairo_t *cr, struct point px)
{
	paint_stripe(cr, px);
	paint_alone(cr, px);
}

/* What lies along the ring is no seam of it. */
static void test_along_ring(void **state)
{
	const struct point aside = { 950, 350 };
	struct problem problem;
	struct pointer pointer;
	struct image image, below;
	int wrong = 0;

	(void)state;
	assert_true(find(paint_on_stripe, aside, &image, &pointer));
	assert_false(find(paint_stripe, aside, &below, &(struct pointer){ 0 }));
	assert_int_equal(pointer_lift(&pointer, &image, &problem), 0);
	for (int y = (int)aside.y - 5; y < aside.y + 5; y++)
		wrong += off_by(image_row(&image, y)[(int)aside.x + 10],
				image_row(&below, y)[(int)aside.x + 10]) > 40;
	assert_true(wrong <= 1);
	image_fini(&image);
	image_fini(&below);
}

static void paint_on_black(cairo_t *cr, struct point px)
{
	scene_colour(cr, 0x040404);
	cairo_rectangle(cr, px.x - 60, px.y - 60, 120, 120);
	cairo_fill(cr);
	paint_alone(cr, px);
}

/* Like the pointer on black, but darker or larger. */
static void paint_other_on_black(cairo_t *cr, struct point px)
{
	bool dark = px.x < 900;

	scene_colour(cr, 0x040404);
	cairo_rectangle(cr, px.x - 60, px.y - 60, 120, 120);
	cairo_fill(cr);
	scene_colour(cr, dark ? 0x505050 : 0x6a6a6a);
	cairo_arc(cr, px.x, px.y, (dark ? 14.0 : 16.5) / 1080 * HEIGHT, 0,
		  2 * M_PI);
	cairo_fill(cr);
}

/* On black neither a ring nor the ground shows: size and share tell, but a dot
 * may have these. */
static void test_on_black(void **state)
{
	const struct point aside[] = { { 850, 350 }, { 950, 350 } };
	struct pointer pointer;
	struct image image;

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_true(find(paint_on_black, aside[i], &image, &pointer));
		assert_true(fabs(pointer.px_x - aside[i].x) < 1);
		assert_true(pointer.like_dot);
		image_fini(&image);
		assert_false(
			find(paint_other_on_black, aside[i], &image, &pointer));
		image_fini(&image);
		assert_true(find(paint_alone, aside[i], &image, &pointer));
		assert_false(pointer.like_dot);
		image_fini(&image);
	}
}

/* Grounds of which the darkest channel hardly shows a ring. */
static const uint32_t dark_in_one[] = { 0x000078, 0x008000, 0x181000 };
enum { GROUNDS = sizeof dark_in_one / sizeof *dark_in_one };

static void paint_on_ground(cairo_t *cr, struct point px)
{
	scene_colour(cr, dark_in_one[(int)px.x % GROUNDS]);
	cairo_rectangle(cr, px.x - 60, px.y - 60, 120, 120);
	cairo_fill(cr);
	paint_alone(cr, px);
}

/* All channels tell the ring, and how wide it is, through grain. */
static void test_dark_in_one(void **state)
{
	(void)state;
	for (int i = 0; i < GROUNDS; i++) {
		struct point middle = { 850.9 + i, 349.4 };
		struct pointer pointer;
		struct image image;
		struct rng rng;

		rng_seed(&rng, (uint64_t)i);
		find(paint_on_ground, middle, &image, &pointer);
		degrade_noise(&image, 2.4, &rng);
		assert_true(pointer_find(&image, &pointer));
		assert_false(pointer.like_dot);
		assert_true(pointer.px_ring - pointer.px_inner >
			    0.05 * pointer.px_disc);
		image_fini(&image);
	}
}

/* Bright lines on dark ground, about as wide as the disc. */
static void paint_crossing(cairo_t *cr, struct point px)
{
	scene_colour(cr, px.x < 900 ? 0x101c20 : 0x0a0a0a);
	cairo_rectangle(cr, px.x - 60, px.y - 60, 120, 120);
	cairo_fill(cr);
	scene_colour(cr, px.x < 900 ? 0x70785a : 0x606060);
	cairo_rectangle(cr, px.x - 60, px.y - 7, 120, 14);
	cairo_rectangle(cr, px.x - 7, px.y - 60, 14, 120);
	cairo_fill(cr);
}

static void paint_on_crossing(cairo_t *cr, struct point px)
{
	paint_crossing(cr, px);
	paint_alone(cr, px);
}

/* A pale disc of the same size there, without a ring. */
static void paint_dot_on_crossing(cairo_t *cr, struct point px)
{
	paint_crossing(cr, px);
	scene_colour(cr, px.x < 900 ? 0xababab : 0xa1a1a1);
	cairo_arc(cr, px.x + 0.5, px.y + 0.5, 14.0 / 1080 * HEIGHT, 0,
		  2 * M_PI);
	cairo_fill(cr);
}

/* Of a ring lines hide some rays. */
static void test_on_crossing(void **state)
{
	const struct point aside[] = { { 850, 350 }, { 950, 350 } };
	struct pointer pointer;
	struct image image;

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_true(
			find(paint_on_crossing, aside[i], &image, &pointer));
		assert_true(fabs(pointer.px_x - aside[i].x) < 1);
		assert_false(pointer.like_dot);
		image_fini(&image);
		assert_false(find(paint_dot_on_crossing, aside[i], &image,
				  &pointer) &&
			     !pointer.like_dot);
		image_fini(&image);
	}
}

/* A halo that has shrunk until it lies within the disc, or beside the ring. */
static void paint_shrunk(cairo_t *cr, struct point px)
{
	cairo_set_source_rgba(cr, 1, 1, 1, 0.3);
	cairo_arc(cr, px.x + 0.5, px.y + 0.5,
		  px.x < 320 ? 5 : 19.5 / 1080 * HEIGHT, 0, 2 * M_PI);
	cairo_fill(cr);
	paint_alone(cr, px);
}

static void test_inner_halo(void **state)
{
	const struct point inner = { 300.4, 305.7 }, outer = { 322, 322 };
	struct pointer pointer;
	struct image image;

	(void)state;
	assert_true(find(paint_shrunk, inner, &image, &pointer));
	assert_true(fabs(pointer.px_halo - 5) < 1);
	assert_true(fabs(pointer.halo - 0.3) < 0.03);
	image_fini(&image);
	assert_true(find(paint_shrunk, outer, &image, &pointer));
	assert_true(fabs(pointer.px_halo - 13) < 1);
	assert_true(fabs(pointer.halo - 0.3) < 0.03);
	image_fini(&image);
}

/* Two discs on black, and the pointer, which has a ring, over lines. */
static void paint_three(cairo_t *cr, struct point px)
{
	paint_on_black(cr, (struct point){ 850, 350 });
	paint_alone(cr, px);
	paint_on_black(cr, (struct point){ 1050, 450 });
}

static void test_sure_first(void **state)
{
	(void)state;
	for (int i = 0; i < PLACES; i++) {
		struct pointer pointer;
		struct image image;

		assert_true(find(paint_three, places[i], &image, &pointer));
		assert_true(fabs(pointer.px_x - places[i].x) < 1);
		assert_false(pointer.like_dot);
		image_fini(&image);
	}
}

/* Pictures smaller than any disc hold none. */
static void test_small(void **state)
{
	(void)state;
	for (int side = 1; side < 8; side++) {
		struct problem problem;
		struct pointer pointer;
		struct image image = { 0 };

		assert_int_equal(image_init(&image, side, 8 - side, &problem),
				 0);
		assert_false(pointer_find(&image, &pointer));
		image_fini(&image);
	}
}

/* The place with the most votes around it, of those that have as many as the
 * others do, one after the other. */
static bool plain_next(const struct pointer_votes *votes, struct point *middle)
{
	int w = votes->plane.width,
	    most = (int)(0.45 * 2 * M_PI * votes->least);
	bool found = false;

	for (int y = 1; y < votes->plane.height - 1; y++)
		for (int x = 1; x < w - 1; x++) {
			int sum = 0;

			for (int i = 0; i < 9; i++)
				sum += votes->count[(y + i / 3 - 1) * w + x +
						    i % 3 - 1];
			if (sum <= most || 9 * votes->count[y * w + x] <= most)
				continue;
			most = sum;
			*middle = (struct point){ x, y };
			found = true;
		}
	return found;
}

static void test_votes(void **state)
{
	enum { WIDE = 83, HIGH = 40 };
	uint16_t count[WIDE * HIGH], row_most[HIGH];
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 200; round++) {
		struct pointer_votes votes = { .plane = { .width = WIDE,
							  .height = HIGH },
					       .shrink = 1,
					       .least = 3 + round % 20,
					       .most = 4,
					       .count = count,
					       .row_most = row_most };
		struct point middle = { 0, 0 }, plain = { 0, 0 };
		bool found;

		for (int i = 0; i < WIDE * HIGH; i++)
			count[i] = (uint16_t)(rand_r(&seed) % 40
						      ? 0
						      : rand_r(&seed) % 40);
		pointer_votes_sum_up(&votes);
		/* those around are taken away each time */
		do {
			found = plain_next(&votes, &plain);
			assert_int_equal(pointer_votes_next(&votes, &middle),
					 found);
			assert_true(middle.x == plain.x && middle.y == plain.y);
		} while (found);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pointer),
		cmocka_unit_test(test_halo),
		cmocka_unit_test(test_faint_ring),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_votes),
		cmocka_unit_test(test_halo_on_even),
		cmocka_unit_test(test_seam),
		cmocka_unit_test(test_along_ring),
		cmocka_unit_test(test_on_black),
		cmocka_unit_test(test_dark_in_one),
		cmocka_unit_test(test_on_crossing),
		cmocka_unit_test(test_inner_halo),
		cmocka_unit_test(test_sure_first),

	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
