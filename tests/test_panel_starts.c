/* Starts: discs that are told from corners of lines by what is usual; and stubs
 * that lead out beside them. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "degrade.h"
#include "image.h"
#include "panel_plain.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "seen.h"

enum { SIDE = 420, LEFT = 90 };

/* Draws a panel with so many pixels a cell, blurs it by so many pixels, and
 * reads what is there. */
static struct sighting_list look_for(const struct puzzle *puzzle, double pitch,
				     double soft,
				     const struct panel_theme *theme)
{
	struct pen pen = { .cell_to_px = { { pitch, 0, LEFT, 0, pitch, LEFT, 0,
					     0, 1 } } };
	struct sighting_list list;
	struct image image;

	pen.cr = wall(&image, SIDE);
	panel_paint(&pen, &puzzle->as.panel, theme);
	cairo_destroy(pen.cr);
	assert_int_equal(degrade_blur(&image, soft, NULL), 0);
	list = seen_in(&image, FAMILY_panel);
	image_fini(&image);
	return list;
}

/* The same of what is read. */
static struct sighting_list look_at(const struct puzzle *puzzle, double pitch,
				    double soft,
				    const struct panel_theme *theme)
{
	struct sighting_list list = look_for(puzzle, pitch, soft, theme);

	assert_int_equal(list.count, 1);
	return list;
}

/* No panel has a start on every edge of a side: a tray's frame looks so. */
static void test_rows_of_starts(void **state)
{
	static const char two[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[1,0],[3,0]],"
		"\"ends\":[{\"at\":[8,8],\"towards\":[0,1]}]}";
	static const char many[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[1,0],[3,0],[5,0],[7,0],[8,1],[0,1]],"
		"\"ends\":[{\"at\":[8,8],\"towards\":[0,1]}]}";
	struct puzzle puzzle = puzzle_of(two);
	struct panel_theme theme = plain;
	struct sighting_list list;

	(void)state;
	theme.start_radius = 0.42;
	list = look_for(&puzzle, 50, 0.8, &theme);
	assert_int_equal(list.count, 1);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
	puzzle = puzzle_of(many);
	list = look_for(&puzzle, 50, 0.8, &theme);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

/* The plain look, with lines and starts so large. */
static struct panel_theme sized(double line, double radius)
{
	struct panel_theme theme = plain;

	theme.line_width = line;
	theme.start_radius = radius;
	theme.round = false;
	return theme;
}

/* Draws, reads and compares. Returns how sure it is. */
static double compare(const char *text, double pitch, double soft,
		      const struct panel_theme *theme)
{
	struct puzzle puzzle = puzzle_of(text);
	struct sighting_list list = look_at(&puzzle, pitch, soft, theme);
	double confidence = list.sightings[0].confidence;
	struct buffer why;

	buffer_init(&why);
	if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle, &why))
		fail_msg("%g, %g: %s", pitch, soft, buffer_text(&why));
	buffer_fini(&why);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
	return confidence;
}

static void check(const char *text, double pitch, double soft, double line,
		  double radius)
{
	struct panel_theme theme = sized(line, radius);

	assert_true(compare(text, pitch, soft, &theme) > 0.9);
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
		      50, soft, 0.2, plain.start_radius);
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
		      50, soft, 0.2, plain.start_radius);
}

/* A large disc hides most of one side of a stub in the middle of the next edge:
 * the other side tells. */
static void test_stub_beside_disc(void **state)
{
	(void)state;
	for (double radius = 0.44; radius < 0.51; radius += 0.03) {
		check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,0]],"
		      "\"ends\":[{\"at\":[0,1],\"towards\":[-1,0]},"
		      "{\"at\":[1,0],\"towards\":[0,-1]}]}",
		      60, 1, 0.34, radius);
		check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,2],[6,6]],"
		      "\"ends\":[{\"at\":[0,1],\"towards\":[-1,0]}]}",
		      50, 0.8, 0.34, radius);
		/* and no stub where there is none; what lies between two discs
		 * that touch is not seen */
		if (radius < 0.48)
			check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			      "\"starts\":[[0,2],[0,4],[2,6]],"
			      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}]}",
			      50, 0.8, 0.34, radius);
	}
}

