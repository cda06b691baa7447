/* Lattices of several looks, drawn here through a known homography. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "lattice.h"
#include "page.h"
#include "rng.h"

/* How a lattice is drawn. */
struct look {
	const char *name;
	int columns, rows;
	struct quad corners; /* pixels */
	double line;         /* half the width of the lines, cells */
	int line_level, cell_level, other_level, paper_level;
	double noise;
	bool broken; /* diagonals strike through a third of the
		      * cells */
};

static int level_at(const struct look *look, struct point at)
{
	double fx = at.x - floor(at.x), fy = at.y - floor(at.y);
	double off_x = fmin(fx, 1 - fx), off_y = fmin(fy, 1 - fy);
	int x = (int)floor(at.x), y = (int)floor(at.y);

	if (at.x < -look->line || at.y < -look->line ||
	    at.x > look->columns + look->line || at.y > look->rows + look->line)
		return look->paper_level;
	if (fmin(off_x, off_y) < look->line)
		return look->line_level;
	if (look->broken && (x + 2 * y) % 3 == 0 && fabs(fx - fy) < 0.06)
		return 30;
	return (x + y) % 2 ? look->other_level : look->cell_level;
}

static void draw(const struct look *look, struct image *image)
{
	struct quad unit = quad_from_box(0, 0, look->columns, look->rows);
	struct homography to_cell;
	struct rng rng;

	rng_seed(&rng, 5);
	assert_int_equal(homography_from_quads(&look->corners, &unit, &to_cell),
			 0);
	assert_int_equal(image_init(image, 640, 480, NULL), 0);
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			double sum = 0;

			for (int i = 0; i < 9; i++) {
				struct point px = { x + (i % 3 - 1) / 3.0,
						    y + (i / 3 - 1) / 3.0 };

				sum += level_at(look, homography_apply(&to_cell,
								       px)) /
				       9.0;
			}
			sum += look->noise * rng_normal(&rng);
			sum = fmin(fmax(sum, 0), 255);
			image_row(image, y)[x] = (unsigned)sum * 0x010101;
		}
}

static void find(const struct look *look)
{
	struct image image;
	struct elements elements;
	struct lattice_list list = { 0 };
	const struct lattice *lattice;
	struct point corner[4] = { { 0, 0 },
				   { look->columns, 0 },
				   { look->columns, look->rows },
				   { 0, look->rows } };

	print_message("look: %s\n", look->name);
	draw(look, &image);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(lattice_find(&elements, &list), 0);
	assert_int_equal(list.count, 1);
	lattice = &list.lattices[0];
	assert_int_equal(lattice->columns, look->columns);
	assert_int_equal(lattice->rows, look->rows);
	for (int i = 0; i < 4; i++) {
		struct point px =
			homography_apply(&lattice->cell_to_px, corner[i]);

		assert_true(point_distance(px, look->corners.corner[i]) < 2.5);
	}
	lattice_list_fini(&list);
	elements_fini(&elements);
	image_fini(&image);
}

static const struct quad straight = {
	{ { 60, 40 }, { 420, 40 }, { 420, 310 }, { 60, 310 } }
};
static const struct quad tilted = {
	{ { 130, 60 }, { 520, 95 }, { 490, 420 }, { 90, 350 } }
};

