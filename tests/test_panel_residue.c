/* What lies on a panel and is neither line nor ground is left over, however
 * little it differs from what lies around it. */
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

static int count_left(uint32_t levels)
{
	static struct panel_looks looks;
	struct residue residue = { .holds = false };
	struct image image;
	struct sheet sheet;
	int left;

	memset(&looks, 0, sizeof looks);
	open_panel(&image);
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
	assert_int_equal(count_left(0), 0);
	for (uint32_t levels = 10; levels < 100; levels += 2)
		if (count_left(levels) != 1)
			fail_msg("a mark of %u levels is dropped", levels);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faint_marks_are_left_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
