/* The face that a panel is drawn on: flat ground around its lattice up to a
 * frame or whatever else it lies on. */
#ifndef PANEL_FACE_H
#define PANEL_FACE_H

#include "rims.h"

/* The columns and rows to add at each side where a panel whose rim is not drawn
 * must reach farther to lie in the middle of its face: none where it lies
 * there, or where no such face is seen. */
struct extent_change face_find_extent(const struct sheet *sheet);

#endif
