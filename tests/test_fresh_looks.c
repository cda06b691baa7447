/* Looks of other programs and pages that were not read, each drawn plainly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cairo.h>
#include <cmocka.h>

#include "picture.h"
#include "seen.h"

/* Below this a puzzle is shown as doubtful. */
#define DOUBTFUL 0.9

static void grey(cairo_t *cr, double level)
{
	cairo_set_source_rgb(cr, level, level, level);
}

/* A picture of paper, with a pen for ink; image_fini after cairo_destroy. */
static cairo_t *begin(struct image *image, int width, int height)
{
	cairo_t *cr = picture_begin(image, width, height);

	grey(cr, 1);
	cairo_paint(cr);
	grey(cr, 0.1);
	cairo_set_line_width(cr, 2);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	return cr;
}

/* Writes around a point. */
static void write(cairo_t *cr, double x, double y, const char *text)
{
	cairo_text_extents_t e;

	cairo_text_extents(cr, text, &e);
	cairo_move_to(cr, x - e.x_bearing - e.width / 2,
		      y - e.y_bearing - e.height / 2);
	cairo_show_text(cr, text);
	cairo_new_path(cr);
}

/* A block of which the front is as high as nothing before it hides of it. */
static void draw_cube(cairo_t *cr, double x, double y, double wide, double high,
		      double deep)
{
	cairo_move_to(cr, x, y);
	cairo_rel_line_to(cr, deep, -deep);
	cairo_rel_line_to(cr, wide, 0);
	cairo_rel_line_to(cr, 0, high);
	cairo_rel_line_to(cr, -deep, deep);
	cairo_rel_line_to(cr, -wide, 0);
	cairo_close_path(cr);
	grey(cr, 0.75);
	cairo_fill_preserve(cr);
	grey(cr, 0.1);
	cairo_stroke(cr);
	cairo_rectangle(cr, x, y, wide, high);
	grey(cr, 0.97);
	cairo_fill_preserve(cr);
	grey(cr, 0.1);
	cairo_stroke(cr);
	cairo_move_to(cr, x + wide, y);
	cairo_rel_line_to(cr, deep, -deep);
	cairo_stroke(cr);
}

/* The tops of cubes hide the lower part of those behind them, so that the
 * last row, the only one that shows all of its fronts, is not like the others:
 * what stands above it is no pyramid of its own. */
static void cubes(void **state)
{
	static const char *const rows[4][4] = {
		{ "" }, { "", "" }, { "49", "", "20" }, { "", "48", "", "" }
	};
	struct sighting_list list;
	struct image image;
	cairo_t *cr = begin(&image, 400, 240);

	(void)state;
	cairo_set_font_size(cr, 20);
	for (int y = 0; y < 4; y++)
		for (int x = 0; x <= y; x++) {
			double px = 160 + 66 * (x - y / 2.0);

			draw_cube(cr, px, 50 + 40 * y, 66, 40, 14);
			write(cr, px + 33, 50 + 40 * y + 13, rows[y][x]);
		}
	cairo_destroy(cr);
	list = seen_in(&image, FAMILY_pyramid);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].puzzle.as.pyramid.height == 4 ||
			    list.sightings[i].confidence < DOUBTFUL);
	sighting_list_fini(&list);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cubes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