/* Discs in the middles of edges reach around the vertices beside them, to one
 * slant of which a stub leads besides: these are no starts. Whether stubs hide
 * under discs is a doubt. */
static void test_vertices_beside_discs(void **state)
{
	struct panel_theme large = sized(0.38, 0.42);
	struct panel_theme larger = sized(0.37, 0.46);

	(void)state;
	for (double blur = 0.5; blur < 1.6; blur += 0.5)
		compare("{\"family\":\"panel\",\"columns\":2,\"rows\":3,"
			"\"starts\":[[1,0],[4,0],[0,6],[3,6]],\"ends\":["
			"{\"at\":[0,0],\"towards\":[-1,-1]},"
			"{\"at\":[0,1],\"towards\":[-1,0]},"
			"{\"at\":[4,5],\"towards\":[1,0]},"
			"{\"at\":[4,6],\"towards\":[1,1]}]}",
			60, blur, &large);
	compare("{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
		"\"starts\":[[1,0],[3,0],[0,4],[4,4]],\"ends\":["
		"{\"at\":[0,0],\"towards\":[0,-1]},"
		"{\"at\":[4,0],\"towards\":[0,-1]}]}",
		50, 1, &larger);
}

/* Of a stub between two discs little more than its tip shows: what it is is at
 * least a doubt. */
static void test_stub_between_discs(void **state)
{
	(void)state;
	for (double radius = 0.4; radius < 0.47; radius += 0.02) {
		struct panel_theme theme = sized(0.23, radius);
		struct puzzle puzzle = puzzle_of(
			"{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
			"\"starts\":[[4,0],[0,2],[4,2],[0,4]],\"ends\":["
			"{\"at\":[2,0],\"towards\":[0,-1]},"
			"{\"at\":[4,1],\"towards\":[1,0]},"
			"{\"at\":[0,3],\"towards\":[-1,0]},"
			"{\"at\":[2,4],\"towards\":[0,1]}]}");
		struct sighting_list list = look_at(&puzzle, 53, 0.5, &theme);
		const struct sighting *seen = &list.sightings[0];

		assert_true(puzzle_equal(&puzzle, &seen->puzzle, NULL) ||
			    seen->confidence < 0.7);
		sighting_list_fini(&list);
		puzzle_fini(&puzzle);
	}
}

/* Where two discs all but touch they hide what is between them: neither a break
 * there nor that there is no edge is lost surely. */
static void test_edge_under_discs(void **state)
{
	static const char *const hidden[] = { "\"gaps\":[[2,3]]",
					      "\"missing\":[[2,3]]" };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct panel_theme theme = sized(0.3, 0.497);
		char text[256];
		struct puzzle puzzle;
		struct sighting_list list;

		snprintf(text, sizeof text,
			 "{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			 "\"starts\":[[2,2],[2,4]],"
			 "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],%s}",
			 hidden[i]);
		puzzle = puzzle_of(text);
		list = look_at(&puzzle, 53, 0.5, &theme);
		assert_true(puzzle_equal(&puzzle, &list.sightings[0].puzzle,
					 NULL) ||
			    list.sightings[0].confidence < 0.7);
		sighting_list_fini(&list);
		puzzle_fini(&puzzle);
	}
}

/* What has the ground's colour in a start is its hole; where dots have that
 * colour it is one of them. */
static void test_dot_on_start(void **state)
{
	struct panel_theme theme = sized(0.25, 0.35);

	(void)state;
	theme.line = 0x9ca4b4;
	theme.cell = theme.outside = 0x2a2d3e;
	theme.dots[PANEL_DOT_BLACK] = 0x262838;
	assert_true(compare("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			    "\"starts\":[[0,6],[6,6]],"
			    "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
			    "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
			    "{\"at\":[0,6],\"colour\":\"black\"}]}",
			    50, 0.5, &theme) > 0.9);
}

