/* Looks of other programs and pages that were not read, each drawn plainly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cairo.h>
#include <cmocka.h>

#include "picture.h"
#include "seen.h"

/* Below this a puzzle is shown as doubtful. */
#define DOUBTFUL 0.9

static void grey(cairo_t *cr, double level)
{
	cairo_set_source_rgb(cr, level, level, level);
}

/* A picture of paper, with a pen for ink; image_fini after cairo_destroy. */
static cairo_t *begin(struct image *image, int width, int height)
{
	cairo_t *cr = picture_begin(image, width, height);

	grey(cr, 1);
	cairo_paint(cr);
	grey(cr, 0.1);
	cairo_set_line_width(cr, 2);
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	return cr;
}

/* Writes around a point. */
static void write(cairo_t *cr, double x, double y, const char *text)
{
	cairo_text_extents_t e;

	cairo_text_extents(cr, text, &e);
	cairo_move_to(cr, x - e.x_bearing - e.width / 2,
		      y - e.y_bearing - e.height / 2);
	cairo_show_text(cr, text);
	cairo_new_path(cr);
}

/* A block of which the front is as high as nothing before it hides of it. */
static void draw_cube(cairo_t *cr, double x, double y, double wide, double high,
		      double deep)
{
	cairo_move_to(cr, x, y);
	cairo_rel_line_to(cr, deep, -deep);
	cairo_rel_line_to(cr, wide, 0);
	cairo_rel_line_to(cr, 0, high);
	cairo_rel_line_to(cr, -deep, deep);
	cairo_rel_line_to(cr, -wide, 0);
	cairo_close_path(cr);
	grey(cr, 0.75);
	cairo_fill_preserve(cr);
	grey(cr, 0.1);
	cairo_stroke(cr);
	cairo_rectangle(cr, x, y, wide, high);
	grey(cr, 0.97);
	cairo_fill_preserve(cr);
	grey(cr, 0.1);
	cairo_stroke(cr);
	cairo_move_to(cr, x + wide, y);
	cairo_rel_line_to(cr, deep, -deep);
	cairo_stroke(cr);
}

/* The tops of cubes hide the lower part of those behind them, so that the
 * last row, the only one that shows all of its fronts, is not like the others:
 * what stands above it is no pyramid of its own. */
static void cubes(void **state)
{
	static const char *const rows[4][4] = {
		{ "" }, { "", "" }, { "49", "", "20" }, { "", "48", "", "" }
	};
	struct sighting_list list;
	struct image image;
	cairo_t *cr = begin(&image, 400, 240);

	(void)state;
	cairo_set_font_size(cr, 20);
	for (int y = 0; y < 4; y++)
		for (int x = 0; x <= y; x++) {
			double px = 160 + 66 * (x - y / 2.0);

			draw_cube(cr, px, 50 + 40 * y, 66, 40, 14);
			write(cr, px + 33, 50 + 40 * y + 13, rows[y][x]);
		}
	cairo_destroy(cr);
	list = seen_in(&image, FAMILY_pyramid);
	for (size_t i = 0; i < list.count; i++)
		assert_true(list.sightings[i].puzzle.as.pyramid.height == 4 ||
			    list.sightings[i].confidence < DOUBTFUL);
	sighting_list_fini(&list);
	image_fini(&image);
}

/* The way of a tile's track through its square of side 1. */
static void piece_way(cairo_t *cr, int tile)
{
	double quarter = acos(0);
	bool right = tile & 1, bottom = tile & 2;
	double from = (right ? bottom ? 2 : 1 : bottom ? 3 : 0) * quarter;

	if (tile == 5 || tile == 10) {
		cairo_move_to(cr, tile == 5 ? 0 : 0.5, tile == 5 ? 0.5 : 0);
		cairo_line_to(cr, tile == 5 ? 1 : 0.5, tile == 5 ? 0.5 : 1);
		return;
	}
	cairo_arc(cr, right, bottom, 0.5, from, from + quarter);
}

/* What parts the squares of a board. */
enum parting { INNER_LINES, DOTS, CROSSES };

static void part(cairo_t *cr, enum parting parting, int n, double pitch)
{
	for (int i = 1; i < n && parting == INNER_LINES; i++) {
		cairo_move_to(cr, i * pitch, 0);
		cairo_rel_line_to(cr, 0, n * pitch);
		cairo_move_to(cr, 0, i * pitch);
		cairo_rel_line_to(cr, n * pitch, 0);
	}
	cairo_stroke(cr);
	for (int i = 0; i < (n + 1) * (n + 1) && parting != INNER_LINES; i++) {
		double x = i % (n + 1) * pitch, y = i / (n + 1) * pitch;

		if (parting == DOTS) {
			cairo_arc(cr, x, y, 2.5, 0, 6.2832);
			cairo_fill(cr);
			continue;
		}
		cairo_move_to(cr, x - 5, y);
		cairo_rel_line_to(cr, 10, 0);
		cairo_rel_move_to(cr, -5, -5);
		cairo_rel_line_to(cr, 0, 10);
		cairo_stroke(cr);
	}
}

