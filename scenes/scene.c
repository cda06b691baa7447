#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "buffer.h"
#include "degrade.h"
#include "furniture.h"

static const struct scene_family *const families[FAMILY_COUNT] = {
#define SCENE(id) [FAMILY_##id] = &scene_##id,
#include "scene_families.def"
#undef SCENE
};

/* Typefaces of fonts-dejavu-* and fonts-urw-base35. */
static const char *const fonts[] = {
	"DejaVu Sans",
	"DejaVu Serif",
	"DejaVu Sans Mono",
	"Nimbus Sans",
	"Nimbus Roman",
	"P052",
	"C059",
	"URW Gothic",
	"Nimbus Mono PS",
	"URW Bookman",
	"DejaVu Sans Condensed",
	"Nimbus Sans Narrow",
};

enum { FONTS = sizeof fonts / sizeof *fonts };

/* paper, board, ink, line, accent */
static const uint32_t light_palettes[][5] = {
	{ 0xffffff, 0xffffff, 0x000000, 0x000000, 0x9c1c1c },
	{ 0xf4f1e8, 0xfbfaf5, 0x26221a, 0x8d8571, 0x1f5c4a },
	{ 0xe9eef5, 0xffffff, 0x1d2a3a, 0x9fb2c8, 0x1f66c1 },
	{ 0xdfe6d8, 0xf1f5ea, 0x203018, 0x4d6a3c, 0x8a3fa0 },
	{ 0xf7e6d3, 0xfff5e8, 0x4a1d0f, 0xc08f6a, 0xb4430e },
	{ 0xd8d8d8, 0xeeeeee, 0x333333, 0x777777, 0x0b6e99 },
};
static const uint32_t dark_palettes[][5] = {
	{ 0x15181c, 0x1f242b, 0xe8e8e8, 0x4b5563, 0x60a5fa },
	{ 0x000000, 0x101010, 0xf2f2f2, 0x707070, 0xffb000 },
	{ 0x10233a, 0x17314f, 0xd6e6f7, 0x3f6ea3, 0xf2c14e },
	{ 0x2b1d2e, 0x3a2740, 0xf3e9f5, 0x84608c, 0x7be0ad },
};

const struct scene_family *scene_family(enum family family)
{
	return families[family];
}

struct scene_wish scene_wish(uint64_t seed)
{
	return (struct scene_wish){ .seed = seed,
				    .camera = -1,
				    .furniture = true };
}

void scene_fini(struct scene *scene)
{
	image_fini(&scene->image);
	free(scene->jpeg);
	scene->jpeg = NULL;
	for (int i = 0; i < SCENE_PUZZLES_MAX; i++) {
		json_decref(scene->labels[i]);
		scene->labels[i] = NULL;
	}
}

