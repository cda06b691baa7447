/* Panels as other programs draw them: stacked triangles, outlines, stars with
 * few tips, blocks that touch, dots as wide as their line, rings for starts. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "image.h"
#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "seen.h"

enum { SIZE = 420, PITCH = 60, LEFT = 90 };

#define PANEL                                                                  \
	"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"                      \
	"\"starts\":[[0,8]],\"ends\":[{\"at\":[8,0],\"towards\":[1,0]}],"

struct board {
	struct image image;
	struct pen pen;
	struct panel_theme theme;
};

/* A panel without what the test draws itself. */
static void open_board(struct board *board, const char *text)
{
	struct puzzle puzzle = puzzle_of(text);

	board->pen.cell_to_px = (struct homography){ { PITCH, 0, LEFT, 0, PITCH,
						       LEFT, 0, 0, 1 } };
	board->pen.cr = wall(&board->image, SIZE);
	panel_paint(&board->pen, &puzzle.as.panel, &board->theme);
	puzzle_fini(&puzzle);
}

/* Reads the board, which must be this panel. */
static void check(struct board *board, const char *text)
{
	struct puzzle puzzle = puzzle_of(text);
	struct sighting_list list;

	cairo_destroy(board->pen.cr);
	list = seen_in(&board->image, FAMILY_panel);
	assert_seen(&list, &puzzle);
	if (list.sightings[0].confidence < 0.8)
		fail_msg("%.3f %s", list.sightings[0].confidence,
			 list.sightings[0].note);
	sighting_list_fini(&list);
	image_fini(&board->image);
	puzzle_fini(&puzzle);
}

static void add_triangle(struct board *board, double x, double y)
{
	const struct point tips[3] = { { x, y - 0.1 },
				       { x + 0.11, y + 0.1 },
				       { x - 0.11, y + 0.1 } };

	pen_polygon(&board->pen, tips, 3);
	pen_fill(&board->pen, 0xff8c10);
}

static void test_stacked_triangles(void **state)
{
	struct board board = { .theme = plain };

	(void)state;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	add_triangle(&board, 1.5, 1.37);
	add_triangle(&board, 1.37, 1.63);
	add_triangle(&board, 1.63, 1.63);
	add_triangle(&board, 2.5, 2.37);
	add_triangle(&board, 2.5, 2.63);
	check(&board,
	      PANEL "\"gaps\":[[3,2]],\"cells\":[{\"at\":[3,3],\"kind\":"
		    "\"triangle\",\"colour\":\"orange\",\"count\":3},"
		    "{\"at\":[5,5],\"kind\":\"triangle\",\"colour\":\"orange\","
		    "\"count\":2}]}");
}

/* A star of so many tips; `in`: how far its valleys are from the middle. */
static void add_star(struct board *board, struct point at, int tips,
		     double radius, double in)
{
	struct point points[16];

	for (int i = 0; i < 2 * tips; i++) {
		double r = i % 2 ? radius * in : radius;
		double angle = M_PI * i / tips - M_PI / 2;

		points[i] = (struct point){ at.x + r * cos(angle),
					    at.y + r * sin(angle) };
	}
	pen_polygon(&board->pen, points, 2 * tips);
}

static void test_outlines(void **state)
{
	const struct point square = { 1.5, 1.5 }, star = { 2.5, 2.5 };
	struct board board = { .theme = plain };

	(void)state;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	pen_block(&board.pen, square, (struct point){ 0.19, 0.19 }, 0.08, 0);
	add_star(&board, star, 8, 0.23, 0.765);
	pen_fill(&board.pen, 0xf4f4f4);
	pen_block(&board.pen, square, (struct point){ 0.14, 0.14 }, 0.06, 0);
	add_star(&board, star, 8, 0.17, 0.765);
	pen_fill(&board.pen, plain.cell);
	check(&board,
	      PANEL "\"gaps\":[[3,2]],\"cells\":[{\"at\":[3,3],\"kind\":"
		    "\"square\",\"colour\":\"white\"},{\"at\":[5,5],\"kind\":"
		    "\"star\",\"colour\":\"white\"}]}");
}

