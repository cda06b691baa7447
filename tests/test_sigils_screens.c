/* Sigil boards drawn in looks of which each asks for one thing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "puzzle_file.h"
#include "read_sigils.h"
#include "frames.h"
#include "vision.h"
#include "written_number.h"

/* Is the one sighting there that puzzle? */
static bool is_read(const struct puzzle *puzzle,
		    const struct sighting_list *list, const char *name)
{
	struct buffer difference;
	bool same;

	if (list->count != 1) {
		print_message("%s: %zu puzzles found\n", name, list->count);
		return false;
	}
	buffer_init(&difference);
	same = puzzle_equal(puzzle, &list->sightings[0].puzzle, &difference);
	if (!same)
		print_message("%s: %s (confidence %.2f)\n", name,
			      buffer_text(&difference),
			      list->sightings[0].confidence);
	buffer_fini(&difference);
	return same;
}

/* How a screen is drawn. */
struct screen {
	bool plain;       /* no lines in the frame */
	bool wide_rim;    /* a row of the lattice above the frame, not of it */
	bool faint;       /* a bar that hardly shows in place of the Z */
	bool smaller;     /* an O more, as large as pieces farther away are */
	bool laid;        /* pieces as pale as the ground, one T in the frame */
	bool hidden;      /* squares of a T's colour in the frame, no Z */
	bool tiled;       /* O tiles that hardly show in place of all but an L
			   * and the Z */
	bool grid;        /* pieces are squares of a grid, as of a crossword */
	bool given;       /* digits in the frame */
	bool outline;     /* only the edges of pieces are drawn */
	bool blocks;      /* gaps between the squares of a piece */
	bool far;         /* numbers nearer to the next piece than to theirs */
	bool badge;       /* numbers in discs */
	bool floor;       /* tiles beside the pieces */
	bool boxed;       /* numbers run into the sides of boxes */
	bool letters;     /* two as large as an O in place of the Z */
	bool few;         /* I, two O and two L instead */
	bool keys;        /* two rows of keys as large as an O */
	bool chequer;     /* a frame of two tints that are not alike */
	bool rounded;     /* a frame of separate squares, all but discs */
	bool pale;        /* of squares as bright as the ground */
	bool other;       /* no Z, and below a frame that the rest would fill */
	bool tight;       /* sign and digit touch */
	const char *sign; /* before the number of each piece; NULL: each drawn
			   * as often as it is there */
};

/* The edges of a piece's squares that none of its others touches. */
static void draw_outline(cairo_t *cr, const struct sigils_shape *shape,
			 double x, double y, double pitch)
{
	for (int i = 0; i < 4; i++)
		for (int side = 0; side < 4; side++) {
			int dx = side == 0 ? -1 : side == 1;
			int dy = side == 2 ? -1 : side == 3;
			bool inner = false;
			double left = shape->x[i] + (dx > 0);
			double top = shape->y[i] + (dy > 0);

			for (int j = 0; j < 4; j++)
				inner |= shape->x[j] == shape->x[i] + dx &&
					 shape->y[j] == shape->y[i] + dy;
			if (inner)
				continue;
			cairo_move_to(cr, x + left * pitch, y + top * pitch);
			cairo_rel_line_to(cr, abs(dy) * pitch, abs(dx) * pitch);
		}
	cairo_set_line_width(cr, 3);
	cairo_set_line_cap(cr, CAIRO_LINE_CAP_SQUARE);
	cairo_stroke(cr);
}

static void draw_piece(cairo_t *cr, const struct screen *screen,
		       enum sigils_kind kind, double x, double y, double pitch)
{
	struct sigils_shape shape;
	double gap = screen->blocks ? 0.12 * pitch : 0;

	sigils_shape(kind, 0, &shape);
	if (screen->laid)
		cairo_set_source_rgb(cr, 0.8, 0.92, 0.98);
	else
		cairo_set_source_rgb(cr, 0.2, 0.3 + 0.1 * (int)kind, 0.7);
	if (screen->outline) {
		draw_outline(cr, &shape, x, y, pitch);
		return;
	}
	for (int i = 0; i < 4; i++)
		cairo_rectangle(cr, x + shape.x[i] * pitch + gap,
				y + shape.y[i] * pitch + gap, pitch - 2 * gap,
				pitch - 2 * gap);
	cairo_fill(cr);
}

