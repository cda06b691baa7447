/* A Suko's totals on cards: thin rims, cards that their words cut up, digits
 * at a card's side, and totals that cannot be meant. */
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

#include "elements.h"
#include "glyphs.h"
#include "image.h"
#include "suko_cards.h"
#include "suko_tinted.h"
#include "suko_totals.h"
#include "written_number.h"

/* The board's cells are 60 px, from this place on; cards stand below it. */
enum { WIDTH = 520, HEIGHT = 420, UNIT = 60, LEFT = 150, TOP = 40 };
enum { CARD_Y = 300, CARD_WIDE = 84, CARD_HIGH = 50, CARD_STEP = 130 };

static const struct homography board = { { UNIT, 0, LEFT, 0, UNIT, TOP, 0, 0,
					   1 } };
static const int area_of[SUKO_CELLS] = { 0, 0, 1, 0, 2, 1, 2, 2, 1 };
static const double colours[3][3] = { { 0.64, 0.95, 0.93 },
				      { 0.97, 0.9, 0.64 },
				      { 0.79, 0.65, 0.96 } };

static void set_colour(cairo_t *cr, const double *colour)
{
	cairo_set_source_rgb(cr, colour[0], colour[1], colour[2]);
}

static cairo_t *begin(struct image *image)
{
	cairo_t *cr = picture_begin(image, WIDTH, HEIGHT);

	cairo_set_source_rgb(cr, 0.85, 0.95, 0.95);
	cairo_paint(cr);
	for (int i = 0; i < SUKO_CELLS; i++) {
		set_colour(cr, colours[area_of[i]]);
		cairo_rectangle(cr, LEFT + i % 3 * UNIT, TOP + i / 3 * UNIT,
				UNIT, UNIT);
		cairo_fill(cr);
	}
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	return cr;
}

static double card_x(int i)
{
	return 120 + i * CARD_STEP;
}

static void fill_card(cairo_t *cr, int i, double less)
{
	cairo_rectangle(cr, card_x(i) - CARD_WIDE / 2.0 + less,
			CARD_Y - CARD_HIGH / 2.0 + less, CARD_WIDE - 2 * less,
			CARD_HIGH - 2 * less);
	cairo_fill(cr);
}

static struct field field_at(double x, double y, double width, double height)
{
	return (struct field){ .px_middle = { x, y },
			       .width = width,
			       .height = height,
			       .px_box = { (int)(x - width / 2),
					   (int)(y - height / 2), (int)width,
					   (int)height },
			       .fill = 1 };
}

static void find_tints(const struct image *image, struct tint *tints)
{
	for (int i = 0; i < SUKO_CELLS; i++) {
		struct extent cell = { i % 3 + 0.1, i / 3 + 0.1, i % 3 + 0.9,
				       i / 3 + 0.9 };

		tints[i] = tint_find(image, &cell, &board);
	}
}

static void find_areas(struct image *image, const struct field *fields,
		       int count, bool over, struct suko_areas *areas)
{
	struct tint tints[SUKO_CELLS];
	struct elements elements;
	struct suko_cards cards = { .glyphs = glyphs_new(NULL),
				    .elements = &elements,
				    .cell_to_px = board };

	assert_int_equal(elements_find(&elements, image, 1, NULL), 0);
	assert_int_equal(homography_inverse(&board, &cards.px_to_cell), 0);
	find_tints(image, tints);
	suko_areas_find(&cards, fields, count, tints, over, areas);
	elements_fini(&elements);
	image_fini(image);
	glyphs_free(cards.glyphs);
}

/* In the dark ink that all numbers and words have. */
static void set_ink(cairo_t *cr, double size)
{
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
	cairo_set_font_size(cr, size);
}

/* A card with its number; further ones stand below the first three. The field
 * is so many pixels smaller than the card. */
static struct field add_card(cairo_t *cr, int i, int number, double less)
{
	double x = card_x(i % 3), y = CARD_Y + i / 3 * 70;

	cairo_rectangle(cr, x - CARD_WIDE / 2.0, y - CARD_HIGH / 2.0, CARD_WIDE,
			CARD_HIGH);
	cairo_fill(cr);
	set_ink(cr, 25);
	write_number(cr, x, y, number);
	return field_at(x, y, CARD_WIDE - less, CARD_HIGH - less);
}

/* What is made of three such cards, each of its area's tint. */
static void find_totals(const int totals[3], double less,
			struct suko_areas *areas)
{
	struct field fields[3];
	struct image image;
	cairo_t *cr = begin(&image);

	for (int i = 0; i < 3; i++) {
		set_colour(cr, colours[i]);
		fields[i] = add_card(cr, i, totals[i], less);
	}
	cairo_destroy(cr);
	find_areas(&image, fields, 3, false, areas);
}

/* Cards in a light that makes their tints differ a little from the cells' show
 * where others may be; one whose tint is none of the cells' does not. */
