/* A shadow that lies over a frame of sigils is no piece laid there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "picture.h"
#include "puzzle_file.h"
#include "read_sigils.h"
#include "vision.h"

enum { PX_WIDTH = 1160, PX_HEIGHT = 600, PX_SQUARE = 70, PX_TRAY = 31 };
enum { COLUMNS = 8, ROWS = 6, PIECES = COLUMNS * ROWS / 4 };

static void draw_frame(cairo_t *cr)
{
	for (int i = 0; i <= ROWS; i++) {
		cairo_move_to(cr, 60, 90 + PX_SQUARE * i);
		cairo_rel_line_to(cr, PX_SQUARE * COLUMNS, 0);
	}
	for (int i = 0; i <= COLUMNS; i++) {
		cairo_move_to(cr, 60 + PX_SQUARE * i, 90);
		cairo_rel_line_to(cr, 0, PX_SQUARE * ROWS);
	}
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.15);
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
}

static void draw_tray(cairo_t *cr, const struct sigils *sigils)
{
	for (int i = 0; i < sigils->piece_count; i++) {
		struct sigils_shape shape;

		sigils_shape(sigils->pieces[i], 0, &shape);
		cairo_set_source_rgb(cr, 0.2, 0.3 + 0.08 * sigils->pieces[i],
				     0.8 - 0.1 * sigils->pieces[i]);
		for (int k = 0; k < 4; k++)
			cairo_rectangle(
				cr, 690 + 150 * (i % 3) + PX_TRAY * shape.x[k],
				60 + 130 * (i / 3) + PX_TRAY * shape.y[k],
				PX_TRAY - 1, PX_TRAY - 1);
		cairo_fill(cr);
	}
}

/* From the lower right corner so far that it covers `squares` and fades out
 * over somewhat more than another. */
static void draw_shadow(cairo_t *cr, double squares)
{
	const double right = 60 + PX_SQUARE * COLUMNS;
	const double below = 90 + PX_SQUARE * ROWS;
	const double far = PX_SQUARE * (squares + 1.2);
	const double near = PX_SQUARE * squares;
	cairo_pattern_t *shadow = cairo_pattern_create_linear(
		right - far * 0.3, below - far * 0.95, right - near * 0.3,
		below - near * 0.95);

	cairo_pattern_add_color_stop_rgba(shadow, 0, 0, 0, 0, 0);
	cairo_pattern_add_color_stop_rgba(shadow, 1, 0, 0, 0, 0.42);
	cairo_set_source(cr, shadow);
	cairo_paint(cr);
	cairo_pattern_destroy(shadow);
}

static void test_shadows(void **state)
{
	static const double squares[] = { 0.2, 1, 1.4, 2.6, 3, 3.4 };
	struct problem problem = { 0 };
	struct puzzle puzzle = { .family = FAMILY_sigils };

	(void)state;
	if (puzzle_family(FAMILY_sigils)
		    ->from_text("8x6 IOZSOIJZIZOJ", &puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) {
		struct sighting_list list;
		struct image image;
		cairo_t *cr = picture_begin(&image, PX_WIDTH, PX_HEIGHT);

		cairo_set_source_rgb(cr, 0.9, 0.88, 0.78);
		cairo_paint(cr);
		draw_frame(cr);
		draw_tray(cr, &puzzle.as.sigils);
		draw_shadow(cr, squares[i]);
		cairo_destroy(cr);
		read_sigils_in(&image, &list);
		assert_int_equal(list.count, 1);
		assert_true(
			puzzle_equal(&puzzle, &list.sightings[0].puzzle, NULL));
		assert_true(list.sightings[0].confidence >= SURE);
		sighting_list_fini(&list);
		image_fini(&image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shadows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
