/* A word on a page by which a client file knows it: taken from one place, known
 * at any other, and told from words that differ by a letter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "picture.h"
#include "play_picture.h"

/* Grounds and inks of pages: 0xRRGGBB. */
static const struct look {
	const char *font;
	int bold;
	uint32_t ground, ink;
} looks[] = {
	{ "sans", 0, 0xffffff, 0x000000 },
	{ "serif", 0, 0xf4f1ea, 0x222222 },
	{ "monospace", 0, 0x202428, 0xd8dee9 },
	{ "sans", 1, 0x2a6f3c, 0xffffff },
	{ "serif", 1, 0xe0e0e0, 0x606060 },
};

static void set_colour(cairo_t *cr, uint32_t colour)
{
	cairo_set_source_rgb(cr, (colour >> 16 & 255) / 255.0,
			     (colour >> 8 & 255) / 255.0,
			     (colour & 255) / 255.0);
}

/* Some words, the wanted one with its left end and base line there. */
static void draw(struct image *image, const struct look *look, double size,
		 const char *word, double x, double y)
{
	cairo_t *cr = picture_begin(image, 420, 260);

	set_colour(cr, look->ground);
	cairo_paint(cr);
	set_colour(cr, look->ink);
	cairo_select_font_face(cr, look->font, CAIRO_FONT_SLANT_NORMAL,
			       look->bold ? CAIRO_FONT_WEIGHT_BOLD
					  : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, size);
	cairo_move_to(cr, x, y);
	cairo_show_text(cr, word);
	cairo_show_text(cr, "  more of it");
	cairo_move_to(cr, 12, y + 2.2 * size);
	cairo_show_text(cr, "9 tries left");
	cairo_rectangle(cr, 300, 10, 60, 40);
	cairo_stroke(cr);
	cairo_destroy(cr);
}

static void learn(const struct look *look, double size, const char *word,
		  struct play_picture *picture)
{
	struct problem problem = { 0 };
	struct image image = { 0 };

	draw(&image, look, size, word, 40, 60);
	if (play_picture_learn(&image,
			       (struct point){ 40 + size, 60 - size / 4 },
			       picture, &problem) < 0)
		fail_msg("%s: %s", word, problem.text);
	image_fini(&image);
}

static bool is_seen(const struct play_picture *picture, const struct look *look,
		    double size, const char *word, double x, double y)
{
	struct image image = { 0 };
	bool seen;

	draw(&image, look, size, word, x, y);
	seen = play_picture_is_seen(picture, &image);
	image_fini(&image);
	return seen;
}

static void words_are_told_from_others(void **state)
{
	static const struct {
		const char *word, *other;
	} words[] = { { "Suko", "Suka" },       { "Level1", "Level7" },
		      { "Rails", "Raids" },     { "Hints", "Hunts" },
		      { "Morning", "Evening" }, { "Kakuro", "Kakura" } };

	(void)state;
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
		for (size_t k = 0; k < sizeof words / sizeof *words; k++)
			for (double size = 11; size <= 24; size += 3) {
				struct play_picture picture;

				learn(&looks[i], size, words[k].word, &picture);
				if (!is_seen(&picture, &looks[i], size,
					     words[k].word, 23, 131))
					fail_msg("%s of %g px in look %zu is "
						 "not known again",
						 words[k].word, size, i);
				if (is_seen(&picture, &looks[i], size,
					    words[k].other, 40, 60))
					fail_msg("%s of %g px in look %zu is "
						 "taken for %s",
						 words[k].other, size, i,
						 words[k].word);
			}
}

/* One word, none of its neighbours. */
static void only_what_is_pointed_at_is_taken(void **state)
{
	struct play_picture picture;

	(void)state;
	learn(&looks[0], 16, "Suko", &picture);
	assert_in_range(picture.width, 38, 50);
	assert_in_range(picture.height, 14, 20);
}

static void nothing_is_no_picture(void **state)
{
	struct play_picture picture;
	struct problem problem = { 0 };
	struct image image = { 0 };

	(void)state;
	draw(&image, &looks[0], 16, "Suko", 40, 60);
	assert_int_equal(play_picture_learn(&image, (struct point){ 200, 200 },
					    &picture, &problem),
			 -1);
	assert_string_equal(problem.text, "nothing is seen under the pointer");
	assert_int_equal(play_picture_learn(&image, (struct point){ -50, 900 },
					    &picture, NULL),
			 -1);
	image_fini(&image);
}

/* ... at the picture's rim, either. */
static void what_is_cut_off_is_taken_as_it_is(void **state)
{
	struct play_picture picture;
	struct image image = { 0 };

	(void)state;
	draw(&image, &looks[0], 16, "Suko", -6, 12);
	assert_int_equal(play_picture_learn(&image, (struct point){ 2, 8 },
					    &picture, NULL),
			 0);
	assert_true(play_picture_is_seen(&picture, &image));
	image_fini(&image);
}

static void a_file_holds_it(void **state)
{
	static const char *const bad[] = {
		"[]",
		"\"ff\"",
		"[\"0f\",\"0\"]",
		"[\"0g\"]",
		"[\"ffff\",\"fffe\"]",
	};
	struct play_picture picture, again = { 0 };
	json_t *json;

	(void)state;
	learn(&looks[1], 16, "Suko", &picture);
	json = play_picture_json(&picture);
	assert_true(play_picture_parse(json, &again));
	json_decref(json);
	assert_int_equal(again.width, picture.width);
	assert_int_equal(again.height, picture.height);
	assert_memory_equal(again.greys, picture.greys,
			    (size_t)picture.width * (size_t)picture.height);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		json = json_loads(bad[i], JSON_DECODE_ANY, NULL);
		assert_false(play_picture_parse(json, &again));
		json_decref(json);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_told_from_others),
		cmocka_unit_test(only_what_is_pointed_at_is_taken),
		cmocka_unit_test(nothing_is_no_picture),
		cmocka_unit_test(what_is_cut_off_is_taken_as_it_is),
		cmocka_unit_test(a_file_holds_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