static void every_look_is_found(void **state)
{
	const struct look looks[] = {
		{ "thin dark lines", 8, 6, straight, 0.03, 0, 255, 255, 255, 0,
		  false },
		{ "faint lines on grey", 12, 9, straight, 0.02, 208, 230, 230,
		  230, 0, false },
		{ "light lines on dark", 8, 6, straight, 0.04, 140, 20, 20, 20,
		  0, false },
		{ "chequerboard without lines", 8, 6, straight, 0, 0, 255, 240,
		  190, 0, false },
		{ "cards with gaps", 6, 5, straight, 0.1, 90, 220, 220, 90, 0,
		  false },
		{ "perspective", 8, 6, tilted, 0.03, 40, 210, 210, 200, 0,
		  false },
		{ "perspective and noise", 8, 6, tilted, 0.04, 40, 200, 200,
		  190, 4, false },
		{ "cells struck through", 8, 6, straight, 0.03, 60, 240, 240,
		  250, 0, true },
		{ "two by two", 2, 2, straight, 0.02, 0, 250, 250, 250, 0,
		  false },
		{ "thirty columns", 30, 20, straight, 0.06, 0, 255, 255, 255, 0,
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
		find(&looks[i]);
}

static void nothing_is_found_in_stripes_and_noise(void **state)
{
	struct image image;
	struct elements elements;
	struct lattice_list list = { 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 11);
	assert_int_equal(image_init(&image, 320, 240, NULL), 0);
	for (int y = 0; y < 240; y++)
		for (int x = 0; x < 320; x++)
			image_row(&image, y)[x] =
				y < 120 ? (y / 10 % 2 ? 0xffffff : 0x202020)
					: rng_below(&rng, 256) * 0x010101;
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(lattice_find(&elements, &list), 0);
	assert_int_equal(list.count, 0);
	lattice_list_fini(&list);
	elements_fini(&elements);
	image_fini(&image);
}

/* The only lattice of a picture that is looked at `shrink` times smaller. */
static struct lattice find_small(const struct look *look, int shrink)
{
	struct image image;
	struct elements elements;
	struct lattice_list list = { 0 };
	struct lattice lattice;

	draw(look, &image);
	assert_int_equal(elements_find(&elements, &image, shrink, NULL), 0);
	assert_int_equal(lattice_find(&elements, &list), 0);
	assert_int_equal(list.count, 1);
	lattice = list.lattices[0];
	assert_int_equal(lattice.columns, look->columns);
	assert_int_equal(lattice.rows, look->rows);
	lattice_list_fini(&list);
	elements_fini(&elements);
	image_fini(&image);
	return lattice;
}

/* Columns and rows that stand straight are not taken for leaning ones, where
 * no lines tell. */
static void straight_lattices_are_straight(void **state)
{
	const struct look looks[] = {
		{ "chequerboard in noise", 8, 6, straight, 0, 0, 255, 220, 120,
		  6, false },
		{ "leaning chequerboard", 8, 6, tilted, 0, 0, 255, 220, 120, 6,
		  false },
	};

	(void)state;
	for (int leaning = 0; leaning < 2; leaning++) {
		struct lattice lattice = find_small(&looks[leaning], 3);
		const double *m = lattice.cell_to_px.m;

		if (leaning)
			assert_true(fabs(m[1]) > 1 && fabs(m[3]) > 1);
		else
			assert_true(m[1] == 0 && m[3] == 0 && m[6] == 0 &&
				    m[7] == 0);
	}
}

/* A quadrilateral for each cell of three by three, from a corner on. */
static void add_board(struct quad *quads, size_t *count, double px_x,
		      double px_y, double px_side)
{
	for (int i = 0; i < 9; i++)
		quads[(*count)++] = quad_from_box(
			px_x + i % 3 * px_side * 1.05,
			px_y + (int)(i / 3) * px_side * 1.05, px_side, px_side);
}

/* Panels beside each other have no cells between them, though all stand in
 * line. */
static void boards_in_line_stand_apart(void **state)
{
	struct lattice_list list = { 0 };
	struct image image;
	struct elements elements;
	struct quad quads[18];
	size_t count = 0;

	(void)state;
	image_init(&image, 640, 480, NULL);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	add_board(quads, &count, 20, 20, 40);
	/* seven cells further on */
	add_board(quads, &count, 20 + 7 * 42, 21, 40);
	assert_int_equal(lattice_find_quads(&elements, quads, count, &list), 0);
	assert_int_equal(list.count, 2);
	for (size_t i = 0; i < list.count; i++) {
		assert_int_equal(list.lattices[i].columns, 3);
		assert_int_equal(list.lattices[i].rows, 3);
		assert_int_equal(list.lattices[i].cells, 9);
	}
	lattice_list_fini(&list);
	elements_fini(&elements);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_look_is_found),
		cmocka_unit_test(nothing_is_found_in_stripes_and_noise),
		cmocka_unit_test(straight_lattices_are_straight),
		cmocka_unit_test(boards_in_line_stand_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
