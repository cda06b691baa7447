/* Looks that were misread once: each is a panel drawn flat in a look that
 * brings the fault out, and must be read as it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "panel_look.h"
#include "scene_panel_world.h"

/* A dot of the cells' colour on an edge is no break: line goes on beside it. */
static void test_dot_like_ground(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line = 0x9a5a98;
	theme.cell = theme.outside = 0x0c080c;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[1,0]}],"
	      "\"gaps\":[[1,2]],\"dots\":[{\"at\":[3,4],\"colour\":\"black\"},"
	      "{\"at\":[4,1],\"colour\":\"black\"}]}",
	      &theme, PITCH);
}

/* Breaks whose ends are round are no stubs that face each other: these would
 * be as long as the panel's own. */
static void test_round_breaks(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.round_gaps = true;
	theme.stub = 0.48;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"gaps\":[[3,2],[2,3],[5,4]]}",
	      &theme, PITCH);
}

/* What is parted round and reaches as far as the stubs do are breaks where the
 * stubs end flat, or where a vertex has its stub elsewhere. */
static void test_round_breaks_alike(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.round_gaps = true;
	theme.round = false;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"gaps\":[[3,2]]}",
	      &theme, PITCH);
	theme.round = true;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"gaps\":[[3,2],[6,1]]}",
	      &theme, PITCH);
}

/* Rounds the ends of the break in the edge at 3,2. */
static void round_one_break(struct image *image)
{
	cairo_t *cr = picture_pen(image);
	double radius = plain.line_width / 2 * PITCH;

	scene_colour(cr, plain.line);
	for (int side = -1; side <= 1; side += 2) {
		cairo_arc(cr, LEFT + (1.5 + side * 0.195) * PITCH, LEFT + PITCH,
			  radius, 0, 2 * M_PI);
		cairo_fill(cr);
	}
	cairo_destroy(cr);
}

/* What is parted round in one place only are no ends where these are flat. */
static void test_one_round_break(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.round = false;
	theme.gap = 0.27;
	theme.stub = 0.43;
	check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
		      "\"towards\":[0,-1]}],\"gaps\":[[3,2],[5,4]]}",
		      &theme, PITCH, round_one_break);
}

/* Many breaks whose ends are round, about as long as the stub: whether they are
 * any is one doubt, with which the panel is found. */
static void test_many_round_breaks(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.round_gaps = true;
	theme.stub = 0.375;
	theme.line_width = 0.2;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"gaps\":[[3,0],[3,2],[5,2],[0,3],[2,3],[5,4],[3,6]]}",
	      &theme, PITCH);
}

/* Stubs that face each other and are as long as the others are ends. */
static void test_facing_ends(void **state)
{
	(void)state;
	check("{\"family\":\"panel\",\"columns\":4,\"rows\":3,"
	      "\"starts\":[[0,6],[8,6]],\"ends\":["
	      "{\"at\":[0,0],\"towards\":[0,-1]},"
	      "{\"at\":[8,0],\"towards\":[0,-1]},"
	      "{\"at\":[0,4],\"towards\":[1,0]},"
	      "{\"at\":[2,4],\"towards\":[-1,0]},"
	      "{\"at\":[6,4],\"towards\":[1,0]},"
	      "{\"at\":[8,4],\"towards\":[-1,0]}],"
	      "\"missing\":[[1,4],[7,4]]}",
	      &plain, 55);
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]},"
	      "{\"at\":[2,2],\"towards\":[1,0]},"
	      "{\"at\":[4,2],\"towards\":[-1,0]}],"
	      "\"missing\":[[3,2]]}",
	      &plain, PITCH);
}

/* Large starts side by side nearly touch: there is none between them. */
static void test_starts_side_by_side(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.start_radius = 0.48;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6],[2,6]],"
	      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}]}",
	      &theme, PITCH);
}

/* Discs in the middles of two edges hide where that of a start between them
 * would show: there is none. */
static void test_between_starts(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.42;
	theme.start_radius = 0.36;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":2,"
	      "\"starts\":[[2,1],[2,3]],"
	      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}]}",
	      &theme, 84);
}

/* Wide stubs in the middle of the edges of one side leave little ground beside
 * it. */
