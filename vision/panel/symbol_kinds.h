/* What a panel's symbols tell of each other's kinds: panels hold few, and
 * symbols of one colour are mostly of one. */
#ifndef SYMBOL_KINDS_H
#define SYMBOL_KINDS_H

#include "colour_pair.h"
#include "panel_view.h"

struct kind_cell {
	struct cell_view *view; /* changed */
	struct symbol_tint tint;
	double shown; /* how likely it holds something */
	bool relief;  /* it shows no more than most cells do */
};

/* Leans what the networks say of each cell (panel_view.h) to what the others
 * hold, the most to those of its colour. `ground`: of the panel's cells, seen
 * as the tints are. */
void kinds_lean(const struct kind_cell *cells, int count, struct colour ground);

#endif
