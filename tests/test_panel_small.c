/* Symbols of which each part is a few pixels wide, in cells that are not small:
 * blocks in bars, single ones, and hollow ones whose rims are a pixel wide; and
 * ends that are as dark as some symbols, and lines that are as thin. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "panel_look.h"

/* Symbols smaller than the game's, in cells between thick lines. */
static struct panel_theme small_theme(void)
{
	struct panel_theme theme = plain;

	theme.line_width = 0.4;
	theme.symbol_scale = 0.75;
	theme.pitch = 0.185 * 0.75;
	theme.room = 0.45;
	return theme;
}

static void grain(struct image *image)
{
	struct rng rng;

	rng_seed(&rng, 7);
	assert_int_equal(degrade_blur(image, 0.8, NULL), 0);
	degrade_noise(image, 6, &rng);
}

/* Bars of blocks are no rows of triangles. */
static void test_bars(void **state)
{
	struct panel_theme theme = small_theme();

	(void)state;
	check_spoiled(
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		"\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
		"\"towards\":[0,-1]}],"
		"\"cells\":[{\"at\":[1,1],\"kind\":\"polyomino\","
		"\"colour\":\"yellow\",\"shape\":[\"###\"]},"
		"{\"at\":[5,1],\"kind\":\"polyomino\",\"colour\":\"yellow\","
		"\"shape\":[\"####\"]},"
		"{\"at\":[3,3],\"kind\":\"polyomino\",\"colour\":\"yellow\","
		"\"shape\":[\"##\"]},"
		"{\"at\":[1,5],\"kind\":\"triangle\",\"colour\":\"orange\","
		"\"count\":3},"
		"{\"at\":[5,5],\"kind\":\"polyomino\",\"colour\":\"white\","
		"\"shape\":[\"###\"]}]}",
		&theme, PITCH, grain);
}

/* One block alone, full or hollow, upright or turned, is no triangle, star or
 * square. */
static void test_single_blocks(void **state)
{
	struct panel_theme theme = small_theme();

	(void)state;
	check_spoiled(
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		"\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
		"\"towards\":[0,-1]}],"
		"\"cells\":[{\"at\":[1,1],\"kind\":\"polyomino\","
		"\"colour\":\"white\",\"shape\":[\"#\"]},"
		"{\"at\":[5,1],\"kind\":\"polyomino\",\"colour\":\"black\","
		"\"shape\":[\"#\"],\"negative\":true},"
		"{\"at\":[3,3],\"kind\":\"polyomino\",\"colour\":\"orange\","
		"\"shape\":[\"#\"],\"rotatable\":true,\"negative\":true},"
		"{\"at\":[1,5],\"kind\":\"triangle\",\"colour\":\"orange\","
		"\"count\":1},"
		"{\"at\":[5,5],\"kind\":\"polyomino\",\"colour\":\"yellow\","
		"\"shape\":[\"#\"]}]}",
		&theme, PITCH, grain);
}

/* Hollow ones whose holes grain and blur fill look full: they are not read so
 * surely, and hollow is told as what they may be. */
static void test_filled_holes(void **state)
{
	struct panel_theme theme = small_theme();
	struct puzzle puzzle =
		puzzle_of("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			  "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
			  "\"towards\":[0,-1]}],\"cells\":[{\"at\":[5,1],"
			  "\"kind\":\"polyomino\",\"colour\":\"black\","
			  "\"shape\":[\"#\"],\"negative\":true}]}");
	int full = 0;

	(void)state;
	for (int pitch = 29; pitch < 47; pitch += 3) {
		struct sighting_list list =
			read_drawn(&puzzle, &theme, pitch, grain);
		const struct sighting *seen = &list.sightings[0];

		assert_int_equal(list.count, 1);
		for (size_t i = 0; i < seen->reading_count; i++) {
			const struct reading *reading = &seen->readings[i];

			if (strcmp(reading->value, "\"polyomino #\"") != 0)
				continue;
			full++;
			assert_true(reading->confidence < 0.91);
			assert_non_null(
				strstr(reading->instead[0].value, "hollow"));
		}
		sighting_list_fini(&list);
	}
	assert_true(full > 0);
	puzzle_fini(&puzzle);
}

