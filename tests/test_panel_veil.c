/* The pointer's disc of light is taken off a panel, and nothing else that is as
 * pale. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flat_panel.h"
#include "panel_veil.h"

/* Does a shape cover what lies so far from its middle? */
typedef bool shape_fn(double x, double y);

static bool disc(double x, double y)
{
	return hypot(x, y) <= 18;
}

/* As large as symbols are. */
static bool small_disc(double x, double y)
{
	return hypot(x, y) <= 13;
}

/* As large as dots are. */
static bool dot(double x, double y)
{
	return hypot(x, y) <= 7;
}

static bool large_disc(double x, double y)
{
	return hypot(x, y) <= 28;
}

/* A triangle whose tips are blunt. */
static bool triangle(double x, double y)
{
	return fabs(y) <= 14 && fabs(x) <= 10 + 0.5 * y;
}

/* Longer one way than the other, aslant. */
static bool leaf(double x, double y)
{
	return hypot((x + y) / 1.42 / 21.5, (x - y) / 1.42 / 13) <= 1;
}

/* A square with round corners. */
static bool rounded_square(double x, double y)
{
	double u = fmax(0, fabs(x) - 5), v = fmax(0, fabs(y) - 5);

	return hypot(u, v) <= 9;
}

/* Eight blunt tips. */
static bool star(double x, double y)
{
	double turn = atan2(y, x) / (3.14159265358979 / 4);

	return hypot(x, y) <= 15 - 8 * fabs(turn - round(turn));
}

enum { FEWER = 3 };

/* All around a smaller panel. */
static bool face(double x, double y)
{
	return fmax(fabs(x), fabs(y)) > FEWER * PITCH / 2.0 + HALF;
}

/* Three arms from the middle, one of them upwards. */
static bool eliminator(double x, double y)
{
	for (int i = 0; i < 3; i++) {
		double angle = 2 * 3.14159265358979 / 3 * i;
		double along = x * sin(angle) - y * cos(angle);
		double aside = x * cos(angle) + y * sin(angle);

		if (along >= 0 && along <= 17 && fabs(aside) <= 7)
			return true;
	}
	return false;
}

/* 41 % of white. */
static void cover_pixel(uint32_t *pixel)
{
	uint32_t veiled = 0;

	for (int k = 0; k < 24; k += 8)
		veiled |= (uint32_t)(0.59 * (*pixel >> k & 255) + 0.41 * 255)
			  << k;
	*pixel = veiled;
}

/* What takes so much, about a place in cells. */
static void cover(struct image *image, shape_fn *shape, double x, double y)
{
	double left = LEFT + x * PITCH - 0.5, top = LEFT + y * PITCH - 0.5;

	for (int i = 0; i < SIZE * SIZE; i++)
		if (shape(i % SIZE - left, i / SIZE - top))
			cover_pixel(image_row(image, i / SIZE) + i % SIZE);
}

/* How many discs are found; `sheet` is to be closed. */
static int lift(const struct image *image, struct sheet *sheet)
{
	open_sheet(sheet, image);
	assert_int_equal(sheet_fill(sheet), 0);
	return veil_remove(sheet);
}

static int count(const struct image *image)
{
	struct sheet sheet;
	int found = lift(image, &sheet);

	sheet_fini(&sheet);
	return found;
}

/* Over line and ground. */
static void lifts_disc(void **state)
{
	struct image image;

	(void)state;
	open_panel(&image);
	for (int covered = 0; covered < 2; covered++) {
		struct sheet sheet;

		if (covered)
			cover(&image, large_disc, 1.79, 1.5);
		assert_int_equal(lift(&image, &sheet), covered);
		for (int i = 0; i < CELLS; i++) {
			struct colour line = sheet_colour(&sheet, 2, i + 0.5);
			struct colour ground =
				sheet_colour(&sheet, i + 0.5, 1.5);

			assert_float_equal(line.red, 0x35, 3);
			assert_float_equal(ground.red, 0, 3);
		}
		sheet_fini(&sheet);
	}
	image_fini(&image);
}

/* Which cells were marked? The i-th gives bit i. */
static unsigned marked(const struct sheet *sheet)
{
	unsigned cells = 0;

	for (int i = 0; i < CELLS * CELLS; i++)
		if (sheet->veiled[i / CELLS][i % CELLS])
			cells |= 1u << i;
	return cells;
}

/* The pointer rests in a cell as a symbol does; it is one. Where it is no
 * larger than symbols are it is told which cell that was. */
