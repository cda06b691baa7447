/* Numbers along the sides of a lattice: the totals of its columns and rows,
 * wherever they stand, plain, ringed or in boxes of their own. */
#ifndef SIDE_NUMBERS_H
#define SIDE_NUMBERS_H

#include "elements.h"
#include "lattice.h"
#include "numbers.h"

enum side { SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM, SIDE_COUNT };

/* A stroke on or beside a lattice. */
struct mark {
	struct box box;		/* full picture */
	struct point cell_centre;
	double width, height;	/* cells */
	int parent;		/* the smallest mark around it; -1: none */
};

struct mark_list {
	struct mark *marks;
	size_t count, capacity;
};

/* The strokes of the size of a glyph on the lattice and up to `margin` cells
 * around it. Returns 0, or -1 without memory; mark_list_fini frees. */
int mark_list_find(struct mark_list *list, const struct elements *elements,
		   const struct lattice *lattice, double margin);
void mark_list_fini(struct mark_list *list);

/* One line of numbers parallel to a side. */
struct side_numbers {
	enum side side;
	double distance;	/* of their centres from the side, cells:
				 * negative where they stand in the lattice's
				 * outermost cells */
	double height;		/* of their digits, cells */
	int length;		/* squares along the side */
	int seen;		/* how many have a number */
	double certainty;	/* sum of the numbers' confidences / length */
	struct number numbers[LATTICE_SIDE_MAX];	/* value -1: none */
};

/* Looks for the best line of numbers along `side`, in the outermost cells
 * (`inside`) or beyond them. Returns false where fewer than half of the
 * squares have a number. */
bool side_numbers_find(struct glyphs *glyphs,
		       const struct elements *elements,
		       const struct lattice *lattice,
		       const struct mark_list *marks, enum side side,
		       bool inside, struct side_numbers *numbers);

#endif
