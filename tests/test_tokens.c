/* Tokens of pictures in which what closes ground in is no box: zeros that are
 * struck through, and the squares of a paper; and rules to write on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cairo.h>
#include <cmocka.h>

#include "picture.h"
#include "tokens.h"

/* Edges of what is drawn, without noise. */
enum { LEVEL = 5 };

static size_t texts; /* words that are part of one */

static size_t count_kind(const struct image *image, enum token_kind kind,
			 double px_height_least)
{
	const struct pixel_level level = { .width = image->width,
					   .height = image->height,
					   .shrink = 1,
					   .stride = image->stride,
					   .pixels = image->pixels };
	struct token_list list = { 0 };
	size_t count = 0;

	assert_int_equal(tokens_find(&level, MASK_FLAT, LEVEL, 0, &list), 0);
	texts = 0;
	for (size_t i = 0; i < list.count; i++)
		texts += list.tokens[i].line > 1;
	for (size_t i = 0; i < list.count; i++)
		count += list.tokens[i].kind == kind &&
			 list.tokens[i].px_height > px_height_least;
	tokens_free(&list);
	return count;
}

/* A narrow ring with a stroke in it may be a box that holds a word. */
static void a_struck_zero_is_a_word_too(void **state)
{
	struct image image;
	cairo_t *cr = picture_begin(&image, 200, 120);

	(void)state;
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_line_width(cr, 4);
	cairo_rectangle(cr, 90, 30, 24, 50);
	cairo_stroke(cr);
	cairo_move_to(cr, 97, 62);
	cairo_line_to(cr, 107, 48);
	cairo_stroke(cr);
	cairo_destroy(cr);
	assert_int_equal(count_kind(&image, TOKEN_WORD, 40), 1);
	image_fini(&image);
}

static void squares_of_a_paper_are_no_boxes(void **state)
{
	enum { ACROSS = 48, DOWN = 32, PX = 20 };
	struct image image;
	cairo_t *cr = picture_begin(&image, ACROSS * PX + 41, DOWN * PX + 41);

	(void)state;
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, .8, .85, 1);
	cairo_set_line_width(cr, 1);
	for (int i = 0; i <= ACROSS; i++) {
		cairo_move_to(cr, 20.5 + PX * i, 20);
		cairo_rel_line_to(cr, 0, DOWN * PX);
	}
	for (int i = 0; i <= DOWN; i++) {
		cairo_move_to(cr, 20, 20.5 + PX * i);
		cairo_rel_line_to(cr, ACROSS * PX, 0);
	}
	cairo_stroke(cr);
	cairo_destroy(cr);
	assert_int_equal(count_kind(&image, TOKEN_BOX, 0), 0);
	image_fini(&image);
}

/* Five numbers, no further apart than the words of a text. */
static void numbers_in_steps_are_no_text(void **state)
{
	enum { PITCH = 66, DIGIT = 16, HIGH = 34 };
	struct image image;
	cairo_t *cr = picture_begin(&image, 6 * PITCH, 90);

	(void)state;
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_line_width(cr, 4);
	cairo_set_line_join(cr, CAIRO_LINE_JOIN_BEVEL);
	for (int i = 0; i < 10; i++) {
		cairo_move_to(cr, 32 + i / 2 * PITCH + i % 2 * (DIGIT + 10),
			      30);
		cairo_rel_line_to(cr, DIGIT, 0);
		cairo_rel_line_to(cr, -DIGIT, HIGH);
		cairo_rel_line_to(cr, DIGIT, 0);
	}
	cairo_stroke(cr);
	cairo_destroy(cr);
	assert_int_equal(count_kind(&image, TOKEN_WORD, 20), 5);
	assert_int_equal(texts, 0);
	image_fini(&image);
}

/* What is left still knows its box, or that it has none any more. */
/* A pyramid whose blanks are rules, some of three dashes, with a number on one
 * of them and two numbers without; `dash` is longer than that for one line, and
 * `menu` sets three in a pile. */
static size_t count_places(double dash, bool menu)
{
	static const double at[][2] = {
		{ 160, 40 }, { 120, 100 }, { 200, 100 },
		{ 80, 160 }, { 160, 160 }, { 240, 160 }
	};
	struct image image;
	cairo_t *cr = picture_begin(&image, 320, 220);
	size_t count;

	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_line_width(cr, 3);
	for (int i = 0; i < 6; i++) {
		double x = at[i][0], y = at[i][1];

		if (i % 2 == 0) { /* a seven */
			cairo_move_to(cr, x - 7, y - 25);
			cairo_rel_line_to(cr, 14, 0);
			cairo_rel_line_to(cr, -8, 22);
		}
		for (int k = 0; k < 3 && i != 2 && i != 4; k++) {
			cairo_move_to(cr, x - 27 + 20 * (menu ? 0 : k),
				      y + 4 - 9 * (menu ? k : 0));
			cairo_rel_line_to(cr, dash, 0);
		}
	}
	cairo_stroke(cr);
	cairo_destroy(cr);
	count = count_kind(&image, TOKEN_BOX, 20);
	image_fini(&image);
	return count;
}

static void rules_are_places_to_write_on(void **state)
{
	(void)state;
	assert_int_equal(count_places(14, false), 6);
	assert_int_equal(count_places(21, false), 6);
	assert_int_equal(count_places(54, true), 0);
}

static void boxes_go_with_what_is_dropped(void **state)
{
	struct token tokens[] = {
		{ .kind = TOKEN_BOX, .box = -1, .word = -1 },
		{ .kind = TOKEN_BOX, .box = -1, .word = 2 },
		{ .kind = TOKEN_WORD, .box = 1, .word = -1 },
	};
	struct token_list list = { .tokens = tokens, .count = 3 };

	(void)state;
	assert_int_equal(tokens_drop(&list, (bool[]){ true, false, false }), 0);
	assert_int_equal(list.count, 2);
	assert_int_equal(list.tokens[0].word, 1);
	assert_int_equal(list.tokens[1].box, 0);
	assert_int_equal(tokens_drop(&list, (bool[]){ true, false }), 0);
	assert_int_equal(list.count, 1);
	assert_int_equal(list.tokens[0].kind, TOKEN_WORD);
	assert_int_equal(list.tokens[0].box, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_in_steps_are_no_text),
		cmocka_unit_test(a_struck_zero_is_a_word_too),
		cmocka_unit_test(squares_of_a_paper_are_no_boxes),
		cmocka_unit_test(boxes_go_with_what_is_dropped),
		cmocka_unit_test(rules_are_places_to_write_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
