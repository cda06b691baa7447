/* Panels of The Witness on screens: in the game's rooms, from the front and
 * aslant, lit and dim, and on web pages; one to three a picture.
 *
 * Scenes: "screen" is the game's or the page's own picture, "scan" the same
 * as a stream or the game's client saves it (JPEG), "photo" a softer and
 * noisier one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "degrade.h"
#include "scene.h"
#include "scene_panel_paint.h"
#include "scene_panel_pen.h"
#include "scene_panel_theme.h"
#include "scene_panel_vary.h"
#include "scene_panel_world.h"

/* Degrees that a panel is seen aslant at the most. */
static const double TILT_MOST = 45;
/* Every other one is seen as a player stands before it. */
static const double NEARLY_FRONTAL = 8;
/* Edges of 20 pixels are the least that is promised to be read. */
static const double CELL_LEAST = 20;
/* Blocks of polyominoes are so many pixels apart at the least: nobody could
 * tell finer ones. */
static const double PITCH_LEAST = 3.2;
/* Panels stay within this share of their part of the screen. */
static const double ROOM = 0.9;
/* Shares of the scenes that have each. */
static const double POINTER = 0.5, HALO = 0.4, BEGUN = 0.08, OVERLAY = 0.15;
static const double SCREEN_FRAME = 0.6, CABLES = 0.3;

/* Nine of ten pictures are of a common size; the smallest and the largest
 * are rare because 4K takes a second each. */
static const int sizes[][2] = {
	{ 1920, 1080 }, { 1920, 1080 }, { 1920, 1080 }, { 1280, 720 },
	{ 1280, 720 },  { 1366, 768 },  { 854, 480 },   { 640, 480 },
	{ 2560, 1440 }, { 3840, 2160 },
};
enum { SIZES = sizeof sizes / sizeof *sizes };
/* Of these are small: */
enum { SMALL_FIRST = 3, SMALL_SIZES = 5 };

struct canvas {
	cairo_t *cr;
	int width, height;
	bool page; /* a web page, not the game */
	bool furniture;
	bool caps;
	const struct scene_mark *mark; /* on the first panel, or NULL */
	struct rng *rng;
};

/* One panel before it is painted. */
struct stand {
	const struct panel *panel;
	struct panel_theme theme;
	struct pen pen;
	struct quad px_ground; /* with frame and margin */
	double degrees;
};

static bool chance(struct rng *rng, double share)
{
	return rng_real(rng, 0, 1) < share;
}

/* The plane seen aslant: a cell is `px_cell` at its middle, which goes to
 * 0,0. */
struct view {
	double px_cell, degrees, axis, turn, distance;
};

static struct point look_at(const struct view *view, struct point cell)
{
	double tilt = view->degrees * M_PI / 180;
	double c = cos(view->axis), s = sin(view->axis);
	double along = cell.x * c + cell.y * s;
	double across = cell.y * c - cell.x * s;
	double depth = (view->distance + across * sin(tilt)) / view->distance;
	double x, y;

	across *= cos(tilt);
	x = (along * c - across * s) / depth * view->px_cell;
	y = (along * s + across * c) / depth * view->px_cell;
	c = cos(view->turn);
	s = sin(view->turn);
	return (struct point){ x * c - y * s, x * s + y * c };
}

static void map_of(const struct view *view, const struct panel *panel,
		   struct homography *map)
{
	struct quad from = quad_from_box(0, 0, panel->columns, panel->rows);
	struct quad to;

	/* a row of edges has no height of its own */
	if (!panel->rows)
		from = quad_from_box(0, -0.5, panel->columns, 1);
	if (!panel->columns)
		from = quad_from_box(-0.5, 0, 1, panel->rows);
	for (int i = 0; i < 4; i++)
		to.corner[i] = look_at(
			view,
			(struct point){ from.corner[i].x - panel->columns / 2.0,
					from.corner[i].y - panel->rows / 2.0 });
	homography_from_quads(&from, &to, map);
}

