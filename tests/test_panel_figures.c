/* Polyominoes are told by what they are drawn like. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mask.h"
#include "matcher.h"
#include "panel_shapes.h"

#define PI 3.14159265358979323846

struct square {
	double x, y, size; /* half its side */
};

static bool is_in_square(const struct square *f, double x, double y)
{
	return fabs(x - f->x) <= f->size && fabs(y - f->y) <= f->size;
}

static void mark_square(const void *square, double y, struct span_row *row)
{
	const struct square *f = square;

	if (fabs(y - f->y) <= f->size)
		span_mark(row, (struct span){ f->x - f->size, f->x + f->size });
}

static double share(unsigned *seed)
{
	return rand_r(seed) / (double)RAND_MAX;
}

/* The box of all pixels, one by one. */
static struct extent plain_box(const struct shape_mask *mask, double angle)
{
	struct extent box = { 9, 9, -9, -9 };
	double c = cos(angle), s = sin(angle);

	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		double x = (i % SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
		double y = (i / SHEET_CELL + 0.5) / SHEET_CELL - 0.5;
		double grow = (fabs(c) + fabs(s)) * (mask->cover[i] - 0.5) /
			      SHEET_CELL;

		if (mask->cover[i] < BOX_COVER)
			continue;
		box.left = fmin(box.left, c * x + s * y - grow);
		box.right = fmax(box.right, c * x + s * y + grow);
		box.top = fmin(box.top, c * y - s * x - grow);
		box.bottom = fmax(box.bottom, c * y - s * x + grow);
	}
	return box;
}

/* Pixels of an ellipse, most of them covered. */
static void draw_blob(struct shape_mask *mask, unsigned *seed)
{
	double width = 2 + 20 * share(seed), height = 2 + 20 * share(seed);

	memset(mask, 0, sizeof *mask);
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		double x = (i % SHEET_CELL - 25.0) / width;
		double y = (i / SHEET_CELL - 22.0) / height;

		if (hypot(x + 0.4 * y, y) < 1)
			mask->cover[i] = (float)sqrt(share(seed));
	}
}

static void boxes_hold_all_pixels(void **state)
{
	static struct shape_mask mask;
	unsigned seed = 3;

	(void)state;
	for (int i = 0; i < 500; i++) {
		double angle = PI / 180 * (i % 2 ? i % 31 : -(i % 31));
		struct extent one, other;

		draw_blob(&mask, &seed);
		one = mask_box(&mask, angle);
		other = plain_box(&mask, angle);
		assert_true(fabs(one.left - other.left) < 1e-9);
		assert_true(fabs(one.right - other.right) < 1e-9);
		assert_true(fabs(one.top - other.top) < 1e-9);
		assert_true(fabs(one.bottom - other.bottom) < 1e-9);
	}
}

/* Four points a pixel, within the pixels that a matcher looks at. */
static double plain_likeness(const struct matcher *matcher,
			     const struct square *figure)
{
	double both = 0, either = 0;

	for (int j = matcher->first_y; j <= matcher->last_y; j++)
		for (int i = matcher->first_x; i <= matcher->last_x; i++) {
			double cover = matcher->mask->cover[j * SHEET_CELL + i];
			double drawn = 0;

			for (int k = 0; k < 4; k++)
				drawn += 0.25 *
					 is_in_square(
						 figure,
						 (i + 0.25 + k % 2 * 0.5) /
								 SHEET_CELL -
							 0.5,
						 (j + 0.25 + k / 2 * 0.5) /
								 SHEET_CELL -
							 0.5);
			both += fmin(drawn, cover);
			either += fmax(drawn, cover);
		}
	return both / either;
}