static void test_wide_stubs(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.42;
	theme.start_radius = 0.4;
	theme.round = false;
	check("{\"family\":\"panel\",\"columns\":2,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[1,0],\"towards\":[0,-1]},"
	      "{\"at\":[3,0],\"towards\":[0,-1]}]}",
	      &theme, PITCH);
}

/* Hollow blocks of four pixels have holes of two, which blur fills by half. */
static void test_small_hollow(void **state)
{
	(void)state;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"cells\":[{\"at\":[1,1],\"kind\":\"polyomino\","
	      "\"colour\":\"orange\",\"shape\":[\"#\"],\"negative\":true},"
	      "{\"at\":[3,3],\"kind\":\"polyomino\",\"colour\":\"orange\","
	      "\"shape\":[\"##\"],\"negative\":true},"
	      "{\"at\":[5,3],\"kind\":\"polyomino\",\"colour\":\"yellow\","
	      "\"shape\":[\"#\"]}]}",
	      &plain, 30);
}

/* Of triangles of six pixels blur leaves blots, of small stars discs. */
static void test_small_symbols(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.symbol_scale = 0.8;
	theme.pitch = 0.185 * 0.8;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"cells\":[{\"at\":[1,1],\"kind\":\"triangle\","
	      "\"colour\":\"orange\",\"count\":1},"
	      "{\"at\":[3,1],\"kind\":\"triangle\",\"colour\":\"orange\","
	      "\"count\":2},"
	      "{\"at\":[5,1],\"kind\":\"polyomino\",\"colour\":\"orange\","
	      "\"shape\":[\"##\"]},"
	      "{\"at\":[1,3],\"kind\":\"star\",\"colour\":\"white\"},"
	      "{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"white\"},"
	      "{\"at\":[5,5],\"kind\":\"star\",\"colour\":\"white\"}]}",
	      &theme, 27);
}

/* Draws the panel that the JSON describes, spoils it and reads what is there.
 */
static struct sighting_list
read_spoiled(const char *text, const struct panel_theme *theme, spoil_fn *spoil)
{
	struct puzzle puzzle = puzzle_of(text);
	struct sighting_list list = read_drawn(&puzzle, theme, PITCH, spoil);

	puzzle_fini(&puzzle);
	return list;
}

static struct sighting_list read_look(const char *text,
				      const struct panel_theme *theme)
{
	return read_spoiled(text, theme, NULL);
}

/* A large disc in the middle of an edge of the rim, between stubs, covers the
 * ground beside it: it is a start, and no symbol. */
static void test_disc_on_rim(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;
	const struct panel *panel;

	(void)state;
	theme.start_radius = 0.45;
	theme.line_width = 0.3;
	theme.stub = 0.35;
	theme.line = 0x3c3c3a;
	theme.cell = 0xc4bba6;
	theme.outside = 0x6b675c;
	theme.cells_filled = true;
	list = read_look("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			 "\"starts\":[[1,0],[2,6]],"
			 "\"ends\":[{\"at\":[0,0],\"towards\":[-1,0]},"
			 "{\"at\":[2,0],\"towards\":[0,-1]}]}",
			 &theme);
	panel = &list.sightings[0].puzzle.as.panel;
	assert_true(panel->spots[0][1].start);
	assert_int_equal(panel->cells[0][0].kind, PANEL_EMPTY);
	sighting_list_fini(&list);
}

static double sure_of(const struct sighting *sighting, const char *clue)
{
	for (size_t i = 0; i < sighting->reading_count; i++)
		if (!strcmp(sighting->readings[i].clue, clue))
			return sighting->readings[i].confidence;
	return 1;
}

/* Nothing tells a single round break from ends that face each other: both are
 * in doubt. */
static void test_untold_ends(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;

	(void)state;
	theme.round_gaps = true;
	list = read_look("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			 "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
			 "\"towards\":[0,-1]}],\"gaps\":[[3,2]]}",
			 &theme);
	assert_true(list.sightings[0].confidence < 0.5);
	sighting_list_fini(&list);
}

/* A stub beside a disc has ground on one side only: it is read, or at least
 * doubted. */
