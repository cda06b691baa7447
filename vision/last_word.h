/* The number at the end of a line of text: "sum 18", "Green: 11". */
#ifndef LAST_WORD_H
#define LAST_WORD_H

#include "numbers.h"

/* Reads the last word of what is written in a place. Fills in `number` always;
 * returns false where the line is no more than one word. */
bool last_word_read(struct glyphs *glyphs, const struct plane *grey,
		    const struct place *place, struct number *number);

#endif
