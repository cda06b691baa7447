/* Where the middles of bright discs may lie: for pointer.c only. */
#ifndef POINTER_VOTES_H
#define POINTER_VOTES_H

#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"
#include "image.h"
#include "plane.h"

/* A picture of votes for middles: an edge that is brighter on one side votes
 * for all places there that are as far as the disc's radius may be (Duda and
 * Hart 1972 for circles, with the direction of the edge). */
struct pointer_votes {
	struct plane plane; /* the darkest channel, smaller */
	int shrink;         /* by so much */
	double least, most; /* radii, pixels of the plane */
	uint16_t *count;
	uint16_t *row_most; /* of each row of them */
};

/* What white makes brightest, whatever the colour. */
static inline uint32_t pointer_darkest(uint32_t pixel)
{
	uint32_t red = pixel >> 16 & 255, green = pixel >> 8 & 255;
	uint32_t blue = pixel & 255, least = red < green ? red : green;

	return least < blue ? least : blue;
}

/* Takes the votes for discs whose radius is `least` to `most` pixels of the
 * image. Returns -1 where the image is too small or memory lacks;
 * pointer_votes_fini in both cases. */
int pointer_votes_init(struct pointer_votes *votes, const struct image *image,
		       int shrink, double least, double most);
void pointer_votes_fini(struct pointer_votes *votes);
/* Fills in the most votes of each row, for pointer_votes_next. */
void pointer_votes_sum_up(struct pointer_votes *votes);

/* The place with the most votes (pixels of the image), which are then taken
 * away around it; false where these are too few. */
bool pointer_votes_next(struct pointer_votes *votes, struct point *middle);

#endif
