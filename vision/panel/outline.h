/* Lines that are drawn as their two rims: a pen's outline around every line,
 * with the ground's colour or another between.
 *
 * What lies between the rims is one field, as any network of lines is; but
 * there are strokes all along it, of a colour that is no mixture of what lies
 * beside them. Where these are given its colour, or both a new one where it has
 * that of the ground, it is a panel like any other. */
#ifndef PANEL_OUTLINE_H
#define PANEL_OUTLINE_H

#include "elements.h"

/* The picture with all such lines filled: 1, which the caller frees; 0 where
 * there are none, or -1 without memory. */
int outline_fill(const struct elements *elements, struct image *filled,
		 struct problem *problem);

#endif
