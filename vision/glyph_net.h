/* The glyph classifier's network (net_layers.h). Plain arrays, so that the
 * trainer can work on the same floats; nothing here allocates. */
#ifndef GLYPH_NET_H
#define GLYPH_NET_H

#include "net_tiles.h"

enum {
	NET_SIDE1 = 24, /* the patch; each pooling halves it */
	NET_SIDE2 = 12,
	NET_SIDE3 = 6,
	NET_SIDE4 = 3,
	NET_DEPTH1 = 8, /* channels; multiples of 8 fill vectors */
	NET_DEPTH2 = 24,
	NET_DEPTH3 = 48,
	NET_FLAT = NET_SIDE4 * NET_SIDE4 * NET_DEPTH3,
	NET_HIDDEN = 64,
	NET_OUT = 16, /* classes, padded */
};

/* Floats only, without padding: the file of weights is this struct, each
 * float little-endian. Weights are [tap][input channel][output channel]. */
struct glyph_net {
	float weight1[9 * 1 * NET_DEPTH1], bias1[NET_DEPTH1];
	float weight2[9 * NET_DEPTH1 * NET_DEPTH2], bias2[NET_DEPTH2];
	float weight3[9 * NET_DEPTH2 * NET_DEPTH3], bias3[NET_DEPTH3];
	float weight4[NET_FLAT * NET_HIDDEN], bias4[NET_HIDDEN];
	float weight5[NET_HIDDEN * NET_OUT], bias5[NET_OUT];
	/* logits are divided by it; fitted on typefaces held out */
	float temperature;
};

/* What is made of a network's weights to run it. */
struct glyph_tiles {
	float weight2[NET_TILED_FLOATS(NET_DEPTH1, NET_DEPTH2)];
	float weight3[NET_TILED_FLOATS(NET_DEPTH2, NET_DEPTH3)];
};

void glyph_tiles_make(const struct glyph_net *net, struct glyph_tiles *tiles);

/* What the layers give; [y][x][channel]. Inputs of convolutions carry a rim
 * of zeros of one pixel, which stays zero (zero the struct once). */
struct glyph_layers {
	float input[(NET_SIDE1 + 2) * (NET_SIDE1 + 2)];
	float conv1[NET_SIDE1 * NET_SIDE1 * NET_DEPTH1];
	float pool1[(NET_SIDE2 + 2) * (NET_SIDE2 + 2) * NET_DEPTH1];
	float pool2[(NET_SIDE3 + 2) * (NET_SIDE3 + 2) * NET_DEPTH2];
	float pool3[NET_FLAT];
	float hidden[NET_HIDDEN];
	float out[NET_OUT]; /* logits before the temperature */
};

/* patch: NET_SIDE1 * NET_SIDE1 values by rows. */
void glyph_net_run(const struct glyph_net *net, const struct glyph_tiles *tiles,
		   const float *patch, struct glyph_layers *layers);

#define GLYPH_NET_SHAPE                                                        \
	{                                                                      \
		.side = NET_SIDE1, .inputs = 1,                                \
		.depth = { NET_DEPTH1, NET_DEPTH2, NET_DEPTH3 },               \
		.hidden = NET_HIDDEN, .out = NET_OUT                           \
	}

#endif
