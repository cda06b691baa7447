/* May a place be a frame, as far as the lattices and strokes of a page tell? */
#ifndef SIGILS_PLACE_H
#define SIGILS_PLACE_H

#include <stdbool.h>

#include "page.h"
#include "sigils_played.h"
#include "sigils_tray.h"

/* Is the lattice large enough to be one, and not too large? */
bool sigils_place_is_frame(const struct lattice *lattice);
/* Is it one as it stands, every square and nearly every line of it seen? */
bool sigils_place_is_certain(const struct lattice *lattice);
/* And at a glance: every square, most lines? */
bool sigils_place_is_seen(const struct lattice *lattice);

/* The part of a lattice from square `left`, `top` on, or more than it is.
 * Returns 0, or -1 where it lies in no plane. */
int sigils_place_part(const struct lattice *lattice, int left, int top,
		      int columns, int rows, struct lattice *part);
/* A lattice may lack a row or column at each side whose squares' sides do not
 * show: one that looks like its own, and not like what lies beyond.
 * Returns 1 and sets `grown` where it does, 0, or -1 without memory. */
int sigils_place_grow(const struct image *image, const struct lattice *lattice,
		      struct lattice *grown);

/* Does the middle of a frame lie in a lattice that is certain? Pieces on the
 * frame may hide a part of it from the lattice, but then the frame is larger
 * and all of its lines show. Where few do it is no frame that holds a certain
 * one. */
bool sigils_place_is_settled(const struct page *page,
			     const struct lattice *frame);
/* Does a lattice of which most lines show, and that may be a frame itself, lie
 * where no line of this one does? */
bool sigils_place_has_lines(const struct page *page,
			    const struct lattice *plain);
/* Is it a window of a lattice of squares as large, and far larger, of which
 * most lines show? Then its squares go on beyond it. */
bool sigils_place_is_window(const struct page *page,
			    const struct lattice *frame);
/* Is hardly anything as high as a digit written in its squares, but for those
 * that pieces lie on? `played`: NULL where none do. */
bool sigils_place_is_empty(const struct elements *elements,
			   const struct lattice *lattice,
			   const struct sigils_played *played);
/* Are most pieces of the tray squares of another grid than the frame, as the
 * black ones of a crossword? `frame`: NULL where none is known. */
bool sigils_place_is_on_grid(const struct page *page,
			     const struct lattice *frame,
			     const struct sigils_view *view,
			     const struct sigils_tray *tray);
/* Leaves out of the blobs those like an O that are keys of a keypad: cells of a
 * lattice with something written in most of them. */
void sigils_place_drop_keys(const struct page *page,
			    const struct sigils_view *view,
			    struct sigils_blobs *blobs);

/* Do the lines of a larger lattice show, an empty one without pieces that may
 * be a frame, here or with all of its squares elsewhere? Then this one is a
 * part of it, or of the tray: the pieces fit it by chance. `frame`: with what
 * was cut off from it. */
bool sigils_place_has_rival(const struct page *page,
			    const struct lattice *frame,
			    const struct sigils_view *view,
			    const struct sigils_tray *tray);

/* Are its squares so much smaller than those of the tray's pieces that it is
 * rather one of these? */
bool sigils_place_is_small(const struct lattice *frame,
			   const struct sigils_view *view,
			   const struct sigils_tray *tray);

#endif
