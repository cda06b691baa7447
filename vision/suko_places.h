/* Where a Suko's totals may stand besides whole fields: between two parts of
 * a field that its digits cut in two, around such that words cut up, around
 * bare numbers, as a rim or card as light as the page makes no field, and in
 * step with totals that are known. */
#ifndef SUKO_PLACES_H
#define SUKO_PLACES_H

#include "fields.h"
#include "suko_totals.h"
#include "vision.h"
#include "vision_parts.h"

/* The board whose totals are looked for: its cells' tints, and which totals are
 * known. */
struct suko_board {
	const struct homography *cell_to_px;
	const struct tint *tints;
	const struct suko_areas *areas;
};

/* The fields and, behind them, these places as if they were fields. Returns how
 * many, or -1 without memory; the caller frees *places in both cases. */
int suko_places_find(struct vision *vision, const struct page *page,
		     const struct sighting_list *known,
		     const struct suko_board *board, const struct field *fields,
		     int count, struct field **places);

#endif
