/* Dots on a panel's lines: on its vertices and in the middle of its edges. */
#ifndef PANEL_DOTS_H
#define PANEL_DOTS_H

#include "panel_lines.h"

/* Where edges are known. Sets each spot's dot, its colour and how sure that is.
 * 0, or -1 without memory. */
int dots_read(const struct sheet *sheet, struct panel_lines *lines);

#endif
