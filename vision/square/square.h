/* What is drawn on the squares of a board of Train Tracks: all squares in one
 * batch, each looked at once.
 *
 * A square's crop shows what stands around it too; a network (models/squares)
 * tells how likely each way is that track runs through it.
 */
#ifndef SQUARE_H
#define SQUARE_H

#include "colour.h"
#include "image.h"
#include "problem.h"

enum { SQUARE_SIDES = 16 };

struct square_reading {
	/* how likely track runs through these of its sides and no others:
	 * sums of right 1, bottom 2, left 4, top 8; [0]: it is empty, or a
	 * player's mark lies on it; [15]: something else is drawn there. All
	 * sum to 1. */
	float sides[SQUARE_SIDES];
	/* how the place of the likeliest piece differs from the ground beside
	 * it: where it does most, and on average; 0 where nothing lies */
	struct colour ink, average;
};

struct square_reader; /* the network and scratch memory: one a thread */

struct square_reader *square_reader_new(struct problem *problem);
void square_reader_free(struct square_reader *reader);

/* Reads `count` squares of the picture, corners clockwise from the top left,
 * pixels. Returns 0, or -1 where memory lacks. */
int square_read(struct square_reader *reader, const struct image *image,
		const struct quad *px_squares, int count,
		struct square_reading *readings, struct problem *problem);

#endif