static struct quad ground_of(const struct stand *stand)
{
	double around = stand->theme.margin + 0.12;
	struct quad quad = quad_from_box(-around, -around,
					 stand->panel->columns + 2 * around,
					 stand->panel->rows + 2 * around);

	for (int i = 0; i < 4; i++)
		quad.corner[i] = homography_apply(&stand->pen.cell_to_px,
						  quad.corner[i]);
	return quad;
}

static void bounds_of(const struct quad *quad, struct point *low,
		      struct point *high)
{
	*low = *high = quad->corner[0];
	for (int i = 1; i < 4; i++) {
		low->x = fmin(low->x, quad->corner[i].x);
		low->y = fmin(low->y, quad->corner[i].y);
		high->x = fmax(high->x, quad->corner[i].x);
		high->y = fmax(high->y, quad->corner[i].y);
	}
}

/* How many pixels a part of the edge at doubled x, y spans, from share a to
 * share b of it. */
static double px_along(const struct stand *stand, int x, int y, double a,
		       double b)
{
	double dx = x & 1 ? 0.5 : 0, dy = 0.5 - dx;
	struct point from = { x / 2.0 - dx, y / 2.0 - dy };
	struct point to = { x / 2.0 + dx, y / 2.0 + dy };

	return point_distance(homography_apply(&stand->pen.cell_to_px,
					       point_mix(from, to, a)),
			      homography_apply(&stand->pen.cell_to_px,
					       point_mix(from, to, b)));
}

/* The shortest edge and the narrowest break, in pixels. */
static void measure_strain(const struct stand *stand,
			   struct scene_strain *strain)
{
	const struct panel *panel = stand->panel;
	double half = stand->theme.gap / 2;

	strain->px_cell = 1e9;
	strain->px_gap = 0;
	strain->degrees = stand->degrees;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			double gap;

			if (!panel_is_edge(x, y))
				continue;
			strain->px_cell = fmin(strain->px_cell,
					       px_along(stand, x, y, 0, 1));
			if (panel->spots[y][x].edge != PANEL_EDGE_GAP)
				continue;
			gap = px_along(stand, x, y, 0.5 - half, 0.5 + half);
			if (strain->px_gap == 0 || gap < strain->px_gap)
				strain->px_gap = gap;
		}
}

static struct quad corners_of(const struct stand *stand)
{
	struct quad quad =
		quad_from_box(0, 0, stand->panel->columns, stand->panel->rows);

	for (int i = 0; i < 4; i++)
		quad.corner[i] = homography_apply(&stand->pen.cell_to_px,
						  quad.corner[i]);
	return quad;
}

static double least_pitch(const struct stand *stand)
{
	const struct panel *panel = stand->panel;
	double least = 1;

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind == PANEL_POLYOMINO)
				least = fmin(least,
					     panel_theme_pitch(
						     &stand->theme,
						     panel->cells[y][x].shape));
	return least;
}

/* Puts the panel into a part of the screen: aslant or not, as large as the
 * lot falls and as the part allows. */
