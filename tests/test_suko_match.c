/* Which mark shows which area's colour, where borders leave little of it; and
 * totals in rows and columns beside such marks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "elements.h"
#include "glyphs.h"
#include "image.h"
#include "suko_match.h"
#include "suko_rows.h"
#include "written_number.h"

enum { WIDTH = 620, HEIGHT = 480, UNIT = 60, LEFT = 200, TOP = 40 };

static const struct homography board = { { UNIT, 0, LEFT, 0, UNIT, TOP, 0, 0,
					   1 } };
static const int area_of[SUKO_CELLS] = { 0, 0, 1, 0, 2, 1, 2, 2, 1 };
static const struct tint colours[3] = { { 220, 12, -6 },
					{ 222, -10, -8 },
					{ 218, -2, 14 } };
static const int totals[3] = { 11, 20, 14 };

static void set_cells(struct tint cells[SUKO_CELLS])
{
	for (int i = 0; i < SUKO_CELLS; i++)
		cells[i] = colours[area_of[i]];
}

/* A part of a colour, and a border's. */
static struct tint mix(const struct tint *colour, double share)
{
	static const struct tint border = { 120, -60, 30 };

	return (struct tint){
		share * colour->light + (1 - share) * border.light,
		share * colour->red_green + (1 - share) * border.red_green,
		share * colour->yellow_blue + (1 - share) * border.yellow_blue,
	};
}

/* Marks that show a third of their colour are matched; those that show
 * nothing, or two areas in between, are not. */
static void parts_of_colours(void **state)
{
	static const int order[3] = { 2, 0, 1 };
	struct tint cells[SUKO_CELLS], marks[3];
	struct number numbers[3] = { { .value = 14 },
				     { .value = 11 },
				     { .value = 20 } };
	const struct number *const shown[3] = { &numbers[0], &numbers[1],
						&numbers[2] };
	struct suko_match match;

	(void)state;
	set_cells(cells);
	for (int i = 0; i < 3; i++)
		marks[i] = mix(&colours[order[i]], 0.34);
	assert_int_equal(suko_match_init(&match, cells), 1);
	assert_false(suko_match_is_clear(&match));
	assert_true(suko_match_may_be(suko_match_left(&match, marks, 3)));
	assert_false(suko_match_may_be(suko_match_left(&match, marks, 2)));
	suko_match_try(&match, marks, shown, 3);
	assert_true(suko_match_is_clear(&match));
	for (int i = 0; i < 3; i++)
		assert_int_equal(match.totals[i].value, totals[i]);
	/* the same marks with other totals contradict them */
	numbers[0].value = 13;
	numbers[1].value = 12;
	suko_match_try(&match, marks, shown, 3);
	assert_false(suko_match_is_clear(&match));
	for (int i = 0; i < 3; i++)
		marks[i] = mix(&colours[order[i]], 0.02);
	assert_false(suko_match_may_be(suko_match_left(&match, marks, 3)));
	suko_match_init(&match, cells);
	marks[0] = mix(&colours[0], 0.5);
	marks[1] = marks[2] = mix(&colours[1], 0.5);
	suko_match_try(&match, marks, shown, 3);
	assert_false(suko_match_is_clear(&match));
}

static void set_colour(cairo_t *cr, const struct tint *tint)
{
	double red = tint->light + tint->red_green / 2 + tint->yellow_blue / 3;
	double green = red - tint->red_green;
	double blue = 3 * tint->light - red - green;

	cairo_set_source_rgb(cr, red / 255, green / 255, blue / 255);
}

/* How the totals stand. */
struct rows_case {
	bool column, plain; /* plain: all marks of one colour */
	int last;           /* the third total */
	bool found;
};

static void draw_total(cairo_t *cr, const struct rows_case *one, int i)
{
	double x = one->column ? 60 : 130 + 130 * i;
	double y = one->column ? 60 + 60 * i : 300;

	set_colour(cr, &colours[one->plain ? 0 : i]);
	cairo_rectangle(cr, x - 12, y - 12, 24, 24);
	cairo_fill(cr);
	cairo_set_source_rgb(cr, 0.3, 0.5, 0.4);
	cairo_set_line_width(cr, 3);
	cairo_rectangle(cr, x - 12, y - 12, 24, 24);
	cairo_stroke(cr);
	cairo_rectangle(cr, x - 6, y - 6, 12, 12);
	cairo_stroke(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	write_number(cr, x + 46, y, i < 2 ? totals[i] : one->last);
}

static bool is_left(const void *data, struct point px)
{
	(void)data;
	return px.x < 320;
}

static int find(const struct rows_case *one,
		const struct suko_rows_others *others, struct suko_areas *areas)
{
	struct suko_cards cards = { .cell_to_px = board };
	const struct item_list none = { 0 };
	struct tint cells[SUKO_CELLS];
	struct elements elements;
	struct image image;
	cairo_t *cr = picture_begin(&image, WIDTH, HEIGHT);
	int found;

	cairo_set_source_rgb(cr, 0.97, 0.97, 0.97);
	cairo_paint(cr);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 28);
	for (int i = 0; i < 3; i++)
		draw_total(cr, one, i);
	cairo_destroy(cr);
	set_cells(cells);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(homography_inverse(&board, &cards.px_to_cell), 0);
	cards.glyphs = glyphs_new(NULL);
	cards.elements = &elements;
	found = suko_rows_find(&cards, &none, others, cells, areas);
	glyphs_free(cards.glyphs);
	elements_fini(&elements);
	image_fini(&image);
	return found;
}

static void rows(void **state)
{
	static const struct rows_case cases[] = {
		{ .last = 14, .found = true },
		{ .column = true, .last = 14, .found = true },
		{ .last = 13 },
		{ .plain = true, .last = 14 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct suko_areas areas = { 0 };
		int found = find(&cases[i], NULL, &areas);

		if (found != cases[i].found || areas.agreed != cases[i].found)
			fail_msg("case %zu: found %d", i, found);
		for (int k = 0; k < SUKO_CELLS && found; k++)
			assert_int_equal(areas.totals[areas.area_of[k]].value,
					 totals[area_of[k]]);
	}
}

/* What lies by another board is none of this one's. */
static void rows_of_others(void **state)
{
	static const struct rows_case one = { .last = 14 };
	const struct suko_rows_others others = { is_left, NULL };
	struct suko_areas areas = { 0 };

	(void)state;
	assert_int_equal(find(&one, &others, &areas), 0);
	assert_false(areas.agreed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_colours),
		cmocka_unit_test(rows),
		cmocka_unit_test(rows_of_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
