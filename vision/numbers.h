/* Numbers of 1 to 4 digits, and the letters A and B, read from the picture. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "geometry.h"
#include "glyphs.h"
#include "ink.h"
#include "plane.h"

enum { NUMBER_DIGITS_MAX = 4, NUMBER_INSTEAD_MAX = 3 };

struct number {
	int value;         /* -1: no number */
	char letter;       /* 'A' or 'B' where it is one, else 0 */
	bool blank;        /* nothing at all is written there */
	bool cut;          /* its ink, or some, touches that around it */
	bool beside;       /* ink that touches what is around the place stands
			    * at its height */
	double confidence; /* probability that the value (or letter, or
			    * that there is no number) is right, 0..1 */
	struct {
		int value; /* -1: no number */
		double confidence;
	} instead[NUMBER_INSTEAD_MAX]; /* next best first */
	int instead_count;
	struct box px_box; /* of its ink in the picture */
	bool dark;         /* its ink is darker than the paper */
	int digits;
	struct extent extent; /* of its ink, in units of the frame */
	double contrast;      /* levels between ink and paper */
	double fill; /* how much of the ellipse in its box the ink takes; not
		      * set for several boxes */
};

/* Reads the number whose strokes (connected edges, elements.h) have these
 * boxes, in any order; a stroke may be a digit, several touching digits, or
 * the inner contour of one. Both polarities, outlined digits too. `upright`
 * maps a plane in which the number stands upright to pixels (the cells of a
 * lattice, say); NULL where that is the picture itself. Fills in `number`
 * always: value -1 and the confidence of that where nothing is a digit. */
void number_read(struct glyphs *glyphs, const struct plane *grey,
		 const struct homography *upright, const struct box *boxes,
		 int count, struct number *number);

/* The same for whatever is written in a place: the inside of a cell or of a
 * circle, a patch of page. What touches the rim of the place is taken for
 * its frame or for a neighbour and left out. */
void number_read_place(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *place, struct number *number);

/* The same in the middle of a field, such as a brick, a disc or a cell of a
 * lattice, which the number may fill from side to side, or stand at one side
 * of. On either side of the place the field has `side` times its width more,
 * its border taken in. */
void number_read_field(struct glyphs *glyphs, const struct plane *grey,
		       const struct place *place, double side, bool over_border,
		       struct number *number);

#endif
