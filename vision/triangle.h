/* Triangles of fields: bricks, cards or circles of one size, each of which
 * lies over two others, half a field to their left and right.
 *
 * Grown from three of them: where the next one should lie is told by all that
 * are known, so that those which a number breaks up are passed over, and what
 * lies elsewhere, such as the gaps between round fields, is left aside. */
#ifndef TRIANGLE_H
#define TRIANGLE_H

#include <stdbool.h>

#include "fields.h"
#include "pyramid.h"

/* Below the field of row r and column c lie r + 1, c and r + 1, c + 1. */
enum { TRIANGLE_SPOTS = 2 * PYRAMID_ROWS_MAX + 1 };

struct triangle {
	/* Counted from a field of its own, which is [TRIANGLE_ZERO] twice;
	 * which field lies there, -1 none was seen. */
	short spots[TRIANGLE_SPOTS][TRIANGLE_SPOTS];
	/* Where its first row and column are, and how many rows it has. */
	int row, column, height;
	/* Fields stand one apart; of n rows the middle of field x in row y
	 * lies at (n - y) / 2 + x, y + 0.5. */
	struct homography cell_to_px;
	double width, depth; /* of a field, in these units */
	/* The same within the innermost border, where there are several. */
	double inner_width, inner_depth;
	int scales; /* at which its fields show, summed */
};

enum { TRIANGLE_ZERO = PYRAMID_ROWS_MAX };

struct triangle_list {
	struct triangle *triangles;
	size_t count, capacity;
};

/* Appends every triangle of the fields, of which at least half is seen; of
 * several of the same place the one that is seen best. Returns 0, or -1
 * without memory; triangle_list_fini frees in both cases. */
int triangle_list_find(struct triangle_list *list, const struct field *fields,
		       int count);
void triangle_list_fini(struct triangle_list *list);

/* The field of a row and column within the triangle, or beside it; -1 none. */
int triangle_field(const struct triangle *triangle, int row, int column);

struct point triangle_middle(const struct triangle *triangle, int row,
			     int column);

/* A line along one of its three sides, beyond (`out` 1) or at (0) its rim. Of
 * the cell `index` of the line, from the top or left on, *row and *column.
 * Returns how many cells it has. */
enum triangle_side { TRIANGLE_LEFT, TRIANGLE_RIGHT, TRIANGLE_BOTTOM };
int triangle_line(const struct triangle *triangle, enum triangle_side side,
		  int out, int index, int *row, int *column);

/* Takes the line beyond a side in (`by` 1), or that at its rim away (-1). */
void triangle_resize(struct triangle *triangle, enum triangle_side side,
		     int by);

#endif
