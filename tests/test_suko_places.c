/* Where the totals of a Suko are looked for. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cairo.h>
#include <cmocka.h>

#include "image.h"
#include "suko_places.h"
#include "vision.h"
#include "vision_parts.h"
#include "written_number.h"

/* A picture and the places found on it. */
struct search {
	struct image image;
	cairo_t *cr;
	struct page page;
	struct vision *vision;
	struct field *places;
	int count;
};

static void begin(struct search *search, double red, double green, double blue)
{
	search->cr = picture_begin(&search->image, 400, 400);
	cairo_set_source_rgb(search->cr, red, green, blue);
	cairo_paint(search->cr);
}

/* What was drawn, whose context is destroyed, is the page of a board that lies
 * elsewhere. */
static void find(struct search *search, const struct suko_areas *areas,
		 const struct field *fields, int count)
{
	const struct homography far_away = { { 50, 0, 900, 0, 50, 900, 0, 0,
					       1 } };
	const struct tint tints[SUKO_CELLS] = { { 0 } };
	const struct suko_board board = { &far_away, tints, areas };
	struct sighting_list known = { 0 };

	search->vision = vision_new(NULL);
	assert_int_equal(page_find(&search->page, &search->image, 1, NULL), 0);
	search->count =
		suko_places_find(search->vision, &search->page, &known, &board,
				 fields, count, &search->places);
}

static void end(struct search *search)
{
	free(search->places);
	page_fini(&search->page);
	vision_free(search->vision);
	image_fini(&search->image);
}

static bool is_there(const struct search *search, double x, double y,
		     double width, double height)
{
	const struct field *places = search->places;

	for (int i = 0; i < search->count; i++)
		if (fabs(places[i].px_middle.x - x) < 2 &&
		    fabs(places[i].px_middle.y - y) < 2 &&
		    fabs(places[i].width - width) < 3 &&
		    fabs(places[i].height - height) < 3)
			return true;
	return false;
}

static struct field field_at(double x, double y, double width, double height)
{
	return (struct field){ .px_middle = { x, y },
			       .width = width,
			       .height = height,
			       .fill = 1 };
}

/* Totals are looked for in the fields, between the parts of one, around bare
 * numbers, before them, and in step with those that are known; not where a
 * number is too large for a total. */
static void places_of_totals(void **state)
{
	const struct field fields[] = { field_at(30, 30, 20, 24),
					field_at(62, 31, 20, 24),
					field_at(30, 200, 20, 24) };
	const struct suko_areas totals_known = {
		.shown = { field_at(150, 300, 60, 30),
			   field_at(250, 302, 60, 30) },
		.shown_count = 2,
	};
	struct search search;

	(void)state;
	begin(&search, 0.97, 0.97, 1);
	cairo_set_source_rgb(search.cr, 0, 0, 0);
	cairo_select_font_face(search.cr, "DejaVu Sans",
			       CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(search.cr, 20 / 0.72);
	write_number(search.cr, 200, 100, 17);
	write_number(search.cr, 320, 200, 57);
	cairo_destroy(search.cr);
	find(&search, &totals_known, fields, 3);
	for (int i = 0; i < 3; i++) /* as they are, at first */
		assert_memory_equal(&search.places[i], &fields[i],
				    sizeof *fields);
	assert_true(is_there(&search, 46, 30.5, 52, 24));
	assert_false(is_there(&search, 30, 115, 20, 194));
	assert_true(is_there(&search, 200, 100, 45, 35));
	assert_true(is_there(&search, 200, 100, 63, 53));
	assert_false(is_there(&search, 320, 200, 45, 35));
	assert_true(is_there(&search, 163, 100, 15, 15));
	assert_true(is_there(&search, 50, 298, 60, 30));
	assert_true(is_there(&search, 200, 301, 60, 30));
	assert_true(is_there(&search, 350, 304, 60, 30));
	end(&search);
}

/* A picture of which each pixel is the mean of the 3 by 3 around it in the one
 * it takes the place of. */
static void blur(struct image *image)
{
	struct image to;

	assert_int_equal(image_init(&to, image->width, image->height, NULL), 0);
	for (int i = 0; i < image->width * image->height; i++) {
		int x = i % image->width, y = i / image->width;
		uint32_t sums[3] = { 0 };

		for (int k = 0; k < 27; k++) {
			int at_x = x + k % 3 - 1, at_y = y + k / 3 % 3 - 1;
			bool inside = at_x >= 0 && at_x < image->width &&
				      at_y >= 0 && at_y < image->height;
			uint32_t pixel = inside ? image_row(image, at_y)[at_x]
						: 0xffffffffu;

			sums[k / 9] += pixel >> (k / 9 * 8) & 0xff;
		}
		image_row(&to, y)[x] = 0xff000000u | sums[2] / 9 << 16 |
				       sums[1] / 9 << 8 | sums[0] / 9;
	}
	image_fini(image);
	*image = to;
}

/* Blurred, a small card and its digits are one stroke: it is a place, too; a
 * frame is none. */
static void blurred_cards(void **state)
{
	const struct suko_areas unknown = { 0 };
	struct search search;

	(void)state;
	begin(&search, 1, 1, 1);
	cairo_set_source_rgb(search.cr, 0.4, 0.8, 0.5);
	cairo_rectangle(search.cr, 89, 189, 22, 22);
	cairo_fill(search.cr);
	cairo_set_source_rgb(search.cr, 0, 0, 0);
	cairo_rectangle(search.cr, 180, 180, 40, 40);
	cairo_stroke(search.cr);
	cairo_select_font_face(search.cr, "DejaVu Sans",
			       CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_font_size(search.cr, 11);
	write_number(search.cr, 100, 200, 22);
	cairo_destroy(search.cr);
	blur(&search.image);
	blur(&search.image);
	find(&search, &unknown, NULL, 0);
	assert_true(is_there(&search, 100, 200, 22, 22));
	assert_false(is_there(&search, 200, 200, 42, 42));
	end(&search);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_of_totals),
		cmocka_unit_test(blurred_cards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
