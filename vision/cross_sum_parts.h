/* What of a page may be taken for a cross-sum, but is a part of a larger board.
 */
#ifndef CROSS_SUM_PARTS_H
#define CROSS_SUM_PARTS_H

#include "items.h"
#include "lattice.h"
#include "vision.h"

/* Are these cells some of a board of another game, among `all` lattices of a
 * page? `totals`: so many of their columns and rows may be totals; `agreed`:
 * all sums agree, as those of many cells do not by chance. */
bool cross_sum_is_part(const struct lattice *part, int totals, bool agreed,
		       const struct lattice_list *all,
		       const struct item_list *items);

/* Doubts cross-sums of few cells that the page's numbers surround. Returns
 * whether there are any. */
bool cross_sum_doubt_parts(const struct item_list *items,
			   struct sighting_list *list);

#endif