static void test_stub_beside_disc(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;
	const struct sighting *one;

	(void)state;
	theme.line_width = 0.42;
	theme.start_radius = 0.47;
	theme.stub = 0.36;
	list = read_look(
		"{\"family\":\"panel\",\"columns\":2,\"rows\":2,"
		"\"starts\":[[0,0]],\"ends\":[{\"at\":[4,4],"
		"\"towards\":[1,0]},{\"at\":[0,1],\"towards\":[-1,0]}]}",
		&theme);
	one = &list.sightings[0];
	if (!one->puzzle.as.panel.spots[1][0].end)
		assert_true(sure_of(one, "ends[0,1]") < 0.9);
	sighting_list_fini(&list);
}

static void soften(struct image *image)
{
	assert_int_equal(degrade_blur(image, 0.7, NULL), 0);
}

/* As soft as a game's picture, at 29 pixels a cell, eliminators were triangles
 * and three triangles a row of blocks. */
static void test_soft_symbols(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.symbol_scale = 1.2;
	theme.line_width = 0.4;
	theme.cell = theme.outside = 0x946838;
	theme.line = 0x281c20;
	check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,6]],"
		      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
		      "\"cells\":[{\"at\":[1,1],\"kind\":\"eliminator\","
		      "\"colour\":\"orange\"},"
		      "{\"at\":[3,1],\"kind\":\"triangle\","
		      "\"colour\":\"black\",\"count\":3},"
		      "{\"at\":[3,3],\"kind\":\"star\","
		      "\"colour\":\"white\"},"
		      "{\"at\":[5,3],\"kind\":\"triangle\","
		      "\"colour\":\"black\",\"count\":1},"
		      "{\"at\":[5,5],\"kind\":\"square\","
		      "\"colour\":\"white\"}]}",
		      &theme, 29, soften);
}

static void blur_much(struct image *image)
{
	assert_int_equal(degrade_blur(image, 2.0, NULL), 0);
}

/* Blur mixes the ground into small black triangles: they are as black as a
 * square all the same. */
static void test_blurred_colours(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.cell = theme.outside = 0x189c40;
	theme.line = 0x182c24;
	for (int pitch = 37; pitch <= 55; pitch += 9)
		check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			      "\"starts\":[[0,6]],"
			      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
			      "\"cells\":[{\"at\":[1,1],\"kind\":\"square\","
			      "\"colour\":\"white\"},"
			      "{\"at\":[3,1],\"kind\":\"triangle\","
			      "\"colour\":\"black\",\"count\":3},"
			      "{\"at\":[5,5],\"kind\":\"square\","
			      "\"colour\":\"black\"}]}",
			      &theme, pitch, blur_much);
}

/* What is no line loses most of its light, and the picture its sharpness. */
static void dim_symbols(struct image *image)
{
	assert_int_equal(degrade_blur(image, 2.0, NULL), 0);
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++) {
			uint32_t *pixel = image_row(image, y) + x;
			int red = *pixel >> 16 & 255, green = *pixel >> 8 & 255;
			int blue = *pixel & 255;

			if (blue > red + 24)
				continue;
			red = 0x2b + (red - 0x2b) / 4;
			green = 0x30 + (green - 0x30) / 4;
			blue = 0x2c + (blue - 0x2c) / 4;
			*pixel = (uint32_t)(red << 16 | green << 8 | blue);
		}
}

/* Grey squares with round corners are no discs of light over their cells. */
static void test_grey_squares(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.23;
	theme.cell = theme.outside = 0x2b302c;
	theme.line = 0x3a80a8;
	check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,6]],"
		      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
		      "\"cells\":[{\"at\":[1,1],\"kind\":\"square\","
		      "\"colour\":\"white\"},"
		      "{\"at\":[3,3],\"kind\":\"square\","
		      "\"colour\":\"white\"},"
		      "{\"at\":[5,5],\"kind\":\"square\","
		      "\"colour\":\"white\"}]}",
		      &theme, 40, dim_symbols);
}

static const char in_rows[] =
	"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	"\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	"\"gaps\":[[3,2],[4,3]],\"cells\":["
	"{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"black\"},"
	"{\"at\":[5,5],\"kind\":\"square\",\"colour\":\"white\"}]}";

static void add_grain(struct image *image)
{
	struct rng rng;

	rng_seed(&rng, 7);
	degrade_noise(image, 9, &rng);
}

/* Grain lets the fields of lines and cells fall apart. */
static void test_grain(void **state)
{
	(void)state;
	check_spoiled(in_rows, &plain, 30, add_grain);
}

