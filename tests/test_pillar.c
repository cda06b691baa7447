/* Views around a pillar become one panel: a cylinder painted by ourselves,
 * seen from three sides, in any order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo.h>
#include <cmocka.h>

#include "file.h"
#include "picture.h"
#include "pillar.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "scene_panel_theme.h"
#include "scene_pillar.h"
#include "seen.h"
#include "vision.h"

#define SAMPLES SOURCE_DIR "/samples/panel/pillar"

enum { VIEWS = 3, PX_CELL = SCENE_PILLAR_CELL };

/* How a panel around a pillar lies in the game: six columns and rows. */
static const char text[] =
	"{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wraps\":true,"
	"\"symmetry\":null,\"starts\":[[4,12]],"
	"\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],\"gaps\":[],"
	"\"missing\":[],\"dots\":[{\"at\":[10,4],\"colour\":\"black\"}],"
	"\"cells\":[{\"at\":[1,3],\"kind\":\"square\",\"colour\":\"white\"},"
	"{\"at\":[5,7],\"kind\":\"square\",\"colour\":\"red\"},"
	"{\"at\":[7,1],\"kind\":\"square\",\"colour\":\"white\"},"
	"{\"at\":[9,9],\"kind\":\"square\",\"colour\":\"red\"},"
	"{\"at\":[11,5],\"kind\":\"square\",\"colour\":\"white\"}]}";

/* Two lines that mirror each other, seen from where column 0 lies; and a dot on
 * a lying edge, which the game draws off its middle. */
static const char mirrored[] =
	"{\"family\":\"panel\",\"columns\":6,\"rows\":6,\"wraps\":true,"
	"\"symmetry\":null,\"starts\":[[2,12],[4,12]],"
	"\"ends\":[{\"at\":[2,0],\"towards\":[0,-1]},"
	"{\"at\":[4,0],\"towards\":[0,-1]}],\"gaps\":[],\"missing\":[],"
	"\"dots\":[{\"at\":[7,4],\"colour\":\"black\"}],"
	"\"cells\":[{\"at\":[1,3],\"kind\":\"square\",\"colour\":\"white\"},"
	"{\"at\":[5,7],\"kind\":\"square\",\"colour\":\"red\"}]}";
static const struct point mirrored_dot = { 3.4, 2 };

static void choose_theme(struct panel_theme *theme)
{
	struct rng rng;

	rng_seed(&rng, 5);
	panel_theme_choose(theme, PANEL_NIGHT, &rng);
	theme->line = 0xd09030;
	theme->cell = theme->outside = 0x503808;
	theme->dots[PANEL_DOT_BLACK] = 0x101010;
	theme->symbols[PANEL_WHITE] = 0xffffff;
	theme->symbols[PANEL_RED] = 0xff3020;
	theme->line_width = 0.26;
	theme->start_radius = 0.27;
	theme->stub = 0.4;
	theme->dot_radius = 0.1;
	theme->margin = 0.9;
	theme->framed = theme->cells_filled = false;
	theme->round = true;
}

/* The panel laid flat; its first upright line is painted again at its end.
 * `dot`: where a dot lies, NULL: as the panel has them. */
static void paint_texture(const struct panel *panel, const struct point *dot,
			  struct image *texture)
{
	struct panel_theme theme;
	struct pen pen = { .cr = picture_begin(texture,
					       panel->columns * PX_CELL,
					       (panel->rows + 2) * PX_CELL) };

	choose_theme(&theme);
	for (int i = 0; i < 2; i++) {
		pen.cell_to_px =
			(struct homography){ { PX_CELL, 0,
					       i * panel->columns * PX_CELL, 0,
					       PX_CELL, PX_CELL, 0, 0, 1 } };
		panel_paint(&pen, panel, &theme);
		if (!dot)
			continue;
		pen_disc(&pen, *dot, 0.1);
		pen_fill(&pen, theme.dots[PANEL_DOT_BLACK]);
	}
	cairo_destroy(pen.cr);
}

/* The pillar turned by so many radians. */
static void paint_view(const struct image *texture, double turn,
		       struct image *view)
{
	const struct scene_pillar_stand stand = { 10, 95, 84, 380 };

	assert_int_equal(scene_pillar_view(texture, &stand, turn, view, NULL),
			 0);
}

