/* Starts: discs on a panel's lines, wider than the lines are. */
#ifndef PANEL_STARTS_H
#define PANEL_STARTS_H

#include "panel_lines.h"
#include "sheet.h"

/* Fills in the starts of `lines`, whose edges have been read. */
void starts_read(const struct sheet *sheet, struct panel_lines *lines);

#endif
