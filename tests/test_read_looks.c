/* Cross-sums on pages that lean, in discs whose rings touch, with totals on
 * one side alone and those of diagonals further off than a row; and words of
 * the page that are none of these. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "image.h"
#include "pipeline.h"
#include "vision.h"
#include "vision_parts.h"
#include "written_number.h"

enum { BLANK = -1, SIDE = 4, WIDTH = 700, HEIGHT = 640 };

/* How a page looks, and what stands on it besides. */
struct look {
	double turn;        /* radians, around the page's middle */
	double down;        /* upright lines lean by that */
	bool discs;         /* cells in double rings that touch */
	bool dashed;        /* cells in rings of dashes */
	int diagonal;       /* its total, above those of the rows; or BLANK */
	const char *phrase; /* a line of text above the cells */
	int boxes;          /* so many empty ones in a row below the cells */
	bool wide;          /* ... as wide as these */
	bool bare;          /* nothing parts the cells */
	const char *signs;  /* what stands in blanks, one after another; o: a
			     * grey ring */
};

static const int cells[SIDE][SIDE] = { { 12, BLANK, 7, 4 },
				       { 9, 3, BLANK, 11 },
				       { BLANK, 8, 2, BLANK },
				       { 6, 14, 5, 10 } };
static const int below[SIDE] = { 41, 39, 27, 36 };
static const int right[SIDE] = { 37, 36, 35, 35 };

static const double left = 130, top = 190, pitch = 78;

static void write_sign(cairo_t *cr, double x, double y, char sign)
{
	const char text[] = { sign, 0 };

	if (sign == 'o') {
		cairo_save(cr);
		cairo_set_source_rgb(cr, .5, .55, .5);
		cairo_new_sub_path(cr);
		cairo_arc(cr, x, y, 9, 0, 6.2832);
		cairo_stroke(cr);
		cairo_restore(cr);
		return;
	}
	cairo_move_to(cr, x - 6, y + 9);
	cairo_show_text(cr, text);
}

static void draw_cell(cairo_t *cr, const struct look *look, double x, double y,
		      int number)
{
	if (look->bare) {
		cairo_new_path(cr);
	} else if (look->discs) {
		cairo_new_sub_path(cr);
		cairo_arc(cr, x, y, pitch / 2 - 0.5, 0, 6.2832);
		cairo_new_sub_path(cr);
		cairo_arc(cr, x, y, pitch / 2 - 6, 0, 6.2832);
	} else if (look->dashed) {
		cairo_set_dash(cr, (double[]){ 5, 4 }, 2, 0);
		cairo_new_sub_path(cr);
		cairo_arc(cr, x, y, pitch / 2 - 2, 0, 6.2832);
	} else {
		cairo_rectangle(cr, x - pitch / 2, y - pitch / 2, pitch, pitch);
	}
	cairo_stroke(cr);
	cairo_set_dash(cr, NULL, 0, 0);
	if (number != BLANK)
		write_number(cr, x, y, number);
}

static void draw_page(cairo_t *cr, const struct look *look)
{
	const char *sign = look->signs;

	cairo_set_font_size(cr, 17);
	for (int i = 0; i < 3; i++) {
		cairo_move_to(cr, 60, 38 + 24 * i);
		cairo_show_text(cr,
				"all of these numbers have to be found, and "
				"none of them is left out");
	}
	if (look->phrase) {
		cairo_move_to(cr, left, top - 20);
		cairo_show_text(cr, look->phrase);
	}
	for (int i = 0; i < look->boxes; i++)
		cairo_rectangle(cr, left + 90 * i, look->wide ? 570 : 590,
				look->wide ? 70 : 28, 24);
	cairo_stroke(cr);
	cairo_set_font_size(cr, 26);
	for (int i = 0; i < SIDE * SIDE; i++) {
		double x = left + pitch * (i % SIDE + 0.5);
		double y = top + pitch * (i / SIDE + 0.5);
		int number = cells[i / SIDE][i % SIDE];

		draw_cell(cr, look, x, y, number);
		if (number == BLANK && sign && *sign)
			write_sign(cr, x, y, *sign++);
	}
	for (int i = 0; i < SIDE; i++) {
		write_number(cr, left + pitch * (SIDE + 0.8),
			     top + pitch * (i + 0.5), right[i]);
		write_number(cr, left + pitch * (i + 0.5),
			     top + pitch * (SIDE + 0.8), below[i]);
	}
	if (look->diagonal != BLANK)
		write_number(cr, left + pitch * (SIDE + 0.8), top - pitch * 0.8,
			     look->diagonal);
}

