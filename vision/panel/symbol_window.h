/* Where in a panel's cell its symbol lies, for looking at it from near. */
#ifndef SYMBOL_WINDOW_H
#define SYMBOL_WINDOW_H

#include "symbol_net.h"

/* A square of the cell's pixels, around the symbol with some ground: all of it
 * that is free of lines where nothing stands out. `ground`, `line`: their
 * colours there; `inset`: how far the lines around reach into the cell, cells.
 */
struct symbol_window
symbol_window_find(const struct colour pixels[SHEET_CELL * SHEET_CELL],
		   struct colour ground, struct colour line, double inset);

#endif