/* A few pixels in the middle of the stub at 6,3. */
static void spot_stub(struct image *image)
{
	for (int i = 0; i < 4; i++)
		image_row(image, LEFT + 3 * PITCH / 2 + i / 2 -
					 1)[LEFT + 3 * PITCH + 11 + i % 2] =
			scene_mix(plain.line, plain.cell, 0.6);
}

/* Grain in the middle of a stub does not end it. */
static void test_grain_on_stub(void **state)
{
	(void)state;
	check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,6]],\"ends\":["
		      "{\"at\":[6,0],\"towards\":[0,-1]},"
		      "{\"at\":[6,3],\"towards\":[1,0]}]}",
		      &plain, PITCH, spot_stub);
}

/* Lines of few pixels that grain breaks are lost at a coarser scale: they keep
 * together in the smoothed picture. */
static void test_thin_in_grain(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.3;
	theme.start_radius = 0.45;
	theme.line = 0x5a2a5a;
	theme.cell = theme.outside = 0x1c1c1c;
	check_spoiled("{\"family\":\"panel\",\"columns\":4,\"rows\":4,"
		      "\"starts\":[[0,8]],"
		      "\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}]}",
		      &theme, 20, soften_and_grain);
}

static void add_pointer(struct image *image)
{
	cairo_t *cr = picture_pen(image);

	world_paint_pointer(cr, (struct point){ 130, 138 }, SIZE, 90);
	cairo_destroy(cr);
}

/* The pointer's halo lies over a break and a symbol. */
static void test_under_pointer(void **state)
{
	(void)state;
	check_spoiled(in_rows, &plain, 26, add_pointer);
}

/* Beside the widest lines little ground is left. */
static void test_wide_lines(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.45;
	theme.start_radius = 0.4;
	theme.cell = theme.outside = 0x380f2a;
	theme.line = 0x5a5869;
	check_spoiled(in_rows, &theme, 30, add_grain);
}

/* A start's disc hides one end of a round break, the other is no stub. */
static void test_round_break_at_disc(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.43;
	theme.start_radius = 0.36;
	theme.gap = 0.28;
	theme.round_gaps = true;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[4,0]],\"ends\":[{\"at\":[0,2],\"towards\":[-1,0]}],"
	      "\"gaps\":[[4,1],[5,2]]}",
	      &theme, 80);
}

/* A disc on an edge touches a square of the line's colour, which is no stub. */
static void test_symbols_at_discs(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.36;
	theme.start_radius = 0.42;
	theme.line = theme.symbols[PANEL_BLACK];
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[2,3],[0,6]],"
	      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"cells\":[{\"at\":[1,3],\"kind\":\"square\",\"colour\":"
	      "\"black\"},{\"at\":[5,3],\"kind\":\"square\",\"colour\":"
	      "\"black\"}]}",
	      &theme, PITCH);
}

/* A square lies over a part of a disc on the panel's side: the other part is no
 * stub of the vertices beside it. */
static void test_symbol_over_disc(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.42;
	theme.start_radius = 0.42;
	theme.symbol_scale = 1.3;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[0,3]],"
	      "\"ends\":[{\"at\":[6,0],\"towards\":[0,-1]}],"
	      "\"cells\":[{\"at\":[1,3],\"kind\":\"square\",\"colour\":"
	      "\"orange\"},{\"at\":[5,3],\"kind\":\"square\",\"colour\":"
	      "\"orange\"}]}",
	      &theme, 66);
}

/* Large starts lie over much of a small panel's lines, which are alike all the
 * same. */
static void test_large_starts(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.22;
	theme.start_radius = 0.36;
	check("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
	      "\"starts\":[[2,0],[4,0],[2,6],[4,6]],"
	      "\"ends\":[{\"at\":[3,0],\"towards\":[0,-1]},"
	      "{\"at\":[6,0],\"towards\":[0,-1]},"
	      "{\"at\":[0,6],\"towards\":[0,1]},"
	      "{\"at\":[3,6],\"towards\":[0,1]}],"
	      "\"missing\":[[4,1],[4,3]]}",
	      &theme, 60);
}

