/* Fields (elements.h) that may hold a number: cells, bricks, cards, discs. */
#ifndef FIELDS_H
#define FIELDS_H

#include <stdbool.h>

#include "elements.h"

struct field {
	struct point px_middle;
	double width, height; /* of its upright box, pixels */
	int element;          /* in elements->list */
};

/* Fields may be thrice as wide as high, or more for cards with a word on. */
enum { FIELDS_MOST = 3000 };

/* The fields of a page large enough to hold a number and of a shape that
 * might. Returns how many, at most FIELDS_MOST, or -1 without memory; the
 * caller frees *fields in both cases. */
int fields_find(const struct elements *elements, struct field **fields);

/* Of the same size within a factor of a third. */
bool fields_are_alike(const struct field *a, const struct field *b);

#endif
