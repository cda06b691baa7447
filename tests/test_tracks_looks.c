/* Train Tracks with numbers on dark discs and track of two colours, as games
 * draw them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "image.h"
#include "puzzle_file.h"
#include "vision.h"
#include "written_number.h"

struct look {
	double pitch, left, top; /* pixels */
	unsigned page, cell, line, ink;
	unsigned rail, sleeper;
	unsigned disc; /* under the numbers */
};

static void use(cairo_t *cr, unsigned colour)
{
	cairo_set_source_rgb(cr, (colour >> 16 & 255) / 255.0,
			     (colour >> 8 & 255) / 255.0,
			     (colour & 255) / 255.0);
}

static void draw_lines(cairo_t *cr, const struct look *look,
		       const struct tracks *board)
{
	double width = board->columns * look->pitch;
	double height = board->rows * look->pitch;

	use(cr, look->cell);
	cairo_rectangle(cr, look->left, look->top, width, height);
	cairo_fill(cr);
	use(cr, look->line);
	cairo_set_line_width(cr, 2);
	for (int x = 0; x <= board->columns; x++) {
		cairo_move_to(cr, look->left + x * look->pitch, look->top);
		cairo_rel_line_to(cr, 0, height);
	}
	for (int y = 0; y <= board->rows; y++) {
		cairo_move_to(cr, look->left, look->top + y * look->pitch);
		cairo_rel_line_to(cr, width, 0);
	}
	cairo_stroke(cr);
}

/* The way of a tile's track through its square of side 1. */
static void piece_way(cairo_t *cr, int tile)
{
	static const double side[4][2] = {
		{ 1, 0.5 }, { 0.5, 1 }, { 0, 0.5 }, { 0.5, 0 }
	};
	bool begun = false;

	for (int i = 0; i < 4; i++) {
		const double *to = side[i];

		if (!(tile >> i & 1))
			continue;
		if (begun)
			cairo_curve_to(cr, 0.5, 0.5, 0.5, 0.5, to[0], to[1]);
		else
			cairo_move_to(cr, to[0], to[1]);
		begun = true;
	}
}

static void stroke(cairo_t *cr, unsigned colour, double width, double dash)
{
	double dashes[2] = { dash, 2 * dash };

	use(cr, colour);
	cairo_set_line_width(cr, width);
	cairo_set_dash(cr, dashes, dash > 0 ? 2 : 0, 0);
	cairo_stroke_preserve(cr);
}

static void draw_piece(cairo_t *cr, const struct look *look, int x, int y,
		       int tile)
{
	cairo_save(cr);
	cairo_translate(cr, look->left + x * look->pitch,
			look->top + y * look->pitch);
	cairo_scale(cr, look->pitch, look->pitch);
	piece_way(cr, tile);
	stroke(cr, look->sleeper, 0.54, 0.1);
	stroke(cr, look->rail, 0.36, 0);
	stroke(cr, look->cell, 0.24, 0);
	stroke(cr, look->sleeper, 0.24, 0.1);
	cairo_new_path(cr);
	cairo_restore(cr);
}

static void draw_total(cairo_t *cr, const struct look *look, double x, double y,
		       int total)
{
	double px = look->left + x * look->pitch;
	double py = look->top + y * look->pitch;

	use(cr, look->disc);
	cairo_arc(cr, px, py, 0.36 * look->pitch, 0, 6.2832);
	cairo_fill(cr);
	use(cr, look->ink);
	write_number(cr, px, py, total);
}

static struct image draw(const struct look *look, const struct tracks *board)
{
	struct image image;
	cairo_t *cr;

