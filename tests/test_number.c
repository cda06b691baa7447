/* What number/ promises of places: the number that stands there or doubt; never
 * a sure "nothing" where something is written, never a sure number where
 * nothing is. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "degrade.h"
#include "number.h"
#include "written_number.h"

enum { SURE_IN_100 = 90 };

static const int heights[] = { 10, 12, 16, 22, 32, 48, 80, 120 };
static const int numbers[] = { 0, 7, 1, 10, 24, 369, 224, 1208 };
static const char *const families[] = { "DejaVu Sans", "DejaVu Serif" };

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* A page with one word in its middle, or none. */
struct page {
	struct image image;
	struct box box;   /* the word's ink */
	struct quad cell; /* the middle of the cell around it */
};

struct look {
	int height; /* of a digit, pixels */
	const char *family;
	int number;   /* -1: none */
	bool round;   /* its cell */
	double room;  /* between ink and rim, heights; below 0: no rim */
	double dash;  /* of the rim, heights; 0: a whole line */
	double line;  /* its width, heights */
	double shift; /* of the word to the right, heights */
};

static void draw_rim(cairo_t *cr, const struct look *look, double width,
		     double height)
{
	const double dash = look->dash * look->height;

	cairo_set_line_width(cr, fmax(1, look->line * look->height));
	if (dash > 0)
		cairo_set_dash(cr, &dash, 1, 0);
	if (look->round) {
		cairo_save(cr);
		cairo_scale(cr, width / height, 1);
		cairo_arc(cr, 0, 0, height / 2, 0, 2 * M_PI);
		cairo_restore(cr);
	} else {
		cairo_rectangle(cr, -width / 2, -height / 2, width, height);
	}
	cairo_set_source_rgb(cr, .3, .35, .4);
	cairo_stroke(cr);
}

static struct page draw(const struct look *look)
{
	const int width = 6 * look->height + 20, height = 3 * look->height + 20;
	struct page page = { 0 };
	cairo_t *cr = picture_begin(&page.image, width, height);
	double w, h, middle_x = width / 2., middle_y = height / 2.;
	cairo_text_extents_t size;
	char text[16];

	cairo_set_source_rgb(cr, .96, .95, .9);
	cairo_paint(cr);
	cairo_select_font_face(cr, look->family, CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, look->height / .73);
	snprintf(text, sizeof text, "%d", look->number < 0 ? 8 : look->number);
	cairo_text_extents(cr, text, &size);
	w = fmax(size.width, .8 * look->height) + 2 * look->room * look->height;
	h = size.height + 2 * look->room * look->height;
	if (look->round)
		w = h = hypot(size.width, size.height) +
			2 * look->room * look->height;
	cairo_translate(cr, middle_x, middle_y);
	if (look->room >= 0)
		draw_rim(cr, look, w, h);
	cairo_set_source_rgb(cr, .1, .1, .3);
	if (look->number >= 0)
		write_number(cr, look->shift * look->height, 0, look->number);
	cairo_destroy(cr);
	page.box = (struct box){ (int)(middle_x - size.width / 2 +
				       look->shift * look->height),
				 (int)(middle_y - size.height / 2),
				 (int)size.width + 1, (int)size.height + 1 };
	/* the share of cells that slots take (spine/look.c, cell_share) */
	page.cell = quad_from_box(middle_x - .37 * w - .5,
				  middle_y - .37 * h - .5, .74 * w, .74 * h);
	return page;
}

static struct quad word_place(const struct page *page)
{
	return quad_from_box(page->box.x - .5, page->box.y - .5,
			     page->box.width, page->box.height);
}

static struct number_reading read_place(struct number_reader *reader,
					const struct image *image,
					struct quad place)
{
	struct number_reading reading;

	assert_int_equal(
		number_read_places(reader, image, &place, 1, &reading, NULL),
		0);
	return reading;
}

static double chance_of(const struct number_reading *reading, int value)
{
	for (int i = 0; i < reading->count; i++)
		if (reading->values[i].value == value)
			return reading->values[i].chance;
	return 0;
}

/* It is the number, or doubtful; 1 where it is surely the number. */
static int assert_number_or_doubt(const struct number_reading *reading,
				  const struct look *look, const char *place)
{
	if (reading->nothing > .5)
		fail_msg("%d, %d px, %s, %s: nothing, %.3f", look->number,
			 look->height, look->family, place, reading->nothing);
	if (reading->count && reading->values[0].value != look->number &&
	    reading->values[0].chance * 100 > SURE_IN_100)
		fail_msg("%d, %d px, %s, %s: %d, %.3f", look->number,
			 look->height, look->family, place,
			 reading->values[0].value, reading->values[0].chance);
	return chance_of(reading, look->number) * 100 > SURE_IN_100;
}

/* In how many of a hundred looks the number is surely read; in the others there
 * is doubt. */
static int read_all(struct number_reader *reader, struct look look, bool cell,
		    double blur)
{
	int sure = 0, all = 0;

	for (size_t f = 0; f < COUNT(families); f++)
		for (size_t h = 0; h < COUNT(heights); h++)
			for (size_t n = 0; n < COUNT(numbers); n++, all++) {
				struct number_reading reading;
				struct page page;

				look.family = families[f];
				look.height = heights[h];
				look.number = numbers[n];
				page = draw(&look);
				if (blur > 0)
					assert_int_equal(
						degrade_blur(&page.image,
							     blur * look.height,
							     NULL),
						0);
				reading = read_place(reader, &page.image,
						     cell ? page.cell
							  : word_place(&page));
				sure += assert_number_or_doubt(
					&reading, &look,
					cell ? "its cell" : "its box");
				image_fini(&page.image);
			}
	print_message("%d of %d are sure\n", sure, all);
	return 100 * sure / all;
}

