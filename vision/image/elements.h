/* Elements: what a picture consists of, found once, whatever the look.
 *
 * Every pixel is either part of an edge (the brightness changes there, by
 * more than noise and by a fair share of the change nearby) or of a flat
 * region. Connected edge pixels are strokes: a glyph, a grid, a rail, dark on
 * light or light on dark alike. Connected flat pixels are fields: a cell, the
 * inside of a disc, a sheet of paper. A picture with drawn lines, a
 * chequerboard without any and a set of cards all give fields for cells.
 *
 * Large pictures are shrunk for this (`shrink`); coordinates of elements are
 * those of the full picture. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry.h"
#include "image.h"
#include "plane.h"
#include "problem.h"

enum element_kind { ELEMENT_FIELD, ELEMENT_STROKE };

struct element {
	enum element_kind kind;
	int area;       /* pixels of the shrunk picture */
	struct box box; /* full picture */
	/* The outermost points along both diagonals (least x+y, greatest x-y,
	 * greatest x+y, least x-y): the corners of a quadrilateral that is
	 * turned by less than 45 degrees. Full picture. */
	struct quad corners;
};

/* Pixels left .. right-1 of one row of the shrunk picture. */
struct element_run {
	int left, right;
	int element;
};

struct elements {
	const struct image *image; /* the picture itself; not owned */
	struct plane grey;         /* its luminance, full size */
	bool borrowed;             /* grey belongs to other elements */
	int shrink;                /* 1, or the factor it was shrunk by */
	struct plane small;        /* luminance, shrunk; is grey's memory
				    * where shrink is 1 */
	int reach;                 /* pixels of the shrunk picture over which
				    * a change is an edge: fields end so
				    * much too early at their right and
				    * lower sides */
	double noise;              /* median change from pixel to pixel */
	struct element *list;
	size_t count;
	/* Rows of the shrunk picture: runs[row_start[y] ..
	 * row_start[y + 1] - 1], from left to right. */
	struct element_run *runs;
	size_t *row_start;
};

/* Finds the elements of `image`, which must outlive them. `shrink` is at
 * least 1. Returns 0, or -1 without memory; elements_fini frees in both
 * cases. */
int elements_find(struct elements *elements, const struct image *image,
		  int shrink, struct problem *problem);
void elements_fini(struct elements *elements);

/* The elements of the same picture at another scale, `shrink` times smaller
 * than the full picture: at a coarser one noise is averaged away, and dotted
 * lines close; at its own size thin lines are wider. `other` must outlive them.
 */
int elements_find_scaled(struct elements *elements,
			 const struct elements *other, int shrink,
			 struct problem *problem);

/* The same at the scale of `finer`, smoothed: lines of few pixels that noise
 * breaks, or that are blurred, keep together. `finer` must outlive them. */
int elements_find_smoother(struct elements *elements,
			   const struct elements *finer,
			   struct problem *problem);

/* The element at a pixel of the full picture; NULL outside. */
const struct element *elements_at(const struct elements *elements, double px_x,
				  double px_y);

/* The box around an element with room of that width and height to its sides, as
 * far as the picture reaches: pixels of the shrunk picture, the room of the
 * full one. */
struct box element_small_box(const struct elements *elements,
			     const struct element *element, int px_across,
			     int px_down);

/* The share (0..1) of the way from a to b along which an edge lies no
 * further than `reach` pixels to either side. */
double elements_edge_share(const struct elements *elements, struct point a,
			   struct point b, double reach);

#endif