struct views {
	struct puzzle puzzle;
	struct image images[VIEWS];
};

static int set_up(void **state)
{
	static struct views views;
	struct image texture;

	views.puzzle = puzzle_of(text);
	paint_texture(&views.puzzle.as.panel, NULL, &texture);
	/* a player does not stop at a third of the way to the degree */
	for (int i = 0; i < VIEWS; i++)
		paint_view(&texture, 0.4 + i * (2 * M_PI / VIEWS - 0.04),
			   &views.images[i]);
	image_fini(&texture);
	*state = &views;
	return 0;
}

static int tear_down(void **state)
{
	struct views *views = *state;

	for (int i = 0; i < VIEWS; i++)
		image_fini(&views->images[i]);
	puzzle_fini(&views->puzzle);
	return 0;
}

static void views_are_joined_in_any_order(void **state)
{
	static const int orders[3][VIEWS] = { { 0, 1, 2 },
					      { 0, 2, 1 },
					      { 2, 0, 1 } };
	struct views *views = *state;

	for (int i = 0; i < 3; i++) {
		const struct image *images[VIEWS];
		struct sighting_list list = { 0 };
		struct problem problem = { 0 };
		struct buffer why;

		buffer_init(&why);
		for (int k = 0; k < VIEWS; k++)
			images[k] = &views->images[orders[i][k]];
		if (pillar_join(images, VIEWS, &list, NULL, &problem) < 0)
			fail_msg("%s", problem.text);
		assert_int_equal(list.count, 1);
		if (!puzzle_equal(&views->puzzle, &list.sightings[0].puzzle,
				  &why))
			fail_msg("order %d: %s", i, buffer_text(&why));
		assert_string_equal(list.sightings[0].note, "");
		buffer_fini(&why);
		sighting_list_fini(&list);
	}
}

/* How often the squares of a joined panel are seen in a view, each where the
 * view is said to have it and in its colour. */
static int squares_in_place(const struct panel *panel,
			    const struct pillar_view *view,
			    const struct image *image)
{
	int seen = 0;

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			const struct panel_cell *cell = &panel->cells[y][x];
			struct point px;
			double px_cell;
			uint32_t pixel;

			if (cell->kind != PANEL_SQUARE ||
			    !pillar_view_place(
				    view, (struct point){ x + 0.5, y + 0.5 },
				    &px, &px_cell))
				continue;
			pixel = pillar_sample(image, px);
			assert_true((pixel >> 16 & 255) > 200);
			assert_int_equal((pixel & 255) > 200,
					 cell->colour == PANEL_WHITE);
			assert_true(px_cell > 60 && px_cell < 110);
			seen++;
		}
	return seen;
}

/* What lies behind is in no view. */
static void views_tell_where_the_panel_lies(void **state)
{
	struct views *views = *state;
	const struct image *images[VIEWS];
	struct pillar_view places[VIEWS];
	struct sighting_list list = { 0 };
	struct problem problem = { 0 };
	int seen = 0;

	for (int k = 0; k < VIEWS; k++)
		images[k] = &views->images[(k + 1) % VIEWS];
	if (pillar_join(images, VIEWS, &list, places, &problem) < 0)
		fail_msg("%s", problem.text);
	for (int k = 0; k < VIEWS; k++) {
		int here = squares_in_place(&list.sightings[0].puzzle.as.panel,
					    &places[k], images[k]);

		assert_in_range(here, 1, 4);
		seen += here;
	}
	assert_true(seen >= 5);
	sighting_list_fini(&list);
}

static void what_does_not_show_all_is_refused(void **state)
{
	struct views *views = *state;
	const struct image *twice[2] = { &views->images[0], &views->images[0] };
	struct sighting_list list = { 0 };
	struct problem problem = { 0 };
	struct image blank;
	const struct image *none[2] = { &blank, &blank };

	/* two views of six columns lack some */
	assert_int_equal(pillar_join(twice, 2, &list, NULL, &problem), -1);
	assert_non_null(strstr(problem.text, "joined: 2, columns: "));
	problem = (struct problem){ 0 };
	assert_int_equal(pillar_join(twice, 1, &list, NULL, &problem), -1);
	assert_non_null(strstr(problem.text, "joined: 1, columns: "));
	problem = (struct problem){ 0 };
	assert_int_equal(pillar_join(twice, 0, &list, NULL, &problem), -1);
	assert_int_equal(image_init(&blank, 400, 300, NULL), 0);
	problem = (struct problem){ 0 };
	assert_int_equal(pillar_join(none, 2, &list, NULL, &problem), -1);
	assert_non_null(strstr(problem.text, "no pillar"));
	assert_int_equal(list.count, 0);
	image_fini(&blank);
	sighting_list_fini(&list);
}

