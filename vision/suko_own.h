/* The areas of one of a page's Sukos, by totals that lie by it, and at last by
 * any that no other board has. */
#ifndef SUKO_OWN_H
#define SUKO_OWN_H

#include "fields.h"
#include "page.h"
#include "suko_discs.h"
#include "suko_totals.h"
#include "vision_parts.h"

/* The board, and what is known of the page. */
struct suko_own {
	struct vision *vision;
	const struct page *page;
	const struct suko_discs *discs;
	const struct suko_discs_list *all; /* all boards of the page */
	const struct sighting_list *known; /* what was read of it */
	const struct tint *tints;          /* of the nine cells */
};

/* Finds the areas; where their totals do not show in fields, in other places,
 * rows, or over the sides of cards. `last`: of the other boards is read what
 * can be, so that what is left may be this one's, wherever it lies. Returns 0,
 * or -1 without memory. */
int suko_own_find(const struct suko_own *board, const struct field *fields,
		  int field_count, bool last, struct suko_areas *areas);

#endif
