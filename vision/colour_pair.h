/* Do two of a panel's symbols share a colour? A small network that was trained
 * on symbols of scenes (models/colours). */
#ifndef COLOUR_PAIR_H
#define COLOUR_PAIR_H

#include "panel_thin.h"

enum { PAIR_INPUTS = 16 };

/* What tells: how the two colours differ, each other and from their grounds, as
 * shares of `top`, the brightest of all; symmetric in both. */
void colour_pair_measure(const struct thin_symbol *a,
			 const struct thin_symbol *b, double top,
			 float inputs[PAIR_INPUTS]);

#endif
