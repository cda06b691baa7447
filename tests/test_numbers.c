/* Numbers in a place: digits that blur into each other, and ink whose number
 * is cut off by the place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "glyphs.h"
#include "elements.h"
#include "image.h"
#include "number_strangers.h"
#include "numbers.h"
#include "rng.h"
#include "written_number.h"

enum { PX_WIDTH = 96, PX_HEIGHT = 64 };

static void blur(struct image *image)
{
	struct image copy;

	assert_int_equal(image_init(&copy, PX_WIDTH, PX_HEIGHT, NULL), 0);
	memcpy(copy.pixels, image->pixels,
	       (size_t)image->stride * PX_HEIGHT * sizeof *copy.pixels);
	for (int y = 1; y + 1 < PX_HEIGHT; y++)
		for (int x = 1; x + 1 < PX_WIDTH; x++) {
			unsigned sum = 0;

			for (int i = 0; i < 9; i++)
				sum += copy.pixels[(y + i / 3 - 1) *
							   copy.stride +
						   x + i % 3 - 1] &
				       0xff;
			sum /= 9;
			image->pixels[y * image->stride + x] =
				0xff000000u | sum << 16 | sum << 8 | sum;
		}
	image_fini(&copy);
}

/* A number in the middle of the picture, blurred. */
static struct image draw(const char *font, cairo_font_weight_t weight,
			 double px, int number)
{
	struct image image;
	cairo_t *cr;

	cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);
	cairo_set_source_rgb(cr, 0.9, 0.9, 0.9);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
	cairo_select_font_face(cr, font, CAIRO_FONT_SLANT_NORMAL, weight);
	cairo_set_font_size(cr, px);
	write_number(cr, PX_WIDTH / 2.0, PX_HEIGHT / 2.0, number);
	cairo_destroy(cr);
	blur(&image);
	return image;
}

/* The same with so much less room from each digit, but a 1, to the next. */
static struct image draw_closer(double px, double closer, int number)
{
	struct image image;
	double x = 12;
	char text[12];
	cairo_t *cr;

	cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);
	cairo_set_source_rgb(cr, 0.9, 0.9, 0.9);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
	cairo_select_font_face(cr, "URW Gothic", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, px);
	snprintf(text, sizeof text, "%d", number);
	for (const char *c = text; *c; c++) {
		char one[2] = { *c, '\0' };
		cairo_text_extents_t extents;

		cairo_move_to(cr, x, 44);
		cairo_show_text(cr, one);
		cairo_text_extents(cr, one, &extents);
		x += extents.x_advance - (*c == '1' ? 0 : closer);
	}
	cairo_destroy(cr);
	blur(&image);
	return image;
}

enum how { IN_PLACE, IN_DISC, IN_CELL };

static struct number read_with(const struct image *image, struct box box,
			       enum how how)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	struct place place = place_from_box(&box);
	struct elements elements;
	struct number number;

	assert_non_null(glyphs);
	assert_int_equal(elements_find(&elements, image, 1, NULL), 0);
	if (how == IN_DISC || how == IN_CELL)
		number_read_field(glyphs, &elements.grey, &place,
				  how == IN_DISC ? 0.33 : 0.08, false, &number);
	else
		number_read_place(glyphs, &elements.grey, &place, &number);
	elements_fini(&elements);
	glyphs_free(glyphs);
	return number;
}

static struct number read_place(const struct image *image, struct box box)
{
	return read_with(image, box, IN_PLACE);
}

/* Levels up to `most` more or less, alike in all channels. */
static void add_noise(struct image *image, int most, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (int y = 0; y < PX_HEIGHT; y++)
		for (int x = 0; x < PX_WIDTH; x++) {
			uint32_t *pixel = image_row(image, y) + x;
			int level = (int)(*pixel & 0xff) +
				    rng_between(&rng, -most, most);

			level = level < 0 ? 0 : level > 255 ? 255 : level;
			*pixel = 0xff000000u | (uint32_t)level * 0x10101u;
		}
}

