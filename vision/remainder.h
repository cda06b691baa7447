/* What of a picture is left beside the puzzles that were found in it. Each part
 * is read by itself: what stands beside a puzzle is taken for a part of it, or
 * keeps it from being seen at all. */
#ifndef REMAINDER_H
#define REMAINDER_H

#include "elements.h"
#include "vision.h"

/* So many parts at most, those with most in them. */
enum { REMAINDER_MOST = 8 };

/* Fills in boxes of the picture that hold something, whatever it is, and
 * nothing of the puzzles that were found or of what was left out; they may
 * overlap. Returns how many. */
int remainder_find(const struct elements *elements,
		   const struct sighting_list *list,
		   struct box boxes[REMAINDER_MOST]);

#endif