/* Boards of Train Tracks that have no rim: inner lines alone, or only what
 * stands where lines would meet. */
static void tracks_without_rims(void **state)
{
	enum { N = 6, PITCH = 40 };
	struct puzzle puzzle = puzzle_of(
		"{\"family\":\"tracks\",\"columns\":6,\"rows\":6,"
		"\"column_totals\":[2,4,5,4,3,1],\"row_totals\":[2,3,4,5,3,2],"
		"\"clues\":[{\"at\":[0,2],\"tile\":6},{\"at\":[1,3],\"tile\":"
		"12},{\"at\":[5,5],\"tile\":6}],\"entry\":{\"side\":\"left\","
		"\"index\":2},\"exit\":{\"side\":\"bottom\",\"index\":5}}");
	const struct tracks *tracks = &puzzle.as.tracks;
	char text[16];

	(void)state;
	for (int parting = INNER_LINES; parting <= CROSSES; parting++) {
		struct sighting_list list;
		struct image image;
		cairo_t *cr = begin(&image, 420, 420);

		cairo_set_font_size(cr, 20);
		cairo_translate(cr, 90, 90);
		part(cr, (enum parting)parting, N, PITCH);
		for (int i = 0; i < N; i++) {
			snprintf(text, sizeof text, "%d",
				 tracks->column_totals[i]);
			write(cr, (i + 0.5) * PITCH, -0.55 * PITCH, text);
			snprintf(text, sizeof text, "%d",
				 tracks->row_totals[i]);
			write(cr, (N + 0.55) * PITCH, (i + 0.5) * PITCH, text);
		}
		cairo_set_line_width(cr, 0.16);
		for (int i = 0; i < N * N; i++) {
			int tile = tracks->given[i / N][i % N];

			if (tile <= 0)
				continue;
			cairo_save(cr);
			cairo_translate(cr, i % N * PITCH, i / N * PITCH);
			cairo_scale(cr, PITCH, PITCH);
			piece_way(cr, tile);
			cairo_stroke(cr);
			cairo_restore(cr);
		}
		cairo_destroy(cr);
		list = seen_in(&image, FAMILY_tracks);
		assert_seen(&list, &puzzle);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	puzzle_fini(&puzzle);
}

/* How a Suko shows its areas: borders of the cells, with totals on discs of
 * their colours; or whole cells, with totals under swatches; or borders, one
 * of which has nearly a third of another area's colour. */
enum areas_shown { BORDERS, SWATCHES, BORDERS_UNCLEAR };

/* That of an area, with a share of the next one's in it. */
static void area_colour(cairo_t *cr, int area, double next)
{
	static const double colours[3][3] = { { 0.9, 0.3, 0.3 },
					      { 0.3, 0.7, 0.35 },
					      { 0.4, 0.45, 0.95 } };
	const double *c = colours[area % 3], *d = colours[(area + 1) % 3];

	cairo_set_source_rgb(cr, c[0] + next * (d[0] - c[0]),
			     c[1] + next * (d[1] - c[1]),
			     c[2] + next * (d[2] - c[2]));
}

static void draw_suko_cell(cairo_t *cr, enum areas_shown shown, int cell,
			   int area)
{
	double x = cell % 3 * 80, y = cell / 3 * 80;

	area_colour(cr, area, shown == BORDERS_UNCLEAR && cell == 5 ? 0.3 : 0);
	if (shown != SWATCHES) {
		cairo_set_line_width(cr, 5);
		cairo_rectangle(cr, x + 4, y + 4, 72, 72);
		cairo_stroke(cr);
		return;
	}
	cairo_rectangle(cr, x, y, 80, 80);
	cairo_fill_preserve(cr);
	grey(cr, 0.1);
	cairo_set_line_width(cr, 2);
	cairo_stroke(cr);
}

static void draw_suko_total(cairo_t *cr, enum areas_shown shown, int area,
			    int total)
{
	double x = 40 + 80 * area, y = 280;
	char text[16];

	area_colour(cr, area, 0);
	if (shown != SWATCHES)
		cairo_arc(cr, x, y, 20, 0, 6.2832);
	else
		cairo_rectangle(cr, x - 22, y - 20, 44, 22);
	cairo_fill(cr);
	grey(cr, 0.1);
	snprintf(text, sizeof text, "%d", total);
	write(cr, x, shown == SWATCHES ? y + 18 : y, text);
}

static void areas_of_sukos(void **state)
{
	struct puzzle puzzle = puzzle_of(
		"{\"family\":\"suko\",\"circles\":[15,16,24,24],"
		"\"areas\":[{\"total\":14,\"colour\":\"red\",\"cells\":[0,3,6]}"
		","
		"{\"total\":17,\"colour\":\"yellow\",\"cells\":[4,7,8]},{"
		"\"total\":14,\"colour\":\"green\",\"cells\":[1,2,5]}],"
		"\"givens\":[0,0,0,0,0,0,0,0,0]}");
	const struct suko *suko = &puzzle.as.suko;

	(void)state;
	for (int shown = BORDERS; shown <= BORDERS_UNCLEAR; shown++) {
		struct sighting_list list;
		struct image image;
		cairo_t *cr = begin(&image, 400, 420);
		char text[16];

		cairo_set_font_size(cr, 20);
		cairo_translate(cr, 80, 60);
		for (int i = 0; i < SUKO_CELLS; i++)
			for (int k = 0; k < suko->area_count; k++)
				if (suko->areas[k].cells[i])
					draw_suko_cell(cr,
						       (enum areas_shown)shown,
						       i, k);
		for (int i = 0; i < SUKO_CIRCLES; i++) {
			double x = 80 + i % 2 * 80, y = 80 + i / 2 * 80;

			grey(cr, 1);
			cairo_arc(cr, x, y, 23, 0, 6.2832);
			cairo_fill_preserve(cr);
			grey(cr, 0.1);
			cairo_stroke(cr);
			snprintf(text, sizeof text, "%d", suko->circles[i]);
			write(cr, x, y, text);
		}
		for (int k = 0; k < suko->area_count; k++)
			draw_suko_total(cr, (enum areas_shown)shown, k,
					suko->areas[k].total);
		cairo_destroy(cr);
		list = seen_in(&image, FAMILY_suko);
		/* a colour between two areas' is the nearer's, or none is */
		if (shown != BORDERS_UNCLEAR ||
		    (list.count && list.sightings[0].puzzle.as.suko.area_count))
			assert_seen(&list, &puzzle);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	puzzle_fini(&puzzle);
}

/* Fields to type in, as pages show them: what is given stands out but little,
 * numbers stand aside, as room for arrows is left at their right, and a sign or
 * a nought stands where nothing was entered. */
static void draw_entry(cairo_t *cr, double x, double y, const char *text)
{
	static const double r = 8, quarter = 1.5708;
	bool given = text[1];

	cairo_new_sub_path(cr);
	for (int i = 0; i < 4; i++)
		cairo_arc(cr, x + (i % 3 ? r : 110 - r),
			  y + (i < 2 ? 35 - r : r), r, i * quarter,
			  (i + 1) * quarter);
	cairo_close_path(cr);
	grey(cr, given ? 0.935 : 1);
	cairo_fill_preserve(cr);
	grey(cr, 0.8);
	cairo_set_line_width(cr, 1.5);
	cairo_stroke(cr);
	grey(cr, given ? 0.35 : 0.45);
	write(cr, x + 36, y + 17.5, text);
}

/* Parts of such fields, which lie in a triangle, too, are no pyramid's. */
static void entry_fields(void **state)
{
	static const char *const rows[4][4] = {
		{ "306" }, { "", "134" }, { "", "", "" }, { "57", "", "", "24" }
	};
	struct puzzle puzzle =
		puzzle_of("{\"family\":\"pyramid\",\"rows\":[[306],[null,134],"
			  "[null,null,null],[57,null,null,24]]}");

	(void)state;
	for (int k = 0; k < 2; k++) {
		struct sighting_list list;
		struct image image;
		cairo_t *cr = begin(&image, 560, 280);

		grey(cr, 0.95);
		cairo_paint(cr);
		cairo_set_font_size(cr, 22);
		for (int y = 0; y < 4; y++)
			for (int x = 0; x <= y; x++)
				draw_entry(cr, 225 + 119 * (x - y / 2.0),
					   40 + 47 * y,
					   rows[y][x][0] ? rows[y][x]
					   : k           ? "?"
							 : "0");
		cairo_destroy(cr);
		list = seen_in(&image, FAMILY_pyramid);
		assert_seen(&list, &puzzle);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	puzzle_fini(&puzzle);
}

static void draw_squares(cairo_t *cr, double x, double y, const int (*at)[2],
			 double size)
{
	cairo_set_source_rgb(cr, 0.85, 0.45, 0.1);
	for (int i = 0; i < 4; i++)
		cairo_rectangle(cr, x + at[i][0] * size, y + at[i][1] * size,
				size, size);
	cairo_fill(cr);
}

/* What looks like a piece, but far away from the tray, may be a shadow: where
 * it makes up the sum the puzzle is not sure. */
static void lone_piece(void **state)
{
	static const int l[4][2] = { { 2, 0 }, { 0, 1 }, { 1, 1 }, { 2, 1 } };
	static const int o[4][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 1, 1 } };

	(void)state;
	for (int far = 0; far < 2; far++) {
		struct sighting_list list;
		struct image image;
		cairo_t *cr = begin(&image, 900, 700);

		for (int i = 0; i < 20; i++) {
			cairo_rectangle(cr, 40 + i % 4 * 26, 40 + i / 4 * 26,
					26, 26);
			cairo_stroke(cr);
		}
		for (int i = 0; i < 4; i++)
			draw_squares(cr, 210 + i % 2 * 100, 50 + i / 2 * 80,
				     i % 2 ? l : o, 20);
		draw_squares(cr, far ? 760 : 210, far ? 600 : 210, l, 20);
		cairo_destroy(cr);
		list = seen_in(&image, FAMILY_sigils);
		assert_int_equal(list.count, 1);
		assert_int_equal(list.sightings[0].puzzle.as.sigils.piece_count,
				 5);
		assert_int_equal(list.sightings[0].confidence > DOUBTFUL, !far);
		sighting_list_fini(&list);
		image_fini(&image);
	}
}

/* Draws a disc with a number. */
static void draw_disc(cairo_t *cr, double x, double y, double radius,
		      const char *text)
{
	cairo_new_sub_path(cr);
	cairo_arc(cr, x, y, radius, 0, 6.2832);
	grey(cr, 1);
	cairo_fill_preserve(cr);
	grey(cr, 0);
	cairo_stroke(cr);
	cairo_set_font_size(cr, 0.9 * radius);
	write(cr, x, y, text);
}

/* Two totals of a Suko, in rings, and what lies between them and the board, are
 * no pyramid of two rows. */
static void totals_are_no_pyramid(void **state)
{
	static const int area_of[9] = { 0, 0, 1, 2, 2, 2, 2, 2, 2 };
	static const char *const circles[4] = { "22", "21", "20", "25" };
	static const char *const totals[3] = { "8", "34", "3" };
	struct vision *vision = vision_new(NULL);

	(void)state;
	for (int k = 0; k < 5; k++) {
		const double pitch = 66, radius = 18.8 + 0.1 * k;
		struct sighting_list list = { 0 };
		struct image image;
		cairo_t *cr = begin(&image, 420, 360);

		cairo_select_font_face(cr, "DejaVu Serif",
				       CAIRO_FONT_SLANT_NORMAL,
				       CAIRO_FONT_WEIGHT_NORMAL);
		cairo_translate(cr, 100, 60);
		for (int i = 0; i < 9; i++) {
			cairo_rectangle(cr, i % 3 * pitch, i / 3 * pitch, pitch,
					pitch);
			area_colour(cr, area_of[i], 0);
			cairo_fill_preserve(cr);
			grey(cr, 0);
			cairo_set_line_width(cr, 1);
			cairo_stroke(cr);
		}
		cairo_set_line_width(cr, 2);
		for (int i = 0; i < 4; i++)
			draw_disc(cr, (1 + i % 2) * pitch, (1 + i / 2) * pitch,
				  21, circles[i]);
		for (int i = 0; i < 3; i++) {
			static const int areas[3] = { 0, 2, 1 };
			double x = 1.5 * pitch + (i - 1) * (2 * radius + 6);
			double y = 3 * pitch + 14 + radius;

			cairo_set_line_width(cr, 0);
			draw_disc(cr, x, y, radius, totals[i]);
			cairo_set_line_width(cr, 4);
			area_colour(cr, areas[i], 0);
			cairo_arc(cr, x, y, radius - 2.5, 0, 6.2832);
			cairo_stroke(cr);
		}
		cairo_destroy(cr);
		assert_int_equal(
			vision_read(vision, &image,
				    1u << FAMILY_suko | 1u << FAMILY_pyramid,
				    &list, NULL),
			0);
		for (size_t i = 0; i < list.count; i++)
			assert_int_equal(list.sightings[i].puzzle.family,
					 FAMILY_suko);
		sighting_list_fini(&list);
		image_fini(&image);
	}
	vision_free(vision);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cubes),
		cmocka_unit_test(totals_are_no_pyramid),
		cmocka_unit_test(lone_piece),
		cmocka_unit_test(entry_fields),
		cmocka_unit_test(areas_of_sukos),
		cmocka_unit_test(tracks_without_rims),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
