/* Which symbols of a panel share a colour, and how sure that is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "colours.h"

enum { MOST = 8 };

static const struct colour ground = { 0, 168, 136 };

/* Half of its own colour, as a page shows it that fades its pictures. */
static struct colour faded(float red, float green, float blue)
{
	return (struct colour){ 128 + red / 2, 128 + green / 2,
				128 + blue / 2 };
}

static struct colour mixed(struct colour a, struct colour b, float share)
{
	return (struct colour){ a.red + share * (b.red - a.red),
				a.green + share * (b.green - a.green),
				a.blue + share * (b.blue - a.blue) };
}

/* A square of wide strokes. */
static struct symbol_tint square(struct colour colour)
{
	return (struct symbol_tint){ colour, ground, 9, PANEL_SQUARE };
}

/* Have the first and the k-th of so many the same name? How sure all names are
 * together. */
static bool share(const struct symbol_tint *tints, int count, int k,
		  double *sure)
{
	struct colour_name names[MOST];

	assert_int_equal(colours_name(tints, count, tints->ground, names), 0);
	*sure = 1;
	for (int i = 0; i < count; i++)
		*sure *= names[i].sure;
	return names[0].name == names[k].name;
}

/* Three squares each of two colours that hardly scatter. */
static bool share_both(struct colour a, struct colour b, double *sure)
{
	struct symbol_tint tints[6];

	for (int i = 0; i < 6; i++) {
		tints[i] = square(i < 3 ? a : b);
		tints[i].colour.green += (float)(i % 3);
	}
	return share(tints, 6, 3, sure);
}

/* Colours that names tell apart are, the surer the farther apart they are; on
 * faded pages they are nearer to each other, and in doubt where they are not.
 */
static void parts_colours(void **state)
{
	struct colour orange = { 255, 165, 0 }, yellow = { 255, 255, 0 };
	double sure, faded_sure;

	(void)state;
	assert_false(share_both(orange, yellow, &sure));
	assert_true(sure > 0.97);
	if (share_both(faded(255, 165, 0), faded(255, 255, 0), &faded_sure))
		assert_true(faded_sure < 0.9);
	assert_true(faded_sure < sure);
}

/* Where the light is dimmer, or the ground shines through a little, colours are
 * the same. */
static void joins_shades_and_mixtures(void **state)
{
	struct colour red = { 230, 60, 60 }, dim = { 200, 52, 52 };
	double sure;

	(void)state;
	assert_true(share_both(red, dim, &sure));
	assert_true(sure > 0.9);
	assert_true(share_both(red, mixed(red, ground, 0.1f), &sure));
	assert_true(share_both(red, red, &sure));
	assert_true(sure > 0.99);
}

/* As pictures showed them: thin strokes have the ground's colour mixed in, of
 * the hue more than of the brightness. The first of each is of the same colour
 * as the one that is named. */
static void knows_what_becomes_of_thin_strokes(void **state)
{
	const struct colour pale = { 117, 136, 140 }, green = { 60, 172, 129 };
	const struct colour olive = { 99, 103, 46 };
	const struct symbol_tint greens[] = {
		{ { 55, 111, 68 }, pale, 2.8, PANEL_POLYOMINO },
		{ { 20, 145, 156 }, pale, 9, PANEL_SQUARE },
		{ { 21, 115, 27 }, pale, 9, PANEL_SQUARE },
		{ { 29, 45, 162 }, pale, 7, PANEL_POLYOMINO },
	};
	const struct symbol_tint blues[] = {
		{ { 30, 100, 148 }, green, 2.2, PANEL_POLYOMINO },
		{ { 41, 146, 47 }, green, 9, PANEL_SQUARE },
		{ { 46, 68, 200 }, green, 9, PANEL_SQUARE },
		{ { 118, 53, 170 }, green, 9, PANEL_SQUARE },
	};
	const struct symbol_tint reds[] = {
		{ { 112, 54, 22 }, olive, 4.8, PANEL_TRIANGLE },
		{ { 185, 169, 19 }, olive, 8, PANEL_STAR },
		{ { 138, 31, 18 }, olive, 8, PANEL_STAR },
	};
	double sure;

	(void)state;
	assert_true(share(greens, 4, 2, &sure));
	assert_true(share(blues, 4, 2, &sure));
	assert_true(share(reds, 3, 2, &sure));
}

/* What is of a colour of its own stays: orange beside red, dark green beside
 * black, or is in doubt: pink beside red. */
static void keeps_others_apart(void **state)
{
	const struct colour olive = { 99, 103, 46 }, mint = { 90, 200, 150 };
	const struct symbol_tint orange[] = {
		{ { 170, 95, 20 }, olive, 2, PANEL_POLYOMINO },
		{ { 138, 31, 18 }, olive, 8, PANEL_SQUARE },
		{ { 185, 169, 19 }, olive, 8, PANEL_SQUARE },
	};
	const struct symbol_tint pink[] = {
		{ { 112, 54, 52 }, olive, 2, PANEL_POLYOMINO },
		{ { 138, 31, 18 }, olive, 8, PANEL_SQUARE },
	};
	const struct symbol_tint dark[] = {
		{ { 30, 115, 35 }, mint, 2, PANEL_POLYOMINO },
		{ { 10, 12, 10 }, mint, 8, PANEL_SQUARE },
	};
	double sure;

	(void)state;
	assert_false(share(orange, 3, 1, &sure));
	assert_false(share(orange, 3, 2, &sure));
	assert_true(!share(pink, 2, 1, &sure) || sure < 0.9);
	assert_false(share(dark, 2, 1, &sure));
}