static void drawings_are_compared_within_their_pixels(void **state)
{
	static struct shape_mask mask;
	unsigned seed = 4;

	(void)state;
	for (int i = 0; i < 100; i++) {
		struct matcher matcher = { .mask = &mask,
					   .first_x = 5 + i % 5,
					   .last_x = 35 + i % 7,
					   .first_y = 3,
					   .last_y = 40 };
		struct candidate one = { .draw = mark_square };
		struct square figure = { .x = 0.05,
					 .y = -0.04,
					 .size = 0.2 + 0.3 * share(&seed) };

		draw_blob(&mask, &seed);
		for (int k = 0; k < SHEET_CELL * SHEET_CELL; k++) {
			int x = k % SHEET_CELL, y = k / SHEET_CELL;

			matcher.above[y] = k % SHEET_CELL ? matcher.above[y]
							  : matcher.area;
			if (x >= matcher.first_x && x <= matcher.last_x &&
			    y >= matcher.first_y && y <= matcher.last_y)
				matcher.area += mask.cover[k];
		}
		matcher_rate(&matcher, &one, &figure, sizeof figure);
		assert_true(fabs(one.value -
				 plain_likeness(&matcher, &figure)) < 1e-4);
	}
}

/* Three blocks in an angle, turned, with holes of a share of their side. */
static bool in_corner_piece(double x, double y, double angle, double hole)
{
	static const double at[3][2] = { { 0, 0 }, { 0, 1 }, { 1, 1 } };
	const double pitch = 0.2, side = 0.152;
	double u = cos(angle) * x + sin(angle) * y + 0.18;
	double v = cos(angle) * y - sin(angle) * x + 0.18;

	for (int i = 0; i < 3; i++) {
		double far = fmax(fabs(u - at[i][0] * pitch - side / 2),
				  fabs(v - at[i][1] * pitch - side / 2));

		if (far < side / 2)
			return far >= hole * side / 2;
	}
	return false;
}

/* How much of each pixel's surroundings, blurred, is in it. */
static void draw_corner_piece(struct shape_mask *mask, double angle,
			      double hole, double blur)
{
	enum { PARTS = 6 };
	int reach = (int)ceil(PARTS * (0.5 + 3 * blur));

	memset(mask, 0, sizeof *mask);
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		double sum = 0, all = 0;

		for (int v = -reach; v <= reach; v++)
			for (int u = -reach; u <= reach; u++) {
				double off = hypot(u, v) / PARTS;
				double x = i % SHEET_CELL + 0.5;
				double y = i / SHEET_CELL + 0.5;
				double weight = blur > 0 ? exp(-off * off / 2 /
							       blur / blur)
							 : off < 0.5;

				x += (double)u / PARTS;
				y += (double)v / PARTS;
				all += weight;
				sum += weight *
				       in_corner_piece(x / SHEET_CELL - 0.5,
						       y / SHEET_CELL - 0.5,
						       angle, hole);
			}
		mask->share[i] = (float)(sum / all);
		mask->cover[i] = mask_cover(mask->share[i]);
		mask->area += mask->cover[i] / (SHEET_CELL * SHEET_CELL);
	}
}

/* Is a point in one of four blocks in a row that is turned? */
static bool in_row(double x, double y, double angle)
{
	double u = x * cos(angle) + y * sin(angle) + 2 * 0.16;
	double v = y * cos(angle) - x * sin(angle);

	return u > 0 && u < 4 * 0.16 && fabs(v) < 0.055 &&
	       fabs(fmod(u, 0.16) - 0.08) < 0.055;
}

/* Is it in a block about the middle? */
static bool in_block(double x, double y, double angle)
{
	double u = cos(angle) * x + sin(angle) * y;
	double v = cos(angle) * y - sin(angle) * x;

	return fabs(u) < 0.08 && fabs(v) < 0.08;
}

