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
	bool rim;    /* they strike through those at the right and at
		      * the bottom, and upright lines are pale */
	double arm;  /* but at the rim, lines show so far (cells) around
		      * where they meet; 0: all along */
	bool parted; /* those in the middle show all along */
};

static bool is_at_rim(const struct look *look, struct point at)
{
	double x = fmin(fabs(at.x), fabs(look->columns - at.x));
	double y = fmin(fabs(at.y), fabs(look->rows - at.y));

	return fmin(x, y) < look->line;
}

static bool is_in_middle(const struct look *look, struct point at)
{
	return fabs(at.x - look->columns / 2) < look->line ||
	       fabs(at.y - look->rows / 2) < look->line;
}

static int level_at(const struct look *look, struct point at)
{
	double fx = at.x - floor(at.x), fy = at.y - floor(at.y);
	double off_x = fmin(fx, 1 - fx), off_y = fmin(fy, 1 - fy);
	int x = (int)floor(at.x), y = (int)floor(at.y);

	if (at.x < -look->line || at.y < -look->line ||
	    at.x > look->columns + look->line || at.y > look->rows + look->line)
		return look->paper_level;
	if (look->rim && off_x < look->line && off_y >= look->line)
		return (look->line_level + 3 * look->cell_level) / 4;
	if (fmin(off_x, off_y) < look->line &&
	    (look->arm == 0 || fmax(off_x, off_y) < look->arm ||
	     is_at_rim(look, at) || (look->parted && is_in_middle(look, at))))
		return look->line_level;
	if (look->rim && fabs(fx - fy) < 0.06 &&
	    (x == look->columns - 1 || y == look->rows - 1))
		return 30;
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
	/* cards with wide gaps have no lines where cells meet */
	if (look->line < 0.06)
		assert_true(lattice->line_share > 0.9);
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
		  false, false, 0, false },
		{ "faint lines on grey", 12, 9, straight, 0.02, 208, 230, 230,
		  230, 0, false, false, 0, false },
		{ "light lines on dark", 8, 6, straight, 0.04, 140, 20, 20, 20,
		  0, false, false, 0, false },
		{ "chequerboard without lines", 8, 6, straight, 0, 0, 255, 240,
		  190, 0, false, false, 0, false },
		{ "cards with gaps", 6, 5, straight, 0.1, 90, 220, 220, 90, 0,
		  false, false, 0, false },
		{ "perspective", 8, 6, tilted, 0.03, 40, 210, 210, 200, 0,
		  false, false, 0, false },
		{ "perspective and noise", 8, 6, tilted, 0.04, 40, 200, 200,
		  190, 4, false, false, 0, false },
		{ "cells struck through", 8, 6, straight, 0.03, 60, 240, 240,
		  250, 0, true, false, 0, false },
		{ "pale upright lines, a rim struck through", 8, 6, straight,
		  0.03, 0, 255, 255, 255, 0, false, true, 0, false },
		{ "two by two", 2, 2, straight, 0.02, 0, 250, 250, 250, 0,
		  false, false, 0, false },
		{ "thirty columns", 30, 20, straight, 0.06, 0, 255, 255, 255, 0,
		  false, false, 0, false },
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

static void resizing_moves_the_first_cell(void **state)
{
	struct quad unit = quad_from_box(0, 0, 4, 3);
	struct quad px = quad_from_box(100, 50, 40, 30);
	struct lattice lattice = { .columns = 4, .rows = 3 };
	struct point at;

	(void)state;
	assert_int_equal(homography_from_quads(&unit, &px, &lattice.cell_to_px),
			 0);
	lattice_resize(&lattice, 1, -1, 0, 2);
	assert_int_equal(lattice.columns, 5);
	assert_int_equal(lattice.rows, 4);
	at = homography_apply(&lattice.cell_to_px, (struct point){ 0, 0 });
	assert_true(point_distance(at, (struct point){ 90, 60 }) < 1e-9);
	at = homography_apply(&lattice.px_to_cell, (struct point){ 90, 60 });
	assert_true(point_distance(at, (struct point){ 0, 0 }) < 1e-9);
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

/* A picture looked at three times smaller puts cells pixels beside where
 * they are; their lines are looked at in full. */
static void a_lattice_lies_on_its_lines(void **state)
{
	static const struct quad aslant = {
		{ { 62, 47 }, { 421.4, 40.7 }, { 425.7, 285.7 }, { 66.3, 292 } }
	};
	const struct look looks[] = {
		{ "thin dark lines", 8, 6, straight, 0.03, 0, 255, 255, 255, 0,
		  false, false, 0, false },
		{ "light lines in noise", 8, 6, straight, 0.04, 140, 20, 20, 20,
		  4, false, false, 0, false },
		{ "aslant", 8, 6, aslant, 0.04, 0, 255, 255, 255, 0, false,
		  false, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		struct lattice lattice = find_small(&looks[i], 3);
		struct quad px = lattice_px_corners(&lattice);

		for (int j = 0; j < 4; j++) {
			double off = point_distance(px.corner[j],
						    looks[i].corners.corner[j]);

			print_message("%s: corner %d is %.2f px off\n",
				      looks[i].name, j, off);
			assert_true(off < 0.25);
		}
	}
}

/* Columns and rows that stand straight are not taken for leaning ones, where
 * no lines tell. */
static void straight_lattices_are_straight(void **state)
{
	const struct look looks[] = {
		{ "chequerboard in noise", 8, 6, straight, 0, 0, 255, 220, 120,
		  6, false, false, 0, false },
		{ "leaning chequerboard", 8, 6, tilted, 0, 0, 255, 220, 120, 6,
		  false, false, 0, false },
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

/* Boards that stand in line keep to their own cells, where these may reach no
 * further than the next one. */
static void boards_in_line_are_lattices_of_their_own(void **state)
{
	struct image image;
	struct elements elements;
	struct quad quads[18];

	(void)state;
	image_init(&image, 640, 480, NULL);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	for (int far = 0; far < 2; far++) {
		struct lattice_list list = { 0 };
		int reach = far ? LATTICE_REACH_ALL : 1;
		size_t count = 0;

		add_board(quads, &count, 20, 20, 40);
		/* seven cells further on */
		add_board(quads, &count, 20 + 7 * 42, 21, 40);
		assert_int_equal(lattice_find_quads(&elements, quads, count,
						    reach, &list),
				 0);
		assert_int_equal(list.count, far ? 1 : 2);
		for (size_t i = 0; i < list.count; i++) {
			assert_int_equal(list.lattices[i].columns,
					 far ? 10 : 3);
			assert_int_equal(list.lattices[i].rows, 3);
			assert_int_equal(list.lattices[i].cells, far ? 18 : 9);
		}
		lattice_list_fini(&list);
	}
	elements_fini(&elements);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_look_is_found),
		cmocka_unit_test(nothing_is_found_in_stripes_and_noise),
		cmocka_unit_test(resizing_moves_the_first_cell),
		cmocka_unit_test(a_lattice_lies_on_its_lines),
		cmocka_unit_test(straight_lattices_are_straight),
		cmocka_unit_test(boards_in_line_are_lattices_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
