/* Boards of other games: nothing in them is surely a puzzle of ours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pipeline.h"
#include "written_number.h"

/* A reading of less than this is only answered where no other makes sense. */
static const double SURE = 0.95;

static void assert_nothing_sure(const struct image *image, const char *name)
{
	struct pipeline pipeline;
	struct outcome_list list = { 0 };

	pipeline_init(&pipeline);
	assert_int_equal(pipeline_read(&pipeline, image, &list, NULL), 0);
	for (size_t i = 0; i < list.count; i++)
		if (list.outcomes[i].confidence >= SURE)
			fail_msg("%s: %s (%.3f)", name,
				 puzzle_family(list.outcomes[i].puzzle.family)
					 ->title,
				 list.outcomes[i].confidence);
	outcome_list_fini(&list);
	pipeline_fini(&pipeline);
}

static cairo_t *begin_page(struct image *image, double red, double green,
			   double blue)
{
	cairo_t *cr = picture_begin(image, 1024, 768);

	cairo_set_source_rgb(cr, red, green, blue);
	cairo_paint(cr);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	return cr;
}

/* As many rows of as many digits, the first at x, y; a dot is none. */
static void write_digits(cairo_t *cr, const char *const *rows, int count,
			 double x, double y, double pitch)
{
	for (int i = 0; i < count * count; i++) {
		int column = i % count, row = i / count;
		char digit = rows[row][column];

		if (digit != '.')
			write_number(cr, x + pitch * column, y + pitch * row,
				     digit - '0');
	}
}

/* Digits between dots, of which a few neighbours happen to add up. */
static void field_of_digits(void **state)
{
	static const char *const rows[] = {
		"33.....311", ".33..2..1.", "..132.0.32", ".1.3..11..",
		".02..03..2", ".010.1..3.", ".......31.", ".......331",
		"..1..2..20", "3...0..1.2",
	};
	struct image image;
	cairo_t *cr = begin_page(&image, 1, 1, 1);

	(void)state;
	cairo_set_source_rgb(cr, 0, 0, 0);
	for (int y = 0; y <= 10; y++)
		for (int x = 0; x <= 10; x++) {
			cairo_new_sub_path(cr);
			cairo_arc(cr, 40 + 40 * x, 108 + 40 * y, 3, 0, 7);
		}
	cairo_fill(cr);
	cairo_set_font_size(cr, 18);
	write_digits(cr, rows, 10, 60, 128, 40);
	cairo_destroy(cr);
	assert_nothing_sure(&image, "digits");
	image_fini(&image);
}

/* A sudoku, in whose corner some happen to add up. */
static void sudoku(void **state)
{
	static const char *const rows[] = {
		"...7..69.", "..3.....9", "....9..26", "2.7...8..", "3..6.....",
		"5......6.", ".8.......", "5........", "144.73..1",
	};
	struct image image;
	cairo_t *cr = begin_page(&image, 0.88, 0.88, 0.88);

	(void)state;
	cairo_set_source_rgb(cr, 0.35, 0.35, 0.35);
	for (int i = 0; i <= 9; i++) {
		cairo_set_line_width(cr, i % 3 ? 1 : 2);
		cairo_move_to(cr, 500 + 32 * i, 140);
		cairo_line_to(cr, 500 + 32 * i, 140 + 9 * 32);
		cairo_move_to(cr, 500, 140 + 32 * i);
		cairo_line_to(cr, 500 + 9 * 32, 140 + 32 * i);
		cairo_stroke(cr);
	}
	cairo_set_font_size(cr, 20);
	write_digits(cr, rows, 9, 516, 156, 32);
	cairo_destroy(cr);
	assert_nothing_sure(&image, "sudoku");
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(field_of_digits),
		cmocka_unit_test(sudoku),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
