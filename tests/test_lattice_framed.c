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
#include "lattice_striped.h"
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

/* Rules above, below and between rows, on cells of two tints. */
struct stripes {
	int columns, rows;
	double lean;   /* pixels down, from left to right */
	double narrow; /* of the last row, pixels at both ends */
	double longer; /* the second rule, pixels */
	double nearer; /* it is up by so many pixels */
	bool light, gap;
	int columns_found; /* 0: none */
};

/* How far down a rule is at its left end. */
static double rule_at(const struct stripes *stripes, int i)
{
	return TOP + i * UNIT - (i == 1 ? stripes->nearer : 0);
}

static void draw_stripes(struct image *image, const struct stripes *stripes)
{
	cairo_t *cr = picture_begin(image, WIDTH, HEIGHT);
	double light = stripes->light ? 0.2 : 0.9;

	cairo_set_source_rgb(cr, light, light, light);
	cairo_paint(cr);
	for (int i = 0; i < stripes->columns * stripes->rows; i++) {
		double x = LEFT + i % stripes->columns * UNIT;

		cairo_rectangle(cr, x, TOP + i / stripes->columns * UNIT, UNIT,
				UNIT);
		cairo_set_source_rgb(cr, light + 0.05, light + 0.05,
				     light + 0.05);
		if (i % 3 == 0 && stripes->lean == 0 && stripes->narrow == 0)
			cairo_fill(cr);
		cairo_new_path(cr);
	}
	cairo_set_source_rgb(cr, 0.9 - light, 0.9 - light, 0.95 - light);
	for (int i = 0; i <= stripes->rows; i++) {
		double in = stripes->narrow * i / stripes->rows;
		double y = rule_at(stripes, i);
		double right = LEFT + stripes->columns * UNIT - in +
			       (i == 1 ? stripes->longer : 0);

		cairo_set_line_width(cr, i % stripes->rows ? 2 : 4);
		cairo_move_to(cr, LEFT + in, y);
		cairo_line_to(cr, right, y + stripes->lean);
		cairo_stroke(cr);
	}
	/* what lies over a rule hides some of it */
	cairo_rectangle(cr, LEFT + 60, TOP + UNIT - 8, 26, 16);
	cairo_set_source_rgb(cr, light, light, light);
	if (stripes->gap)
		cairo_fill(cr);
	cairo_destroy(cr);
}

/* Cells between rules: their rows are told by these, their columns by the
 * numbers in them. */
static void stripes(void **state)
{
	static const struct stripes cases[] = {
		{ .columns = 5, .rows = 3, .columns_found = 5 },
		{ .columns = 5, .rows = 4, .light = true, .columns_found = 5 },
		{ .columns = 4, .rows = 2, .gap = true, .columns_found = 4 },
		{ .columns = 5, .rows = 4, .lean = 20, .columns_found = 5 },
		{ .columns = 5, .rows = 4, .narrow = 12, .columns_found = 5 },
		/* fewer rules, of other lengths, at other distances */
		{ .columns = 5, .rows = 1 },
		{ .columns = 5, .rows = 2, .longer = 40 },
		{ .columns = 5, .rows = 2, .nearer = 12 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct stripes *one = &cases[i];
		struct item items[64];
		struct item_list list = { .items = items, .capacity = 64 };
		struct lattice_list lattices = { 0 }, again = { 0 };
		struct elements elements;
		struct image image;
		bool found = false;

		draw_stripes(&image, one);
		list.count = place_items(items, one->columns, one->rows, 0, 0);
		for (size_t k = 0; k < list.count; k++)
			items[k].px_middle.y += one->lean *
						(items[k].px_middle.x - LEFT) /
						(one->columns * UNIT);
		assert_int_equal(elements_find(&elements, &image, 1, NULL), 0);
		assert_int_equal(lattice_find_striped(&elements, &list, &again,
						      &lattices),
				 0);
		for (size_t k = 0; k < lattices.count; k++) {
			const struct lattice *l = &lattices.lattices[k];
			struct quad corners = lattice_px_corners(l);
			const struct point *at = corners.corner;

			found = found || (l->columns == one->columns_found &&
					  l->rows == one->rows &&
					  fabs(at[0].x - LEFT) < 5 &&
					  fabs(at[0].y - TOP) < 2 &&
					  fabs(at[2].x + one->narrow - LEFT -
					       one->columns * UNIT) < 5 &&
					  fabs(at[2].y - one->lean - TOP -
					       one->rows * UNIT) < 2);
		}
		if (found != (one->columns_found > 0))
			fail_msg("case %zu: %zu lattices", i, lattices.count);
		/* what is known is not found again */
		assert_int_equal(lattice_find_striped(&elements, &list,
						      &lattices, &again),
				 0);
		assert_int_equal(again.count, 0);
		lattice_list_fini(&lattices);
		lattice_list_fini(&again);
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
		cmocka_unit_test(stripes),
		cmocka_unit_test(small_numbers),
		cmocka_unit_test(word_search),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
