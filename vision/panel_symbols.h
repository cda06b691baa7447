/* The symbol in a cell: what stands out of the cell's ground, compared with
 * every symbol drawn by ourselves at its place and size. */
#ifndef PANEL_SYMBOLS_H
#define PANEL_SYMBOLS_H

#include "panel.h"
#include "panel_lines.h"
#include "panel_sheet.h"

struct symbol_look {
	struct panel_cell cell; /* its colour is not set */
	struct colour colour;   /* as seen */
	double sure;            /* probability that it is right */
	bool has_second;
	struct panel_cell second; /* next likely; PANEL_EMPTY: nothing */
};

/* `lines` says where starts reach into the cell. */
void symbols_read(const struct sheet *sheet, const struct panel_lines *lines,
		  int column, int row, struct symbol_look *look);

#endif
