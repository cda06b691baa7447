/* A look of panels for tests, and the wall they hang on. */
#ifndef PANEL_PLAIN_H
#define PANEL_PLAIN_H

#include "picture.h"
#include "scene.h"
#include "scene_panel_theme.h"

/* Sizes as FACTS has them for the game. */
static const struct panel_theme plain = {
	.surface = PANEL_LIT,
	.line = 0x354444,
	.cell = 0x00a888,
	.outside = 0x00a888,
	.frame = 0x103830,
	.symbols = { [PANEL_BLACK] = 0x0c0c0c,
		     [PANEL_WHITE] = 0xf4f4f4,
		     [PANEL_ORANGE] = 0xff8c10,
		     [PANEL_YELLOW] = 0xffe010 },
	.dots = { [PANEL_DOT_BLACK] = 0x080808 },
	.line_width = 0.25,
	.gap = 0.2,
	.start_radius = 0.3,
	.stub = 0.4,
	.dot_radius = 0.1,
	.symbol_scale = 1,
	.room = 0.6,
	.pitch = 0.185,
	.block = 0.78,
	.lean = 0.3,
	.star_inner = 0.75,
	.margin = 0.7,
	.round = true,
	.framed = true,
};

/* Fills in a square image, grey all over, and opens it for drawing; the caller
 * frees both. */
static inline cairo_t *wall(struct image *image, int side)
{
	cairo_t *cr = picture_begin(image, side, side);

	scene_colour(cr, 0x606468);
	cairo_paint(cr);
	return cr;
}

#endif
