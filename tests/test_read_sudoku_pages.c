/* Pages of sudokus of nine rows: several boards beside each other, labels
 * around one, bold digits, and numbers that cannot stand there. */
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

#include "picture.h"
#include "sighting.h"
#include "vision.h"
#include "written_number.h"

enum { SIDE = 9, PX_GAP = 40, PX_RIM = 60 };

struct look {
	int px_cell, across, down; /* boards */
	/* numbers from 1 to 9 above, as low as the marks pencilled in blanks */
	bool labels;
	bool bold;
	bool wrong; /* numbers that stand there twice */
	int sheet;  /* so many more squares on each side, and rows' numbers */
};

static const char givens[SIDE][SIDE + 1] = {
	"53..78..8", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
	"7...2...6", ".6....28.", "...419..5", "....8..79",
};

static int given(const struct look *look, int i)
{
	char digit = givens[i / SIDE][i % SIDE];

	/* the first row has two eights, one of them by mistake */
	if (!look->wrong && i == 5)
		digit = '.';
	if (look->wrong && i == SIDE * SIDE - 3)
		digit = '8';
	return digit == '.' ? 0 : digit - '0';
}

static void draw_lines(cairo_t *cr, const struct look *look, bool thick)
{
	for (int i = 0; i <= SIDE; i++) {
		if ((i % 3 == 0) != thick)
			continue;
		cairo_move_to(cr, i * look->px_cell, 0);
		cairo_rel_line_to(cr, 0, SIDE * look->px_cell);
		cairo_move_to(cr, 0, i * look->px_cell);
		cairo_rel_line_to(cr, SIDE * look->px_cell, 0);
	}
	cairo_set_source_rgb(cr, thick ? .1 : .7, thick ? .1 : .7,
			     thick ? .1 : .7);
	cairo_set_line_width(cr, thick ? 2 : 1);
	cairo_stroke(cr);
}

/* A spreadsheet's squares around a board, and its rows' numbers. */
static void draw_sheet(cairo_t *cr, const struct look *look)
{
	int low = -look->sheet, high = SIDE + look->sheet;

	for (int i = low; i <= high; i++) {
		cairo_move_to(cr, i * look->px_cell, low * look->px_cell);
		cairo_line_to(cr, i * look->px_cell, high * look->px_cell);
		cairo_move_to(cr, low * look->px_cell, i * look->px_cell);
		cairo_line_to(cr, high * look->px_cell, i * look->px_cell);
	}
	cairo_set_source_rgb(cr, .7, .7, .7);
	cairo_set_line_width(cr, 1);
	cairo_stroke(cr);
	cairo_set_source_rgb(cr, .3, .3, .3);
	cairo_set_font_size(cr, .4 * look->px_cell);
	for (int i = low; i < high; i++)
		write_number(cr, (low - .6) * look->px_cell,
			     (i + .5) * look->px_cell, i - low + 1);
}

static void add_ellipse(cairo_t *cr, double x, double y, double width,
			double height)
{
	cairo_save(cr);
	cairo_translate(cr, x, y);
	cairo_scale(cr, width / 2, height / 2);
	cairo_new_sub_path(cr);
	cairo_arc(cr, 0, 0, 1, 0, 2 * M_PI);
	cairo_restore(cr);
}

/* An eight whose ink fills as much as a disc does, but for two holes. */
static void write_round_eight(cairo_t *cr, double x, double y, double height)
{
	add_ellipse(cr, x, y - .22 * height, .66 * height, .54 * height);
	cairo_fill(cr);
	add_ellipse(cr, x, y + .2 * height, .8 * height, .62 * height);
	cairo_fill(cr);
	cairo_set_source_rgb(cr, 1, 1, 1);
	add_ellipse(cr, x, y - .23 * height, .34 * height, .24 * height);
	add_ellipse(cr, x, y + .2 * height, .46 * height, .32 * height);
	cairo_fill(cr);
	cairo_set_source_rgb(cr, .1, .1, .15);
}

