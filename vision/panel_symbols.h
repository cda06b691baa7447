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
	double most; /* what stands out, as a share of what symbols must */
	/* what stands out less than that, where it lies free in the cell */
	struct {
		struct panel_cell cell, second;
		double likeness; /* to the symbol `cell`; 0: there is nothing */
		double apart;    /* how sure it is not `second` */
	} faint;
	bool outlined; /* in another colour */
	bool crossed;  /* a square, with a paler cross in its middle */
	bool gapless;  /* a polyomino with nothing between its blocks */
	double rim_px; /* how wide the rims of hollow blocks are; 0: of others
			*/
	bool seen;     /* by the network, however faint: it is no relief */
	double shown;  /* the chance that it is one shaped as no relief is */
	bool has_second;
	struct panel_cell second; /* next likely; PANEL_EMPTY: nothing */
};

/* All cells; `lines` says where starts reach into them. */
void symbols_read(const struct sheet *sheet, const struct panel_lines *lines,
		  struct symbol_look symbols[][PANEL_SIDE_MAX]);

#endif
