/* Frames around numbers that no lines part, and small numbers side by side. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "elements.h"
#include "glyphs.h"
#include "image.h"
#include "items.h"
#include "lattice_framed.h"
#include "page.h"
#include "vision_parts.h"
#include "written_number.h"

enum { WIDTH = 420, HEIGHT = 360, LEFT = 60, TOP = 40, UNIT = 60 };

/* A frame around so many cells, leaning by `lean` pixels a row. */
static void draw_frame(struct image *image, int columns, int rows, double lean,
		       bool corner)
{
	cairo_t *cr = picture_begin(image, WIDTH, HEIGHT);

	cairo_set_source_rgb(cr, 0.9, 0.9, 0.85);
	cairo_paint(cr);
	cairo_move_to(cr, LEFT, TOP);
	cairo_line_to(cr, LEFT + columns * UNIT, TOP);
	cairo_line_to(cr, LEFT + columns * UNIT + rows * lean,
		      TOP + rows * UNIT);
	cairo_line_to(cr, LEFT + rows * lean, TOP + rows * UNIT);
	cairo_close_path(cr);
	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_fill_preserve(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_set_line_width(cr, 4);
	cairo_stroke(cr);
	if (corner) {
		cairo_arc(cr, LEFT, TOP, 0.9 * UNIT, 0, 7);
		cairo_fill(cr);
	}
	cairo_destroy(cr);
}

/* Items in the middles of the cells, each `astray` cells off, but for some. */
static size_t place_items(struct item *items, int columns, int rows,
			  double lean, double astray)
{
	size_t count = 0;

	for (int i = 0; i < columns * rows; i++) {
		double x = i % columns + 0.5 + astray, y = i / columns + 0.5;

		if (i % 5 != 3)
			items[count++] = (struct item){
				.px_middle = { LEFT + x * UNIT + y * lean,
					       TOP + y * UNIT },
				.value = i + 1,
			};
	}
	return count;
}

static void frames(void **state)
{
	static const struct {
		int columns, rows;
		double lean, astray;
		bool corner, found;
	} cases[] = {
		{ 4, 3, 0, 0, false, true }, { 5, 5, 0, 0.1, false, true },
		{ 4, 4, 8, 0, false, true }, { 2, 5, 0, 0, false, true },
		{ 4, 3, 0, 0, true, true },  { 4, 3, 0, 0.45, false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int columns = cases[i].columns, rows = cases[i].rows;
		struct item items[64];
		struct item_list list = { .items = items, .capacity = 64 };
		struct lattice_list lattices = { 0 };
		struct elements elements;
		struct image image;
		bool found = false;

		draw_frame(&image, columns, rows, cases[i].lean,
			   cases[i].corner);
		list.count = place_items(items, columns, rows, cases[i].lean,
					 cases[i].astray);
		assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
		assert_int_equal(
			lattice_find_framed(&elements, &list, &lattices), 0);
		for (size_t k = 0; k < lattices.count; k++) {
			const struct lattice *one = &lattices.lattices[k];
			struct point px = homography_apply(
				&one->cell_to_px, (struct point){ 1, 1 });

			found = found ||
				(one->columns == columns && one->rows == rows &&
				 fabs(px.x - LEFT - UNIT - cases[i].lean) < 4 &&
				 fabs(px.y - TOP - UNIT) < 4 &&
				 fabs(one->pitch - UNIT) < 4);
		}
		if (found != cases[i].found)
			fail_msg("case %zu: %zu lattices", i, lattices.count);
		lattice_list_fini(&lattices);
		elements_fini(&elements);
		image_fini(&image);
	}
}

/* Small numbers that stand further apart than words do are no sentence, nearer
 * ones are. */
static void small_numbers(void **state)
{
	static const struct {
		double gap; /* in heights of a figure */
		size_t count;
	} cases[] = { { 0.78, 5 }, { 0.45, 0 } };
	struct glyphs *glyphs = glyphs_new(NULL);
	const struct sighting_list none = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct item_list list = { 0 };
		struct image image;
		struct page page;
		cairo_t *cr = picture_begin(&image, WIDTH, HEIGHT);
		double x = 50;

		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_paint(cr);
		cairo_set_source_rgb(cr, 0, 0, 0);
		cairo_select_font_face(cr, "DejaVu Sans",
				       CAIRO_FONT_SLANT_NORMAL,
				       CAIRO_FONT_WEIGHT_NORMAL);
		cairo_set_font_size(cr, 16);
		for (int k = 0; k < 5; k++) {
			cairo_text_extents_t size;
			char text[8];

			snprintf(text, sizeof text, "%d", 23 + k);
			cairo_text_extents(cr, text, &size);
			cairo_move_to(cr, x - size.x_bearing, 100);
			cairo_show_text(cr, text);
			x += size.width + cases[i].gap * size.height;
		}
		cairo_destroy(cr);
		assert_int_equal(page_find(&page, &image, 1, NULL), 0);
		assert_int_equal(
			item_list_find_numbers(&list, &page, glyphs, &none), 0);
		if (list.count != cases[i].count)
			fail_msg("case %zu: %zu numbers", i, list.count);
		item_list_fini(&list);
		page_fini(&page);
		image_fini(&image);
	}
	glyphs_free(glyphs);
}

/* How many numbers are found where such characters stand in rows of ten. */
static size_t numbers_among(struct glyphs *glyphs, const char *characters)
{
	const struct sighting_list none = { 0 };
	struct item_list list = { 0 };
	struct image image;
	struct page page;
	cairo_t *cr = picture_begin(&image, WIDTH, HEIGHT);
	size_t count;

	cairo_set_source_rgb(cr, 1, 1, 1);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0, 0, 0);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, 18);
	for (int i = 0; characters[i]; i++) {
		char text[2] = { characters[i] };

		cairo_move_to(cr, 40 + 30 * (i % 10), 60 + 30 * (i / 10));
		cairo_show_text(cr, text);
	}
	cairo_destroy(cr);
	assert_int_equal(page_find(&page, &image, 1, NULL), 0);
	assert_int_equal(item_list_find_numbers(&list, &page, glyphs, &none),
			 0);
	count = list.count;
	item_list_fini(&list);
	page_fini(&page);
	image_fini(&image);
	return count;
}

/* What looks like a digit among letters is one. */
static void word_search(void **state)
{
	struct glyphs *glyphs = glyphs_new(NULL);

	(void)state;
	assert_int_equal(numbers_among(glyphs, "KWM4FTRNHP"
					       "MRTH8KNWFX"
					       "HN3PYRKEMT"
					       "TKWRF5NHAM"
					       "2MHXTVRK7N"),
			 0);
	assert_int_equal(numbers_among(glyphs, "2K34952738"
					       "8KT2963174"
					       "4WM8527694"),
			 25);
	glyphs_free(glyphs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames),
		cmocka_unit_test(small_numbers),
		cmocka_unit_test(word_search),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
