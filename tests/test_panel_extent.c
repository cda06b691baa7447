/* How far panels reach and how wide their cells are, where lines are missing
 * or things like lines lie around. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "image.h"
#include "rims.h"
#include "sheet.h"
#include "picture.h"
#include "scene.h"
#include "seen.h"

enum { SIZE = 620, PITCH = 80, LEFT = 150 };
#define GROUND 0x00a888
#define LINE 0x354444
#define PAGE 0x103830

struct canvas {
	struct image image;
	cairo_t *cr;
};

/* Doubled coordinates, as everywhere here. */
static double px(double at)
{
	return LEFT + at * PITCH / 2;
}

static void box(struct canvas *canvas, double x0, double y0, double x1,
		double y1, uint32_t colour)
{
	scene_colour(canvas->cr, colour);
	cairo_rectangle(canvas->cr, px(x0), px(y0), px(x1) - px(x0),
			px(y1) - px(y0));
	cairo_fill(canvas->cr);
}

static void line(struct canvas *canvas, double x0, double y0, double x1,
		 double y1)
{
	scene_colour(canvas->cr, LINE);
	cairo_move_to(canvas->cr, px(x0), px(y0));
	cairo_line_to(canvas->cr, px(x1), px(y1));
	cairo_stroke(canvas->cr);
}

static void round_disc(struct canvas *canvas, double x, double y, double radius)
{
	scene_colour(canvas->cr, LINE);
	cairo_arc(canvas->cr, px(x), px(y), radius, 0, 2 * acos(-1));
	cairo_fill(canvas->cr);
}

static void disc(struct canvas *canvas, double x, double y)
{
	round_disc(canvas, x, y, 24);
}

static void open_canvas(struct canvas *canvas)
{
	canvas->cr = picture_begin(&canvas->image, SIZE, SIZE);
	scene_colour(canvas->cr, PAGE);
	cairo_paint(canvas->cr);
	cairo_set_line_width(canvas->cr, 24);
	cairo_set_line_cap(canvas->cr, CAIRO_LINE_CAP_ROUND);
}

/* Every line of a grid at multiples of `step`, start and end at its corners. */
static void grid(struct canvas *canvas, int side, int step)
{
	box(canvas, 0, 0, side, side, GROUND);
	for (int i = 0; i <= side; i += step) {
		line(canvas, 0, i, side, i);
		line(canvas, i, 0, i, side);
	}
	line(canvas, side, 0, side, -0.6);
	disc(canvas, 0, side);
}

/* The one panel in it, and how sure it is. */
static struct panel read_canvas(struct canvas *canvas, double *confidence)
{
	struct sighting_list list;
	struct panel panel;

	cairo_destroy(canvas->cr);
	list = seen_in(&canvas->image, FAMILY_panel);
	assert_int_equal(list.count, 1);
	panel = list.sightings[0].puzzle.as.panel;
	*confidence = list.sightings[0].confidence;
	sighting_list_fini(&list);
	image_fini(&canvas->image);
	return panel;
}

static void symbol(struct canvas *canvas, int x, int y)
{
	box(canvas, x - 0.33, y - 0.33, x + 0.33, y + 0.33, 0xf0f0f0);
}

/* Stubs that lead from the middles of edges into cells are ends; edges there
 * are a doubt. */
static void keeps_cells_with_stubs(void **state)
{
	(void)state;
	for (int finer = 0; finer < 2; finer++) {
		struct canvas canvas;
		struct panel panel;
		double confidence;

		open_canvas(&canvas);
		cairo_set_line_width(canvas.cr, 10);
		grid(&canvas, 8, 2);
		line(&canvas, 5, 2, 5, finer ? 1 : 1.4);
		line(&canvas, 6, 3, finer ? 5 : 5.4, 3);
		panel = read_canvas(&canvas, &confidence);
		if (finer) {
			assert_true(confidence < 0.5);
			continue;
		}
		assert_int_equal(panel.columns, 4);
		assert_int_equal(panel.rows, 4);
		assert_true(panel.spots[2][5].end);
		assert_true(panel.spots[3][6].end);
	}
}

/* Every second line is missing: symbols off the middle of what looks like a
 * cell say so. */
static void divides_by_symbols(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	grid(&canvas, 8, 4);
	symbol(&canvas, 1, 1);
	symbol(&canvas, 3, 3);
	symbol(&canvas, 7, 5);
	panel = read_canvas(&canvas, &confidence);
	assert_true(confidence > 0.9);
	assert_int_equal(panel.columns, 4);
	assert_int_equal(panel.rows, 4);
	assert_int_equal(panel.spots[2][1].edge, PANEL_EDGE_MISSING);
	assert_int_equal(panel.spots[4][1].edge, PANEL_EDGE_WHOLE);
	assert_int_equal(panel.cells[1][1].kind, PANEL_SQUARE);
	assert_int_equal(panel.cells[0][1].kind, PANEL_EMPTY);
}

