/* Panels of which a single straight line is drawn are read, in doubt; sliders
 * and lines that no cells fit are none. */
#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "image.h"
#include "picture.h"
#include "scene.h"
#include "seen.h"

enum { WIDE = 500, HIGH = 420 };
#define FACE 0x113833
#define LINE 0x344444
#define PAGE 0x000000

/* A face of cells, and a line from the left side of it to the right. */
struct look {
	double cell, width, disc, stub, margin; /* pixels; cells but for cell */
	int columns, rows;
	double row;     /* of the line */
	uint32_t start; /* the disc's colour */
	bool square;    /* its end */
	bool boxed;     /* its start, a square */
	bool symbol;    /* beside it */
};

static const struct look usual = { 60, .3, .29,  .44,   .51,   4,
				   2,  1,  LINE, false, false, false };

static void draw(cairo_t *cr, const struct look *look)
{
	double c = look->cell, m = look->margin * c;
	double y = m + look->row * c, end = m + look->columns * c;

	scene_colour(cr, FACE);
	cairo_rectangle(cr, 0, 0, 2 * m + look->columns * c,
			2 * m + look->rows * c);
	cairo_fill(cr);
	scene_colour(cr, LINE);
	cairo_set_line_width(cr, look->width * c);
	cairo_set_line_cap(cr, look->square ? CAIRO_LINE_CAP_SQUARE
					    : CAIRO_LINE_CAP_ROUND);
	cairo_move_to(cr, m, y);
	cairo_line_to(cr, end + (look->stub - look->width / 2) * c, y);
	cairo_stroke(cr);
	scene_colour(cr, look->start);
	if (look->boxed)
		cairo_rectangle(cr, m - look->disc * c, y - look->disc * c,
				2 * look->disc * c, 2 * look->disc * c);
	else
		cairo_arc(cr, m, y, look->disc * c, 0, 2 * acos(-1));
	cairo_fill(cr);
	if (!look->symbol)
		return;
	scene_colour(cr, 0xf0f0f0);
	cairo_rectangle(cr, m + c, y + 0.4 * c, 0.3 * c, 0.3 * c);
	cairo_fill(cr);
}

/* What is seen of it, turned by so many quarters. */
static struct sighting_list read_look(const struct look *look, int quarters)
{
	struct sighting_list list;
	struct image image;
	cairo_t *cr = picture_begin(&image, WIDE, HIGH);

	scene_colour(cr, PAGE);
	cairo_paint(cr);
	cairo_translate(cr, WIDE / 2.0, HIGH / 2.0);
	cairo_rotate(cr, quarters * acos(0));
	cairo_translate(cr, -(look->margin + look->columns / 2.0) * look->cell,
			-(look->margin + look->rows / 2.0) * look->cell);
	draw(cr, look);
	cairo_destroy(cr);
	list = seen_in(&image, FAMILY_panel);
	image_fini(&image);
	return list;
}

/* The places of the start and of the end, and how many edges there are. */
static int survey(const struct panel *panel, int start[2], int end[2])
{
	int edges = 0;

	for (int y = 0; y <= 2 * panel->rows; y++)
		for (int x = 0; x <= 2 * panel->columns; x++) {
			const struct panel_spot *spot = &panel->spots[y][x];

			edges += panel_is_edge(x, y) &&
				 spot->edge == PANEL_EDGE_WHOLE;
			if (spot->start) {
				start[0] = x;
				start[1] = y;
			}
			if (spot->end) {
				end[0] = x;
				end[1] = y;
			}
		}
	return edges;
}

static void reads_single_lines(void **state)
{
	static const int starts[4][2] = {
		{ 0, 2 }, { 2, 0 }, { 8, 2 }, { 2, 8 }
	};
	static const int ends[4][2] = {
		{ 8, 2 }, { 2, 8 }, { 0, 2 }, { 2, 0 }
	};
	static const int ways[4][2] = {
		{ 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }
	};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct sighting_list list = read_look(&usual, i);
		const struct panel *panel;
		const struct point *corner;
		int start[2] = { -1, -1 }, end[2] = { -1, -1 };

		assert_int_equal(list.count, 1);
		panel = &list.sightings[0].puzzle.as.panel;
		corner = list.sightings[0].px_corners.corner;
		assert_true(list.sightings[0].confidence < 0.9);
		assert_int_equal(panel->columns, i % 2 ? 2 : 4);
		assert_int_equal(panel->rows, i % 2 ? 4 : 2);
		assert_int_equal(survey(panel, start, end), 4);
		assert_memory_equal(start, starts[i], sizeof start);
		assert_memory_equal(end, ends[i], sizeof end);
		assert_int_equal(panel->spots[end[1]][end[0]].end_dx,
				 ways[i][0]);
		assert_int_equal(panel->spots[end[1]][end[0]].end_dy,
				 ways[i][1]);
		for (int k = 0; k < 4; k++) {
			double x = WIDE / 2.0 +
				   (k % 3 ? 1 : -1) * panel->columns * 30.0;
			double y = HIGH / 2.0 +
				   (k / 2 ? 1 : -1) * panel->rows * 30.0;

			assert_true(hypot(corner[k].x - x, corner[k].y - y) <
				    2);
		}
		sighting_list_fini(&list);
	}
}

/* Each of these differs in one thing only. */
static void leaves_others_out(void **state)
{
	struct look looks[10];

	(void)state;
	for (int i = 0; i < 10; i++)
		looks[i] = usual;
	looks[0].start = 0xa0a0a0; /* a slider's thumb */
	looks[1].row = 0.7;        /* not on a line */
	looks[2].stub = 0.15;      /* no stub */
	looks[3].width = 0.16;     /* thinner than any */
	looks[3].disc = 0.16;
	looks[4].square = true;
	looks[5].symbol = true;
	looks[6].disc = 0.18; /* no start */
	looks[7].disc = 0.45; /* a knob */
	looks[8].margin = 1.3;
	looks[9].boxed = true;
	for (int i = 0; i < 10; i++) {
		struct sighting_list list = read_look(&looks[i], 0);

		if (list.count)
			fail_msg("look %d was read", i);
		sighting_list_fini(&list);
	}
}

/* Where a line runs to the picture's rim, nothing behind that is looked at:
 * the memory there cannot be read. */
static void stays_in_the_picture(void **state)
{
	enum { ACROSS = 64, DOWN = 400, BYTES = 4 * ACROSS * DOWN };
	struct sighting_list list;
	uint8_t *memory = mmap(NULL, 2 * BYTES, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct image image = { ACROSS, DOWN, ACROSS, (uint32_t *)memory };

	(void)state;
	assert_true(memory != MAP_FAILED);
	assert_int_equal(mprotect(memory + BYTES, BYTES, PROT_NONE), 0);
	for (int y = 0; y < DOWN; y++)
		for (int x = 0; x < ACROSS; x++)
			image_row(&image, y)[x] =
				y >= 100 && abs(x - 32) < (y < 130 ? 16 : 9)
					? LINE
					: FACE;
	list = seen_in(&image, FAMILY_panel);
	assert_int_equal(list.count, 0);
	sighting_list_fini(&list);
	munmap(memory, 2 * BYTES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stays_in_the_picture),
		cmocka_unit_test(reads_single_lines),
		cmocka_unit_test(leaves_others_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
