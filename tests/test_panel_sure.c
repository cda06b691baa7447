/* What a picture clearly shows is not doubted: panels drawn here are read as
 * they are, with so little doubt that their answers are shown. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "degrade.h"
#include "image.h"
#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "seen.h"

enum { SIZE = 420 };
/* more than pipeline.h asks for before it answers */
#define SURE 0.95

struct board {
	struct puzzle puzzle;
	struct image image;
	struct pen pen;
};

static const struct homography upright = { { 60, 0, 90, 0, 60, 90, 0, 0, 1 } };

/* The panel that the JSON describes, drawn; board_close frees. */
static struct board open_board(const char *text,
			       const struct panel_theme *theme,
			       const struct homography *cell_to_px)
{
	struct board board = { .puzzle = puzzle_of(text),
			       .pen.cell_to_px = *cell_to_px };

	board.pen.cr = wall(&board.image, SIZE);
	panel_paint(&board.pen, &board.puzzle.as.panel, theme);
	return board;
}

/* It is read as it is, and surely. */
static void check_sure(struct board *board)
{
	struct sighting_list list = seen_in(&board->image, FAMILY_panel);

	assert_seen(&list, &board->puzzle);
	if (list.sightings[0].confidence < SURE)
		fail_msg("confidence %.3f", list.sightings[0].confidence);
	sighting_list_fini(&list);
}

static void close_board(struct board *board)
{
	cairo_destroy(board->pen.cr);
	image_fini(&board->image);
	puzzle_fini(&board->puzzle);
}

/* The glow of a bright dot lies on the lines around, between brighter cells:
 * that is no break. */
static void test_glowing_dot(void **state)
{
	struct panel_theme theme = plain;
	double half = theme.line_width / 2;
	struct board board;
	cairo_pattern_t *glow =
		cairo_pattern_create_radial(210, 210, 4, 210, 210, 26);

	(void)state;
	theme.dots[PANEL_DOT_BLACK] = 0xffc010;
	board = open_board("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
			   "\"starts\":[[0,8]],"
			   "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
			   "\"gaps\":[[3,2]],\"dots\":[{\"at\":[4,4],"
			   "\"colour\":\"black\"}]}",
			   &theme, &upright);
	cairo_pattern_add_color_stop_rgba(glow, 0, 1, 0.75, 0.06, 0.24);
	cairo_pattern_add_color_stop_rgba(glow, 1, 1, 0.75, 0.06, 0);
	cairo_set_source(board.pen.cr, glow);
	cairo_paint(board.pen.cr);
	cairo_pattern_destroy(glow);
	for (int i = 0; i < 4; i++) {
		pen_box(&board.pen, 1 + i % 2 + half, 1 + i / 2 + half,
			1 - 2 * half, 1 - 2 * half);
		pen_fill(&board.pen, theme.cell);
	}
	check_sure(&board);
	close_board(&board);
}

/* Breaks seen aslant and blurred are as square as others. */
static void test_far_breaks(void **state)
{
	struct panel_theme theme = plain;
	struct quad cells = quad_from_box(0, 0, 5, 5);
	struct quad to = {
		{ { 120, 150 }, { 320, 160 }, { 340, 270 }, { 90, 260 } }
	};
	struct homography map;
	struct board board;

	(void)state;
	assert_int_equal(homography_from_quads(&cells, &to, &map), 0);
	theme.gap = 0.25;
	board = open_board("{\"family\":\"panel\",\"columns\":5,\"rows\":5,"
			   "\"starts\":[[0,10]],"
			   "\"ends\":[{\"at\":[10,0],\"towards\":[1,0]}],"
			   "\"gaps\":[[1,2],[3,2],[5,2],[9,2],[1,4],[4,1],"
			   "[6,3],[7,6],[8,7],[2,9],[3,10]]}",
			   &theme, &map);
	assert_int_equal(degrade_blur(&board.image, 0.9, NULL), 0);
	check_sure(&board);
	close_board(&board);
}

/* What is not read is no sure reading of something else. */
static void assert_seen_or_doubted(const struct sighting_list *list,
				   const struct puzzle *truth)
{
	assert_int_equal(list->count, 1);
	assert_true(puzzle_equal(truth, &list->sightings[0].puzzle, NULL) ||
		    list->sightings[0].confidence < 0.5);
}

/* A piece lies partly over a start's disc, in a colour between dark lines and
 * pale cells. */