static void cards_in_other_light(void **state)
{
	static const double bright[3][3] = { { 0.1, 0.9, 0.5 },
					     { 0.2, 0.4, 0.9 },
					     { 0.9, 0.2, 0.8 } };
	static const double shades[3] = { 1, 0.94, 0.5 };
	struct field fields[3];
	struct suko_areas areas;
	struct image image;
	cairo_t *cr = begin(&image);

	(void)state;
	for (int i = 0; i < SUKO_CELLS; i++) {
		set_colour(cr, bright[area_of[i]]);
		cairo_rectangle(cr, LEFT + i % 3 * UNIT, TOP + i / 3 * UNIT,
				UNIT, UNIT);
		cairo_fill(cr);
	}
	for (int i = 0; i < 3; i++) {
		cairo_set_source_rgb(cr, bright[i][0] * shades[i],
				     bright[i][1] * shades[i],
				     bright[i][2] * shades[i]);
		fields[i] = add_card(cr, i, 12 + i, 4);
	}
	cairo_destroy(cr);
	find_areas(&image, fields, 3, false, &areas);
	assert_false(areas.agreed);
	assert_int_equal(areas.shown_count, 2);
}

/* Words in the middle of a card; returns how wide they are. */
static double write_words(cairo_t *cr, int i, const char *words)
{
	cairo_text_extents_t size;

	cairo_text_extents(cr, words, &size);
	cairo_move_to(cr, card_x(i) - size.width / 2 - size.x_bearing,
		      CARD_Y + 8);
	cairo_show_text(cr, words);
	return size.width;
}

/* A number that is not in the middle of its card tells where this is but
 * roughly; its rim is looked for at each side by itself. */
static void rims(void **state)
{
	static const int totals[3] = { 11, 20, 14 };
	struct suko_areas areas;
	struct field fields[3];
	struct image image;
	cairo_t *cr = begin(&image);

	(void)state;
	for (int i = 0; i < 3; i++) {
		set_colour(cr, colours[i]);
		fill_card(cr, i, 0);
		cairo_set_source_rgb(cr, 0.87, 0.87, 0.96);
		fill_card(cr, i, 5);
		set_ink(cr, 25);
		write_number(cr, card_x(i) - 4, CARD_Y - 3, totals[i]);
		fields[i] = field_at(card_x(i) - 4, CARD_Y - 3, 62, 44);
	}
	cairo_destroy(cr);
	find_areas(&image, fields, 3, false, &areas);
	assert_true(areas.agreed);
	for (int i = 0; i < 3; i++)
		assert_int_equal(areas.totals[i].value, totals[i]);
}

/* Totals that sum to 45 and have their areas' tints, of which one is less than
 * three different digits make, are none that agree. */
static void less_than_any(void **state)
{
	static const int totals[3] = { 5, 20, 20 };
	struct suko_areas areas;

	(void)state;
	find_totals(totals, 0, &areas);
	assert_true(areas.tinted);
	assert_false(areas.agreed);
}

/* The parts of a card that a word leaves are grown to all of it; what is of
 * the page's tint, or the board's own, is none. */
static void cards_cut_up(void **state)
{
	struct tint tints[SUKO_CELLS];
	struct field found[SUKO_TINTED_MOST];
	const struct field fields[] = {
		field_at(card_x(0) + 4, CARD_Y - 17, 60, 12),
		field_at(card_x(0), CARD_Y + 17, 70, 10),
		field_at(card_x(1), CARD_Y, 40, 30), /* of the page */
		field_at(LEFT + 30, TOP + 30, 50, 50),
	};
	struct image image;
	cairo_t *cr = begin(&image);
	int count;

	(void)state;
	set_colour(cr, colours[2]);
	fill_card(cr, 0, 0);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_font_size(cr, 22);
	cairo_move_to(cr, card_x(0) - 36, CARD_Y + 8);
	cairo_show_text(cr, "sum 9");
	cairo_destroy(cr);
	find_tints(&image, tints);
	count = suko_tinted_find(&image, &board, tints, fields, 4, found);
	assert_int_equal(count, 1);
	assert_true(fabs(found[0].px_middle.x - card_x(0)) < 2.5);
	assert_true(fabs(found[0].px_middle.y - CARD_Y) < 2.5);
	assert_true(fabs(found[0].width - CARD_WIDE) < 5);
	assert_true(fabs(found[0].height - CARD_HIGH) < 5);
	image_fini(&image);
}

