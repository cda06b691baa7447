/* Reading cross-sums where no lattice shows, from numbers and boxes that align
 * in rows and columns, or where few totals do; small pyramids; and what only
 * looks like these. */
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
#include "seen.h"
#include "written_number.h"

enum { BLANK = -1, NOTHING = -2, RINGS = -3, RINGED = 1000 };

/* A sheet of numbers: BLANK is an empty box, NOTHING bare paper, RINGS two
 * empty rings, one in the other, RINGED + n a number in a ring. */
struct sheet {
	int columns, rows;
	const int *numbers;
	const double *px_x; /* middles of the columns */
	double px_top, px_pitch;
};

static void draw_place(cairo_t *cr, double x, double y, int number)
{
	cairo_set_line_width(cr, 1.5);
	if (number == BLANK) {
		cairo_rectangle(cr, x - 18, y - 12, 36, 24);
		cairo_stroke(cr);
	} else if (number == RINGS) {
		cairo_set_line_width(cr, 2);
		for (int i = 0; i < 2; i++) {
			cairo_new_sub_path(cr);
			cairo_arc(cr, x, y, 25 - 6 * i, 0, 6.2832);
			cairo_save(cr);
			cairo_set_source_rgb(cr, 0.85, 0.85, 0.85);
			cairo_fill_preserve(cr);
			cairo_restore(cr);
			cairo_stroke(cr);
		}
	} else if (number >= RINGED) {
		cairo_new_sub_path(cr);
		cairo_arc(cr, x, y, 17, 0, 6.2832);
		cairo_stroke(cr);
		write_number(cr, x, y, number - RINGED);
	} else if (number >= 0) {
		write_number(cr, x, y, number);
	}
}

static struct image draw(const struct sheet *sheet)
{
	struct image image;
	cairo_t *cr = picture_begin(&image, 640, 480);

	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.3);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 19);
	for (int i = 0; i < sheet->columns * sheet->rows; i++)
		draw_place(cr, sheet->px_x[i % sheet->columns],
			   sheet->px_top +
				   sheet->px_pitch * (i / sheet->columns),
			   sheet->numbers[i]);
	cairo_destroy(cr);
	return image;
}

static void read_sheet(const struct sheet *sheet, struct sighting_list *list)
{
	struct image image = draw(sheet);

	*list = seen_in(&image, FAMILY_cross_sum);
	image_fini(&image);
}

/* What was read is one cross-sum of 4 by 4 cells, with these numbers: rows of
 * `stride`, negative for blanks. */
static const struct cross_sum *only_square(const struct sighting_list *list,
					   const int *numbers, int stride)
{
	const struct cross_sum *puzzle;

	assert_int_equal(list->count, 1);
	puzzle = &list->sightings[0].puzzle.as.cross_sum;
	assert_int_equal(puzzle->columns, 4);
	assert_int_equal(puzzle->rows, 4);
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 4; x++) {
			int truth = numbers[stride * y + x];

			assert_int_equal(puzzle->cells[y][x],
					 truth < 0 ? CROSS_SUM_UNKNOWN : truth);
		}
	return puzzle;
}

static const double wide_apart[] = { 120, 180, 228, 298, 350, 420, 480, 540 };

/* Columns of different widths, numbers on bare paper, boxes for blanks, totals
 * in rings; the number pad below is none of it. */
static void irregular_columns(void **state)
{
	static const int numbers[] = {
		NOTHING,     RINGED + 24, RINGED + 23, RINGED + 28, RINGED + 18,
		RINGED + 24, 4,           6,           7,           BLANK,
		RINGED + 20, BLANK,       2,           9,           BLANK,
		RINGED + 26, 8,           BLANK,       7,           6,
		RINGED + 23, 7,           BLANK,       BLANK,       4,
		NOTHING,     NOTHING,     NOTHING,     NOTHING,     NOTHING,
		1,           2,           3,           4,           5,
	};
	const struct sheet sheet = { 5, 7, numbers, wide_apart, 60, 42 };
	struct sighting_list list;
	const struct cross_sum *puzzle;

	(void)state;
	read_sheet(&sheet, &list);
	puzzle = only_square(&list, &numbers[6], 5);
	assert_true(list.sightings[0].confidence >= PIPELINE_CONFIDENCE_MIN);
	for (int y = 0; y < 4; y++) {
		assert_int_equal(puzzle->row_totals[y],
				 numbers[5 * (y + 1)] - RINGED);
		assert_int_equal(puzzle->column_totals[y],
				 numbers[y + 1] - RINGED);
	}
	assert_int_equal(puzzle->diagonal_up, CROSS_SUM_UNKNOWN);
	sighting_list_fini(&list);
}

