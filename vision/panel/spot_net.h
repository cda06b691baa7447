/* What lies at a spot of a panel's lines, a vertex or the middle of an edge: a
 * network (net_layers.h) that is asked about panels of small cells, trained by
 * models/spots. */
#ifndef SPOT_NET_H
#define SPOT_NET_H

#include "net_layers.h"
#include "sheet.h"

enum spot_class {
	SPOT_PLAIN, /* nothing but lines */
	SPOT_GAP,
	SPOT_MISSING, /* no line at all */
	SPOT_DOT,
	SPOT_START,
	/* eight: to the right, and on clockwise by eighths of a turn */
	SPOT_END,
	SPOT_CLASSES = SPOT_END + 8,
};

enum {
	SPOT_SIDE = 24,          /* of the patch */
	SPOT_INPUTS = 8,         /* channels of the patch */
	SPOT_OUT = 16,           /* classes, padded */
	SPOT_PIECE = SHEET_CELL, /* sheet pixels a side around the spot */
	SPOT_PIXELS = SPOT_PIECE * SPOT_PIECE,
};

#define SPOT_NET_SHAPE                                                         \
	{                                                                      \
		.side = SPOT_SIDE, .inputs = SPOT_INPUTS,                      \
		.depth = { 16, 16, 32 }, .hidden = 48, .out = SPOT_OUT         \
	}

/* [y][x][channel]:
 * 0 how far a pixel's colour lies on the way from the line's to the ground's,
 * 1 how far beside that way, as a share of it,
 * 2 how far its brightness lies on the way alone,
 * 3 how far it is off what plain spots of the panel show there, the same,
 * 4 whether it lies beyond the lattice;
 * and the same everywhere:
 * 5 how large the cells are,
 * 6 how wide the lines,
 * 7 whether it is a vertex. */
struct spot_patch {
	float value[SPOT_SIDE * SPOT_SIDE * SPOT_INPUTS];
};

/* What is seen around a spot, so turned that an edge lies. */
struct spot_piece {
	const struct colour *pixels; /* SPOT_PIXELS, by rows */
	/* how far plain spots are off the line's colour there */
	const struct colour *plain;
	struct colour line, ground;
	bool vertex;
	/* beyond the lattice: on the left, at the top, on the right, below */
	bool beyond[4];
	float px_cell, line_width; /* pixels of the picture, cells */
};

void spot_patch_cut(const struct spot_piece *piece, struct spot_patch *patch);

/* How likely each class is; they add up to 1. `weights`: net_floats(). */
void spot_net_judge(const float *weights, const struct spot_patch *patch,
		    float chances[SPOT_CLASSES]);

#endif