static void draw_turned(struct shape_mask *mask, double angle,
			bool (*in)(double x, double y, double angle))
{
	enum { PARTS = 8, TIMES = PARTS * SHEET_CELL };

	memset(mask, 0, sizeof *mask);
	for (int i = 0; i < TIMES * TIMES; i++) {
		int x = i % TIMES, y = i / TIMES;

		if (in((x + 0.5) / TIMES - 0.5, (y + 0.5) / TIMES - 0.5, angle))
			mask->share[y / PARTS * SHEET_CELL + x / PARTS] +=
				1.0f / (PARTS * PARTS);
	}
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		mask->cover[i] = mask_cover(mask->share[i]);
		mask->area += mask->cover[i] / (SHEET_CELL * SHEET_CELL);
	}
}

static void blocks_are_turned_by_any_angle(void **state)
{
	static struct shape_mask mask;
	const double none[SYMBOL_CLASSES] = { 0 };

	(void)state;
	for (int angle = -40; angle <= 40; angle += 4) {
		struct shape_match best, second;
		double sure, tilt;

		if (abs(angle) == 4) /* neither upright nor turned */
			continue;
		draw_turned(&mask, angle * PI / 180, in_row);
		tilt = mask_tilt(&mask, &sure);
		assert_true(fabs(tilt * 180 / PI - angle) < 3);
		assert_true(sure > 0.4);
		shapes_match(&mask, none, &best, &second);
		assert_int_equal(best.cell.kind, PANEL_POLYOMINO);
		assert_int_equal(best.cell.shape, 15);
		assert_int_equal(best.cell.rotatable, angle != 0);
		assert_true(best.likeness > 0.7);
	}
}

/* The blurred rim of the lines around a cell does not count. */
static void lines_do_not_turn_blocks(void **state)
{
	enum { FIRST = 8, LAST = SHEET_CELL - 1 - FIRST };
	static struct shape_mask mask;

	(void)state;
	for (int angle = 12; angle <= 32; angle += 4) {
		double sure, tilt;

		draw_turned(&mask, angle * PI / 180, in_row);
		for (int i = FIRST; i <= LAST; i++) {
			mask.share[i * SHEET_CELL + FIRST] = 0.4f;
			mask.share[i * SHEET_CELL + LAST] = 0.4f;
			mask.share[FIRST * SHEET_CELL + i] = 0.4f;
		}
		tilt = mask_tilt(&mask, &sure);
		assert_true(fabs(tilt * 180 / PI - angle) < 3);
		assert_true(sure > 0.4);
	}
}

/* A block alone means the same, turned or upright: what is next likely is
 * something else. */
static void a_block_is_no_rival_of_itself(void **state)
{
	static struct shape_mask mask;
	const double none[SYMBOL_CLASSES] = { 0 };

	(void)state;
	for (int angle = 0; angle <= 15; angle += 3) {
		struct shape_match best, second;

		draw_turned(&mask, angle * PI / 180, in_block);
		shapes_match(&mask, none, &best, &second);
		assert_int_equal(best.cell.kind, PANEL_POLYOMINO);
		assert_int_equal(best.cell.shape, 1);
		assert_false(second.cell.kind == PANEL_POLYOMINO &&
			     second.cell.shape == 1 &&
			     second.cell.negative == best.cell.negative);
	}
}

static void blocks_are_told(void **state)
{
	static struct shape_mask mask;
	const double none[SYMBOL_CLASSES] = { 0 };
	const double blurs[] = { 0, 1.6 };

	(void)state;
	for (int i = 0; i < 6; i++) {
		double angle = i & 1 ? -PI / 12 : 0, hole = i & 2 ? 0.5 : 0;
		struct shape_match best, second;

		draw_corner_piece(&mask, angle, hole, blurs[i / 4]);
		shapes_match(&mask, none, &best, &second);
		assert_int_equal(best.cell.kind, PANEL_POLYOMINO);
		assert_int_equal(best.cell.shape,
				 1ull | 3ull << PANEL_SHAPE_MAX);
		assert_int_equal(best.cell.rotatable, i & 1);
		assert_int_equal(best.cell.negative, (i & 2) / 2);
		/* .70 and more */
		assert_true(i >= 4 || best.likeness > 0.68);
	}
}

