/* Ends: stubs that leave a panel's lines. */
#ifndef PANEL_ENDS_H
#define PANEL_ENDS_H

#include "panel_lines.h"
#include "sheet.h"

/* Fills in the ends of `lines`, whose edges and starts have been read; what
 * ends make of edges that are parted round is mended there. */
void ends_read(const struct sheet *sheet, struct panel_lines *lines);

#endif
