/* Ink of two levels: a number written over the border of its place, bolder
 * than that. Part of ink.h. */
#ifndef INK_BOLD_H
#define INK_BOLD_H

#include "ink.h"

/* Finds, of ink that reaches the rim of its part, only what stands out by more
 * than the ink at the rim does: by `share` (0..1) of the way from there to the
 * boldest. Returns false where nothing does. */
bool ink_find_bold(const struct ink *ink, double share, struct ink *bold);

#endif
