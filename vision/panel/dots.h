/* Dots on a panel's lines: on its vertices and in the middle of its edges. */
#ifndef PANEL_DOTS_H
#define PANEL_DOTS_H

#include "panel_lines.h"

/* Where edges are known. Sets each spot's dot, its colour and how sure that is.
 * 0, or -1 without memory. */
int dots_read(const struct sheet *sheet, struct panel_lines *lines);
/* Has a dot that is neither a start's nor an end's the colour and the size of
 * the dot of this spot? */
bool dots_are_like(const struct sheet *sheet, const struct panel_lines *lines,
		   int x, int y);
/* Where starts and ends are known: tells dots from what is drawn in the middle
 * of starts, and from breaks. */
void dots_settle(const struct sheet *sheet, struct panel_lines *lines);

#endif
