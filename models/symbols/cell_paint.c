#include <math.h>

#include "cell_damage.h"

/* So many symbols are of one colour without more. Of the others so many have
 * each of what follows. */
static const double FLAT_SHARE = 0.5;
static const double OPEN_SHARE = 0.12, SHADOW_SHARE = 0.2, GLOW_SHARE = 0.2;
static const double SHADE_SHARE = 0.4, TEXTURE_SHARE = 0.2, BEVEL_SHARE = 0.25;
static const double RIM_SHARE = 0.4;
/* How wide rims are at most, cells; of polyominoes' blocks. */
static const double RIM_MOST = 0.05, BLOCK_RIM_MOST = 0.02;

static double brightness(struct colour c)
{
	return 0.3 * c.red + 0.59 * c.green + 0.11 * c.blue;
}

/* Hue, saturation and value evenly, now and then black, grey or white. */
struct colour cell_colour(struct cell_scene_maker *maker)
{
	double hue = real(maker, 0, 6), value = 255 * real(maker, 0.03, 1);
	double saturation = real(maker, 0, 1), part[3];

	if (chance(maker, 0.3)) {
		saturation = real(maker, 0, 0.1);
		value = chance(maker, 0.5) ? real(maker, 0, 30)
					   : real(maker, 215, 255);
	}
	for (int i = 0; i < 3; i++) {
		double at = fmod(hue + 6 - 2 * i, 6);
		double full = fmin(fmax(fabs(at - 3) - 1, 0), 1);

		part[i] = value * (1 - saturation * (1 - full));
	}
	return (struct colour){ (float)part[0], (float)part[1],
				(float)part[2] };
}

/* One that differs from another by so much, in brightness mostly by a quarter.
 */
struct colour cell_colour_apart(struct cell_scene_maker *maker,
				struct colour from, double least)
{
	double brighter = chance(maker, 0.15) ? 0 : least / 4;
	struct colour c;
	int tries = 0;

	do
		c = cell_colour(maker);
	while (++tries < 200 &&
	       (colour_distance(c, from) < least ||
		fabs(brightness(c) - brightness(from)) < brighter));
	return c;
}

void cell_fill(cairo_t *cr, struct colour c, double alpha)
{
	cairo_set_source_rgba(cr, c.red / 255, c.green / 255, c.blue / 255,
			      alpha);
	cairo_fill(cr);
}

/* A symbol's path, again and again. */
struct paint {
	struct cell_scene_maker *maker;
	cairo_t *cr;
	const cairo_path_t *path;
	double px; /* a cell */
};

static void stroke(const struct paint *paint, struct colour c, double alpha,
		   double width)
{
	cairo_append_path(paint->cr, paint->path);
	cairo_set_source_rgba(paint->cr, c.red / 255, c.green / 255,
			      c.blue / 255, alpha);
	cairo_set_line_width(paint->cr, fmax(0.8, width * paint->px));
	cairo_stroke(paint->cr);
}

/* Black or white, or now and then any colour. */
static struct colour tone(struct cell_scene_maker *maker, double light)
{
	float level = chance(maker, light) ? 255 : 0;

	return chance(maker, 0.2) ? cell_colour(maker)
				  : (struct colour){ level, level, level };
}

static void draw_shadow(const struct paint *paint)
{
	double far = paint->px * 0.05;
	double x = real(paint->maker, -far, far),
	       y = real(paint->maker, 0, far);

	cairo_translate(paint->cr, x, y);
	cairo_append_path(paint->cr, paint->path);
	cairo_translate(paint->cr, -x, -y);
	cell_fill(paint->cr, tone(paint->maker, 0.1),
		  real(paint->maker, 0.15, 0.7));
}

static void draw_glow(const struct paint *paint, struct colour colour)
{
	enum { STEPS = 5 };
	double reach = real(paint->maker, 0.04, 0.22);
	double alpha = real(paint->maker, 0.03, 0.12);

	for (int i = 1; i <= STEPS; i++)
		stroke(paint, colour, alpha, reach * i / STEPS);
}

