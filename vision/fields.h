/* Fields (elements.h) that may hold a number: cells, bricks, cards, discs. */
#ifndef FIELDS_H
#define FIELDS_H

#include <stdbool.h>

#include "page.h"

struct field {
	struct point px_middle;
	double width, height; /* of its upright box, pixels */
	struct box px_box;
	double fill; /* the share of its box that it takes */
	int scale;   /* 0: the finest that it shows at */
	bool bare;   /* nothing is drawn within it */
};

/* Fields may be thrice as wide as high, or more for cards with a word on. */
enum { FIELDS_MOST = 3000 };

/* The fields of a page large enough to hold a number and of a shape that
 * might, as they show at its finest scale and so many coarser ones. One that
 * shows at several counts once; but both borders of a double one are fields.
 * From left to right. Returns how many, at most FIELDS_MOST, or -1 without
 * memory; the caller frees *fields in both cases. */
int fields_find(const struct page *page, int coarser, bool rings,
		struct field **fields);

/* How far b lies from a point, made longer where its size is not that of a: of
 * the borders of a double one, that which is like a seems nearer. */
double fields_distance(const struct field *a, const struct field *b,
		       struct point px_from);

/* Of the same size within a factor of a third. */
bool fields_are_alike(const struct field *a, const struct field *b);

/* The first of `count` fields from left to right whose middle is not left of
 * x; `count` where there is none. */
int fields_from(const struct field *fields, int count, double x);

#endif