static void scribble(struct image *image)
{
	struct rng rng;

	rng_seed(&rng, 5);
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 60; k++) {
			int x = LEFT + i % 3 * PITCH +
				rng_between(&rng, 17, 40);
			int y = LEFT + i / 3 * PITCH +
				rng_between(&rng, 17, 40);

			for (int p = 0; p < 9; p++)
				image_row(image, y + p / 3)[x + p % 3] =
					k % 2 ? 0xffffff : 0x000000;
		}
}

/* What lies in its cells may be unlike any symbol: the panel is found, and
 * doubted. */
static void test_unlike_any_symbol(void **state)
{
	struct sighting_list list;
	const struct panel *panel;

	(void)state;
	list = read_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			    "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
			    "\"towards\":[0,-1]}],\"gaps\":[[3,2]]}",
			    &plain, scribble);
	panel = &list.sightings[0].puzzle.as.panel;
	assert_int_equal(panel->columns, 3);
	assert_int_equal(panel->rows, 3);
	assert_int_equal(panel->spots[2][3].edge, PANEL_EDGE_GAP);
	assert_true(list.sightings[0].confidence < 0.1);
	sighting_list_fini(&list);
}

/* A frame of the lines' colour that begins nearly a cell away is narrower than
 * they are: it leaves no doubt whether the panel goes on. */
static void test_frame_a_cell_away(void **state)
{
	struct panel_theme theme = plain;
	struct sighting_list list;

	(void)state;
	theme.frame = theme.line;
	theme.margin = 0.88;
	list = read_look("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			 "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
			 "\"towards\":[0,-1]}]}",
			 &theme);
	assert_true(list.sightings[0].confidence > 0.9);
	sighting_list_fini(&list);
}

/* Is a pixel of the colour that lines have, and are all nearby? */
static bool is_within(const struct image *image, int x, int y, int reach)
{
	for (int v = y - reach; v <= y + reach; v++)
		for (int u = x - reach; u <= x + reach; u++)
			if ((image_row(image, v)[u] & 0xffffff) != plain.line)
				return false;
	return true;
}

/* Leaves the rims of lines, which get a colour of their own, and fills what
 * lies between them. */
static void outline(struct image *image, uint32_t rim, uint32_t inside)
{
	struct image before = { 0 };

	assert_int_equal(image_copy(image, &before, NULL), 0);
	for (int y = 3; y < SIZE - 3; y++)
		for (int x = 3; x < SIZE - 3; x++)
			if (is_within(&before, x, y, 2))
				image_row(image, y)[x] = inside;
			else if (is_within(&before, x, y, 0))
				image_row(image, y)[x] = rim;
	image_fini(&before);
}

static void outline_ground(struct image *image)
{
	outline(image, 0x101820, plain.cell);
}

static void outline_lines(struct image *image)
{
	outline(image, 0xf0f4f0, plain.line);
}

#define OUTLINED(dots)                                                         \
	"{\"family\":\"panel\",\"columns\":4,\"rows\":3,"                      \
	"\"starts\":[[0,6]],\"ends\":[{\"at\":[8,0],\"towards\":[0,-1]}],"     \
	"\"gaps\":[[3,2],[4,5]],\"dots\":[" dots "],\"cells\":["               \
	"{\"at\":[1,1],\"kind\":\"square\",\"colour\":\"black\"},"             \
	"{\"at\":[5,3],\"kind\":\"star\",\"colour\":\"orange\"},"              \
	"{\"at\":[7,5],\"kind\":\"square\",\"colour\":\"white\"}]}"

/* Lines of which the rims alone are drawn are lines; so are those whose rims
 * have a colour of their own. */
static void test_outlined_lines(void **state)
{
	(void)state;
	check_spoiled(OUTLINED("{\"at\":[2,3],\"colour\":\"black\"}"), &plain,
		      PITCH, outline_ground);
	check_spoiled(OUTLINED(""), &plain, PITCH, outline_lines);
}

/* The outermost lines may be wider than the others. */
static void widen_border(struct image *image)
{
	cairo_t *cr = picture_pen(image);

	scene_colour(cr, plain.line);
	cairo_set_line_width(cr, 0.3 * PITCH);
	cairo_rectangle(cr, LEFT, LEFT, 3 * PITCH, 3 * PITCH);
	cairo_stroke(cr);
	cairo_destroy(cr);
}

