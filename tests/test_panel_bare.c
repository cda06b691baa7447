/* What bare cells of a panel look like. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#include "bare.h"

enum { CELLS = 3, SIDE = (CELLS + 2 * SHEET_MARGIN) * SHEET_CELL };

static const struct colour ground = { 60, 80, 60 };

/* A sheet of flat cells. */
static void open_sheet(struct sheet *sheet)
{
	*sheet = (struct sheet){ .columns = CELLS,
				 .rows = CELLS,
				 .width = SIDE,
				 .height = SIDE,
				 .line_width = 0.2 };
	sheet->pixels = malloc((size_t)SIDE * SIDE * sizeof *sheet->pixels);
	assert_non_null(sheet->pixels);
	for (int i = 0; i < SIDE * SIDE; i++)
		sheet->pixels[i] = ground;
	for (int y = 0; y < PANEL_SIDE_MAX + 2; y++)
		for (int x = 0; x < PANEL_SIDE_MAX + 2; x++)
			sheet->ground[y][x] = ground;
}

/* A box about a cell's middle, so much brighter than its ground. */
static void draw(struct sheet *sheet, int column, int row, int half, float more)
{
	int x = (column + SHEET_MARGIN) * SHEET_CELL + SHEET_CELL / 2;
	int y = (row + SHEET_MARGIN) * SHEET_CELL + SHEET_CELL / 2;

	for (int v = -half; v < half; v++)
		for (int u = -half; u < half; u++) {
			struct colour *c =
				&sheet->pixels[(y + v) * SIDE + x + u];

			c->red += more;
			c->green += more;
			c->blue += more;
		}
}

static void close_sheet(struct sheet *sheet)
{
	free(sheet->pixels);
	free(sheet->bare);
}

/* A relief in all cells is bare, what lies on one of them is not. */
static void test_relief_is_bare(void **state)
{
	const int middle = SHEET_CELL / 2 * SHEET_CELL + SHEET_CELL / 2;
	struct sheet sheet;

	(void)state;
	open_sheet(&sheet);
	for (int i = 0; i < CELLS * CELLS; i++)
		draw(&sheet, i % CELLS, i / CELLS, 9, 10);
	draw(&sheet, 1, 1, 5, 50);
	assert_int_equal(bare_find(&sheet), 0);
	assert_float_equal(sheet.bare[middle].red, 10, 1e-3);
	assert_float_equal(sheet.bare[0].red, 0, 1e-3);
	assert_true(bare_most(&sheet, 0, 0) > 15);
	assert_true(bare_beyond(&sheet, 0, 0) < 0.1);
	assert_true(bare_beyond(&sheet, 1, 1) > 80);
	close_sheet(&sheet);
}

/* Symbols in all cells but a few leave those bare; found again it is as new. */
static void test_emptiest_tell(void **state)
{
	const int middle = SHEET_CELL / 2 * SHEET_CELL + SHEET_CELL / 2;
	struct sheet sheet;

	(void)state;
	open_sheet(&sheet);
	for (int i = 2; i < CELLS * CELLS; i++)
		draw(&sheet, i % CELLS, i / CELLS, 6, 40);
	for (int k = 0; k < 2; k++) {
		assert_int_equal(bare_find(&sheet), 0);
		assert_float_equal(sheet.bare[middle].red, 0, 1e-3);
	}
	close_sheet(&sheet);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_relief_is_bare),
		cmocka_unit_test(test_emptiest_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
