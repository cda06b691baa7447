/* The symbol in a cell: what stands out of the cell's ground, compared with
 * every symbol drawn by ourselves at its place and size. */
#ifndef PANEL_SYMBOLS_H
#define PANEL_SYMBOLS_H

#include "panel.h"
#include "panel_lines.h"
#include "mask.h"
#include "sheet.h"
#include "symbol_net.h"

struct symbol_look {
	struct panel_cell cell; /* its colour is not set */
	struct colour colour;   /* as seen */
	double sure;            /* probability that it is right */
	bool crossed;           /* a square, with a paler cross in its middle */
	bool hollow;   /* a square or a star whose middle is not filled, */
	bool outlined; /* ... nor most of it, */
	struct colour inside; /* and what is seen there */
	bool gapless;         /* a polyomino with nothing between its blocks */
	/* the symbol as we draw it, or what was seen where nothing that we draw
	 * is like it: a bit for each of the cell's pixels, by rows */
	uint64_t drawn[SHEET_CELL];
	double stroke; /* how wide its strokes are, blobs half, cells */
	double most;   /* what stands out, as a share of what symbols must */
	/* of a cell taken for empty: the chance of a symbol to the network */
	double shown;
	bool relief; /* it shows no more than most cells do */
	bool has_second;
	struct panel_cell second; /* next likely; PANEL_EMPTY: nothing */
	/* and after that, for such a share of what is left beside `sure`; 0:
	 * there is none */
	struct panel_cell third;
	double third_share;
	/* so much of that is left to neither: something may be stuck to it */
	double odd;
};

/* All cells; `lines` says where starts reach into them. Returns 0, or -1
 * without memory. */
int symbols_read(struct symbol_nets *nets, const struct sheet *sheet,
		 const struct panel_lines *lines,
		 struct symbol_look symbols[][PANEL_SIDE_MAX]);

#endif