/* How many there are of a piece, at its right. */
static void draw_number(cairo_t *cr, const struct screen *screen, int number,
			double x, double y)
{
	char text[16];

	snprintf(text, sizeof text, "%s%d", screen->sign, number);
	cairo_set_source_rgb(cr, 0, 0, 0);
	if (screen->tight) {
		cairo_move_to(cr, x, y);
		cairo_show_text(cr, screen->sign);
		cairo_rel_move_to(cr, -3, 0);
		cairo_show_text(cr, text + strlen(screen->sign));
		return;
	}
	if (screen->boxed) {
		cairo_set_source_rgb(cr, 0.8, 0.78, 0.74);
		cairo_rectangle(cr, x - 220, y - 80, 260, 170);
		cairo_fill(cr);
		cairo_set_source_rgb(cr, 0, 0, 0);
		x += 4;
	}
	if (screen->badge) {
		cairo_set_source_rgb(cr, 0.75, 0.2, 0.15);
		cairo_arc(cr, x + 24, y - 9, 18, 0, 2 * M_PI);
		cairo_fill(cr);
		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_set_font_size(cr, 24);
		x += 16;
	}
	cairo_move_to(cr, x, y);
	cairo_show_text(cr, text);
}

/* A tile of the ground's colours. */
static void draw_tile(cairo_t *cr, double x, double y)
{
	cairo_set_source_rgb(cr, 0.84, 0.82, 0.78);
	cairo_rectangle(cr, x, y, 96, 96);
	cairo_fill(cr);
}

/* Fourteen by twelve squares of 48 pixels. */
static void draw_grid(cairo_t *cr)
{
	cairo_set_source_rgb(cr, 0.1, 0.1, 0.1);
	cairo_set_line_width(cr, 1.5);
	for (int i = 0; i <= 14; i++) {
		cairo_move_to(cr, 552 + 48 * i, 72);
		cairo_rel_line_to(cr, 0, 12 * 48);
	}
	for (int i = 0; i <= 12; i++) {
		cairo_move_to(cr, 552, 72 + 48 * i);
		cairo_rel_line_to(cr, 14 * 48, 0);
	}
	cairo_stroke(cr);
}

/* Digits in every third square. */
static void draw_given(cairo_t *cr, double x, double y, double pitch)
{
	cairo_set_source_rgb(cr, 0, 0, 0);
	for (int i = 0; i < 20; i += 3) {
		char text[] = { (char)('1' + i / 3), '\0' };

		cairo_move_to(cr, x + (i % 5 + 0.35) * pitch,
			      y + (i / 5 + 0.7) * pitch);
		cairo_show_text(cr, text);
	}
}

/* Two letters as high as wide together, 96 pixels. */
static void draw_letters(cairo_t *cr, double x, double y)
{
	cairo_set_source_rgb(cr, 0.2, 0.52, 0.7);
	cairo_rectangle(cr, x, y, 16, 96);
	cairo_rectangle(cr, x + 30, y, 16, 96);
	cairo_rectangle(cr, x + 30, y, 66, 16);
	cairo_rectangle(cr, x + 30, y + 80, 66, 16);
	cairo_rectangle(cr, x + 80, y + 44, 16, 52);
	cairo_fill(cr);
}

/* Ten keys with a digit each, hardly larger than an O. */
static void draw_keys(cairo_t *cr)
{
	for (int i = 0; i < 10; i++) {
		char text[] = { (char)('0' + i), '\0' };
		double x = 560 + i % 5 * 120, y = 470 + i / 5 * 116;

		cairo_set_source_rgb(cr, 0.7, 0.35, 0.3);
		cairo_rectangle(cr, x, y, 100, 100);
		cairo_fill(cr);
		cairo_set_source_rgb(cr, 1, 1, 1);
		cairo_move_to(cr, x + 36, y + 64);
		cairo_show_text(cr, text);
	}
}

/* The frame's squares one by one. */
static void draw_squares(cairo_t *cr, const struct screen *screen, double x0,
			 double y0, double pitch)
{
	double gap = screen->chequer ? 0 : 4, side = pitch - 2 * gap;

	for (int i = 0; i < 20; i++) {
		double x = x0 + i % 5 * pitch + gap;
		double y = y0 + i / 5 * pitch + gap;

		if (screen->pale)
			cairo_set_source_rgb(cr, 0.78, 0.9, 1);
		else if (screen->chequer && (i % 5 + i / 5) % 2)
			cairo_set_source_rgb(cr, 0.94, 0.85, 0.71);
		else
			cairo_set_source_rgb(cr, 0.71, 0.53, 0.39);
		if (screen->rounded)
			cairo_arc(cr, x + side / 2, y + side / 2, side / 2, 0,
				  2 * M_PI);
		else
			cairo_rectangle(cr, x, y, side, side);
		cairo_fill(cr);
	}
}

