/* Do two of a panel's symbols share a colour? Of thin strokes the ground shines
 * through, of its hue more than of its brightness, blur mixes them, light falls
 * unevenly: a small network has learnt what becomes of colours in scenes
 * (models/colours). */
#ifndef COLOUR_PAIR_H
#define COLOUR_PAIR_H

#include "sheet.h"

struct symbol_tint {
	struct colour colour, ground; /* as seen */
	double px_stroke;             /* how wide its strokes are, about */
	enum panel_kind kind;
};

enum {
	PAIR_INPUTS = 17,
	PAIR_HIDDEN = 16,
	PAIR_SECOND = 8,
	/* each input's mean and what it is divided by, then three dense layers,
	 * weights [from][to] before biases */
	PAIR_FLOATS = 2 * PAIR_INPUTS + (PAIR_INPUTS + 1) * PAIR_HIDDEN +
		      (PAIR_HIDDEN + 1) * PAIR_SECOND + PAIR_SECOND + 1,
};

/* What tells, the same whichever comes first: how the colours differ from each
 * other and from their grounds, as shares of `top`, the brightest of all. */
void colour_pair_measure(const struct symbol_tint *a,
			 const struct symbol_tint *b, double top,
			 float inputs[PAIR_INPUTS]);

/* The logarithm of the odds that they do. `weights`: PAIR_FLOATS. */
double colour_pair_judge(const float *weights, const float inputs[PAIR_INPUTS]);

#endif