/* What JPEG makes of the colour beside a dot is too small for a symbol and
 * divides no cells; what is as large as a triangle does. */
static void keeps_cells_with_specks(void **state)
{
	(void)state;
	for (int large = 0; large < 2; large++) {
		struct canvas canvas;
		struct panel_place place = {
			.columns = 4,
			.rows = 4,
			.cell_to_px = { { 32, 0, LEFT, 0, 32, LEFT, 0, 0, 1 } },
		};
		struct sheet sheet;
		double side = large ? 4 : 2;

		open_canvas(&canvas);
		cairo_scale(canvas.cr, 0.4, 0.4);
		cairo_translate(canvas.cr, 1.5 * LEFT, 1.5 * LEFT);
		cairo_set_line_width(canvas.cr, 18);
		grid(&canvas, 8, 2);
		cairo_identity_matrix(canvas.cr);
		scene_colour(canvas.cr, 0xf0f0f0);
		cairo_rectangle(canvas.cr, LEFT + 8 - side / 2,
				LEFT + 8 - side / 2, side, side);
		cairo_fill(canvas.cr);
		cairo_destroy(canvas.cr);
		assert_int_equal(sheet_init(&sheet, &canvas.image, &place, 2),
				 0);
		assert_int_equal(divide_by_symbols(&sheet), 1 + large);
		sheet_fini(&sheet);
		image_fini(&canvas.image);
	}
}

/* Where starts cover most upright edges of a small panel, lines that look wider
 * one way divide no cells that are square. */
static void keeps_square_cells_with_discs(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	cairo_set_line_width(canvas.cr, 20);
	grid(&canvas, 4, 2);
	line(&canvas, 2, 0, 2, -0.9);
	round_disc(&canvas, 0, 1, 29);
	round_disc(&canvas, 0, 4, 29);
	round_disc(&canvas, 4, 0, 29);
	round_disc(&canvas, 4, 3, 29);
	panel = read_canvas(&canvas, &confidence);
	assert_int_equal(panel.columns, 2);
	assert_int_equal(panel.rows, 2);
	assert_true(panel.spots[1][0].start && panel.spots[3][4].start);
}

/* What a line in one of the big cells divides is not answered. */
static void doubts_lines_in_cells(void **state)
{
	struct canvas canvas;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	grid(&canvas, 8, 4);
	line(&canvas, 6, 0, 6, 2);
	line(&canvas, 6, 2, 8, 2);
	read_canvas(&canvas, &confidence);
	assert_true(confidence < 0.5);
}

/* A frame in the line's colour, one cell around, is no part of it. */
static void leaves_frames_out(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	box(&canvas, -2, -2, 8, 8, GROUND);
	grid(&canvas, 6, 2);
	line(&canvas, -2, -2, 8, -2);
	line(&canvas, -2, 8, 8, 8);
	line(&canvas, -2, -2, -2, 8);
	line(&canvas, 8, -2, 8, 8);
	panel = read_canvas(&canvas, &confidence);
	assert_int_equal(panel.columns, 3);
	assert_int_equal(panel.rows, 3);
	/* it might be more lines of the panel */
	assert_true(confidence < 0.9);
}

/* On a page of the line's colour the gap between the panel's face and a card
 * below it is as wide as a line, as long as a cell and where one might lie. */
static void leaves_gaps_out(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	box(&canvas, -4, -4, 12, 12, LINE);
	box(&canvas, -1.7, -2, 7.7, 7.7, GROUND);
	/* as a cross: without its corners */
	for (int i = 0; i <= 6; i += 2) {
		bool inner = i == 2 || i == 4;

		line(&canvas, inner ? 0 : 2, i, inner ? 6 : 4, i);
		line(&canvas, i, inner ? 0 : 2, i, inner ? 6 : 4);
	}
	line(&canvas, 4, 0, 4, -0.6);
	disc(&canvas, 2, 6);
	box(&canvas, -1.7, 8.3, -0.3, 8.8, GROUND);
	panel = read_canvas(&canvas, &confidence);
	assert_int_equal(panel.columns, 3);
	assert_int_equal(panel.rows, 3);
}

/* Breaks are cut square; what is between two round ends as long as the other
 * stub is no break. */