static void draw_board(cairo_t *cr, const struct look *look)
{
	double cell = look->px_cell;

	if (look->sheet)
		draw_sheet(cr, look);
	draw_lines(cr, look, false);
	draw_lines(cr, look, true);
	cairo_set_source_rgb(cr, .1, .1, .15);
	cairo_set_font_size(cr, look->bold ? .42 * cell : .75 * cell);
	for (int i = 0; i < SIDE * SIDE; i++)
		if (given(look, i) == 8 && look->bold)
			write_round_eight(cr, (i % SIDE + .5) * cell,
					  (i / SIDE + .5) * cell, .31 * cell);
		else if (given(look, i))
			write_number(cr, (i % SIDE + .5) * cell,
				     (i / SIDE + .5) * cell, given(look, i));
	cairo_set_font_size(cr, .3 * cell);
	for (int i = 0; i < SIDE && look->labels; i++)
		write_number(cr, (i + .5) * cell, -.35 * cell, i + 1);
	cairo_set_font_size(cr, .24 * cell);
	for (int i = 0; i < 9 * SIDE * SIDE && look->labels; i++) {
		int at = i / 9, digit = i % 9;

		if (!given(look, at) && (at + digit) % 3 == 0)
			write_number(
				cr, (at % SIDE + (digit % 3 + .6) / 3.2) * cell,
				(at / SIDE + (digit / 3 + .6) / 3.2) * cell,
				digit + 1);
	}
}

static void draw(const struct look *look, struct image *image)
{
	int step = SIDE * look->px_cell + PX_GAP;
	int rim = PX_RIM + look->sheet * look->px_cell;
	cairo_t *cr = picture_begin(image, look->across * step + 2 * rim,
				    look->down * step + 2 * rim);

	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       look->bold ? CAIRO_FONT_WEIGHT_BOLD
					  : CAIRO_FONT_WEIGHT_NORMAL);
	for (int i = 0; i < look->across * look->down; i++) {
		cairo_save(cr);
		cairo_translate(cr, rim + i % look->across * step + .5,
				rim + i / look->across * step + .5);
		draw_board(cr, look);
		cairo_restore(cr);
	}
	cairo_destroy(cr);
}

static void look_at(const struct look *look, struct sighting_list *list)
{
	struct vision *vision = vision_new(NULL);
	struct image image;

	draw(look, &image);
	assert_int_equal(vision_read(vision, &image, ~0u, list, NULL), 0);
	image_fini(&image);
	vision_free(vision);
}

static void expect_all(const struct look *look)
{
	struct sighting_list list = { 0 };

	look_at(look, &list);
	assert_int_equal(list.count, look->across * look->down);
	for (size_t k = 0; k < list.count; k++) {
		const struct sighting *one = &list.sightings[k];

		assert_int_equal(one->puzzle.family, FAMILY_sudoku);
		for (int i = 0; i < SIDE * SIDE; i++)
			assert_int_equal(
				one->puzzle.as.sudoku.cells[i / SIDE][i % SIDE],
				given(look, i) ? given(look, i) : SUDOKU_BLANK);
		/* among pencil marks one may be in doubt */
		assert_true(one->confidence > (look->labels ? .5 : .9));
	}
	sighting_list_fini(&list);
}

/* More cells stand in a row than a grid may have. */
static void boards_beside_each_other(void **state)
{
	(void)state;
	expect_all(&(struct look){ .px_cell = 28, .across = 3, .down = 2 });
}

static void labels_are_no_row(void **state)
{
	(void)state;
	expect_all(&(struct look){
		.px_cell = 50, .across = 1, .down = 1, .labels = true });
}

/* The ink of a bold eight is a disc with two holes. */
static void bold_digits(void **state)
{
	(void)state;
	for (int px_cell = 60; px_cell < 100; px_cell += 6)
		expect_all(&(struct look){ .px_cell = px_cell,
					   .across = 1,
					   .down = 1,
					   .bold = true });
}

/* Nine by nine of a sheet's squares are a board where they hold most numbers.
 */
static void a_board_on_a_sheet(void **state)
{
	(void)state;
	for (int sheet = 1; sheet <= 3; sheet++)
		expect_all(&(struct look){ .px_cell = 44,
					   .across = 1,
					   .down = 1,
					   .sheet = sheet });
}

/* Whoever plays makes mistakes: what is seen is named. */
static void wrong_numbers_are_told_of(void **state)
{
	struct sighting_list list = { 0 };
	bool named = false;

	(void)state;
	look_at(
		&(struct look){
			.px_cell = 44, .across = 1, .down = 1, .wrong = true },
		&list);
	for (int i = 0; i < list.left_out_count; i++)
		named |= strstr(list.left_out[i].what, "repeated") != NULL;
	assert_true(named);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].confidence < .9);
	sighting_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_beside_each_other),
		cmocka_unit_test(labels_are_no_row),
		cmocka_unit_test(bold_digits),
		cmocka_unit_test(a_board_on_a_sheet),
		cmocka_unit_test(wrong_numbers_are_told_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
