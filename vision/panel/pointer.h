/* The game's pointer, which lies over whatever it points at: a white disc
 * that lets a part of the picture through, a dark ring around it and, for a
 * moment after a click, a larger and fainter disc that shrinks. Both are
 * circles on the screen, however a panel leans, and since what shines through
 * is known from beside their edges they can be taken off exactly. */
#ifndef POINTER_H
#define POINTER_H

#include <stdbool.h>

#include "image.h"

/* Pixels and shares: of white for the discs, of black for the ring. */
struct pointer {
	double px_x, px_y;
	/* radii: the ring has two; halo 0: none */
	double px_disc, px_inner, px_ring, px_halo;
	double disc, ring, halo; /* shares */
	double px_soft;          /* how blurred the edges are */
	/* nothing but size and share tells it from a dot */
	bool like_dot;
};

/* The pointer in a picture: false where none is seen, or where what
 * looks like one may as well be a part of the picture. */
bool pointer_find(const struct image *image, struct pointer *pointer);

/* Leaves what the picture shows below it. Changes `image` in place. Returns 0,
 * or -1 without memory. */
int pointer_lift(const struct pointer *pointer, struct image *image,
		 struct problem *problem);

#endif
