/* Words that lie over the borders of their cards, and digits that lie over the
 * rings around them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "card_sides.h"
#include "elements.h"
#include "glyphs.h"
#include "image.h"
#include "suko_cards.h"
#include "suko_discs.h"
#include "written_number.h"

enum { WIDTH = 300, HEIGHT = 200, MIDDLE_X = 150, MIDDLE_Y = 100 };

static const struct homography same = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };

struct shape {
	const char *name;
	double width, height, radius, line;
	double inner; /* a second border, so far within; 0: none */
	bool dark;    /* words are darker than the card */
	double size;  /* of the words */
};

static void outline(cairo_t *cr, const struct shape *shape, double less)
{
	double w = shape->width / 2 - less, h = shape->height / 2 - less;
	double r = fmax(0, shape->radius - less);

	cairo_new_path(cr);
	for (int i = 0; i < 4; i++)
		cairo_arc(cr, MIDDLE_X + (i == 0 || i == 3 ? w - r : r - w),
			  MIDDLE_Y + (i < 2 ? h - r : r - h), r, i * M_PI / 2,
			  (i + 1) * M_PI / 2);
	cairo_close_path(cr);
}

/* Words on a card, in its middle. */
static void draw(const struct shape *shape, const char *words,
		 struct image *image)
{
	cairo_t *cr = picture_begin(image, WIDTH, HEIGHT);
	double ink = shape->dark ? 0.05 : 0.95;
	cairo_text_extents_t size;

	cairo_set_source_rgb(cr, 0.85, 0.9, 0.9);
	cairo_paint(cr);
	outline(cr, shape, 0);
	if (shape->dark)
		cairo_set_source_rgb(cr, 0.95, 0.8, 0.6);
	else
		cairo_set_source_rgb(cr, 0.35, 0.2, 0.4);
	cairo_fill_preserve(cr);
	cairo_set_source_rgb(cr, ink, ink, ink);
	cairo_set_line_width(cr, shape->line);
	cairo_stroke(cr);
	if (shape->inner > 0) {
		outline(cr, shape, shape->inner);
		cairo_stroke(cr);
	}
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, shape->size);
	cairo_text_extents(cr, words, &size);
	cairo_move_to(cr, MIDDLE_X - size.width / 2 - size.x_bearing,
		      MIDDLE_Y - size.height / 2 - size.y_bearing);
	cairo_show_text(cr, words);
	cairo_destroy(cr);
}

static const struct shape cards[] = {
	{ "sharp", 97, 56, 0, 3, 0, true, 26 },
	{ "round", 98, 56, 9, 4, 0, true, 26 },
	{ "pill", 102, 60, 30, 3, 0, true, 26 },
	{ "double", 109, 62, 0, 2, 6, true, 26 },
	{ "double pill", 112, 66, 33, 2, 5, true, 26 },
	{ "light on dark", 97, 56, 0, 3, 0, false, 26 },
};

/* The number that ends the words is read whole only without the sides. */
static void words_over_sides(void **state)
{
	static const int totals[] = { 28, 16, 35 };
	struct suko_cards all = { .cell_to_px = same, .px_to_cell = same };
	struct elements elements;

	(void)state;
	all.glyphs = glyphs_new(NULL);
	all.elements = &elements;
	for (size_t i = 0; i < sizeof cards / sizeof *cards; i++)
		for (size_t k = 0; k < sizeof totals / sizeof *totals; k++) {
			double width = cards[i].width - 2 * cards[i].line;
			double height = cards[i].height - 2 * cards[i].line;
			struct field field = {
				.px_middle = { MIDDLE_X, MIDDLE_Y },
				.width = width,
				.height = height,
				.px_box = { (int)(MIDDLE_X - width / 2),
					    (int)(MIDDLE_Y - height / 2),
					    (int)width, (int)height },
				.fill = 1,
			};
			struct number number;
			struct image image;
			char words[16];

			snprintf(words, sizeof words, "sum %d", totals[k]);
			draw(&cards[i], words, &image);
			assert_int_equal(
				elements_find(&elements, &image, 1, NULL), 0);
			if (!suko_cards_read_over(&all, &field, &number) ||
			    number.value != totals[k])
				fail_msg("%s: %d, not %d", cards[i].name,
					 number.value, totals[k]);
			assert_true(abs(number.px_box.height -
					(int)(0.74 * cards[i].size)) < 5);
			assert_true(number.px_box.x > MIDDLE_X);
			elements_fini(&elements);
			image_fini(&image);
		}
	glyphs_free(all.glyphs);
}

