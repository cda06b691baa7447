/* Triangles among fields given by their boxes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "triangle.h"

enum { PITCH = 60, SIDE = 56, MOST = 64 };

static struct field square(double x, double y, int width, int height, int scale)
{
	return (struct field){
		.px_middle = { x, y },
		.width = width,
		.height = height,
		.px_box = { (int)x - width / 2, (int)y - height / 2, width,
			    height },
		.fill = 1,
		.scale = scale,
	};
}

static int by_x(const void *a, const void *b)
{
	double x = ((const struct field *)a)->px_middle.x;
	double y = ((const struct field *)b)->px_middle.x;

	return (x > y) - (x < y);
}

static void assert_triangles(struct field *fields, int count, size_t triangles)
{
	struct triangle_list list = { 0 };

	qsort(fields, (size_t)count, sizeof *fields, by_x);
	assert_int_equal(triangle_list_find(&list, fields, count), 0);
	assert_int_equal(list.count, triangles);
	triangle_list_fini(&list);
}

/* Squares of a table, two of whose rows and columns make one spot of a
 * triangle; one of them shows only with what is drawn around it, so that it
 * seems wider than it is. */
static int lay_every_second(struct field *fields)
{
	int count = 0;

	for (int row = 0; row < 3; row++)
		for (int k = 0; k <= row; k++) {
			double x = 300 + PITCH * (2 * k - row);
			double y = 100 + 2 * PITCH * row;

			fields[count++] = row ? square(x, y, SIDE, SIDE, 0)
					      : square(x, y, 71, 63, 4);
		}
	return count;
}

static void every_second_square(void **state)
{
	struct field fields[MOST];
	int count = lay_every_second(fields);

	(void)state;
	/* alone they are a triangle of squares that stand apart */
	assert_triangles(fields, count, 1);
	count = lay_every_second(fields);
	for (int row = 0; row <= 4; row++)
		for (int column = -2; column <= 2; column++)
			if (row % 2 || (column + row / 2) % 2)
				fields[count++] = square(300 + PITCH * column,
							 100 + PITCH * row,
							 SIDE, SIDE, 0);
	assert_triangles(fields, count, 0);
}

/* What a table's squares lead to is no triangle, from whichever of them; what
 * is one beside it, of squares alike, is found all the same. */
static void beside_a_table(void **state)
{
	enum { SIDES = 9 };
	struct field fields[2 * SIDES * SIDES];

	(void)state;
	for (int rows = 0; rows <= 5; rows += 5) {
		int count = 0;

		for (int i = 0; i < SIDES * SIDES; i++)
			fields[count++] = square(100 + PITCH * (i % SIDES),
						 100 + PITCH * (i / SIDES),
						 SIDE, SIDE, 0);
		for (int row = 0; row < rows; row++)
			for (int k = 0; k <= row; k++)
				fields[count++] = square(
					1037 + PITCH * (k - row / 2.0),
					127 + PITCH * row, SIDE, SIDE, 0);
		assert_triangles(fields, count, rows ? 1 : 0);
	}
}

/* Each has a second border; neither is a stranger to the other. */
static void double_borders(void **state)
{
	struct field fields[MOST];
	int count = 0;

	(void)state;
	for (int row = 0; row < 4; row++)
		for (int k = 0; k <= row; k++) {
			double x = 300 + 80 * (k - row / 2.0),
			       y = 100 + row * 80;

			fields[count++] = square(x, y, 74, 74, 0);
			fields[count++] = square(x, y, 62, 62, 0);
		}
	assert_triangles(fields, count, 1);
}

/* Two triangles in line with each other are not one that is seen in part. */
static void apart(void **state)
{
	struct field fields[MOST];
	int count = 0;

	(void)state;
	for (int one = 0; one < 2; one++)
		for (int row = 0; row < 3; row++)
			for (int k = 0; k <= row; k++)
				fields[count++] =
					square(300 + PITCH * (k - row / 2.0),
					       100 + PITCH * (row + 4 * one),
					       SIDE, SIDE, 0);
	assert_triangles(fields, count, 2);
}

/* Low fields with much room around them, as wide between rows as in a row: what
 * is left of double borders. With more between rows they are none of one
 * another. */
static void room_around(void **state)
{
	(void)state;
	for (int more = 0; more < 2; more++) {
		struct field fields[MOST];
		int count = 0;

		for (int row = 0; row < 4; row++)
			for (int k = 0; k <= row; k++)
				fields[count++] =
					square(300 + (more ? 64 : 72) *
							       (k - row / 2.0),
					       100 + 40 * row, 48, 16, 0);
		assert_triangles(fields, count, more ? 0 : 1);
	}
}

/* Gaps that fill up where the picture is smaller are no fields between the
 * others. */
static void gaps_between(void **state)
{
	struct triangle_list list = { 0 };
	struct field fields[MOST];
	int count = 0, height = 0;

	(void)state;
	for (int row = 0; row < 5; row++)
		for (int k = 0; k <= row; k++) {
			double x = 300 + 70 * (k - row / 2.0);
			double y = 100 + 48 * row;

			fields[count++] = square(x, y, 48, 28, 0);
			if (k)
				fields[count++] = square(x - 35, y, 40, 24, 3);
		}
	qsort(fields, (size_t)count, sizeof *fields, by_x);
	assert_int_equal(triangle_list_find(&list, fields, count), 0);
	for (size_t i = 0; i < list.count; i++)
		if (list.triangles[i].scales == 0)
			height = list.triangles[i].height;
	assert_int_equal(height, 5);
	triangle_list_fini(&list);
}

/* Lays a triangle of fields with others within some of them, and measures it.
 */
static struct triangle with_inner(int width, int height, int scale)
{
	struct triangle_list list = { 0 };
	struct field fields[MOST];
	struct triangle triangle;
	int count = 0;

	for (int row = 0; row < 3; row++)
		for (int k = 0; k <= row; k++) {
			double x = 300 + 80 * (k - row / 2.0);
			double y = 100 + 80 * row;

			fields[count++] = square(x, y, 72, 72, 0);
			/* digits break up one inner field of two */
			if ((row + k) % 2)
				fields[count++] =
					square(x, y, width, height, scale);
			fields[count++] = square(x - 15, y, 12, 40, 0);
		}
	qsort(fields, (size_t)count, sizeof *fields, by_x);
	assert_int_equal(triangle_list_find(&list, fields, count), 0);
	assert_int_equal(list.count, 1);
	triangle = list.triangles[0];
	triangle_list_fini(&list);
	return triangle;
}

/* Of several borders the innermost is measured, too; not the digits that stand
 * aside within it, nor what is not as far from all of its sides. */
static void innermost(void **state)
{
	struct triangle triangle = with_inner(40, 48, 0);

	(void)state;
	assert_float_equal(triangle.width, 0.9, 0.01);
	assert_float_equal(triangle.inner_width, 0.5, 0.01);
	assert_float_equal(triangle.inner_depth, 0.6, 0.01);
	triangle = with_inner(50, 68, 0);
	assert_float_equal(triangle.inner_width, 0.9, 0.01);
	assert_float_equal(triangle.inner_depth, 0.9, 0.01);
	/* it may be their border, grown wide */
	triangle = with_inner(40, 48, 2);
	assert_float_equal(triangle.inner_width, 0.9, 0.01);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_second_square),
		cmocka_unit_test(beside_a_table),
		cmocka_unit_test(double_borders),
		cmocka_unit_test(apart),
		cmocka_unit_test(room_around),
		cmocka_unit_test(gaps_between),
		cmocka_unit_test(innermost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