/* A side alone is no panel, but named; a flat panel is none of a pillar's. */
static void a_side_is_named(void **state)
{
	struct views *views = *state;
	struct image flat;

	paint_texture(&views->puzzle.as.panel, NULL, &flat);
	for (int i = 0; i <= VIEWS; i++) {
		struct sighting_list list = seen_in(
			i < VIEWS ? &views->images[i] : &flat, FAMILY_panel);
		int sides = 0;

		for (int k = 0; k < list.left_out_count; k++)
			sides += list.left_out[k].is_pillar;
		assert_int_equal(sides, i < VIEWS);
		if (i < VIEWS)
			assert_int_equal(list.count, 0);
		sighting_list_fini(&list);
	}
	image_fini(&flat);
}

/* Setting what each reading says changes nothing: it is named by its place. */
static void check_names(const struct sighting *sighting)
{
	for (size_t i = 0; i < sighting->reading_count; i++) {
		const struct reading *reading = &sighting->readings[i];
		struct problem problem = { 0 };
		struct buffer why;
		struct puzzle copy;

		buffer_init(&why);
		assert_int_equal(
			puzzle_copy(&sighting->puzzle, &copy, &problem), 0);
		if (puzzle_set_clue(&copy, reading->clue, reading->value,
				    &problem) < 0)
			fail_msg("%s", problem.text);
		if (!puzzle_equal(&sighting->puzzle, &copy, &why))
			fail_msg("%s: %s", reading->clue, buffer_text(&why));
		puzzle_fini(&copy);
		buffer_fini(&why);
	}
}

/* Wherever the views begin, the column of which the mirror images are counted
 * is found. */
static void mirrored_starts_say_where_column_0_is(void **state)
{
	struct puzzle puzzle, undotted;
	struct image texture, images[VIEWS];
	const struct image *views[VIEWS];
	struct sighting_list list = { 0 };
	struct problem problem = { 0 };
	const struct panel *panel;
	struct buffer why;

	(void)state;
	puzzle = puzzle_of(mirrored);
	undotted = puzzle_of(mirrored);
	undotted.as.panel.spots[4][7].dot = PANEL_DOT_NONE;
	paint_texture(&undotted.as.panel, &mirrored_dot, &texture);
	for (int i = 0; i < VIEWS; i++) {
		paint_view(&texture, 1.7 + i * (2 * M_PI / VIEWS - 0.04),
			   &images[i]);
		views[i] = &images[i];
	}
	if (pillar_join(views, VIEWS, &list, NULL, &problem) < 0)
		fail_msg("%s", problem.text);
	assert_int_equal(list.count, 1);
	panel = &list.sightings[0].puzzle.as.panel;
	buffer_init(&why);
	if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle, &why))
		fail_msg("%s", buffer_text(&why));
	assert_true(panel_may_mirror(panel, PANEL_HORIZONTAL));
	assert_true(list.sightings[0].confidence > 0.9);
	check_names(&list.sightings[0]);
	buffer_fini(&why);
	sighting_list_fini(&list);
	for (int i = 0; i < VIEWS; i++)
		image_fini(&images[i]);
	image_fini(&texture);
	puzzle_fini(&puzzle);
	puzzle_fini(&undotted);
}

