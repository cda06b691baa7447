/* Starts and ends that are drawn in other colours than the lines, as a square,
 * an arrow or whatever a program draws. */
#ifndef PANEL_FOREIGN_H
#define PANEL_FOREIGN_H

#include "panel_lines.h"
#include "sheet.h"

/* Fills in the starts or the ends of `lines`, of which all else has been read,
 * if these have none: all that is not ground counts as line. 0, or -1 without
 * memory. */
int foreign_read(const struct sheet *sheet, struct panel_lines *lines);

#endif