/* A start hardly wider than the largest dots shows around a small one. */
static void test_small_start_under_dot(void **state)
{
	struct panel_theme theme = sized(0.16, 0.168);

	(void)state;
	theme.line = 0xc8dce1;
	theme.cell = theme.outside = 0x141e23;
	theme.dots[PANEL_DOT_BLACK] = 0x101418;
	theme.dot_radius = 0.045;
	assert_true(compare("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			    "\"starts\":[[0,6]],"
			    "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
			    "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
			    "{\"at\":[0,4],\"colour\":\"black\"},"
			    "{\"at\":[0,6],\"colour\":\"black\"}]}",
			    64, 0.5, &theme) > 0.9);
}

/* Dots as wide as a wide line part it; where their colour is between the line's
 * and the ground's they are no breaks for that. */
static void test_wide_dots_on_edges(void **state)
{
	(void)state;
	for (double line = 0.32; line < 0.41; line += 0.04) {
		struct panel_theme theme = sized(line, 0.45);

		theme.line = 0xf7f8f4;
		theme.cell = theme.outside = 0xccd1ad;
		theme.dots[PANEL_DOT_BLACK] = 0xf8d718;
		theme.dot_radius = 0.53 * line;
		compare("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			"\"starts\":[[0,6]],"
			"\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
			"\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
			"{\"at\":[0,3],\"colour\":\"black\"},"
			"{\"at\":[6,3],\"colour\":\"black\"}]}",
			26, 0.4, &theme);
	}
}

/* What has the colour of other dots rather than the ground's is a dot, even
 * beside a ground that is nearly as bright. */
static void test_dots_alike(void **state)
{
	struct panel_theme theme = sized(0.14, 0.2);

	(void)state;
	theme.line = 0x25200f;
	theme.cell = 0xa37481;
	theme.outside = 0xd0b8be;
	theme.cells_filled = true;
	theme.dots[PANEL_DOT_BLACK] = 0xf0ebf0;
	for (double radius = 0.085; radius < 0.13; radius += 0.02) {
		theme.dot_radius = radius;
		compare("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			"\"starts\":[[0,6]],"
			"\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
			"\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
			"{\"at\":[2,3],\"colour\":\"black\"},"
			"{\"at\":[0,3],\"colour\":\"black\"}]}",
			50, 0.4, &theme);
	}
}

enum { ARC = 6 };

/* Fills a cell's corner with the line's colour, so that the cell is rounded
 * there; `right` and `low`: which corner. */
static void round_corner(const struct pen *pen, int column, int row, bool right,
			 bool low, double round,
			 const struct panel_theme *theme)
{
	double half = theme->line_width / 2;
	double sx = right ? -1 : 1, sy = low ? -1 : 1;
	double x = column + right + sx * half, y = row + low + sy * half;
	struct point points[ARC + 2] = { { x, y } };

	for (int i = 0; i <= ARC; i++) {
		double angle = i * M_PI / 2 / ARC;

		points[i + 1] =
			(struct point){ x + sx * round * (1 - sin(angle)),
					y + sy * round * (1 - cos(angle)) };
	}
	pen_polygon(pen, points, ARC + 2);
	pen_fill(pen, theme->line);
}

static const char inner_start[] =
	"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
	"\"starts\":[[0,8],[4,4]],"
	"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}]}";

/* Draws a panel whose cells are rounded, all or only three around one vertex,
 * and reads it. */
static struct sighting_list look_at_round(const struct puzzle *puzzle,
					  bool three, double round,
					  const struct panel_theme *theme)
{
	struct pen pen = { .cell_to_px = {
				   { 50, 0, LEFT, 0, 50, LEFT, 0, 0, 1 } } };
	struct sighting_list list;
	struct image image;

	pen.cr = wall(&image, SIDE);
	panel_paint(&pen, &puzzle->as.panel, theme);
	for (int i = 0; i < 16 && !three; i++)
		for (int k = 0; k < 4; k++)
			round_corner(&pen, i % 4, i / 4, k % 2, k / 2, round,
				     theme);
	for (int k = 0; k < 3 && three; k++)
		round_corner(&pen, 2 + k % 2, k / 2, k % 2 == 0, k < 2, round,
			     theme);
	cairo_destroy(pen.cr);
	assert_int_equal(degrade_blur(&image, 0.5, NULL), 0);
	list = seen_in(&image, FAMILY_panel);
	assert_int_equal(list.count, 1);
	image_fini(&image);
	return list;
}

