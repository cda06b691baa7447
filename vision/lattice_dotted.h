/* Lattices of which nothing is drawn but where lines would meet: dots or small
 * crosses, all alike, at even distances. */
#ifndef LATTICE_DOTTED_H
#define LATTICE_DOTTED_H

#include "elements.h"
#include "lattice.h"

/* Appends the lattices of at least 4 x 4 cells at whose corners, but for a few,
 * such marks stand. Returns 0, or -1 without memory; lattice_list_fini frees in
 * both cases. `cells` and `line_share` of a lattice are 0. */
int lattice_find_dotted(const struct elements *elements,
			struct lattice_list *list);

#endif
