/* Panels that are solved already: another colour's line lies over theirs, from
 * a start to an end. */
#ifndef PANEL_SOLVED_H
#define PANEL_SOLVED_H

#include "panel_sheet.h"

/* Does it? The sheet's pixels are worked out (sheet_fill). Lines that the
 * player has begun end on the lattice, and are none. */
bool solved_shows(const struct sheet *sheet);

#endif
