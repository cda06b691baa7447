/* Cuts of a plane by levels, hearts of networks by distances: each next one is
 * looked for within the last, and must be what the whole would give. Points
 * sampled many at once. Planes made smaller and smoother. Places that a surely
 * read puzzle takes in, and what explains more than another can. Which family's
 * turn it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cv.h"
#include "page.h"
#include "panel_network.h"
#include "rectify.h"
#include "sheet.h"
#include "plane.h"
#include "rng.h"
#include "shrink.h"
#include "sighting.h"
#include "vision.h"

enum { WIDTH = 68, HEIGHT = 50 };

/* Hills with noise on them. */
static void make_plane(struct plane *plane, uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	assert_int_equal(plane_init(plane, WIDTH, HEIGHT), 0);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			plane_row(plane, y)[x] =
				(uint8_t)(abs(x % 24 - 12) * 6 +
					  abs(y % 18 - 9) * 7 +
					  (int)rng_below(&rng, 60));
}

/* Means are OpenCV's, halves included: with 255s and 0s many are half way. */
static void shrinks_as_opencv(void **state)
{
	(void)state;
	for (int factor = 2; factor <= 11; factor++)
		for (int flat = 0; flat < 2; flat++) {
			struct plane plane, small, other;

			make_plane(&plane, (uint64_t)factor);
			for (int i = 0; i < WIDTH * HEIGHT && flat; i++)
				plane.data[i] = plane.data[i] > 90 ? 1 : 0;
			assert_int_equal(plane_shrink(&plane, factor, &small),
					 0);
			assert_int_equal(plane_init(&other, WIDTH / factor,
						    HEIGHT / factor),
					 0);
			assert_int_equal(small.width, other.width);
			assert_int_equal(small.height, other.height);
			assert_int_equal(
				cv_shrink(plane.data, (size_t)plane.stride,
					  other.width * factor,
					  other.height * factor, other.data,
					  (size_t)other.stride, other.width,
					  other.height),
				0);
			assert_memory_equal(
				small.data, other.data,
				(size_t)(other.width * other.height));
			plane_fini(&plane);
			plane_fini(&small);
			plane_fini(&other);
		}
}

/* Sums of nine by their weights, also where a plane is a pixel wide or high. */
static void smooths_by_weights(void **state)
{
	static const int sizes[][2] = { { WIDTH, HEIGHT }, { 1, 9 }, { 9, 1 } };

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct plane plane, smooth;
		int w = sizes[i][0], h = sizes[i][1];

		make_plane(&plane, 3);
		plane.width = w;
		plane.height = h;
		assert_int_equal(plane_smooth(&plane, &smooth), 0);
		assert_int_equal(smooth.width, w);
		assert_int_equal(smooth.height, h);
		for (int at = 0; at < w * h; at++) {
			int sum = 8;

			for (int k = 0; k < 9; k++) {
				int x = at % w + k % 3 - 1;
				int y = at / w + k / 3 - 1;

				x = x < 0 ? 0 : x >= w ? w - 1 : x;
				y = y < 0 ? 0 : y >= h ? h - 1 : y;
				sum += (2 - abs(k % 3 - 1)) *
				       (2 - abs(k / 3 - 1)) *
				       plane_row(&plane, y)[x];
			}
			assert_int_equal(plane_row(&smooth, at / w)[at % w],
					 sum / 16);
		}
		plane_fini(&plane);
		plane_fini(&smooth);
	}
}

/* A grid of lines 4 pixels wide, 16 apart, one of them broken. */
static void draw_grid(struct network *network)
{
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			network->line[y * WIDTH + x] =
				(x % 16 < 4 || y % 16 < 4) &&
				!(x % 16 < 4 && x > 20 && x < 40 && y > 22 &&
				  y < 26);
}

static void hearts_of_cells(void **state)
{
	struct network network = { 0 };
	int joined, apart;

	(void)state;
	assert_int_equal(network_init(&network, WIDTH, HEIGHT), 0);
	draw_grid(&network);
	assert_int_equal(network_measure(&network), 0);
	/* by the break two cells hang together; farther from lines no more */
	joined = network_find_hearts(&network, 0.5, 1);
	apart = network_find_hearts(&network, 3, 1);
	assert_int_equal(joined, apart - 1);
	for (int i = 0; i < apart; i++) {
		const struct quad *quad = &network.hearts[i].corners;
		double side = quad->corner[1].x - quad->corner[0].x;

		assert_true(quad->corner[2].y - quad->corner[1].y > 0);
		assert_int_equal(
			network.hearts[i].area,
			(int)(side * (quad->corner[3].y - quad->corner[0].y)));
	}
	/* the cell at the top left: pixels 4 .. 15, less two to each side */
	assert_true(network.hearts[0].corners.corner[0].x == 5.5);
	assert_true(network.hearts[0].corners.corner[2].x == 13.5);
	network_fini(&network);
}