/* White on white is drawn as an outline: beside filled ones what is outlined
 * has the colour that is seen inside, not its outline's. */
static void test_outlined_white(void **state)
{
	struct board board = { .theme = plain };

	(void)state;
	board.theme.line = 0xa0a0a0;
	board.theme.cell = board.theme.outside = 0xf8f8f8;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	for (int i = 0; i < 4; i++) {
		const struct point at = { i + 0.5, 1.5 + i % 2 };

		pen_block(&board.pen, at, (struct point){ 0.21, 0.21 }, 0.05,
			  0);
		pen_fill(&board.pen, 0x101010);
		if (i % 2)
			continue;
		pen_block(&board.pen, at, (struct point){ 0.19, 0.19 }, 0.03,
			  0);
		pen_fill(&board.pen, 0xf8f8f8);
	}
	check(&board, PANEL "\"gaps\":[[3,2]],\"cells\":["
			    "{\"at\":[1,3],\"kind\":\"square\",\"colour\":"
			    "\"white\"},{\"at\":[3,5],\"kind\":\"square\","
			    "\"colour\":\"black\"},{\"at\":[5,3],\"kind\":"
			    "\"square\",\"colour\":\"white\"},{\"at\":[7,5],"
			    "\"kind\":\"square\",\"colour\":\"black\"}]}");
}

static void test_few_tips(void **state)
{
	struct board board = { .theme = plain };

	(void)state;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	add_star(&board, (struct point){ 1.5, 1.5 }, 4, 0.22, 0.45);
	add_star(&board, (struct point){ 2.5, 2.5 }, 5, 0.22, 0.42);
	add_star(&board, (struct point){ 3.5, 1.5 }, 6, 0.22, 0.58);
	pen_fill(&board.pen, 0xf4f4f4);
	check(&board,
	      PANEL "\"gaps\":[[3,2]],\"cells\":[{\"at\":[3,3],\"kind\":"
		    "\"star\",\"colour\":\"white\"},{\"at\":[5,5],\"kind\":"
		    "\"star\",\"colour\":\"white\"},{\"at\":[7,3],\"kind\":"
		    "\"star\",\"colour\":\"white\"}]}");
}

static void test_touching_blocks(void **state)
{
	struct board board = { .theme = plain };

	(void)state;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	pen_box(&board.pen, 1.235, 1.41, 0.53, 0.18);
	pen_box(&board.pen, 2.32, 2.235, 0.18, 0.53);
	pen_box(&board.pen, 2.5, 2.585, 0.18, 0.18);
	pen_fill(&board.pen, 0xffe010);
	check(&board,
	      PANEL "\"gaps\":[[3,2]],\"cells\":[{\"at\":[3,3],\"kind\":"
		    "\"polyomino\",\"colour\":\"yellow\",\"shape\":[\"###\"]},"
		    "{\"at\":[5,5],\"kind\":\"polyomino\",\"colour\":"
		    "\"yellow\",\"shape\":[\"#.\",\"#.\",\"##\"]}]}");
}

/* Hexagons that part their line up to its sides. */
static void add_dots(struct board *board, uint32_t colour)
{
	for (int k = 0; k < 2; k++) {
		struct point at = { k ? 3 : 1.5, k ? 1.5 : 2 }, points[6];

		for (int i = 0; i < 6; i++)
			points[i] = (struct point){
				at.x + 0.14 * cos(i * M_PI / 3),
				at.y + 0.14 * sin(i * M_PI / 3),
			};
		pen_polygon(&board->pen, points, 6);
	}
	pen_fill(&board->pen, colour);
}

