/* The digits given in a Sujiko's cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cairo.h>
#include <cmocka.h>

#include "image.h"
#include "pipeline.h"
#include "vision.h"
#include "written_number.h"

enum { PX_CELL = 104, PX_LEFT = 90, PX_TOP = 70, PX_SIDE = 500 };
enum { PX_KEY = 50, PX_KEYS_TOP = 410 };

static const int circles[SUKO_CIRCLES] = { 20, 20, 25, 19 };

static void level(cairo_t *cr, double level)
{
	cairo_set_source_rgb(cr, level, level, level);
}

/* Keys to enter digits with, on the cells' ground. */
static void draw_keys(cairo_t *cr)
{
	for (int i = 0; i < 9; i++) {
		double x = 25 + PX_KEY * i;

		cairo_rectangle(cr, x + 4, PX_KEYS_TOP, PX_KEY - 8, PX_KEY - 8);
		level(cr, 0.25);
		cairo_fill_preserve(cr);
		level(cr, 0.7);
		cairo_set_line_width(cr, 2);
		cairo_stroke(cr);
		level(cr, 1);
		cairo_set_font_size(cr, 22);
		write_number(cr, x + PX_KEY / 2.0,
			     PX_KEYS_TOP + PX_KEY / 2.0 - 4, i + 1);
	}
}

/* `tinted`: the cells whose digits are given; beside keys. `px`: of the font
 * of givens. */
