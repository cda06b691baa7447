/* Panels drawn here are read: their lines, starts, ends, breaks, dots and
 * symbols, upright and in perspective, on dark and on light grounds; boards
 * without a start are no panels. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "degrade.h"
#include "image.h"
#include "picture.h"
#include "scene.h"
#include "seen.h"

enum { SIZE = 420, PITCH = 80, LEFT = 90 };

struct theme {
	uint32_t page, rim, ground, line;
	uint32_t shone; /* lines between cells */
	uint32_t square, blocks;
};

static const struct theme lit = { 0x103830, 0x00a888, 0x00a888, 0x354444,
				  0x354444, 0xf0f0f0, 0xe8d020 };
static const struct theme dark = { 0x080808, 0x101010, 0x101010, 0x98802c,
				   0x98802c, 0xf0f0f0, 0xe8d020 };
static const struct theme night = { 0x101418, 0x18222a, 0x18222a, 0xdfe8f0,
				    0xdfe8f0, 0xf0f0f0, 0xe8d020 };
/* not lit yet: its rim is as dark as its lines, onto which its cells shine */
static const struct theme dim = { 0x140a01, 0x011914, 0x005a47, 0x09141a,
				  0x081e22, 0xf0f0f0, 0xe8d020 };
/* white symbols on a page that is nearly white */
static const struct theme pale = { 0xe8f0e8, 0xe8f0e8, 0xe8f0e8, 0x6a9a6a,
				   0x6a9a6a, 0x2ad4e8, 0xffffff };

static void vertex(int x, int y, double *px, double *py)
{
	*px = LEFT + x * PITCH / 2.0;
	*py = LEFT + y * PITCH / 2.0;
}

static void line(cairo_t *cr, int x0, int y0, int x1, int y1)
{
	double a, b, c, d;

	vertex(x0, y0, &a, &b);
	vertex(x1, y1, &c, &d);
	cairo_move_to(cr, a, b);
	cairo_line_to(cr, c, d);
	cairo_stroke(cr);
}

static void disc(cairo_t *cr, int x, int y, double radius, uint32_t colour)
{
	double px, py;

	vertex(x, y, &px, &py);
	scene_colour(cr, colour);
	cairo_arc(cr, px, py, radius, 0, 2 * acos(-1));
	cairo_fill(cr);
}

static void box(cairo_t *cr, double x, double y, double width, double height,
		uint32_t colour)
{
	scene_colour(cr, colour);
	cairo_rectangle(cr, x, y, width, height);
	cairo_fill(cr);
}

/* 3 x 3 cells: start at the lower left, end above the upper right, a break at
 * 3,2, a black dot at 2,4, a white square at 1,1 and a polyomino of two blocks
 * beside each other at 5,5. */
static void draw(struct image *image, const struct theme *theme, bool start)
{
	cairo_t *cr = picture_pen(image);
	double x, y;

	box(cr, 0, 0, SIZE, SIZE, theme->page);
	vertex(0, 0, &x, &y);
	box(cr, x - 40, y - 40, 3 * PITCH + 80, 3 * PITCH + 80, theme->rim);
	box(cr, x, y, 3 * PITCH, 3 * PITCH, theme->ground);
	cairo_set_line_width(cr, 20);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
	scene_colour(cr, theme->shone);
	for (int i = 2; i <= 4; i += 2) {
		line(cr, 0, i, 6, i);
		line(cr, i, 0, i, 6);
	}
	scene_colour(cr, theme->line);
	for (int i = 0; i <= 6; i += 6) {
		line(cr, 0, i, 6, i);
		line(cr, i, 0, i, 6);
	}
	line(cr, 6, 0, 6, -1);
	vertex(3, 2, &x, &y);
	box(cr, x - 8, y - 12, 16, 24, theme->ground);
	if (start)
		disc(cr, 0, 6, 26, theme->line);
	disc(cr, 2, 4, 7, 0);
	vertex(1, 1, &x, &y);
	box(cr, x - 13, y - 13, 26, 26, theme->square);
	vertex(5, 5, &x, &y);
	box(cr, x - 13, y - 5, 11, 11, theme->blocks);
	box(cr, x + 2, y - 5, 11, 11, theme->blocks);
	cairo_destroy(cr);
}