static void tells_ends_from_breaks(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	grid(&canvas, 6, 2);
	box(&canvas, 2.85, 1.6, 3.15, 2.4, GROUND);
	box(&canvas, 2, 3.6, 4, 4.4, GROUND);
	line(&canvas, 2, 4, 2.6, 4);
	line(&canvas, 4, 4, 3.4, 4);
	panel = read_canvas(&canvas, &confidence);
	/* some looks may cut their breaks round */
	assert_true(confidence > 0.4 && confidence < 0.9);
	assert_int_equal(panel.columns, 3);
	assert_int_equal(panel.spots[2][3].edge, PANEL_EDGE_GAP);
	assert_false(panel.spots[2][2].end);
	assert_int_equal(panel.spots[4][3].edge, PANEL_EDGE_MISSING);
	assert_true(panel.spots[4][2].end);
	assert_int_equal(panel.spots[4][2].end_dx, 1);
	assert_true(panel.spots[4][4].end);
	assert_int_equal(panel.spots[4][4].end_dx, -1);
}

/* Lying lines run on at both sides, the last column has no upright: what lies
 * right of it is the first column again. */
/* Fades into the page from one place to the right. */
static void fade(struct canvas *canvas, double from, double to)
{
	cairo_pattern_t *pattern =
		cairo_pattern_create_linear(px(from), 0, px(to), 0);
	double red = (PAGE >> 16 & 255) / 255.0;
	double green = (PAGE >> 8 & 255) / 255.0;
	double blue = (PAGE & 255) / 255.0;

	cairo_pattern_add_color_stop_rgba(pattern, 0, red, green, blue, 0);
	cairo_pattern_add_color_stop_rgba(pattern, 1, red, green, blue, 1);
	cairo_set_source(canvas->cr, pattern);
	cairo_rectangle(canvas->cr, px(from), 0, SIZE, SIZE);
	cairo_fill(canvas->cr);
	cairo_pattern_destroy(pattern);
}

/* `run`: so far lying lines run on at the left, doubled. */
static void read_cylinder(int start, double run)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	open_canvas(&canvas);
	box(&canvas, -0.6, 0, 8, 6, GROUND);
	for (int i = 0; i <= 6; i += 2)
		line(&canvas, -run, i, 7.7, i);
	for (int i = 0; i < 8; i += 2)
		line(&canvas, i, 0, i, 6);
	line(&canvas, 4, 0, 4, -0.7);
	disc(&canvas, start, 6);
	symbol(&canvas, 7, 3);
	fade(&canvas, 7.3, 8);
	panel = read_canvas(&canvas, &confidence);
	assert_true(panel.wraps);
	assert_true(confidence > 0.9);
	assert_int_equal(panel.columns, 4);
	assert_int_equal(panel.rows, 3);
	assert_int_equal(panel.cells[1][3].kind, PANEL_SQUARE);
	for (int y = 0; y <= 6; y += 2)
		for (int x = 0; x < 8; x += 2)
			assert_int_equal(panel.spots[y][x].start,
					 x == start && y == 6);
	assert_true(panel.spots[0][4].end);
	for (int y = 0; y <= 6; y++)
		assert_false(panel.spots[y][0].end);
}

static void closes_cylinders(void **state)
{
	(void)state;
	read_cylinder(2, 0.6);
	/* on the rim, where the lines run on */
	read_cylinder(0, 0.6);
	/* hardly farther than a disc would reach */
	read_cylinder(2, 0.14);
}

/* Cut off so far beyond the first upright's middle, and beyond where the next
 * one's were, doubled; by a frame of some colour on a grey wall. */
static struct panel read_cut(double left, double right, uint32_t frame)
{
	struct canvas canvas;
	double confidence;

	open_canvas(&canvas);
	cairo_set_line_width(canvas.cr, 30);
	box(&canvas, -2, -1.4, 10, 7.4, GROUND);
	for (int i = 0; i <= 6; i += 2)
		line(&canvas, left < 1 ? -2 : 0, i, right < 1 ? 10 : 8, i);
	for (int i = 0; i < 8; i += 2)
		line(&canvas, i, 0, i, 6);
	line(&canvas, 4, 0, 4, -0.9);
	disc(&canvas, 2, 6);
	box(&canvas, -left - 0.4, -1.8, -left, 7.8, frame);
	box(&canvas, 8 + right, -1.8, 8.4 + right, 7.8, frame);
	box(&canvas, -left - 0.4, -1.8, 8.4 + right, -1.4, frame);
	box(&canvas, -left - 0.4, 7.4, 8.4 + right, 7.8, frame);
	box(&canvas, -3, -2, -left - 0.4, 8, 0xc0c0c0);
	box(&canvas, 8.4 + right, -2, 11, 8, 0xc0c0c0);
	return read_canvas(&canvas, &confidence);
}

/* Where lines are cut hardly past their uprights, both sides say so. */
static void closes_cut_cylinders(void **state)
{
	static const uint32_t frames[] = { 0xc0c0c0, LINE, 0x203030 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct panel panel = read_cut(0.52, 0.52, frames[i]);

		assert_true(panel.wraps);
		assert_int_equal(panel.columns, 4);
		assert_int_equal(panel.rows, 3);
		assert_int_equal(panel.spots[1][0].edge, PANEL_EDGE_WHOLE);
	}
	assert_false(read_cut(1.4, 0.52, 0xc0c0c0).wraps);
	assert_false(read_cut(0.52, 1.4, 0xc0c0c0).wraps);
}

