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
	struct place place = place_from_box(&box);

	memset(&key, 0, sizeof key);
	key.picture = &pixels[0];
	assert_true(memo_key_place(&key, &place));
	return key;
}

static int value_at(const struct number_memo *memo, const struct memo_key *key)
{
	const struct extent place = { 0, 0, 1, 1 };
	struct number number;

	return number_memo_find(memo, key, &place, &number) ? number.value : -2;
}

static void test_pictures(void **state)
{
	struct number_memo *memo = number_memo_new();
	struct memo_key here = key_at(3), there = key_at(4), boxed = here;
	const struct extent place = { 0, 0, 1, 1 };
	struct number seven = { .value = 7 };

	(void)state;
	assert_non_null(memo);
	number_memo_put(memo, &here, &place, &seven);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_start(memo, &pixels[0]);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_put(memo, &here, &place, &seven);
	assert_int_equal(value_at(memo, &here), 7);
	assert_int_equal(value_at(memo, &there), -2);
	boxed.box_count = 1;
	assert_int_equal(value_at(memo, &boxed), -2);
	boxed.picture = &pixels[1];
	number_memo_put(memo, &boxed, &place, &seven);
	assert_int_equal(value_at(memo, &boxed), -2);
	number_memo_stop(memo);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_start(memo, &pixels[0]);
	assert_int_equal(value_at(memo, &here), -2);
	number_memo_free(memo);
}

/* A place is the same in a frame of another origin and of other units, in which
 * what was read has its extent; not where it is off by a fiftieth of a pixel,
 * nor beyond the horizon. */
static void test_frames(void **state)
{
	struct number_memo *memo = number_memo_new();
	const struct place here = { { 1, 2, 2, 4 },
				    { { 10, 1, 5, -1, 8, 7, 1e-3, 0, 1 } } };
	/* its origin lies at 3, 1 of the other, a unit of which is half as
	 * high */
	const struct homography other_to_frame = { { 1, 0, -3, 0, 0.5, -0.5, 0,
						     0, 1 } };
	struct place other = { { 4, 5, 5, 9 },
			       homography_compose(&other_to_frame,
						  &here.frame_to_px) };
	struct place off = other, far = here;
	struct number read = { .value = 8, .extent = { 1.25, 2.5, 1.75, 3 } };
	struct memo_key key, same, aside;
	struct number number;

	(void)state;
	assert_non_null(memo);
	memset(&key, 0, sizeof key);
	key.picture = &pixels[0];
	same = aside = key;
	off.extent.left += 0.002;
	far.frame_to_px.m[6] = -0.5;
	assert_false(memo_key_place(&same, &far));
	assert_true(memo_key_place(&key, &here));
	assert_true(memo_key_place(&same, &other));
	assert_true(memo_key_place(&aside, &off));
	number_memo_start(memo, &pixels[0]);
	number_memo_put(memo, &key, &here.extent, &read);
	assert_true(number_memo_find(memo, &key, &here.extent, &number));
	assert_memory_equal(&number, &read, sizeof read);
	assert_false(number_memo_find(memo, &aside, &off.extent, &number));
	assert_true(number_memo_find(memo, &same, &other.extent, &number));
	assert_int_equal(number.value, 8);
	assert_true(fabs(number.extent.left - 4.25) < 1e-9);
	assert_true(fabs(number.extent.top - 6) < 1e-9);
	assert_true(fabs(number.extent.right - 4.75) < 1e-9);
	assert_true(fabs(number.extent.bottom - 7) < 1e-9);
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
		bool alike = true;

		moved.left += i ? 2 : 0.05;
		moved.right += i ? 2 : 0.05;
		number_memo_look(glyphs, GLYPH_SECOND, &plane, &moved, &still,
				 true, both);
		for (size_t k = 0; k < sizeof both / sizeof *both; k++)
			alike = alike && both[k] == second[k];
		assert_int_equal(alike, !i);
	}
	plane_fini(&plane);
	glyphs_free(glyphs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pictures),
		cmocka_unit_test(test_frames),
		cmocka_unit_test(test_glyphs),
		cmocka_unit_test(test_forgetting),
		cmocka_unit_test(test_reading),
		cmocka_unit_test(test_looking),
		cmocka_unit_test(test_second),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
