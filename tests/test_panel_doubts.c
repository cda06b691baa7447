/* Panels that may be less, or other, than what was read of them; and what lies
 * beside lines that is no start. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "image.h"
#include "clues.h"
#include "doubts.h"
#include "panel_lines.h"
#include "panel_plain.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "scene_panel_world.h"
#include "seen.h"
#include "vision.h"

enum { SIZE = 420, LEFT = 90, PITCH = 60 };

/* A panel of so many cells a side, of so many pixels each. */
static struct sighting square_panel(double x, double y, int cells, double px)
{
	struct sighting sighting = {
		.puzzle = { .family = FAMILY_panel },
		.confidence = 0.9,
		.px_corners = quad_from_box(x, y, cells * px, cells * px),
		.cell_to_px = { { px, 0, x, 0, px, y, 0, 0, 1 } },
	};

	panel_init(&sighting.puzzle.as.panel, cells, cells, false);
	return sighting;
}

/* What lies in another of whose cells it may be a part is doubted; not so what
 * lies beside it, has other cells, or was read before. */
static void test_parts(void **state)
{
	struct sighting all[] = {
		square_panel(140, 140, 2, 40), square_panel(100, 100, 5, 40),
		square_panel(140, 140, 2, 40), square_panel(140, 140, 4, 20),
		square_panel(400, 100, 2, 40),
	};
	struct sighting_list list = { .sightings = all, .count = 5 };

	(void)state;
	doubts_parts(&(struct lattice_list){ 0 }, &list, 1);
	assert_float_equal(all[0].confidence, 0.9, 1e-9);
	assert_float_equal(all[1].confidence, 0.9, 1e-9);
	assert_true(all[2].confidence < 0.6);
	assert_non_null(strstr(all[2].note, "part of a larger panel"));
	assert_float_equal(all[3].confidence, 0.9, 1e-9);
	assert_float_equal(all[4].confidence, 0.9, 1e-9);
}

/* Squares of one size on a board of more such squares are no panel alone. */
static void test_fields(void **state)
{
	struct sighting all[] = { square_panel(140, 100, 4, 40),
				  square_panel(120, 100, 4, 40),
				  square_panel(140, 100, 8, 20) };
	struct sighting whole = square_panel(100, 100, 5, 40);
	struct sighting_list list = { .sightings = all, .count = 3 };
	struct sighting_list other = { .sightings = &whole, .count = 1 };
	struct lattice board = { .columns = 5,
				 .rows = 5,
				 .cell_to_px = whole.cell_to_px,
				 .cells = 24 };
	struct lattice_list fields = { .lattices = &board, .count = 1 };

	(void)state;
	assert_int_equal(
		homography_inverse(&board.cell_to_px, &board.px_to_cell), 0);
	doubts_parts(&fields, &list, 0); /* one is not seen: no board */
	assert_float_equal(all[0].confidence, 0.9, 1e-9);
	board.cells = 25;
	doubts_parts(&fields, &list, 0);
	doubts_parts(&fields, &other, 0);
	assert_true(all[0].confidence < 0.6);
	assert_float_equal(all[1].confidence, 0.9, 1e-9);
	assert_float_equal(all[2].confidence, 0.9, 1e-9);
	assert_float_equal(whole.confidence, 0.9, 1e-9);
}

static double covered(double px_cell, double px_x)
{
	struct sighting sighting = square_panel(100, 100, 4, px_cell);
	struct pointer pointer = { .px_x = px_x,
				   .px_y = 100 + px_cell,
				   .px_ring = 18 };

	doubts_covered(&pointer, &sighting);
	return sighting.confidence;
}

/* A pointer hides whole cells of small panels that it lies over. */
static void test_covered(void **state)
{
	(void)state;
	assert_true(covered(24, 130) < 0.5);
	assert_true(covered(29, 130) < 0.5);
	assert_float_equal(covered(31, 130), 0.9, 1e-9);
	assert_float_equal(covered(24, 400), 0.9, 1e-9);
}

