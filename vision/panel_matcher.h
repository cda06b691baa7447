/* Drawn symbols beside a mask: which of them are most like it? For
 * panel_shapes.c and panel_blocks.c only. */
#ifndef PANEL_MATCHER_H
#define PANEL_MATCHER_H

#include "panel_mask.h"
#include "panel_shapes.h"

/* One block alone is narrower than this, cells, a square wider (.33 in the
 * game, blocks .145); What is beyond is so much
 * less likely a cell. */
#define BLOCK_MOST 0.225
#define SIZE_LESS 4.0

struct matcher {
	const struct shape_mask *mask;
	struct shape_match best, second;
	struct extent box;
	int parts;                      /* connected ones */
	struct extent part[MASK_PARTS]; /* the first of them */
	bool gapless;                   /* what is offered */
	float area;                     /* cover of the pixels looked at */
	/* the box in pixels with a margin: nothing is drawn outside */
	int first_x, last_x, first_y, last_y;
};

/* Is the point, in the symbol's own units, part of the symbol? */
typedef bool inside_fn(const void *shape, double x, double y);

/* The area of mask and shape in common, as a share of that of either. Where it
 * cannot be more than `least` any more some lesser one: nobody asks. */
double matcher_likeness(const struct matcher *matcher, inside_fn *inside,
			const void *shape, double least);

/* Takes a symbol, so much like the mask, for the best or the second. */
void matcher_offer(struct matcher *matcher, const struct panel_cell *cell,
		   double value);

#endif