/* The last digit stands at the side of its field, but not at the card's. */
static void digits_at_the_side(void **state)
{
	struct suko_cards cards = { .cell_to_px = board };
	struct elements elements;
	struct number number;
	struct image image;
	cairo_t *cr = begin(&image);
	struct field field;
	double width;

	(void)state;
	set_colour(cr, colours[1]);
	fill_card(cr, 1, -20);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_font_size(cr, 22);
	width = write_words(cr, 1, "sum 24");
	cairo_destroy(cr);
	field = field_at(card_x(1), CARD_Y, width - 4, 40);
	assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
	assert_int_equal(homography_inverse(&board, &cards.px_to_cell), 0);
	cards.glyphs = glyphs_new(NULL);
	cards.elements = &elements;
	assert_true(suko_cards_read(&cards, &field, &number));
	assert_int_equal(number.value, 24);
	glyphs_free(cards.glyphs);
	elements_fini(&elements);
	image_fini(&image);
}

/* Words that lie over the borders of their cards are read where that is asked
 * for. */
static void words_over_borders(void **state)
{
	static const char *const words[3] = { "sum 11", "sum 20", "sum 14" };

	(void)state;
	for (int over = 0; over < 2; over++) {
		struct suko_areas areas;
		struct field fields[3];
		struct image image;
		cairo_t *cr = begin(&image);

		for (int i = 0; i < 3; i++) {
			set_ink(cr, 23.5);
			fill_card(cr, i, -3);
			set_colour(cr, colours[i]);
			fill_card(cr, i, 0);
			set_ink(cr, 23.5);
			write_words(cr, i, words[i]);
			fields[i] = field_at(card_x(i), CARD_Y, CARD_WIDE,
					     CARD_HIGH);
		}
		cairo_destroy(cr);
		find_areas(&image, fields, 3, over != 0, &areas);
		assert_true(areas.agreed == (over != 0));
		if (over)
			for (int i = 0; i < 3; i++)
				assert_int_equal(areas.totals[i].value,
						 atoi(words[i] + 4));
	}
}

/* Totals that do not sum to 45 are rather right than wrong where one digit of
 * them may be misread; others may be anything. */
static void totals_that_cannot_be(void **state)
{
	static const struct {
		int totals[3];
		bool may_be;
	} cases[] = {
		{ { 11, 20, 14 }, true },  { { 11, 20, 4 }, true }, /* for 14 */
		{ { 11, 26, 14 }, true },  { { 1, 2, 3 }, false },
		{ { 31, 20, 27 }, false }, { { 4, 33, 1 }, false },
	};

	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct suko_areas areas;

		find_totals(cases[k].totals, 4, &areas);
		assert_int_equal(areas.totals[1].value, cases[k].totals[1]);
		if ((areas.confidence > 0.6) != cases[k].may_be)
			fail_msg("case %zu: %.3f", k, areas.confidence);
	}
}

static void mix_colours(cairo_t *cr, const double *a, const double *b,
			double share)
{
	cairo_set_source_rgb(cr, a[0] + share * (b[0] - a[0]),
			     a[1] + share * (b[1] - a[1]),
			     a[2] + share * (b[2] - a[2]));
}

/* One card, of a tint between two areas', is not the total of both. */
static void a_card_is_one_total(void **state)
{
	struct suko_areas areas;
	struct field fields[3];
	struct image image;
	cairo_t *cr = begin(&image);

	(void)state;
	mix_colours(cr, colours[0], colours[1], 0.5);
	fields[0] = fields[1] = add_card(cr, 0, 18, 4);
	fields[1].px_middle.x += 4;
	fields[1].width -= 24;
	fields[1].height -= 16;
	set_colour(cr, colours[2]);
	fields[2] = add_card(cr, 2, 9, 4);
	cairo_destroy(cr);
	find_areas(&image, fields, 3, false, &areas);
	assert_false(areas.agreed);
}

/* Numbers of which one stands on another tint are no rivals of those on the
 * right ones, though they make 45, too. */
static void one_tint_that_is_off_tells(void **state)
{
	static const int totals[] = { 11, 20, 14, 15, 19 };
	struct suko_areas areas;
	struct field fields[5];
	struct image image;
	cairo_t *cr = begin(&image);

	(void)state;
	for (int i = 0; i < 5; i++) {
		mix_colours(cr, colours[i < 3 ? i : i - 2], colours[0],
			    i == 4 ? 0.35 : 0);
		fields[i] = add_card(cr, i, totals[i], 4);
	}
	cairo_destroy(cr);
	find_areas(&image, fields, 5, false, &areas);
	assert_true(areas.agreed);
	for (int i = 0; i < 3; i++)
		assert_int_equal(areas.totals[i].value, totals[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rims),
		cmocka_unit_test(cards_in_other_light),
		cmocka_unit_test(less_than_any),
		cmocka_unit_test(cards_cut_up),
		cmocka_unit_test(digits_at_the_side),
		cmocka_unit_test(words_over_borders),
		cmocka_unit_test(totals_that_cannot_be),
		cmocka_unit_test(a_card_is_one_total),
		cmocka_unit_test(one_tint_that_is_off_tells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