/* What was hardly a sighting is one still, and what was none is none. */
static void test_covered_faintly(void **state)
{
	const double faint[] = { 1.5 * SIGHTING_LEAST, SIGHTING_LEAST,
				 SIGHTING_LEAST / 2 };
	const struct pointer pointer = { .px_x = 130,
					 .px_y = 124,
					 .px_ring = 18 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct sighting sighting = square_panel(100, 100, 4, 24);

		sighting.confidence = faint[i];
		doubts_covered(&pointer, &sighting);
		assert_float_equal(sighting.confidence,
				   fmin(faint[i], SIGHTING_LEAST), 1e-12);
		assert_non_null(strstr(sighting.note, "pointer"));
	}
}

/* How sure a panel is with a dot on its vertex at 160, 160, read so surely,
 * under a pointer there. */
static double with_dot(double px_x, double sure)
{
	struct sighting sighting = square_panel(100, 100, 4, 60);
	struct reading dot = { .clue = "dots[2,2]", .confidence = sure };
	const struct pointer pointer = { .px_x = px_x,
					 .px_y = 163,
					 .px_ring = 18 };

	sighting.puzzle.as.panel.spots[2][2].dot = PANEL_DOT_BLACK;
	sighting.readings = &dot;
	sighting.reading_count = 1;
	doubts_covered(&pointer, &sighting);
	return sighting.confidence;
}

/* What is left of a pointer is paler than a dot; beside it lies nothing of it.
 */
static void test_left_dot(void **state)
{
	(void)state;
	assert_true(with_dot(170, 0.994) < 0.5);
	assert_float_equal(with_dot(170, 1 - 1e-11), 0.9, 1e-9);
	assert_float_equal(with_dot(180, 0.994), 0.9, 1e-9);
}

static double like_dot(double x, double y)
{
	struct sighting sighting = square_panel(100, 100, 4, 60);
	struct pointer pointer = {
		.px_x = x, .px_y = y, .px_ring = 18, .like_dot = true
	};

	doubts_covered(&pointer, &sighting);
	return sighting.confidence;
}

/* What was taken for a pointer may be a dot on a vertex, or on an edge; not in
 * a cell, nor beside the panel. */
static void test_like_dot(void **state)
{
	(void)state;
	assert_true(like_dot(220, 160) < 0.5);
	assert_true(like_dot(255, 163) < 0.5);
	assert_true(like_dot(100, 190) < 0.5);
	assert_float_equal(like_dot(190, 190), 0.9, 1e-9);
	assert_float_equal(like_dot(236, 160), 0.9, 1e-9);
	assert_float_equal(like_dot(70, 160), 0.9, 1e-9);
}

static double with_dots(const char *dots, double x, double y)
{
	struct sighting sighting = square_panel(100, 100, 4, 60);
	struct pointer pointer = { .px_x = x, .px_y = y, .like_dot = true };
	char text[256];

	snprintf(text, sizeof text,
		 "{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		 "\"starts\":[[0,8]],\"dots\":[%s],"
		 "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}]}",
		 dots);
	puzzle_fini(&sighting.puzzle);
	sighting.puzzle = puzzle_of(text);
	doubts_only_dot(&pointer, &sighting);
	puzzle_fini(&sighting.puzzle);
	return sighting.confidence;
}

/* What was taken for the only dot may be a pointer. */
static void test_only_dot(void **state)
{
	static const char one[] = "{\"at\":[4,2],\"colour\":\"black\"}";
	static const char two[] = "{\"at\":[4,2],\"colour\":\"black\"},"
				  "{\"at\":[1,2],\"colour\":\"black\"}";

	(void)state;
	assert_true(with_dots(one, 221, 160) < 0.5);
	assert_float_equal(with_dots(one, 190, 160), 0.9, 1e-9);
	assert_float_equal(with_dots(one, 190, 190), 0.9, 1e-9);
	assert_float_equal(with_dots(two, 221, 160), 0.9, 1e-9);
	assert_float_equal(with_dots("", 221, 160), 0.9, 1e-9);
}

/* A panel on a wall, still to be drawn on; read_panel_on reads and frees. */
struct board {
	struct image image;
	struct pen pen;
};

static struct board open_board(const char *text,
			       const struct panel_theme *theme, int pitch)
{
	struct board board = { .pen.cell_to_px = { { pitch, 0, LEFT, 0, pitch,
						     LEFT, 0, 0, 1 } } };
	struct puzzle puzzle = puzzle_of(text);

	board.pen.cr = wall(&board.image, SIZE);
	panel_paint(&board.pen, &puzzle.as.panel, theme);
	puzzle_fini(&puzzle);
	return board;
}