/* All dots are black, those that are coloured in doubt or not. */
static void expect_black(const struct dot_name *seen,
			 const enum panel_dot *names, int count, bool doubted)
{
	for (int i = 0; i < count; i++) {
		bool doubt = doubted && names[i] != PANEL_DOT_BLACK;

		assert_int_equal(seen[i].name, PANEL_DOT_BLACK);
		assert_int_equal(seen[i].second,
				 doubt ? names[i] : PANEL_DOT_BLACK);
		assert_int_equal(seen[i].sure > 0.99, !doubt);
	}
}

/* Dots hardly coloured may be white: where a mirror image may be drawn that is
 * in doubt. */
static void doubts_pale_dots(void **state)
{
	const struct colour dots[] = {
		{ 164, 216, 216 }, { 151, 216, 216 }, { 216, 160, 216 },
		{ 10, 10, 10 },    { 48, 216, 240 },  { 248, 208, 24 },
	};
	static const enum panel_dot names[] = {
		PANEL_DOT_BLACK, PANEL_DOT_CYAN, PANEL_DOT_BLACK,
		PANEL_DOT_BLACK, PANEL_DOT_CYAN, PANEL_DOT_YELLOW,
	};
	struct dot_name seen[6];

	(void)state;
	colours_name_dots(dots, 6, 168, true, true, seen);
	for (int i = 0; i < 6; i++) {
		assert_int_equal(seen[i].name, names[i]);
		assert_int_equal(seen[i].sure > 0.95, i > 1);
	}
	assert_int_equal(seen[0].second, PANEL_DOT_CYAN);
	assert_int_equal(seen[1].second, PANEL_DOT_BLACK);
	/* where none may, dots of one hue are black, but two hues speak for it,
	 * and black ones beside one */
	for (int i = 0; i < 4; i++) {
		bool black_tells = i & 1;
		int count = i < 2 ? 5 : 6;

		colours_name_dots(dots, count, 168, false, black_tells, seen);
		expect_black(seen, names, count, black_tells || count == 6);
	}
}

/* What is dark beside the panel's lines is black, whatever their light leaves
 * of it. */
static void names_dark_dots(void **state)
{
	const struct colour dots[] = { { 14, 37, 33 }, { 16, 42, 40 } };
	struct dot_name seen[2];

	(void)state;
	colours_name_dots(dots, 2, 150, true, true, seen);
	for (int i = 0; i < 2; i++)
		assert_int_equal(seen[i].name, PANEL_DOT_BLACK);
	/* where these are as dark they may be coloured */
	colours_name_dots(dots, 2, 50, true, true, seen);
	for (int i = 0; i < 2; i++)
		assert_int_equal(seen[i].name, PANEL_DOT_CYAN);
}

/* There are as many colours as names: of one more, one is in doubt. */
static void doubts_what_is_left_without_a_name(void **state)
{
	static const struct colour all[PANEL_COLOUR_COUNT + 1] = {
		{ 0, 0, 0 },      { 250, 250, 250 }, { 250, 40, 40 },
		{ 250, 150, 40 }, { 250, 230, 40 },  { 40, 180, 40 },
		{ 40, 230, 250 }, { 40, 60, 250 },   { 150, 60, 230 },
		{ 250, 60, 210 }, { 225, 170, 126 },
	};
	struct colour_name names[PANEL_COLOUR_COUNT + 1];
	struct symbol_tint tints[PANEL_COLOUR_COUNT + 1];
	int doubts = 0;

	(void)state;
	for (int i = 0; i < PANEL_COLOUR_COUNT + 1; i++)
		tints[i] = square(all[i]);
	assert_int_equal(colours_name(tints, PANEL_COLOUR_COUNT, ground, names),
			 0);
	for (int i = 0; i < PANEL_COLOUR_COUNT; i++)
		assert_true(names[i].sure > 0.9);
	assert_int_equal(
		colours_name(tints, PANEL_COLOUR_COUNT + 1, ground, names), 0);
	for (int i = 0; i < PANEL_COLOUR_COUNT + 1; i++)
		doubts +=
			names[i].sure < 0.6 && names[i].second != names[i].name;
	assert_int_equal(doubts, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_colours),
		cmocka_unit_test(joins_shades_and_mixtures),
		cmocka_unit_test(knows_what_becomes_of_thin_strokes),
		cmocka_unit_test(keeps_others_apart),
		cmocka_unit_test(doubts_pale_dots),
		cmocka_unit_test(names_dark_dots),
		cmocka_unit_test(doubts_what_is_left_without_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