/* The panel that draw() draws, to draw more over it. */
static cairo_t *begin(struct image *image, const struct theme *theme)
{
	assert_int_equal(image_init(image, SIZE, SIZE, NULL), 0);
	draw(image, theme, true);
	return picture_pen(image);
}

static void check_reading(const struct image *image)
{
	struct sighting_list list = seen_in(image, FAMILY_panel);
	const struct panel *panel;

	assert_int_equal(list.count, 1);
	panel = &list.sightings[0].puzzle.as.panel;
	assert_int_equal(panel->columns, 3);
	assert_int_equal(panel->rows, 3);
	for (int y = 0; y <= 6; y++)
		for (int x = 0; x <= 6; x++) {
			const struct panel_spot *spot = &panel->spots[y][x];

			if (panel_is_cell(x, y))
				continue;
			assert_int_equal(spot->start, x == 0 && y == 6);
			assert_int_equal(spot->end, x == 6 && y == 0);
			assert_int_equal(spot->edge,
					 x == 3 && y == 2 ? PANEL_EDGE_GAP : 0);
			assert_int_equal(spot->dot, x == 2 && y == 4
							    ? PANEL_DOT_BLACK
							    : 0);
		}
	assert_int_equal(panel->spots[0][6].end_dx, 0);
	assert_int_equal(panel->spots[0][6].end_dy, -1);
	assert_int_equal(panel->cells[0][0].kind, PANEL_SQUARE);
	assert_int_equal(panel->cells[0][0].colour, PANEL_WHITE);
	assert_int_equal(panel->cells[2][2].kind, PANEL_POLYOMINO);
	assert_int_equal(panel->cells[2][2].colour, PANEL_YELLOW);
	assert_int_equal(panel->cells[2][2].shape, 3);
	assert_int_equal(panel->cells[1][1].kind, PANEL_EMPTY);
	assert_true(list.sightings[0].confidence > 0.7);
	sighting_list_fini(&list);
}

static void test_upright(void **state)
{
	struct problem problem = { 0 };
	struct image image = { 0 };

	(void)state;
	assert_int_equal(image_init(&image, SIZE, SIZE, &problem), 0);
	draw(&image, &lit, true);
	check_reading(&image);
	draw(&image, &dark, true);
	check_reading(&image);
	draw(&image, &dim, true);
	check_reading(&image);
	image_fini(&image);
}

/* A symbol that stands out by far less than the lines is one all the same. */
static void test_faint(void **state)
{
	struct sighting_list list;
	struct image image;

	(void)state;
	assert_int_equal(image_init(&image, SIZE, SIZE, NULL), 0);
	draw(&image, &pale, true);
	list = seen_in(&image, FAMILY_panel);
	assert_int_equal(list.count, 1);
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 3; x++) {
			const struct panel_cell *cell =
				&list.sightings[0].puzzle.as.panel.cells[y][x];

			assert_int_equal(cell->kind, x != y   ? PANEL_EMPTY
						     : x == 0 ? PANEL_SQUARE
						     : x == 1
							     ? PANEL_EMPTY
							     : PANEL_POLYOMINO);
		}
	sighting_list_fini(&list);
	image_fini(&image);
}

static void test_perspective(void **state)
{
	struct problem problem = { 0 };
	struct image image = { 0 };
	struct quad from = quad_from_box(0, 0, SIZE, SIZE);
	struct quad to = {
		{ { 80, 40 }, { 380, 90 }, { 370, 390 }, { 20, 410 } }
	};
	struct homography map;

	(void)state;
	assert_int_equal(image_init(&image, SIZE, SIZE, &problem), 0);
	draw(&image, &lit, true);
	assert_int_equal(homography_from_quads(&from, &to, &map), 0);
	assert_int_equal(degrade_warp(&image, &map, SIZE + 40, SIZE + 40,
				      0x403010, &problem),
			 0);
	check_reading(&image);
	image_fini(&image);
}

