/* What lies in a panel's cell: a network (net_layers.h) that tells the kinds of
 * symbols apart, trained by models/symbols. */
#ifndef SYMBOL_NET_H
#define SYMBOL_NET_H

#include "net_layers.h"
#include "panel_sheet.h"

enum symbol_class {
	SYMBOL_EMPTY,
	SYMBOL_SQUARE,
	SYMBOL_STAR,
	SYMBOL_TRIANGLE_1,
	SYMBOL_TRIANGLE_2,
	SYMBOL_TRIANGLE_3,
	SYMBOL_TRIANGLE_4,
	SYMBOL_ELIMINATOR,
	SYMBOL_BLOCKS, /* a polyomino, upright */
	SYMBOL_BLOCKS_TURNED,
	SYMBOL_HOLLOW,
	SYMBOL_HOLLOW_TURNED,
	SYMBOL_OTHER, /* what is none of them: a pointer, a part, a stub */
	SYMBOL_CLASSES,
};

enum {
	SYMBOL_SIDE = 32,  /* of the patch */
	SYMBOL_INPUTS = 4, /* channels of the patch */
	SYMBOL_OUT = 16,   /* classes, padded */
};

#define SYMBOL_NET_SHAPE                                                       \
	{                                                                      \
		.side = SYMBOL_SIDE, .inputs = SYMBOL_INPUTS,                  \
		.depth = { 8, 24, 48 }, .hidden = 32, .out = SYMBOL_OUT        \
	}

/* [y][x][channel]: how far a pixel's colour lies on the way from the ground's
 * to the symbol's, how far beside that way, both in units of how much the
 * symbol stands out, how much of it is the lines' colour, and how far its
 * brightness lies on the way alone: pictures keep that sharper than colours. */
struct symbol_patch {
	float value[SYMBOL_SIDE * SYMBOL_SIDE * SYMBOL_INPUTS];
};

/* Cuts the patch out of a cell from line to line, by rows, given the colours of
 * its ground and of the lines around it. */
void symbol_patch_cut(const struct colour pixels[SHEET_CELL * SHEET_CELL],
		      struct colour ground, struct colour line,
		      struct symbol_patch *patch);

/* A square of a cell's pixels: its upper left corner, how wide it is. */
struct symbol_window {
	float left, top, side;
};

/* The same seen from near: the patch is what lies in the window, and instead of
 * the lines' colour it says how wide that is, cells. */
void symbol_patch_cut_near(const struct colour pixels[SHEET_CELL * SHEET_CELL],
			   struct colour ground,
			   const struct symbol_window *window,
			   struct symbol_patch *patch);

/* How likely each class is; they add up to 1. `weights`: net_floats(). */
void symbol_net_judge(const float *weights, const struct symbol_patch *patch,
		      float chances[SYMBOL_CLASSES]);

/* A network is wrong more often than it claims where nothing like it was
 * trained on: nothing is less likely than this. */
#define SYMBOL_CHANCE_LEAST 1e-4

/* As the program's three networks say: two that were trained on other designs
 * and see all of the cell, and one that sees its symbol from near (`near`): a
 * symbol that is a third of its cell wide has three times as many pixels there.
 */
void symbol_nets_judge(const struct symbol_patch *patch,
		       const struct symbol_patch *near,
		       float chances[SYMBOL_CLASSES]);

#endif