static void place_panel(struct stand *stand, const struct canvas *canvas,
			const struct box *part)
{
	struct rng *rng = canvas->rng;
	double columns = stand->panel->columns + 2 * stand->theme.margin;
	double rows = stand->panel->rows + 2 * stand->theme.margin;
	double most = fmin(part->width / columns, part->height / rows) * ROOM;
	struct view view = {
		.axis = rng_real(rng, 0, 2 * M_PI),
		.turn = rng_real(rng, -3, 3) * M_PI / 180,
		.distance = rng_real(rng, 1.3, 4) * hypot(columns, rows),
	};
	struct homography shift = { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
	struct homography map;
	struct point low, high;

	view.degrees = rng_below(rng, 2) ? rng_real(rng, 0, NEARLY_FRONTAL)
					 : rng_real(rng, 0, TILT_MOST);
	if (canvas->page)
		view.degrees = view.turn = 0;
	/* what is farther off shrinks: 1.3 */
	view.px_cell = fmax(CELL_LEAST, PITCH_LEAST / least_pitch(stand)) * 1.3;
	if (most > view.px_cell)
		view.px_cell *= pow(most / view.px_cell, rng_real(rng, 0, 1));
	for (;;) {
		map_of(&view, stand->panel, &map);
		stand->pen.cell_to_px = map;
		stand->px_ground = ground_of(stand);
		bounds_of(&stand->px_ground, &low, &high);
		if (high.x - low.x <= part->width &&
		    high.y - low.y <= part->height)
			break;
		view.px_cell *= 0.95;
	}
	shift.m[2] = part->x - low.x +
		     rng_real(rng, 0, part->width - (high.x - low.x));
	shift.m[5] = part->y - low.y +
		     rng_real(rng, 0, part->height - (high.y - low.y));
	if (canvas->page) {
		/* pages lie on whole pixels */
		shift.m[2] = floor(shift.m[2]);
		shift.m[5] = floor(shift.m[5]);
	}
	stand->pen.cell_to_px = homography_compose(&map, &shift);
	stand->px_ground = ground_of(stand);
	stand->degrees = view.degrees;
}

static void light_panel(const struct stand *stand, const struct canvas *canvas)
{
	struct rng *rng = canvas->rng;
	double gain = rng_real(rng, 0.55, 1);
	uint32_t white = scene_mix(0x000000, 0xffffff, gain);
	uint32_t tint = scene_mix(white, rng_below(rng, 0x1000000),
				  rng_real(rng, 0, 0.25));

	world_light(canvas->cr, &stand->px_ground, tint, rng_real(rng, 0, 0.45),
		    rng);
}

static void begin_line(const struct stand *stand, const struct canvas *canvas)
{
	struct panel_solution line;
	/* what is traced glows: lighter than any line */
	uint32_t glow = scene_mix(stand->theme.line, 0xffffff, 0.85);

	panel_begin_line(stand->panel, rng_between(canvas->rng, 1, 5),
			 canvas->rng, &line);
	panel_paint_trace(&stand->pen, stand->panel, &stand->theme, glow, &line,
			  false);
}

static void paint_panel(struct stand *stand, const struct canvas *canvas,
			const struct scene_mark *mark, struct buffer *look)
{
	bool begun = false;

	if (!canvas->page && chance(canvas->rng, CABLES))
		world_paint_cables(canvas->cr, &stand->px_ground,
				   canvas->height, canvas->rng);
	panel_paint(&stand->pen, stand->panel, &stand->theme);
	if (mark)
		panel_paint_mark(&stand->pen, &stand->theme, mark);
	if (!canvas->page) {
		begun = chance(canvas->rng, BEGUN);
		if (begun)
			begin_line(stand, canvas);
		light_panel(stand, canvas);
	}
	buffer_printf(look, ", %s %dx%d%s%s",
		      panel_surface_name(stand->theme.surface),
		      stand->panel->columns, stand->panel->rows,
		      stand->panel->wraps ? " round" : "",
		      begun ? " begun" : "");
}

static void paint_over(const struct canvas *canvas, const struct stand *stands,
		       int count)
{
	struct rng *rng = canvas->rng;
	bool over = rng_below(rng, 2) && count;
	const struct stand *one =
		over ? &stands[rng_below(rng, (uint32_t)count)] : NULL;
	struct point at = {
		rng_real(rng, 0, one ? one->panel->columns : canvas->width),
		rng_real(rng, 0, one ? one->panel->rows : canvas->height)
	};

	if (canvas->page)
		return;
	world_paint_vignette(canvas->cr, canvas->width, canvas->height,
			     rng_real(rng, 0, 0.6));
	if (one)
		at = homography_apply(&one->pen.cell_to_px, at);
	if (chance(rng, POINTER))
		world_paint_pointer(canvas->cr, at, canvas->height,
				    chance(rng, HALO) ? rng_real(rng, 20, 90)
						      : 0);
	if (chance(rng, SCREEN_FRAME))
		world_paint_screen_frame(canvas->cr, canvas->width,
					 canvas->height);
}

/* The part of the screen for the i-th of `count`: side by side, off the
 * rim. */
static struct box part_of(const struct canvas *canvas, int i, int count)
{
	int margin = canvas->height / 20;
	int wide = (canvas->width - 2 * margin) / count;

	return (struct box){ margin + i * wide, margin, wide - margin / 2,
			     canvas->height - 2 * margin };
}

static enum panel_surface choose_surface(const struct canvas *canvas)
{
	if (canvas->page)
		return rng_below(canvas->rng, 4) ? PANEL_PAGE : PANEL_PRINT;
	return rng_below(canvas->rng, 5) < 3 ? PANEL_LIT : PANEL_NIGHT;
}

/* Where no panel is: boards that are switched off, or frames of nothing. */
static void paint_blanks(const struct canvas *canvas)
{
	struct puzzle nothing = { .family = FAMILY_panel };
	int count = rng_between(canvas->rng, 0, 3);

	for (int i = 0; i < count; i++) {
		struct box part = part_of(canvas, i, count);
		struct stand blank = { .panel = &nothing.as.panel,
				       .pen.cr = canvas->cr };

		panel_init(&nothing.as.panel, rng_between(canvas->rng, 2, 6),
			   rng_between(canvas->rng, 2, 6), false);
		panel_theme_choose(&blank.theme, choose_surface(canvas),
				   canvas->rng);
		place_panel(&blank, canvas, &part);
		panel_paint_blank(&blank.pen, blank.panel, &blank.theme);
		light_panel(&blank, canvas);
	}
}

static void paint_scene(const struct canvas *canvas,
			const struct puzzle *puzzles, int count,
			struct scene *scene, struct buffer *look)
{
	struct stand stands[SCENE_PUZZLES_MAX];

	if (canvas->page)
		world_paint_page(canvas->cr, canvas->width, canvas->height,
				 canvas->furniture, canvas->rng);
	else
		world_paint_wall(canvas->cr, canvas->width, canvas->height,
				 canvas->furniture, canvas->rng);
	if (canvas->furniture && chance(canvas->rng, OVERLAY))
		world_paint_overlay(canvas->cr, canvas->width, canvas->height,
				    canvas->rng);
	for (int i = 0; i < count; i++) {
		struct stand *stand = &stands[i];
		struct box part = part_of(canvas, i, count);

		*stand = (struct stand){ .panel = &puzzles[i].as.panel,
					 .pen.cr = canvas->cr };
		panel_theme_choose(&stand->theme, choose_surface(canvas),
				   canvas->rng);
		if (canvas->caps)
			panel_theme_choose_caps(&stand->theme, canvas->rng);
		place_panel(stand, canvas, &part);
		scene->px_corners[i] = corners_of(stand);
		measure_strain(stand, &scene->strains[i]);
		paint_panel(stand, canvas, i ? NULL : canvas->mark, look);
		buffer_printf(
			look, ", line %.2f, cell %.0f, %.0f degrees, gap %.1f",
			stand->theme.line_width, scene->strains[i].px_cell,
			stand->degrees, scene->strains[i].px_gap);
	}
	if (!count)
		paint_blanks(canvas);
	paint_over(canvas, stands, count);
}

/* Softness, grain and JPEG; what a pixel of 1080 is, grows with the screen. */
static int take(struct scene *scene, bool page, enum scene_camera camera,
		struct rng *rng, struct buffer *look, struct problem *problem)
{
	double unit = scene->image.height / 1080.0;
	double soft = page ? 0 : rng_real(rng, 0, 0.7);
	double grain = page ? 0 : rng_real(rng, 0, 3);
	int quality = rng_between(rng, 60, 95);

	if (camera == SCENE_PHOTO) {
		soft = rng_real(rng, 0.3, 1.2);
		grain = rng_real(rng, 1, 7);
	}
	soft *= fmax(0.6, unit);
	if (soft > 0.25 && degrade_blur(&scene->image, soft, problem) < 0)
		return -1;
	if (grain > 0.3)
		degrade_noise(&scene->image, grain, rng);
	buffer_printf(look, ", blur %.1f grain %.1f", soft, grain);
	if (camera == SCENE_SCREEN)
		return 0;
	buffer_printf(look, " jpeg %d", quality);
	return degrade_jpeg(&scene->image, quality, &scene->jpeg,
			    &scene->jpeg_length, problem);
}

static int paint(const struct puzzle *puzzles, int count, struct canvas *canvas,
		 struct scene *scene, struct buffer *look)
{
	struct image *image = &scene->image;
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height, (int)image->stride * 4);
	int result;

	canvas->cr = cairo_create(surface);
	scene_set_fonts(canvas->cr);
	paint_scene(canvas, puzzles, count, scene, look);
	result = cairo_status(canvas->cr) == CAIRO_STATUS_SUCCESS ? 0 : -1;
	cairo_destroy(canvas->cr);
	cairo_surface_flush(surface);
	cairo_surface_destroy(surface);
	return result;
}