/* Between rounded cells lines reach as far as a disc would: where they do so at
 * the rim, too, beside free sides without one, there is none. */
static void test_round_cells(void **state)
{
	struct puzzle puzzle = puzzle_of(inner_start);

	(void)state;
	for (double round = 0.06; round < 0.22; round += 0.03)
		for (double line = 0.2; line < 0.31; line += 0.05) {
			struct panel_theme theme = sized(line, line + 0.14);
			struct sighting_list list =
				look_at_round(&puzzle, false, round, &theme);

			assert_seen(&list, &puzzle);
			assert_true(list.sightings[0].confidence > 0.7);
			sighting_list_fini(&list);
		}
	puzzle_fini(&puzzle);
}

/* A disc shows in all corners of its vertex. */
static void test_partly_round(void **state)
{
	struct panel_theme theme = sized(0.25, 0.35);
	struct puzzle puzzle = puzzle_of(inner_start);

	(void)state;
	for (double round = 0.06; round < 0.22; round += 0.03) {
		struct sighting_list list =
			look_at_round(&puzzle, true, round, &theme);
		const struct sighting *seen = &list.sightings[0];

		assert_true(puzzle_equal(&puzzle, &seen->puzzle, NULL) ||
			    seen->confidence < 0.7);
		sighting_list_fini(&list);
	}
	puzzle_fini(&puzzle);
}

/* Dots nearly as wide as their lines hide where stubs begin, and the lines'
 * corners; discs and stubs stand out of them. */
static void test_wide_dots(void **state)
{
	struct puzzle puzzle =
		puzzle_of("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			  "\"starts\":[[0,6]],"
			  "\"ends\":[{\"at\":[6,0],\"towards\":[1,0]}]}");
	struct panel *panel = &puzzle.as.panel;

	(void)state;
	for (int i = 0; i < 16; i++)
		panel->spots[i / 4 * 2][i % 4 * 2].dot = PANEL_DOT_BLACK;
	for (double line = 0.34; line < 0.38; line += 0.03) {
		struct panel_theme theme = sized(line, line + 0.05);
		struct sighting_list list;

		theme.stub = line / 2 + 0.22;
		theme.dot_radius = 0.47 * line;
		list = look_at(&puzzle, 60, 0.5, &theme);
		assert_seen(&list, &puzzle);
		assert_true(list.sightings[0].confidence > 0.7);
		sighting_list_fini(&list);
	}
	puzzle_fini(&puzzle);
}

/* What other programs draw starts and ends as: each shape of a start with each
 * of an end but rings, and two starts among dots. */
static void test_colours_of_their_own(void **state)
{
	static const char *const texts[] = {
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[0,8]],"
		"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}]}",
		"{\"family\":\"panel\",\"columns\":4,\"rows\":3,"
		"\"starts\":[[0,6],[4,2]],"
		"\"ends\":[{\"at\":[8,2],\"towards\":[1,0]}],"
		"\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
		"{\"at\":[5,4],\"colour\":\"black\"}]}",
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[0,8]],"
		"\"ends\":[{\"at\":[8,1],\"towards\":[1,0]}]}",
	};
	struct panel_theme theme = plain;

	(void)state;
	theme.start_colour = 0xffd54a;
	theme.end_colour = 0xe53935;
	theme.middle = theme.outside;
	for (int text = 0; text < 3; text++)
		for (int start = PANEL_CAP_DISC; start < PANEL_CAP_ARROW;
		     start++)
			for (int end = PANEL_CAP_LINE; end < PANEL_CAPS;
			     end++) {
				double sure;

				/* its hole hides the short stub */
				if (end == PANEL_CAP_RING)
					continue;
				theme.start_cap = (enum panel_cap)start;
				theme.end_cap = (enum panel_cap)end;
				sure = compare(texts[text], 60, 0.5, &theme);
				if (sure < 0.9)
					fail_msg("%d, start %d, end %d: %g",
						 text, start, end, sure);
			}
}

