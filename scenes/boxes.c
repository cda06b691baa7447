#include "boxes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A digit's advance in heights: the widest typeface at hand (DejaVu Sans
 * Bold, 0.95) and a little air. */
static const double DIGIT_WIDTH = 1.0;
/* The smallest digits that must be read are 12 px high; a photograph takes
 * some of it away. */
static const double PX_DIGIT_LEAST = 14;

static const char *const shape_names[BOX_SHAPES] = { "sharp", "round", "pills",
						     "discs" };
static const char *const border_names[BORDERS] = { "plain", "double", "dotted",
						   "dashed", "borderless" };

const char *box_shape_name(enum box_shape shape)
{
	return shape_names[shape];
}

const char *box_border_name(enum box_border border)
{
	return border_names[border];
}

void box_look_choose(struct box_look *box, const struct scene_look *look,
		     struct rng *rng)
{
	box->shape = (enum box_shape)rng_below(rng, BOX_SHAPES);
	box->border = (enum box_border)rng_below(rng, BORDERS);
	box->line = rng_real(rng, 0.015, 0.05);
	box->px = look->px_cell;
	box->shadow = false;
	box->gradient = rng_below(rng, 4) == 0;
	box->fill = look->board;
	box->stroke = look->line;
	box->texture = TEXTURE_NONE;
}

static void outline(cairo_t *cr, enum box_shape shape, double x, double y,
		    double width, double height)
{
	double side = fmin(width, height);
	double radius = shape == BOX_ROUND  ? 0.18 * side
			: shape == BOX_PILL ? 0.5 * side
					    : 0;

	cairo_new_path(cr);
	if (shape == BOX_SHARP) {
		cairo_rectangle(cr, x, y, width, height);
		return;
	}
	if (shape == BOX_DISC) {
		cairo_arc(cr, x + width / 2, y + height / 2, side / 2, 0,
			  2 * M_PI);
		cairo_close_path(cr);
		return;
	}
	cairo_arc(cr, x + width - radius, y + radius, radius, -M_PI / 2, 0);
	cairo_arc(cr, x + width - radius, y + height - radius, radius, 0,
		  M_PI / 2);
	cairo_arc(cr, x + radius, y + height - radius, radius, M_PI / 2, M_PI);
	cairo_arc(cr, x + radius, y + radius, radius, M_PI, 1.5 * M_PI);
	cairo_close_path(cr);
}

/* Draws the box's texture into the current path. */
static void draw_texture(cairo_t *cr, const struct box_look *box)
{
	double left, top, right, bottom, reach;
	const double dots[] = { 0.001 * box->pitch, box->pitch };

	if (box->texture == TEXTURE_NONE)
		return;
	cairo_path_extents(cr, &left, &top, &right, &bottom);
	reach = right - left + bottom - top;
	cairo_save(cr);
	cairo_clip(cr);
	cairo_new_path(cr);
	scene_colour(cr, box->texture_ink);
	cairo_set_line_width(cr, box->heavy * box->pitch);
	if (box->texture == TEXTURE_DOTS) {
		cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
		cairo_set_dash(cr, dots, 2, 0);
	}
	cairo_translate(cr, (left + right) / 2, (top + bottom) / 2);
	for (int k = 0; k < (box->texture == TEXTURE_CROSSED ? 2 : 1); k++) {
		cairo_rotate(cr, k ? M_PI / 2 : box->turn);
		for (double y = 0; y < reach / 2; y += box->pitch)
			for (int side = y > 0 ? -1 : 1; side < 2; side += 2) {
				cairo_move_to(cr, -reach, side * y);
				cairo_line_to(cr, reach, side * y);
			}
		cairo_stroke(cr);
	}
	cairo_restore(cr);
}

static void fill_box(cairo_t *cr, const struct box_look *box, double y,
		     double height)
{
	cairo_pattern_t *pattern;
	uint32_t ends[2] = { scene_mix(box->fill, 0xffffff, 0.12),
			     scene_mix(box->fill, 0x000000, 0.08) };

	if (!box->gradient) {
		scene_colour(cr, box->fill);
		cairo_fill_preserve(cr);
		draw_texture(cr, box);
		return;
	}
	pattern = cairo_pattern_create_linear(0, y, 0, y + height);
	for (int i = 0; i < 2; i++)
		cairo_pattern_add_color_stop_rgb(
			pattern, i, (ends[i] >> 16 & 255) / 255.0,
			(ends[i] >> 8 & 255) / 255.0, (ends[i] & 255) / 255.0);
	cairo_set_source(cr, pattern);
	cairo_fill(cr);
	cairo_pattern_destroy(pattern);
}

