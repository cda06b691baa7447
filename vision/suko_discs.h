/* The four discs of a Suko: numbers at the corners of a square, in fields of
 * their own that have no like beside them. */
#ifndef SUKO_DISCS_H
#define SUKO_DISCS_H

#include "fields.h"
#include "numbers.h"

/* A circle is the sum of four different digits. */
enum { SUKO_CIRCLE_LEAST = 10, SUKO_CIRCLE_MOST = 30 };

struct suko_discs {
	/* puzzle units: the discs lie at 1,1 2,1 1,2 2,2 */
	struct homography cell_to_px;
	double size;              /* of a disc, cells */
	struct number numbers[4]; /* by rows */
};

struct suko_discs_list {
	struct suko_discs *list;
	size_t count, capacity;
};

/* Appends to a zeroed list. Returns 0, or -1 without memory; the caller frees
 * list->list. */
int suko_discs_find(struct glyphs *glyphs, const struct elements *elements,
		    const struct field *fields, int field_count,
		    struct suko_discs_list *list);

#endif