/* Lines of slides are thin: corners are hardly larger than their blur, all
 * alike. */
static void test_thin_lines(void **state)
{
	(void)state;
	for (double line = 0.06; line < 0.08; line += 0.01)
		check("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		      "\"starts\":[[0,8]],"
		      "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"
		      "\"gaps\":[[4,3]]}",
		      56, 0.3, line, 0.13);
}

/* What is drawn in the middle of all starts, larger than the dots, is no dot of
 * their colour. */
static void test_middles_of_starts(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.start_cap = PANEL_CAP_RING;
	theme.end_cap = PANEL_CAP_LINE;
	theme.start_colour = theme.end_colour = theme.line = 0xe8e8f0;
	theme.middle = theme.dots[PANEL_DOT_BLACK];
	assert_true(compare("{\"family\":\"panel\",\"columns\":4,\"rows\":3,"
			    "\"starts\":[[0,6],[4,2]],"
			    "\"ends\":[{\"at\":[8,2],\"towards\":[1,0]}],"
			    "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
			    "{\"at\":[5,4],\"colour\":\"black\"}]}",
			    60, 0.5, &theme) > 0.9);
}

/* A ring in the middle of an edge is no break. */
static void test_ring_on_edge(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.start_cap = PANEL_CAP_RING;
	theme.end_cap = PANEL_CAP_LINE;
	theme.start_colour = theme.end_colour = theme.line;
	theme.middle = theme.outside = theme.cell;
	theme.line_width = 0.16;
	theme.start_radius = 0.26;
	assert_true(compare("{\"family\":\"panel\",\"columns\":4,\"rows\":3,"
			    "\"starts\":[[0,5],[3,2]],"
			    "\"ends\":[{\"at\":[8,2],\"towards\":[1,0]}],"
			    "\"gaps\":[[1,6],[5,4]]}",
			    60, 0.5, &theme) > 0.9);
}

/* What is broken or marked beside a start in another colour is seen beyond it.
 */
static void test_edges_beside_starts(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.start_colour = 0xffd54a;
	theme.end_colour = theme.line;
	theme.end_cap = PANEL_CAP_LINE;
	theme.start_radius = 0.24;
	theme.line_width = 0.15;
	theme.dot_radius = 0.07;
	for (int cap = PANEL_CAP_DISC; cap < PANEL_CAP_RING; cap++) {
		theme.start_cap = (enum panel_cap)cap;
		assert_true(
			compare("{\"family\":\"panel\",\"columns\":4,"
				"\"rows\":3,\"starts\":[[0,6],[4,2]],"
				"\"ends\":[{\"at\":[8,2],\"towards\":[1,0]}],"
				"\"gaps\":[[1,6],[4,3]],\"dots\":"
				"[{\"at\":[3,2],\"colour\":\"black\"},"
				"{\"at\":[0,5],\"colour\":\"black\"}]}",
				60, 0.5, &theme) > 0.9);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows_of_starts),
		cmocka_unit_test(test_few_crosses),
		cmocka_unit_test(test_corners_under_dots),
		cmocka_unit_test(test_stub_beside_disc),
		cmocka_unit_test(test_vertices_beside_discs),
		cmocka_unit_test(test_stub_between_discs),
		cmocka_unit_test(test_edge_under_discs),
		cmocka_unit_test(test_dot_on_start),
		cmocka_unit_test(test_small_start_under_dot),
		cmocka_unit_test(test_wide_dots),
		cmocka_unit_test(test_wide_dots_on_edges),
		cmocka_unit_test(test_dots_alike),
		cmocka_unit_test(test_round_cells),
		cmocka_unit_test(test_partly_round),
		cmocka_unit_test(test_colours_of_their_own),
		cmocka_unit_test(test_thin_lines),
		cmocka_unit_test(test_middles_of_starts),
		cmocka_unit_test(test_ring_on_edge),
		cmocka_unit_test(test_edges_beside_starts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
