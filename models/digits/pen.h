/* A typeface in one size and pose, drawn onto a canvas. */
#ifndef PEN_H
#define PEN_H

#include "canvas.h"
#include "glyph_patch.h"
#include "typefaces.h"

struct pen {
	const struct typeface_font *font;
	double size;           /* pixels an em */
	bool hinted;           /* as on a screen: outlines fitted to pixels */
	double bold;           /* pixels added to strokes, or taken away */
	double stretch, shear; /* of the letters' shape */
	/* a design of its own: points are moved by waves of this amplitude,
	 * length (both in pixels) and phase (radians); length 0: none */
	double wave, wave_length, wave_phase;
	double turn;            /* of the whole line, radians, clockwise */
	struct point px_middle; /* where the point 0,0 below comes to lie */
};

/* Where a point, in pixels from px_middle before turning, comes to lie. */
struct point pen_place(const struct pen *pen, struct point at);

/* The ink of `letter` and its advance, in pixels from the letter's origin,
 * before turning; y down. Returns 0, or -1 where the font lacks it. */
int pen_measure(const struct pen *pen, char letter, struct extent *extent,
		double *advance);

/* Raises the canvas's values to the letter's coverage (0..1). `origin` is
 * where the letter's origin lies, before turning; `extra` is added to the
 * pen's boldness. `bitmap` is scratch of CANVAS_SIDE_MAX squared bytes. */
int pen_draw(const struct pen *pen, char letter, struct point origin,
	     double extra, struct canvas *canvas, unsigned char *bitmap);

#endif
