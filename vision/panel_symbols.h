/* The symbol in a cell: what stands out of the cell's ground, compared with
 * every symbol drawn by ourselves at its place and size. */
#ifndef PANEL_SYMBOLS_H
#define PANEL_SYMBOLS_H

#include "panel.h"
#include "panel_lines.h"
#include "panel_sheet.h"

struct symbol_look {
	struct panel_cell cell;   /* its colour is not set */
	struct colour colour;     /* as seen */
	double likeness;          /* with the symbol as drawn, 0..1 */
	double sure;              /* probability that it is right */
	struct panel_cell second; /* next likely; PANEL_EMPTY: nothing */
	double second_likeness;
};

/* `lines` says where starts reach into the cell. */
void symbols_read(const struct sheet *sheet, const struct panel_lines *lines,
		  int column, int row, struct symbol_look *look);

#endif