	cr = picture_begin(&image, 480, 400);
	use(cr, look->page);
	cairo_paint(cr);
	draw_lines(cr, look, board);
	cairo_select_font_face(cr, "Cabin", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_font_size(cr, 0.36 * look->pitch);
	for (int y = 0; y < board->rows; y++)
		for (int x = 0; x < board->columns; x++)
			if (board->given[y][x] > 0)
				draw_piece(cr, look, x, y, board->given[y][x]);
	for (int x = 0; x < board->columns; x++)
		draw_total(cr, look, x + 0.5, -0.55, board->column_totals[x]);
	for (int y = 0; y < board->rows; y++)
		draw_total(cr, look, -0.55, y + 0.5, board->row_totals[y]);
	cairo_destroy(cr);
	return image;
}

/* A board of this look, given as JSON, is read exactly and surely. */
static void read_board(const struct look *look, const char *json)
{
	struct vision *vision = vision_new(NULL);
	struct sighting_list list = { 0 };
	struct puzzle_list puzzles;
	const struct puzzle *puzzle;
	struct image image;

	puzzle_list_init(&puzzles);
	assert_int_equal(puzzle_list_parse(&puzzles, json, strlen(json), NULL),
			 0);
	puzzle = &puzzles.entries[0].puzzle;
	image = draw(look, &puzzle->as.tracks);
	assert_int_equal(
		vision_read(vision, &image, 1u << FAMILY_tracks, &list, NULL),
		0);
	assert_int_equal(list.count, 1);
	assert_true(puzzle_equal(puzzle, &list.sightings[0].puzzle, NULL));
	assert_true(list.sightings[0].confidence > 0.9);
	sighting_list_fini(&list);
	image_fini(&image);
	puzzle_list_fini(&puzzles);
	vision_free(vision);
}

static const struct look discs = {
	.pitch = 28,
	.left = 126.2,
	.top = 124,
	.page = 0x4f9a3f,
	.cell = 0x63b152,
	.line = 0x4f9a3f,
	.ink = 0xffffff,
	.rail = 0xc9ced6,
	.sleeper = 0x5a3d20,
	.disc = 0x1e4f9a,
};

/* A small number leaves its disc so full that it looks like a bold 0. */
static void numbers_on_discs(void **state)
{
	static const char json[] =
		"{\"family\":\"tracks\",\"columns\":4,\"rows\":5,"
		"\"column_totals\":[2,1,3,3],\"row_totals\":[0,0,2,3,4],"
		"\"clues\":[{\"at\":[0,3],\"tile\":6},"
		"{\"at\":[3,4],\"tile\":10},{\"at\":[2,4],\"tile\":12}],"
		"\"entry\":{\"side\":\"left\",\"index\":3},"
		"\"exit\":{\"side\":\"bottom\",\"index\":3}}";
	struct look look = discs;

	(void)state;
	for (int i = 0; i < 8; i++) {
		look.pitch = 23 + 1.5 * i;
		look.left = 126 + 0.3 * i;
		read_board(&look, json);
	}
}

/* How much of rails and of sleepers shows in a square changes from piece to
 * piece: all are given. */
static void two_coloured_track(void **state)
{
	static const char json[] =
		"{\"family\":\"tracks\",\"columns\":11,\"rows\":8,"
		"\"column_totals\":[4,4,6,6,6,5,5,6,2,0,0],"
		"\"row_totals\":[0,5,8,6,8,6,7,4],\"clues\":["
		"{\"at\":[0,1],\"tile\":6},{\"at\":[3,1],\"tile\":3},"
		"{\"at\":[2,2],\"tile\":10},{\"at\":[4,4],\"tile\":5},"
		"{\"at\":[5,4],\"tile\":12},{\"at\":[1,5],\"tile\":5},"
		"{\"at\":[7,7],\"tile\":6},{\"at\":[4,3],\"tile\":5},"
		"{\"at\":[3,4],\"tile\":3}],"
		"\"entry\":{\"side\":\"left\",\"index\":1},"
		"\"exit\":{\"side\":\"bottom\",\"index\":7}}";
	struct look look = discs;

	(void)state;
	for (int i = 0; i < 6; i++) {
		look.pitch = 26 + 1.5 * i;
		look.left = 82.7;
		look.top = 60;
		read_board(&look, json);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_on_discs),
		cmocka_unit_test(two_coloured_track),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
