/* The shape of a piece of track that does not run from side to side of its
 * cell without a break: one drawn smaller than the cell, written as a
 * character, or dashed.
 *
 * Told by moments of the ink, which neither size nor place nor the kind of
 * track changes: a straight is longer than wide; a bend leans along one
 * diagonal, and its ends lie to one side of it (Hu, Visual pattern recognition
 * by moment invariants, 1962, for moments as features). */
#ifndef TRACK_SHAPE_H
#define TRACK_SHAPE_H

#include <stdbool.h>

/* A cell is sampled at so many points across and down: about a pixel apart in
 * cells of 32 px. */
enum { TRACK_GRID = 32 };

struct track_mask {
	bool inked[TRACK_GRID][TRACK_GRID]; /* by rows */
};

/* How the inked samples lie, those at the very rim left out. */
struct track_spread {
	int count;
	double x, y;                  /* the middle */
	double xx, yy, xy;            /* second moments about it */
	int left, right, top, bottom; /* the first and last sample inked */
};

void track_spread_measure(const struct track_mask *mask,
			  struct track_spread *spread);

/* Is it as wide as high, leans to no side, and stands in the middle, as a
 * cross, a dot or a ring does, and no piece of track? */
bool track_spread_is_mark(const struct track_spread *spread);

/* Are they of one size, place and proportion? */
bool track_spreads_alike(const struct track_spread *a,
			 const struct track_spread *b);

/* The piece that the inked samples of a cell are shaped like, as the sum of two
 * enum tracks_side, with how far it is from another reading (0..1); 0 if they
 * are shaped like none. */
int track_shape_of(const struct track_mask *mask,
		   const struct track_spread *spread, double *certainty);

#endif
