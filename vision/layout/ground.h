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
	 * further and further out, around it, and at last its texture */
	GROUND_FILLS = 6,
	GROUND_TEXTURE = GROUND_FILLS - 1,
	/* ways off a number: left and right from its ends, the same from its
	 * middle, up and down; places along each */
	GROUND_WAYS = 6,
	GROUND_STEPS = 64,
};

struct ground {
	struct colour fills[GROUND_FILLS][GROUND_CELLS];
	bool textured; /* one of the cells is */
	/* how much colours of a textured cell may differ by where samples
	 * happen to lie, levels */
	double rough;
	bool plain[GROUND_CELLS]; /* nothing is written on its middle */
	double unseen; /* share of the cells' sides where nothing shows */
};

/* `cells` are tokens that stand for the cells, cards that lie apart; -1: the
 * cell reaches to the next one. */
void ground_of_cells(const struct pixel_level *level,
		     const struct token_list *tokens,
		     const struct quartet *quartet,
		     const int cells[GROUND_CELLS], struct ground *ground);

/* What shows around a number, each further from its ink; places on the
 * quartet's cells have none: NaN. */
struct around {
	struct colour colours[GROUND_WAYS][GROUND_STEPS];
	/* where cells are textured */
	struct colour textures[GROUND_WAYS][GROUND_STEPS];
};

void ground_around(const struct pixel_level *level, const struct ground *ground,
		   const struct homography *px_to_unit,
		   const struct quad *px_quad, struct around *around);

#endif