static struct image draw(const struct look *look)
{
	cairo_matrix_t lean = { 1, 0, look->down, 1, 0, 0 };
	struct image image;
	cairo_t *cr;

	cr = picture_begin(&image, WIDTH, HEIGHT);
	cairo_set_source_rgb(cr, 0.95, 0.95, 0.9);
	cairo_paint(cr);
	cairo_translate(cr, WIDTH / 2.0, HEIGHT / 2.0);
	cairo_rotate(cr, look->turn);
	cairo_transform(cr, &lean);
	cairo_translate(cr, -WIDTH / 2.0, -HEIGHT / 2.0);
	cairo_set_source_rgb(cr, 0.1, 0.2, 0.1);
	cairo_set_line_width(cr, 2);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	draw_page(cr, look);
	cairo_destroy(cr);
	return image;
}

/* Reads the page and compares all numbers. */
static void assert_read(const struct look *look)
{
	struct vision *vision = vision_new(NULL);
	struct image image = draw(look);
	struct sighting_list list = { 0 };
	const struct cross_sum *puzzle;

	assert_int_equal(vision_read(vision, &image, 1u << FAMILY_cross_sum,
				     &list, NULL),
			 0);
	assert_int_equal(list.count, 1);
	assert_true(list.sightings[0].confidence >= PIPELINE_CONFIDENCE_MIN);
	puzzle = &list.sightings[0].puzzle.as.cross_sum;
	assert_int_equal(puzzle->columns, SIDE);
	assert_int_equal(puzzle->rows, SIDE);
	for (int i = 0; i < SIDE; i++) {
		assert_int_equal(puzzle->row_totals[i], right[i]);
		assert_int_equal(puzzle->column_totals[i], below[i]);
		for (int k = 0; k < SIDE; k++)
			assert_int_equal(puzzle->cells[i][k],
					 cells[i][k] == BLANK
						 ? CROSS_SUM_UNKNOWN
						 : cells[i][k]);
	}
	assert_int_equal(puzzle->diagonal_up, look->diagonal == BLANK
						      ? CROSS_SUM_UNKNOWN
						      : look->diagonal);
	assert_int_equal(puzzle->diagonal_down, CROSS_SUM_UNKNOWN);
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
}

static void rings_that_touch(void **state)
{
	(void)state;
	assert_read(&(struct look){ .discs = true, .diagonal = BLANK });
}

/* Dashes show as rings at coarser scales only: the page's discs. */
static void rings_of_dashes(void **state)
{
	(void)state;
	assert_read(&(struct look){ .dashed = true, .diagonal = BLANK });
	assert_read(&(struct look){
		.dashed = true, .diagonal = BLANK, .turn = 0.12 });
}

static void diagonals_far_off(void **state)
{
	(void)state;
	assert_read(&(struct look){ .diagonal = 24 });
	assert_read(&(struct look){ .discs = true, .diagonal = 24 });
}

/* The number stands where a diagonal's total may. */
static void words_are_no_totals(void **state)
{
	(void)state;
	assert_read(&(struct look){
		.diagonal = BLANK,
		.phrase =
			"every number from 1 to 20 may be used 30 times, 40" });
	assert_read(&(struct look){
		.diagonal = BLANK,
		.phrase = "all the lines and the columns must have 30 of it" });
}

/* What stands in all blanks alike is none of the puzzle's numbers; where
 * letters of all kinds stand in them it is hardly sure that they are. */
static void signs_in_blanks(void **state)
{
	struct look look = { .diagonal = BLANK, .signs = "????" };
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct image image;

	(void)state;
	assert_read(&look);
	look = (struct look){ .diagonal = BLANK,
			      .bare = true,
			      .signs = "xxxx" };
	assert_read(&look);
	/* what is read as a zero */
	look = (struct look){ .diagonal = BLANK, .signs = "oooo" };
	assert_read(&look);
	look = (struct look){ .diagonal = BLANK, .signs = "MiKt" };
	image = draw(&look);
	assert_int_equal(vision_read(vision, &image, 1u << FAMILY_cross_sum,
				     &list, NULL),
			 0);
	assert_true(!list.count || list.sightings[0].confidence < .5);
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_that_touch),
		cmocka_unit_test(rings_of_dashes),
		cmocka_unit_test(diagonals_far_off),
		cmocka_unit_test(words_are_no_totals),
		cmocka_unit_test(signs_in_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