static void what_is_taken_in(void **state)
{
	struct sighting_list list = { 0 };
	struct sighting sighting = {
		.puzzle.family = FAMILY_suko,
		.px_corners = quad_from_box(100, 100, 90, 90),
		.confidence = 0.99,
	};
	struct quad inside = quad_from_box(110, 110, 30, 30);
	struct quad around = quad_from_box(75, 75, 140, 140);
	struct quad page = quad_from_box(0, 0, 300, 300);
	struct quad beside = quad_from_box(200, 100, 90, 90);

	(void)state;
	assert_false(sighting_list_has_sure(&list));
	assert_int_equal(sighting_list_add(&list, &sighting, NULL), 0);
	assert_true(sighting_list_has_sure(&list));
	assert_true(sighting_list_takes_in(&list, &inside));
	assert_true(sighting_list_takes_in(&list, &around));
	assert_false(sighting_list_takes_in(&list, &page));
	assert_false(sighting_list_takes_in(&list, &beside));
	/* of many clues one may be in doubt */
	list.sightings[0].confidence = 0.92;
	assert_false(sighting_list_has_sure(&list));
	list.sightings[0].reading_count = 16;
	assert_true(sighting_list_has_sure(&list));
	assert_false(sighting_list_takes_in(&list, &inside));
	sighting_list_fini(&list);
}

/* A total beyond the cells is a clue, too; not what is much larger. */
static void what_is_a_clue(void **state)
{
	static const struct box clue = { 40, 100, 30, 20 };
	static const struct {
		struct box box;
		bool is;
	} cases[] = {
		{ { 40, 100, 30, 20 }, true }, { { 38, 98, 34, 24 }, true },
		{ { 56, 100, 12, 20 }, true }, { { 56, 100, 40, 20 }, false },
		{ { 30, 90, 60, 40 }, false }, { { 140, 100, 30, 20 }, false },
	};
	struct sighting_list list = { 0 };
	struct sighting sighting = {
		.puzzle.family = FAMILY_cross_sum,
		.px_corners = quad_from_box(100, 100, 90, 90),
		.confidence = SIGHTING_SURE,
	};
	struct reading reading = { .px_box = clue, .confidence = 1 };

	(void)state;
	assert_false(sighting_list_has_clue(&list, &clue));
	assert_int_equal(sighting_add_reading(&sighting, &reading), 0);
	assert_int_equal(sighting_list_add(&list, &sighting, NULL), 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		if (sighting_list_has_clue(&list, &cases[i].box) != cases[i].is)
			fail_msg("case %zu", i);
	/* of what is not surely read each clue may be another's */
	list.sightings->confidence = SIGHTING_SURE - 0.01;
	assert_false(sighting_list_has_clue(&list, &clue));
	sighting_list_fini(&list);
}

/* What is doubtful by a few of its clues, or by one of few, or as a whole. */
static void what_is_found(void **state)
{
	static const struct {
		double confidence;
		int clues, doubts;
		bool found;
	} cases[] = {
		{ 0.85, 16, 1, true },   { 0.85, 16, 2, false },
		{ 0.72, 30, 3, true },   { 0.72, 30, 4, false },
		{ 0.85, 15, 1, false },  { 0.65, 30, 1, false },
		{ 0.85, 16, 16, false }, { 0.92, 16, 2, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sighting sighting = { .puzzle.family = FAMILY_suko };
		struct sighting_list list = { 0 };

		for (int k = 0; k < cases[i].clues; k++) {
			struct reading reading = {
				.confidence = k < cases[i].doubts ? 0.8 : 0.99
			};

			assert_int_equal(
				sighting_add_reading(&sighting, &reading), 0);
		}
		sighting.confidence = cases[i].confidence;
		assert_int_equal(sighting_list_add(&list, &sighting, NULL), 0);
		if (sighting_list_has_sure(&list) != cases[i].found)
			fail_msg("case %zu", i);
		sighting_list_fini(&list);
	}
}

/* A lattice larger than any panel fits no sheet's tables. */
static void refuses_large_sheets(void **state)
{
	static const int sides[][2] = { { PANEL_SIDE_MAX + 1, 4 },
					{ 4, PANEL_SIDE_MAX + 1 },
					{ 0, 4 } };
	struct image image;

	(void)state;
	assert_int_equal(image_init(&image, 400, 400, NULL), 0);
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		struct panel_place place = {
			.columns = sides[i][0],
			.rows = sides[i][1],
			.cell_to_px = { { 16, 0, 8, 0, 16, 8, 0, 0, 1 } },
		};
		struct sheet sheet;

		assert_int_equal(sheet_init(&sheet, &image, &place, 1), 1);
		sheet_fini(&sheet);
	}
	image_fini(&image);
}

/* A row of a sheet holds what its pixels are worth one by one, however many
 * of the picture's pixels each of them averages. */
static void sheets_by_rows_and_by_pixels(void **state)
{
	static const double scales[] = { 20, 100, 200 };
	struct image image;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 7);
	assert_int_equal(image_init(&image, 150, 110, NULL), 0);
	for (int y = 0; y < image.height; y++)
		for (int x = 0; x < image.width; x++)
			image_row(&image, y)[x] =
				(uint32_t)rng_below(&rng, 1 << 24);
	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		struct sheet *sheet = calloc(1, sizeof *sheet);

		assert_non_null(sheet);
		sheet->image = &image;
		sheet->columns = sheet->rows = 1;
		sheet->px_cell = scales[i];
		sheet->width = sheet->height =
			(1 + 2 * SHEET_MARGIN) * SHEET_CELL;
		sheet->cell_to_px =
			(struct homography){ { scales[i], 3, 10, -2, scales[i],
					       12, 1e-3, 0, 1 } };
		assert_int_equal(sheet_begin_asking(sheet), 0);
		for (int k = 0; k < sheet->width * sheet->height; k += 7) {
			struct homography other = sheet->cell_to_px;
			int x = k % sheet->width, y = k / sheet->width;
			struct colour one, asked;

			/* what was asked for lies elsewhere now */
			if (k % 700 == 0) {
				other.m[2] += 0.5;
				sheet_move(sheet, &other);
			}
			one = sheet_rectify_pixel(sheet, x, y);
			asked = sheet_pixel(sheet, x, y);
			assert_memory_equal(&one, &asked, sizeof one);
			asked = sheet_pixel(sheet, 5, 5);
			one = sheet_rectify_pixel(sheet, 5, 5);
			assert_memory_equal(&one, &asked, sizeof one);
		}
		assert_int_equal(sheet_fill(sheet), 0);
		for (int k = 0; k < sheet->width * sheet->height; k++) {
			struct colour one = sheet_rectify_pixel(
				sheet, k % sheet->width, k / sheet->width);

			assert_memory_equal(&one, &sheet->pixels[k],
					    sizeof one);
		}
		sheet_fini(sheet);
		free(sheet);
	}
	image_fini(&image);
}