/* Blanks where nothing is drawn at all, both diagonals, totals at the right
 * and below. */
static void bare_blanks(void **state)
{
	static const int numbers[] = {
		NOTHING, NOTHING, NOTHING, NOTHING, 34, 16, 3,  NOTHING,
		13,      34,      NOTHING, 10,      11, 8,  34, 9,
		NOTHING, 7,       12,      34,      4,  15, 14, NOTHING,
		34,      34,      34,      34,      34, 34,
	};
	static const double px_x[] = { 200, 250, 300, 350, 410 };
	const struct sheet sheet = { 5, 6, numbers, px_x, 60, 50 };
	struct sighting_list list;
	const struct cross_sum *puzzle;

	(void)state;
	read_sheet(&sheet, &list);
	puzzle = only_square(&list, &numbers[5], 5);
	assert_int_equal(puzzle->diagonal_up, 34);
	assert_int_equal(puzzle->diagonal_down, 34);
	sighting_list_fini(&list);
}

/* Two rings in one another hold a blank. */
static void double_rings(void **state)
{
	static const int numbers[] = {
		RINGS, RINGS, 12, RINGS, 34, 16, 3,       RINGS, 13,
		34,    RINGS, 10, 11,    8,  34, 9,       RINGS, 7,
		12,    34,    34, 34,    34, 34, NOTHING,
	};
	static const double px_x[] = { 100, 172, 244, 316, 400 };
	const struct sheet sheet = { 5, 5, numbers, px_x, 60, 72 };
	struct sighting_list list;

	(void)state;
	read_sheet(&sheet, &list);
	only_square(&list, numbers, 5);
	assert_true(list.sightings[0].confidence >= PIPELINE_CONFIDENCE_MIN);
	sighting_list_fini(&list);
}

/* Between two columns there is room for another one: a line was not seen, or
 * there are two things side by side. What agrees all the same is no puzzle. */
static void lacking_columns(void **state)
{
	static const int numbers[] = {
		16,      3,  NOTHING, 13, 34, NOTHING, 10, 11, 8,
		34,      9,  NOTHING, 7,  12, 34,      4,  15, 14,
		NOTHING, 34, 34,      34, 34, 34,      34,
	};
	static const double whole[] = { 150, 205, 260, 315, 380 };
	static const double lacking[] = { 150, 200, 250, 335, 395 };

	(void)state;
	for (int k = 0; k < 2; k++) {
		const struct sheet sheet = { 5,       5,
					     numbers, k ? lacking : whole,
					     60,      50 };
		struct sighting_list list;
		bool found = false;

		read_sheet(&sheet, &list);
		for (size_t i = 0; i < list.count; i++)
			found |=
				list.sightings[i].puzzle.as.cross_sum.columns ==
				4;
		assert_int_equal(found, k == 0);
		sighting_list_fini(&list);
	}
}

/* A month, a solved and an open sudoku, a table with its sums, a number pad:
 * none is a cross-sum. */
