/* How a cell is painted and what befalls its picture. For cell_scene.c only. */
#ifndef CELL_DAMAGE_H
#define CELL_DAMAGE_H

#include "canvas.h"
#include "cell_scene.h"

enum { COLOURS = 3 };

struct cell_scene_maker {
	struct rng rng;
	cairo_surface_t *surface;
	struct canvas canvas[COLOURS], half;
	struct colour sheet[SHEET_CELL * SHEET_CELL];
};

/* How a cell looks. */
struct look {
	double px, line_width;
	struct homography cell_to_px;
	struct colour ground, line, symbol, outside;
	double grain_most; /* levels that leave the symbol to be seen */
	int width, height;
};

static inline double real(struct cell_scene_maker *maker, double low,
			  double high)
{
	return rng_real(&maker->rng, low, high);
}

static inline bool chance(struct cell_scene_maker *maker, double share)
{
	return figure_chance(&maker->rng, share);
}

struct colour cell_colour(struct cell_scene_maker *maker);
struct colour cell_colour_apart(struct cell_scene_maker *maker,
				struct colour from, double least);
/* Fills the path; as a symbol of the class may look. */
void cell_fill(cairo_t *cr, struct colour c, double alpha);
void cell_paint(struct cell_scene_maker *maker, cairo_t *cr,
		const struct look *look, enum symbol_class class);

/* From what was drawn to three canvases, under coloured light that falls off.
 */
void cell_light(struct cell_scene_maker *maker, const struct look *look);
/* Bloom, blur, grain, JPEG. */
void cell_damage(struct cell_scene_maker *maker, const struct cell_order *order,
		 const struct look *look);

#endif