static void test_piece_over_start(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;
	struct board board;

	(void)state;
	theme.line = 0x2e3031;
	theme.cell = theme.outside = 0xf2f5fe;
	theme.symbols[PANEL_CYAN] = 0x3ddceb;
	theme.line_width = 0.31;
	theme.start_radius = 0.42;
	theme.pitch = 0.163;
	board = open_board(
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		"\"starts\":[[4,5],[0,6]],"
		"\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}],"
		"\"cells\":[{\"at\":[3,1],\"kind\":\"polyomino\","
		"\"colour\":\"cyan\",\"shape\":[\"###\"]},"
		"{\"at\":[5,5],\"kind\":\"polyomino\",\"colour\":\"cyan\","
		"\"shape\":[\"###\"]}]}",
		&theme, &upright);
	list = seen_in(&board.image, FAMILY_panel);
	assert_seen_or_doubted(&list, &board.puzzle);
	sighting_list_fini(&list);
	close_board(&board);
}

/* Symbols that stand out less than lines do hide most of a disc's rim, from one
 * side and from both. */
static void test_symbols_over_discs(void **state)
{
	static const struct {
		const char *text;
		uint32_t line, cell, red;
		double width, radius, scale, soft;
	} cases[] = {
		{ "{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		  "\"starts\":[[0,6],[3,6]],"
		  "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
		  "\"cells\":[{\"at\":[3,5],\"kind\":\"polyomino\","
		  "\"colour\":\"red\",\"shape\":[\".#\",\"##\",\"##\"]}]}",
		  0x1f1116, 0x875069, 0x8c2228, 0.34, 0.42, 1, 0.9 },
		{ "{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		  "\"starts\":[[0,0],[3,4]],"
		  "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
		  "\"cells\":[{\"at\":[3,3],\"kind\":\"square\","
		  "\"colour\":\"red\"},{\"at\":[1,5],\"kind\":\"square\","
		  "\"colour\":\"red\"},{\"at\":[3,5],\"kind\":\"square\","
		  "\"colour\":\"red\"}]}",
		  0x1f1116, 0x875069, 0x8c2228, 0.44, 0.48, 1.15, 1.9 },
	};
	struct panel_theme theme = plain;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sighting_list list;
		struct board board;

		theme.line = cases[i].line;
		theme.cell = theme.outside = cases[i].cell;
		theme.symbols[PANEL_RED] = cases[i].red;
		theme.line_width = cases[i].width;
		theme.start_radius = cases[i].radius;
		theme.symbol_scale = cases[i].scale;
		board = open_board(cases[i].text, &theme, &upright);
		assert_int_equal(
			degrade_blur(&board.image, cases[i].soft, NULL), 0);
		list = seen_in(&board.image, FAMILY_panel);
		assert_seen_or_doubted(&list, &board.puzzle);
		sighting_list_fini(&list);
		close_board(&board);
	}
}

/* In every cell of so many pixels lies a block, and light falls onto them
 * aslant. */
static struct board open_relief(double px_cell)
{
	const struct homography map = { { px_cell, 0, 90, 0, px_cell, 90, 0, 0,
					  1 } };
	struct panel_theme theme = plain;
	struct board board;

	theme.line = 0x98802c;
	theme.cell = theme.outside = 0x38321c;
	theme.frame = 0x181008;
	board = open_board("{\"family\":\"panel\",\"columns\":6,\"rows\":6,"
			   "\"starts\":[[0,12]],"
			   "\"ends\":[{\"at\":[12,0],\"towards\":[0,-1]}],"
			   "\"gaps\":[[3,2],[5,6]]}",
			   &theme, &map);
	for (int i = 0; i < 36; i++) {
		int column = i % 6, row = i / 6;
		int level = 30 - 3 * column - 2 * row;

		pen_box(&board.pen, column + 0.26, row + 0.25, 0.5, 0.52);
		pen_fill(&board.pen, (uint32_t)(0x200000 | level << 8));
		pen_box(&board.pen, column + 0.3, row + 0.29, 0.4, 0.38);
		pen_fill(&board.pen, (uint32_t)(0x200000 | level << 8));
	}
	return board;
}

static void test_strong_relief(void **state)
{
	struct board board = open_relief(40);

	(void)state;
	check_sure(&board);
	close_board(&board);
}

/* In small cells they are none, either: the networks for such did not learn
 * that. */
