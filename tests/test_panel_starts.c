/* Starts: discs that are told from corners of lines by what is usual. */
#include <cairo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>

#include "degrade.h"
#include "image.h"
#include "panel_plain.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "vision.h"

enum { SIDE = 420, LEFT = 90 };

/* Draws a panel of thin lines with so many pixels a cell, blurs it by so many,
 * reads it, and compares. */
static void check(const char *text, double pitch, double soft)
{
	struct pen pen = { .cell_to_px = { { pitch, 0, LEFT, 0, pitch, LEFT, 0,
					     0, 1 } } };
	struct panel_theme theme = plain;
	struct vision *vision = vision_new(NULL);
	json_t *json = json_loads(text, 0, NULL);
	struct sighting_list list = { 0 };
	struct puzzle puzzle;
	struct image image;
	struct buffer why;

	assert_non_null(vision);
	assert_non_null(json);
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	theme.line_width = 0.2;
	theme.round = false;
	pen.cr = wall(&image, SIDE);
	panel_paint(&pen, &puzzle.as.panel, &theme);
	cairo_destroy(pen.cr);
	assert_int_equal(degrade_blur(&image, soft, NULL), 0);
	assert_int_equal(
		vision_read(vision, &image, 1u << FAMILY_panel, &list, NULL),
		0);
	assert_int_equal(list.count, 1);
	buffer_init(&why);
	if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle, &why))
		fail_msg("%g, %g: %s", pitch, soft, buffer_text(&why));
	buffer_fini(&why);
	assert_true(list.sightings[0].confidence > 0.9);
	sighting_list_fini(&list);
	image_fini(&image);
	puzzle_fini(&puzzle);
	json_decref(json);
	vision_free(vision);
}

/* Blur fills in corners between lines: where most have lines on three sides
 * only, that of all four is compared with these corners. */
static void test_few_crosses(void **state)
{
	(void)state;
	for (double soft = 0.8; soft < 2; soft += 0.4)
		check("{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
		      "\"starts\":[[0,4]],"
		      "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}]}",
		      50, soft);
}

/* Corners under dots are not seen, and say nothing of the others. */
static void test_corners_under_dots(void **state)
{
	(void)state;
	for (double soft = 0.8; soft < 2; soft += 0.4)
		check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,6]],"
		      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
		      "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
		      "{\"at\":[4,2],\"colour\":\"black\"},"
		      "{\"at\":[2,4],\"colour\":\"black\"}]}",
		      50, soft);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_few_crosses),
		cmocka_unit_test(test_corners_under_dots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
