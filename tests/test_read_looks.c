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

#include "deskew.h"
#include "image.h"
#include "items.h"
#include "pipeline.h"
#include "unread.h"
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
	bool no_columns;    /* their totals are not shown */
	int diagonal;       /* its total, above those of the rows; or BLANK */
	const char *phrase; /* a line of text above the cells */
	int boxes;          /* so many empty ones in a row below the cells */
	bool wide;          /* ... as wide as these */
	bool bare;          /* nothing parts the cells */
	const char *signs;  /* what stands in blanks, one after another */
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
		if (!look->no_columns)
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
		assert_int_equal(puzzle->column_totals[i],
				 look->no_columns ? CROSS_SUM_UNKNOWN
						  : below[i]);
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

static void totals_on_one_side(void **state)
{
	(void)state;
	assert_read(&(struct look){ .no_columns = true, .diagonal = BLANK });
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

/* The slopes of a page that was turned, and leans besides, are found, and the
 * upright picture has its lines along rows and columns of pixels. */
static void pages_that_lean(void **state)
{
	const double turn = 0.12;
	struct look look = { .turn = turn, .down = 0.05, .diagonal = BLANK };
	struct image image = draw(&look);
	struct homography map;
	struct point a, b, c;
	struct page page;
	int width, height;

	(void)state;
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	assert_true(deskew_find(&page, 1e7, &width, &height, &map));
	a = homography_apply(&map, (struct point){ 300, 300 });
	b = homography_apply(&map, (struct point){ 400, 300 });
	c = homography_apply(&map, (struct point){ 300, 400 });
	assert_true(fabs((b.y - a.y) / (b.x - a.x) - tan(turn)) < 0.04);
	assert_true(fabs((c.x - a.x) / (c.y - a.y) -
			 (0.05 - tan(turn)) / (1 + 0.05 * tan(turn))) < 0.04);
	assert_true(deskew_find(&page, 1e5, &width, &height, &map));
	assert_true(width * height <= 1e5);
	page_fini(&page);
	image_fini(&image);
	assert_read(&look);
	look = (struct look){ .turn = -0.16, .discs = true, .diagonal = 24 };
	assert_read(&look);
}

static void upright_pages_stay(void **state)
{
	struct look look = { .diagonal = BLANK };
	struct image image = draw(&look);
	struct homography map;
	struct page page;
	int width, height;

	(void)state;
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	assert_false(deskew_find(&page, 1e7, &width, &height, &map));
	page_fini(&page);
	image_fini(&image);
}

/* May there be more on the page than a puzzle that was read without the total
 * of a diagonal, if anything, as `is_left` tells? */
static bool is_more(const struct look *look,
		    bool (*is_left)(const struct page *page,
				    struct glyphs *glyphs,
				    const struct sighting_list *list))
{
	struct look known = *look;
	struct vision *vision = vision_new(NULL);
	struct image image = draw(look), other;
	struct sighting_list list = { 0 };
	struct page page;
	bool more;

	known.diagonal = BLANK;
	known.phrase = NULL;
	known.boxes = 0;
	other = draw(&known);
	assert_int_equal(vision_read(vision, &other, 1u << FAMILY_cross_sum,
				     &list, NULL),
			 0);
	assert_int_equal(list.count, 1);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	more = is_left(&page, vision->glyphs, &list);
	sighting_list_fini(&list);
	assert_true(is_left(&page, vision->glyphs, &list));
	page_fini(&page);
	image_fini(&image);
	image_fini(&other);
	vision_free(vision);
	return more;
}

/* Of a page all of whose numbers are clues that were read nothing is left, nor
 * where a title has a number; a clue that was not seen is. */
static void nothing_is_left(void **state)
{
	(void)state;
	assert_false(
		is_more(&(struct look){ .diagonal = BLANK }, unread_is_puzzle));
	assert_false(is_more(
		&(struct look){ .diagonal = BLANK, .phrase = "Puzzle  381" },
		unread_is_puzzle));
	assert_true(
		is_more(&(struct look){ .diagonal = 24 }, unread_is_puzzle));
	assert_true(
		is_more(&(struct look){ .diagonal = BLANK,
					.phrase = "12     345     67     890" },
			unread_is_puzzle));
}

/* Another puzzle may be where there are several numbers, boxes or a lattice:
 * not in a clue alone that was not seen. */
static void nothing_else_is_left(void **state)
{
	(void)state;
	assert_false(
		is_more(&(struct look){ .diagonal = BLANK }, unread_is_other));
	assert_false(
		is_more(&(struct look){ .diagonal = 24 }, unread_is_other));
	assert_true(
		is_more(&(struct look){ .diagonal = BLANK,
					.phrase = "12     345     67     890" },
			unread_is_other));
	assert_false(is_more(&(struct look){ .diagonal = BLANK, .boxes = 5 },
			     unread_is_other));
	assert_true(is_more(&(struct look){ .diagonal = BLANK, .boxes = 6 },
			    unread_is_other));
	/* so near and large they are those of totals */
	assert_false(is_more(
		&(struct look){ .diagonal = BLANK, .boxes = 6, .wide = true },
		unread_is_other));
}

/* A 0 whose hole is as good as a box is none beside other digits. */
static void zeros_are_no_boxes(void **state)
{
	struct item_list items = { 0 };
	struct elements elements;
	struct image image;
	cairo_t *cr;
	int words = 0;

	(void)state;
	cr = picture_begin(&image, 400, 300);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_line_width(cr, 3);
	cairo_move_to(cr, 150, 100);
	cairo_line_to(cr, 150, 160);
	for (int i = 0; i < 2; i++)
		cairo_rectangle(cr, 168 + 48 * i, 104, 32, 52);
	cairo_stroke(cr);
	cairo_destroy(cr);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(item_list_find(&items, &elements), 0);
	for (size_t i = 0; i < items.count; i++) {
		assert_false(items.items[i].framed);
		words += items.items[i].stroke_count == 3;
	}
	assert_int_equal(words, 1);
	item_list_fini(&items);
	elements_fini(&elements);
	image_fini(&image);
}

/* What stands in all blanks alike is none of the puzzle's numbers; but letters
 * of all kinds are no blanks. */
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
	look = (struct look){ .diagonal = BLANK, .signs = "MiKt" };
	image = draw(&look);
	assert_int_equal(vision_read(vision, &image, 1u << FAMILY_cross_sum,
				     &list, NULL),
			 0);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	image_fini(&image);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_that_touch),
		cmocka_unit_test(rings_of_dashes),
		cmocka_unit_test(totals_on_one_side),
		cmocka_unit_test(diagonals_far_off),
		cmocka_unit_test(words_are_no_totals),
		cmocka_unit_test(pages_that_lean),
		cmocka_unit_test(upright_pages_stay),
		cmocka_unit_test(nothing_is_left),
		cmocka_unit_test(nothing_else_is_left),
		cmocka_unit_test(zeros_are_no_boxes),
		cmocka_unit_test(signs_in_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
