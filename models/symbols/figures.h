/* The symbols that a panel's cells hold, drawn in designs as different as can
 * be: paths of cairo in a cell's own units, seen through a homography. */
#ifndef FIGURES_H
#define FIGURES_H

#include <cairo.h>

#include "geometry.h"
#include "rng.h"
#include "symbol_net.h"

/* Designs are dealt out by their features, so that none that is tested was
 * trained on. */
enum figure_use { FIGURE_TRAIN, FIGURE_TEST };

struct figure_pen {
	cairo_t *cr;
	struct homography cell_to_px; /* the cell is 0..1 */
	struct rng *rng;
	enum figure_use use;
	double room; /* what a symbol may take up, cells */
	/* how round corners are, a share of the sides that meet there; how far
	 * they lie off their places, cells */
	double soft, wobble;
};

bool figure_chance(struct rng *rng, double share);

/* Adds the path of corners. */
void figure_polygon(const struct figure_pen *pen, const struct point *corners,
		    int count);
void figure_disc(const struct figure_pen *pen, struct point middle,
		 double radius);
/* `half` a side, its corners `round`, a share of that, turned: at 1 a disc. */
void figure_block(const struct figure_pen *pen, struct point middle,
		  double half, double round, double turn);
/* A straight stroke with square ends. */
void figure_stroke(const struct figure_pen *pen, struct point from,
		   struct point to, double width);

/* Adds a symbol of the class, of any design of the pen's use, about the middle,
 * to be filled by the winding rule: not for SYMBOL_EMPTY and SYMBOL_OTHER. */
void figure_symbol(const struct figure_pen *pen, enum symbol_class class,
		   struct point middle);

#endif
