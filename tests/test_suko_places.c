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

static bool is_there(const struct field *places, int count, double x, double y,
		     double width, double height)
{
	for (int i = 0; i < count; i++)
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
	struct suko_areas totals_known = {
		.shown = { field_at(150, 300, 60, 30),
			   field_at(250, 302, 60, 30) },
		.shown_count = 2,
	};
	const struct homography far_away = { { 9, 0, 900, 0, 9, 900, 0, 0,
					       1 } };
	const struct tint tints[SUKO_CELLS] = { { 0 } };
	const struct suko_board board = { &far_away, tints, &totals_known };
	struct vision *vision = vision_new(NULL);
	struct sighting_list known = { 0 };
	struct field *places;
	struct image image;
	struct page page;
	cairo_t *cr = picture_begin(&image, 400, 400);
	int count;

	(void)state;
	cairo_set_source_rgb(cr, 0.97, 0.97, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 20 / 0.72);
	write_number(cr, 200, 100, 17);
	write_number(cr, 320, 200, 57);
	cairo_destroy(cr);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	count = suko_places_find(vision, &page, &known, &board, fields, 3,
				 &places);
	for (int i = 0; i < 3; i++) /* as they are, at first */
		assert_memory_equal(&places[i], &fields[i], sizeof *places);
	assert_true(is_there(places, count, 46, 30.5, 52, 24));
	assert_false(is_there(places, count, 30, 115, 20, 194));
	assert_true(is_there(places, count, 200, 100, 45, 35));
	assert_true(is_there(places, count, 200, 100, 63, 53));
	assert_false(is_there(places, count, 320, 200, 45, 35));
	assert_true(is_there(places, count, 163, 100, 15, 15));
	assert_true(is_there(places, count, 50, 298, 60, 30));
	assert_true(is_there(places, count, 200, 301, 60, 30));
	assert_true(is_there(places, count, 350, 304, 60, 30));
	free(places);
	page_fini(&page);
	vision_free(vision);
	image_fini(&image);
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
	struct suko_areas unknown = { 0 };
	const struct homography far_away = { { 50, 0, 900, 0, 50, 900, 0, 0,
					       1 } };
	const struct tint tints[SUKO_CELLS] = { { 0 } };
	const struct suko_board board = { &far_away, tints, &unknown };
	struct vision *vision = vision_new(NULL);
	struct sighting_list known = { 0 };
	struct field *places;
	struct image image;
	struct page page;
	cairo_t *cr = picture_begin(&image, 400, 400);
	int count;

	(void)state;
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.4, 0.8, 0.5);
	cairo_rectangle(cr, 89, 189, 22, 22);
	cairo_fill(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_rectangle(cr, 180, 180, 40, 40);
	cairo_stroke(cr);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_font_size(cr, 11);
	write_number(cr, 100, 200, 22);
	cairo_destroy(cr);
	blur(&image);
	blur(&image);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	count = suko_places_find(vision, &page, &known, &board, NULL, 0,
				 &places);
	assert_true(is_there(places, count, 100, 200, 22, 22));
	assert_false(is_there(places, count, 200, 200, 42, 42));
	free(places);
	page_fini(&page);
	vision_free(vision);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_of_totals),
		cmocka_unit_test(blurred_cards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
