#include "scene_panel_theme.h"

#include <math.h>

#include "scene.h"

/* Levels by which things that must be told apart differ at the least, before
 * light and grain: lines from cells, symbols from cells, dots from lines. In
 * the game's dimmest screens it is about 50. */
static const double LINE_APART = 60, SYMBOL_APART = 90, DOT_APART = 60;
/* Symbols that differ in tone alone fade where a JPEG halves its colours: they
 * are so much brighter or darker than their cell, too. */
static const double BRIGHTER = 30;
/* Two colours of symbols. */
static const double COLOURS_APART = 70;

/* What a break that is cut round leaves reaches as far as an end's stub, which
 * is round, too: nobody could tell it from two ends that face each other, or
 * one that faces a start. They differ by so much, cells. */
static const double STUB_APART = 0.05;

/* A stub stands out of its line by at least this much, cells: in the game none
 * is hard to see. */
static const double STUB_LEAST = 0.2;

/* Symbols keep off the lines and the discs of starts, but not smaller than
 * this, cells. */
static const double ROOM_LEAST = 0.45;

static const char *const names[PANEL_SURFACES] = { "lit", "night", "page",
						   "print" };

const char *panel_surface_name(enum panel_surface surface)
{
	return names[surface];
}

double panel_theme_pitch(const struct panel_theme *theme, uint64_t shape)
{
	int width, height;

	panel_shape_extent(shape, &width, &height);
	return fmin(theme->pitch,
		    theme->room / (width > height ? width : height));
}

static uint32_t rgb(double red, double green, double blue)
{
	double levels[3] = { red, green, blue };
	uint32_t result = 0;

	for (int i = 0; i < 3; i++)
		result = result << 8 |
			 (uint32_t)(fmin(fmax(levels[i], 0), 1) * 255 + 0.5);
	return result;
}

/* Hue in turns, the others 0..1. */
static uint32_t hsv(double hue, double saturation, double value)
{
	double parts[3];

	for (int i = 0; i < 3; i++) {
		double at = fmod(hue + 1 - i / 3.0, 1);
		double full = fmin(fmax(fabs(6 * at - 3) - 1, 0), 1);

		parts[i] = value * (1 - saturation * (1 - full));
	}
	return rgb(parts[0], parts[1], parts[2]);
}

static double apart(uint32_t a, uint32_t b)
{
	double sum = 0;

	for (int shift = 0; shift < 24; shift += 8) {
		double d =
			(double)(a >> shift & 255) - (double)(b >> shift & 255);

		sum += d * d;
	}
	return sqrt(sum);
}

static double brightness(uint32_t colour)
{
	return 0.3 * (colour >> 16 & 255) + 0.59 * (colour >> 8 & 255) +
	       0.11 * (colour & 255);
}

/* The colour, made lighter or darker until it is so far from the other. */
static uint32_t away(uint32_t colour, uint32_t from, double least)
{
	bool up = brightness(from) < 128;

	for (int i = 0; i < 20 && apart(colour, from) < least; i++)
		colour = scene_mix(colour, up ? 0xffffff : 0x000000, 0.12);
	return colour;
}

static bool symbol_stands_out(const struct panel_theme *theme, int which,
			      uint32_t colour)
{
	if (apart(colour, theme->cell) < SYMBOL_APART ||
	    fabs(brightness(colour) - brightness(theme->cell)) < BRIGHTER)
		return false;
	for (int i = 0; i < which; i++)
		if (apart(colour, theme->symbols[i]) < COLOURS_APART)
			return false;
	return true;
}

/* The least change, lighter or darker, that makes a symbol's colour stand out
 * of its cell and of the colours before it; the colour itself where none
 * does. */
static uint32_t standing_out(const struct panel_theme *theme, int which,
			     uint32_t colour)
{
	for (int i = 0; i <= 20; i++)
		for (int up = 0; up < 2; up++) {
			uint32_t changed = scene_mix(
				colour, up ? 0xffffff : 0x000000, 0.04 * i);

			if (symbol_stands_out(theme, which, changed))
				return changed;
		}
	return colour;
}

static void choose_ground(struct panel_theme *theme, struct rng *rng)
{
	double hue = rng_real(rng, 0, 1);
	double value, saturation = rng_real(rng, 0, 0.95);

	switch (theme->surface) {
	case PANEL_LIT:
		value = rng_real(rng, 0.45, 1);
		theme->cell = hsv(hue, saturation, value);
		theme->line = scene_mix(theme->cell,
					hsv(rng_real(rng, 0, 1), 0.4,
					    rng_real(rng, 0.05, 0.35)),
					rng_real(rng, 0.6, 1));
		break;
	case PANEL_NIGHT:
		value = rng_real(rng, 0.04, 0.35);
		theme->cell = hsv(hue, saturation, value);
		theme->line = scene_mix(theme->cell,
					hsv(rng_real(rng, 0, 1),
					    rng_real(rng, 0, 0.7),
					    rng_real(rng, 0.6, 1)),
					rng_real(rng, 0.5, 1));
		break;
	case PANEL_PAGE:
		value = rng_real(rng, 0.4, 1);
		theme->cell = hsv(hue, saturation, value);
		theme->line =
			hsv(hue + rng_real(rng, 0, 0.3), rng_real(rng, 0, 0.4),
			    value > 0.7 ? rng_real(rng, 0.1, 0.35)
					: rng_real(rng, 0.75, 1));
		break;
	default:
		theme->cell = scene_mix(0xffffff, hsv(hue, 0.3, 0.9),
					rng_real(rng, 0, 0.5));
		theme->line =
			scene_mix(0x000000, theme->cell, rng_real(rng, 0, 0.6));
	}
	theme->line = away(theme->line, theme->cell, LINE_APART);
}

