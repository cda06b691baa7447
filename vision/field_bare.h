/* A field without the borders above and below what is written in it: digits
 * that come as near to a border as that, or lie over it, are one with it. It
 * is the same all along the field, beside the number, too: what is seen there
 * is taken away. */
#ifndef FIELD_BARE_H
#define FIELD_BARE_H

#include <stdbool.h>

#include "numbers.h"

/* Reads the number in an upright field, which its borders cut: surely where
 * either way of guessing what these hide says the same. False where there is
 * no border, or no such number. */
bool field_bare_read(struct glyphs *glyphs, const struct plane *grey,
		     const struct place *field, struct number *number);

#endif
