/* The colours of a panel's symbols, to be compared. */
#ifndef SYMBOL_COLOURS_H
#define SYMBOL_COLOURS_H

#include "colours.h"
#include "symbols.h"

/* That of one symbol of such a colour, whose strokes are so wide, cells. */
struct symbol_tint symbol_tint_of(const struct sheet *sheet, int column,
				  int row, struct colour colour, double stroke);

/* Those of the symbols that were read, by rows, and where each lies (row *
 * PANEL_SIDE_MAX + column). Returns how many there are: COLOURS_MAX at most. */
int symbol_colours_take(const struct sheet *sheet,
			const struct symbol_look looks[][PANEL_SIDE_MAX],
			struct symbol_tint *tints, int *at);

#endif
