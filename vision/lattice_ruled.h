/* Lattices whose lines are too faint, too broken or too short to part cells:
 * pale or dotted rules, crosses or dots where lines would meet. What shows is a
 * four-sided field; its rules are found by their levels, averaged all along
 * it, which come back at even distances. */
#ifndef LATTICE_RULED_H
#define LATTICE_RULED_H

#include "elements.h"
#include "lattice.h"

/* Appends the lattices of fields in which rules show, both ways, at least
 * three each; `known` are lattices found by their cells: what one of them fills
 * is not looked at. Returns 0, or -1 without memory; lattice_list_fini frees
 * in both cases. `cells` and `line_share` of a lattice are 0. */
int lattice_find_ruled(const struct elements *elements,
		       const struct lattice_list *known,
		       struct lattice_list *list);

#endif
