/* How far a lattice reaches, by its lines: for lattice.c only. */
#ifndef LATTICE_LINES_H
#define LATTICE_LINES_H

#include "lattice.h"

/* Do all four corners lie in the picture? */
bool lattice_is_inside(const struct lattice *lattice,
		       const struct elements *elements);

/* Shifts the lattice onto its lines, where strokes show as such between its
 * cells: the cells' middles are off by what the picture was shrunk for them. */
void lattice_snap(struct lattice *lattice, const struct elements *elements);

/* Adds columns and rows whose cells are all broken up, but whose lines show:
 * as strokes or steps that stand out of the picture's levels, averaged along
 * each side of a cell. */
void lattice_extend(struct lattice *lattice, const struct elements *elements);

#endif
