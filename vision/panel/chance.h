/* Probabilities from measured margins. */
#ifndef CHANCE_H
#define CHANCE_H

#include <math.h>

/* The logistic curve: a half where nothing speaks for either side, 0.95 at 3,
 * 0.999 at 7. A reader multiplies what it measured beyond its bound by a
 * named sharpness, so chosen that of readings at a chance of p a share of p
 * is right. */
static inline double chance_of(double margin)
{
	return 1 / (1 + exp(-margin));
}

#endif
