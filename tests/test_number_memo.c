/* What is remembered of one picture is not taken for another's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "glyphs.h"
#include "number_memo.h"

static const uint8_t pixels[2];

static struct memo_key key_at(int x)
{
	struct memo_key key;
	struct box box = { x, 4, 20, 30 };

	memset(&key, 0, sizeof key);
	key.picture = &pixels[0];
	key.place = place_from_box(&box);
	return key;
}

static int value_at(const struct number_memo *memo, const struct memo_key *key)
{
	const struct number *number = number_memo_find(memo, key);

	return number ? number->value : -2;
}

static void test_pictures(void **state)
{
	struct number_memo *memo = number_memo_new();
	struct memo_key here = key_at(3), there = key_at(4), boxed = here;
	struct number seven = { .value = 7 };

	(void)state;
	assert_non_null(memo);
	number_memo_put(memo, &here, &seven);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_start(memo, &pixels[0]);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_put(memo, &here, &seven);
	assert_int_equal(value_at(memo, &here), 7);
	assert_int_equal(value_at(memo, &there), -2);
	boxed.box_count = 1;
	assert_int_equal(value_at(memo, &boxed), -2);
	boxed.picture = &pixels[1];
	number_memo_put(memo, &boxed, &seven);
	assert_int_equal(value_at(memo, &boxed), -2);
	number_memo_stop(memo);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_start(memo, &pixels[0]);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_free(memo);
}

/* Of a glyph every part of its key counts. */
static void test_glyphs(void **state)
{
	struct number_memo *memo = number_memo_new();
	const float classes[GLYPH_CLASSES] = { [7] = 0.75f };
	struct memo_glyph here, others[4];

	(void)state;
	assert_non_null(memo);
	memset(&here, 0, sizeof here);
	here.picture = &pixels[0];
	here.extent = (struct extent){ 3, 4, 13, 24 };
	here.frame_to_px = (struct homography){ { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	for (int i = 0; i < 4; i++)
		others[i] = here;
	others[0].extent.bottom += 1e-9;
	others[1].frame_to_px.m[5] = 1;
	others[2].dark = 1;
	others[3].picture = &pixels[1];
	number_memo_put_glyph(memo, &here, classes);
	assert_null(number_memo_find_glyph(memo, &here));
	number_memo_start(memo, &pixels[0]);
	assert_null(number_memo_find_glyph(memo, &here));
	number_memo_put_glyph(memo, &here, classes);
	assert_non_null(number_memo_find_glyph(memo, &here));
	assert_memory_equal(number_memo_find_glyph(memo, &here), classes,
			    sizeof classes);
	for (int i = 0; i < 4; i++)
		assert_null(number_memo_find_glyph(memo, &others[i]));
	number_memo_stop(memo);
	assert_null(number_memo_find_glyph(memo, &here));
	number_memo_start(memo, &pixels[0]);
	assert_null(number_memo_find_glyph(memo, &here));
	number_memo_free(memo);
}

/* What is forgotten for what came later does not hang on where the picture lies
 * in memory, or every run would read a full page a little otherwise. */
static void test_forgetting(void **state)
{
	enum { LOOKED_AT = 12000 };
	struct number_memo *memo = number_memo_new();
	const float classes[GLYPH_CLASSES] = { [7] = 0.75f };
	static bool kept[2][LOOKED_AT];
	int forgotten = 0;

	(void)state;
	assert_non_null(memo);
	for (int at = 0; at < 2; at++) {
		struct memo_glyph glyph;

		memset(&glyph, 0, sizeof glyph);
		glyph.picture = &pixels[at];
		number_memo_start(memo, glyph.picture);
		for (int i = 0; i < LOOKED_AT; i++) {
			glyph.extent.left = i;
			number_memo_put_glyph(memo, &glyph, classes);
		}
		for (int i = 0; i < LOOKED_AT; i++) {
			glyph.extent.left = i;
			kept[at][i] = number_memo_find_glyph(memo, &glyph);
			forgotten += !kept[at][i];
		}
	}
	assert_true(forgotten > 0);
	assert_memory_equal(kept[0], kept[1], sizeof kept[0]);
	number_memo_free(memo);
}

/* The same place is read again where the picture's pixels have changed, but
 * for while one picture is being read. */
static void test_reading(void **state)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	struct box box = { 4, 4, 40, 40 };
	struct place place = place_from_box(&box);
	struct number number;
	struct plane plane;

	(void)state;
	assert_non_null(glyphs);
	assert_int_equal(plane_init(&plane, 48, 48), 0);
	memset(plane.data, 200, 48 * 48);
	for (int on = 0; on < 2; on++) {
		if (on)
			number_memo_start(glyphs_memo(glyphs), plane.data);
		number_read_place(glyphs, &plane, &place, &number);
		assert_true(number.blank);
		for (int y = 14; y < 34; y++)
			memset(plane_row(&plane, y) + 22, 20, 4);
		number_read_place(glyphs, &plane, &place, &number);
		assert_int_equal(number.blank, on);
		memset(plane.data, 200, 48 * 48);
	}
	plane_fini(&plane);
	glyphs_free(glyphs);
}

/* A glyph that differs in one part of its key is looked at itself: what is
 * remembered of another is not said of it. */
static void test_looking(void **state)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	const struct extent stroke = { 22, 14, 25, 33 };
	const struct extent half = { 22, 14, 25, 23 };
	const struct homography still = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	const struct homography aside = { { 1, 0, 9, 0, 1, 0, 0, 0, 1 } };
	const struct {
		const struct extent *extent;
		const struct homography *frame_to_px;
		bool dark;
	} looks[] = {
		{ &stroke, &still, true },
		{ &half, &still, true },
		{ &stroke, &aside, true },
		{ &stroke, &still, false },
	};
	enum { LOOKS = sizeof looks / sizeof looks[0] };
	float anew[LOOKS][GLYPH_CLASSES], classes[GLYPH_CLASSES];
	struct plane plane;

	(void)state;
	assert_non_null(glyphs);
	assert_int_equal(plane_init(&plane, 48, 48), 0);
	memset(plane.data, 200, 48 * 48);
	for (int y = 14; y < 34; y++)
		memset(plane_row(&plane, y) + 22, 20, 4);
	for (int on = 0; on < 2; on++) {
		if (on)
			number_memo_start(glyphs_memo(glyphs), plane.data);
		for (int i = 0; i < LOOKS; i++)
			number_memo_look(glyphs, GLYPH_FIRST, &plane,
					 looks[i].extent, looks[i].frame_to_px,
					 looks[i].dark, on ? classes : anew[i]);
		for (int i = 0; on && i < LOOKS; i++) {
			number_memo_look(glyphs, GLYPH_FIRST, &plane,
					 looks[i].extent, looks[i].frame_to_px,
					 looks[i].dark, classes);
			assert_memory_equal(classes, anew[i], sizeof classes);
		}
	}
	for (int i = 1; i < LOOKS; i++)
		assert_memory_not_equal(anew[0], anew[i], sizeof classes);
	plane_fini(&plane);
	glyphs_free(glyphs);
}