static void test_small_relief(void **state)
{
	static const double px_cells[] = { 30, 34, 36 };

	(void)state;
	for (size_t i = 0; i < sizeof px_cells / sizeof *px_cells; i++) {
		struct board board = open_relief(px_cells[i]);
		struct sighting_list list = seen_in(&board.image, FAMILY_panel);

		assert_seen(&list, &board.puzzle);
		sighting_list_fini(&list);
		close_board(&board);
	}
}

/* A rim hides the lower half of a stub that leads aslant out of a corner: what
 * is seen of its edge tells enough. */
static void test_hidden_stub(void **state)
{
	struct panel_theme theme = plain;
	struct board board;
	double rim = 4 + theme.line_width / 2;

	(void)state;
	theme.stub = 0.45;
	theme.round = false;
	board = open_board("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
			   "\"starts\":[[0,0]],"
			   "\"ends\":[{\"at\":[8,8],\"towards\":[1,1]}],"
			   "\"gaps\":[[3,2],[5,6]]}",
			   &theme, &upright);
	pen_box(&board.pen, -1, rim, 6, 1);
	pen_fill(&board.pen, 0x103830);
	check_sure(&board);
	close_board(&board);
}

/* The rim around the cells is nearly as dark as the lines: a start there is
 * one, a few levels from the lines' colour. */
static void test_start_on_dark_rim(void **state)
{
	struct panel_theme theme = plain;
	struct board board;
	struct point corner = { 0, 4 };

	(void)state;
	theme.line = 0x050c16;
	theme.cell = 0x005a47;
	theme.outside = 0x031e14;
	theme.line_width = 0.28;
	board = open_board("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
			   "\"starts\":[[0,8]],"
			   "\"ends\":[{\"at\":[8,0],\"towards\":[1,0]}],"
			   "\"gaps\":[[3,2],[5,6]]}",
			   &theme, &upright);
	pen_disc(&board.pen, corner, theme.start_radius);
	pen_fill(&board.pen, 0x061215);
	check_sure(&board);
	close_board(&board);
}

/* Something that is no symbol. */
static void blot(struct board *board, int column, int row)
{
	pen_box(&board->pen, column + 0.3, row + 0.3, 0.4, 0.1);
	pen_fill(&board->pen, 0xd0d0d0);
	pen_box(&board->pen, column + 0.45, row + 0.3, 0.07, 0.4);
	pen_fill(&board->pen, 0xd0d0d0);
	pen_box(&board->pen, column + 0.3, row + 0.55, 0.3, 0.14);
	pen_fill(&board->pen, 0xd0d0d0);
}

/* A panel is surely one where a clue may be anything; a maze of which half
 * is missing may be something else then. */
static void test_blots(void **state)
{
	static const char *const missing[] = {
		"[]", "[[3,4],[5,4],[3,6],[5,6],[2,3],[2,5],[4,3],[4,5],[6,3],"
		      "[6,5],[3,2],[5,2]]"
	};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct sighting_list list;
		struct board board;
		char text[400];

		snprintf(text, sizeof text,
			 "{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
			 "\"starts\":[[0,8]],\"missing\":%s,"
			 "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}]}",
			 missing[i]);
		board = open_board(text, &plain, &upright);
		blot(&board, 0, 0);
		list = seen_in(&board.image, FAMILY_panel);
		assert_int_equal(list.count, 1);
		assert_true(list.sightings[0].confidence < 0.9);
		assert_int_equal(list.sightings[0].found, i == 0);
		sighting_list_fini(&list);
		close_board(&board);
	}
}

/* A disc as the game's pointer lies over a wide line, off its middle, and hides
 * half of it: the line goes on beside it, and is not surely missing. */
static void test_disc_over_line(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;
	struct board board;

	(void)state;
	theme.line = 0x0e0c0e;
	theme.cell = theme.outside = 0x484d44;
	theme.line_width = 0.43;
	theme.start_radius = 0.41;
	board = open_board("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			   "\"starts\":[[2,6]],\"ends\":["
			   "{\"at\":[6,0],\"towards\":[0,-1]}]}",
			   &theme, &upright);
	pen_disc(&board.pen, (struct point){ 2.35, 0.94 }, 0.12);
	pen_fill(&board.pen, 0x706e70);
	list = seen_in(&board.image, FAMILY_panel);
	assert_int_equal(list.count, 1);
	if (list.sightings[0].confidence > 0.9)
		assert_seen(&list, &board.puzzle);
	sighting_list_fini(&list);
	close_board(&board);
}

