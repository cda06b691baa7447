/* What a bare cell of a panel looks like: its relief, its shades, what blur
 * carries into it from the lines around. Symbols are what a cell has beyond
 * that. */
#ifndef PANEL_BARE_H
#define PANEL_BARE_H

#include "sheet.h"

/* Sets the sheet's `bare` by the emptiest of its cells; after sheet_fill, and
 * again after pixels were changed. Returns 0, or -1 without memory. */
int bare_find(struct sheet *sheet);

/* By how many levels at most a cell differs from its ground, ... */
double bare_most(const struct sheet *sheet, int column, int row);
/* beyond what bare ones do. */
double bare_beyond(const struct sheet *sheet, int column, int row);

#endif
