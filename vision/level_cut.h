/* What of a plane is at least as high as a level, in connected parts. */
#ifndef LEVEL_CUT_H
#define LEVEL_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry.h"
#include "plane.h"

/* Pixels left .. right-1 of row y. */
struct level_run {
	int y, left, right;
	int root; /* a run that stands for the part */
	int next; /* further run of the same part, -1 */
};

struct level_part {
	struct box box;
	int area;
	int first, last; /* its runs, linked by next */
};

/* Zeroed at first; one may be cut again and again. */
struct level_cut {
	struct level_run *runs; /* by rows from the left */
	size_t run_count, run_capacity;
	struct level_run *before; /* of the cut before; memory for the next */
	size_t before_count, before_capacity;
	struct level_part *parts; /* by run; only those of roots hold */
	size_t part_capacity;
};

/* Cuts `plane` at `level`, above 0. Returns 0, or -1 without memory.
 * `narrower`: the cut before was of the same plane and no higher; then only
 * its runs are gone through. */
int level_cut_find(struct level_cut *cut, const struct plane *plane,
		   uint8_t level, bool narrower);
void level_cut_fini(struct level_cut *cut);

/* The part whose root is run i; NULL where i is no root. */
static inline const struct level_part *
level_cut_part(const struct level_cut *cut, size_t i)
{
	return cut->runs[i].root == (int)i ? &cut->parts[i] : NULL;
}

#endif
