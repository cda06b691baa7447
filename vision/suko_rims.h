/* The tints of a Suko's cells where their middles have none: in borders that
 * are drawn in the areas' colours, or around a plain square for the digit. */
#ifndef SUKO_RIMS_H
#define SUKO_RIMS_H

#include "puzzle.h"
#include "tints.h"

/* How far within a cell's sides is looked. */
enum { SUKO_RIMS = 4 };

/* Finds the tint along the sides of each cell, so far within as `rim`, 0 to
 * SUKO_RIMS - 1, says: nearest first. `cell_to_px` is the board's map. */
void suko_rims_find(const struct image *image,
		    const struct homography *cell_to_px, int rim,
		    struct tint tints[SUKO_CELLS]);

#endif