static struct panel read_panel_on(struct board *board, double *confidence)
{
	struct sighting_list list = seen_in(&board->image, FAMILY_panel);
	struct panel panel;

	assert_int_equal(list.count, 1);
	panel = list.sightings[0].puzzle.as.panel;
	*confidence = list.sightings[0].confidence;
	sighting_list_fini(&list);
	cairo_destroy(board->pen.cr);
	image_fini(&board->image);
	return panel;
}

static const char bare[] =
	"{\"family\":\"panel\",\"columns\":4,\"rows\":4,\"starts\":[[0,8]],"
	"\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}]}";

/* A shadow of the line's colour that touches the rim around a vertex is no disc
 * on it. */
static void test_shadow_is_no_start(void **state)
{
	struct board board = open_board(bare, &plain, PITCH);
	struct panel panel;
	double confidence;

	(void)state;
	scene_colour(board.pen.cr, plain.line);
	cairo_rectangle(board.pen.cr, LEFT + 4 * PITCH, LEFT + 1.3 * PITCH,
			1.5 * PITCH, 1.4 * PITCH);
	cairo_fill(board.pen.cr);
	panel = read_panel_on(&board, &confidence);
	for (int y = 0; y <= 8; y++)
		assert_false(panel.spots[y][8].start);
	assert_true(panel.spots[8][0].start);
}

/* Lines as wide as its own, one cell around it, may be more of it. */
static void test_ring_around(void **state)
{
	static const char one[] =
		"{\"family\":\"panel\",\"columns\":1,\"rows\":1,"
		"\"starts\":[[0,2]],"
		"\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]}]}";

	(void)state;
	for (double width = 0.12; width < 0.31; width += 0.06) {
		struct panel_theme theme = plain;
		struct board board;
		double confidence;

		theme.line_width = width;
		board = open_board(one, &theme, PITCH);
		scene_colour(board.pen.cr, plain.line);
		cairo_set_line_width(board.pen.cr, width * PITCH);
		cairo_rectangle(board.pen.cr, LEFT - PITCH, LEFT - PITCH,
				3 * PITCH, 3 * PITCH);
		cairo_stroke(board.pen.cr);
		read_panel_on(&board, &confidence);
		if (confidence > 0.6)
			fail_msg("lines %g wide: %g sure", width, confidence);
	}
}

/* How sure a panel is whose frame may have been read as its lines. */
static double framed(const char *missing)
{
	char text[256];
	struct sighting sighting = { .confidence = 1 };

	snprintf(text, sizeof text,
		 "{\"family\":\"panel\",\"columns\":2,\"rows\":3,"
		 "\"starts\":[[2,2]],\"missing\":[%s],"
		 "\"ends\":[{\"at\":[4,0],\"towards\":[0,-1]}]}",
		 missing);
	sighting.puzzle = puzzle_of(text);
	doubts_framed(&sighting);
	puzzle_fini(&sighting.puzzle);
	return sighting.confidence;
}

/* Outermost lines to which no edge leads may be a frame's, on whichever side.
 */
static void test_lines_apart(void **state)
{
	(void)state;
	assert_true(framed("[0,5],[2,5],[4,5]") < 0.7);
	assert_true(framed("[0,1],[2,1],[4,1]") < 0.7);
	assert_true(framed("[1,0],[1,2],[1,4],[1,6]") < 0.7);
	assert_true(framed("[3,0],[3,2],[3,4],[3,6]") < 0.7);
	assert_true(framed("[0,5],[4,5]") >= 1);
	assert_true(framed("[0,3],[2,3],[4,3]") >= 1);
	assert_true(framed("[3,0],[3,2],[3,6]") >= 1);
	/* no lines at all */
	assert_true(framed("[3,0],[3,2],[3,4],[3,6],[4,1],[4,3],[4,5]") >= 1);
}

/* Squares that stand out little are told by their shape; one of which a start
 * hides a side stands out as they do, and is no bare cell for sure. */