static void choose_outside(struct panel_theme *theme, struct rng *rng)
{
	double hue = rng_real(rng, 0, 1);

	theme->cells_filled =
		theme->surface == PANEL_PAGE && rng_below(rng, 3) > 0;
	theme->outside = theme->cells_filled
				 ? away(scene_mix(theme->cell, 0x000000,
						  rng_real(rng, 0.3, 0.8)),
					theme->line, LINE_APART / 2)
				 : theme->cell;
	theme->framed = theme->surface != PANEL_PRINT && rng_below(rng, 5) > 0;
	theme->frame =
		away(hsv(hue, rng_real(rng, 0, 0.4), rng_real(rng, 0.05, 0.6)),
		     theme->outside, LINE_APART / 2);
}

static void choose_symbols(struct panel_theme *theme, struct rng *rng)
{
	static const uint32_t pure[PANEL_COLOUR_COUNT] = {
		[PANEL_BLACK] = 0x0c0c0c,  [PANEL_WHITE] = 0xf4f4f4,
		[PANEL_RED] = 0xe62020,    [PANEL_ORANGE] = 0xff8c10,
		[PANEL_YELLOW] = 0xffe010, [PANEL_GREEN] = 0x189c20,
		[PANEL_CYAN] = 0x20d8e8,   [PANEL_BLUE] = 0x2038e8,
		[PANEL_PURPLE] = 0x7a28c0, [PANEL_MAGENTA] = 0xf430d8,
	};
	double pale = rng_real(rng, 0, 0.15);

	for (int i = 0; i < PANEL_COLOUR_COUNT; i++) {
		uint32_t colour = scene_mix(pure[i], 0xffffff,
					    i == PANEL_BLACK ? 0 : pale);

		theme->symbols[i] = standing_out(theme, i, colour);
	}
	theme->dots[PANEL_DOT_BLACK] =
		brightness(theme->line) > 60 ? 0x080808 : 0xe8e8e8;
	theme->dots[PANEL_DOT_CYAN] = 0x30d8f0;
	theme->dots[PANEL_DOT_YELLOW] = 0xf8d018;
	for (int i = PANEL_DOT_BLACK; i < PANEL_DOT_INVISIBLE; i++)
		theme->dots[i] = away(theme->dots[i], theme->line, DOT_APART);
}

double panel_theme_stub(const struct panel_theme *theme, double rim)
{
	return fmax(theme->stub, rim + STUB_LEAST);
}

/* Stubs that are not as long as what breaks leave of their edges; longer where
 * shorter ones would not stand out of their line. */
static void part_stubs_from_breaks(struct panel_theme *theme)
{
	double rim = theme->line_width / 2;
	double left = (1 - theme->gap) / 2;
	double more = panel_theme_stub(theme, rim) - left;

	if (!theme->round || !theme->round_gaps || fabs(more) >= STUB_APART)
		return;
	theme->margin -= theme->stub;
	theme->stub = left + (more < 0 ? -STUB_APART : STUB_APART);
	if (theme->stub < rim + STUB_LEAST)
		theme->stub = left + STUB_APART;
	theme->margin += theme->stub;
}

static void choose_sizes(struct panel_theme *theme, struct rng *rng)
{
	theme->line_width = rng_real(rng, 0.2, 0.45);
	theme->gap = rng_real(rng, 0.06, 0.285);
	/* a disc that hardly stands out of its line is drawn by nobody: the
	 * page's is as wide as two lines, the game's wider (FACTS), and one of
	 * .707 lines lies within the corner of a crossing */
	theme->start_radius =
		fmin(fmax(rng_real(rng, 0.24, 0.5), theme->line_width), 0.5);
	theme->stub = rng_real(rng, 0.3, 0.5);
	theme->dot_radius =
		fmin(theme->line_width * rng_real(rng, 0.36, 0.46), 0.13);
	theme->symbol_scale = rng_real(rng, 0.8, 1.25);
	theme->pitch = 0.185 * theme->symbol_scale;
	theme->block = rng_real(rng, 0.7, 0.82);
	theme->room = fmax(ROOM_LEAST, fmin(0.94 * (1 - theme->line_width),
					    1 - 1.2 * theme->start_radius));
	theme->lean = rng_real(rng, 14, 30) * M_PI / 180;
	theme->star_inner = rng_real(rng, 0.72, 0.8);
	theme->margin = theme->stub + rng_real(rng, 0.15, 0.5);
	theme->round = rng_below(rng, 3) > 0;
	theme->round_gaps = rng_below(rng, 8) == 0;
	theme->eliminator_down = rng_below(rng, 2);
	part_stubs_from_breaks(theme);
}

void panel_theme_choose_caps(struct panel_theme *theme, struct rng *rng)
{
	static const uint32_t starts[] = { 0x4caf50, 0x2e7d32, 0x1f77d4,
					   0xffd54a };
	static const uint32_t ends[] = { 0xe53935, 0xd11f1f, 0xff7043,
					 0x8ad0f0 };

	theme->start_colour = starts[rng_below(rng, 4)];
	theme->end_colour = ends[rng_below(rng, 4)];
	theme->start_cap = (enum panel_cap)rng_between(rng, PANEL_CAP_DISC,
						       PANEL_CAP_RING);
	theme->end_cap = (enum panel_cap)rng_between(rng, PANEL_CAP_LINE,
						     PANEL_CAP_ARROW);
	theme->middle = rng_below(rng, 3) ? theme->outside : 0x181818;
}

void panel_theme_choose(struct panel_theme *theme, enum panel_surface surface,
			struct rng *rng)
{
	*theme = (struct panel_theme){ .surface = surface };
	choose_ground(theme, rng);
	choose_outside(theme, rng);
	choose_symbols(theme, rng);
	choose_sizes(theme, rng);
}
