/* Cross-sums whose cells are those of a lattice, their totals in or beside it.
 */
#ifndef CROSS_SUM_LATTICE_H
#define CROSS_SUM_LATTICE_H

#include "lattice.h"
#include "sum_sheet.h"

/* Adds what was found on a sheet; `cell_to_px` is that of the layout's cells.
 * Returns 0, or -1 with `problem` filled in. */
int cross_sum_add(struct sum_sheet *sheet, const struct sum_layout *layout,
		  const struct homography *cell_to_px,
		  struct sighting_list *list, struct problem *problem);

/* Where cross-sums are looked for. */
struct sum_search {
	struct vision *vision;
	const struct page *page;
	/* that were read there already, zeroed at first; lattice_list_fini */
	struct lattice_list read;
};

/* Reads what a lattice shows; where that is no puzzle whose sums agree, what
 * it shows with the lines next to it. `cells`: those that a sheet's rows
 * already hold, from the first one on; or NULL: one that was read already, as
 * it was found in several ways, is passed over. Returns 0, or -1 with
 * `problem` filled in. */
int cross_sum_read_lattice(struct sum_search *search,
			   const struct lattice *lattice,
			   const struct number *cells,
			   struct sighting_list *sightings,
			   struct problem *problem);

#endif
