/* Where cells and totals are on a sheet of numbers, and how sure that is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sum_sheet.h"

static void read_nothing(struct sum_sheet *sheet, int x, int y,
			 struct number *number)
{
	(void)sheet;
	(void)x;
	(void)y;
	*number = (struct number){ .value = -1, .blank = true };
}

static void set(struct sum_sheet *sheet, int x, int y, int value)
{
	sheet->known[y + 1][x + 1] = true;
	sheet->numbers[y + 1][x + 1] = (struct number){
		.value = value ? value : -1, .blank = !value, .confidence = 1
	};
}

/* What is a stranger among the cells of one layout may be a total of another:
 * the line of totals at the lattice's rim is fainter than the cells' numbers.
 */
static void strangers_of_another_layout(void **state)
{
	static const int values[12] = { 12, 9, 16, 3, 0, 7, 0, 5, 6, 9, 4, 0 };
	struct sum_sheet sheet = { .columns = 3,
				   .rows = 4,
				   .is_lattice = true,
				   .read = read_nothing };
	struct sum_layout layout;

	(void)state;
	sheet.outside[2] = sheet.outside[3] = true;
	for (int i = 0; i < 12; i++) {
		set(&sheet, i % 3, i / 3, values[i]);
		sheet.numbers[i / 3 + 1][i % 3 + 1].contrast = i < 3 ? 20 : 99;
	}
	for (int i = 0; i < 4; i++) {
		set(&sheet, 3, i, i ? 12 + i : 0);
		set(&sheet, i, 4, 0);
	}
	assert_true(sum_sheet_find(&sheet, &layout));
	assert_int_equal(layout.rows, 3);
	assert_int_equal(layout.column_totals, 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(sheet.numbers[1][i + 1].value, values[i]);
}

/* In a small layout sums agree by chance: 14, 3 and 9 below it are its totals,
 * not 9, 1 and 3 in its last line. */
static void agreed_by_chance(void **state)
{
	static const int values[9] = { 0, 1, 0, 1, 0, 0, 9, 1, 3 };
	struct sum_sheet sheet = { .columns = 3,
				   .rows = 3,
				   .is_lattice = true,
				   .read = read_nothing };

	(void)state;
	sheet.outside[2] = true;
	for (int k = 0; k < 2; k++) {
		struct sum_layout layout = { 0 };

		for (int i = 0; i < 9; i++) {
			set(&sheet, i % 3, i / 3, values[i]);
			sheet.numbers[i / 3 + 1][i % 3 + 1].extent.bottom = 0.5;
		}
		for (int i = 0; i < 3; i++) {
			set(&sheet, 3, i, i == 0 ? 6 : i == 1 ? 7 : 0);
			sheet.numbers[i + 1][4].extent.bottom = k ? 0.5 : 0.35;
		}
		if (k == 0)
			assert_false(sum_sheet_find(&sheet, &layout));
		else if (sum_sheet_find(&sheet, &layout))
			assert_true(layout.confidence < 0.95);
	}
}

/* Sums that agree speak for totals that were not surely read. */
static void sums_that_agree(void **state)
{
	static const int agreed[9] = { 3, 0, 7, 0, 5, 11, 9, 9, 0 };
	static const int others[9] = { 3, 0, 7, 0, 5, 11, 9, 8, 0 };

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct sum_sheet sheet = { .columns = 3,
					   .rows = 3,
					   .is_lattice = true,
					   .read = read_nothing };
		struct sum_layout layout = { .columns = 2,
					     .rows = 2,
					     .row_totals = 2,
					     .column_totals = 2,
					     .agreed = k == 0 };
		struct sighting sighting = { .confidence = 1 };
		bool found = false;

		for (int i = 0; i < 9; i++)
			set(&sheet, i % 3, i / 3, (k ? others : agreed)[i]);
		sheet.numbers[1][3].confidence = 0.7;
		assert_int_equal(sum_sheet_find(&sheet, &layout), k == 0);
		assert_int_equal(
			sum_sheet_take(&sheet, &layout, &sighting, NULL), 0);
		for (size_t i = 0; i < sighting.reading_count; i++) {
			const struct reading *one = &sighting.readings[i];

			if (strcmp(one->clue, "row_totals[0]") != 0)
				continue;
			found = true;
			if (k == 0)
				assert_true(one->confidence > 0.95);
			else
				assert_true(one->confidence < 0.75);
		}
		assert_true(found);
		free(sighting.readings);
	}
}

