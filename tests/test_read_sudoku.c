/* Sudokus whose cells no line parts, or lines that are broken; and such as may
 * hold a player's numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cairo.h>
#include <cmocka.h>

#include "picture.h"
#include "rng.h"
#include "sighting.h"
#include "vision.h"
#include "written_number.h"

enum { PX_CELL = 54, PX_LEFT = 60, PX_TOP = 50, SIDE = 6 };

struct look {
	bool zeros;   /* where nothing is given */
	bool marks;   /* pencilled, in the last column */
	bool tinted;  /* what is given */
	bool entered; /* numbers in another ink, in cells that are not tinted */
	bool lit;     /* all cells in one's row, column and box look alike */
	bool pale;    /* that ink is grey */
	bool wrong;   /* one that is entered is red, and so is its cell */
	double light; /* of the lines around cells; 0: there are none */
	bool broken;  /* these, once in each cell */
	int noise;    /* levels */
};

/* The last column is empty, so that numbers alone do not tell of it. */
static const int givens[SIDE][SIDE] = {
	{ 3, 0, 0, 0, 4, 0 }, { 0, 5, 6, 0, 0, 0 }, { 6, 4, 2, 0, 0, 0 },
	{ 5, 1, 0, 4, 6, 0 }, { 0, 0, 0, 0, 3, 0 }, { 0, 0, 4, 1, 5, 0 },
};
static const int entered[SIDE][SIDE] = {
	{ 0, 0, 1, 0, 0, 0 }, { 2, 0, 0, 0, 1, 0 }, { 0, 0, 0, 0, 0, 1 },
	{ 0, 0, 0, 0, 0, 2 }, { 1, 0, 5, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 },
};

/* A line with a gap in the middle of each cell. */
static void draw_line(cairo_t *cr, int i, bool down, double wide, double gap)
{
	double piece = (PX_CELL - gap) / 2;

	for (int k = 0; k < 2 * SIDE; k++) {
		double at = k / 2 * PX_CELL + k % 2 * (piece + gap);
		double x = down ? i * PX_CELL : at, y = down ? at : i * PX_CELL;

		cairo_move_to(cr, PX_LEFT + x, PX_TOP + y);
		cairo_rel_line_to(cr, down ? 0 : piece, down ? piece : 0);
	}
	cairo_set_line_width(cr, wide);
	cairo_stroke(cr);
}

static void draw_cell(cairo_t *cr, const struct look *look, int x, int y)
{
	double left = PX_LEFT + x * PX_CELL, top = PX_TOP + y * PX_CELL;
	int number = givens[y][x];

	bool lit = look->lit && (x == 4 || y == 0 || (x > 2 && y < 2));
	bool wrong = look->wrong && x == 2 && y == 4;

	if ((look->tinted && number) || lit || wrong) {
		cairo_set_source_rgb(cr,
				     lit     ? .85
				     : wrong ? .97
					     : .87,
				     lit     ? .92
				     : wrong ? .8
					     : .87,
				     lit     ? .98
				     : wrong ? .83
					     : .87);
		cairo_rectangle(cr, left, top, PX_CELL, PX_CELL);
		cairo_fill(cr);
	}
	cairo_set_source_rgb(cr, .1, .1, .1);
	cairo_set_font_size(cr, 27);
	if (!number && look->entered) {
		number = entered[y][x];
		cairo_set_source_rgb(cr, look->pale ? .42 : .8,
				     look->pale ? .42 : .45,
				     look->pale ? .42 : 0);
		if (wrong)
			cairo_set_source_rgb(cr, .85, .1, .2);
	}
	if (number || look->zeros)
		write_number(cr, left + PX_CELL / 2., top + PX_CELL / 2.,
			     number);
	cairo_set_font_size(cr, 10);
	if (look->marks && x == SIDE - 1)
		write_number(cr, left + 20, top + 10, 12 + 10 * y);
}

