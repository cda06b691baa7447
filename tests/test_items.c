/* Which words of a page are numbers: beside rings, and in such. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cairo.h>
#include <cmocka.h>

#include "file.h"
#include "items.h"
#include "page.h"
#include "written_number.h"

enum { NO = -1, LEFT = 80, MIDDLE = 120, NUMBERS_MOST = 6 };

static cairo_t *begin(struct image *image, double font)
{
	cairo_t *cr = picture_begin(image, 480, 240);

	cairo_set_source_rgb(cr, 0.96, 0.96, 0.94);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.15);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, font);
	return cr;
}

/* The items of a picture, which is freed, but for what is known. */
static void find_in(struct image *image, const struct sighting_list *known,
		    struct item_list *items)
{
	struct glyphs *glyphs = glyphs_new(NULL);
	struct page page;

	assert_int_equal(page_find(&page, image, 1, NULL), 0);
	assert_int_equal(item_list_find_numbers(items, &page, glyphs, known),
			 0);
	page_fini(&page);
	image_fini(image);
	glyphs_free(glyphs);
}

/* ... that show a number. */
static void find_numbers_in(struct image *image,
			    const struct sighting_list *known,
			    struct item_list *items)
{
	size_t kept = 0;

	find_in(image, known, items);
	for (size_t i = 0; i < items->count; i++)
		if (items->items[i].value >= 0)
			items->items[kept++] = items->items[i];
	items->count = kept;
}

/* ... of what was drawn. */
static void find_all(cairo_t *cr, struct image *image,
		     const struct sighting_list *known, struct item_list *items)
{
	cairo_destroy(cr);
	find_in(image, known, items);
}

static void find_others(cairo_t *cr, struct image *image,
			const struct sighting_list *known,
			struct item_list *items)
{
	cairo_destroy(cr);
	find_numbers_in(image, known, items);
}

static void find(cairo_t *cr, struct image *image, struct item_list *items)
{
	const struct sighting_list none = { 0 };

	find_others(cr, image, &none, items);
}

/* Are the numbers, `pitch` apart, all that was found; each by itself? */
static void check(struct item_list *items, const int *numbers, int count,
		  double pitch)
{
	size_t shown = 0;

	for (int i = 0; i < count; i++) {
		bool found = numbers[i] == NO;

		shown += !found;
		for (size_t k = 0; k < items->count && !found; k++)
			found = items->items[k].value == numbers[i] &&
				fabs(items->items[k].px_middle.x - LEFT -
				     i * pitch) < 3;
		if (!found)
			fail_msg("%d at %d", numbers[i], i);
	}
	assert_int_equal(items->count, shown);
	item_list_fini(items);
}

static void draw_ring(cairo_t *cr, double x, double radius)
{
	cairo_new_path(cr);
	cairo_arc(cr, x, MIDDLE, radius, 0, 6.2832);
	cairo_stroke(cr);
}

/* Rings next to each other, single or double, which their numbers fill, are no
 * number of four digits and no sentence: whatever cairo makes of them here; as
 * cairo 1.16 drew them each number is read, too. */
