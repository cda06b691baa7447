/* Sukos found by their cells: three by three fields with a number where each
 * four of them meet, whatever the discs around these look like. */
#ifndef SUKO_CELLS_H
#define SUKO_CELLS_H

#include "suko_discs.h"

/* Appends to the list those that have no like in it. Returns 0, or -1 without
 * memory. */
int suko_cells_find(struct glyphs *glyphs, const struct elements *elements,
		    const struct field *fields, int field_count,
		    struct suko_discs_list *list);

#endif