/* Squares fill their cells but for a thin rim: that is the ground, not what
 * they hide of it. */
static void test_rims_around_squares(void **state)
{
	struct panel_theme theme = plain;
	struct board board;

	(void)state;
	theme.line = 0x3c648c;
	theme.cell = theme.outside = 0x342840;
	theme.line_width = 0.45;
	theme.start_radius = 0.45;
	theme.symbol_scale = 1.25;
	board = open_board(
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[0,8]],"
		"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
		"\"cells\":[{\"at\":[1,1],\"kind\":\"square\","
		"\"colour\":\"white\"},{\"at\":[5,1],\"kind\":\"square\","
		"\"colour\":\"orange\"},{\"at\":[7,5],\"kind\":\"square\","
		"\"colour\":\"white\"},{\"at\":[3,5],\"kind\":\"square\","
		"\"colour\":\"yellow\"}]}",
		&theme, &upright);
	assert_int_equal(degrade_blur(&board.image, 1.0, NULL), 0);
	check_sure(&board);
	close_board(&board);
}

/* In a cell's corners bright lines are blurred both ways: there as much stands
 * out as of pieces that are nearly as dark as the ground: all is in doubt. */
static void test_faint_pieces(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;
	struct board board;

	(void)state;
	theme.line = 0x784888;
	theme.cell = theme.outside = 0x101414;
	theme.line_width = 0.44;
	theme.start_radius = 0.46;
	theme.symbols[PANEL_WHITE] = 0x303c3c;
	board = open_board("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
			   "\"starts\":[[0,8]],"
			   "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
			   "\"cells\":[{\"at\":[3,3],\"kind\":\"polyomino\","
			   "\"colour\":\"white\",\"shape\":[\"###\"]},"
			   "{\"at\":[5,5],\"kind\":\"polyomino\","
			   "\"colour\":\"white\",\"shape\":[\"#.\",\"##\"]}]}",
			   &theme, &upright);
	assert_int_equal(degrade_blur(&board.image, 2.2, NULL), 0);
	list = seen_in(&board.image, FAMILY_panel);
	assert_int_equal(list.count, 1);
	assert_true(list.sightings[0].confidence < 0.5);
	sighting_list_fini(&list);
	close_board(&board);
}

/* All cells but one are filled: what shows in that one, and around what fills
 * the others, is the ground, though hardly any of it is seen. */
static void test_filled_cells(void **state)
{
	static const char *const colours[] = { "black", "white" };
	struct panel_theme theme = plain;
	struct board board;
	char text[1024], *end = text;

	(void)state;
	theme.line = 0xdce8dc;
	theme.cell = theme.outside = 0x50b060;
	theme.line_width = 0.48;
	theme.start_radius = 0.48;
	theme.symbol_scale = 1.25;
	end += sprintf(end, "{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			    "\"starts\":[[0,6]],"
			    "\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}],"
			    "\"cells\":[");
	for (int i = 0; i < 8; i++)
		end += sprintf(end,
			       "%s{\"at\":[%d,%d],\"kind\":\"square\","
			       "\"colour\":\"%s\"}",
			       i ? "," : "", 2 * (i % 3) + 1, 2 * (i / 3) + 1,
			       colours[i % 3 == 0]);
	sprintf(end, "]}");
	board = open_board(text, &theme, &upright);
	assert_int_equal(degrade_blur(&board.image, 0.7, NULL), 0);
	check_sure(&board);
	close_board(&board);
}

/* A box with a dark outline. */
static void outlined_box(struct board *board, double x, double y, double half,
			 uint32_t fill)
{
	pen_box(&board->pen, x - half, y - half, 2 * half, 2 * half);
	pen_fill(&board->pen, 0x101010);
	half -= 0.025;
	pen_box(&board->pen, x - half, y - half, 2 * half, 2 * half);
	pen_fill(&board->pen, fill);
}

/* Two squares and two pieces, or four, two of them hollow, each with a dark
 * outline but for the hollow ones. */