static int compose(const struct puzzle *puzzles, int count,
		   const struct scene_wish *wish, struct rng *rng,
		   struct scene *scene, struct problem *problem)
{
	const int *size =
		sizes[wish->small ? SMALL_FIRST + rng_below(rng, SMALL_SIZES)
				  : rng_below(rng, SIZES)];
	int camera = wish->camera < 0 ? (int)rng_below(rng, SCENE_CAMERAS)
				      : wish->camera;
	struct canvas canvas = { .width = size[0],
				 .height = size[1],
				 .furniture = wish->furniture,
				 .caps = wish->caps,
				 .mark = wish->mark,
				 .rng = rng };
	struct buffer look;
	int result = -1;

	canvas.page = camera != SCENE_PHOTO && rng_below(rng, 5) < 2;
	if (image_init(&scene->image, size[0], size[1], problem) < 0)
		return -1;
	buffer_init(&look);
	buffer_printf(&look, "%dx%d", size[0], size[1]);
	if (paint(puzzles, count, &canvas, scene, &look) < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "cairo cannot draw the scene");
	else
		result = take(scene, canvas.page, (enum scene_camera)camera,
			      rng, &look, problem);
	snprintf(scene->look, sizeof scene->look, "%s", buffer_text(&look));
	buffer_fini(&look);
	return result;
}