/* Where bold digits fill a place, most of what is not paper is ink: they are
 * no noise of a blank. */
static void digits_that_fill(void **state)
{
	int read = 0, tried = 0;

	(void)state;
	for (int i = 0; i < 48; i++) {
		struct image image =
			draw("DejaVu Serif", CAIRO_FONT_WEIGHT_BOLD, 22 + i % 4,
			     (int[]){ 226, 888, 690 }[i % 3]);
		struct number number;

		blur(&image);
		add_noise(&image, 24, (uint64_t)i);
		number = read_place(&image, (struct box){ 16, 18, 64, 28 });
		image_fini(&image);
		if (number.blank && number.confidence > 0.9)
			fail_msg("%d: a blank", i);
		read += number.value >= 0;
		tried++;
	}
	assert_true(4 * read > tried);
}

/* Blur joins digits: they are cut apart where their ink is faintest. There are
 * many ways to do so, and the likeliest is not lost among them. */
static void digits_that_touch(void **state)
{
	static const struct {
		const char *font;
		int px, number;
	} cases[] = {
		{ "Nimbus Sans Narrow", 20, 638 },
		{ "Nimbus Sans Narrow", 20, 680 },
		{ "Nimbus Sans Narrow", 24, 366 },
		{ "Nimbus Sans Narrow", 20, 1204 },
		{ "Nimbus Sans Narrow", 20, 98 },
		{ "Nimbus Sans Narrow", 20, 173 },
		{ "Nimbus Sans Narrow", 28, 226 },
		{ "URW Gothic", 20, 64 },
		{ "URW Gothic", 20, 164 },
		{ "URW Gothic", 24, 263 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct image image = draw(cases[i].font, CAIRO_FONT_WEIGHT_BOLD,
					  cases[i].px, cases[i].number);
		struct number number =
			read_place(&image, (struct box){ 8, 8, PX_WIDTH - 16,
							 PX_HEIGHT - 16 });

		if (number.value != cases[i].number || number.confidence < 0.7)
			fail_msg("%d of %d px: %d (%.3f)", cases[i].number,
				 cases[i].px, number.value, number.confidence);
		image_fini(&image);
	}
}

/* What a place cuts off is no blank, whatever others are like: its size and
 * its contrast are not known. */
static void cut_is_not_blank(void **state)
{
	struct image image =
		draw("DejaVu Sans", CAIRO_FONT_WEIGHT_BOLD, 40, 68);
	struct number cut, whole, blank;
	struct number *const all[] = { &whole, &cut, &blank };

	(void)state;
	cut = read_place(&image, (struct box){ 10, 22, PX_WIDTH - 20, 20 });
	whole = read_place(&image,
			   (struct box){ 4, 4, PX_WIDTH - 8, PX_HEIGHT - 8 });
	blank = read_place(&image, (struct box){ 2, 2, PX_WIDTH - 4, 10 });
	assert_int_equal(whole.value, 68);
	assert_int_equal(cut.value, -1);
	assert_true(cut.cut && !cut.blank && blank.blank);
	numbers_drop_strangers(all, 3);
	assert_int_equal(whole.value, 68);
	assert_true(cut.cut && !cut.blank && blank.blank);
	image_fini(&image);
}

static void box(struct image *image, int left, int top, int width, int height)
{
	for (int y = top; y < top + height; y++)
		for (int x = left; x < left + width; x++)
			image_row(image, y)[x] = 0xff202020u;
}

/* Nor is it where dashes below it are whole, and no number. */
static void cut_over_dashes(void **state)
{
	struct image image =
		draw("DejaVu Sans", CAIRO_FONT_WEIGHT_BOLD, 40, 68);
	struct number cut, whole;
	struct number *const all[] = { &whole, &cut };

	(void)state;
	for (int i = 0; i < 4; i++)
		box(&image, 14 + 18 * i, 50, 12, 4);
	whole = read_place(&image, (struct box){ 4, 4, PX_WIDTH - 8, 45 });
	cut = read_place(&image, (struct box){ 10, 28, PX_WIDTH - 20, 32 });
	assert_int_equal(whole.value, 68);
	assert_int_equal(cut.value, -1);
	assert_true(cut.cut && cut.confidence < 0.9);
	numbers_drop_strangers(all, 2);
	assert_false(cut.blank);
	image_fini(&image);
}

/* Of question marks without their dots some are read as doubtful digits, some
 * as none: they are blanks where they are lower than the digits that are sure.
 * Digits as high as these are none, nor are two. */
static void hooks(void **state)
{
	static const struct {
		double high;
		int count;
		bool dropped;
	} cases[] = {
		{ 0.20, 4, true },
		{ 0.20, 2, false },
		{ 0.28, 4, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct number numbers[6], *all[6];
		int blanks = 0;

		for (int k = 0; k < 6; k++) {
			bool hook = k < cases[i].count;

			numbers[k] = (struct number){
				.value = hook ? (k ? 7 : -1) : 36,
				.digits = hook ? k > 0 : 2,
				.confidence = hook ? 0.5 + 0.1 * k : 0.99,
				.contrast = 100,
				.extent = { 0, 0, hook ? 0.1 : 0.3,
					    hook ? cases[i].high : 0.28 },
			};
			all[k] = &numbers[k];
		}
		numbers_drop_strangers(all, 6);
		for (int k = 0; k < 6; k++)
			blanks += numbers[k].blank;
		assert_int_equal(blanks, cases[i].dropped ? cases[i].count : 0);
		assert_int_equal(numbers[5].value, 36);
	}
}

/* The stems of two 0s side by side leave no column with little ink: they are
 * cut in equal parts. */
static void stems_that_touch(void **state)
{
	static const struct {
		double px, closer;
		int number;
	} cases[] = {
		{ 20, 1, 100 }, { 20, 2, 800 },   { 20, 1.5, 60 },
		{ 24, 1, 200 }, { 30, 1.5, 100 }, { 36, 1, 60 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct image image = draw_closer(cases[i].px, cases[i].closer,
						 cases[i].number);
		struct number number =
			read_place(&image, (struct box){ 4, 4, PX_WIDTH - 8,
							 PX_HEIGHT - 8 });

		if (number.value != cases[i].number || number.confidence < 0.7)
			fail_msg("%d of %.0f px: %d (%.3f)", cases[i].number,
				 cases[i].px, number.value, number.confidence);
		image_fini(&image);
	}
}

/* A page may write small in large cells: an eleventh of the place is a number
 * where it reads as one, and dirt of that size none. */
static void small_is_not_blank(void **state)
{
	static const struct box large = { 0, 0, 120, 120 };
	static const int written[] = { 4, 13, 28, 107 };

	(void)state;
	for (int i = 0; i < 5; i++) {
		struct image image;
		struct number number;
		cairo_t *cr = picture_begin(&image, 120, 120);

		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_paint(cr);
		cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
		cairo_select_font_face(cr, "DejaVu Sans",
				       CAIRO_FONT_SLANT_NORMAL,
				       CAIRO_FONT_WEIGHT_BOLD);
		cairo_set_font_size(cr, 15);
		if (i < 4)
			write_number(cr, 60, 60, written[i]);
		else
			cairo_arc(cr, 60, 60, 5, 0, 7);
		cairo_fill(cr);
		cairo_destroy(cr);
		number = read_place(&image, large);
		if (i < 4 &&
		    (number.value != written[i] || number.confidence < 0.9))
			fail_msg("%d: %d (%.3f)", written[i], number.value,
				 number.confidence);
		if (i == 4)
			assert_true(number.blank);
		image_fini(&image);
	}
}

/* Numbers nearly as wide as the disc they stand in: no part of them is surely
 * read for the whole, nor where they run into the disc. */
static void from_side_to_side(void **state)
{
	static const struct {
		const char *font;
		int px, number;
		bool apart; /* from the disc */
	} cases[] = {
		{ "DejaVu Sans Mono", 19, 152, true },
		{ "Nimbus Mono PS", 22, 183, true },
		{ "Nimbus Mono PS", 25, 183, false },
		{ "DejaVu Sans Mono", 20, 453, true },
		{ "DejaVu Sans", 19, 306, true },
		{ "Nimbus Mono PS", 21, 299, true },
		{ "DejaVu Sans", 20, 85, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct image image;
		struct number number;
		cairo_t *cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);

		cairo_set_source_rgb(cr, 0.9, 0.9, 0.9);
		cairo_paint(cr);
		cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
		cairo_arc(cr, 48, 32, 24, 0, 2 * M_PI);
		cairo_set_line_width(cr, 3);
		cairo_stroke(cr);
		cairo_select_font_face(cr, cases[i].font,
				       CAIRO_FONT_SLANT_NORMAL,
				       CAIRO_FONT_WEIGHT_NORMAL);
		cairo_set_font_size(cr, cases[i].px);
		write_number(cr, 48, 32, cases[i].number);
		cairo_destroy(cr);
		number = read_with(&image, (struct box){ 33, 17, 30, 30 },
				   IN_DISC);
		image_fini(&image);
		if (number.value == cases[i].number
			    ? cases[i].apart && number.confidence < 0.9
			    : cases[i].apart || number.confidence > 0.9)
			fail_msg("%d: %d (%.3f)", cases[i].number, number.value,
				 number.confidence);
	}
}

/* Numbers at the right side of their cells, as spreadsheets have them: what the
 * place cuts off is not left out, and what stands in the next cell not taken
 * in. */
static void at_the_side(void **state)
{
	static const int values[] = { 4, 29, 2, 25, 108, 8 };
	const double left = 24, right = 88, top = 16, bottom = 48;

	(void)state;
	for (int i = 0; i < 12; i++) {
		int value = values[i % 6];
		cairo_text_extents_t extents;
		struct image image;
		struct number number;
		cairo_t *cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);
		char text[12];

		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_paint(cr);
		cairo_set_source_rgb(cr, 0, 0, 0);
		cairo_set_line_width(cr, 2);
		cairo_rectangle(cr, left, top, right - left, bottom - top);
		cairo_stroke(cr);
		cairo_select_font_face(cr, i < 6 ? "Cabin" : "DejaVu Sans",
				       CAIRO_FONT_SLANT_NORMAL,
				       CAIRO_FONT_WEIGHT_NORMAL);
		cairo_set_font_size(cr, 20);
		snprintf(text, sizeof text, "%d", value);
		cairo_text_extents(cr, text, &extents);
		cairo_move_to(cr, right - 2.5 - extents.x_advance, 39);
		cairo_show_text(cr, text);
		cairo_text_extents(cr, "7", &extents);
		cairo_move_to(cr, left - 2.5 - extents.x_advance, 39);
		cairo_show_text(cr, "7");
		cairo_destroy(cr);
		/* of 64 pixels 5 are the border's */
		number = read_with(&image, (struct box){ 29, 18, 54, 28 },
				   IN_CELL);
		image_fini(&image);
		if (number.value != value || number.confidence < 0.9)
			fail_msg("%d: %d (%.3f)", value, number.value,
				 number.confidence);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digits_that_touch),
		cmocka_unit_test(digits_that_fill),
		cmocka_unit_test(stems_that_touch),
		cmocka_unit_test(cut_is_not_blank),
		cmocka_unit_test(small_is_not_blank),
		cmocka_unit_test(cut_over_dashes),
		cmocka_unit_test(hooks),
		cmocka_unit_test(from_side_to_side),
		cmocka_unit_test(at_the_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