static struct board open_outlined(bool hollow)
{
	static const char text[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[0,8]],"
		"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
		"\"cells\":[{\"at\":[1,1],\"kind\":\"square\","
		"\"colour\":\"white\"},{\"at\":[5,3],\"kind\":\"square\","
		"\"colour\":\"white\"},{\"at\":[3,5],\"kind\":\"polyomino\","
		"\"colour\":\"yellow\",\"shape\":[\"##\"]},"
		"{\"at\":[7,5],\"kind\":\"polyomino\","
		"\"colour\":\"yellow\",\"shape\":[\"##\"]}";
	static const char others[] =
		",{\"at\":[3,7],\"kind\":\"polyomino\",\"colour\":\"yellow\","
		"\"negative\":true,\"shape\":[\"##\"]},"
		"{\"at\":[7,7],\"kind\":\"polyomino\",\"colour\":\"yellow\","
		"\"negative\":true,\"shape\":[\"##\"]}";
	struct panel_theme theme = plain;
	struct board board;
	char all[1024];

	theme.line = 0x101410;
	theme.cell = theme.outside = 0xa0d0a8;
	theme.symbols[PANEL_YELLOW] = 0xc08010;
	theme.line_width = 0.3;
	sprintf(all, "%s%s]}", text, hollow ? others : "");
	board = open_board(all, &theme, &upright);
	outlined_box(&board, 0.5, 0.5, 0.24, 0xf4f4f4);
	outlined_box(&board, 2.5, 1.5, 0.24, 0xf4f4f4);
	for (int i = 0; i < 4; i++)
		outlined_box(&board,
			     1.5 + 2 * (i / 2) + (i % 2 - 0.5) * theme.pitch,
			     2.5, 0.09, 0xffe010);
	return board;
}

static void assert_same_kind(const struct panel_cell *one,
			     const struct panel_cell *other)
{
	assert_int_equal(one->kind, other->kind);
	assert_int_equal(one->shape, other->shape);
	assert_int_equal(one->negative, other->negative);
}

/* What has a dark outline is no hollow piece, whatever colour it is taken for.
 */
static void test_outlines(void **state)
{
	(void)state;
	for (int hollow = 0; hollow < 2; hollow++) {
		struct board board = open_outlined(hollow);
		struct sighting_list list = seen_in(&board.image, FAMILY_panel);

		assert_int_equal(list.count, 1);
		for (int i = 0; i < 16; i++)
			assert_same_kind(
				&list.sightings[0]
					 .puzzle.as.panel.cells[i / 4][i % 4],
				&board.puzzle.as.panel.cells[i / 4][i % 4]);
		sighting_list_fini(&list);
		close_board(&board);
	}
}

/* The hole of a small hollow block in a colour of its own, as JPEG makes it
 * there, is no symbol with an outline. */
static void test_tinted_hole(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;
	struct board board;

	(void)state;
	theme.line = 0x483f55;
	theme.cell = theme.outside = 0x22e2dd;
	theme.symbols[PANEL_BLUE] = 0x086fc2;
	board = open_board("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
			   "\"starts\":[[0,8]],"
			   "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
			   "\"cells\":[{\"at\":[3,5],\"kind\":\"polyomino\","
			   "\"colour\":\"blue\",\"negative\":true,"
			   "\"shape\":[\"#\"]}]}",
			   &theme, &upright);
	pen_box(&board.pen, 1.5 - 0.08, 2.5 - 0.08, 0.16, 0.16);
	pen_fill(&board.pen, 0x086fc2);
	pen_box(&board.pen, 1.5 - 0.05, 2.5 - 0.05, 0.1, 0.1);
	pen_fill(&board.pen, 0x50aeff);
	list = seen_in(&board.image, FAMILY_panel);
	assert_seen(&list, &board.puzzle);
	sighting_list_fini(&list);
	close_board(&board);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_glowing_dot),
		cmocka_unit_test(test_far_breaks),
		cmocka_unit_test(test_piece_over_start),
		cmocka_unit_test(test_symbols_over_discs),
		cmocka_unit_test(test_strong_relief),
		cmocka_unit_test(test_small_relief),
		cmocka_unit_test(test_hidden_stub),
		cmocka_unit_test(test_start_on_dark_rim),
		cmocka_unit_test(test_blots),
		cmocka_unit_test(test_disc_over_line),
		cmocka_unit_test(test_rims_around_squares),
		cmocka_unit_test(test_faint_pieces),
		cmocka_unit_test(test_filled_cells),
		cmocka_unit_test(test_outlines),
		cmocka_unit_test(test_tinted_hole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