static void rings_in_a_row(void **state)
{
	static const int numbers[] = { 15, 18, 14, 17 };
	static const struct {
		double pitch, outer, inner, font;
		const char *stored;
	} cases[] = {
		{ 34, 14, 14, 17, SOURCE_DIR "/tests/rings/single-34.png" },
		{ 36, 14, 14, 18, SOURCE_DIR "/tests/rings/single-36.png" },
		{ 44, 20, 15, 14, SOURCE_DIR "/tests/rings/double-44.png" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct sighting_list none = { 0 };
		struct item_list items = { 0 };
		struct image image;
		cairo_t *cr = begin(&image, cases[i].font);

		cairo_set_line_width(cr, 1.5);
		for (int k = 0; k < 4; k++) {
			double x = LEFT + k * cases[i].pitch;

			draw_ring(cr, x, cases[i].outer);
			draw_ring(cr, x, cases[i].inner);
			write_number(cr, x, MIDDLE, numbers[k]);
		}
		find(cr, &image, &items);
		assert_in_range(items.count, 3, 4);
		for (size_t k = 0; k < items.count; k++)
			assert_in_range(items.items[k].value, 0, 99);
		item_list_fini(&items);
		assert_int_equal(file_load_image(cases[i].stored, &image, NULL),
				 0);
		items = (struct item_list){ 0 };
		find_numbers_in(&image, &none, &items);
		check(&items, numbers, 4, cases[i].pitch);
	}
}

/* Digits on both sides of a ring of dots make no number with it. */
static void beside_rings(void **state)
{
	static const int numbers[] = { 7, 6, 4, NO, 3, 9 };
	enum { PITCH = 42 };
	const double dots[] = { 1.5, 1.5 };
	struct item_list items = { 0 };
	struct image image;
	cairo_t *cr = begin(&image, 26);

	(void)state;
	cairo_set_line_width(cr, 1.5);
	cairo_set_dash(cr, dots, 2, 0);
	for (int i = 0; i < 6; i++) {
		if (numbers[i] == NO) {
			draw_ring(cr, LEFT + i * PITCH, 18);
			continue;
		}
		write_number(cr, LEFT + i * PITCH, MIDDLE, numbers[i]);
	}
	find(cr, &image, &items);
	check(&items, numbers, 6, PITCH);
}

/* Dashes of a box are no 1s; a 1 among other digits is. */
static void dashes(void **state)
{
	static const int numbers[] = { 8, 1, NO, NO, NO };
	enum { PITCH = 72 };
	const double pattern[] = { 10, 6 };
	struct item_list items = { 0 };
	struct image image;
	cairo_t *cr = begin(&image, 32);

	(void)state;
	for (int i = 0; i < 2; i++)
		write_number(cr, LEFT + i * PITCH, MIDDLE, numbers[i]);
	cairo_set_line_width(cr, 2.5);
	cairo_set_dash(cr, pattern, 2, 0);
	cairo_rectangle(cr, LEFT + 4 * PITCH - 30, MIDDLE - 30, 60, 60);
	cairo_stroke(cr);
	find(cr, &image, &items);
	check(&items, numbers, 5, PITCH);
}

/* The clues of a puzzle that was surely read are no others'. */
static void known_clues(void **state)
{
	static const int numbers[] = { 8, 17, 23, 4 };
	static const int others[] = { 8, NO, 23, 4 };
	enum { PITCH = 72 };
	struct reading clue = { .px_box = { LEFT + PITCH - 24, MIDDLE - 16, 48,
					    32 } };
	struct sighting puzzle = {
		.px_corners = quad_from_box(LEFT, MIDDLE + 60, 40, 40),
		.confidence = 1,
		.readings = &clue,
		.reading_count = 1,
	};
	const struct sighting_list known = { .sightings = &puzzle, .count = 1 };
	struct item_list items = { 0 };
	struct image image;
	cairo_t *cr = begin(&image, 32);

	(void)state;
	for (int i = 0; i < 4; i++)
		write_number(cr, LEFT + i * PITCH, MIDDLE, numbers[i]);
	find_others(cr, &image, &known, &items);
	check(&items, others, 4, PITCH);
}

/* The holes of a bold digit are no empty boxes: the digit is all there is, and
 * in its middle. */
static void bold_digits(void **state)
{
	static const int digits[] = { 8, 6, 9, 4 };
	const struct sighting_list none = { 0 };

	(void)state;
	for (int i = 0; i < 4; i++)
		for (double font = 56; font < 96; font += 4) {
			struct item_list items = { 0 };
			struct image image;
			cairo_t *cr = begin(&image, font);

			cairo_select_font_face(cr, "DejaVu Serif",
					       CAIRO_FONT_SLANT_NORMAL,
					       CAIRO_FONT_WEIGHT_BOLD);
			cairo_set_font_size(cr, font);
			write_number(cr, LEFT, MIDDLE, digits[i]);
			find_all(cr, &image, &none, &items);
			if (items.count != 1 ||
			    items.items[0].value != digits[i] ||
			    fabs(items.items[0].px_middle.x - LEFT) > 3 ||
			    fabs(items.items[0].px_middle.y - MIDDLE) > 3)
				fail_msg("%d, %g high", digits[i], font);
			item_list_fini(&items);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_in_a_row),
		cmocka_unit_test(beside_rings),
		cmocka_unit_test(dashes),
		cmocka_unit_test(known_clues),
		cmocka_unit_test(bold_digits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
