/* Light that changes over a panel is told from its paints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "degrade.h"
#include "flat_panel.h"
#include "symbol_colours.h"

#define PALE 0xe8f0e0

enum { SIDE = 13 };

/* As much darker, out of ten, as a place lies to the right. */
static uint32_t lit(uint32_t paint, int x)
{
	uint32_t shade = 0;

	for (int k = 0; k < 24; k += 8)
		shade |= (paint >> k & 255) * (uint32_t)(900 - x) / 900 << k;
	return shade;
}

/* Squares in the cells of one diagonal. */
static void draw_lit_panel(struct image *image)
{
	draw_panel(image);
	for (int i = 0; i < CELLS; i++) {
		int x = LEFT + i * PITCH + PITCH / 2;

		for (int v = -SIDE; v <= SIDE; v++)
			for (int u = -SIDE; u <= SIDE; u++)
				image_row(image, x + v)[x + u] = PALE;
	}
	for (int y = 0; y < SIZE; y++)
		for (int x = 0; x < SIZE; x++)
			image_row(image, y)[x] = lit(image_row(image, y)[x], x);
}

/* Squares of one paint are of one colour, wherever the light falls. */
static void evens_out_light(void **state)
{
	struct symbol_tint tints[CELLS];
	struct colour_name names[CELLS];
	struct image image;
	struct sheet sheet;

	(void)state;
	open_image(&image);
	draw_lit_panel(&image);
	open_sheet(&sheet, &image);
	assert_int_equal(sheet_fill(&sheet), 0);
	for (int i = 0; i < CELLS; i++) {
		tints[i] = symbol_tint_of(
			&sheet, i, i, sheet_colour(&sheet, i + 0.5, i + 0.5),
			0.25);
		tints[i].kind = PANEL_SQUARE;
	}
	assert_true(colour_distance(tints[0].colour, tints[CELLS - 1].colour) >
		    90);
	assert_int_equal(colours_name(tints, CELLS, tints[0].ground, names), 0);
	for (int i = 0; i < CELLS; i++) {
		assert_int_equal(names[i].name, names[0].name);
		assert_true(names[i].sure > 0.9);
	}
	sheet_fini(&sheet);
	image_fini(&image);
}

/* Makes the lines so much wider to either side. */
static void widen_lines(struct image *image, int more)
{
	for (int y = LEFT; y < LEFT + CELLS * PITCH; y++)
		for (int x = LEFT; x < LEFT + CELLS * PITCH; x++)
			if (is_line(x - more, y) || is_line(x + more, y) ||
			    is_line(x, y - more) || is_line(x, y + more))
				image_row(image, y)[x] = LINE;
}

/* A cell that lies in more light than the others keeps its ground, though the
 * blur between it and its lines passes theirs. */
static void keeps_lit_ground(void **state)
{
	int lit_from = LEFT + (CELLS - 1) * PITCH;
	struct image image;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	widen_lines(&image, 6);
	for (int y = lit_from; y < SIZE; y++)
		for (int x = lit_from; x < SIZE; x++)
			if (image_row(&image, y)[x] == GROUND)
				image_row(&image, y)[x] = 0x00e0b5;
	assert_int_equal(degrade_blur(&image, 2, NULL), 0);
	open_sheet(&sheet, &image);
	for (int i = 0; i < CELLS; i++) {
		struct colour ground = sheet_ground(&sheet, i + 0.5, i + 0.5);

		assert_float_equal(ground.green, i < CELLS - 1 ? 0xa8 : 0xe0,
				   16);
	}
	sheet_fini(&sheet);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(evens_out_light),
		cmocka_unit_test(keeps_lit_ground),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
