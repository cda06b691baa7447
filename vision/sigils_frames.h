/* Frames that lattice_find does not see: lines too faint to be edges, dashed
 * lines, a chequer of two near tints, pieces over the corners.
 *
 * Any four-sided element may be a frame or its rim. Inside it the lines are
 * looked for along its whole height and width at once, where even faint ones
 * stand out from noise, and the most even row of lines is taken. */
#ifndef SIGILS_FRAMES_H
#define SIGILS_FRAMES_H

#include "lattice.h"

/* Appends the frames found, the best first, at most a few; where it is not
 * clear whether the outermost lines are the frame's or its rim's, the same
 * frame in several sizes. Of a lattice only
 * columns, rows, the two maps, pitch, cells and line_share are filled in:
 * line_share is the share of its lines that show. Returns 0, or -1 without
 * memory. */
int sigils_frames_find(const struct elements *elements,
		       struct lattice_list *frames);

/* Appends frames in which no line shows, the largest first, at most a few: what
 * is as wide and as high as so many `squares`, whose number the pieces tell, in
 * rows and columns. line_share says how well that fits, and lies below 1. */
int sigils_frames_find_plain(const struct elements *elements, int squares,
			     struct lattice_list *frames);

#endif
