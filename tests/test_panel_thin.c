/* Thin strokes have the colour of wider ones where it may be that one mixed
 * with their ground. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "panel_thin.h"

enum { MOST = 4 };

/* Does the first become as coloured as the k-th, 0: as it was? */
static void check(const struct thin_symbol *symbols, int count, int k)
{
	struct thin_symbol seen[MOST];

	for (int i = 0; i < count; i++)
		seen[i] = symbols[i];
	thin_restore(seen, count);
	assert_int_equal(seen[0].restored, k > 0);
	assert_float_equal(colour_distance(seen[0].colour, symbols[k].colour),
			   0, 0.01);
	for (int i = 1; i < count; i++)
		assert_float_equal(
			colour_distance(seen[i].colour, symbols[i].colour), 0,
			0.01);
}

/* As pictures showed them: of the hue less is left than of the brightness. */
static void restores_rims(void **state)
{
	const struct colour pale = { 117, 136, 140 }, green = { 60, 172, 129 };
	const struct thin_symbol greens[] = {
		{ { 55, 111, 68 }, pale, 2.8, false },
		{ { 20, 145, 156 }, pale, 17, false },
		{ { 21, 115, 27 }, pale, 17, false },
		{ { 29, 45, 162 }, pale, 7, false },
	};
	const struct thin_symbol blues[] = {
		{ { 30, 100, 148 }, green, 2.2, false },
		{ { 41, 146, 47 }, green, 17, false },
		{ { 46, 68, 200 }, green, 17, false },
		{ { 118, 53, 170 }, green, 17, false },
	};

	(void)state;
	check(greens, 4, 2);
	check(blues, 4, 2);
}

/* Wider strokes keep more of their own. */
static void restores_triangle(void **state)
{
	const struct colour olive = { 99, 103, 46 };
	struct thin_symbol symbols[] = {
		{ { 112, 54, 22 }, olive, 4.8, false },
		{ { 185, 169, 19 }, olive, 12, false },
		{ { 138, 31, 18 }, olive, 12, false },
	};

	(void)state;
	check(symbols, 3, 2);
	/* nothing wider has the other colour */
	symbols[2].px = 4.8;
	check(symbols, 3, 0);
	/* nothing is mixed in */
	symbols[2].px = 20;
	symbols[0].px = 7;
	check(symbols, 3, 0);
	/* more of the ground than such strokes have */
	symbols[0] = (struct thin_symbol){ { 111, 70, 31 }, olive, 4.8, false };
	check(symbols, 3, 0);
	symbols[0].px = 2;
	check(symbols, 3, 2);
}

/* What is of a colour of its own stays: orange and pink beside red, dark
 * green beside black. */
static void keeps_others(void **state)
{
	const struct colour olive = { 99, 103, 46 }, mint = { 90, 200, 150 };
	const struct thin_symbol orange[] = {
		{ { 170, 95, 20 }, olive, 2, false },
		{ { 138, 31, 18 }, olive, 12, false },
		{ { 185, 169, 19 }, olive, 12, false },
	};
	const struct thin_symbol pink[] = {
		{ { 112, 54, 52 }, olive, 2, false },
		{ { 138, 31, 18 }, olive, 12, false },
	};
	const struct thin_symbol dark[] = {
		{ { 30, 115, 35 }, mint, 2, false },
		{ { 10, 12, 10 }, mint, 12, false },
	};

	(void)state;
	check(orange, 3, 0);
	check(pink, 2, 0);
	check(dark, 2, 0);
}

/* Of red blocks on purple less brightness than hue would be left were they
 * orange: they are red. */
static void keeps_what_is_too_dark(void **state)
{
	const struct colour purple = { 190, 46, 249 };
	const struct thin_symbol red[] = {
		{ { 236, 103, 109 }, purple, 4.7, false },
		{ { 254, 156, 53 }, purple, 12, false },
	};
	const struct thin_symbol orange[] = {
		{ { 233, 120, 119 }, purple, 4.7, false },
		{ { 254, 156, 53 }, purple, 12, false },
	};

	(void)state;
	check(red, 2, 0);
	check(orange, 2, 1);
}

/* Whether one may be another. */
static bool may_be(const struct thin_symbol *one,
		   const struct thin_symbol *other)
{
	return thin_off(one, other) < HUGE_VAL;
}

/* A black triangle of a dim and blurred picture, from which more ground shines
 * through; what is of another colour is no such. */
static void doubts_dark_triangle(void **state)
{
	const struct colour green = { 21, 84, 38 };
	struct thin_symbol symbols[] = {
		{ { 3, 41, 12 }, green, 5.6, false },
		{ { 5, 8, 6 }, green, 14, false },
	};

	(void)state;
	check(symbols, 2, 0);
	assert_true(may_be(&symbols[0], &symbols[1]));
	assert_false(may_be(&symbols[1], &symbols[0]));
	symbols[0].colour = (struct colour){ 10, 20, 10 };
	check(symbols, 2, 1);
	symbols[0].colour = (struct colour){ 98, 60, 90 };
	assert_false(may_be(&symbols[0], &symbols[1]));
}

/* Two orange triangles, of one of which the picture keeps half of the hue only,
 * as it keeps that of every other pixel; a yellow one has a hue of its own, and
 * of what is half as thin more would be left. */
static void doubts_triangles_as_thin(void **state)
{
	const struct colour dark = { 5, 32, 16 };
	struct thin_symbol symbols[] = {
		{ { 131, 123, 81 }, dark, 4.7, false },
		{ { 168, 119, 53 }, dark, 4.7, false },
		{ { 164, 146, 39 }, dark, 4.7, false },
	};

	(void)state;
	check(symbols, 3, 0);
	assert_true(may_be(&symbols[0], &symbols[1]));
	assert_false(may_be(&symbols[1], &symbols[0]));
	assert_false(may_be(&symbols[2], &symbols[1]));
	assert_false(may_be(&symbols[1], &symbols[2]));
	symbols[1].px = 2.4;
	assert_false(may_be(&symbols[0], &symbols[1]));
}

/* Two rims of one kind, of which one was measured as thinner: from the other
 * more of the ground may shine through all the same. */
static void doubts_rims_of_a_kind(void **state)
{
	const struct colour green = { 4, 59, 13 };
	struct thin_symbol symbols[] = {
		{ { 123, 130, 18 }, green, 1.8, false },
		{ { 168, 158, 20 }, green, 1.1, false },
	};

	(void)state;
	assert_true(may_be(&symbols[0], &symbols[1]));
	symbols[0].px = 2.4;
	assert_false(may_be(&symbols[0], &symbols[1]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(restores_rims),
		cmocka_unit_test(restores_triangle),
		cmocka_unit_test(keeps_others),
		cmocka_unit_test(keeps_what_is_too_dark),
		cmocka_unit_test(doubts_dark_triangle),
		cmocka_unit_test(doubts_rims_of_a_kind),
		cmocka_unit_test(doubts_triangles_as_thin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
