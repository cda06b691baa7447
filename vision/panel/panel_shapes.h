/* The shapes of a panel's polyominoes, drawn by us and compared with a mask. */
#ifndef PANEL_SHAPES_H
#define PANEL_SHAPES_H

#include "panel.h"
#include "sheet.h"
#include "symbol_net.h"

/* How fast doubt goes with how much likelier the best symbol is than the next,
 * by likeness. */
#define SHAPES_APART_SHARP 60.0

struct shape_mask {
	/* share of each pixel that is symbol; rows from the top */
	float cover[SHEET_CELL * SHEET_CELL];
	/* how far its colour is on the way from the ground to the symbol */
	float share[SHEET_CELL * SHEET_CELL];
	double area; /* cells */
};

struct shape_match {
	struct panel_cell cell;
	/* what mask and drawing share, of what either covers: 0..1 */
	double likeness;
	bool gapless; /* a polyomino with nothing between its blocks */
	uint64_t drawn[SHEET_CELL]; /* its drawing: a bit a pixel, by rows */
};

/* The polyomino most like the mask, from which specks are taken out, and the
 * most like of any that means something else; empty cells where there is none.
 * `less`: how much less likely each class is than the likeliest, by its look
 * alone; in units of likeness. */
void shapes_match(struct shape_mask *mask, const double less[SYMBOL_CLASSES],
		  struct shape_match *best, struct shape_match *second);

#endif
