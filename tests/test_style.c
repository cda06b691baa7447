/* Colour, width, size and opacity of answers over pictures and of notes, as the
 * options say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cairo.h>
#include <cmocka.h>

#include "card.h"
#include "file.h"
#include "program.h"

/* Pixels of nearly this colour in a picture. */
static int pixels_of(const struct program_test *test, const char *name,
		     uint32_t rgb, int tolerance)
{
	struct image image = { 0 };
	char path[256];
	int count = 0;

	snprintf(path, sizeof path, "%s/%s", test->folder.path, name);
	assert_int_equal(file_load_image(path, &image, NULL), 0);
	for (int y = 0; y < image.height; y++)
		for (int x = 0; x < image.width; x++) {
			uint32_t pixel = image_row(&image, y)[x];
			bool like = true;

			for (int shift = 0; shift < 24; shift += 8)
				like &= abs((int)(pixel >> shift & 255) -
					    (int)(rgb >> shift & 255)) <=
					tolerance;
			count += like;
		}
	image_fini(&image);
	return count;
}

/* Pixels of the answer over a sample, solved with these flags. */
static int answer_pixels(void **state, const char *sample, const char *flags,
			 uint32_t rgb, int tolerance)
{
	char arguments[600];

	snprintf(arguments, sizeof arguments,
		 "solve --no-store '" SOURCE_DIR
		 "/samples/%s' --draw drawn.png "
		 "%s",
		 sample, flags);
	program_expect(*state, arguments, 0, "");
	return pixels_of(*state, "drawn.png", rgb, tolerance);
}

static const char tracks[] = "tracks/screen-1.png";
static const char suko[] = "suko/screen-1.png";

enum { USUAL = 0xff1a99, MINE = 0x00c8ff, NEAR = 24 };

static void the_answer_has_its_colour(void **state)
{
	int usual = answer_pixels(state, tracks, "", USUAL, NEAR);

	assert_true(usual > 500);
	assert_int_equal(pixels_of(*state, "drawn.png", MINE, NEAR), 0);
	assert_in_range(answer_pixels(state, tracks,
				      "--answer-colour '#00c8ff'", MINE, NEAR),
			usual * 9 / 10, usual * 11 / 10);
	assert_int_equal(pixels_of(*state, "drawn.png", USUAL, NEAR), 0);
	assert_true(answer_pixels(state, suko, "--answer-colour cyan", 0x00e5e5,
				  NEAR) > 100);
}

/* Where it lets nothing through, its colour is the very one. */
static void the_answer_is_as_opaque_as_wanted(void **state)
{
	assert_int_equal(answer_pixels(state, tracks, "", USUAL, 0), 0);
	assert_true(answer_pixels(state, tracks, "--answer-opacity 100", USUAL,
				  0) > 500);
	assert_int_equal(answer_pixels(state, tracks, "--answer-opacity 30",
				       USUAL, NEAR),
			 0);
}

static void lines_are_as_wide_as_wanted(void **state)
{
	int usual = answer_pixels(state, tracks, "", USUAL, NEAR);
	int wide =
		answer_pixels(state, tracks, "--answer-width 2", USUAL, NEAR);
	int thin =
		answer_pixels(state, tracks, "--answer-width 0.5", USUAL, NEAR);

	assert_true(wide > usual * 3 / 2);
	assert_true(thin < usual * 3 / 4 && thin > 0);
}

static void numbers_are_as_large_as_wanted(void **state)
{
	int usual = answer_pixels(state, suko, "", USUAL, NEAR);
	int small =
		answer_pixels(state, suko, "--answer-size 0.5", USUAL, NEAR);

	assert_true(small > 0 && small < usual / 2);
	/* they are no lines */
	assert_int_equal(
		answer_pixels(state, suko, "--answer-width 3", USUAL, NEAR),
		usual);
}

static void what_makes_no_sense_is_refused(void **state)
{
	static const char *const refused[][2] = {
		{ "--answer-colour mauve", "expected a colour such as ff8000 "
					   "or orange: 'mauve'" },
		{ "--answer-colour 12345", "expected a colour" },
		{ "--answer-width 9", "expected a number from 0.25 to 4: '9'" },
		{ "--answer-size nan", "expected a number from 0.25 to 2" },
		{ "--answer-opacity 5", "expected a number from 10 to 100" },
	};
	char arguments[200];

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		snprintf(arguments, sizeof arguments, "solve x.png %s",
			 refused[i][0]);
		program_expect(*state, arguments, 64, refused[i][1]);
	}
	program_expect(*state, "watch --note-size 2", 64,
		       "expected a number from 6 to 96");
}

/* The card's pixel in its middle's row that is nearest to `rgb`, as a distance;
 * and its box's colour with its opacity at its right end. */
static int nearest(const struct note_style *style, uint32_t rgb,
		   uint32_t *ground)
{
	static const struct box rim = { 0, 0, 800, 600 };
	struct box place = card_place("solved", style, &rim, &rim, 1);
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, place.width, place.height);
	cairo_t *cairo = cairo_create(surface);
	int least = 1000;

	card_paint(cairo, "solved", style, &place, 1, true);
	cairo_surface_flush(surface);
	for (int y = 0; y < place.height; y++) {
		const uint32_t *row =
			(const void
				 *)(cairo_image_surface_get_data(surface) +
				    (size_t)y *
					    (size_t)cairo_image_surface_get_stride(
						    surface));

		if (y == place.height / 2)
			*ground = row[place.width - 2];
		for (int x = place.width / 4; x < place.width; x++) {
			int off = 0;

			for (int shift = 0; shift < 24; shift += 8)
				off += abs((int)(row[x] >> shift & 255) -
					   (int)(rgb >> shift & 255));
			least = off < least ? off : least;
		}
	}
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return least;
}

static void notes_look_as_wanted(void **state)
{
	static const struct box rim = { 0, 0, 800, 600 };
	const struct note_style usual = { 0 };
	const struct note_style mine = { STYLE_COLOUR | 0x40ff40, 30, 0.5 };
	struct box small = card_place("solved", &usual, &rim, &rim, 1);
	struct box large = card_place("solved", &mine, &rim, &rim, 1);
	uint32_t ground;

	(void)state;
	assert_in_range(large.height, 2 * small.height - 2,
			2 * small.height + 2);
	assert_true(large.width > 3 * small.width / 2);
	assert_true(nearest(&usual, 0xffffff, &ground) < 60);
	assert_in_range(ground >> 24, 225, 233);
	assert_true(nearest(&mine, 0x40ff40, &ground) < 60);
	assert_in_range(ground >> 24, 124, 131);
	assert_true(nearest(&mine, 0xffffff, &ground) > 200);
}

int main(void)
{
#define STYLE_TEST(f)                                                          \
	cmocka_unit_test_setup_teardown(f, program_setup, program_teardown)
	const struct CMUnitTest tests[] = {
		STYLE_TEST(the_answer_has_its_colour),
		STYLE_TEST(the_answer_is_as_opaque_as_wanted),
		STYLE_TEST(lines_are_as_wide_as_wanted),
		STYLE_TEST(numbers_are_as_large_as_wanted),
		STYLE_TEST(what_makes_no_sense_is_refused),
		cmocka_unit_test(notes_look_as_wanted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
