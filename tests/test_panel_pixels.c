/* What goes through a panel's pixels by fours and eights finds what is found
 * one by one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elements.h"
#include "flat_panel.h"
#include "seeds.h"
#include "modes.h"
#include "panel_network.h"

static uint32_t noise(uint32_t i)
{
	return (i * 2654435761u) >> 8 & 0xffffff;
}

static void open_noise(struct image *image)
{
	open_image(image);
	for (int i = 0; i < SIZE * SIZE; i++)
		image_row(image, i / SIZE)[i % SIZE] = noise((uint32_t)i);
}

static void marks_what_is_near(void **state)
{
	static const int steps[] = { 1, 2, 3, 6 };
	const struct mode mode = { 90, 120.5, 140, 1, 80 };
	struct image image;
	struct elements elements = { .image = &image, .shrink = 1 };
	uint8_t marks[SIZE];
	int near = 0;

	(void)state;
	open_noise(&image);
	for (int k = 0; k < 4; k++) {
		int count = 79 - k;

		mode_mark_row(&mode, &elements, 3, 5, steps[k], marks, count);
		for (int i = 0; i < count; i++) {
			uint32_t pixel = image_row(&image, 5)[3 + i * steps[k]];

			assert_int_equal(marks[i],
					 mode_squared(&mode, pixel) < 80 * 80);
			near += marks[i];
		}
	}
	assert_in_range(near, 20, 200);
	image_fini(&image);
}

static uint32_t mean_of_square(const struct image *image, int x, int y)
{
	uint32_t mean = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		uint32_t sum = 0;

		for (int i = 0; i < 4; i++)
			sum += image_row(image, y + i / 2)[x + i % 2] >> shift &
			       255;
		mean |= sum / 4 << shift;
	}
	return mean;
}

/* Of a picture that is looked at smaller each square counts by its mean; also
 * at its rim. */
static void marks_squares(void **state)
{
	static const int steps[] = { 2, 4 };
	const struct mode mode = { 120, 130.5, 125, 1, 60 };
	struct image image;
	struct elements elements = { .image = &image, .shrink = 2 };
	uint8_t marks[SIZE];
	int near = 0;

	(void)state;
	open_noise(&image);
	for (int k = 0; k < 2; k++) {
		int count = (SIZE - 3) / steps[k];

		mode_mark_row(&mode, &elements, 3, SIZE - 2, steps[k], marks,
			      count);
		for (int i = 0; i < count; i++) {
			uint32_t mean = mean_of_square(&image, 3 + i * steps[k],
						       SIZE - 2);

			assert_int_equal(marks[i],
					 mode_squared(&mode, mean) < 60 * 60);
			near += marks[i];
		}
	}
	assert_in_range(near, 10, SIZE);
	image_fini(&image);
}

/* The middles of three heaps of colours, the darkest first, and the mean of
 * their pixels however they are mixed. */
static void finds_modes(void **state)
{
	enum { COUNT = 2005 };
	static const uint32_t heaps[] = { 0x30405c, 0x8c7a44, 0xd0e0c8 };
	uint32_t samples[COUNT];
	struct mode modes[MODES];
	double sums[MODES] = { 0 };
	int counts[MODES] = { 0 };

	(void)state;
	for (int i = 0; i < COUNT; i++) {
		uint32_t more = noise((uint32_t)i) % 13;
		int heap = i % 10 < 4 ? 0 : i % 10 < 7 ? 1 : 2;

		samples[i] = heaps[heap] + more * 0x10101;
		sums[heap] += (samples[i] >> 8) & 255;
		counts[heap]++;
	}
	assert_int_equal(modes_of(samples, COUNT, modes), MODES);
	for (int k = 0; k < MODES; k++) {
		assert_int_equal(modes[k].weight, counts[k]);
		assert_float_equal((float)modes[k].green,
				   (float)(sums[k] / counts[k]), 1e-4f);
	}
}

/* Where rows and columns of upright lines lie. */
static void finds_grid(void **state)
{
	enum { WIDTH = 150, HEIGHT = 110, CELL = 20, WIDE = 5 };
	struct network network = { 0 };
	struct network_grid grid;

	(void)state;
	assert_int_equal(network_init(&network, WIDTH, HEIGHT), 0);
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		int x = i % WIDTH - 12, y = i / WIDTH - 7;

		network.line[i] = x >= 0 && y >= 0 && x < 6 * CELL + WIDE &&
				  y < 4 * CELL + WIDE &&
				  (x % CELL < WIDE || y % CELL < WIDE);
	}
	assert_true(network_find_grid(&network, &grid));
	assert_int_equal(grid.columns, 6);
	assert_int_equal(grid.rows, 4);
	assert_float_equal(grid.pitch, CELL, 0.01);
	assert_float_equal(grid.x, 14, 0.01);
	assert_float_equal(grid.y, 9, 0.01);
	network_fini(&network);
}

