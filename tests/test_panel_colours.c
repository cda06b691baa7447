/* Which symbols of a panel share a colour, and how sure that is: by how far
 * each colour scatters there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "panel_colours.h"

enum { MOST = 8 };

static const struct colour ground = { 0, 168, 136 };

/* Half of its own colour, as a page shows it that fades its pictures. */
static struct colour faded(float red, float green, float blue)
{
	return (struct colour){ 128 + red / 2, 128 + green / 2,
				128 + blue / 2 };
}

static struct colour shifted(struct colour c, float by)
{
	return (struct colour){ c.red + by, c.green - by, c.blue + by };
}

static struct colour mixed(struct colour a, struct colour b, float share)
{
	return (struct colour){ a.red + share * (b.red - a.red),
				a.green + share * (b.green - a.green),
				a.blue + share * (b.blue - a.blue) };
}

/* How sure all of the names are together; `alike`: are all the same? Else the
 * first half and the second half are each. */
static double name_halves(const struct colour *colours, int count, bool alike)
{
	struct colour_name names[MOST];
	double sure = 1;

	colours_name(colours, count, ground, names);
	for (int i = 0; i < count; i++) {
		const struct colour_name *first =
			&names[alike || i < count / 2 ? 0 : count / 2];

		assert_int_equal(names[i].name, first->name);
		sure *= names[i].sure;
	}
	if (!alike)
		assert_int_not_equal(names[0].name, names[count / 2].name);
	return sure;
}

/* So many of two colours, each off by up to so many levels. */
static double name_two(struct colour a, struct colour b, float scatter,
		       bool alike)
{
	static const float part[] = { 0, 1, 0.5f };
	struct colour colours[6];

	for (int i = 0; i < 6; i++)
		colours[i] = shifted(i < 3 ? a : b, part[i % 3] * scatter);
	return name_halves(colours, 6, alike);
}

/* Orange and yellow differ by less on faded pages than one colour does under
 * the game's light, but hardly scatter: two colours, in doubt. */
static void parts_faded_colours(void **state)
{
	struct colour orange = { 255, 165, 0 }, yellow = { 255, 255, 0 };
	struct colour pale = faded(255, 165, 0), light = faded(255, 255, 0);
	double sure = name_two(pale, light, 1, false);

	(void)state;
	assert_true(sure > 0.5 && sure < 0.9);
	assert_true(name_two(orange, yellow, 1, false) > 0.99);
}

/* What scatters nearly as much is one. */
static void joins_what_scatters(void **state)
{
	struct colour a = { 230, 60, 60 }, b = { 230, 90, 60 };

	(void)state;
	assert_true(name_two(a, b, 1, false) < 0.9);
	assert_true(name_two(a, b, 12, true) > 0.9);
}

/* One of one group alone says nothing of how far that scatters. */
static void joins_single_ones(void **state)
{
	struct colour a = { 230, 60, 60 }, b = { 230, 90, 60 };
	const struct colour colours[4] = { a, a, a, b };

	(void)state;
	assert_true(name_halves(colours, 4, true) > 0.9);
}

/* Where the light is dimmer, or a symbol so thin that the ground shines
 * through, colours are the same; in doubt where they are farther apart. */
static void joins_shades_and_mixtures(void **state)
{
	struct colour red = { 230, 60, 60 }, dim = { 200, 52, 52 };
	struct colour darker = { 190, 50, 50 };

	(void)state;
	assert_true(name_two(red, dim, 1, true) > 0.9);
	assert_true(name_two(red, darker, 1, true) < 0.9);
	name_two(red, mixed(red, ground, 0.15f), 1, true);
}

/* Dots hardly coloured may be white: where a mirror image may be drawn that is
 * in doubt. */
static void doubts_pale_dots(void **state)
{
	const struct colour dots[] = {
		{ 174, 216, 216 }, { 160, 216, 216 }, { 216, 216, 216 },
		{ 10, 10, 10 },    { 48, 216, 240 },  { 248, 208, 24 },
	};
	static const enum panel_dot names[] = {
		PANEL_DOT_BLACK, PANEL_DOT_CYAN, PANEL_DOT_BLACK,
		PANEL_DOT_BLACK, PANEL_DOT_CYAN, PANEL_DOT_YELLOW,
	};
	struct dot_name seen[6];

	(void)state;
	colours_name_dots(dots, 6, ground, true, seen);
	for (int i = 0; i < 6; i++) {
		assert_int_equal(seen[i].name, names[i]);
		assert_int_equal(seen[i].sure > 0.95, i > 1);
	}
	assert_int_equal(seen[0].second, PANEL_DOT_CYAN);
	assert_int_equal(seen[1].second, PANEL_DOT_BLACK);
	/* where none may, dots of one hue are black, but two hues speak for it
	 */
	for (int count = 5; count <= 6; count++) {
		colours_name_dots(dots, count, ground, false, seen);
		for (int i = 0; i < count; i++) {
			bool doubted =
				count == 6 && names[i] != PANEL_DOT_BLACK;

			assert_int_equal(seen[i].name, PANEL_DOT_BLACK);
			assert_int_equal(seen[i].second,
					 doubted ? names[i] : PANEL_DOT_BLACK);
			assert_int_equal(seen[i].sure > 0.99, !doubted);
		}
	}
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
	int doubts = 0;

	(void)state;
	colours_name(all, PANEL_COLOUR_COUNT, ground, names);
	for (int i = 0; i < PANEL_COLOUR_COUNT; i++)
		assert_true(names[i].sure > 0.9);
	colours_name(all, PANEL_COLOUR_COUNT + 1, ground, names);
	for (int i = 0; i < PANEL_COLOUR_COUNT + 1; i++)
		doubts +=
			names[i].sure < 0.6 && names[i].second != names[i].name;
	assert_int_equal(doubts, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_faded_colours),
		cmocka_unit_test(joins_what_scatters),
		cmocka_unit_test(joins_single_ones),
		cmocka_unit_test(joins_shades_and_mixtures),
		cmocka_unit_test(doubts_pale_dots),
		cmocka_unit_test(doubts_what_is_left_without_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