/* A digit is as sure as both networks make it. */
static void test_second(void **state)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	float both[GLYPH_CLASSES], second[GLYPH_CLASSES];
	struct homography still =
		place_from_box(&(struct box){ 0, 0, 1, 1 }).frame_to_px;
	struct box stroke = { 18, 12, 13, 24 };
	struct number number;
	struct plane plane;

	(void)state;
	assert_non_null(glyphs);
	assert_int_equal(plane_init(&plane, 48, 48), 0);
	memset(plane.data, 200, 48 * 48);
	for (int y = 12; y < 36; y++)
		for (int x = 18; x < 31; x++)
			if (y < 15 || abs(x - 30 + (y - 15) * 8 / 20) < 2)
				plane_row(&plane, y)[x] = 20;
	number_memo_start(glyphs_memo(glyphs), plane.data);
	number_read(glyphs, &plane, NULL, &stroke, 1, &number);
	assert_int_equal(number.value, 7);
	number_memo_look(glyphs, GLYPH_FIRST, &plane, &number.extent, &still,
			 true, both);
	assert_true(fabs(number.confidence - (double)both[7]) > 1e-7);
	number_memo_look(glyphs, GLYPH_SECOND, &plane, &number.extent, &still,
			 true, second);
	assert_int_equal(glyphs_agree(both, second), 7);
	assert_true(fabs(number.confidence - (double)both[7]) < 1e-7);
	/* a frame that hardly differs, and another place */
	for (int i = 0; i < 2; i++) {
		struct extent moved = number.extent;

		moved.left += i ? 2 : 0.05;
		moved.right += i ? 2 : 0.05;
		number_memo_look(glyphs, GLYPH_SECOND, &plane, &moved, &still,
				 true, both);
		assert_int_equal(!memcmp(both, second, sizeof both), !i);
	}
	plane_fini(&plane);
	glyphs_free(glyphs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pictures),
		cmocka_unit_test(test_glyphs),
		cmocka_unit_test(test_forgetting),
		cmocka_unit_test(test_reading),
		cmocka_unit_test(test_looking),
		cmocka_unit_test(test_second),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
