/* Panels that are nothing to solve are left out, and said to be; a line that
 * was only begun does not make one so. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "degrade.h"
#include "solved_panel.h"

static struct sighting_list read_board(struct board *board)
{
	struct sighting_list list = seen_in(&board->image, FAMILY_panel);

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

/* A line along a way, from a disc of so many cells. */
static void draw_way(struct board *board, const struct point *way, size_t count,
		     double radius)
{
	pen_disc(&board->pen, way[0], radius);
	for (size_t i = 1; i < count; i++)
		pen_line(&board->pen, way[i - 1], way[i], plain.line_width,
			 true);
	pen_fill(&board->pen, 0xf4f0ec);
}

/* A disc that reaches over most of the edge above it, along which the line does
 * not lead. */
static void test_solved_from_a_large_disc(void **state)
{
	static const struct point way[] = { { 0, 4 }, { 4, 4 }, { 4, -0.3 } };
	struct board board = open_board();
	struct sighting_list list;

	(void)state;
	draw_way(&board, way, sizeof way / sizeof *way, 0.62);
	list = read_board(&board);
	assert_int_equal(list.count, 0);
	assert_int_equal(list.left_out_count, 1);
	assert_string_equal(list.left_out[0].what,
			    "a panel that is already solved");
	sighting_list_fini(&list);
}