/* Digits that touch the inner one of two rings, or lie over it. */
static void digits_over_rings(void **state)
{
	static const struct shape rings[] = {
		{ "over", 60, 60, 30, 4, 12, true, 29 },
		{ "light", 60, 60, 30, 4, 12, false, 29 },
	};
	static const int values[] = { 28, 15, 20, 26 };
	struct glyphs *glyphs = glyphs_new(NULL);
	struct homography map = { { 100, 0, 50, 0, 100, 0, 0, 0, 1 } };

	(void)state;
	for (size_t i = 0; i < sizeof rings / sizeof *rings; i++)
		for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
			struct number number = { .value = -1 };
			struct elements elements;
			struct image image;
			char words[16];

			snprintf(words, sizeof words, "%d", values[k]);
			draw(&rings[i], words, &image);
			assert_int_equal(
				elements_find(&elements, &image, 1, NULL), 0);
			assert_true(suko_discs_read_ring(
				glyphs, &elements.grey, &map,
				(struct point){ 1, 1 }, 0.34, &number));
			if (number.value != values[k])
				fail_msg("%s: %d, not %d", rings[i].name,
					 number.value, values[k]);
			assert_true(abs(number.px_box.x +
					number.px_box.width / 2 - MIDDLE_X) <
				    4);
			elements_fini(&elements);
			image_fini(&image);
		}
	glyphs_free(glyphs);
}

/* Rings around nothing are not looked into, nor what is surely another number.
 */
static void rings_passed_by(void **state)
{
	static const struct shape rings[] = {
		{ "double", 60, 60, 30, 3, 6, true, 26 },
		{ "roomy", 60, 60, 30, 2, 0, true, 20 },
		{ "light", 60, 60, 30, 2, 0, false, 38 },
	};
	static const struct {
		int ring;
		const char *words;
		struct number number;
		bool looked;
	} cases[] = {
		{ 0, "", { .value = -1, .contrast = 200 }, false },
		{ 0, "", { .value = 8, .contrast = 200 }, false },
		{ 0, "8", { .value = 8, .contrast = 200 }, true },
		{ 0, "47", { .value = 47, .confidence = 1 }, false },
		{ 0, "47", { .value = 47, .confidence = 0.9 }, true },
		{ 0,
		  "47",
		  { .value = 47, .confidence = 1, .cut = true },
		  true },
		{ 1, "20", { .value = -1, .contrast = 200 }, true },
		{ 1, "11", { .value = -1, .contrast = 200 }, true },
		/* digits that reach beyond the middle on all sides */
		{ 2, "14", { .value = -1, .contrast = 100 }, true },
		{ 2, "20", { .value = -1, .contrast = 100 }, true },
	};
	struct glyphs *glyphs = glyphs_new(NULL);
	struct homography map = { { 100, 0, 50, 0, 100, 0, 0, 0, 1 } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct number number = cases[i].number;
		struct elements elements;
		struct image image;

		draw(&rings[cases[i].ring], cases[i].words, &image);
		assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
		if (suko_discs_read_ring(glyphs, &elements.grey, &map,
					 (struct point){ 1, 1 }, 0.34,
					 &number) != cases[i].looked)
			fail_msg("case %zu", i);
		elements_fini(&elements);
		image_fini(&image);
	}
	glyphs_free(glyphs);
}

/* What is too small, too long, or nowhere is no card. */
static void no_cards(void **state)
{
	static const struct extent none[] = {
		{ 10, 10, 20, 15 }, { 10, 10, 200, 50 },
		{ 10, 10, 30, 60 }, { 10, 10, 1e9, 1e9 },
		{ 20, 20, 10, 10 }, { NAN, NAN, NAN, NAN }
	};
	struct plane grey;

	(void)state;
	assert_int_equal(plane_init(&grey, WIDTH, HEIGHT), 0);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		struct place place = { none[i], same };
		struct card_sides sides;

		assert_int_equal(card_sides_take(&sides, &grey, &place, i % 2),
				 -1);
		card_sides_fini(&sides);
	}
	plane_fini(&grey);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_over_sides),
		cmocka_unit_test(digits_over_rings),
		cmocka_unit_test(rings_passed_by),
		cmocka_unit_test(no_cards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