static void test_without_start(void **state)
{
	struct problem problem = { 0 };
	struct image image = { 0 };
	struct sighting_list list;

	(void)state;
	assert_int_equal(image_init(&image, SIZE, SIZE, &problem), 0);
	draw(&image, &lit, false);
	list = seen_in(&image, FAMILY_panel);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	image_fini(&image);
}

/* The only panel read in a picture. */
static struct panel only_panel(const struct image *image)
{
	struct sighting_list list = seen_in(image, FAMILY_panel);
	struct panel panel;

	assert_int_equal(list.count, 1);
	panel = list.sightings[0].puzzle.as.panel;
	sighting_list_fini(&list);
	return panel;
}

/* A start in the middle of an edge reaches under two triangles beside it. */
static void test_symbol_over_start(void **state)
{
	struct image image = { 0 };
	struct panel panel;
	cairo_t *cr;
	double x, y;

	(void)state;
	cr = begin(&image, &lit);
	disc(cr, 0, 3, 34, lit.line);
	vertex(1, 3, &x, &y);
	for (int i = -1; i <= 1; i += 2) {
		scene_colour(cr, 0xffa000);
		cairo_move_to(cr, x + 11 * i, y - 7);
		cairo_line_to(cr, x + 11 * i + 8, y + 7);
		cairo_line_to(cr, x + 11 * i - 8, y + 7);
		cairo_fill(cr);
	}
	cairo_destroy(cr);
	panel = only_panel(&image);
	assert_true(panel.spots[3][0].start);
	assert_int_equal(panel.cells[1][0].kind, PANEL_TRIANGLE);
	assert_int_equal(panel.cells[1][0].count, 2);
	image_fini(&image);
}

/* What a pointer's rim leaves is no part of a symbol. */
static void test_specks(void **state)
{
	struct image image = { 0 };
	struct panel panel;
	cairo_t *cr;
	double x, y;

	(void)state;
	cr = begin(&image, &lit);
	vertex(5, 5, &x, &y);
	box(cr, x - 24, y - 25, 2, 2, 0);
	box(cr, x - 21, y - 27, 2, 1, 0);
	vertex(1, 1, &x, &y);
	box(cr, x + 20, y + 24, 2, 2, 0);
	cairo_destroy(cr);
	panel = only_panel(&image);
	assert_int_equal(panel.cells[0][0].kind, PANEL_SQUARE);
	assert_int_equal(panel.cells[2][2].kind, PANEL_POLYOMINO);
	assert_int_equal(panel.cells[2][2].shape, 3);
	image_fini(&image);
}

/* A dot is told by what it lies on, however near its colour is; what runs on
 * over the lines is none. */
static void test_dots(void **state)
{
	struct image image = { 0 };
	struct panel panel;
	cairo_t *cr;
	double x, y;

	(void)state;
	cr = begin(&image, &lit);
	disc(cr, 4, 2, 7, 0x101f1f);
	disc(cr, 6, 3, 7, 0x703030);
	disc(cr, 2, 6, 8, 0x8e9999); /* pale as a pointer is */
	scene_colour(cr, 0);
	cairo_set_line_width(cr, 4);
	vertex(2, 2, &x, &y);
	cairo_arc(cr, x - 27, y, 30, -0.8, 0.8);
	cairo_stroke(cr);
	cairo_destroy(cr);
	panel = only_panel(&image);
	assert_int_equal(panel.spots[2][4].dot, PANEL_DOT_BLACK);
	assert_int_equal(panel.spots[3][6].edge, PANEL_EDGE_WHOLE);
	assert_int_not_equal(panel.spots[3][6].dot, PANEL_DOT_NONE);
	assert_int_equal(panel.spots[4][2].dot, PANEL_DOT_BLACK);
	assert_int_not_equal(panel.spots[6][2].dot, PANEL_DOT_NONE);
	assert_int_equal(panel.spots[2][2].dot, PANEL_DOT_NONE);
	image_fini(&image);
}