/* The frame of 5 by 4 squares, with a row more above where its rim is wide. */
static void draw_frame(cairo_t *cr, const struct screen *screen, double x0,
		       double y0, double pitch)
{
	if (screen->chequer || screen->rounded || screen->pale) {
		draw_squares(cr, screen, x0, y0, pitch);
		return;
	}
	cairo_set_source_rgb(cr, 0.55, 0.6, 0.55);
	cairo_rectangle(cr, x0, y0, 5 * pitch, 4 * pitch);
	cairo_fill(cr);
	cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
	cairo_set_line_width(cr, 3);
	for (int i = screen->wide_rim ? -1 : 0; i <= 4 && !screen->plain; i++) {
		cairo_move_to(cr, x0, y0 + i * pitch);
		cairo_rel_line_to(cr, 5 * pitch, 0);
	}
	for (int i = 0; i <= 5 && !screen->plain; i++) {
		double up = screen->wide_rim ? pitch : 0;

		cairo_move_to(cr, x0 + i * pitch, y0 - up);
		cairo_rel_line_to(cr, 0, 4 * pitch + up);
	}
	cairo_stroke(cr);
}

/* One of 4 by 4. */
static void draw_other_frame(cairo_t *cr, double x0, double y0, double pitch)
{
	cairo_set_source_rgb(cr, 0.2, 0.2, 0.2);
	cairo_set_line_width(cr, 2);
	for (int i = 0; i <= 4; i++) {
		cairo_move_to(cr, x0, y0 + i * pitch);
		cairo_rel_line_to(cr, 4 * pitch, 0);
		cairo_move_to(cr, x0 + i * pitch, y0);
		cairo_rel_line_to(cr, 0, 4 * pitch);
	}
	cairo_stroke(cr);
}

/* What has a T's colour: in the frame at x0, y0, and a square in the tray. */
static void draw_squares_of_colour(cairo_t *cr, const struct screen *screen,
				   double x0, double y0, double pitch)
{
	if (screen->hidden) {
		cairo_set_source_rgb(cr, 0.2, 0.5, 0.7); /* as T has */
		cairo_rectangle(cr, x0, y0, 2 * pitch, pitch);
		cairo_rectangle(cr, x0 + 3 * pitch, y0 + 3 * pitch, 2 * pitch,
				pitch);
		cairo_fill(cr);
	}
	if (screen->smaller) {
		cairo_set_source_rgb(cr, 0.2, 0.52, 0.7); /* as T has */
		cairo_rectangle(cr, 1000, 480, 2 * 41, 2 * 41);
		cairo_fill(cr);
	}
}

/* A frame of 5 by 4 squares on the left; two T, two L and a Z to its right. */
static void draw_screen(struct image *image, const struct screen *screen)
{
	static const enum sigils_kind sets[][5] = {
		{ SIGILS_T, SIGILS_T, SIGILS_L, SIGILS_L, SIGILS_Z },
		{ SIGILS_O, SIGILS_O, SIGILS_L, SIGILS_L, SIGILS_I },
	};
	const enum sigils_kind *kinds = sets[screen->few];
	const double pitch = 80, x0 = 80, y0 = 160;
	cairo_t *cr = picture_begin(image, 1280, 720);
	int drawn = 0;

	cairo_set_source_rgb(cr, 0.9, 0.88, 0.84);
	cairo_paint(cr);
	draw_frame(cr, screen, x0, y0, pitch);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_BOLD);
	cairo_set_font_size(cr, 40);
	if (screen->given)
		draw_given(cr, x0, y0, pitch);
	if (screen->grid)
		draw_grid(cr);
	if (screen->other)
		draw_other_frame(cr, x0, y0 + 4.5 * pitch, pitch / 2);
	if (screen->keys)
		draw_keys(cr);
	for (int i = 0; i < 6 && screen->floor; i++)
		draw_tile(cr, 560 + 100 * i, 560);
	for (int i = 0; i < 5; i++) {
		double x = drawn % 2 ? screen->far ? 880 : 1000 : 600;
		double y = 120 + drawn / 2 * 180;

		if (screen->grid) {
			x = drawn % 2 ? 600 + 8 * 48 : 600;
			y = 120 + drawn / 2 * 4 * 48;
		}

		if (screen->sign && i && kinds[i] == kinds[i - 1])
			continue;
		drawn++;
		if ((screen->hidden || screen->other) && kinds[i] == SIGILS_Z)
			continue;
		if (screen->tiled && i < 4 && i != 2) {
			draw_tile(cr, x, y);
			continue;
		}
		if (screen->faint && kinds[i] == SIGILS_Z) {
			cairo_set_source_rgb(cr, 0.84, 0.82, 0.78);
			cairo_rectangle(cr, x, y, 4 * 48, 48);
			cairo_fill(cr);
			continue;
		}
		if (screen->letters && kinds[i] == SIGILS_Z) {
			draw_letters(cr, x, y);
			continue;
		}
		if (screen->laid && i == 0)
			draw_piece(cr, screen, kinds[i], x0 + pitch, y0, pitch);
		else
			draw_piece(cr, screen, kinds[i], x, y, 48);
		if (screen->boxed) {
			/* the box lies below the piece */
			draw_number(cr, screen, i < 4 ? 2 : 1, x + 4 * 48,
				    y + 60);
			draw_piece(cr, screen, kinds[i], x, y, 48);
		} else if (screen->sign) {
			draw_number(cr, screen, i < 4 ? 2 : 1,
				    x + (screen->far ? 3 * 48 + 90 : 4 * 48),
				    y + 60);
		}
	}
	draw_squares_of_colour(cr, screen, x0, y0, pitch);
	cairo_destroy(cr);
}