static struct image draw_in(const int givens[SUKO_CELLS], bool tinted,
			    double px)
{
	struct image image;
	cairo_t *cr = picture_begin(&image, PX_SIDE, PX_SIDE);

	level(cr, 0.05);
	cairo_paint(cr);
	cairo_select_font_face(cr, "DejaVu Sans Mono", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_line_width(cr, 4);
	for (int i = 0; i < SUKO_CELLS; i++) {
		double x = PX_LEFT + PX_CELL * (i % 3);
		double y = PX_TOP + PX_CELL * (i / 3);

		cairo_rectangle(cr, x, y, PX_CELL, PX_CELL);
		level(cr, 0.25);
		if (tinted && givens[i])
			cairo_set_source_rgb(cr, 0.45, 0.33, 0.1);
		cairo_fill_preserve(cr);
		level(cr, 0.7);
		cairo_stroke(cr);
		/* as a program marks the cell that is chosen */
		cairo_rectangle(cr, x + 12, y + 12, PX_CELL - 24, PX_CELL - 24);
		if (i == 4)
			cairo_stroke(cr);
		cairo_new_path(cr);
		level(cr, 1);
		cairo_set_font_size(cr, px);
		if (givens[i])
			write_number(cr, x + PX_CELL / 2.0, y + PX_CELL / 2.0,
				     givens[i]);
	}
	for (int i = 0; i < SUKO_CIRCLES; i++) {
		double x = PX_LEFT + PX_CELL * (i % 2 + 1);
		double y = PX_TOP + PX_CELL * (i / 2 + 1);

		cairo_new_path(cr);
		cairo_arc(cr, x, y, 21, 0, 6.2832);
		level(cr, 0.15);
		cairo_fill_preserve(cr);
		level(cr, 0.7);
		cairo_stroke(cr);
		level(cr, 1);
		cairo_set_font_size(cr, 20);
		write_number(cr, x, y, circles[i]);
	}
	if (tinted)
		draw_keys(cr);
	cairo_destroy(cr);
	return image;
}

static struct image draw(const int givens[SUKO_CELLS], bool tinted)
{
	return draw_in(givens, tinted, 56);
}

/* The ink of a bold digit is no cell that stands apart within its own. */
static void bold_are_no_cells(void **state)
{
	struct vision *vision = vision_new(NULL);

	(void)state;
	for (int px = 60; px <= 95; px += 5)
		for (int digit = 6; digit <= 9; digit += 3) {
			const int givens[SUKO_CELLS] = { 7, 0,     0, 0, 1,
							 5, digit, 0, 2 };
			struct image image = draw_in(givens, false, px);
			struct sighting_list list = { 0 };

			assert_int_equal(vision_read(vision, &image,
						     1u << FAMILY_suko, &list,
						     NULL),
					 0);
			assert_int_equal(list.count, 1);
			assert_int_equal(
				list.sightings[0].puzzle.as.suko.givens[6],
				digit);
			sighting_list_fini(&list);
			image_fini(&image);
		}
	vision_free(vision);
}

/* Whichever two digits are given in whichever cells: none is dropped as one of
 * another height because its cell, within a frame of its own, is measured in
 * pixels. */
static void none_is_dropped(void **state)
{
	struct vision *vision = vision_new(NULL);

	(void)state;
	for (int digit = 1; digit <= 9; digit++)
		for (int cell = 0; cell < SUKO_CELLS; cell++) {
			int givens[SUKO_CELLS] = { 0 };
			struct sighting_list list = { 0 };
			const struct suko *suko;
			struct image image;

			givens[4] = digit;
			givens[cell] = 1 + digit % 9;
			image = draw(givens, false);
			assert_int_equal(vision_read(vision, &image,
						     1u << FAMILY_suko, &list,
						     NULL),
					 0);
			assert_int_equal(list.count, 1);
			suko = &list.sightings[0].puzzle.as.suko;
			for (int i = 0; i < SUKO_CELLS; i++)
				if (suko->givens[i] != givens[i])
					fail_msg("%d in the middle: %d is %d",
						 givens[4], givens[i],
						 suko->givens[i]);
			sighting_list_fini(&list);
			image_fini(&image);
		}
	vision_free(vision);
}

/* With none, and no areas: several answers are no longer believed. */
static void bare_has_one_answer(void **state)
{
	static const int none[SUKO_CELLS], one[SUKO_CELLS] = { [4] = 7 };
	struct vision *vision = vision_new(NULL);

	(void)state;
	for (int given = 0; given < 2; given++) {
		struct image image = draw(given ? one : none, false);
		struct sighting_list list = { 0 };
		double sure;

		assert_int_equal(vision_read(vision, &image, 1u << FAMILY_suko,
					     &list, NULL),
				 0);
		assert_int_equal(list.count, 1);
		sure = list.sightings[0].confidence;
		assert_int_equal(sure >= PIPELINE_WHOLE_SURE, given);
		assert_true(sure >= PIPELINE_CONFIDENCE_MIN);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	vision_free(vision);
}

/* A tint that only the cells with given digits have makes no areas. */
static void tinted_are_no_area(void **state)
{
	static const int givens[][SUKO_CELLS] = {
		{ 6, 4, 0, 7, 0, 0, 0, 0, 1 },
		{ 0, 0, 0, 0, 0, 0, 0, 6, 1 },
		{ 0, 0, 0, 0, 3, 0, 0, 0, 0 },
	};
	struct vision *vision = vision_new(NULL);

	(void)state;
	for (size_t k = 0; k < sizeof givens / sizeof *givens; k++) {
		struct image image = draw(givens[k], true);
		struct sighting_list list = { 0 };
		const struct suko *suko;

		assert_int_equal(vision_read(vision, &image, 1u << FAMILY_suko,
					     &list, NULL),
				 0);
		assert_int_equal(list.count, 1);
		suko = &list.sightings[0].puzzle.as.suko;
		assert_memory_equal(suko->givens, givens[k], sizeof *givens);
		assert_int_equal(suko->area_count, 0);
		assert_true(list.sightings[0].confidence >=
			    PIPELINE_CONFIDENCE_MIN);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none_is_dropped),
		cmocka_unit_test(bold_are_no_cells),
		cmocka_unit_test(bare_has_one_answer),
		cmocka_unit_test(tinted_are_no_area),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
