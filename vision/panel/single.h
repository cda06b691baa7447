/* A panel of which a single straight line is drawn, from a start to an end in
 * the middle of a bare face: nothing but the face says how many cells it has,
 * and a page's slider may look so, too. */
#ifndef PANEL_SINGLE_H
#define PANEL_SINGLE_H

#include "page.h"
#include "sighting.h"

/* Adds such a panel, in doubt, where the picture shows one. 0, or -1 without
 * memory. */
int single_find(const struct page *page, struct sighting_list *list,
		struct problem *problem);

#endif