/* What lies in every cell alike, faintly, is the panel's relief. */
static void test_relief(void **state)
{
	static const int more[9] = { 0, 2, 1, 3, 4, 0, 2, 1, 2 };
	struct image image = { 0 };
	struct panel panel;
	cairo_t *cr;
	double x, y;

	(void)state;
	cr = begin(&image, &dark);
	for (int i = 0; i < 9; i++) {
		int level = 66 + 3 * more[i];

		vertex(2 * (i % 3) + 1, 2 * (i / 3) + 1, &x, &y);
		if (i && i != 8)
			box(cr, x - 16, y - 16, 32, 32,
			    (uint32_t)(level << 16 | (level - 25) << 8));
	}
	cairo_destroy(cr);
	panel = only_panel(&image);
	for (int i = 1; i < 8; i++)
		assert_int_equal(panel.cells[i / 3][i % 3].kind, PANEL_EMPTY);
	assert_int_equal(panel.cells[0][0].kind, PANEL_SQUARE);
	assert_int_equal(panel.cells[2][2].kind, PANEL_POLYOMINO);
	image_fini(&image);
}

/* Of a worn stub that leads out of a corner aslant, the rim of what the panel
 * lies in hides the lower half: it leads aslant all the same. */
static void test_worn_stub(void **state)
{
	struct image image = { 0 };
	struct panel panel;
	cairo_t *cr;
	double x, y;

	(void)state;
	cr = begin(&image, &lit);
	/* the other end goes */
	vertex(6, 0, &x, &y);
	box(cr, x - 12, y - 55, 24, 44, lit.ground);
	vertex(6, 6, &x, &y);
	scene_colour(cr, lit.line);
	cairo_move_to(cr, x + 10, y - 5);
	cairo_line_to(cr, x + 25, y + 10);
	cairo_line_to(cr, x - 10, y + 10);
	cairo_fill(cr);
	cairo_destroy(cr);
	panel = only_panel(&image);
	assert_true(panel.spots[6][6].end);
	assert_int_equal(panel.spots[6][6].end_dx, 1);
	assert_int_equal(panel.spots[6][6].end_dy, 1);
	image_fini(&image);
}

/* The doubt about the only panel read in a picture. */
static double only_doubt(const struct image *image)
{
	struct sighting_list list = seen_in(image, FAMILY_panel);
	double doubt;

	assert_int_equal(list.count, 1);
	doubt = 1 - list.sightings[0].confidence;
	sighting_list_fini(&list);
	return doubt;
}

/* What is too faint for a dot of such lines, but stands out as nothing else
 * does, is in doubt. */
static void test_too_faint(void **state)
{
	struct problem problem = { 0 };
	struct image image = { 0 };
	cairo_t *cr;

	(void)state;
	assert_int_equal(image_init(&image, SIZE, SIZE, &problem), 0);
	draw(&image, &lit, true);
	assert_true(only_doubt(&image) < 0.05);
	cr = picture_pen(&image);
	disc(cr, 4, 4, PITCH / 10.0, lit.line + 0x1a0000);
	cairo_destroy(cr);
	assert_true(only_doubt(&image) > 0.3);
	image_fini(&image);
}

/* Black on a ground that is nearly black stands out less than lines do, small
 * coloured dots less than their size: what they are like tells them. */
static void test_shape_and_hue(void **state)
{
	struct image image = { 0 };
	struct panel panel;
	cairo_t *cr;
	double x, y;

	(void)state;
	cr = begin(&image, &night);
	vertex(5, 1, &x, &y);
	box(cr, x - 16, y - 16, 32, 32, 0);
	disc(cr, 4, 2, 3, 0xe02020);
	cairo_destroy(cr);
	assert_true(only_doubt(&image) < 0.1);
	panel = only_panel(&image);
	assert_int_equal(panel.cells[0][2].kind, PANEL_SQUARE);
	assert_int_equal(panel.spots[2][4].dot, PANEL_DOT_BLACK);
	image_fini(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_upright),
		cmocka_unit_test(test_faint),
		cmocka_unit_test(test_perspective),
		cmocka_unit_test(test_without_start),
		cmocka_unit_test(test_symbol_over_start),
		cmocka_unit_test(test_specks),
		cmocka_unit_test(test_dots),
		cmocka_unit_test(test_relief),
		cmocka_unit_test(test_worn_stub),
		cmocka_unit_test(test_too_faint),
		cmocka_unit_test(test_shape_and_hue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
