/* How large the fields of a triangle (triangle.h) are. */
#ifndef TRIANGLE_SIZES_H
#define TRIANGLE_SIZES_H

#include "triangle.h"

/* Measures a triangle whose place and cell_to_px are set by those of `count`
 * fields, from left to right, that are its own, at least one, and by what lies
 * within these: sets its width, depth, inner_width, inner_depth and scales.
 * Returns how far the fields lie from where they should, in cells (root of the
 * mean square). */
double triangle_measure(struct triangle *triangle, const struct field *fields,
			int count);

#endif