void scene_colour(cairo_t *cr, uint32_t rgb)
{
	cairo_set_source_rgb(cr, (rgb >> 16 & 255) / 255.0,
			     (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

uint32_t scene_mix(uint32_t a, uint32_t b, double share)
{
	uint32_t mixed = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		double from = a >> shift & 255;
		double to = b >> shift & 255;

		mixed |= (uint32_t)(from + (to - from) * share + 0.5) << shift;
	}
	return mixed;
}

static void select_font(cairo_t *cr, const struct scene_look *look, bool bold)
{
	cairo_select_font_face(cr, look->font, CAIRO_FONT_SLANT_NORMAL,
			       bold ? CAIRO_FONT_WEIGHT_BOLD
				    : CAIRO_FONT_WEIGHT_NORMAL);
}

void scene_text(cairo_t *cr, const struct scene_look *look, double x, double y,
		double height, const char *text)
{
	cairo_text_extents_t digit, extents;

	select_font(cr, look, look->bold);
	cairo_set_font_size(cr, 1);
	cairo_text_extents(cr, "8", &digit);
	cairo_set_font_size(cr, height / digit.height);
	cairo_text_extents(cr, text, &extents);
	cairo_move_to(cr, x - extents.x_bearing - extents.width / 2,
		      y + height / 2);
	cairo_show_text(cr, text);
	cairo_new_path(cr);
}

static void choose_look(struct scene_look *look, struct rng *rng)
{
	const uint32_t *colours;

	look->dark = rng_below(rng, 3) == 0;
	colours = look->dark ? dark_palettes[rng_below(
				       rng, sizeof dark_palettes /
						    sizeof *dark_palettes)]
			     : light_palettes[rng_below(
				       rng, sizeof light_palettes /
						    sizeof *light_palettes)];
	look->paper = look->paper_end = colours[0];
	look->board = colours[1];
	look->ink = colours[2];
	look->line = colours[3];
	look->accent = colours[4];
	look->font = fonts[rng_below(rng, FONTS)];
	look->bold = rng_below(rng, 2);
	look->cell_line = rng_real(rng, 0.02, 0.07);
	look->px_cell = rng_between(rng, 28, 72);
}

/* Where a puzzle lies on the page, in pixels. */
struct spot {
	const struct puzzle *puzzle;
	struct scene_look look;
	double left, top; /* of the cells */
	struct scene_extent extent;
};

struct layout {
	int width, height;
	int count;
	struct spot spots[SCENE_PUZZLES_MAX];
	bool furnished, busy;
	struct furniture around; /* of busy pages */
};

static void measure_spot(struct spot *spot)
{
	spot->extent = families[spot->puzzle->family]->measure(spot->puzzle,
							       &spot->look);
}

/* One puzzle, a title and a paragraph. */
static void lay_out_one(struct layout *layout, struct rng *rng)
{
	struct spot *spot = &layout->spots[0];
	double unit = spot->look.px_cell;
	double around = layout->furnished ? rng_real(rng, 1.2, 3) : 0.4;
	double head = layout->furnished ? rng_real(rng, 1.5, 3.5) : 0;
	const struct scene_extent *extent = &spot->extent;

	measure_spot(spot);
	spot->left = floor((around + extent->left) * unit);
	spot->top = floor((around + head + extent->top) * unit);
	layout->width =
		(int)(spot->left +
		      (extent->columns + extent->right + around) * unit);
	layout->height = (int)(spot->top +
			       (extent->rows + extent->bottom + around) * unit);
	/* a column of other things beside it */
	if (layout->furnished && rng_below(rng, 3) == 0)
		layout->width += (int)(rng_real(rng, 3, 7) * unit);
}

/* Puzzles side by side or below each other, anything around them. */
static void lay_out_busy(struct layout *layout, struct rng *rng)
{
	struct furniture *around = &layout->around;
	bool across = rng_below(rng, 2);
	double x, y, right = 0, bottom = 0;

	furniture_choose(around, rng);
	if (!layout->furnished)
		around->left = around->right = around->top = around->bottom =
			around->px_text;
	x = around->left;
	y = around->top;
	for (int i = 0; i < layout->count; i++) {
		struct spot *spot = &layout->spots[i];
		const struct scene_extent *extent = &spot->extent;
		double unit = spot->look.px_cell;
		double width, height;

		measure_spot(spot);
		width = (extent->left + extent->columns + extent->right) * unit;
		height = (extent->top + extent->rows + extent->bottom) * unit;
		spot->left = floor(x + extent->left * unit);
		spot->top = floor(y + extent->top * unit);
		right = fmax(right, x + width);
		bottom = fmax(bottom, y + height);
		if (across)
			x += width + 2 * around->px_text;
		else
			y += height + 2 * around->px_text;
	}
	layout->width = (int)fmax(right + around->right, 15 * around->px_text);
	layout->height = (int)(bottom + around->bottom);
}

static void draw_furniture(cairo_t *cr, const struct layout *layout,
			   struct rng *rng)
{
	const struct spot *spot = &layout->spots[0];
	const struct scene_look *look = &spot->look;
	const struct scene_extent *extent = &spot->extent;
	double unit = look->px_cell;
	double board_right =
		spot->left + (extent->columns + extent->right) * unit;
	double board_bottom =
		spot->top + (extent->rows + extent->bottom) * unit;
	struct box box;
	char title[40];

	if (rng_below(rng, 2)) {
		scene_colour(cr, look->accent);
		cairo_rectangle(cr, 0, 0, layout->width, 0.8 * unit);
		cairo_fill(cr);
		scene_colour(cr, look->paper);
	} else {
		scene_colour(cr, look->accent);
	}
	snprintf(title, sizeof title, "Puzzle %u", rng_below(rng, 9000) + 100);
	furniture_text(cr, look, (struct point){ 0.4 * unit, 0.6 * unit },
		       0.55 * unit, true, title);
	box = (struct box){
		(int)(0.4 * unit), (int)unit, layout->width - (int)(0.8 * unit),
		(int)(spot->top - extent->top * unit - 1.6 * unit)
	};
	furniture_paragraph(cr, look, &box, 0.3 * unit, rng);
	box = (struct box){ (int)board_right + (int)(0.8 * unit),
			    (int)spot->top,
			    layout->width - (int)board_right - (int)unit,
			    (int)(extent->rows * unit * 0.8) };
	if (box.width > 2 * unit)
		furniture_paragraph(cr, look, &box, 0.26 * unit, rng);
	if (rng_below(rng, 2)) {
		scene_colour(cr, scene_mix(look->paper, look->accent, 0.3));
		for (int i = 0; i < 3; i++)
			cairo_rectangle(cr, (0.5 + 2.2 * i) * unit,
					board_bottom + 0.3 * unit, 1.8 * unit,
					0.6 * unit);
		cairo_fill(cr);
	}
}

static void paint_paper(cairo_t *cr, const struct scene_look *look, int height)
{
	uint32_t ends[2] = { look->paper, look->paper_end };
	cairo_pattern_t *pattern;

	if (ends[0] == ends[1]) {
		scene_colour(cr, look->paper);
		cairo_paint(cr);
		return;
	}
	pattern = cairo_pattern_create_linear(0, 0, 0, height);
	for (int i = 0; i < 2; i++)
		cairo_pattern_add_color_stop_rgb(
			pattern, i, (ends[i] >> 16 & 255) / 255.0,
			(ends[i] >> 8 & 255) / 255.0, (ends[i] & 255) / 255.0);
	cairo_set_source(cr, pattern);
	cairo_paint(cr);
	cairo_pattern_destroy(pattern);
}

static void draw_spot(cairo_t *cr, const struct spot *spot, struct rng *rng,
		      struct buffer *name, json_t *label)
{
	const struct scene_look *look = &spot->look;
	const struct scene_canvas canvas = { cr, look, rng, name, label };

	buffer_printf(name, "%s %s%s, %.0f px, ", look->dark ? "dark" : "light",
		      look->font, look->bold ? " bold" : "", look->px_cell);
	cairo_save(cr);
	cairo_translate(cr, spot->left, spot->top);
	cairo_scale(cr, look->px_cell, look->px_cell);
	families[spot->puzzle->family]->draw(spot->puzzle, &canvas);
	cairo_restore(cr);
}

void scene_set_fonts(cairo_t *cr)
{
	cairo_font_options_t *options = cairo_font_options_create();

	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_set_font_options(cr, options);
	cairo_font_options_destroy(options);
}

static void draw_page(cairo_t *cr, const struct layout *layout, struct rng *rng,
		      struct buffer *name, json_t **labels)
{
	const struct scene_look *look = &layout->spots[0].look;

	scene_set_fonts(cr);
	paint_paper(cr, look, layout->height);
	if (layout->furnished && layout->busy)
		furniture_draw(cr, look, &layout->around, layout->width,
			       layout->height, rng);
	else if (layout->furnished)
		draw_furniture(cr, layout, rng);
	for (int i = 0; i < layout->count; i++) {
		buffer_printf(name, "%s", i ? "; " : "");
		labels[i] = json_object();
		draw_spot(cr, &layout->spots[i], rng, name, labels[i]);
	}
}

/* How the page lies before the camera: degrees, and the axis it is tilted
 * about in radians. */
struct pose {
	double page_width, page_height;
	double turn, tilt, axis;
};

/* The page turned in its plane and tilted away from the camera; all of it is
 * in the picture of *width by *height pixels. */
static int camera_map(const struct pose *pose, struct homography *map,
		      int *width, int *height)
{
	const double degree = 0.017453292519943295;
	double w = pose->page_width;
	double h = pose->page_height;
	double axis = pose->axis;
	/* as a phone is held: the page fills most of the view */
	double distance = 1.6 * hypot(w, h);
	struct quad from = quad_from_box(0, 0, w, h);
	struct point low = { w, h };
	struct point high = { 0, 0 };
	struct quad to;

	for (int i = 0; i < 4; i++) {
		double x = from.corner[i].x - w / 2;
		double y = from.corner[i].y - h / 2;
		double along = x * cos(axis) + y * sin(axis);
		double across = -x * sin(axis) + y * cos(axis);
		double depth = distance + across * sin(pose->tilt * degree);
		double c = cos(pose->turn * degree);
		double s = sin(pose->turn * degree);

		across *= cos(pose->tilt * degree);
		x = (along * cos(axis) - across * sin(axis)) * distance / depth;
		y = (along * sin(axis) + across * cos(axis)) * distance / depth;
		to.corner[i] = (struct point){ x * c - y * s + w / 2,
					       x * s + y * c + h / 2 };
		low.x = fmin(low.x, to.corner[i].x);
		low.y = fmin(low.y, to.corner[i].y);
		high.x = fmax(high.x, to.corner[i].x);
		high.y = fmax(high.y, to.corner[i].y);
	}
	for (int i = 0; i < 4; i++)
		to.corner[i] = point_sub(to.corner[i], low);
	*width = (int)ceil(high.x - low.x);
	*height = (int)ceil(high.y - low.y);
	return homography_from_quads(&from, &to, map);
}

static int take_photo(struct scene *scene, const struct layout *layout,
		      enum scene_camera camera, struct rng *rng,
		      struct problem *problem)
{
	const struct scene_family *family =
		families[layout->spots[0].puzzle->family];
	struct image *image = &scene->image;
	bool photo = camera == SCENE_PHOTO;
	double turn_max = photo ? family->turn_max : 2;
	struct pose pose = {
		.page_width = image->width,
		.page_height = image->height,
		.turn = rng_real(rng, -turn_max, turn_max),
		.tilt = photo ? rng_real(rng, 0, family->tilt_max) : 0,
		.axis = rng_real(rng, 0, 6.283185307179586),
	};
	uint32_t around = rng_below(rng, 2) ? 0x2b2622 : 0x9a948a;
	size_t length = strlen(scene->look);
	struct homography map;
	int width, height;

	snprintf(scene->look + length, sizeof scene->look - length,
		 ", tilt %.0f turn %.1f", pose.tilt, pose.turn);
	if (camera_map(&pose, &map, &width, &height) < 0)
		return problem_set(problem, PROBLEM_INPUT, "a flat camera");
	for (int i = 0; i < 4 * layout->count; i++) {
		struct point *corner = &scene->px_corners[i / 4].corner[i % 4];

		*corner = homography_apply(&map, *corner);
		scene->strains[i / 4].degrees = pose.tilt;
	}
	if (degrade_warp(image, &map, width, height, around, problem) < 0)
		return -1;
	if (photo) {
		degrade_light(image, rng_real(rng, 0.05, 0.4), rng);
		if (degrade_blur(image, rng_real(rng, 0.3, 1), problem) < 0)
			return -1;
	}
	degrade_noise(image, rng_real(rng, 1, photo ? 8 : 5), rng);
	return degrade_jpeg(image, rng_between(rng, 60, 95), &scene->jpeg,
			    &scene->jpeg_length, problem);
}

static int paint(const struct layout *layout, struct rng *rng,
		 struct scene *scene)
{
	struct image *image = &scene->image;
	cairo_surface_t *surface = cairo_image_surface_create_for_data(
		(unsigned char *)image->pixels, CAIRO_FORMAT_RGB24,
		image->width, image->height, (int)image->stride * 4);
	cairo_t *cr = cairo_create(surface);
	struct buffer name;
	int result;

	buffer_init(&name);
	draw_page(cr, layout, rng, &name, scene->labels);
	result = cairo_status(cr) == CAIRO_STATUS_SUCCESS ? 0 : -1;
	snprintf(scene->look, sizeof scene->look, "%s", buffer_text(&name));
	buffer_fini(&name);
	cairo_destroy(cr);
	cairo_surface_flush(surface);
	cairo_surface_destroy(surface);
	return result;
}

/* One palette and typeface a page; each puzzle has a style of its own. */
static int choose_spots(struct layout *layout, const struct puzzle *puzzles,
			struct scene_look *look, struct problem *problem)
{
	struct rng rng;

	layout->busy = true;
	rng_seed(&rng, look->seed);
	if (families[puzzles[0].family] && families[puzzles[0].family]->busy)
		number_look(look, &rng);
	for (int i = 0; i < layout->count; i++) {
		const struct scene_family *family = families[puzzles[i].family];
		struct spot *spot = &layout->spots[i];

		if (!family)
			return problem_set(problem, PROBLEM_INPUT,
					   "no scenes for this family");
		layout->busy = layout->busy && family->busy;
		spot->puzzle = &puzzles[i];
		spot->look = *look;
		spot->look.seed += (uint64_t)i << 32;
		if (family->adjust)
			family->adjust(&puzzles[i], &spot->look);
	}
	if (layout->count > 1 && !layout->busy)
		return problem_set(problem, PROBLEM_INPUT,
				   "a family that has its page for itself");
	return 0;
}

static int compose(enum family family, const struct puzzle *puzzles, int count,
		   const struct scene_wish *wish, struct scene *scene,
		   struct problem *problem)
{
	struct rng rng;

	/* the puzzle may come of the same seed: its size and the picture's
	 * shall not hang together */
	rng_seed(&rng, ~wish->seed);
	if (families[family]->compose(puzzles, count, wish, &rng, scene,
				      problem) == 0)
		return 0;
	scene_fini(scene);
	return -1;
}

int scene_draw_page(const struct puzzle *puzzles, int count,
		    const struct scene_wish *wish, struct scene *scene,
		    struct problem *problem)
{
	struct rng rng;
	struct scene_look look;
	struct layout layout = { .count = count, .furnished = wish->furniture };
	int camera = wish->camera;
	int result = 0;

	memset(scene, 0, sizeof *scene);
	if (count < 1 || count > SCENE_PUZZLES_MAX)
		return problem_set(problem, PROBLEM_INPUT,
				   "1 to %d puzzles a page", SCENE_PUZZLES_MAX);
	if (families[puzzles->family] && families[puzzles->family]->compose)
		return compose(puzzles->family, puzzles, count, wish, scene,
			       problem);
	rng_seed(&rng, wish->seed);
	look.seed = wish->seed;
	choose_look(&look, &rng);
	if (choose_spots(&layout, puzzles, &look, problem) < 0)
		return -1;
	if (camera < 0)
		camera = (int)rng_below(&rng, SCENE_CAMERAS);
	if (layout.busy)
		lay_out_busy(&layout, &rng);
	else
		lay_out_one(&layout, &rng);
	if (image_init(&scene->image, layout.width, layout.height, problem) < 0)
		return -1;
	for (int i = 0; i < count; i++) {
		const struct spot *spot = &layout.spots[i];

		/* cairo's coordinates run between pixels, ours through
		 * centres */
		scene->px_corners[i] =
			quad_from_box(spot->left - 0.5, spot->top - 0.5,
				      spot->extent.columns * spot->look.px_cell,
				      spot->extent.rows * spot->look.px_cell);
		scene->strains[i].px_cell = spot->look.px_cell;
	}
	if (paint(&layout, &rng, scene) < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "cairo cannot draw the scene");
	if (result == 0 && camera != SCENE_SCREEN)
		result = take_photo(scene, &layout, (enum scene_camera)camera,
				    &rng, problem);
	if (result < 0)
		scene_fini(scene);
	return result;
}

int scene_draw_empty(enum family family, const struct scene_wish *wish,
		     struct scene *scene, struct problem *problem)
{
	memset(scene, 0, sizeof *scene);
	if (!families[family] || !families[family]->compose)
		return problem_set(problem, PROBLEM_INPUT,
				   "no empty scenes of this family");
	return compose(family, NULL, 0, wish, scene, problem);
}

int scene_draw(const struct puzzle *puzzle, const struct scene_wish *wish,
	       struct scene *scene, struct problem *problem)
{
	return scene_draw_page(puzzle, 1, wish, scene, problem);
}
