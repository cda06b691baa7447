/* Drawing cells of panels as they come in pictures: symbols of any design, any
 * colours and light, small or large, aslant, blurred, grainy, compressed, with
 * lines around and things that lie over them. */
#ifndef CELL_SCENE_H
#define CELL_SCENE_H

#include "figures.h"

struct cell_order {
	enum figure_use use;
	double px_low, px_high; /* of a cell's shorter side */
	/* what figures are quoted for: no worse than a person reads easily */
	bool plain;
};

struct cell_scene {
	/* of the cell, of its symbol, in a panel whose cells are flat */
	struct symbol_patch patch, near;
	enum symbol_class label;
	double px_cell;
};

struct cell_scene_maker;

/* NULL without memory. */
struct cell_scene_maker *cell_scene_maker_new(uint64_t seed);
void cell_scene_maker_free(struct cell_scene_maker *maker);

/* Draws one cell of a random class. */
void cell_scene_make(struct cell_scene_maker *maker,
		     const struct cell_order *order, struct cell_scene *scene);

/* The picture drawn last, as PNG, for looking at. 0 or -1. */
int cell_scene_save(const struct cell_scene_maker *maker, const char *path);

#endif