static void reads_screen(const struct screen *screen, const char *name)
{
	struct problem problem = { 0 };
	struct sighting_list list;
	struct puzzle puzzle = { .family = FAMILY_sigils };
	struct image image;

	if (puzzle_family(FAMILY_sigils)
		    ->from_text(screen->few ? "5x4 IOOLL" : "5x4 TTLLZ",
				&puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	draw_screen(&image, screen);
	read_sigils_in(&image, &list);
	assert_true(is_read(&puzzle, &list, name));
	assert_true(list.sightings[0].confidence >= SURE);
	sighting_list_fini(&list);
	image_fini(&image);
}

static void test_counts(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .sign = "" }, "a number");
	reads_screen(&(struct screen){ .sign = "x" }, "x and a number");
	reads_screen(&(struct screen){ .sign = "\u00d7" },
		     "a times sign and a number");
}

/* Where numbers stand, and in what. */
static void test_numbered(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .sign = "x", .tight = true },
		     "signs that touch their digits");
	reads_screen(&(struct screen){ .sign = "", .far = true },
		     "numbers nearer to the next piece");
	reads_screen(&(struct screen){ .sign = "", .badge = true },
		     "numbers in discs");
	reads_screen(&(struct screen){ .sign = "\u00d7", .boxed = true },
		     "numbers on the sides of boxes");
	reads_screen(&(struct screen){ .sign = "x", .few = true },
		     "one kind that is no rectangle");
	reads_screen(&(struct screen){ .sign = "x", .floor = true },
		     "numbers and tiles without one");
}

static void test_piece_looks(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .outline = true }, "outlines");
	reads_screen(&(struct screen){ .blocks = true }, "separate blocks");
	reads_screen(&(struct screen){ .blocks = true, .sign = "x" },
		     "separate blocks and numbers");
	reads_screen(
		&(struct screen){ .outline = true, .sign = "x", .few = true },
		"outlines and numbers");
}

static void test_plain_frame(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .plain = true }, "a plain frame");
}

static void test_squares(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .chequer = true }, "a chequered frame");
	reads_screen(&(struct screen){ .rounded = true }, "rounded squares");
	reads_screen(&(struct screen){ .pale = true },
		     "squares as bright as the ground");
}

/* Keys are neither pieces nor do they say how many there are. */
static void test_keys(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .keys = true, .sign = "x" },
		     "numbers and a keypad");
	reads_screen(&(struct screen){ .keys = true }, "a keypad");
}

/* A piece that lies in the frame, as near to the ground's colour as a hole. */
static void test_laid(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .laid = true }, "a pale piece laid");
}

static void test_wide_rim(void **state)
{
	(void)state;
	reads_screen(&(struct screen){ .wide_rim = true },
		     "a lattice larger than the frame");
}

/* Nothing there may be answered. */
static void reads_nothing_surely(const struct screen *screen)
{
	struct sighting_list list;
	struct image image;

	draw_screen(&image, screen);
	read_sigils_in(&image, &list);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].confidence < SURE);
	sighting_list_fini(&list);
	image_fini(&image);
}

