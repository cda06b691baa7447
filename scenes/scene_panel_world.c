#include "scene_panel_world.h"

#include <math.h>
#include <stdio.h>

/* In the game at 1920x1080 (FACTS): the grey frame of the screen, the
 * pointer's disc, its ring, their shares of white. */
static const double SCREEN = 1080, FRAME = 23, DISC = 14, RING = 18;
static const double DISC_SHARE = 0.41, HALO_SHARE = 0.3;

static const char *const words[] = {
	"panel", "the", "island",   "line",  "start", "solve",
	"every", "of",  "windmill", "shape", "tree",  "light",
};
enum { WORDS = sizeof words / sizeof *words };

static uint32_t any_colour(struct rng *rng, int low, int high)
{
	uint32_t grey = (uint32_t)rng_between(rng, low, high) * 0x010101u;
	uint32_t tone = (uint32_t)rng_below(rng, 0x1000000);

	return scene_mix(grey, tone, rng_real(rng, 0, 0.35));
}

static void fill_shade(cairo_t *cr, cairo_pattern_t *pattern)
{
	cairo_set_source(cr, pattern);
	cairo_paint(cr);
	cairo_pattern_destroy(pattern);
}

static void add_stop(cairo_pattern_t *pattern, double at, uint32_t rgb,
		     double alpha)
{
	cairo_pattern_add_color_stop_rgba(
		pattern, at, (rgb >> 16 & 255) / 255.0,
		(rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

static void paint_blobs(cairo_t *cr, int width, int height, struct rng *rng)
{
	int count = rng_between(rng, 3, 14);

	for (int i = 0; i < count; i++) {
		double x = rng_real(rng, 0, width);
		double y = rng_real(rng, 0, height);
		double r = rng_real(rng, 0.05, 0.5) * height;
		uint32_t rgb = any_colour(rng, 0, 255);
		cairo_pattern_t *pattern =
			cairo_pattern_create_radial(x, y, 0, x, y, r);

		add_stop(pattern, 0, rgb, rng_real(rng, 0.05, 0.35));
		add_stop(pattern, 1, rgb, 0);
		/* a whole screen takes long, and nothing shows beyond */
		cairo_rectangle(cr, floor(x - r), floor(y - r), ceil(2 * r) + 1,
				ceil(2 * r) + 1);
		cairo_set_source(cr, pattern);
		cairo_fill(cr);
		cairo_pattern_destroy(pattern);
	}
}

/* Boards, bricks, leaves of a door: things with straight edges. */
static void paint_boards(cairo_t *cr, int width, int height, struct rng *rng)
{
	bool upright = rng_below(rng, 2);
	double pitch = rng_real(rng, 0.04, 0.3) * height;
	double line = rng_real(rng, 0.001, 0.006) * height;
	double slant = rng_real(rng, -0.15, 0.15);

	cairo_save(cr);
	cairo_translate(cr, width / 2.0, height / 2.0);
	cairo_rotate(cr, slant + (upright ? M_PI / 2 : 0));
	cairo_set_source_rgba(cr, 0, 0, 0, rng_real(rng, 0.05, 0.4));
	cairo_set_line_width(cr, fmax(1, line));
	for (double y = -width; y < width; y += pitch) {
		cairo_move_to(cr, -2.0 * width, y);
		cairo_line_to(cr, 2.0 * width, y);
	}
	cairo_stroke(cr);
	cairo_restore(cr);
}

static void paint_slabs(cairo_t *cr, int width, int height, struct rng *rng)
{
	int count = rng_between(rng, 1, 6);

	for (int i = 0; i < count; i++) {
		double x = rng_real(rng, -0.1, 1) * width;
		double y = rng_real(rng, -0.1, 1) * height;

		scene_colour(cr, any_colour(rng, 10, 220));
		cairo_move_to(cr, x, y);
		for (int k = 0; k < 3; k++)
			cairo_line_to(cr, x + rng_real(rng, -0.3, 0.3) * width,
				      y + rng_real(rng, -0.3, 0.3) * height);
		cairo_close_path(cr);
		cairo_fill(cr);
	}
}

void world_paint_wall(cairo_t *cr, int width, int height, bool furniture,
		      struct rng *rng)
{
	cairo_pattern_t *pattern = cairo_pattern_create_linear(
		rng_real(rng, 0, width), 0, rng_real(rng, 0, width), height);
	uint32_t wall = any_colour(rng, 20, 200);

	add_stop(pattern, 0, wall, 1);
	add_stop(
		pattern, 1,
		scene_mix(wall, any_colour(rng, 0, 255), rng_real(rng, 0, 0.4)),
		1);
	fill_shade(cr, pattern);
	if (!furniture)
		return;
	if (rng_below(rng, 2))
		paint_slabs(cr, width, height, rng);
	if (rng_below(rng, 2))
		paint_boards(cr, width, height, rng);
	paint_blobs(cr, width, height, rng);
}

static void paint_text(cairo_t *cr, double x, double y, double size, int count,
		       struct rng *rng)
{
	cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
			       CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, size);
	cairo_move_to(cr, x, y);
	for (int i = 0; i < count; i++) {
		cairo_show_text(cr, words[rng_below(rng, WORDS)]);
		cairo_rel_move_to(cr, 0.35 * size, 0);
	}
	cairo_new_path(cr);
}

void world_paint_page(cairo_t *cr, int width, int height, bool furniture,
		      struct rng *rng)
{
	bool dark = rng_below(rng, 2);
	uint32_t page =
		dark ? any_colour(rng, 0, 60) : any_colour(rng, 215, 255);
	uint32_t ink = dark ? 0xe0e0e0 : 0x202020;
	double unit = height / 40.0;

	scene_colour(cr, page);
	cairo_paint(cr);
	if (!furniture)
		return;
	if (rng_below(rng, 2)) {
		scene_colour(cr, scene_mix(page, any_colour(rng, 0, 255), 0.6));
		cairo_rectangle(cr, 0, 0, width, 2 * unit);
		cairo_fill(cr);
	}
	scene_colour(cr, ink);
	paint_text(cr, unit, 1.5 * unit, unit, 3, rng);
	for (int i = 0; i < 3; i++)
		paint_text(cr, unit, height - (4 - 1.2 * i) * unit, 0.7 * unit,
			   9, rng);
	for (int i = 0; i < 3; i++) {
		scene_colour(cr, scene_mix(page, ink, 0.2));
		cairo_rectangle(cr, width - 6 * unit, (4 + 2 * i) * unit,
				5 * unit, 1.4 * unit);
		cairo_fill(cr);
		scene_colour(cr, ink);
		paint_text(cr, width - 5.6 * unit, (5 + 2 * i) * unit,
			   0.6 * unit, 1, rng);
	}
}

void world_paint_cables(cairo_t *cr, const struct quad *quad, int height,
			struct rng *rng)
{
	uint32_t rgb = any_colour(rng, 0, 255);

	for (int i = 0; i < 2; i++) {
		struct point from = quad->corner[i];
		double end = from.x + rng_real(rng, -0.02, 0.02) * height;

		cairo_move_to(cr, from.x, from.y);
		cairo_line_to(cr, end, 0);
	}
	scene_colour(cr, rgb);
	cairo_set_line_width(cr, rng_real(rng, 2, 8) * height / SCREEN);
	cairo_stroke(cr);
}

void world_light(cairo_t *cr, const struct quad *quad, uint32_t tint,
		 double depth, struct rng *rng)
{
	double angle = rng_real(rng, 0, 2 * M_PI);
	struct point middle = point_mix(quad->corner[0], quad->corner[2], 0.5);
	double reach = 0.5 * point_distance(quad->corner[0], quad->corner[2]);
	double dx = cos(angle) * reach, dy = sin(angle) * reach;
	cairo_pattern_t *pattern = cairo_pattern_create_linear(
		middle.x - dx, middle.y - dy, middle.x + dx, middle.y + dy);

	add_stop(pattern, 0, tint, 1);
	add_stop(pattern, 1, scene_mix(tint, 0x000000, depth), 1);
	cairo_save(cr);
	for (int i = 0; i < 4; i++)
		cairo_line_to(cr, quad->corner[i].x + 0.5,
			      quad->corner[i].y + 0.5);
	cairo_close_path(cr);
	cairo_clip(cr);
	cairo_set_operator(cr, CAIRO_OPERATOR_MULTIPLY);
	fill_shade(cr, pattern);
	cairo_restore(cr);
}

static void disc(cairo_t *cr, struct point px, double radius, double share)
{
	cairo_set_source_rgba(cr, 1, 1, 1, share);
	cairo_arc(cr, px.x + 0.5, px.y + 0.5, radius, 0, 2 * M_PI);
	cairo_fill(cr);
}

void world_paint_pointer(cairo_t *cr, struct point px, int height,
			 double px_halo)
{
	double unit = height / SCREEN;

	if (px_halo > RING)
		disc(cr, px, px_halo * unit, HALO_SHARE);
	disc(cr, px, DISC * unit, DISC_SHARE);
	cairo_set_source_rgba(cr, 0, 0, 0, DISC_SHARE);
	cairo_set_line_width(cr, (RING - DISC) / 2 * unit);
	cairo_arc(cr, px.x + 0.5, px.y + 0.5, (RING + DISC) / 2 * unit, 0,
		  2 * M_PI);
	cairo_stroke(cr);
}

void world_paint_screen_frame(cairo_t *cr, int width, int height)
{
	double wide = FRAME * height / SCREEN;

	cairo_set_source_rgba(cr, 0.75, 0.73, 0.7, 0.85);
	cairo_rectangle(cr, 0, 0, width, height);
	cairo_rectangle(cr, wide, wide, width - 2 * wide, height - 2 * wide);
	cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
	cairo_fill(cr);
	cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
}

void world_paint_vignette(cairo_t *cr, int width, int height, double depth)
{
	double reach = hypot(width, height) / 2;
	cairo_pattern_t *pattern = cairo_pattern_create_radial(
		width / 2.0, height / 2.0, 0.45 * reach, width / 2.0,
		height / 2.0, reach);

	add_stop(pattern, 0, 0x000000, 0);
	add_stop(pattern, 1, 0x000000, depth);
	fill_shade(cr, pattern);
}

void world_paint_overlay(cairo_t *cr, int width, int height, struct rng *rng)
{
	double unit = height / 40.0;
	char clock[16];

	cairo_set_source_rgba(cr, 0, 0, 0, 0.6);
	cairo_rectangle(cr, unit, height - 7 * unit, 9 * unit, 6 * unit);
	cairo_fill(cr);
	scene_colour(cr, 0xf0f0f0);
	for (int i = 0; i < 4; i++)
		paint_text(cr, 1.4 * unit, height - (5.7 - 1.3 * i) * unit,
			   0.8 * unit, 2, rng);
	snprintf(clock, sizeof clock, "%02u:%02u.%u", rng_below(rng, 60),
		 rng_below(rng, 60), rng_below(rng, 10));
	cairo_set_font_size(cr, 2 * unit);
	cairo_move_to(cr, width - 9 * unit, 2.6 * unit);
	cairo_show_text(cr, clock);
	cairo_new_path(cr);
}
