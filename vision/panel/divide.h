/* Cells that are several in truth: of a panel that lacks every second line the
 * symbols say so, which lie off the middle of what looks like a cell. */
#ifndef PANEL_DIVIDE_H
#define PANEL_DIVIDE_H

#include "sheet.h"

/* Into how many parts a side of each cell must be divided for symbols to lie in
 * the middle: 1 where they do. */
int divide_by_symbols(const struct sheet *sheet);

#endif
