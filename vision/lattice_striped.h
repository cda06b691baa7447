/* Lattices of which only the lying rules are drawn: lines as long as each
 * other, one below the other at even distances. Where a column ends is told by
 * the numbers between them. */
#ifndef LATTICE_STRIPED_H
#define LATTICE_STRIPED_H

#include "elements.h"
#include "items.h"
#include "lattice.h"

/* Appends the lattices between three rules and more; `known` are lattices found
 * in some other way: where one of them lies no rules are looked for. Returns
 * 0, or -1 without memory; lattice_list_fini frees in both cases. `cells` and
 * `line_share` of a lattice are 0. */
int lattice_find_striped(const struct elements *elements,
			 const struct item_list *items,
			 const struct lattice_list *known,
			 struct lattice_list *list);

#endif