static void test_square_under_start(void **state)
{
	static const char squares[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[4,3]],"
		"\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}],\"cells\":["
		"{\"at\":[1,1],\"kind\":\"square\",\"colour\":\"white\"},"
		"{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"white\"},"
		"{\"at\":[7,7],\"kind\":\"square\",\"colour\":\"white\"}]}";
	struct panel_theme theme = plain;

	(void)state;
	theme.line = 0x242824;
	theme.cell = theme.outside = 0xdff5e4;
	theme.symbols[PANEL_WHITE] = 0xb4b4b4;
	theme.line_width = 0.37;
	theme.start_radius = 0.48;
	for (int pitch = 44; pitch <= 60; pitch += 4) {
		struct board board = open_board(squares, &theme, pitch);
		double confidence;
		struct panel panel = read_panel_on(&board, &confidence);

		assert_int_equal(panel.cells[0][0].kind, PANEL_SQUARE);
		if (panel.cells[1][1].kind != PANEL_SQUARE && confidence > 0.6)
			fail_msg("%d: %g sure", pitch, confidence);
	}
}

/* Where few cells are bare these tell that there is no relief: what stands out
 * of the others, however little, is hardly that. Nor is it where none is bare,
 * unless it is very little. */
static void test_few_bare(void **state)
{
	static const char squares[] =
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		"\"starts\":[[0,6]],"
		"\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],\"cells\":["
		"{\"at\":[1,1],\"kind\":\"square\",\"colour\":\"white\"},"
		"{\"at\":[3,1],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[5,1],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[1,3],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[5,3],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[3,5],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[5,5],\"kind\":\"square\",\"colour\":\"black\"}";
	static const char others[] =
		",{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"white\"},"
		"{\"at\":[1,5],\"kind\":\"square\",\"colour\":\"white\"}";
	struct panel_theme theme = plain;

	(void)state;
	theme.line = 0xe6f5ff;
	theme.cell = theme.outside = 0x3c5142;
	for (int i = 0; i < 14; i++) {
		int level = (i & 1 ? 0x7c : 0x58) + 4 * (i / 2);
		struct board board;
		struct panel panel;
		double confidence;
		char text[1024];

		sprintf(text, "%s%s]}", squares, i & 1 ? others : "");
		theme.symbols[PANEL_BLACK] = (uint32_t)level * 0x010101;
		board = open_board(text, &theme, 50);
		panel = read_panel_on(&board, &confidence);
		if (panel.cells[0][1].kind != PANEL_SQUARE && confidence > 0.6)
			fail_msg("%x, %s: %g sure", level,
				 i & 1 ? "none bare" : "few bare", confidence);
	}
}

/* What fills a cell up to three of its sides is hardly a symbol. */
static void test_filled_cell(void **state)
{
	struct board board = open_board(bare, &plain, PITCH);
	struct panel panel;
	double confidence;

	(void)state;
	scene_colour(board.pen.cr, 0x201008);
	cairo_rectangle(board.pen.cr, LEFT + 2.22 * PITCH, LEFT + 1.1 * PITCH,
			0.68 * PITCH, 0.8 * PITCH);
	cairo_fill(board.pen.cr);
	panel = read_panel_on(&board, &confidence);
	if (panel.cells[1][2].kind != PANEL_EMPTY)
		assert_true(confidence < 0.6);
}

/* A ring as wide as its line looks like a dot of the ground's colour; beside
 * dots of another it may be a start. */
static void test_small_ring(void **state)
{
	struct panel_theme theme = plain;
	struct board board;
	struct panel panel;
	double confidence;

	(void)state;
	theme.dots[PANEL_DOT_BLACK] = 0xff8c10;
	board = open_board("{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
			   "\"starts\":[[0,0]],"
			   "\"ends\":[{\"at\":[4,0],\"towards\":[1,0]}],"
			   "\"dots\":[{\"at\":[2,2],\"colour\":\"black\"},"
			   "{\"at\":[4,4],\"colour\":\"black\"}]}",
			   &theme, 28);
	pen_disc(&board.pen, (struct point){ 0, 2 }, 0.17);
	pen_fill(&board.pen, theme.line);
	pen_disc(&board.pen, (struct point){ 0, 2 }, 0.09);
	pen_fill(&board.pen, theme.cell);
	panel = read_panel_on(&board, &confidence);
	if (!panel.spots[4][0].start)
		assert_true(confidence < 0.6);
}

