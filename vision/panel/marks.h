/* What lies on a panel's lines, and what that makes of them: for panel_lines.c
 * and its parts. */
#ifndef PANEL_MARKS_H
#define PANEL_MARKS_H

#include "panel_lines.h"

/* Fills in the starts of `lines`, whose edges have been read. */
void starts_read(const struct sheet *sheet, struct panel_lines *lines);

/* Fills in the ends of `lines`, whose edges and starts have been read; what
 * ends make of edges that are parted round is mended there. */
void ends_read(const struct sheet *sheet, struct panel_lines *lines);

/* Mends those edges and the ends along them, after all ends have been read. */
void facing_judge(const struct sheet *sheet, struct panel_lines *lines);

/* Fills in the starts or the ends of `lines`, of which all else has been read,
 * if these have none: all that is not ground counts as line. 0, or -1 without
 * memory. */
int foreign_read(const struct sheet *sheet, struct panel_lines *lines);

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