/* Breaks all along it: no cells are left beside the line that was drawn. */
static void test_solved_maze(void **state)
{
	static const char text[] =
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,\"starts\":"
		"[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],\"gaps"
		"\":[[0,1],[5,0],[3,2],[4,3],[6,3],[3,4],[2,5]]}";
	static const struct point way[] = { { 0, 3 }, { 0, 2 },   { 1, 2 },
					    { 1, 0 }, { 2, 0 },   { 2, 1 },
					    { 3, 1 }, { 3, -0.3 } };
	struct board board = open_wall(SIZE, false);
	struct puzzle puzzle = puzzle_of(text);
	struct sighting_list list;

	(void)state;
	panel_paint(&board.pen, &puzzle.as.panel, &plain);
	draw_way(&board, way, sizeof way / sizeof *way, plain.start_radius);
	list = read_board(&board);
	assert_int_equal(list.count, 0);
	assert_int_equal(list.left_out_count, 1);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

/* Nothing was drawn, or a disc, or a line that does not reach the end: what
 * lies under it is read. */
static void test_not_solved(void **state)
{
	struct puzzle puzzle = puzzle_of(solved_text);

	(void)state;
	for (int count = 0; count < 6; count++) {
		struct board board = open_board();
		struct sighting_list list;

		if (count > 0)
			draw_line(&board, count, false);
		list = read_board(&board);
		assert_int_equal(list.left_out_count, 0);
		assert_int_equal(list.count, 1);
		assert_true(
			puzzle_equal(&puzzle, &list.sightings[0].puzzle, NULL));
		assert_true(list.sightings[0].confidence > 0.9);
		sighting_list_fini(&list);
	}
	puzzle_fini(&puzzle);
}

/* A dot alone, as light as such a disc, is none. */
static void test_dot_is_not_begun(void **state)
{
	struct board board = open_board();
	struct sighting_list list;
	const struct panel *panel;

	(void)state;
	pen_disc(&board.pen, (struct point){ 2, 2 }, plain.dot_radius);
	pen_fill(&board.pen, 0xf4f0ec);
	list = read_board(&board);
	assert_int_equal(list.count, 1);
	panel = &list.sightings[0].puzzle.as.panel;
	assert_true(panel->spots[4][4].dot);
	assert_false(panel->spots[4][4].start);
	assert_true(panel->spots[8][0].start);
	assert_string_equal(list.sightings[0].note, "");
	sighting_list_fini(&list);
}

/* Nor is what lies where the panel has no lines, of neither line's nor cells'
 * colour. */
static void test_corner_is_not_begun(void **state)
{
	static const char text[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"starts\":"
		"[[0,8]],\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]}],"
		"\"missing\":[[1,0],[0,1]]}";
	struct board board = open_wall(SIZE, false);
	struct puzzle puzzle = puzzle_of(text);
	struct panel_theme theme = plain;
	struct sighting_list list;

	(void)state;
	theme.line = 0xb4aeea;
	theme.line_width = 0.21;
	theme.cell = 0x505572;
	theme.outside = 0x12121a;
	theme.cells_filled = true;
	panel_paint(&board.pen, &puzzle.as.panel, &theme);
	list = read_board(&board);
	assert_seen(&list, &puzzle);
	assert_string_equal(list.sightings[0].note, "");
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

/* Dots have the colour of a line that was begun: whether it covers some is one
 * doubt, however long it is. */
static void test_begun_like_dots(void **state)
{
	static const struct point dots[] = { { 3, 0 }, { 2.5, 4 } };
	struct board board = open_board();
	struct sighting_list list;
	const struct sighting *sighting;

	(void)state;
	draw_line(&board, 5, false);
	for (int i = 0; i < 2; i++)
		pen_disc(&board.pen, dots[i], plain.dot_radius);
	pen_fill(&board.pen, 0xf4f0ec);
	list = read_board(&board);
	assert_int_equal(list.count, 1);
	sighting = &list.sightings[0];
	assert_true(sighting->puzzle.as.panel.spots[0][6].dot);
	assert_true(sighting->puzzle.as.panel.spots[8][5].dot);
	assert_true(sighting->confidence > 0.4 && sighting->confidence < 0.6);
	sighting_list_fini(&list);
}

/* A dot of the line's colour right before its tip is none of it. */
static void test_dot_before_tip(void **state)
{
	struct board board = open_board();
	struct sighting_list list;
	const struct sighting *sighting;

	(void)state;
	draw_line(&board, 5, false);
	pen_disc(&board.pen, (struct point){ 4, 2.5 }, plain.dot_radius);
	pen_fill(&board.pen, 0xf4f0ec);
	list = read_board(&board);
	assert_int_equal(list.count, 1);
	sighting = &list.sightings[0];
	assert_non_null(strstr(sighting->note, "half-drawn"));
	assert_true(sighting->puzzle.as.panel.spots[5][8].dot);
	assert_true(sighting->confidence < 0.6);
	sighting_list_fini(&list);
}

/* Light that falls off to the right, to this share. */
static void shade(struct image *image, double share)
{
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = &image_row(image, y)[x];
			double light = 1 - (1 - share) * x / image->width;
			uint32_t red = (uint32_t)(light * (*pixel >> 16 & 255));
			uint32_t green =
				(uint32_t)(light * (*pixel >> 8 & 255));
			uint32_t blue = (uint32_t)(light * (*pixel & 255));

			*pixel = red << 16 | green << 8 | blue;
		}
}

/* A line that was begun, hardly lighter than the cells, in light that makes it
 * as dark as they are elsewhere, as dim as the lines themselves, so soft that
 * what lies beside it mixes with it, in grain, or of the cells' own colour:
 * nothing is left that looks like a break. */
static void test_faintly_begun(void **state)
{
	static const struct {
		uint32_t rgb;
		double light, soft, grain;
	} cases[] = { { 0x90c0b0, 1, 0, 0 },   { 0xb0d0c8, 0.55, 0, 0 },
		      { 0x566565, 1, 0.6, 0 }, { 0x60e8c8, 1, 1.7, 0 },
		      { 0xf4f0ec, 1, 2.2, 0 }, { 0x30b898, 1, 0.8, 10 },
		      { 0x04a88c, 1, 0, 0 } };
	struct rng rng;
	struct puzzle puzzle = puzzle_of(solved_text);

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int count = 2; count < 6; count++) {
			struct board board = open_board();
			struct sighting_list list;

			draw_line_in(&board, count, false,
				     0.74 * plain.line_width, cases[i].rgb);
			cairo_surface_flush(cairo_get_target(board.pen.cr));
			shade(&board.image, cases[i].light);
			if (cases[i].soft > 0)
				assert_int_equal(degrade_blur(&board.image,
							      cases[i].soft,
							      NULL),
						 0);
			rng_seed(&rng, 5);
			degrade_noise(&board.image, cases[i].grain, &rng);
			list = read_board(&board);
			assert_int_equal(list.count, 1);
			if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle,
					  NULL))
				fail_msg("%06x, %d", cases[i].rgb, count);
			assert_true(list.sightings[0].confidence > 0.9);
			assert_string_equal(list.sightings[0].note,
					    "a half-drawn line covers it");
			sighting_list_fini(&list);
		}
	puzzle_fini(&puzzle);
}

/* Something of another colour that lies over two edges, less unlike line and
 * ground than the line that was begun. */
static void test_begun_beside_other(void **state)
{
	struct board board = open_board();
	struct sighting_list list;

	(void)state;
	for (int i = 0; i < 2; i++)
		pen_line(&board.pen, (struct point){ 2.2 + i, 4 * i },
			 (struct point){ 2.8 + i, 4 * i }, plain.line_width,
			 false);
	pen_fill(&board.pen, 0x3c7c98);
	draw_line(&board, 2, false);
	list = read_board(&board);
	assert_int_equal(list.count, 1);
	assert_true(list.sightings[0].puzzle.as.panel.spots[8][0].start);
	assert_non_null(strstr(list.sightings[0].note, "half-drawn"));
	sighting_list_fini(&list);
}