/* What a symbol of a few pixels may be besides is told, the likelier first. */
static void test_alternatives(void **state)
{
	struct panel_theme theme = small_theme();
	struct puzzle puzzle =
		puzzle_of("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			  "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
			  "\"towards\":[0,-1]}],\"cells\":[{\"at\":[1,1],"
			  "\"kind\":\"polyomino\",\"colour\":\"white\","
			  "\"shape\":[\"#\"]}]}");
	struct sighting_list list = read_drawn(&puzzle, &theme, 28, grain);
	const struct sighting *seen = &list.sightings[0];
	int several = 0;

	(void)state;
	for (size_t i = 0; i < seen->reading_count; i++) {
		const struct reading *reading = &seen->readings[i];

		if (reading->instead_count < 2)
			continue;
		several++;
		assert_true(reading->instead[0].confidence >=
			    reading->instead[1].confidence);
		assert_true(fabs(reading->confidence +
				 reading->instead[0].confidence +
				 reading->instead[1].confidence - 1) < 1e-6);
	}
	assert_int_equal(several, 1);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

/* A frame with a disc on it and nothing within is no panel. */
static void test_bare_frame(void **state)
{
	struct puzzle puzzle = puzzle_of(
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		"\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
		"\"towards\":[0,-1]}],\"missing\":[[2,1],[4,1],[2,3],[4,3],"
		"[2,5],[4,5],[1,2],[3,2],[5,2],[1,4],[3,4],[5,4]],"
		"\"cells\":[]}");
	struct panel_theme theme = plain;
	struct image image = { 0 };
	struct sighting_list list;

	(void)state;
	theme.stub = 0.2;
	assert_int_equal(image_init(&image, SIZE, SIZE, NULL), 0);
	draw(&image, &puzzle.as.panel, &theme, PITCH);
	list = seen_in(&image, FAMILY_panel);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	image_fini(&image);
	puzzle_fini(&puzzle);
}

/* Hollow blocks far apart are as far apart as blocks of their size are: rims
 * of a pixel are as dark as what is left of them, which makes no block larger.
 */
static void test_hollow_apart(void **state)
{
	struct panel_theme theme = small_theme();

	(void)state;
	theme.block = 0.82;
	theme.pitch = 0.125;
	theme.room = 4 * theme.pitch;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"cells\":[{\"at\":[1,1],\"kind\":\"polyomino\","
	      "\"colour\":\"orange\",\"shape\":[\"#\",\".\",\".\",\"#\"],"
	      "\"negative\":true},"
	      "{\"at\":[5,3],\"kind\":\"polyomino\",\"colour\":\"yellow\","
	      "\"shape\":[\"###\"]}]}",
	      &theme, PITCH);
}

/* Two fifths of the light are gone at the upper left corner. */
static void shade_corner(struct image *image)
{
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = &image_row(image, y)[x];
			double far = hypot(x - LEFT, y - LEFT) / PITCH;
			double left = 1 - 0.43 * exp(-far * far);
			uint32_t shaded = 0;

			for (int k = 0; k < 24; k += 8)
				shaded |= (uint32_t)((*pixel >> k & 255) * left)
					  << k;
			*pixel = shaded;
		}
}

/* An end in a dark corner is as long as others. */
static void test_shaded_end(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.28;
	check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[2,0]],\"ends\":[{\"at\":[0,0],"
		      "\"towards\":[0,-1]},{\"at\":[6,6],"
		      "\"towards\":[0,1]}],\"cells\":[]}",
		      &theme, PITCH, shade_corner);
}

/* Thin lines meet in nothing but lines, and every spot of them surely so. */
static void test_thin_lines(void **state)
{
	struct panel_theme theme = plain;
	struct puzzle puzzle =
		puzzle_of("{\"family\":\"panel\",\"columns\":5,\"rows\":3,"
			  "\"starts\":[[10,6]],\"ends\":[{\"at\":[4,0],"
			  "\"towards\":[0,-1]}],\"cells\":[],\"dots\":["
			  "{\"at\":[0,0],\"colour\":\"black\"},"
			  "{\"at\":[10,2],\"colour\":\"black\"}]}");
	struct sighting_list list;

	(void)state;
	theme.line = 0x6fc29a;
	theme.cell = 0x1a3429;
	theme.outside = 0x1d3a2f;
	theme.line_width = 0.09;
	theme.start_radius = 0.16;
	theme.dot_radius = 0.08;
	theme.stub = 0.28;
	list = read_drawn(&puzzle, &theme, 50, NULL);
	assert_seen(&list, &puzzle);
	assert_true(list.sightings[0].confidence > 0.95);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bars),
		cmocka_unit_test(test_single_blocks),
		cmocka_unit_test(test_filled_holes),
		cmocka_unit_test(test_alternatives),
		cmocka_unit_test(test_bare_frame),
		cmocka_unit_test(test_hollow_apart),
		cmocka_unit_test(test_shaded_end),
		cmocka_unit_test(test_thin_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