static void fill(struct image *image, int from, int size, uint32_t colour)
{
	for (int y = from; y < from + size; y++)
		for (int x = from; x < from + size; x++)
			image_row(image, y)[x] = colour;
}

/* Cells far apart are a panel's, which goes first, where lines lie between
 * them that end around them; cards apart on a page are none. */
static void turn_of_panels(void **state)
{
	enum { SIDE = 400, FIRST = 120, CARD = 40, PITCH = 52, CELLS = 3 };
	const uint32_t light = 0xdcdcdc, dark = 0x3c3c3c;
	int turns[2]; /* without lines, with them */

	(void)state;
	for (int lines = 0; lines < 2; lines++) {
		struct image image = { 0 };
		struct page page;

		assert_int_equal(image_init(&image, SIDE, SIDE, NULL), 0);
		fill(&image, 0, SIDE, lines ? dark : light);
		fill(&image, FIRST + CARD - PITCH, CELLS * PITCH + PITCH - CARD,
		     light);
		for (int i = 0; i < CELLS * CELLS; i++)
			for (int y = 0; y < CARD; y++)
				for (int x = 0; x < CARD; x++)
					image_row(&image,
						  FIRST + i / CELLS * PITCH +
							  y)[FIRST +
							     i % CELLS * PITCH +
							     x] = dark;
		assert_int_equal(page_find(&page, &image, 1, NULL), 0);
		assert_true(page.lattices.count > 0);
		turns[lines] = read_panel.turn(&page);
		if (lines)
			assert_true(turns[1] < 0);
		page_fini(&page);
		image_fini(&image);
	}
	assert_true(turns[1] < turns[0]);
}

/* A page's puzzle need not be sure for games' screens not to be looked for; a
 * doubtful screen may be a page's puzzle. */
static void pages_rule_out_screens(void **state)
{
	struct sighting sighting = { .confidence = 0.85 };
	struct sighting doubtful = { .confidence = 0.58, .found = true };

	(void)state;
	assert_true(sighting_rules_out(&sighting, false));
	assert_false(sighting_rules_out(&sighting, true));
	sighting.confidence = 0.6;
	assert_false(sighting_rules_out(&sighting, false));
	sighting.confidence = 0.97;
	assert_true(sighting_rules_out(&sighting, true));
	assert_true(sighting_rules_out(&doubtful, false));
	assert_false(sighting_rules_out(&doubtful, true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_rule_out_screens),
		cmocka_unit_test(shrinks_as_opencv),
		cmocka_unit_test(smooths_by_weights),
		cmocka_unit_test(hearts_of_cells),
		cmocka_unit_test(what_is_taken_in),
		cmocka_unit_test(what_is_a_clue),
		cmocka_unit_test(what_is_found),
		cmocka_unit_test(refuses_large_sheets),
		cmocka_unit_test(sheets_by_rows_and_by_pixels),
		cmocka_unit_test(turn_of_panels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
