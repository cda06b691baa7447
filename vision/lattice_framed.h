/* Lattices without lines: a frame, and numbers in it that stand at even
 * distances, in the middles of cells that nothing parts. */
#ifndef LATTICE_FRAMED_H
#define LATTICE_FRAMED_H

#include "elements.h"
#include "items.h"
#include "lattice.h"

/* Appends the lattices of four-sided fields in which all numbers and empty
 * boxes stand in the middles of cells. Returns 0, or -1 without memory;
 * lattice_list_fini frees in both cases. `cells` and `line_share` of a lattice
 * are 0. */
int lattice_find_framed(const struct elements *elements,
			const struct item_list *items,
			struct lattice_list *list);

/* Of how many columns all but a few of the items within a quadrilateral stand
 * in the middles: 0 of none, -1 where there are too few items to tell. */
int lattice_framed_columns(const struct quad *frame,
			   const struct item_list *items);

#endif
