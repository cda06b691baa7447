/* Lattices: cells that stand in columns and rows, straight or in perspective.
 *
 * Found from the fields (elements.h) that look like a cell: four-sided, with
 * neighbours of the same size to the right and below. Neighbours are linked,
 * linked cells numbered, and one homography fitted to all of them, so that
 * cells which a piece or a number breaks up are found by the others. */
#ifndef LATTICE_H
#define LATTICE_H

#include "elements.h"

struct lattice {
	int columns, rows;
	struct homography cell_to_px; /* corner of cell x,y -> full picture */
	struct homography px_to_cell;
	double field; /* of a cell's width, how much its field takes: the rest
		       * is line, or gap between cards */
	int cells;    /* how many were seen as a field */
	double error; /* of their centres, root of the mean square, in cells */
};

struct lattice_list {
	struct lattice *lattices;
	size_t count, capacity;
};

/* Appends to a list (zeroed at first) every lattice of at least 2 x 2 cells.
 * Returns 0, or -1 without memory; lattice_list_fini frees in both cases. */
int lattice_find(const struct elements *elements, struct lattice_list *list);

/* The same for cells that were found in some other way, one quadrilateral
 * each. */
int lattice_find_quads(const struct elements *elements,
		       const struct quad *quads, size_t count,
		       struct lattice_list *list);
void lattice_list_fini(struct lattice_list *list);

/* The outline in the picture. */
struct quad lattice_px_corners(const struct lattice *lattice);

#endif
