/* Strokes of the size of a glyph on and around a lattice. */
#ifndef MARKS_H
#define MARKS_H

#include "elements.h"
#include "lattice.h"

/* A stroke on or beside a lattice. */
struct mark {
	struct box box; /* full picture */
	struct point cell_centre;
	double width, height; /* cells */
	int parent;           /* the smallest mark around it; -1: none */
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

#endif
