/* A Suko's totals in a row or column, each beside a mark that shows its area's
 * colour in some way: small, in a border of any kind, with lines across. What
 * is the same at all the marks does not matter (suko_match.h). */
#ifndef SUKO_ROWS_H
#define SUKO_ROWS_H

#include "items.h"
#include "suko_cards.h"
#include "suko_totals.h"

/* Says what lies by another board of the page. */
struct suko_rows_others {
	bool (*is)(const void *data, struct point px);
	const void *data;
};

/* Looks among the numbers of a page (`items`), and beside its strokes and
 * fields, for such as sum to 45; not among the `others` (may be NULL). Returns
 * 1 where there are such and no others, 0 where not, -1 without memory;
 * `areas` is set only in the first case. */
int suko_rows_find(const struct suko_cards *cards,
		   const struct item_list *items,
		   const struct suko_rows_others *others,
		   const struct tint tints[SUKO_CELLS],
		   struct suko_areas *areas);

#endif