static void words_of_all_sizes_are_read(void **state)
{
	assert_true(read_all(*state, (struct look){ .room = -1 }, false, 0) >=
		    99);
}

static void words_in_cells_are_read(void **state)
{
	struct look look = { .room = .35, .line = .06 };

	assert_true(read_all(*state, look, false, 0) >= 98);
	assert_true(read_all(*state, look, true, 0) >= 95);
	look.dash = .15;
	assert_true(read_all(*state, look, true, 0) >= 90);
}

static void words_in_circles_are_read(void **state)
{
	const struct look look = { .room = .2, .line = .06, .round = true };

	assert_true(read_all(*state, look, false, 0) >= 97);
	/* the circle around four digits is four times as high as they are, and
	 * so few of its place's rows are left to them that there is doubt */
	assert_true(read_all(*state, look, true, 0) >= 60);
}

static void words_that_touch_their_rims_are_no_others(void **state)
{
	const struct look look = { .room = .02, .line = .05 };
	const struct look beside = { .room = .3, .line = .05, .shift = .3 };

	assert_true(read_all(*state, look, false, 0) >= 75);
	/* the last digit lies against the rim */
	assert_true(read_all(*state, beside, false, 0) >= 75);
}

static void blurred_words_are_not_nothing(void **state)
{
	const struct look look = { .room = .35, .line = .06 };

	assert_true(read_all(*state, look, false, .1) >= 80);
	read_all(*state, look, true, .14);
}

static void empty_cells_hold_no_sure_number(void **state)
{
	int empty = 0, all = 0;

	for (size_t h = 0; h < COUNT(heights); h++)
		for (int kind = 0; kind < 12; kind++, all++) {
			const struct look look = {
				.height = heights[h],
				.family = families[0],
				.number = -1,
				.room = .1 + .1 * (kind % 4),
				.round = kind % 3 == 1,
				.dash = kind % 3 == 2 ? .15 : 0,
				.line = kind % 2 ? .05 : .15,
			};
			struct page page = draw(&look);
			struct number_reading reading =
				read_place(*state, &page.image, page.cell);

			if (reading.nothing <= .5)
				fail_msg("%d px, %d: nothing %.3f", look.height,
					 kind, reading.nothing);
			empty += reading.nothing * 100 > SURE_IN_100;
			image_fini(&page.image);
		}
	print_message("%d of %d are empty\n", empty, all);
	/* heavy rims close to the place leave some doubt */
	assert_true(100 * empty / all >= 85);
}

/* However many places are asked for at once, wide ones among them, each is read
 * as it is alone, and beyond the picture's rim nothing is. */
static void places_do_not_depend_on_each_other(void **state)
{
	enum { PLACES = 150 };
	struct image image;
	struct quad places[PLACES];
	struct number_reading together[PLACES];
	cairo_t *cr = picture_begin(&image, 700, 300);

	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_font_size(cr, 20);
	write_number(cr, 40, 40, 5);
	write_number(cr, 140, 40, 123456);
	cairo_destroy(cr);
	for (int i = 0; i < PLACES; i++) {
		places[i] = i % 3 ? quad_from_box(33, 32, 13, 16)
				  : quad_from_box(101, 32, 78, 16);
		if (i % 50 == 7)
			places[i] = quad_from_box(20 * (i - 60), -900, 20,
						  i % 100 < 50 ? 20 : 0);
	}
	assert_int_equal(number_read_places(*state, &image, places, PLACES,
					    together, NULL),
			 0);
	for (int i = 0; i < PLACES; i++) {
		struct number_reading alone =
			read_place(*state, &image, places[i]);

		assert_true(fabs(alone.nothing - together[i].nothing) < 1e-4);
		assert_true(fabs(alone.other - together[i].other) < 1e-4);
		assert_int_equal(alone.count, together[i].count);
		if (i % 50 == 7)
			assert_true(alone.nothing > .5);
		else
			assert_int_equal(together[i].values[0].value,
					 i % 3 ? 5 : 123456);
	}
	image_fini(&image);
}

static int begin(void **state)
{
	*state = number_reader_new(NULL);
	return *state ? 0 : -1;
}

/* Pixels that were read are not read again; others at the same place are. */
static void what_was_seen_is_read_once(void **state)
{
	struct number_reader *reader = *state;
	struct number_reading first[2], again;

	for (int i = 0; i < 3; i++) {
		const struct look look = { .height = 24,
					   .family = families[0],
					   .number = i == 1 ? 369 : 224,
					   .room = -1 };
		struct page page = draw(&look);
		struct quad places[2] = { word_place(&page),
					  word_place(&page) };

		assert_int_equal(number_read_places(reader, &page.image, places,
						    2, first, NULL),
				 0);
		assert_memory_equal(&first[0], &first[1], sizeof *first);
		assert_int_equal(first[0].values[0].value, look.number);
		if (i == 2)
			assert_memory_equal(first, &again, sizeof again);
		if (!i)
			again = *first;
		image_fini(&page.image);
	}
}

static int end(void **state)
{
	number_reader_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_of_all_sizes_are_read),
		cmocka_unit_test(words_in_cells_are_read),
		cmocka_unit_test(words_in_circles_are_read),
		cmocka_unit_test(words_that_touch_their_rims_are_no_others),
		cmocka_unit_test(blurred_words_are_not_nothing),
		cmocka_unit_test(empty_cells_hold_no_sure_number),
		cmocka_unit_test(places_do_not_depend_on_each_other),
		cmocka_unit_test(what_was_seen_is_read_once),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
