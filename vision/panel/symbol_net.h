/* What lies in a panel's cell: networks that tell the kinds of symbols apart,
 * trained by models/symbols. */
#ifndef SYMBOL_NET_H
#define SYMBOL_NET_H

#include "sheet.h"

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
	SYMBOL_INPUTS = 8, /* channels of the patch */
};

/* [channel][y * SYMBOL_SIDE + x]:
 * 0 how far a pixel's colour lies on the way from the ground's to the symbol's,
 * 1 how far beside that way, both in units of how much the symbol stands out,
 * 2 how much of it is the lines' colour,
 * 3 how far its brightness lies on the way alone: pictures keep that sharper
 *   than colours,
 * 4 how far it is off what bare cells of the panel show there, in units of the
 *   most that any is;
 * and the same everywhere:
 * 5 how much the symbol stands out as a share of what lines do,
 * 6 how large the cell is,
 * 7 how much of what stands out is off the bare cells. */
struct symbol_patch {
	float value[SYMBOL_INPUTS][SYMBOL_SIDE * SYMBOL_SIDE];
};

/* A cell and its panel. */
struct symbol_cell {
	/* from line to line, by rows */
	const struct colour *pixels;
	/* how far bare cells are off their ground there; NULL: they are flat */
	const struct colour *bare;
	struct colour ground, line; /* the colour of the lines around it */
	float px_cell;              /* how wide it is in the picture, pixels */
};

/* A square of a cell's pixels: its upper left corner, how wide it is. */
struct symbol_window {
	float left, top, side;
};

/* Cuts the patch out of a cell. `window`: its symbol as seen from near, where
 * channel 2 says how wide the window is, cells; NULL: all of the cell. */
void symbol_patch_cut(const struct symbol_cell *cell,
		      const struct symbol_window *window,
		      struct symbol_patch *patch);

/* One sees all of a cell, the other its symbol from near: one that is a third
 * of its cell wide has three times as many pixels there. */
enum symbol_which { SYMBOL_WHOLE, SYMBOL_NEAR, SYMBOL_NETS };

/* One of these a thread. What is NULL is made when first needed. */
struct symbol_nets {
	struct network *of[SYMBOL_NETS];
};

void symbol_nets_free(struct symbol_nets *nets);

/* How likely each class is, as one network says; they add up to 1. Returns 0,
 * or -1 without memory. */
int symbol_net_judge(struct symbol_nets *nets, enum symbol_which which,
		     const struct symbol_patch *patch,
		     float chances[SYMBOL_CLASSES]);

/* A network is wrong more often than it claims where nothing like it was
 * trained on: nothing is less likely than this. */
#define SYMBOL_CHANCE_LEAST 1e-4

/* The same, as both say together. */
int symbol_nets_judge(struct symbol_nets *nets,
		      const struct symbol_patch *patch,
		      const struct symbol_patch *near,
		      float chances[SYMBOL_CLASSES]);

#endif
