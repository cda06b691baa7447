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

/* Reads what a lattice shows; where that is no puzzle whose sums agree, what
 * it shows with the lines next to it. `cells`: those that a sheet's rows
 * already hold, from the first one on; or NULL. Returns 0, or -1 with `problem`
 * filled in. */
int cross_sum_read_lattice(struct vision *vision, const struct page *page,
			   const struct lattice *lattice,
			   const struct number *cells,
			   struct sighting_list *sightings,
			   struct problem *problem);

#endif