static void draw(const struct look *look, struct image *image)
{
	cairo_t *cr = picture_begin(image, SIDE * PX_CELL + 2 * PX_LEFT,
				    SIDE * PX_CELL + 2 * PX_TOP);
	struct rng rng;

	rng_seed(&rng, 5);
	cairo_set_source_rgb(cr, .97, .97, .95);
	cairo_paint(cr);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	for (int i = 0; i < SIDE * SIDE; i++)
		draw_cell(cr, look, i % SIDE, i / SIDE);
	for (int i = 0; i <= SIDE; i++)
		for (int down = 0; down < 2; down++) {
			bool block = i % (down ? 3 : 2) == 0;
			double light = block ? .15 : look->light;

			cairo_set_source_rgb(cr, light, light, light);
			if (block || look->light > 0)
				draw_line(cr, i, down, block ? 4 : 1.5,
					  !block && look->broken ? 18 : 0);
		}
	cairo_destroy(cr);
	for (int i = 0; i < image->width * image->height && look->noise; i++) {
		uint32_t *pixel =
			image_row(image, i / image->width) + i % image->width;
		int off = (int)rng_below(&rng, 2 * (unsigned)look->noise + 1);

		/* nothing is lighter than .97 */
		*pixel -= (*pixel & 255) > 20 ? (uint32_t)off * 0x10101 : 0;
	}
}

static void look_at(const struct image *image, struct sighting_list *list)
{
	struct vision *vision = vision_new(NULL);

	assert_int_equal(vision_read(vision, image, ~0u, list, NULL), 0);
	vision_free(vision);
}

static void expect_read(const struct look *look)
{
	struct sighting_list list = { 0 };
	struct image image;

	draw(look, &image);
	look_at(&image, &list);
	assert_int_equal(list.count, 1);
	assert_int_equal(list.sightings[0].puzzle.family, FAMILY_sudoku);
	assert_int_equal(list.sightings[0].puzzle.as.sudoku.box_width, 3);
	for (int i = 0; i < SIDE * SIDE; i++)
		assert_int_equal(
			list.sightings[0]
				.puzzle.as.sudoku.cells[i / SIDE][i % SIDE],
			givens[i / SIDE][i % SIDE] ? givens[i / SIDE][i % SIDE]
						   : SUDOKU_BLANK);
	sighting_list_fini(&list);
	image_fini(&image);
}

/* Some of its numbers make a cross-sum that another reader surely sees. */
static void lines_around_boxes_alone(void **state)
{
	(void)state;
	expect_read(&(struct look){ 0 });
	expect_read(&(struct look){ .marks = true });
	expect_read(&(struct look){ .tinted = true });
}

static void broken_lines(void **state)
{
	(void)state;
	expect_read(&(struct look){ .light = .7, .broken = true });
	expect_read(&(struct look){ .light = .7, .broken = true, .noise = 8 });
}

/* No sudoku holds a zero: as high and as dark as the givens, zeros are the sign
 * of blank cells. */
static void zeros_are_blank(void **state)
{
	(void)state;
	expect_read(&(struct look){ .light = .7, .zeros = true });
}

/* Cells of which those that are given are grey, and an ink of a player's own.
 */
static void ink_tells_whose(void **state)
{
	(void)state;
	expect_read(
		&(struct look){ .tinted = true, .light = .7, .entered = true });
	expect_read(&(struct look){ .tinted = true, .entered = true });
	expect_read(
		&(struct look){ .light = .7, .entered = true, .wrong = true });
}

/* The row, the column and the box of the selected cell are lit up: givens there
 * look as blank cells do. */
static void selected_cells_tell_nothing(void **state)
{
	(void)state;
	expect_read(&(struct look){
		.tinted = true, .light = .7, .entered = true, .lit = true });
}

/* What is given has a ground of its own, and so may what a player wrote in ink
 * of the same hue, where no lines show the cells. */
static void whose_numbers_are_doubted(void **state)
{
	struct sighting_list list = { 0 };
	struct image image;

	(void)state;
	draw(&(struct look){ .tinted = true, .entered = true, .pale = true },
	     &image);
	look_at(&image, &list);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].confidence < .9);
	sighting_list_fini(&list);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_around_boxes_alone),
		cmocka_unit_test(broken_lines),
		cmocka_unit_test(zeros_are_blank),
		cmocka_unit_test(ink_tells_whose),
		cmocka_unit_test(selected_cells_tell_nothing),
		cmocka_unit_test(whose_numbers_are_doubted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
