/* Numbers of 1 to 4 digits, and the letters A and B, read from the picture. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "geometry.h"
#include "plane.h"

struct glyphs;			/* glyphs.h: the trained classifier */

enum { NUMBER_INSTEAD_MAX = 3 };

struct number {
	int value;		/* -1: no number */
	char letter;		/* 'A' or 'B' where it is one, else 0 */
	double confidence;	/* probability that the value (or letter) is
				 * right, 0..1 */
	struct {
		int value;	/* -1: no number */
		double confidence;
	} instead[NUMBER_INSTEAD_MAX];	/* next best first */
	int instead_count;
	struct box px_box;
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

#endif
