/* A Suko's cards that their words, dashes or dots cut into several fields: all
 * that is connected and of a cell's tint. */
#ifndef SUKO_TINTED_H
#define SUKO_TINTED_H

#include "fields.h"
#include "puzzle.h"
#include "tints.h"

/* No more of them are told of. */
enum { SUKO_TINTED_MOST = 24 };

/* Grows the fields beside a board that are of a tint of its `cells`, to all of
 * that tint around them. Returns how many `found` there are; 0 without
 * memory. */
int suko_tinted_find(const struct image *image,
		     const struct homography *cell_to_px,
		     const struct tint cells[SUKO_CELLS],
		     const struct field *fields, int count,
		     struct field found[SUKO_TINTED_MOST]);

#endif
