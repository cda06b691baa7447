/* Elements that may be a panel's network of lines: rows of pixels cross them
 * again and again. */
#ifndef PANEL_SEEDS_H
#define PANEL_SEEDS_H

#include <stdbool.h>

#include "elements.h"

/* So many networks of a picture are looked at, those with the most runs
 * first: a screen of three panels has fewer than ten. */
enum { NETWORKS_MAX = 12 };

/* How often rows cross an element: in so many runs over so many rows. */
struct panel_field {
	long runs, rows;
	int last_row;
};

/* Of each element; the caller frees. NULL without memory. */
struct panel_field *seeds_measure(const struct elements *elements);

/* Does the element go from side to side of the picture, or nearly? */
bool seeds_span(const struct elements *elements, int element);

/* ... and from its top to its low end, too, as what lies around all does? */
bool seeds_surround(const struct elements *elements, int element);

/* Is an element no seed? */
typedef bool (*seeds_skip)(const void *data, int element);

/* The elements of a kind that may be a network, by number, but for those that
 * `skip` (NULL: none) names; returns how many. */
int seeds_find(const struct elements *elements,
	       const struct panel_field *fields, enum element_kind kind,
	       seeds_skip skip, const void *data, int seeds[NETWORKS_MAX]);

/* At a glance: does any element look like a panel's lines, by their widths? */
bool seeds_show_lines(const struct elements *elements);

#endif
