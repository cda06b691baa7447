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
	double pitch;      /* pixels a cell, in the middle */
	double field;      /* of a cell's width, how much its field takes:
			    * the rest is line, or gap between cards */
	int cells;         /* how many were seen as a field */
	double error;      /* of their centres, root of the mean square,
			    * in cells */
	int grown[4];      /* columns and rows at its left, top, right and
			    * bottom that only show as lines: what stands
			    * beside the lattice may look so */
	double line_share; /* of the lines between and around the cells,
			    * how much shows as an edge */
};

struct lattice_list {
	struct lattice *lattices;
	size_t count, capacity;
};

enum { LATTICE_SIDE_MAX = 40, LATTICE_REACH_ALL = 2 * LATTICE_SIDE_MAX };

/* Appends to a list (zeroed at first) every lattice of at least 2 x 2 cells.
 * Returns 0, or -1 without memory; lattice_list_fini frees in both cases. */
int lattice_find(const struct elements *elements, struct lattice_list *list);

/* The same for cells that were found in some other way, one quadrilateral
 * each; the lattices' extents are those of the cells, `line_share` and `field`
 * are not set. Cells that stand in line with others, but no further than
 * `reach` cells from those that lie side by side, belong to these. */
int lattice_find_quads(const struct elements *elements,
		       const struct quad *quads, size_t count, int reach,
		       struct lattice_list *list);
void lattice_list_fini(struct lattice_list *list);

/* Changes the extent: columns and rows added (or, negative, taken away) at
 * each side; cell 0,0 moves along. */
void lattice_resize(struct lattice *lattice, int left, int top, int right,
		    int bottom);

/* The outline in the picture. */
struct quad lattice_px_corners(const struct lattice *lattice);

/* How much of the side of a cell shows as an edge (0..1). Sides of cells
 * outside the lattice are allowed. `upright`: the side from (x,y) down to
 * (x,y+1); otherwise from (x,y) to (x+1,y). */
double lattice_side_share(const struct lattice *lattice,
			  const struct elements *elements, int x, int y,
			  bool upright);

#endif
