/* Shapes on a plane that is seen in perspective, drawn with sharp edges: their
 * points are mapped before cairo fills them. One unit is a cell, as on the
 * panel. For scene_panel*.c only. */
#ifndef SCENE_PANEL_PEN_H
#define SCENE_PANEL_PEN_H

#include <cairo.h>
#include <stdint.h>

#include "geometry.h"

struct pen {
	cairo_t *cr; /* its units are picture pixels */
	struct homography cell_to_px;
};

/* Each adds a closed path, all of them clockwise: overlapping ones are filled
 * as one. */
void pen_polygon(const struct pen *pen, const struct point *points, int count);
void pen_box(const struct pen *pen, double x, double y, double width,
	     double height);
void pen_disc(const struct pen *pen, struct point middle, double radius);
/* A box around `middle` turned by `turn` radians, its corners rounded by
 * `round` cells. */
void pen_block(const struct pen *pen, struct point middle, struct point half,
	       double round, double turn);
/* A line of a width between two points; round: half a disc at either end. */
void pen_line(const struct pen *pen, struct point from, struct point to,
	      double width, bool round);

/* Fills what was added and forgets it. */
void pen_fill(const struct pen *pen, uint32_t rgb);

#endif
