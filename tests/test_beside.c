/* Totals beside a board: with signs before them, without marks of their own,
 * and those of the diagonals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "beside.h"
#include "cross_sum_lattice.h"
#include "page.h"
#include "pipeline.h"
#include "seen.h"
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
	cairo_destroy(cr);
	*list = seen_in(image, FAMILY_cross_sum);
	image_fini(image);
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

/* The line of totals below the wide board, without those of its marks that
 * `is_lost` says. */
static void read_without(bool (*is_lost)(const struct mark *),
			 struct beside_line *line)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	struct lattice_list lattices = { 0 };
	struct mark_list marks = { 0 };
	struct elements elements;
	struct image image;
	cairo_t *cr = begin(&image, &wide);
	size_t kept = 0;

	draw_totals(cr, &wide, 30);
	cairo_destroy(cr);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(lattice_find(&elements, &lattices), 0);
	assert_int_equal(
		mark_list_find(&marks, &elements, &lattices.lattices[0], 2.5),
		0);
	for (size_t i = 0; i < marks.count; i++)
		if (!is_lost(&marks.marks[i]))
			marks.marks[kept++] = marks.marks[i];
	assert_true(kept < marks.count);
	marks.count = kept;
	beside_read(glyphs, &elements, &lattices.lattices[0], &marks,
		    SIDE_BOTTOM, line);
	mark_list_fini(&marks);
	lattice_list_fini(&lattices);
	elements_fini(&elements);
	image_fini(&image);
	glyphs_free(glyphs);
}

static bool left_ones(const struct mark *mark)
{
	return mark->cell_centre.x >= 3 && mark->cell_centre.y >= wide.rows;
}

/* Boxes that run into each other leave no marks; what is in them is read where
 * it should stand, by those that did. */
static void lost_marks(void **state)
{
	struct beside_line line;

	(void)state;
	read_without(left_ones, &line);
	for (int i = 0; i < wide.columns; i++)
		assert_int_equal(line.numbers[i + 1].value, wide.below[i]);
	assert_int_equal(line.seen, wide.columns);
}

static bool any(const struct mark *mark)
{
	(void)mark;
	return true;
}

/* Rings that run into their digits and into each other leave no marks at all:
 * the line is found by its places. */
static void no_marks(void **state)
{
	struct beside_line line;

	(void)state;
	read_without(any, &line);
	assert_int_equal(line.seen, wide.columns);
	for (int i = 0; i < wide.columns; i++)
		assert_int_equal(line.numbers[i + 1].value, wide.below[i]);
	assert_true(fabs(line.distance - 30.0 / PITCH) < 0.15);
}

static bool second_digit(const struct mark *mark)
{
	return mark->cell_centre.x > 2.5 && mark->cell_centre.x < 3 &&
	       mark->cell_centre.y > wide.rows;
}

/* A digit that runs into a ring makes no mark: the number that is left stands
 * aside, and neither is sure. */
static void lost_digit(void **state)
{
	struct beside_line line;

	(void)state;
	read_without(second_digit, &line);
	for (int i = 0; i < wide.columns; i++)
		assert_int_equal(line.numbers[i + 1].value, wide.below[i]);
	assert_true(line.numbers[3].confidence < 0.8);
	assert_int_equal(line.numbers[3].instead[0].value, wide.below[2] / 10);
	assert_true(line.numbers[1].confidence > 0.9);
}

static void read_lattice(struct sum_search *search,
			 const struct lattice *lattice,
			 struct sighting_list *list)
{
	assert_int_equal(
		cross_sum_read_lattice(search, lattice, NULL, list, NULL), 0);
}

/* Cells that were found in several ways are read once: what is as large, and
 * hardly aside, is the same. */