static void other_grids_of_numbers(void **state)
{
	static const int month[] = {
		NOTHING, NOTHING, 1,  2,  3,  4,  5,       6,       7,
		8,       9,       10, 11, 12, 13, 14,      15,      16,
		17,      18,      19, 20, 21, 22, 23,      24,      25,
		26,      27,      28, 29, 30, 31, NOTHING, NOTHING,
	};
	static const int solved[] = {
		1, 2, 3, 4, 5, 6, 3, 4, 1, 2, 6, 5, 2, 1, 4, 3, 5, 6,
		4, 3, 2, 1, 6, 5, 5, 6, 1, 2, 3, 4, 6, 5, 4, 3, 2, 1,
	};
	static const int open[] = {
		5,     3,     BLANK, BLANK, 7,     BLANK, BLANK, 6,
		BLANK, BLANK, 1,     9,     5,     BLANK, BLANK, 9,
		8,     BLANK, BLANK, BLANK, BLANK, 6,     8,     BLANK,
		BLANK, 6,     BLANK, BLANK, 3,     4,     BLANK, BLANK,
		8,     BLANK, 3,     7,     BLANK, BLANK, 2,     BLANK,
		BLANK, BLANK, 6,     BLANK, BLANK, BLANK, BLANK, 2,
	};
	static const int sums[] = {
		12, 7, 9, 28, 4, 11, 6, 21, 8, 2, 10, 20, 24, 20, 25, 69,
	};
	static const int pad[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	const struct sheet sheets[] = {
		{ 7, 5, month, wide_apart, 60, 40 },
		{ 6, 6, solved, wide_apart, 60, 40 },
		{ 8, 6, open, wide_apart, 60, 40 },
		{ 4, 4, sums, wide_apart, 60, 40 },
		{ 3, 3, pad, wide_apart, 60, 40 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
		struct sighting_list list;

		read_sheet(&sheets[i], &list);
		for (size_t k = 0; k < list.count; k++)
			if (list.sightings[k].confidence >= 0.5)
				fail_msg("sheet %zu is taken for a cross-sum",
					 i);
		sighting_list_fini(&list);
	}
}

/* A pyramid of three rows in dashed discs, which only close where the picture
 * is made smaller, with these texts in them. */
static void read_discs(const char *const *texts, struct sighting_list *list)
{
	static const double dash[] = { 9, 5 };
	struct image image;
	cairo_t *cr = picture_begin(&image, 480, 420);

	cairo_set_source_rgb(cr, 0.95, 0.95, 0.9);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.2, 0.1);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 26);
	cairo_set_line_width(cr, 3);
	cairo_set_dash(cr, dash, 2, 0);
	for (int row = 0, i = 0; row < 3; row++)
		for (int k = 0; k <= row; k++, i++) {
			double x = 240 + 104 * (k - row / 2.0);
			double y = 100 + 100 * row;

			cairo_new_sub_path(cr);
			cairo_arc(cr, x, y, 48, 0, 6.2832);
			cairo_stroke(cr);
			cairo_move_to(cr, x - 16, y + 9);
			cairo_show_text(cr, texts[i]);
		}
	cairo_destroy(cr);
	*list = seen_in(&image, FAMILY_pyramid);
	image_fini(&image);
}

/* A small pyramid that shows at a coarser scale only is one where numbers
 * stand in it, and nothing else. */
static void small_pyramid_in_dashes(void **state)
{
	static const char *const numbers[] = { "", "39", "", "24", "", "12" };
	static const char *const marks[] = { "?", "39", "", "K", "%", "&" };
	struct sighting_list list;
	const struct pyramid *pyramid;

	(void)state;
	read_discs(numbers, &list);
	assert_int_equal(list.count, 1);
	pyramid = &list.sightings[0].puzzle.as.pyramid;
	assert_int_equal(pyramid->height, 3);
	assert_int_equal(pyramid->rows[1][0], 39);
	assert_int_equal(pyramid->rows[2][0], 24);
	assert_int_equal(pyramid->rows[2][2], 12);
	assert_int_equal(pyramid->rows[0][0], PYRAMID_BLANK);
	assert_true(list.sightings[0].confidence >= PIPELINE_CONFIDENCE_MIN);
	sighting_list_fini(&list);

	/* signs that are no numbers are never surely read */
	read_discs(marks, &list);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].confidence <
			    PIPELINE_CONFIDENCE_MIN);
	sighting_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(irregular_columns),
		cmocka_unit_test(bare_blanks),
		cmocka_unit_test(double_rings),
		cmocka_unit_test(lacking_columns),
		cmocka_unit_test(other_grids_of_numbers),
		cmocka_unit_test(small_pyramid_in_dashes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