/* What the maker knows, in the mixtures that the game has. */
static void wish(struct rng *rng, json_t *json)
{
	static const char *const with[] = {
		"dots",
		"dots,gaps",
		"dots,gaps,missing",
		"gaps",
		"squares",
		"squares,gaps",
		"squares,stars",
		"squares,dots,missing",
		"stars",
		"stars,polyominoes",
		"triangles",
		"triangles,squares",
		"triangles,dots,gaps",
		"polyominoes",
		"polyominoes,rotatable",
		"polyominoes,rotatable,negative",
		"polyominoes,eliminators",
		"squares,stars,eliminators",
		"triangles,eliminators",
		"dots,squares,stars,triangles,polyominoes,gaps",
		"dots,gaps,horizontal",
		"dots,gaps,vertical",
		"dots,gaps,rotational",
		"dots,triangles,horizontal",
		"dots,squares,rotational,missing",
		"dots,gaps,cylinder",
		"squares,dots,cylinder",
	};
	int columns = rng_between(rng, 2, 7);
	int rows = rng_below(rng, 3) ? columns : rng_between(rng, 2, 7);
	const char *names = with[rng_below(rng, sizeof with / sizeof *with)];

	/* a flat cylinder must show that it goes on: three columns and more */
	if (strstr(names, "cylinder") && columns < 3)
		columns = 3;
	json_object_set_new(json, "columns", json_integer(columns));
	json_object_set_new(json, "rows", json_integer(rows));
	json_object_set_new(json, "with", json_string(names));
}

/* Two and three are rooms of the game. */
static int how_many(struct rng *rng)
{
	uint32_t lot = rng_below(rng, 10);

	return lot < 7 ? 1 : lot < 9 ? 2 : 3;
}

static void vary(struct puzzle *puzzle, bool freely, struct rng *rng)
{
	panel_vary(&puzzle->as.panel, freely, rng);
}

const struct scene_family scene_panel = {
	.compose = compose,
	.wish = wish,
	.how_many = how_many,
	.vary = vary,
};
