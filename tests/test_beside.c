/* Totals beside a board: with signs before them, without marks of their own,
 * and those of the diagonals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "beside.h"
#include "pipeline.h"
#include "vision.h"
#include "written_number.h"

enum { LEFT = 90, TOP = 60, PITCH = 54, SIDE_MOST = 7, NO = -1 };

/* A ruled board; its cells, blanks NO, by rows. */
struct board {
	int columns, rows;
	int cells[SIDE_MOST * SIDE_MOST];
	int below[SIDE_MOST], right[SIDE_MOST];
};

static const struct board square = {
	4,
	4,
	{ 12, NO, 7, 4, 9, 3, NO, 11, NO, 8, 2, NO, 6, 14, 5, 10 },
	{ 41, 39, 23, 45 },
	{ 38, 36, 39, 35 },
};

static const struct board wide = {
	7,
	3,
	{ 5, NO, 7, 4, 9, 3, 6, 2, 8, NO, 1, 6, NO, 9, NO, 4, 3, 8, NO, 2, 7 },
	{ 14, 19, 16, 13, 21, 10, 22 },
	{ 41, 38, 36 },
};

static void write_text(cairo_t *cr, double x, double y, const char *text)
{
	cairo_move_to(cr, x, y + 8);
	cairo_show_text(cr, text);
}

static cairo_t *begin(struct image *image, const struct board *board)
{
	cairo_t *cr = picture_begin(image, 640, 420);

	cairo_set_source_rgb(cr, 0.97, 0.96, 0.9);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.2);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 21);
	cairo_set_line_width(cr, 2);
	for (int i = 0; i < board->columns * board->rows; i++) {
		double x = LEFT + i % board->columns * PITCH;
		double y = TOP + i / board->columns * PITCH;

		cairo_rectangle(cr, x, y, PITCH, PITCH);
		cairo_stroke(cr);
		if (board->cells[i] != NO)
			write_number(cr, x + PITCH / 2.0, y + PITCH / 2.0,
				     board->cells[i]);
	}
	return cr;
}

static void end(cairo_t *cr, struct image *image, struct sighting_list *list)
{
	struct vision *vision = vision_new(NULL);

	cairo_destroy(cr);
	memset(list, 0, sizeof *list);
	assert_int_equal(
		vision_read(vision, image, 1u << FAMILY_cross_sum, list, NULL),
		0);
	image_fini(image);
	vision_free(vision);
}

static const struct cross_sum *check(const struct sighting_list *list,
				     const struct board *board)
{
	const struct cross_sum *puzzle;

	assert_int_equal(list->count, 1);
	puzzle = &list->sightings[0].puzzle.as.cross_sum;
	assert_int_equal(puzzle->columns, board->columns);
	assert_int_equal(puzzle->rows, board->rows);
	for (int i = 0; i < board->columns; i++)
		assert_int_equal(puzzle->column_totals[i], board->below[i]);
	for (int i = 0; i < board->rows; i++)
		assert_int_equal(puzzle->row_totals[i], board->right[i]);
	return puzzle;
}

/* Totals plain, `out` pixels from the board. */
static void draw_totals(cairo_t *cr, const struct board *board, double out)
{
	double right = LEFT + board->columns * PITCH + out;
	double bottom = TOP + board->rows * PITCH + out;

	for (int i = 0; i < board->columns; i++)
		write_number(cr, LEFT + (i + 0.5) * PITCH, bottom,
			     board->below[i]);
	for (int i = 0; i < board->rows; i++)
		write_number(cr, right, TOP + (i + 0.5) * PITCH,
			     board->right[i]);
}

/* Arrows lead from the board to its totals. */
static void arrows(void **state)
{
	double right = LEFT + square.columns * PITCH + 6;
	double bottom = TOP + square.rows * PITCH + 4;
	struct sighting_list list;
	struct image image;
	cairo_t *cr = begin(&image, &square);

	(void)state;
	draw_totals(cr, &square, 40);
	for (int i = 0; i < 4; i++) {
		double at = (i + 0.5) * PITCH;

		cairo_move_to(cr, right, TOP + at);
		cairo_rel_line_to(cr, 16, 0);
		cairo_rel_move_to(cr, -6, -6);
		cairo_rel_line_to(cr, 6, 6);
		cairo_rel_line_to(cr, -6, 6);
		cairo_move_to(cr, LEFT + at, bottom);
		cairo_rel_line_to(cr, 0, 18);
		cairo_rel_move_to(cr, -5, -5);
		cairo_rel_line_to(cr, 5, 5);
		cairo_rel_line_to(cr, 5, -5);
	}
	cairo_stroke(cr);
	end(cr, &image, &list);
	check(&list, &square);
	assert_true(list.sightings[0].confidence >= PIPELINE_CONFIDENCE_MIN);
	sighting_list_fini(&list);
}

/* Boxes that run into each other leave no marks; what is in them is read where
 * it should stand, by those that did. */
static void lost_marks(void **state)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	struct lattice_list lattices = { 0 };
	struct mark_list marks = { 0 };
	struct elements elements;
	struct beside_line line;
	struct image image;
	cairo_t *cr = begin(&image, &wide);
	size_t kept = 0;

	(void)state;
	draw_totals(cr, &wide, 30);
	cairo_destroy(cr);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(lattice_find(&elements, &lattices), 0);
	assert_int_equal(lattices.lattices[0].columns, wide.columns);
	assert_int_equal(
		mark_list_find(&marks, &elements, &lattices.lattices[0], 2.5),
		0);
	for (size_t i = 0; i < marks.count; i++)
		if (marks.marks[i].cell_centre.x < 3 ||
		    marks.marks[i].cell_centre.y < wide.rows)
			marks.marks[kept++] = marks.marks[i];
	marks.count = kept;
	assert_true(beside_read(glyphs, &elements, &lattices.lattices[0],
				&marks, SIDE_BOTTOM, &line));
	for (int i = 0; i < wide.columns; i++)
		assert_int_equal(line.numbers[i + 1].value, wide.below[i]);
	assert_int_equal(line.seen, wide.columns);
	mark_list_fini(&marks);
	lattice_list_fini(&lattices);
	elements_fini(&elements);
	image_fini(&image);
	glyphs_free(glyphs);
}

/* The total of a diagonal stands where the lines of totals meet, if only a
 * little further off; a number in a sentence there is none. */
static void corners(void **state)
{
	static const struct {
		const char *text;
		double x;
		int total;
	} cases[] = {
		{ "30", 28, 30 },
		{ "30", 54, 30 },
		{ "30 of 97", 28, CROSS_SUM_UNKNOWN },
		{ "a 30 m", 14, CROSS_SUM_UNKNOWN },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double right = LEFT + square.columns * PITCH;
		double bottom = TOP + square.rows * PITCH;
		const struct cross_sum *puzzle;
		struct sighting_list list;
		struct image image;
		cairo_t *cr = begin(&image, &square);

		draw_totals(cr, &square, 40);
		write_text(cr, right + cases[i].x, bottom + 40, cases[i].text);
		end(cr, &image, &list);
		puzzle = check(&list, &square);
		if (puzzle->diagonal_down != cases[i].total)
			fail_msg("'%s' at %.0f: %d", cases[i].text, cases[i].x,
				 puzzle->diagonal_down);
		sighting_list_fini(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arrows),
		cmocka_unit_test(lost_marks),
		cmocka_unit_test(corners),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
