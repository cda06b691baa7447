/* How a panel of a scene looks: colours and sizes, chosen at random in the
 * ranges that the game and its web pages span (lines .2 to .45 of a cell,
 * breaks .06 to .285, discs .24 to .5, stubs .3 to .5), and beyond them in
 * colour. For scene_panel*.c only. */
#ifndef SCENE_PANEL_THEME_H
#define SCENE_PANEL_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "panel.h"
#include "rng.h"

enum panel_surface {
	PANEL_LIT,   /* in the game: bright cells, darker lines */
	PANEL_NIGHT, /* in the game: lines brighter than the cells */
	PANEL_PAGE,  /* on a web page */
	PANEL_PRINT, /* dark on white */
	PANEL_SURFACES
};

/* What programs draw starts and ends as. */
enum panel_cap {
	PANEL_CAP_LINE, /* as in the game: a disc, a stub */
	PANEL_CAP_DISC,
	PANEL_CAP_SQUARE,
	PANEL_CAP_DIAMOND,
	PANEL_CAP_RING,
	PANEL_CAP_ARROW, /* ends only */
	PANEL_CAPS
};

struct panel_theme {
	enum panel_surface surface;
	uint32_t line, cell, outside, frame;
	uint32_t symbols[PANEL_COLOUR_COUNT];
	uint32_t dots[PANEL_DOT_INVISIBLE]; /* by enum panel_dot */

	/* cells */
	double line_width, gap, start_radius, stub, dot_radius;
	double symbol_scale; /* 1: as in the game */
	double room;         /* that symbols have between lines and discs */
	double pitch;        /* of polyominoes' blocks */
	double block;        /* share of the pitch */
	double lean;         /* of rotatable ones, radians */
	double star_inner;   /* share of the outer radius */
	double margin;       /* of the ground around the lattice */
	bool round;          /* where lines turn and end */
	bool round_gaps;
	bool cells_filled; /* enclosed cells have a ground of their own */
	bool eliminator_down;
	bool framed;
	enum panel_cap start_cap, end_cap;
	uint32_t start_colour, end_colour;
	uint32_t middle; /* of rings */
};

void panel_theme_choose(struct panel_theme *theme, enum panel_surface surface,
			struct rng *rng);
/* Starts and ends in colours of their own, of a panel that has no dots of
 * these. */
void panel_theme_choose_caps(struct panel_theme *theme, struct rng *rng);
/* Of the blocks of a shape: large ones shrink to stay within their cell. */
double panel_theme_pitch(const struct panel_theme *theme, uint64_t shape);
/* How far from its vertex, cells, the tip of a stub lies whose line reaches so
 * far there. */
double panel_theme_stub(const struct panel_theme *theme, double rim);
const char *panel_surface_name(enum panel_surface surface);

#endif
