/* How far a panel really reaches and how wide its cells are, from the whole
 * network of lines around a first guess.
 *
 * What is found first may be a part of a panel whose other lines stand apart,
 * or have cells that are several in truth, with the edges between them
 * missing. So the picture around is rectified, thin strokes of the line's
 * colour and width are gathered, and the lattice is taken on which all of
 * them lie. */
#ifndef PANEL_EXTENT_H
#define PANEL_EXTENT_H

#include <stdbool.h>

#include "panel_sheet.h"

/* `sheet` was fitted to a first guess. Returns 1 with `place` set to a better
 * one, 0 where the guess holds, -1 without memory. */
int extent_find(const struct sheet *sheet, struct panel_place *place);

/* Into how many cells one of the guess must be divided along x and along y
 * for all lines to be equally wide. */
void extent_square(const struct sheet *sheet, int divide[2]);

/* May each cell be so many a side? Lines would not be too wide, nor the panel
 * too large. */
bool extent_may_divide(const struct sheet *sheet, int divide);

#endif