/* A lattice of two rows with their totals above, how sure, where this stands
 * below it and one of the rows' totals is not shown. */
static double with_below(const int *below)
{
	static const int cells[10] = { 27, 15, 1, 13, 0, 0, 0, 0, 0, 4 };
	static const int above[5] = { 79, 40, 41, 48, 36 };
	struct sum_sheet sheet = { .columns = 5,
				   .rows = 2,
				   .is_lattice = true,
				   .outside = { [1] = true, true, true },
				   .read = read_nothing };
	struct sum_layout layout = { 0 };

	for (int i = 0; i < 10; i++)
		set(&sheet, i % 5, i / 5, cells[i]);
	for (int i = 0; i < 5; i++) {
		set(&sheet, i, -1, above[i]);
		set(&sheet, i, 2, below[i]);
	}
	set(&sheet, 5, 0, 0);
	set(&sheet, 5, 1, 86);
	assert_true(sum_sheet_find(&sheet, &layout));
	return layout.confidence;
}

/* Numbers across from a lattice's totals may be cells of its next row, but for
 * few, and the same totals again. */
static void lattices_that_go_on(void **state)
{
	static const int row[5] = { 0, 11, 18, 18, 13 };
	static const int few[5] = { 0, 11, 0, 0, 13 };
	static const int same[5] = { 79, 40, 41, 48, 36 };

	(void)state;
	assert_true(with_below(row) < 0.6);
	assert_true(with_below(few) > 0.9);
	assert_true(with_below(same) > 0.9);
}

/* Numbers and their sums are no puzzle where none is left out. */
static void ledgers(void **state)
{
	static const int values[16] = { 3, 4, 5, 12, 6,  7,  8,  21,
					9, 1, 2, 12, 18, 12, 15, 0 };

	(void)state;
	for (int blank = 0; blank < 2; blank++) {
		struct sum_sheet sheet = { .columns = 4,
					   .rows = 4,
					   .is_lattice = true,
					   .read = read_nothing };
		struct sum_layout layout;

		for (int i = 0; i < 16; i++)
			set(&sheet, i % 4, i / 4,
			    blank && i == 5 ? 0 : values[i]);
		assert_int_equal(sum_sheet_find(&sheet, &layout), blank);
	}
}

/* A total that reaches over the end of its square shows beyond that, too: it
 * is no diagonal's. */
static void totals_at_the_end(void **state)
{
	static const int values[16] = { 1, 2, 3, 6,  4,  0,  6,  15,
					7, 8, 9, 24, 12, 15, 18, 0 };

	(void)state;
	for (int own = 0; own < 2; own++) {
		struct sum_sheet sheet = { .columns = 3,
					   .rows = 3,
					   .is_lattice = true,
					   .read = read_nothing };
		struct sighting sighting = { .puzzle.family =
						     FAMILY_cross_sum };
		struct number *corner = &sheet.numbers[4][0];
		struct sum_layout layout;

		sheet.outside[2] = sheet.outside[3] = true;
		for (int i = 0; i < 16; i++) {
			set(&sheet, i % 4, i / 4, values[i]);
			sheet.numbers[i / 4 + 1][i % 4 + 1].px_box =
				(struct box){ 40 * (i % 4), 40 * (i / 4), 14,
					      15 };
		}
		set(&sheet, -1, 3, 12);
		corner->px_box = (struct box){ own ? 3 : -37, 120, 14, 15 };
		corner->extent = (struct extent){ 0, 3.3, 0.3, 3.6 };
		sheet.numbers[4][1].extent = corner->extent;
		assert_true(sum_sheet_find(&sheet, &layout));
		assert_int_equal(
			sum_sheet_take(&sheet, &layout, &sighting, NULL), 0);
		assert_int_equal(sighting.puzzle.as.cross_sum.diagonal_up,
				 own ? CROSS_SUM_UNKNOWN : 12);
		free(sighting.readings);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strangers_of_another_layout),
		cmocka_unit_test(agreed_by_chance),
		cmocka_unit_test(sums_that_agree),
		cmocka_unit_test(ledgers),
		cmocka_unit_test(totals_at_the_end),
		cmocka_unit_test(lattices_that_go_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
