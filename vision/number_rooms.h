/* Numbers in places of which it is not known how far they reach: part of
 * numbers.h. */
#ifndef NUMBER_ROOMS_H
#define NUMBER_ROOMS_H

#include "numbers.h"

/* How sure a number is of which a digit may be left out, as it touches the
 * frame. */
#define NUMBER_CUT_SURE 0.5

/* The count of boxes that says: none, and what the rim cuts may be written
 * over a paler border. */
enum { NUMBER_OVER_BORDER = -1 };

/* Reads what is written in exactly this place, once a picture: asked again it
 * answers from memory. `wanted`: boxes of the picture that the ink must lie
 * in; NULL: anywhere, and `wanted_count` is 0 or NUMBER_OVER_BORDER. */
void number_read_in(struct glyphs *glyphs, const struct plane *grey,
		    const struct place *place, const struct box *wanted,
		    int wanted_count, struct number *number);

/* Adds a next best reading; where there is no more room, nothing. */
void number_add_instead(struct number *number, int value, double confidence);

#endif