/* From one side to the other, or from a point on. */
static void draw_shade(const struct paint *paint)
{
	struct cell_scene_maker *maker = paint->maker;
	double left, top, right, low, angle = real(maker, 0, 6.3);
	struct colour from = tone(maker, 0.7), to = tone(maker, 0.3);
	cairo_pattern_t *pattern;
	double x, y, reach;

	cairo_path_extents(paint->cr, &left, &top, &right, &low);
	x = (left + right) / 2;
	y = (top + low) / 2;
	reach = fmax(right - left, low - top) / 2;
	left = x + reach * cos(angle);
	top = y + reach * sin(angle);
	pattern = chance(maker, 0.6)
			  ? cairo_pattern_create_linear(left, top, 2 * x - left,
							2 * y - top)
			  : cairo_pattern_create_radial(left, top, 0, x, y,
							2 * reach);
	cairo_pattern_add_color_stop_rgba(pattern, 0, from.red / 255,
					  from.green / 255, from.blue / 255,
					  real(maker, 0, 0.45));
	if (chance(maker, 0.3)) /* a gloss ends at once */
		cairo_pattern_add_color_stop_rgba(pattern, 0.5, 1, 1, 1, 0);
	cairo_pattern_add_color_stop_rgba(pattern, 0.5, to.red / 255,
					  to.green / 255, to.blue / 255, 0);
	cairo_pattern_add_color_stop_rgba(pattern, 1, to.red / 255,
					  to.green / 255, to.blue / 255,
					  real(maker, 0, 0.45));
	cairo_set_source(paint->cr, pattern);
	cairo_paint(paint->cr);
	cairo_pattern_destroy(pattern);
}

static void draw_texture(const struct paint *paint, double width)
{
	struct cell_scene_maker *maker = paint->maker;
	double step = real(maker, 2, 5), angle = real(maker, 0, 3.2);
	struct colour c = tone(maker, 0.5);

	for (double at = -width; at < 2 * width; at += step) {
		cairo_move_to(paint->cr, at - 2 * width * cos(angle),
			      -2 * width * sin(angle));
		cairo_line_to(paint->cr, at + 2 * width * cos(angle),
			      2 * width * sin(angle));
	}
	cairo_set_source_rgba(paint->cr, c.red / 255, c.green / 255,
			      c.blue / 255, real(maker, 0.1, 0.35));
	cairo_set_line_width(paint->cr, step / 2);
	cairo_stroke(paint->cr);
}

/* Light from one side, dark on the other. */
static void draw_bevel(const struct paint *paint)
{
	double width = real(paint->maker, 0.01, 0.04);
	double off =
		width * paint->px / 2 * (chance(paint->maker, 0.8) ? 1 : -1);
	double alpha = real(paint->maker, 0.15, 0.6);

	for (int side = 0; side < 2; side++) {
		const float level = side ? 0 : 255;
		double by = side ? -off : off;

		cairo_translate(paint->cr, by, by);
		stroke(paint, (struct colour){ level, level, level }, alpha,
		       width);
		cairo_translate(paint->cr, -by, -by);
	}
}

/* What lies within a symbol's outline. */
static void draw_inside(const struct paint *paint, const struct look *look)
{
	struct cell_scene_maker *maker = paint->maker;

	cairo_save(paint->cr);
	cairo_append_path(paint->cr, paint->path);
	cairo_clip_preserve(paint->cr);
	if (chance(maker, SHADE_SHARE))
		draw_shade(paint);
	cairo_new_path(paint->cr);
	if (chance(maker, TEXTURE_SHARE))
		draw_texture(paint, look->width);
	if (chance(maker, BEVEL_SHARE))
		draw_bevel(paint);
	cairo_restore(paint->cr);
}

void cell_paint(struct cell_scene_maker *maker, cairo_t *cr,
		const struct look *look, enum symbol_class class)
{
	cairo_path_t *path = cairo_copy_path(cr);
	const struct paint paint = { maker, cr, path, look->px };
	bool flat = chance(maker, FLAT_SHARE), blocks = class >= SYMBOL_BLOCKS;
	/* blocks that are open are hollow, discs are rings */
	bool open = !flat && !blocks && chance(maker, OPEN_SHARE);

	cairo_save(cr);
	cairo_set_fill_rule(cr, CAIRO_FILL_RULE_WINDING);
	cairo_new_path(cr);
	if (!flat && chance(maker, SHADOW_SHARE))
		draw_shadow(&paint);
	if (!flat && chance(maker, GLOW_SHARE))
		draw_glow(&paint, look->symbol);
	cairo_append_path(cr, path);
	cell_fill(cr, look->symbol,
		  open ? real(maker, class == SYMBOL_SQUARE ? 0.2 : 0, 0.4)
		       : 1);
	if (open)
		stroke(&paint, look->symbol, 1, real(maker, 0.02, RIM_MOST));
	else if (!flat)
		draw_inside(&paint, look);
	if (!flat && !open && chance(maker, RIM_SHARE))
		stroke(&paint, cell_colour_apart(maker, look->symbol, 40), 1,
		       real(maker, 0, blocks ? BLOCK_RIM_MOST : RIM_MOST));
	cairo_restore(cr);
	cairo_path_destroy(path);
}
