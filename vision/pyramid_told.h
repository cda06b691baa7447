/* Bricks of pyramids that only their numbers tell of: of small dashed ones
 * those that hold a number mostly break up. */
#ifndef PYRAMID_TOLD_H
#define PYRAMID_TOLD_H

#include "fields.h"
#include "glyphs.h"
#include "vision.h"

/* Adds to *fields, *count of them from left to right, which the caller frees
 * in any case, a field for each number of the page near two that lie one over
 * the other as bricks do, as large as the nearest of these; none in puzzles of
 * `known` that were surely read. Returns how many, or -1 without memory. */
int pyramid_add_told(const struct page *page, struct glyphs *glyphs,
		     const struct sighting_list *known, struct field **fields,
		     int *count);

#endif
