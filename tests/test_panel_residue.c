/* What lies on a panel and is neither line nor ground is left over, however
 * little it differs from what lies around it; but for what is drawn all over
 * it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "flat_panel.h"
#include "residue.h"

/* A thin cross of so many levels more than the ground in the cell of column and
 * row 1; 0: none. */
static void draw_cross(struct image *image, uint32_t levels)
{
	const int middle = LEFT + PITCH * 3 / 2, reach = 12, thick = 2;

	for (int y = middle - reach; y <= middle + reach; y++)
		for (int x = middle - reach; x <= middle + reach; x++)
			if (abs(x - middle) <= thick ||
			    abs(y - middle) <= thick)
				image_row(image, y)[x] = GROUND + levels;
}

/* A pale outline within so many cells, as thick as a line is in a comic. */
static void draw_outlines(struct image *image, int cells)
{
	const int from = HALF, to = PITCH - HALF - 1, thick = 3;

	for (int k = 0; k < cells * PITCH * PITCH; k++) {
		int cell = k / (PITCH * PITCH);
		int x = k % PITCH, y = k / PITCH % PITCH;

		if (x < from || y < from || x > to || y > to ||
		    (x >= from + thick && y >= from + thick &&
		     x <= to - thick && y <= to - thick))
			continue;
		image_row(image, LEFT + cell / CELLS * PITCH +
					 y)[LEFT + cell % CELLS * PITCH + x] =
			0xe0e0e0;
	}
}

static int count_left(uint32_t levels, int outlined)
{
	static struct panel_looks looks;
	struct residue residue = { .holds = false };
	struct image image;
	struct sheet sheet;
	int left;

	memset(&looks, 0, sizeof looks);
	open_panel(&image);
	draw_outlines(&image, outlined);
	draw_cross(&image, levels);
	open_sheet(&sheet, &image);
	assert_int_equal(sheet_fill(&sheet), 0);
	assert_int_equal(lines_read(&sheet, false, &looks.lines), 0);
	left = residue_doubt(&sheet, &looks, NULL, &residue);
	residue_fini(&residue);
	sheet_fini(&sheet);
	image_fini(&image);
	return left;
}

static void faint_marks_are_left_over(void **state)
{
	(void)state;
	assert_int_equal(count_left(0, 0), 0);
	for (uint32_t levels = 10; levels < 100; levels += 2)
		if (count_left(levels, 0) != 1)
			fail_msg("a mark of %u levels is dropped", levels);
}

/* What is around all cells is how the panel is drawn, and hides no mark; what
 * is around one is a mark. */
static void outlines_are_no_marks(void **state)
{
	(void)state;
	assert_int_equal(count_left(0, CELLS * CELLS), 0);
	assert_int_equal(count_left(60, CELLS * CELLS), 1);
	assert_int_equal(count_left(0, 1), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faint_marks_are_left_over),
		cmocka_unit_test(outlines_are_no_marks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
