/* Which pixels of a picture differ so much from the next that they are edges:
 * above what noise does, and what the strongest edges nearby ring with. */
#ifndef EDGES_H
#define EDGES_H

#include <stddef.h>
#include <stdint.h>

#include "plane.h"

struct edges {
	/* from each pixel to its right and lower neighbour, the greater of the
	 * two; rows are whole blocks long, 0 beyond the picture */
	struct plane change;
	int width;    /* of the picture */
	double noise; /* the median change */
	int block_columns, block_rows;
	uint8_t *block_least; /* the least change that is an edge there */
};

/* A row's edges are a bit each, so many to a word, the first one lowest. */
enum { EDGES_WORD = 64 };

/* Of changes over so many pixels; an edge exceeds the median by the factor, a
 * picture's own noise. Returns 0, or -1 without memory; edges_fini in both
 * cases. */
int edges_find(struct edges *edges, const struct plane *grey, int reach,
	       double factor);
void edges_fini(struct edges *edges);

/* How many words a row takes. */
size_t edges_row_words(const struct edges *edges);

/* Sets the bits of row y; those beyond the picture are 0. */
void edges_mark_row(const struct edges *edges, int y, uint64_t *bits);

#endif