static void unlike_alike_when_filled(void **state)
{
	struct image image;
	struct sheet sheet;
	double before[400];

	(void)state;
	open_panel(&image);
	/* it grows lighter to the right */
	for (int i = 0; i < SIZE * SIZE; i++)
		image_row(&image, i / SIZE)[i % SIZE] +=
			0x010000 * (uint32_t)(i % SIZE / 8);
	open_sheet(&sheet, &image);
	for (int i = 0; i < 400; i++)
		before[i] = sheet_unlike(&sheet, -0.9 + i % 20 * 0.29,
					 -0.9 + i / 20 * 0.29);
	assert_int_equal(sheet_fill(&sheet), 0);
	for (int i = 0; i < 400; i++)
		assert_float_equal(sheet_unlike(&sheet, -0.9 + i % 20 * 0.29,
						-0.9 + i / 20 * 0.29),
				   before[i], 1e-4);
	assert_float_equal(sheet_unlike(&sheet, 1, 1.5), 0, 0.02);
	assert_float_equal(sheet_unlike(&sheet, 1.5, 1.5), 1, 0.02);
	sheet_fini(&sheet);
	image_fini(&image);
}

/* A rim so many pixels wide, with as many upright lines in it, and `across` of
 * them lying. */
static void draw_lines(struct image *image, int wide, int pitch, int across)
{
	for (int y = 0; y < SIZE; y++)
		for (int x = 0; x < SIZE; x++) {
			int u = x - LEFT, v = y - LEFT;
			bool in = u >= 0 && v >= 0 && u < 4 * pitch + wide &&
				  v < 4 * pitch + wide;
			bool on = u % pitch < wide ||
				  (v % pitch < wide && v / pitch % 4 < across);

			image_row(image, y)[x] = in && on ? LINE : GROUND;
		}
}

static bool shows_lines(const struct image *image)
{
	struct elements elements;
	struct problem problem = { 0 };
	bool found;

	assert_int_equal(elements_find(&elements, image, 1, &problem), 0);
	found = seeds_show_lines(&elements);
	elements_fini(&elements);
	return found;
}

static void lines_of_one_width_are_told(void **state)
{
	struct image image;

	(void)state;
	open_image(&image);
	draw_lines(&image, 16, 60, 1);
	assert_true(shows_lines(&image));
	draw_lines(&image, 16, 60, 3);
	assert_true(shows_lines(&image));
	/* frames of cells for numbers */
	draw_lines(&image, 3, 60, 4);
	assert_false(shows_lines(&image));
	/* wider than any panel's */
	draw_lines(&image, 64, 75, 1);
	assert_false(shows_lines(&image));
	/* a frame alone has no line inside */
	draw_lines(&image, 16, 60, 1);
	for (int y = LEFT + 16; y < LEFT + 240; y++)
		for (int x = LEFT + 16; x < LEFT + 240; x++)
			image_row(&image, y)[x] = GROUND;
	assert_false(shows_lines(&image));
	/* of many widths */
	draw_lines(&image, 16, 60, 1);
	for (int y = LEFT + 16; y < LEFT + 240; y++)
		for (int x = LEFT; x < LEFT + 240; x++)
			if ((x - LEFT) % 60 < 16 + y / 8 * 37 % 29)
				image_row(&image, y)[x] = LINE;
	assert_false(shows_lines(&image));
	image_fini(&image);
}

/* Scattered lines, a few of a thousand pixels. */
static void scatter_lines(struct network *network)
{
	for (int i = 0; i < network->width * network->height; i++)
		network->line[i] = noise((uint32_t)i + 7) % 1000 < 3;
}

static int most_of(int a, int b)
{
	return a > b ? a : b;
}

/* The chamfer distance between two places: 4 aslant, 3 straight on. */
static int chamfer(int x, int y)
{
	int u = abs(x), v = abs(y);

	return 3 * most_of(u, v) + (u < v ? u : v);
}

/* To the nearest line or rim, found by looking at all of them. */
static int plain_distance(const struct network *network, int x, int y)
{
	int least = 9999;

	for (int i = 0; i < network->width * network->height; i++) {
		int u = i % network->width, v = i / network->width;
		bool rim = u == 0 || v == 0 || u == network->width - 1 ||
			   v == network->height - 1;
		int far = chamfer(u - x, v - y);

		if ((network->line[i] || rim) && far < least)
			least = far;
	}
	return least;
}

static int area_of_hearts(struct network *network, int bound)
{
	int count = network_find_hearts(network, bound / 3.0, 1);
	int area = 0;

	for (int i = 0; i < count; i++)
		area += network->hearts[i].area;
	return area;
}

static void measures_distances(int width, int height)
{
	struct network network = { 0 };
	int most = 0;

	assert_int_equal(network_init(&network, width, height), 0);
	scatter_lines(&network);
	assert_int_equal(network_measure(&network), 0);
	for (int i = 0; i < width * height; i++) {
		int plain = plain_distance(&network, i % width, i / width);

		assert_int_equal(network.distance[i], plain);
		most = most_of(most, plain);
	}
	assert_true(network.most == most / 3.0);
	for (int bound = 1; bound <= most; bound++) {
		int area = 0;

		for (int i = 0; i < width * height; i++)
			area += network.distance[i] >= bound;
		assert_int_equal(area_of_hearts(&network, bound), area);
	}
	network_fini(&network);
}

static void distances_are_the_least(void **state)
{
	(void)state;
	for (int width = 3; width < 40; width++)
		measures_distances(width, 29);
	measures_distances(90, 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_what_is_near),
		cmocka_unit_test(marks_squares),
		cmocka_unit_test(finds_modes),
		cmocka_unit_test(finds_grid),
		cmocka_unit_test(distances_are_the_least),
		cmocka_unit_test(unlike_alike_when_filled),
		cmocka_unit_test(lines_of_one_width_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