/* Five views of one pillar and one of another that looks like it. */
static void views_of_two_pillars_are_not_sure(void **state)
{
	enum { COUNT = 6 };
	const struct views *views = *state;
	struct puzzle other = puzzle_of(mirrored);
	struct image textures[2], images[2][COUNT];

	paint_texture(&views->puzzle.as.panel, NULL, &textures[0]);
	paint_texture(&other.as.panel, NULL, &textures[1]);
	for (int i = 0; i < 2 * COUNT; i++)
		paint_view(&textures[i % 2], 0.4 + i / 2 * (2 * M_PI / COUNT),
			   &images[i % 2][i / 2]);
	for (int from = 0; from < COUNT; from++) {
		const struct image *shown[COUNT];
		struct sighting_list list = { 0 };
		struct problem problem = { 0 };

		for (int k = 0; k < COUNT; k++)
			shown[k] = &images[k == from][k];
		if (pillar_join(shown, COUNT, &list, NULL, &problem) == 0)
			assert_true(list.sightings[0].confidence < 0.9 ||
				    puzzle_equal(&views->puzzle,
						 &list.sightings[0].puzzle,
						 NULL));
		sighting_list_fini(&list);
	}
	for (int i = 0; i < 2 * COUNT; i++)
		image_fini(&images[i % 2][i / 2]);
	image_fini(&textures[0]);
	image_fini(&textures[1]);
	puzzle_fini(&other);
}

/* Of one view no cells tell: before its camera is a column of broken lines. The
 * others tell what stands there. */
static void a_view_without_cells_is_joined(void **state)
{
	struct puzzle puzzle = puzzle_of(text);
	struct panel *panel = &puzzle.as.panel;
	struct image texture, images[VIEWS + 1];
	const struct image *views[VIEWS + 1];
	struct sighting_list list = { 0 };
	struct problem problem = { 0 };
	struct buffer why;

	(void)state;
	for (int y = 2; y < 12; y += 4)
		for (int x = 1; x < 4; x += 2)
			panel->spots[y][x].edge = PANEL_EDGE_GAP;
	paint_texture(panel, NULL, &texture);
	for (int i = 0; i <= VIEWS; i++) {
		paint_view(&texture,
			   2 * M_PI / 6 + i * (2 * M_PI / (VIEWS + 1) - 0.04),
			   &images[i]);
		views[i] = &images[i];
	}
	if (pillar_join(views, VIEWS + 1, &list, NULL, &problem) < 0)
		fail_msg("%s", problem.text);
	buffer_init(&why);
	if (!puzzle_equal(&puzzle, &list.sightings[0].puzzle, &why))
		fail_msg("%s", buffer_text(&why));
	assert_true(list.sightings[0].confidence > 0.9);
	buffer_fini(&why);
	sighting_list_fini(&list);
	for (int i = 0; i <= VIEWS; i++)
		image_fini(&images[i]);
	image_fini(&texture);
	puzzle_fini(&puzzle);
}

/* Those of samples/, which anyone may try. */
static void samples_are_joined(void **state)
{
	static const char *const names[] = { "dots", "squares" };

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct image views[VIEWS] = { 0 };
		const struct image *images[VIEWS];
		struct sighting_list list = { 0 };
		struct problem problem = { 0 };
		struct puzzle truth;
		char path[400];
		json_t *label;

		snprintf(path, sizeof path, "%s/%s.json", SAMPLES, names[i]);
		label = json_load_file(path, 0, NULL);
		assert_int_equal(
			puzzle_from_json(
				json_array_get(
					json_object_get(label, "puzzles"), 0),
				&truth, NULL),
			0);
		json_decref(label);
		for (int k = 0; k < VIEWS; k++) {
			snprintf(path, sizeof path, "%s/%s-%d.png", SAMPLES,
				 names[i], k + 1);
			assert_int_equal(file_load_image(path, &views[k], NULL),
					 0);
			images[k] = &views[k];
		}
		if (pillar_join(images, VIEWS, &list, NULL, &problem) < 0)
			fail_msg("%s: %s", names[i], problem.text);
		assert_true(
			scene_pillar_same(&truth, &list.sightings[0].puzzle));
		assert_true(list.sightings[0].confidence > 0.9);
		sighting_list_fini(&list);
		puzzle_fini(&truth);
		for (int k = 0; k < VIEWS; k++)
			image_fini(&views[k]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(views_are_joined_in_any_order),
		cmocka_unit_test(views_tell_where_the_panel_lies),
		cmocka_unit_test(what_does_not_show_all_is_refused),
		cmocka_unit_test(a_side_is_named),
		cmocka_unit_test(mirrored_starts_say_where_column_0_is),
		cmocka_unit_test(views_of_two_pillars_are_not_sure),
		cmocka_unit_test(a_view_without_cells_is_joined),
		cmocka_unit_test(samples_are_joined),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