/* Large discs reach into cells: their blurred rims are no symbols that lie off
 * the middle. */
static void takes_no_rims_for_symbols(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	/* cells of 44 pixels */
	cairo_scale(canvas.cr, 0.55, 0.55);
	cairo_set_line_width(canvas.cr, 18);
	grid(&canvas, 10, 2);
	for (int x = 4; x <= 6; x += 2) {
		scene_colour(canvas.cr, LINE);
		cairo_arc(canvas.cr, px(x), px(10), 27, 0, 2 * acos(-1));
		cairo_fill(canvas.cr);
	}
	panel = read_canvas(&canvas, &confidence);
	assert_int_equal(panel.columns, 5);
	assert_int_equal(panel.rows, 5);
	assert_true(panel.spots[10][4].start && panel.spots[10][6].start);
}

/* What is drawn of a panel does not reach its rim on two sides: its face tells
 * how far that is. `more`: so much farther the face reaches, doubled. */
static struct panel read_face(double more, double *confidence)
{
	struct canvas canvas;

	open_canvas(&canvas);
	box(&canvas, -3, -3, 11, 11, 0x080808);
	box(&canvas, -1.2, -1.2, 7.2 + more, 7.2, PAGE);
	box(&canvas, 0, 0, 4, 6, GROUND);
	for (int i = 0; i <= 6; i += 2)
		line(&canvas, 0, i, 4, i);
	for (int i = 0; i <= 4; i += 2)
		line(&canvas, i, 0, i, 6);
	line(&canvas, 4, 0, 4, -0.6);
	disc(&canvas, 0, 6);
	return read_canvas(&canvas, confidence);
}

static void fills_faces(void **state)
{
	double confidence;
	struct panel panel;

	(void)state;
	panel = read_face(0, &confidence);
	assert_true(confidence > 0.9);
	assert_int_equal(panel.columns, 3);
	assert_int_equal(panel.rows, 3);
	assert_int_equal(panel.spots[1][6].edge, PANEL_EDGE_MISSING);
	/* no whole number of cells */
	panel = read_face(-0.8, &confidence);
	assert_int_equal(panel.columns, 2);
	assert_int_equal(panel.rows, 3);
}

/* Nothing but the panel is on the picture: what goes from side to side both
 * ways are its own lines. */
static void fills_the_picture(void **state)
{
	struct canvas canvas;
	struct panel panel;
	double confidence;

	(void)state;
	open_canvas(&canvas);
	box(&canvas, -3, -3, 11, 11, GROUND);
	for (int i = -3; i <= 11; i += 2) {
		line(&canvas, -3, i, 11, i);
		line(&canvas, i, -3, i, 11);
	}
	line(&canvas, 11, -3, 11, -3.3);
	disc(&canvas, -3, 11);
	panel = read_canvas(&canvas, &confidence);
	assert_int_equal(panel.columns, 7);
	assert_int_equal(panel.rows, 7);
	assert_true(confidence > 0.9);
}

/* Two panels on one lattice, of which neither leads to the other. */
static void keeps_panels_apart(void **state)
{
	struct sighting_list list;
	struct canvas canvas;

	(void)state;
	open_canvas(&canvas);
	for (int i = 0; i < 2; i++) {
		cairo_identity_matrix(canvas.cr);
		cairo_scale(canvas.cr, 0.5, 0.5);
		cairo_translate(canvas.cr, 0, i * 6 * PITCH);
		grid(&canvas, 8, 2);
	}
	cairo_destroy(canvas.cr);
	list = seen_in(&canvas.image, FAMILY_panel);
	assert_int_equal(list.count, 2);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(list.sightings[i].puzzle.as.panel.rows, 4);
		assert_true(list.sightings[i].confidence > 0.9);
	}
	sighting_list_fini(&list);
	image_fini(&canvas.image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_cells_with_stubs),
		cmocka_unit_test(divides_by_symbols),
		cmocka_unit_test(keeps_cells_with_specks),
		cmocka_unit_test(keeps_square_cells_with_discs),
		cmocka_unit_test(fills_the_picture),
		cmocka_unit_test(keeps_panels_apart),
		cmocka_unit_test(doubts_lines_in_cells),
		cmocka_unit_test(fills_faces),
		cmocka_unit_test(leaves_frames_out),
		cmocka_unit_test(leaves_gaps_out),
		cmocka_unit_test(tells_ends_from_breaks),
		cmocka_unit_test(closes_cylinders),
		cmocka_unit_test(closes_cut_cylinders),
		cmocka_unit_test(takes_no_rims_for_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
