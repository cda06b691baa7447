/* A sheet's lattice is put onto the lines that are seen. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flat_panel.h"

/* How far the sheet's corners lie from the panel's, cells. */
static double off_corners(const struct sheet *sheet)
{
	double most = 0;

	for (int i = 0; i < 4; i++) {
		struct point cell = { i % 2 * CELLS, i / 2 * CELLS };
		struct point px = homography_apply(&sheet->cell_to_px, cell);

		/* middles of pixels, and of lines */
		most = fmax(most, hypot(px.x - (LEFT + cell.x * PITCH - 0.5),
					px.y - (LEFT + cell.y * PITCH - 0.5)) /
					  PITCH);
	}
	return most;
}

static void fill_box(struct image *image, int x, int y, int width, int height,
		     uint32_t colour)
{
	for (int v = y; v < y + height; v++)
		for (int u = x; u < x + width; u++)
			image_row(image, v)[u] = colour;
}

/* Opens a sheet whose corners were guessed so far off, in cells; its own are
 * then off by what is returned. */
static double find_off(const struct image *image, double guess)
{
	const struct quad from = quad_from_box(0, 0, CELLS, CELLS);
	struct quad to =
		quad_from_box(LEFT, LEFT, CELLS * PITCH, CELLS * PITCH);
	struct panel_place place = { .columns = CELLS, .rows = CELLS };
	struct sheet sheet;
	double off;

	to.corner[2].x += guess * PITCH;
	to.corner[2].y += guess * PITCH;
	to.corner[3].y += guess * PITCH;
	assert_int_equal(homography_from_quads(&from, &to, &place.cell_to_px),
			 0);
	assert_int_equal(sheet_init(&sheet, image, &place, 1), 0);
	off = off_corners(&sheet);
	sheet_fini(&sheet);
	return off;
}

/* The guess may be far off. */
static void guess_is_bettered(void **state)
{
	struct image image;

	(void)state;
	open_panel(&image);
	for (double guess = 0; guess < 0.25; guess += 0.05)
		assert_true(find_off(&image, guess) < 0.005);
	image_fini(&image);
}

/* A line that lies over most of the lowest row hides no more than that. */
static void covered_lines_tell_nothing(void **state)
{
	int low = LEFT + CELLS * PITCH;
	struct image image;

	(void)state;
	open_panel(&image);
	fill_box(&image, LEFT - HALF, low - HALF + 2, 3 * PITCH, 2 * HALF - 4,
		 0xf0f0f0);
	fill_box(&image, LEFT + 3 * PITCH - HALF + 2, low - 2 * PITCH,
		 2 * HALF - 4, 2 * PITCH, 0xf0f0f0);
	/* the disc that it begins with */
	fill_box(&image, LEFT - 25, low - 25, 50, 50, 0xf0f0f0);
	assert_true(find_off(&image, 0.15) < 0.005);
	image_fini(&image);
}

/* Nor do discs that are not in the middle of their line. */
static void strays_count_little(void **state)
{
	struct image image;

	(void)state;
	open_panel(&image);
	fill_box(&image, LEFT - 20, LEFT - 20, 60, 45, LINE);
	fill_box(&image, LEFT + 4 * PITCH - 30, LEFT + PITCH - 20, 36, 36,
		 LINE);
	assert_true(find_off(&image, 0) < 0.005);
	image_fini(&image);
}

/* Where discs cover lines on every side of their vertex, these say nothing of
 * how alike all are; what they cover of others' does. */
static void discs_tell_nothing_of_widths(void **state)
{
	static const int at[][2] = { { 0, 0 }, { 2, 0 }, { 4, 1 }, { 0, 2 },
				     { 2, 2 }, { 4, 3 }, { 1, 4 }, { 3, 4 } };
	const struct panel_place place = {
		.columns = CELLS,
		.rows = CELLS,
		.cell_to_px = { { PITCH, 0, LEFT, 0, PITCH, LEFT, 0, 0, 1 } },
	};
	enum { HIDE = 21 };
	struct image image;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	for (size_t i = 0; i < sizeof at / sizeof *at; i++)
		fill_box(&image, LEFT + at[i][0] * PITCH - HIDE,
			 LEFT + at[i][1] * PITCH - HIDE, 2 * HIDE, 2 * HIDE,
			 LINE);
	assert_int_equal(sheet_init(&sheet, &image, &place, 1), 0);
	assert_true(sheet.steady > 0.99);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* Lines were found by a colour that is not theirs, a wall's: the sheet's is
 * what most of them have. */
static void colour_is_the_lines(void **state)
{
	const struct panel_place place = {
		.columns = CELLS,
		.rows = CELLS,
		.cell_to_px = { { PITCH, 0, LEFT, 0, PITCH, LEFT, 0, 0, 1 } },
		.has_line_colour = true,
		.line_colour = LINE + 0x240000,
	};
	const struct colour line = { LINE >> 16, LINE >> 8 & 255, LINE & 255 };
	struct image image;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	assert_int_equal(sheet_init(&sheet, &image, &place, 1), 0);
	assert_true(colour_distance(sheet_line(&sheet, 2, 2), line) < 2);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* Wide lines, in a page that is less unlike them than their cells are, are seen
 * from a lattice that lies a little within theirs. */
static void wide_lines_are_seen(void **state)
{
	enum { WIDE = 150, ROOM = 84, IN = 8 };
	const struct panel_place place = {
		.columns = 2,
		.rows = 2,
		.cell_to_px = { { WIDE - IN, 0, LEFT + IN, 0, WIDE - IN,
				  LEFT + IN, 0, 0, 1 } },
		.has_line_colour = true,
		.line_colour = 0x3f2a3b,
	};
	const int side = 2 * WIDE + WIDE - ROOM;
	struct image image;
	struct sheet sheet;

	(void)state;
	open_image(&image);
	fill_box(&image, 0, 0, SIZE, SIZE, 0x71727c);
	fill_box(&image, LEFT - (WIDE - ROOM) / 2, LEFT - (WIDE - ROOM) / 2,
		 side, side, 0x3f2a3b);
	for (int i = 0; i < 4; i++)
		fill_box(&image, LEFT + i % 2 * WIDE + (WIDE - ROOM) / 2,
			 LEFT + i / 2 * WIDE + (WIDE - ROOM) / 2, ROOM, ROOM,
			 0xbec0d2);
	/* one is missing */
	fill_box(&image, LEFT + WIDE + (WIDE - ROOM) / 2,
		 LEFT + WIDE - ROOM / 2, ROOM, ROOM, 0xbec0d2);
	assert_int_equal(sheet_init(&sheet, &image, &place, 1), 0);
	assert_float_equal(sheet.line_width, 1.0 * (WIDE - ROOM) / WIDE, 0.03);
	sheet_fini(&sheet);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guess_is_bettered),
		cmocka_unit_test(covered_lines_tell_nothing),
		cmocka_unit_test(strays_count_little),
		cmocka_unit_test(discs_tell_nothing_of_widths),
		cmocka_unit_test(colour_is_the_lines),
		cmocka_unit_test(wide_lines_are_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
