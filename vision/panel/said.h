/* Starts and ends that the player says: what is drawn there is whatever some
 * program draws starts and ends like. */
#ifndef PANEL_SAID_H
#define PANEL_SAID_H

#include "geometry.h"

/* Where they lie, pixels of the picture: those of a panel in which such a place
 * lies are there, and nowhere else. */
enum { SAID_MOST = 16 };
struct said {
	struct point px_starts[SAID_MOST], px_ends[SAID_MOST];
	int start_count, end_count;
};

/* Puts those that lie in the panel into its lines, each at the nearest spot
 * that lines lead to, in place of those that were read. */
struct sheet;
struct panel_lines;
void said_take(const struct said *said, const struct sheet *sheet,
	       struct panel_lines *lines);

#endif
