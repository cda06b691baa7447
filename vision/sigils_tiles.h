/* Frames that show in colour alone: squares apart, as bright as the ground, so
 * that no edge of theirs is one of the elements. Among the blobs of a view they
 * are like pieces: squares of one size in columns and rows. */
#ifndef SIGILS_TILES_H
#define SIGILS_TILES_H

#include "lattice.h"
#include "sigils_view.h"

/* Appends the frames that are made of such squares, all of them seen. `view` is
 * one of the whole picture. line_share is not set. Returns 0, or -1 without
 * memory. */
int sigils_tiles_find(const struct elements *elements, struct sigils_view *view,
		      struct lattice_list *frames);

#endif
