/* Breaks of a panel's lines that are so thin that blur mixes them with the
 * line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "flat_panel.h"
#include "panel_lines.h"

/* So much of the way from the line's colour to another. */
static uint32_t mixed(uint32_t to, double share)
{
	uint32_t pixel = 0;

	for (int k = 0; k < 24; k += 8) {
		double line = LINE >> k & 255, other = to >> k & 255;

		pixel |= (uint32_t)lround(line + share * (other - line)) << k;
	}
	return pixel;
}

/* The upright edge from vertex 1, 1 down, between cells of the ground's or
 * another colour, parted by what is so many pixels high. */
static struct spot_look edge_between(uint32_t cells, uint32_t colour, int high)
{
	struct panel_lines *lines = calloc(1, sizeof *lines);
	int left = LEFT + PITCH - HALF, top = LEFT + PITCH + PITCH / 2;
	struct spot_look look;
	struct image image;
	struct sheet sheet;

	assert_non_null(lines);
	open_panel(&image);
	for (int y = LEFT + PITCH; y < LEFT + 2 * PITCH; y++)
		for (int x = LEFT; x < LEFT + 2 * PITCH; x++)
			if (!is_line(x, y))
				image_row(&image, y)[x] = cells;
	for (int i = 0; i < 2 * HALF * high; i++)
		image_row(&image,
			  top - high / 2 +
				  i / (2 * HALF))[left + i % (2 * HALF)] =
			colour;
	open_sheet(&sheet, &image);
	assert_int_equal(sheet_fill(&sheet), 0);
	assert_int_equal(lines_read(&sheet, false, lines), 0);
	look = lines->spots[3][2];
	sheet_fini(&sheet);
	image_fini(&image);
	free(lines);
	return look;
}

static struct spot_look edge_of(uint32_t colour, int high)
{
	return edge_between(GROUND, colour, high);
}

/* However little of the ground is left in it, what parts a line from side to
 * side is a break, of which nobody is quite sure. */
static void thin_breaks_are_seen(void **state)
{
	(void)state;
	for (double share = 0.5; share < 0.75; share += 0.02) {
		struct spot_look look = edge_of(mixed(GROUND, share), 3);

		assert_int_equal(look.edge, PANEL_EDGE_GAP);
		assert_true(look.edge_sure < 0.95);
	}
}

/* A colour of its own is no break's. */
static void others_are_none(void **state)
{
	(void)state;
	for (double share = 0.5; share < 0.75; share += 0.02) {
		struct spot_look look = edge_of(mixed(0xf01010, share), 3);

		assert_int_equal(look.edge, PANEL_EDGE_WHOLE);
	}
}

/* A wide one that shows the ground's colour is sure. */
static void wide_breaks_are_sure(void **state)
{
	struct spot_look look = edge_of(GROUND, 14);

	(void)state;
	assert_int_equal(look.edge, PANEL_EDGE_GAP);
	assert_true(look.edge_sure > 0.99);
}

/* A colour beyond the ground's, seen from the line's, is no break's, though it
 * is nearer to the ground's than to any other. */
static void beyond_ground_is_none(void **state)
{
	struct spot_look look = edge_of(0x00d0a8, 14);

	(void)state;
	assert_int_equal(look.edge, PANEL_EDGE_WHOLE);
}

/* Where symbols fill the cells beside it a break has the colour of the other
 * cells. */
static void breaks_between_symbols(void **state)
{
	struct spot_look look = edge_between(mixed(GROUND, 0.66), GROUND, 14);

	(void)state;
	assert_int_equal(look.edge, PANEL_EDGE_GAP);
	assert_true(look.edge_sure > 0.99);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thin_breaks_are_seen),
		cmocka_unit_test(others_are_none),
		cmocka_unit_test(wide_breaks_are_sure),
		cmocka_unit_test(beyond_ground_is_none),
		cmocka_unit_test(breaks_between_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
