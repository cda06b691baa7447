/* Panels that are switched off or blank: faces without lines, beside one that
 * is on. And panels that lack a start or an end, or whose are hidden. */
#ifndef PANEL_BLANK_H
#define PANEL_BLANK_H

#include "page.h"
#include "find.h"
#include "sighting.h"

/* Notes in `list` those beside panels that were read, or left out, from
 * `first` on: alone, such a face is any screen or card. */
void blank_find(const struct page *page, struct sighting_list *list,
		size_t first);

/* Notes in `list` the places that lack a start or an end: alone, those that
 * have the other surely. */
void blank_find_lacking(const struct panel_places *places,
			struct sighting_list *list, size_t first);

#endif