void box_draw(cairo_t *cr, const struct box_look *box, double x, double y,
	      double width, double height)
{
	double line = fmax(box->line, 1.1 / box->px);
	const double dots[] = { 0.001 * line, 2 * line };
	const double dashes[] = { 3 * line, 2 * line };

	cairo_save(cr);
	if (box->shadow) {
		outline(cr, box->shape, x + 0.03, y + 0.05, width, height);
		cairo_set_source_rgba(cr, 0, 0, 0, 0.25);
		cairo_fill(cr);
	}
	outline(cr, box->shape, x, y, width, height);
	fill_box(cr, box, y, height);
	if (box->border == BORDER_NONE) {
		cairo_restore(cr);
		return;
	}
	scene_colour(cr, box->stroke);
	cairo_set_line_width(cr, line);
	if (box->border == BORDER_DOTTED) {
		cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
		cairo_set_dash(cr, dots, 2, 0);
	} else if (box->border == BORDER_DASHED) {
		cairo_set_dash(cr, dashes, 2, 0);
	}
	outline(cr, box->shape, x, y, width, height);
	cairo_stroke(cr);
	if (box->border == BORDER_DOUBLE) {
		double in = 2 * line + 1 / box->px;

		outline(cr, box->shape, x + in, y + in, width - 2 * in,
			height - 2 * in);
		cairo_stroke(cr);
	}
	cairo_restore(cr);
}

/* One channel; `third` is its place on the circle of hues. */
static uint32_t hsl_channel(double hue, double chroma, double middle,
			    double third)
{
	double at = fmod(hue + third + 2, 1) * 6;
	double share = at < 1 ? at : at < 3 ? 1 : at < 4 ? 4 - at : 0;

	return (uint32_t)lround(255 * (middle + chroma * (share - 0.5)));
}

uint32_t colour_hsl(double hue, double saturation, double lightness)
{
	double chroma = (1 - fabs(2 * lightness - 1)) * saturation;

	return hsl_channel(hue, chroma, lightness, 1 / 3.0) << 16 |
	       hsl_channel(hue, chroma, lightness, 0) << 8 |
	       hsl_channel(hue, chroma, lightness, -1 / 3.0);
}

double colour_luma(uint32_t rgb)
{
	return 0.299 * (rgb >> 16 & 255) + 0.587 * (rgb >> 8 & 255) +
	       0.114 * (rgb & 255);
}

uint32_t colour_ink_on(uint32_t ground, struct rng *rng)
{
	double hue = rng_real(rng, 0, 1);
	double colourful = rng_below(rng, 2) ? 0 : rng_real(rng, 0.2, 0.7);
	double off = rng_real(rng, 0, 0.14);

	return colour_hsl(hue, colourful,
			  colour_luma(ground) < 128 ? 1 - off / 2 : off);
}

int colour_levels(uint32_t a, uint32_t b)
{
	int most = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		int apart =
			abs((int)(a >> shift & 255) - (int)(b >> shift & 255));

		most = apart > most ? apart : most;
	}
	return most;
}

void number_look(struct scene_look *look, struct rng *rng)
{
	static const char *const more[] = { "B612", "Cabin", "Comic Neue",
					    "DejaVu Serif Condensed" };
	double hue = rng_real(rng, 0, 1);
	double other = hue + rng_real(rng, -0.15, 0.65);
	double pale = rng_below(rng, 4) == 0 ? 0 : rng_real(rng, 0.05, 0.6);

	if (rng_below(rng, 4) == 0)
		look->font = more[rng_below(rng, 4)];
	look->dark = rng_below(rng, 3) == 0;
	if (look->dark) {
		look->paper = colour_hsl(hue, pale, rng_real(rng, 0.02, 0.2));
		look->board = colour_hsl(other, pale, rng_real(rng, 0.05, 0.3));
		look->line = colour_hsl(other, pale, rng_real(rng, 0.5, 0.8));
		look->accent = colour_hsl(other, 0.8, rng_real(rng, 0.6, 0.75));
	} else {
		look->paper = colour_hsl(hue, pale, rng_real(rng, 0.85, 1));
		look->board = rng_below(rng, 3) == 0
				      ? 0xffffff
				      : colour_hsl(other, pale,
						   rng_real(rng, 0.82, 1));
		look->line = colour_hsl(other, pale, rng_real(rng, 0, 0.55));
		look->accent = colour_hsl(other, 0.7, rng_real(rng, 0.2, 0.4));
	}
	look->ink = colour_ink_on(look->board, rng);
	look->paper_end = look->paper;
	if (rng_below(rng, 4) == 0)
		look->paper_end =
			colour_hsl(hue + 0.1, pale,
				   look->dark ? rng_real(rng, 0.02, 0.2)
					      : rng_real(rng, 0.82, 0.98));
}

double number_height(int digits, double width, double height)
{
	return fmin(height, width / (DIGIT_WIDTH * (digits > 1 ? digits : 1)));
}

int number_digits(const int *numbers, int count, int none)
{
	int most = 1;

	for (int i = 0; i < count; i++) {
		int digits = 1;

		for (int left = numbers[i]; left >= 10; left /= 10)
			digits++;
		if (numbers[i] != none && digits > most)
			most = digits;
	}
	return most;
}

void number_px_cell(struct scene_look *look, double height, double low,
		    double high, struct rng *rng)
{
	look->px_cell = fmax(ceil(PX_DIGIT_LEAST / height),
			     floor(rng_real(rng, low, high)));
}

void number_draw(cairo_t *cr, const struct scene_look *look, double x, double y,
		 double height, int number)
{
	char text[16];

	snprintf(text, sizeof text, "%d", number);
	scene_text(cr, look, x, y, height, text);
}
