#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "degrade.h"

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
	return (struct scene_wish){ seed, -1, 15, true };
}

void scene_fini(struct scene *scene)
{
	image_fini(&scene->image);
	free(scene->jpeg);
	scene->jpeg = NULL;
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
	look->paper = colours[0];
	look->board = colours[1];
	look->ink = colours[2];
	look->line = colours[3];
	look->accent = colours[4];
	look->font = fonts[rng_below(rng, FONTS)];
	look->bold = rng_below(rng, 2);
	look->cell_line = rng_real(rng, 0.02, 0.07);
	look->px_cell = rng_between(rng, 28, 72);
}

/* Where things lie on the page, in pixels. */
struct layout {
	int width, height;
	double left, top; /* of the cells */
	double columns, rows;
	struct scene_margins margins;
};

static void choose_layout(struct layout *layout, const struct puzzle *puzzle,
			  const struct scene_look *look, bool furniture,
			  struct rng *rng)
{
	double unit = look->px_cell;
	double around = furniture ? rng_real(rng, 1.2, 3) : 0.4;
	double head = furniture ? rng_real(rng, 1.5, 3.5) : 0;
	const struct scene_margins *margins = &layout->margins;

	families[puzzle->family]->measure(puzzle, &layout->columns,
					  &layout->rows, &layout->margins);
	layout->left = floor((around + margins->left) * unit);
	layout->top = floor((around + head + margins->top) * unit);
	layout->width =
		(int)(layout->left +
		      (layout->columns + margins->right + around) * unit);
	layout->height =
		(int)(layout->top +
		      (layout->rows + margins->bottom + around) * unit);
	/* a column of other things beside it */
	if (furniture && rng_below(rng, 3) == 0)
		layout->width += (int)(rng_real(rng, 3, 7) * unit);
}

static const char *const words[] = {
	"track",  "from",  "village", "every", "number", "the",    "daily",
	"puzzle", "reach", "morning", "line",  "answer", "column", "train",
	"a",      "of",    "shows",   "how",   "many",   "pieces", "lie",
};

enum { WORDS = sizeof words / sizeof *words };

static void draw_paragraph(cairo_t *cr, const struct scene_look *look,
			   const struct box *box, double px_size,
			   struct rng *rng)
{
	select_font(cr, look, false);
	cairo_set_font_size(cr, px_size);
	scene_colour(cr, scene_mix(look->ink, look->paper, 0.2));
	for (double y = px_size; y < box->height; y += 1.4 * px_size) {
		double x = 0;

		for (;;) {
			const char *word = words[rng_below(rng, WORDS)];
			cairo_text_extents_t extents;

			cairo_text_extents(cr, word, &extents);
			if (x + extents.x_advance > box->width)
				break;
			cairo_move_to(cr, box->x + x, box->y + y);
			cairo_show_text(cr, word);
			x += extents.x_advance + 0.3 * px_size;
		}
	}
	cairo_new_path(cr);
}

static void draw_furniture(cairo_t *cr, const struct scene_look *look,
			   const struct layout *layout, struct rng *rng)
{
	double unit = look->px_cell;
	double board_right =
		layout->left + (layout->columns + layout->margins.right) * unit;
	double board_bottom =
		layout->top + (layout->rows + layout->margins.bottom) * unit;
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
	select_font(cr, look, true);
	cairo_set_font_size(cr, 0.55 * unit);
	cairo_move_to(cr, 0.4 * unit, 0.6 * unit);
	cairo_show_text(cr, title);
	cairo_new_path(cr);
	box = (struct box){
		(int)(0.4 * unit), (int)unit, layout->width - (int)(0.8 * unit),
		(int)(layout->top - layout->margins.top * unit - 1.6 * unit)
	};
	draw_paragraph(cr, look, &box, 0.3 * unit, rng);
	box = (struct box){ (int)board_right + (int)(0.8 * unit),
			    (int)layout->top,
			    layout->width - (int)board_right - (int)unit,
			    (int)(layout->rows * unit * 0.8) };
	if (box.width > 2 * unit)
		draw_paragraph(cr, look, &box, 0.26 * unit, rng);
	if (rng_below(rng, 2)) {
		scene_colour(cr, scene_mix(look->paper, look->accent, 0.3));
		for (int i = 0; i < 3; i++)
			cairo_rectangle(cr, (0.5 + 2.2 * i) * unit,
					board_bottom + 0.3 * unit, 1.8 * unit,
					0.6 * unit);
		cairo_fill(cr);
	}
}

