/* What stands along the sides of a lattice: the totals of its columns and
 * rows, plain, ringed or in boxes of their own, and the letters that name the
 * ends of a track.
 *
 * Where along the way out from a side something is written is told by a
 * profile: per square and per step of the way, is there ink? A line of
 * numbers is a band of the profile with ink in most squares; the numbers are
 * then read in the places that square and band span. */
#ifndef SIDE_NUMBERS_H
#define SIDE_NUMBERS_H

#include <stdbool.h>

#include "elements.h"
#include "lattice.h"
#include "numbers.h"

enum side { SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM, SIDE_COUNT };

enum { SIDE_STEPS = 80 };

/* Ink along the way out from a side, SIDE_STEP cells a step. */
#define SIDE_STEP 0.04
struct side_profile {
	enum side side;
	bool inside;     /* the way leads through the outermost cells
			  * instead */
	bool near_paper; /* only what is as near as numbers begin tells the
			  * paper: farther off is another part of the page,
			  * or none of it */
	int length;      /* squares along the side */
	bool ink[LATTICE_SIDE_MAX][SIDE_STEPS];
};

void side_profile_find(const struct elements *elements,
		       const struct lattice *lattice, enum side side,
		       bool inside, struct side_profile *profile);

/* The place that a square and the way from `near_end` to `far_end` (cells
 * from the side) span. */
struct place side_place(const struct lattice *lattice,
			const struct side_profile *profile, int square,
			double near_end, double far_end);

/* One line of numbers parallel to a side. */
struct side_numbers {
	enum side side;
	double near_end, far_end; /* of the band, cells from the side */
	int length;               /* squares along the side */
	int seen;                 /* how many have a number */
	double certainty;         /* sum of the numbers' confidences / length */
	struct number numbers[LATTICE_SIDE_MAX]; /* value -1: none */
};

/* Looks for the nearest line of numbers along a profile's side. Returns false
 * where less than the share `least` of the squares have a number. */
bool side_numbers_find(struct glyphs *glyphs, const struct elements *elements,
		       const struct lattice *lattice,
		       const struct side_profile *profile, double least,
		       struct side_numbers *numbers);

/* The next run of ink in one square's way from step `from` on. Returns false
 * where there is none; else where it begins and ends, in cells. */
bool side_next_ink(const struct side_profile *profile, int square, double from,
		   double *near_end, double *far_end);

#endif
