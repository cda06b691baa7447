/* Drawn symbols beside a mask: which of them are most like it? For
 * panel_shapes.c and blocks.c only. */
#ifndef PANEL_MATCHER_H
#define PANEL_MATCHER_H

#include "mask.h"
#include "panel_shapes.h"
#include "spans.h"

/* One block alone is narrower than this, cells, a square wider (.33 in the
 * game, blocks .145); What is beyond is so much
 * less likely a cell. */
#define BLOCK_MOST 0.225
#define SIZE_LESS 4.0

enum {
	CANDIDATES = 2,
	SHAPE_BYTES = 224, /* of the largest, a star's tips */
};

/* Marks those points of a row, in the symbol's own units, that are part of the
 * symbol. */
typedef void draw_fn(const void *shape, double y, struct span_row *row);

/* A drawn symbol at its place and size. */
struct candidate {
	struct panel_cell cell;
	bool gapless; /* what is drawn has nothing between its blocks */
	const struct shape_mask *mask; /* beside which it was drawn */
	draw_fn *draw;
	_Alignas(double) unsigned char shape[SHAPE_BYTES]; /* for `draw` */
	double less; /* so much less likely than as like it */
	double value;
};

struct matcher {
	const struct shape_mask *mask;
	const double *less; /* of each class of symbols (panel_shapes.h) */
	struct candidate best[CANDIDATES]; /* each means something else */
	int count;
	struct extent box;
	int parts;                      /* connected ones */
	struct extent part[MASK_PARTS]; /* the first of them */
	/* cover of the pixels looked at, and how much of it lies above each row
	 */
	float area, above[SHEET_CELL + 1];
	/* the box in pixels with a margin: nothing is drawn outside */
	int first_x, last_x, first_y, last_y;
};

/* Do both mean the same? A shape that no turn changes does, turned or upright.
 */
bool matcher_same(const struct panel_cell *a, const struct panel_cell *b);

/* Draws a shape of so many bytes beside the mask: the candidate's value is the
 * area of both in common, as a share of that of either, less what is said.
 * Where it cannot be among the best, the value may be less than that. */
void matcher_rate(const struct matcher *matcher, struct candidate *candidate,
		  const void *shape, size_t size);
/* Keeps a candidate that was rated where it is among the best. */
void matcher_keep(struct matcher *matcher, const struct candidate *candidate);

/* Which of the cell's pixels it covers: a bit each, by rows. */
void matcher_draw(const struct candidate *candidate, uint64_t rows[SHEET_CELL]);

/* Offers every polyomino that may be it. */
void blocks_match(struct matcher *matcher);

#endif