static void lifts_one_in_cell(void **state)
{
	struct image image;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	cover(&image, small_disc, 1.5, 1.5);
	assert_int_equal(lift(&image, &sheet), 1);
	assert_int_equal(marked(&sheet), 1 << 5);
	sheet_fini(&sheet);
	cover(&image, disc, 1.5, 1.5);
	assert_int_equal(lift(&image, &sheet), 1);
	assert_int_equal(marked(&sheet), 0);
	sheet_fini(&sheet);
	cover(&image, disc, 2.5, 0.5);
	assert_int_equal(count(&image), 0);
	cover(&image, disc, 0.8, 2.7);
	assert_int_equal(count(&image), 1);
	image_fini(&image);
}

/* A pale dot on a crossing stays, though grain makes pixels of it look like
 * ground under a veil. */
static void keeps_grainy_dot(void **state)
{
	enum { AT = LEFT + 2 * PITCH };
	struct image image;
	struct colour middle;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	cover(&image, dot, 2, 2);
	for (int i = 0; i < 4; i++) {
		uint32_t *pixel = image_row(&image, AT + i / 2) + AT + i % 2;

		*pixel = GROUND;
		cover_pixel(pixel);
	}
	assert_int_equal(lift(&image, &sheet), 0);
	middle = sheet_colour(&sheet, 2, 2);
	assert_true(middle.red > 90);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* A paler face around the cells is no pointer. */
static void keeps_face(void **state)
{
	const struct panel_place place = {
		.columns = FEWER,
		.rows = FEWER,
		.cell_to_px = { { PITCH, 0, LEFT, 0, PITCH, LEFT, 0, 0, 1 } },
	};
	int end = LEFT + FEWER * PITCH + HALF;
	struct image image;
	struct sheet sheet;

	(void)state;
	open_panel(&image);
	for (int y = 0; y < SIZE; y++)
		for (int x = 0; x < SIZE; x++)
			if (x >= end || y >= end)
				image_row(&image, y)[x] = GROUND;
	cover(&image, face, FEWER / 2.0, FEWER / 2.0);
	assert_int_equal(sheet_init(&sheet, &image, &place, 1), 0);
	assert_int_equal(sheet_fill(&sheet), 0);
	assert_int_equal(veil_remove(&sheet), 0);
	sheet_fini(&sheet);
	image_fini(&image);
}

static void keeps(shape_fn *shape)
{
	struct image image;
	struct sheet sheet;
	struct colour middle;

	open_panel(&image);
	cover(&image, shape, 1.5, 2.5);
	assert_int_equal(lift(&image, &sheet), 0);
	middle = sheet_colour(&sheet, 1.5, 2.5);
	assert_true(middle.red > 90);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* Symbols of the ground's colour made paler are no pointers. */
static void keeps_symbols(void **state)
{
	(void)state;
	keeps(eliminator);
	keeps(triangle);
	keeps(leaf);
	keeps(star);
}

/* Nor is a square in which grain made pixels brighter than a veil does. */
static void keeps_grainy_square(void **state)
{
	int middle[2] = { (int)(LEFT + 1.5 * PITCH),
			  (int)(LEFT + 2.5 * PITCH) };
	struct image image;

	(void)state;
	open_panel(&image);
	cover(&image, rounded_square, 1.5, 2.5);
	for (int y = -10; y < 10; y++)
		for (int x = -10; x < 10; x++)
			if ((7 * x + 5 * y + 170) % 5 == 0)
				image_row(&image,
					  middle[1] + y)[middle[0] + x] =
					0xf0ffff;
	assert_int_equal(count(&image), 0);
	image_fini(&image);
}

/* What is pale as a line would be under a disc, but lies where none does, is a
 * symbol. */
static void keeps_pale_symbol(void **state)
{
	double left = LEFT + 1.5 * PITCH - 0.5, top = left;
	struct image image;

	(void)state;
	open_panel(&image);
	for (int i = 0; i < SIZE * SIZE; i++)
		if (small_disc(i % SIZE - left, i / SIZE - top))
			image_row(&image, i / SIZE)[i % SIZE] = 0x879191;
	assert_int_equal(count(&image), 0);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lifts_disc),
		cmocka_unit_test(lifts_one_in_cell),
		cmocka_unit_test(keeps_symbols),
		cmocka_unit_test(keeps_grainy_square),
		cmocka_unit_test(keeps_pale_symbol),
		cmocka_unit_test(keeps_face),
		cmocka_unit_test(keeps_grainy_dot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