static void read_once(void **state)
{
	static const struct {
		double aside; /* cells */
		int narrower;
		bool again;
	} cases[] = { { 0, 0, false },
		      { 0.05, 0, false },
		      { 0.15, 0, true },
		      { 0, 1, true } };
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct image image;
	struct page page;
	cairo_t *cr = begin(&image, &wide);

	(void)state;
	draw_totals(cr, &wide, 40);
	cairo_destroy(cr);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct lattice other = page.lattices.lattices[0];
		struct sum_search search = { .vision = vision, .page = &page };
		const struct homography aside = { { 1, 0, cases[i].aside, 0, 1,
						    0, 0, 0, 1 } };
		size_t first;

		read_lattice(&search, &other, &list);
		first = list.count;
		assert_true(first > 0);
		other.cell_to_px =
			homography_compose(&aside, &other.cell_to_px);
		homography_inverse(&other.cell_to_px, &other.px_to_cell);
		lattice_resize(&other, 0, 0, -cases[i].narrower, 0);
		read_lattice(&search, &other, &list);
		if ((list.count > first) != cases[i].again)
			fail_msg("case %zu: %zu and %zu", i, first, list.count);
		lattice_list_fini(&search.read);
		sighting_list_fini(&list);
	}
	page_fini(&page);
	image_fini(&image);
	vision_free(vision);
}

/* Where some fields do not show the lattice is a part of the cells; where what
 * is beside them shows as such it is more. */
static void part_of_the_cells(void **state)
{
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 }, last;
	struct image image;
	struct page page;
	struct sum_search search = { .vision = vision, .page = &page };
	cairo_t *cr = begin(&image, &wide);

	(void)state;
	draw_totals(cr, &wide, 40);
	cairo_destroy(cr);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	for (int side = 0; side < SIDE_COUNT; side++) {
		struct lattice part = page.lattices.lattices[0];

		lattice_resize(&part, -(side == SIDE_LEFT), -(side == SIDE_TOP),
			       -2 * (side == SIDE_RIGHT),
			       -(side == SIDE_BOTTOM));
		read_lattice(&search, &part, &list);
		lattice_list_fini(&search.read);
		assert_true(list.count > 0);
		last = (struct sighting_list){
			.sightings = &list.sightings[list.count - 1],
			.count = 1,
		};
		check(&last, &wide);
		sighting_list_fini(&list);
	}
	page_fini(&page);
	image_fini(&image);
	vision_free(vision);
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

/* Rings of dashes, in pixels. */
struct dashed {
	double dashes[2], radius, font;
};

static void ring_total(cairo_t *cr, double x, double y,
		       const struct dashed *dashed, int total)
{
	cairo_save(cr);
	cairo_set_line_width(cr, 1.5);
	cairo_set_dash(cr, dashed->dashes, 2, 0);
	cairo_new_path(cr);
	cairo_arc(cr, x, y, dashed->radius, 0.3, 6.58);
	cairo_stroke(cr);
	cairo_restore(cr);
	cairo_set_font_size(cr, dashed->font);
	if (total != NO)
		write_number(cr, x, y, total);
}

/* Dashes of rings that are as high as the totals in them are no totals. */
static void dashed_rings(void **state)
{
	static const struct dashed cases[] = {
		{ { 8, 4 }, 21, 14 },
		{ { 8, 6 }, 24, 14 },
		{ { 8, 6 }, 24, 12 },
		{ { 8, 4 }, 24, 12 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const double right = LEFT + wide.columns * PITCH + 40;
		const double bottom = TOP + wide.rows * PITCH + 40;
		const struct cross_sum *puzzle;
		struct sighting_list list;
		struct image image;
		cairo_t *cr = begin(&image, &wide);

		for (int k = 0; k < wide.columns; k++)
			ring_total(cr, LEFT + (k + 0.5) * PITCH, bottom,
				   &cases[i], k == 1 ? NO : wide.below[k]);
		for (int k = 0; k < wide.rows; k++)
			ring_total(cr, right, TOP + (k + 0.5) * PITCH,
				   &cases[i], wide.right[k]);
		end(cr, &image, &list);
		if (list.count != 1)
			fail_msg("case %zu: %zu found", i, list.count);
		puzzle = &list.sightings[0].puzzle.as.cross_sum;
		for (int k = 0; k < wide.rows; k++)
			assert_int_equal(puzzle->row_totals[k], wide.right[k]);
		for (int k = 0; k < wide.columns; k++)
			assert_int_equal(puzzle->column_totals[k],
					 k == 1 ? CROSS_SUM_UNKNOWN
						: wide.below[k]);
		sighting_list_fini(&list);
	}
}

/* Where only lying rules part the cells, and numbers are too small for these to
 * be in line. */
static void lying_rules(void **state)
{
	static const struct board few = {
		7,
		3,
		{ 12, NO, NO, NO, NO, 23, NO, NO, 17, NO, 21,
		  NO, NO, 18, NO, NO, NO, 24, NO, NO, 19 },
		{ 34, 39, 27, 45, 33, 48, 52 },
		{ 91, 96, 91 },
	};
	struct sighting_list list;
	struct image image;
	cairo_t *cr = picture_begin(&image, 640, 420);

	(void)state;
	cairo_set_source_rgb(cr, 0.97, 0.96, 0.9);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.2);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 12);
	cairo_set_line_width(cr, 2);
	for (int i = 0; i <= few.rows; i++) {
		cairo_move_to(cr, LEFT, TOP + i * PITCH);
		cairo_rel_line_to(cr, few.columns * PITCH, 0);
		cairo_stroke(cr);
	}
	for (int i = 0; i < few.columns * few.rows; i++)
		if (few.cells[i] != NO)
			write_number(cr, LEFT + (i % 7 + 0.5) * PITCH,
				     TOP + (i / 7 + 0.5) * PITCH, few.cells[i]);
	draw_totals(cr, &few, 40);
	end(cr, &image, &list);
	check(&list, &few);
	sighting_list_fini(&list);
}