static void test_wide_border(void **state)
{
	struct panel_theme theme = plain;

	(void)state;
	theme.line_width = 0.17;
	check_spoiled("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		      "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
		      "\"towards\":[1,0]}],\"gaps\":[[3,2]],\"dots\":["
		      "{\"at\":[2,3],\"colour\":\"black\"}]}",
		      &theme, PITCH, widen_border);
}

/* Draws a ring of the ground's colour onto the start. */
static void ring_start(struct image *image)
{
	cairo_t *cr = picture_pen(image);

	scene_colour(cr, plain.cell);
	cairo_set_line_width(cr, 0.045 * PITCH);
	cairo_arc(cr, LEFT, LEFT + 3 * PITCH, 0.24 * PITCH, 0, 2 * M_PI);
	cairo_stroke(cr);
	cairo_destroy(cr);
}

/* A ring in a start's disc belongs to it: nothing is in doubt for it. */
static void test_ring_in_start(void **state)
{
	struct panel_theme theme = plain;
	struct puzzle puzzle =
		puzzle_of("{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
			  "\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
			  "\"towards\":[0,-1]}],\"dots\":["
			  "{\"at\":[3,4],\"colour\":\"black\"}]}");
	struct sighting_list list;

	(void)state;
	theme.start_radius = 0.37;
	list = read_drawn(&puzzle, &theme, PITCH, ring_start);
	assert_seen(&list, &puzzle);
	assert_true(list.sightings[0].confidence > 0.9);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

/* Three blocks with nothing between them are no shape of more and smaller ones;
 * a square that is larger than two by two of them is none. */
static void test_blocks_without_gaps(void **state)
{
	struct panel_theme theme = plain;
	struct puzzle puzzle = puzzle_of(
		"{\"family\":\"panel\",\"columns\":3,\"rows\":3,"
		"\"starts\":[[0,6]],\"ends\":[{\"at\":[6,0],"
		"\"towards\":[0,-1]}],\"cells\":["
		"{\"at\":[1,1],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[3,3],\"kind\":\"square\",\"colour\":\"black\"},"
		"{\"at\":[5,3],\"kind\":\"polyomino\",\"colour\":"
		"\"orange\",\"shape\":[\"##\",\"#.\"]},"
		"{\"at\":[5,5],\"kind\":\"polyomino\",\"colour\":"
		"\"orange\",\"shape\":[\"###\"]}]}");
	struct sighting_list list;

	(void)state;
	theme.block = 1;
	theme.pitch = 0.14;
	list = read_drawn(&puzzle, &theme, PITCH, NULL);
	assert_seen(&list, &puzzle);
	assert_true(list.sightings[0].confidence > 0.7);
	sighting_list_fini(&list);
	puzzle_fini(&puzzle);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dot_like_ground),
		cmocka_unit_test(test_round_breaks),
		cmocka_unit_test(test_round_breaks_alike),
		cmocka_unit_test(test_many_round_breaks),
		cmocka_unit_test(test_one_round_break),
		cmocka_unit_test(test_facing_ends),
		cmocka_unit_test(test_untold_ends),
		cmocka_unit_test(test_starts_side_by_side),
		cmocka_unit_test(test_between_starts),
		cmocka_unit_test(test_wide_stubs),
		cmocka_unit_test(test_small_hollow),
		cmocka_unit_test(test_small_symbols),
		cmocka_unit_test(test_disc_on_rim),
		cmocka_unit_test(test_stub_beside_disc),
		cmocka_unit_test(test_soft_symbols),
		cmocka_unit_test(test_blurred_colours),
		cmocka_unit_test(test_grey_squares),
		cmocka_unit_test(test_grain),
		cmocka_unit_test(test_grain_on_stub),
		cmocka_unit_test(test_thin_in_grain),
		cmocka_unit_test(test_under_pointer),
		cmocka_unit_test(test_wide_lines),
		cmocka_unit_test(test_round_break_at_disc),
		cmocka_unit_test(test_symbols_at_discs),
		cmocka_unit_test(test_symbol_over_disc),
		cmocka_unit_test(test_large_starts),
		cmocka_unit_test(test_unlike_any_symbol),
		cmocka_unit_test(test_frame_a_cell_away),
		cmocka_unit_test(test_outlined_lines),
		cmocka_unit_test(test_wide_border),
		cmocka_unit_test(test_ring_in_start),
		cmocka_unit_test(test_blocks_without_gaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