static bool shows_panel(int columns, double start, double end, double steady)
{
	static struct panel_lines lines;
	struct sheet sheet = { .columns = columns,
			       .rows = 3,
			       .steady = steady };

	memset(&lines, 0, sizeof lines);
	lines.width = 2 * columns + 1;
	lines.height = 7;
	for (int i = 0; i < lines.width * lines.height; i++) {
		struct spot_look *look =
			&lines.spots[i / lines.width][i % lines.width];

		look->edge = PANEL_EDGE_WHOLE;
		look->edge_sure = look->dot_sure = 0.5;
		look->start_sure = look->end_sure = 0.5;
	}
	lines.spots[0][0].start = lines.spots[4][2].start = true;
	lines.spots[0][0].start_sure = start;
	lines.spots[6][2].end = true;
	lines.spots[6][2].end_sure = end;
	return lines_show_panel(&sheet, &lines);
}

/* What surely has a start and an end, and lines that are alike, is a panel,
 * however little else of it is made out; a single row may be anything. */
static void test_many_doubts(void **state)
{
	(void)state;
	assert_true(shows_panel(3, 0.999, 0.999, 0.95));
	assert_true(shows_panel(2, 0.999, 0.999, 0.95));
	assert_false(shows_panel(1, 0.999, 0.999, 0.95));
	assert_false(shows_panel(3, 0.9, 0.999, 0.95));
	assert_false(shows_panel(3, 0.999, 0.9, 0.95));
	assert_false(shows_panel(3, 0.999, 0.999, 0.85));
}

/* Do lines with such a start and a sure end only hint at a panel? */
static bool hints_only(int columns, double start, bool within)
{
	static struct panel_lines lines;

	memset(&lines, 0, sizeof lines);
	lines.width = 2 * columns + 1;
	lines.height = 7;
	for (int y = 1; y < lines.height - 1 && !within; y++)
		for (int x = 1; x < lines.width - 1; x++)
			lines.spots[y][x].edge = PANEL_EDGE_MISSING;
	lines.spots[4][2].start = lines.spots[6][2].end = true;
	lines.spots[4][2].start_sure = start;
	lines.spots[6][2].end_sure = 1;
	return lines_hint_only(&lines);
}

/* A frame with nothing within is a panel where a start and an end are seen, not
 * where one of them is guessed. */
static void test_guessed_frames(void **state)
{
	(void)state;
	assert_true(hints_only(3, 0.6, false));
	assert_false(hints_only(3, 0.6, true));
	assert_false(hints_only(3, 0.95, false));
}

/* Are so many cells, surely read all around, the frame of a panel? */
static bool shows_frame(int columns, int rows)
{
	struct panel_lines lines = { .width = 2 * columns + 1,
				     .height = 2 * rows + 1 };

	for (int y = 0; y < lines.height; y++)
		for (int x = 0; x < lines.width; x++)
			lines.spots[y][x] = (struct spot_look){
				.edge_sure = 1,
				.start_sure = 1,
				.end_sure = 1,
				.dot_sure = 1,
			};
	return clues_show_frame(&lines);
}

/* A few lines of whatever else say nothing, however well they are seen. */
static void test_few_edges(void **state)
{
	(void)state;
	assert_false(shows_frame(1, 1));
	assert_false(shows_frame(1, 2));
	assert_true(shows_frame(2, 2));
	assert_true(shows_frame(1, 4));
}

/* On black cells a pointer in one is no symbol. */
static void test_pointer_on_black(void **state)
{
	const struct point px = { LEFT + 1.5 * PITCH, LEFT + 1.5 * PITCH };
	struct panel_theme theme = plain;
	struct board board;
	struct panel panel;
	double confidence;

	(void)state;
	theme.cell = theme.outside = 0x060606;
	theme.line = 0x707070;
	board = open_board(bare, &theme, PITCH);
	world_paint_pointer(board.pen.cr, px, SIZE, 0);
	panel = read_panel_on(&board, &confidence);
	assert_int_equal(panel.cells[1][1].kind, PANEL_EMPTY);
	assert_true(confidence > 0.9);
}

