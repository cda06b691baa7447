/* Marks onto a cairo surface. Only overlay/ and app/view/, which draws as GTK
 * does, include this: cairo stays inside. */
#ifndef PAINT_H
#define PAINT_H

#include <cairo.h>

#include "drawing.h"

enum paint_mode {
	/* over a picture or a game: bright cores with a white and a dark rim,
	 * so that they stand out on any ground; areas let it shine through */
	PAINT_OVER,
	/* the same where pixels are either there or not: nothing half
	 * transparent, areas are hatched */
	PAINT_HARD,
	/* on white paper, on a page in a dark style */
	PAINT_PAPER,
	PAINT_DARK_PAPER,
};

/* How much an area that is not solid hides. */
#define PAINT_AREA_ALPHA 0.5

/* Paints the marks in their order. cell_to_px counts pixels as geometry.h
 * does (the centre of the top left one is 0,0), which is half a pixel off
 * cairo's own count; this is seen to here. */
void paint_layer(cairo_t *cairo, const struct layer *layer,
		 enum paint_mode mode);

/* The smallest upright rectangle around all marks, in puzzle units, with
 * their widths: x, y, width, height. All 0 where there is no mark. */
void paint_bounds(const struct drawing *drawing, double bounds[4]);

#endif