static void assert_none_solved(const struct sighting_list *list)
{
	for (int i = 0; i < list->left_out_count; i++)
		assert_null(strstr(list->left_out[i].what, "solved"));
}

/* A line without a disc, or of two colours, is none that solves: it may hide
 * the start. */
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
	assert_none_solved(&list);
	sighting_list_fini(&list);
	board = open_board();
	draw_line(&board, 6, true);
	pen_line(&board.pen, (struct point){ 2, 3 }, (struct point){ 4, 3 },
		 plain.line_width, true);
	pen_fill(&board.pen, 0xd02020);
	list = read_board(&board);
	assert_none_solved(&list);
	sighting_list_fini(&list);
}

/* What lies beside a panel and over its left line is no line; but its start
 * lies under it. */
static void test_dark_beside(void **state)
{
	struct board board = open_board();
	struct sighting_list list;

	(void)state;
	pen_box(&board.pen, -1.4, -0.6, 1.65, 6);
	pen_fill(&board.pen, 0xf4f0ec);
	list = read_board(&board);
	assert_int_equal(list.left_out_count, 1);
	assert_string_equal(list.left_out[0].what, "a panel without a start");
	sighting_list_fini(&list);
}

/* The wall around a dark face is lighter. */
static void add_face(struct board *board, double x, double width, uint32_t rgb)
{
	pen_box(&board->pen, x, -0.6, width, 5.2);
	pen_fill(&board->pen, rgb);
}

/* A face without lines is a panel only beside one that is. */
static void test_bare_faces(void **state)
{
	static const struct {
		double x, width;
		uint32_t rgb;
		bool panel;
		const char *what;
	} cases[] = {
		{ 5.4, 4.6, 0x080808, true, "a panel that is switched off" },
		{ 5.4, 4.6, 0x389088, true, "a blank panel" },
		{ 5.4, 1.8, 0x080808, true, NULL },
		{ 0.4, 4.6, 0x080808, false, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board = open_wall(720, cases[i].panel);
		struct sighting_list list;

		add_face(&board, cases[i].x, cases[i].width, cases[i].rgb);
		list = read_board(&board);
		assert_int_equal(list.count, cases[i].panel);
		assert_int_equal(list.left_out_count, cases[i].what != NULL);
		if (cases[i].what)
			assert_string_equal(list.left_out[0].what,
					    cases[i].what);
		sighting_list_fini(&list);
	}
}

/* Draws a panel with so many starts and ends, so many cells to the right. */
static void draw_lacking(struct board *board, bool start, bool end,
			 double right)
{
	json_t *json = json_loads(solved_text, 0, NULL);
	struct puzzle puzzle;

	if (!start)
		json_object_del(json, "starts");
	if (!end)
		json_object_del(json, "ends");
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	board->pen.cell_to_px.m[2] += PITCH * right;
	panel_paint(&board->pen, &puzzle.as.panel, &plain);
	puzzle_fini(&puzzle);
	json_decref(json);
}

/* It is said what it lacks; but a lattice with neither is a panel only beside
 * one. */
static void test_lacking(void **state)
{
	static const struct {
		bool start, end, panel;
		const char *what;
	} cases[] = {
		{ false, true, false, "a panel without a start" },
		{ true, false, false, "a panel without an end" },
		{ false, false, false, NULL },
		{ true, false, true, "a panel without an end" },
		{ false, false, true, "a panel without start and end" },
		{ true, true, false, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct board board = open_wall(2 * SIZE, cases[i].panel);
		struct sighting_list list;

		draw_lacking(&board, cases[i].start, cases[i].end, 6.4);
		list = read_board(&board);
		assert_int_equal(list.count, cases[i].panel + (cases[i].start &&
							       cases[i].end));
		assert_int_equal(list.left_out_count, cases[i].what != NULL);
		if (cases[i].what)
			assert_string_equal(list.left_out[0].what,
					    cases[i].what);
		sighting_list_fini(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bare_faces),
		cmocka_unit_test(test_solved),
		cmocka_unit_test(test_solved_from_a_large_disc),
		cmocka_unit_test(test_solved_maze),
		cmocka_unit_test(test_not_solved),
		cmocka_unit_test(test_dot_is_not_begun),
		cmocka_unit_test(test_corner_is_not_begun),
		cmocka_unit_test(test_begun_like_dots),
		cmocka_unit_test(test_dot_before_tip),
		cmocka_unit_test(test_faintly_begun),
		cmocka_unit_test(test_begun_beside_other),
		cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_dark_beside),
		cmocka_unit_test(test_lacking),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
