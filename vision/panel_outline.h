/* Symbols with an outline in a colour of its own around them. For
 * panel_symbols.c only. */
#ifndef PANEL_OUTLINE_H
#define PANEL_OUTLINE_H

#include "panel_patch.h"
#include "panel_view.h"

/* Where an outline lies around what stands out, and what it encloses is neither
 * ground nor a mixture of both, that is the symbol: takes it alone for it. */
void outline_take_fill(struct patch *patch);

/* What the network says of the cell, which it sees without such an outline. */
void outline_view(const struct sheet *sheet, int column, int row,
		  const struct patch *patch, struct cell_view *view);

#endif