/* Reads the square with a pad above it, and the total of its second diagonal
 * between the two or none. Returns what is read of it. */
static int read_above(bool total, double pad_y)
{
	struct sighting_list list;
	struct image image;
	cairo_t *cr = begin(&image, &square);
	int read;

	draw_totals(cr, &square, 40);
	if (total) {
		write_number(cr, LEFT + 4.5 * PITCH + 13, TOP - 22, 32);
		cairo_set_font_size(cr, 13);
	}
	for (int i = 0; i < 5; i++)
		write_number(cr, LEFT + (i + 0.5) * PITCH + 13 * (i == 4),
			     pad_y, i + 21);
	end(cr, &image, &list);
	read = check(&list, &square)->diagonal_up;
	sighting_list_fini(&list);
	return read;
}

/* The total of a diagonal beyond the end of a line of totals is no number of a
 * line further off, a pad's; but what stands in that line is none. */
static void pads(void **state)
{
	(void)state;
	assert_int_equal(read_above(true, TOP - 48), 32);
	assert_int_equal(read_above(false, TOP - 34), CROSS_SUM_UNKNOWN);
}

/* Where totals stand in line with the cells, ruled as these are, those of the
 * diagonals may stand further off, out of line. */
static void totals_at_the_rim(void **state)
{
	static const struct board with_totals = {
		5,
		5,
		{ 12, NO, 7, 4,  38, 9,  3,  NO, 11, 36, NO, 8, 2,
		  NO, 39, 6, 14, 5,  10, 35, 41, 39, 23, 45, 40 },
		{ 0 },
		{ 0 },
	};
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 }, last;
	const struct cross_sum *puzzle;
	struct image image;
	struct page page;
	struct sum_search search = { .vision = vision, .page = &page };
	cairo_t *cr = begin(&image, &with_totals);

	(void)state;
	write_number(cr, LEFT + 4.5 * PITCH, TOP - 46, 32);
	cairo_destroy(cr);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	read_lattice(&search, &page.lattices.lattices[0], &list);
	lattice_list_fini(&search.read);
	assert_true(list.count > 0);
	last = (struct sighting_list){ .sightings =
					       &list.sightings[list.count - 1],
				       .count = 1 };
	puzzle = check(&last, &square);
	assert_int_equal(puzzle->diagonal_up, 32);
	assert_int_equal(puzzle->diagonal_down, 40);
	/* what shows less of the same board does not go before */
	for (size_t i = 0; i + 1 < list.count; i++)
		assert_true(list.sightings[i].score < last.sightings->score);
	sighting_list_fini(&list);
	page_fini(&page);
	image_fini(&image);
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dashed_rings),
		cmocka_unit_test(lying_rules),
		cmocka_unit_test(pads),
		cmocka_unit_test(totals_at_the_rim),
		cmocka_unit_test(arrows),
		cmocka_unit_test(lost_marks),
		cmocka_unit_test(no_marks),
		cmocka_unit_test(lost_digit),
		cmocka_unit_test(read_once),
		cmocka_unit_test(part_of_the_cells),
		cmocka_unit_test(corners),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
