/* What is made of what lies in a panel's cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flat_panel.h"
#include "panel_symbols.h"

#define INK 0xe8d020

enum { SIDE = 13 };

static uint32_t mixed(uint32_t a, uint32_t b, int share)
{
	uint32_t sum = 0;

	for (int k = 0; k < 24; k += 8)
		sum |= ((a >> k & 255) * (uint32_t)(10 - share) +
			(b >> k & 255) * (uint32_t)share) /
			       10
		       << k;
	return sum;
}

/* A square about a cell's middle, its cross of one pixel so many tenths paler.
 */
static void draw_square(struct image *image, int column, int row, int paler)
{
	int x = LEFT + column * PITCH + PITCH / 2;
	int y = LEFT + row * PITCH + PITCH / 2;

	for (int v = -SIDE; v <= SIDE; v++)
		for (int u = -SIDE; u <= SIDE; u++)
			image_row(image, y + v)[x + u] =
				mixed(INK, GROUND, u && v ? 0 : paler);
}

/* A square, and one with a cross; the caller frees both. */
static void open_squares(struct image *image, struct sheet *sheet)
{
	open_image(image);
	draw_panel(image);
	draw_square(image, 1, 1, 0);
	draw_square(image, 2, 2, 5);
	open_sheet(sheet, image);
	assert_int_equal(sheet_fill(sheet), 0);
}

/* Two by two blocks that nearly touch are no square for sure. */
static void doubts_crossed_squares(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	static struct panel_lines lines;
	struct image image;
	struct sheet sheet;

	(void)state;
	open_squares(&image, &sheet);
	symbols_read(&sheet, &lines, symbols);
	assert_int_equal(symbols[0][0].cell.kind, PANEL_EMPTY);
	assert_int_equal(symbols[1][1].cell.kind, PANEL_SQUARE);
	assert_true(symbols[1][1].sure > 0.9);
	assert_int_equal(symbols[2][2].cell.kind, PANEL_SQUARE);
	assert_true(symbols[2][2].sure < 0.6);
	assert_int_equal(symbols[2][2].second.kind, PANEL_POLYOMINO);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* What takes few pixels of a picture is no shape for sure. */
static void doubts_few_pixels(void **state)
{
	static struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	static struct panel_lines lines;
	struct image image;
	struct sheet sheet;

	(void)state;
	open_squares(&image, &sheet);
	/* as it would be of cells of 12 and 7 pixels */
	for (int i = 0; i < 2; i++) {
		sheet.px_cell = i ? 7 : 12;
		symbols_read(&sheet, &lines, symbols);
		assert_int_equal(symbols[1][1].cell.kind, PANEL_SQUARE);
		assert_int_equal(symbols[1][1].sure > 0.5, !i);
	}
	sheet_fini(&sheet);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubts_crossed_squares),
		cmocka_unit_test(doubts_few_pixels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
