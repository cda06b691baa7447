/* Where a panel ends, and how many cells it has: what its outermost lines say,
 * its face, the picture's sides and symbols. */
#ifndef PANEL_RIMS_H
#define PANEL_RIMS_H

#include <stdbool.h>

#include "panel_lines.h"

/* The columns and rows to add at each side (negative: to take away) so that
 * all lines seen lie inside. */
struct extent_change {
	int left, top, right, bottom;
};
struct extent_change rims_find_extent(const struct sheet *sheet);

/* Does more in the line's colour lie one cell outside the lattice, with ground
 * between? Then it may be a part of a larger panel. Of a cylinder the left side
 * tells: on its right lines go on. */
bool rims_go_on_outside(const struct sheet *sheet, bool wraps);

/* The columns and rows to add at each side on which it does. */
struct extent_change rims_find_apart(const struct sheet *sheet);

/* The outermost lines to take away (negative): those to which none leads and
 * on which nothing lies are a frame around the panel. */
struct extent_change rims_find_frame(const struct panel_lines *lines);

/* A cylinder laid out flat, as the web page draws it: lying lines run on at
 * both sides and fade, and the last column has no upright line of its own. */
bool rims_show_cylinder(const struct sheet *sheet);

/* Puts back what has faded into the page at the right of a filled sheet that
 * shows a cylinder. */
void rims_unfade(struct sheet *sheet);

/* Is that last column still to be added at the right? */
bool rims_lack_column(const struct sheet *sheet);

/* Lines that lead on at one side with nothing to lead to: on a flat panel an
 * edge is missing there, of a cylinder the rest is out of sight. */
bool rims_may_be_cylinder(const struct panel_lines *lines);

/* The columns and rows to add at each side where a panel whose rim is not drawn
 * must reach farther to lie in the middle of its face: none where it lies
 * there, or where no such face is seen. */
struct extent_change face_find_extent(const struct sheet *sheet);

/* Does the picture end at a side of the panel, before the outer edge of its
 * line is seen or on a line that leads out of it? */
bool cut_shows(const struct sheet *sheet);

/* Into how many parts a side of each cell must be divided for symbols to lie in
 * the middle: 1 where they do. */
int divide_by_symbols(const struct sheet *sheet);

#endif