static void draw_page(cairo_t *cr, const struct puzzle *puzzle,
		      const struct scene_look *look,
		      const struct layout *layout, bool furniture,
		      struct rng *rng, struct buffer *name)
{
	cairo_font_options_t *options = cairo_font_options_create();

	/* the same glyphs whatever the machine's own font settings are */
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_set_font_options(cr, options);
	cairo_font_options_destroy(options);
	scene_colour(cr, look->paper);
	cairo_paint(cr);
	if (furniture)
		draw_furniture(cr, look, layout, rng);
	cairo_save(cr);
	cairo_translate(cr, layout->left, layout->top);
	cairo_scale(cr, look->px_cell, look->px_cell);
	families[puzzle->family]->draw(cr, puzzle, look, rng, name);
	cairo_restore(cr);
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

static int take_photo(struct scene *scene, const struct scene_wish *wish,
		      enum scene_camera camera, struct rng *rng,
		      struct problem *problem)
{
	struct image *image = &scene->image;
	bool photo = camera == SCENE_PHOTO;
	double turn_max = photo ? 5 : 2;
	struct pose pose = {
		.page_width = image->width,
		.page_height = image->height,
		.turn = rng_real(rng, -turn_max, turn_max),
		.tilt = photo ? rng_real(rng, 0, wish->tilt_max) : 0,
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
	for (int i = 0; i < 4; i++)
		scene->px_corners.corner[i] =
			homography_apply(&map, scene->px_corners.corner[i]);
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

static int paint(const struct puzzle *puzzle, const struct scene_look *look,
		 const struct layout *layout, bool furniture, struct rng *rng,
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
	draw_page(cr, puzzle, look, layout, furniture, rng, &name);
	result = cairo_status(cr) == CAIRO_STATUS_SUCCESS ? 0 : -1;
	snprintf(scene->look, sizeof scene->look, "%s %s%s, %.0f px, %s",
		 look->dark ? "dark" : "light", look->font,
		 look->bold ? " bold" : "", look->px_cell, buffer_text(&name));
	buffer_fini(&name);
	cairo_destroy(cr);
	cairo_surface_flush(surface);
	cairo_surface_destroy(surface);
	return result;
}

int scene_draw(const struct puzzle *puzzle, const struct scene_wish *wish,
	       struct scene *scene, struct problem *problem)
{
	struct rng rng;
	struct scene_look look;
	struct layout layout;
	int camera = wish->camera;
	int result = 0;

	memset(scene, 0, sizeof *scene);
	if (!families[puzzle->family])
		return problem_set(problem, PROBLEM_INPUT,
				   "no scenes for this family");
	rng_seed(&rng, wish->seed);
	choose_look(&look, &rng);
	if (camera < 0)
		camera = (int)rng_below(&rng, SCENE_CAMERAS);
	choose_layout(&layout, puzzle, &look, wish->furniture, &rng);
	if (image_init(&scene->image, layout.width, layout.height, problem) < 0)
		return -1;
	/* cairo's coordinates run between pixels, ours through centres */
	scene->px_corners = quad_from_box(layout.left - 0.5, layout.top - 0.5,
					  layout.columns * look.px_cell,
					  layout.rows * look.px_cell);
	if (paint(puzzle, &look, &layout, wish->furniture, &rng, scene) < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "cairo cannot draw the scene");
	if (result == 0 && camera != SCENE_SCREEN)
		result = take_photo(scene, wish, (enum scene_camera)camera,
				    &rng, problem);
	if (result < 0)
		scene_fini(scene);
	return result;
}
