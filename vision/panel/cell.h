/* One cell of a network, where no two show a lattice: a panel of two by two
 * that lacks an edge has no four. */
#ifndef PANEL_CELL_H
#define PANEL_CELL_H

#include "panel_network.h"

/* The largest cells of a network that were seen so far, one a place. */
enum { CELLS_MOST = 2 };

struct panel_cells {
	struct quad corners[CELLS_MOST]; /* on the lines, network pixels */
	double area[CELLS_MOST];         /* the largest first */
	int count;
};

/* Adds those of the hearts found last, at a distance, which are cells: four
 * straight sides with lines of one width along them. */
void cells_add(struct panel_cells *cells, const struct network *network,
	       double distance);

#endif
