/* What the ground shows where a layout says that things are: the fills of a
 * quartet's three by three cells and the lines between them, and the colours
 * around a number that stands beside it. */
#ifndef LAYOUT_GROUND_H
#define LAYOUT_GROUND_H

#include "colour.h"
#include "quartet.h"

enum {
	GROUND_CELLS = 9,
	/* a cell's fill may be all of it, or a border's: the middle, then
	 * further and further out */
	GROUND_FILLS = 4,
	/* places left, right, above and below a number */
	GROUND_AROUND = 80,
};

struct ground {
	struct colour fills[GROUND_FILLS][GROUND_CELLS];
	bool plain[GROUND_CELLS]; /* nothing is written on its middle */
	double unseen; /* share of the cells' sides where nothing shows */
};

/* `cells` are tokens that stand for the cells, cards that lie apart; -1: the
 * cell reaches to the next one. */
void ground_of_cells(const struct pixel_level *level,
		     const struct token_list *tokens,
		     const struct quartet *quartet,
		     const int cells[GROUND_CELLS], struct ground *ground);

/* The colours around a number, each further from its ink, in the same order for
 * each number; places on the quartet's cells have none: NaN. */
void ground_around(const struct pixel_level *level,
		   const struct homography *px_to_unit,
		   const struct quad *px_quad,
		   struct colour around[GROUND_AROUND]);

#endif
