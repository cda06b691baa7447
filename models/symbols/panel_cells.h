/* Cells of panels as the reader sees them in scenes (scenes/), drawn once and
 * kept in a file: drawing a scene takes as long as learning a thousand cells.
 */
#ifndef PANEL_CELLS_H
#define PANEL_CELLS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "problem.h"
#include "rng.h"
#include "symbol_net.h"

/* Scenes from number `first` on. */
struct cells_order {
	long first, count;
	bool held; /* all cells, as they are */
};

/* Draws scenes and appends the cells of their panels to a file. To learn from,
 * panels are filled with more symbols, and of cells that are empty about as
 * many are kept as of any other class. Returns 0, or -1 with `problem` filled
 * in. */
int panel_cells_draw(const struct cells_order *order, FILE *file,
		     struct problem *problem);

struct panel_cells {
	uint8_t *cells; /* one after the other, as in the file */
	long count;
};

/* Reads such a file. Returns 0, or -1 with `problem` filled in;
 * panel_cells_fini frees in both cases. */
int panel_cells_read(struct panel_cells *cells, const char *path,
		     struct problem *problem);
void panel_cells_fini(struct panel_cells *cells);

/* How a patch is cut: mirrored from left to right or not, so far beside its
 * place (-1 to 1 pixels of the sheet), of the symbol from near or the cell. */
struct panel_cut {
	bool mirrored, near;
	int dx, dy;
};

/* The patch of cell i; returns its class. */
enum symbol_class panel_cells_take(const struct panel_cells *cells, long i,
				   const struct panel_cut *cut,
				   struct symbol_patch *patch);

#endif
