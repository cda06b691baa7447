/* Thin strokes have the colour of wider ones where it may be that one mixed
 * with their ground. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "panel_thin.h"

enum { MOST = 4 };

/* Does the first become as coloured as the k-th, 0: as it was? */
static void check(const struct thin_symbol *symbols, int count, int k)
{
	struct thin_symbol seen[MOST];
	int others[MOST];

	for (int i = 0; i < count; i++)
		seen[i] = symbols[i];
	thin_restore(seen, count, others);
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
		{ { 55, 111, 68 }, pale, 2.8 },
		{ { 20, 145, 156 }, pale, 17 },
		{ { 21, 115, 27 }, pale, 17 },
		{ { 29, 45, 162 }, pale, 7 },
	};
	const struct thin_symbol blues[] = {
		{ { 30, 100, 148 }, green, 2.2 },
		{ { 41, 146, 47 }, green, 17 },
		{ { 46, 68, 200 }, green, 17 },
		{ { 118, 53, 170 }, green, 17 },
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
		{ { 112, 54, 22 }, olive, 4.8 },
		{ { 185, 169, 19 }, olive, 12 },
		{ { 138, 31, 18 }, olive, 12 },
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
	symbols[0] = (struct thin_symbol){ { 111, 70, 31 }, olive, 4.8 };
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
		{ { 170, 95, 20 }, olive, 2 },
		{ { 138, 31, 18 }, olive, 12 },
		{ { 185, 169, 19 }, olive, 12 },
	};
	const struct thin_symbol pink[] = {
		{ { 112, 54, 52 }, olive, 2 },
		{ { 138, 31, 18 }, olive, 12 },
	};
	const struct thin_symbol dark[] = {
		{ { 30, 115, 35 }, mint, 2 },
		{ { 10, 12, 10 }, mint, 12 },
	};

	(void)state;
	check(orange, 3, 0);
	check(pink, 2, 0);
	check(dark, 2, 0);
}

/* Of which symbol's colour is the first in doubt? */
static int may_be(const struct thin_symbol *symbols, int count)
{
	struct thin_symbol seen[MOST];
	int others[MOST];

	for (int i = 0; i < count; i++)
		seen[i] = symbols[i];
	thin_restore(seen, count, others);
	return others[0];
}

/* A black triangle of a dim and blurred picture, from which more ground shines
 * through; what keeps most of its own, or is of another colour, is no such. */
static void doubts_dark_triangle(void **state)
{
	const struct colour green = { 21, 84, 38 };
	struct thin_symbol symbols[] = {
		{ { 3, 41, 12 }, green, 5.6 },
		{ { 5, 8, 6 }, green, 14 },
	};

	(void)state;
	check(symbols, 2, 0);
	assert_int_equal(may_be(symbols, 2), 1);
	symbols[0].colour = (struct colour){ 10, 20, 10 };
	check(symbols, 2, 1);
	assert_int_equal(may_be(symbols, 2), -1);
	symbols[0].colour = (struct colour){ 98, 60, 90 };
	assert_int_equal(may_be(symbols, 2), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(restores_rims),
		cmocka_unit_test(restores_triangle),
		cmocka_unit_test(keeps_others),
		cmocka_unit_test(doubts_dark_triangle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