static void test_doubts(void **state)
{
	(void)state;
	/* a bar that would fill the frame with the others */
	reads_nothing_surely(&(struct screen){ .faint = true });
	/* without the O they would fill it */
	reads_nothing_surely(&(struct screen){ .smaller = true });
	/* tiles that would fill it with the pieces */
	reads_nothing_surely(&(struct screen){ .tiled = true });
	/* letters that would, run together */
	reads_nothing_surely(&(struct screen){ .letters = true });
	/* squares of another puzzle, and a frame that is one */
	reads_nothing_surely(&(struct screen){ .grid = true });
	reads_nothing_surely(&(struct screen){ .given = true });
	/* a frame that the pieces fill beside a larger one that they do not */
	reads_nothing_surely(&(struct screen){ .other = true });
	/* what cannot be cut into pieces, but has their colour, is no hole */
	reads_nothing_surely(&(struct screen){ .hidden = true });
}

static struct frame frame_at(double x, double y, int columns, int rows,
			     double pitch)
{
	struct frame frame = {
		.columns = columns,
		.rows = rows,
		.px_pitch = pitch,
		.px_corners =
			quad_from_box(x, y, columns * pitch, rows * pitch),
		.cell_to_px = { { pitch, 0, x, 0, pitch, y, 0, 0, 1 } },
	};

	return frame;
}

/* Of five by four squares a frame that lacks some at its rim takes those in,
 * one that has them all nothing. */
static void test_grow(void **state)
{
	static const int missing[][4] = { /* left, top, right, bottom */
					  { 0, 0, 0, 1 },
					  { 1, 0, 1, 0 },
					  { 1, 0, 0, 0 },
					  { 0, 1, 1, 0 },
					  { 0, 0, 0, 0 }
	};
	struct image image;
	cairo_t *cr = picture_begin(&image, 480, 420);

	(void)state;
	cairo_set_source_rgb(cr, 0.2, 0.25, 0.3);
	cairo_paint(cr);
	cairo_set_source_rgb(cr, 0.8, 0.8, 0.75);
	for (int i = 0; i < 20; i++)
		cairo_rectangle(cr, 122 + i % 5 * 40, 122 + i / 5 * 40, 36, 36);
	cairo_fill(cr);
	cairo_destroy(cr);
	const struct pixel_level level = { image.width,  image.height, 1,
					   image.stride, image.pixels, NULL,
					   NULL };

	for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
		const int *less = missing[i];
		bool any = less[0] + less[1] + less[2] + less[3] > 0;
		struct frame frame = frame_at(
			120 + 40 * less[0], 120 + 40 * less[1],
			5 - less[0] - less[2], 4 - less[1] - less[3], 40);

		assert_int_equal(frame_grow(&frame, &level), any);
		assert_int_equal(frame.columns, 5);
		assert_int_equal(frame.rows, 4);
		assert_true(point_distance(frame.px_corners.corner[0],
					   (struct point){ 120, 120 }) < 1e-6);
	}
	image_fini(&image);
}

/* Four by five squares in a field of ten by twenty as large are part of it, as
 * in a falling game; those beside it or of another size are not. */
static void test_part(void **state)
{
	struct frame frames[2] = { frame_at(100, 50, 10, 20, 26) };
	struct frame_list list = { .frames = frames,
				   .count = 2,
				   .capacity = 2 };

	(void)state;
	frames[1] = frame_at(100, 50, 4, 5, 26);
	frames_compare(&list);
	assert_true(frames[1].within >= 1 && !(frames[0].within > 0));
	frames[0].unseen = .5; /* guessed for the most part */
	frames_compare(&list);
	assert_true(frames[1].within > 0 && frames[1].within < 3);
	frames[1] = frame_at(500, 50, 4, 5, 26);
	frames_compare(&list);
	assert_false(frames[1].within > 0);
	frames[1] = frame_at(100, 50, 4, 5, 40);
	frames_compare(&list);
	assert_false(frames[1].within > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_numbered),
		cmocka_unit_test(test_piece_looks),
		cmocka_unit_test(test_plain_frame),
		cmocka_unit_test(test_squares),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_laid),
		cmocka_unit_test(test_wide_rim),
		cmocka_unit_test(test_doubts),
		cmocka_unit_test(test_grow),
		cmocka_unit_test(test_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
