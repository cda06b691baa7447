/* Lines drawn over a panel's, in another colour: from a start to an end it is
 * solved already; what ends before that the player has begun. */
#ifndef PANEL_SOLVED_H
#define PANEL_SOLVED_H

#include "panel_lines.h"
#include "sheet.h"

/* Does it? The sheet's pixels are worked out (sheet_fill). Lines that the
 * player has begun end on the lattice, and are none. */
bool solved_shows(const struct sheet *sheet);

/* Is all that was read as lines one path, or two, from a start to an end, with
 * the panel's own lines fainter around it? `lines`: those read. */
bool solved_is_traced(const struct sheet *sheet,
		      const struct panel_lines *lines);

/* A line that was begun, or it and its mirror image. */
struct begun {
	struct colour colour;
	double reach; /* how far from that its pixels may be */
	bool on[PANEL_SPAN_MAX][PANEL_SPAN_MAX]; /* spots under it */
};

/* Takes such lines off the sheet's pixels: what lies below is the panel's own
 * line. Returns 1, and the sheet should be judged again; 0 where there is none;
 * or -1 without memory. */
int solved_lift_begun(struct sheet *sheet, struct begun *begun);

#endif