/* On dark lines no ring shows around the pointer, so that it may be a dot. */
static void test_pointer_on_dark_line(void **state)
{
	const struct point px = { LEFT + 1.5 * PITCH, LEFT + 2 * PITCH };
	struct panel_theme theme = plain;
	struct board board;
	double confidence;

	(void)state;
	theme.line = 0x16141c;
	theme.cell = theme.outside = 0x4a1a60;
	theme.line_width = 0.4;
	board = open_board(bare, &theme, PITCH);
	world_paint_pointer(board.pen.cr, px, SIZE, 0);
	read_panel_on(&board, &confidence);
	assert_true(confidence < 0.6);
}

/* A pale disc in the middle of a cell is a square, as some programs draw them.
 */
static void test_disc_in_cell(void **state)
{
	struct board board = open_board(bare, &plain, PITCH);
	struct panel panel;
	double confidence;

	(void)state;
	cairo_set_source_rgba(board.pen.cr, 1, 1, 1, 0.41);
	cairo_arc(board.pen.cr, LEFT + 1.5 * PITCH, LEFT + 1.5 * PITCH,
		  0.16 * PITCH, 0, 2 * M_PI);
	cairo_fill(board.pen.cr);
	panel = read_panel_on(&board, &confidence);
	assert_int_equal(panel.cells[1][1].kind, PANEL_SQUARE);
}

/* What reaches from a cell onto half of a line is a symbol that is wider than
 * its cell, and no dot. */
static void test_wide_symbol(void **state)
{
	struct board board = open_board(bare, &plain, PITCH);
	double confidence;

	(void)state;
	scene_colour(board.pen.cr, 0xf8f8f8);
	for (int i = 0; i < 4; i++) {
		double left = LEFT + (1.02 + 0.25 * i) * PITCH;

		cairo_move_to(board.pen.cr, left, LEFT + 1.6 * PITCH);
		cairo_rel_line_to(board.pen.cr, 0.22 * PITCH, 0);
		cairo_rel_line_to(board.pen.cr, -0.11 * PITCH, -0.2 * PITCH);
		cairo_fill(board.pen.cr);
	}
	read_panel_on(&board, &confidence);
	assert_true(confidence < 0.3);
}

/* The surest panel in a picture, 0 where there is none. */
static double surest(struct vision *vision, const struct image *image)
{
	struct sighting_list list = { 0 };
	double confidence = 0;

	assert_int_equal(
		vision_read(vision, image, 1u << FAMILY_panel, &list, NULL), 0);
	for (size_t i = 0; i < list.count; i++)
		confidence = fmax(confidence, list.sightings[i].confidence);
	sighting_list_fini(&list);
	return confidence;
}

/* Of a panel that the picture's side cuts off, what is left is none. */
static void test_cut(void **state)
{
	/* without what tells its last column from a face */
	static const char open[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		"\"starts\":[[0,8]],\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}"
		"],\"missing\":[[7,2],[7,4],[7,6],[5,4]]}";
	const char *const texts[] = { bare, open };
	struct vision *vision = vision_new(NULL);

	(void)state;
	assert_non_null(vision);
	for (size_t i = 0; i < 2; i++) {
		struct board board = open_board(texts[i], &plain, PITCH);
		struct image part = board.image;

		assert_true(surest(vision, &part) > 0.9);
		for (int cut = 2 * PITCH; cut < 4 * PITCH; cut += 5) {
			part.width = LEFT + cut;
			assert_true(surest(vision, &part) < 0.7);
		}
		cairo_destroy(board.pen.cr);
		image_fini(&board.image);
	}
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_covered),
		cmocka_unit_test(test_covered_faintly),
		cmocka_unit_test(test_left_dot),
		cmocka_unit_test(test_few_edges),
		cmocka_unit_test(test_like_dot),
		cmocka_unit_test(test_only_dot),
		cmocka_unit_test(test_shadow_is_no_start),
		cmocka_unit_test(test_ring_around),
		cmocka_unit_test(test_lines_apart),
		cmocka_unit_test(test_square_under_start),
		cmocka_unit_test(test_few_bare),
		cmocka_unit_test(test_filled_cell),
		cmocka_unit_test(test_small_ring),
		cmocka_unit_test(test_many_doubts),
		cmocka_unit_test(test_guessed_frames),
		cmocka_unit_test(test_pointer_on_black),
		cmocka_unit_test(test_pointer_on_dark_line),
		cmocka_unit_test(test_disc_in_cell),
		cmocka_unit_test(test_wide_symbol),
		cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
