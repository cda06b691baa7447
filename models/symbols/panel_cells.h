/* Cells of panels as the reader sees them in scenes (scenes/), drawn once and
 * kept in a file: drawing a scene takes as long as learning a thousand cells.
 */
#ifndef PANEL_CELLS_H
#define PANEL_CELLS_H

#include <stdbool.h>
#include <stdio.h>

#include "problem.h"
#include "symbol_net.h"

/* Appends one cell: a byte for its class, then its two patches' values, of
 * which 80 are 1, each a signed byte. Returns 0 or -1. */
int panel_cells_put(FILE *file, enum symbol_class class,
		    const struct symbol_patch *whole,
		    const struct symbol_patch *near);

/* Draws scenes from number `first` on and appends the cells of their panels:
 * `held`: all of them, as they are. To learn from, panels are filled with more
 * symbols, and of cells that are empty about as many are kept as of any other
 * class. Returns 0, or -1 with `problem` filled in. */
int panel_cells_draw(long first, long count, bool held, FILE *file,
		     struct problem *problem);

#endif
