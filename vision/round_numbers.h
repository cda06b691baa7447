/* Numbers in discs and rings so tight that their digits touch the ring. */
#ifndef ROUND_NUMBERS_H
#define ROUND_NUMBERS_H

#include "numbers.h"

/* Reads the number within the circles that show around a point of a frame (a
 * lattice's cells), no further from it than `radius`, in the frame's units:
 * what lies outside a circle is made paper first. The smallest circle counts
 * that leaves a sure number of which `may_be` says that it may stand there;
 * another one in a larger circle leaves a doubt. Returns false, and does
 * not touch `number`, where there are no circles or no such number. */
bool round_number_read(struct glyphs *glyphs, const struct plane *grey,
		       const struct homography *frame_to_px, struct point at,
		       double radius, bool (*may_be)(const struct number *),
		       struct number *number);

/* The same where the circles are taken away, also beneath the digits: these
 * may lie over a ring, or be one with it. The surest reading counts. */
bool round_number_read_bare(struct glyphs *glyphs, const struct plane *grey,
			    const struct homography *frame_to_px,
			    struct point at, double radius,
			    bool (*may_be)(const struct number *),
			    struct number *number);

#endif