/* A shape of some of so many columns and rows, none of which is empty. */
static uint64_t random_shape(int columns, int rows, unsigned *seed)
{
	for (;;) {
		uint64_t shape = 0;
		int width, height;

		for (int i = 0; i < columns * rows; i++)
			if (share(seed) < 0.55)
				shape |= 1ull
					 << (PANEL_SHAPE_MAX * (i / columns) +
					     i % columns);
		if (!shape)
			continue;
		panel_shape_extent(shape, &width, &height);
		if (panel_shape_trim(shape) == shape && width == columns &&
		    height == rows)
			return shape;
	}
}

static bool in_blocks(uint64_t shape, double pitch, double u, double v)
{
	int i = (int)floor(u / pitch), j = (int)floor(v / pitch);
	bool in =
		i >= 0 && j >= 0 && i < PANEL_SHAPE_MAX && j < PANEL_SHAPE_MAX;

	return in && (shape >> (PANEL_SHAPE_MAX * j + i) & 1) &&
	       u - i * pitch < 0.76 * pitch && v - j * pitch < 0.76 * pitch;
}

/* Blocks around the cell's middle, turned; sixteen points a pixel. */
static void draw_shape(struct shape_mask *mask, uint64_t shape, double pitch,
		       const int size[2], double angle)
{
	memset(mask, 0, sizeof *mask);
	for (int i = 0; i < 16 * SHEET_CELL * SHEET_CELL; i++) {
		int pixel = i / 16;
		double x =
			(pixel % SHEET_CELL + (i % 4 + 0.5) / 4) / SHEET_CELL -
			0.5;
		double y = (pixel / SHEET_CELL + (i / 4 % 4 + 0.5) / 4) /
				   SHEET_CELL -
			   0.5;
		double u = cos(angle) * x + sin(angle) * y;
		double v = cos(angle) * y - sin(angle) * x;

		u += (size[0] - 0.24) * pitch / 2;
		v += (size[1] - 0.24) * pitch / 2;
		mask->share[pixel] +=
			in_blocks(shape, pitch, u, v) ? 1 / 16.0f : 0;
	}
	for (int i = 0; i < SHEET_CELL * SHEET_CELL; i++) {
		mask->cover[i] = mask_cover(mask->share[i]);
		mask->area +=
			mask->cover[i] / (double)(SHEET_CELL * SHEET_CELL);
	}
}

/* Each with gaps in it and at its rims, upright and turned. */
static void shapes_of_blocks_are_told(void **state)
{
	static const double less[SYMBOL_CLASSES] = { 0 };
	static struct shape_mask mask;
	unsigned seed = 9;

	(void)state;
	for (int i = 0; i < 60; i++) {
		int size[2] = { 2 + i % 3, 3 + i / 3 % 2 };
		double pitch = 0.16 + 0.02 * share(&seed);
		bool turned = i % 2;
		uint64_t shape = random_shape(size[0], size[1], &seed);
		struct shape_match best, second;

		draw_shape(&mask, shape, pitch, size, turned ? -PI / 12 : 0);
		shapes_match(&mask, less, &best, &second);
		assert_int_equal(best.cell.kind, PANEL_POLYOMINO);
		assert_true(best.cell.shape == shape);
		assert_int_equal(best.cell.rotatable, turned);
		assert_false(best.cell.negative);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boxes_hold_all_pixels),
		cmocka_unit_test(drawings_are_compared_within_their_pixels),
		cmocka_unit_test(blocks_are_turned_by_any_angle),
		cmocka_unit_test(lines_do_not_turn_blocks),
		cmocka_unit_test(a_block_is_no_rival_of_itself),
		cmocka_unit_test(blocks_are_told),
		cmocka_unit_test(shapes_of_blocks_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
