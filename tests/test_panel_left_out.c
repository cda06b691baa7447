/* Panels that are nothing to solve are left out, and said to be; a line that
 * was only begun does not make one so. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "image.h"
#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "vision.h"

enum { SIZE = 420, LEFT = 90, PITCH = 60 };

static const char text[] =
	"{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"starts\":[[0,8]],"
	"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
	"\"gaps\":[[3,2],[5,4]],"
	"\"cells\":[{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"white\"}]}";

/* Vertices, doubled. */
static const int answer[][2] = { { 0, 8 }, { 0, 4 }, { 4, 4 },
				 { 4, 6 }, { 8, 6 }, { 8, 0 } };

struct board {
	struct image image;
	struct pen pen;
};

static struct board open_board(void)
{
	struct board board = { .pen.cell_to_px = { { PITCH, 0, LEFT, 0, PITCH,
						     LEFT, 0, 0, 1 } } };
	json_t *json = json_loads(text, 0, NULL);
	struct puzzle puzzle;

	assert_non_null(json);
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	json_decref(json);
	board.pen.cr = wall(&board.image, SIZE);
	panel_paint(&board.pen, &puzzle.as.panel, &plain);
	puzzle_fini(&puzzle);
	return board;
}

/* The line's first `count` vertices, from its disc; and the stub. */
static void draw_line(struct board *board, int count, bool stub)
{
	struct point start = { answer[0][0] / 2.0, answer[0][1] / 2.0 };
	struct point end = { 4, -plain.stub };

	pen_disc(&board->pen, start, plain.start_radius);
	for (int i = 1; i < count; i++)
		pen_line(&board->pen,
			 (struct point){ answer[i - 1][0] / 2.0,
					 answer[i - 1][1] / 2.0 },
			 (struct point){ answer[i][0] / 2.0,
					 answer[i][1] / 2.0 },
			 plain.line_width, true);
	if (stub)
		pen_line(&board->pen, (struct point){ 4, 0 }, end,
			 plain.line_width, true);
	pen_fill(&board->pen, 0xf4f0ec);
}

static struct sighting_list read_board(struct board *board)
{
	struct sighting_list list = { 0 };
	struct vision *vision = vision_new(NULL);

	assert_non_null(vision);
	assert_int_equal(vision_read(vision, &board->image, 1u << FAMILY_panel,
				     &list, NULL),
			 0);
	vision_free(vision);
	cairo_destroy(board->pen.cr);
	image_fini(&board->image);
	return list;
}

static void test_solved(void **state)
{
	struct board board = open_board();
	struct sighting_list list;

	(void)state;
	draw_line(&board, 6, true);
	list = read_board(&board);
	assert_int_equal(list.count, 0);
	assert_int_equal(list.left_out_count, 1);
	assert_string_equal(list.left_out[0].what,
			    "a panel that is already solved");
	for (int i = 0; i < 4; i++) {
		const struct point *at = &list.left_out[0].px_corners.corner[i];

		assert_true(hypot(at->x - (LEFT + (i % 3 ? 4 * PITCH : 0)),
				  at->y - (LEFT + (i / 2 ? 4 * PITCH : 0))) <
			    3);
	}
	sighting_list_fini(&list);
}

/* Nothing was drawn, or a line that does not reach the end. */
static void test_not_solved(void **state)
{
	(void)state;
	for (int count = 0; count < 6; count++) {
		struct board board = open_board();
		struct sighting_list list;

		if (count > 1)
			draw_line(&board, count, false);
		list = read_board(&board);
		assert_int_equal(list.left_out_count, 0);
		if (!count) {
			assert_int_equal(list.count, 1);
			assert_true(list.sightings[0].confidence > 0.9);
		}
		sighting_list_fini(&list);
	}
}

/* A line without a disc, or of two colours, is none that solves. */
static void test_other_lines(void **state)
{
	struct board board = open_board();
	struct sighting_list list;
	struct point start = { 0, 4 };

	(void)state;
	draw_line(&board, 6, true);
	pen_disc(&board.pen, start, plain.start_radius);
	pen_fill(&board.pen, plain.line);
	list = read_board(&board);
	assert_int_equal(list.left_out_count, 0);
	sighting_list_fini(&list);
	board = open_board();
	draw_line(&board, 6, true);
	pen_line(&board.pen, (struct point){ 2, 3 }, (struct point){ 4, 3 },
		 plain.line_width, true);
	pen_fill(&board.pen, 0xd02020);
	list = read_board(&board);
	assert_int_equal(list.left_out_count, 0);
	sighting_list_fini(&list);
}

/* What lies beside a panel and over its left line is no line. */
static void test_dark_beside(void **state)
{
	struct board board = open_board();
	struct sighting_list list;

	(void)state;
	pen_box(&board.pen, -1.4, -0.6, 1.65, 6);
	pen_fill(&board.pen, 0xf4f0ec);
	list = read_board(&board);
	assert_int_equal(list.left_out_count, 0);
	sighting_list_fini(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_solved),
		cmocka_unit_test(test_not_solved),
		cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_dark_beside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