static void test_wide_dots(void **state)
{
	static const uint32_t lines[2] = { 0x30344c, 0xe8e8e8 };
	static const uint32_t cells[2] = { 0xb0b4c8, 0x181c24 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct board board = { .theme = plain };

		board.theme.line = lines[i];
		board.theme.cell = board.theme.outside = cells[i];
		open_board(&board, PANEL "\"gaps\":[[3,2]]}");
		add_dots(&board, 0x101014);
		check(&board,
		      PANEL "\"gaps\":[[3,2]],\"dots\":[{\"at\":[3,4],"
			    "\"colour\":\"black\"},{\"at\":[6,3],\"colour\":"
			    "\"black\"}]}");
	}
}

/* What stands beside the lattice, fainter than its dots, is a label. */
static void test_labels_beside(void **state)
{
	struct board board = { .theme = plain };

	(void)state;
	board.theme.line = 0x90b8d8;
	board.theme.cell = board.theme.outside = 0xf8f8f8;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	add_dots(&board, 0x101014);
	for (int i = 1; i < 4; i++)
		pen_disc(&board.pen, (struct point){ -0.3, i }, 0.07);
	pen_fill(&board.pen, 0x989898);
	check(&board, PANEL "\"gaps\":[[3,2]],\"dots\":[{\"at\":[3,4],"
			    "\"colour\":\"black\"},{\"at\":[6,3],\"colour\":"
			    "\"black\"}]}");
}

static void test_ring_for_start(void **state)
{
	struct board board = { .theme = plain };

	(void)state;
	open_board(&board, PANEL "\"gaps\":[[3,2]]}");
	pen_disc(&board.pen, (struct point){ 0, 4 }, 0.19);
	pen_fill(&board.pen, plain.cell);
	check(&board, PANEL "\"gaps\":[[3,2]]}");
}

/* Thin lines with breaks and dots, and fat ones with long stubs: neither are
 * more lines of a finer or larger lattice. */
static void test_thin_and_fat(void **state)
{
	static const char text[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"starts\":[[0,"
		"8]],\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],\"gaps\":[[0,"
		"3],[0,5],[1,0],[3,8],[5,6],[6,1],[7,8],"
		"[8,5]],\"dots\":[{\"at\":[2,0],\"colour\":\"black\"},"
		"{\"at\":[2,8],\"colour\":\"black\"},{\"at\":[6,2],"
		"\"colour\":\"black\"},{\"at\":[8,4],\"colour\":"
		"\"black\"}],\"cells\":[{\"at\":[3,1],\"kind\":\"star\","
		"\"colour\":\"green\"},{\"at\":[5,7],\"kind\":\"star\","
		"\"colour\":\"green\"}]}";

	(void)state;
	for (int fat = 0; fat < 2; fat++) {
		struct board board = { .theme = plain };

		board.theme.line_width = fat ? 0.45 : 0.18;
		board.theme.start_radius = fat ? 0.42 : 0.32;
		board.theme.stub = fat ? 0.5 : 0.45;
		board.theme.dot_radius = fat ? 0.15 : 0.11;
		board.theme.line = 0x000000;
		board.theme.cell = board.theme.outside = 0xf4f0e8;
		board.theme.dots[PANEL_DOT_BLACK] = 0xffffff;
		board.theme.framed = false;
		open_board(&board, text);
		add_star(&board, (struct point){ 1.5, 0.5 }, 8, 0.14, 0.765);
		add_star(&board, (struct point){ 2.5, 3.5 }, 8, 0.14, 0.765);
		pen_fill(&board.pen, 0x10a020);
		check(&board, text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stacked_triangles),
		cmocka_unit_test(test_outlines),
		cmocka_unit_test(test_outlined_white),
		cmocka_unit_test(test_few_tips),
		cmocka_unit_test(test_touching_blocks),
		cmocka_unit_test(test_wide_dots),
		cmocka_unit_test(test_labels_beside),
		cmocka_unit_test(test_ring_for_start),
		cmocka_unit_test(test_thin_and_fat),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
