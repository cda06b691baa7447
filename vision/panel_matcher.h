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

enum {
	CANDIDATES = 6,
	SHAPE_BYTES = 160, /* of the largest, a polyomino's blocks */
};

/* Which of `count` points of a row, in the symbol's own units, are part of the
 * symbol? Sets in[k] to 1 where x[k], y is, and leaves it alone elsewhere;
 * `count` is even. In loops that the compiler may work on by twos. */
typedef void inside_fn(const void *shape, const double *x, double y, int count,
		       double *in);

/* A drawn symbol at its place and size. */
struct candidate {
	struct panel_cell cell;
	bool gapless; /* what is drawn has nothing between its blocks */
	const struct shape_mask *mask; /* beside which it was drawn */
	inside_fn *inside;
	_Alignas(double) unsigned char shape[SHAPE_BYTES]; /* for `inside` */
	double less; /* so much less likely than as like it */
	/* between its parts, cells, and how much less likely it is where blur
	 * hides that */
	double gap, gap_less;
	double value;
};

struct matcher {
	const struct shape_mask *mask;
	const double *less; /* of each class of symbols (panel_shapes.h) */
	struct candidate best[CANDIDATES]; /* each means something else */
	int count, most;                   /* of them, and how many are kept */
	struct extent box;
	int parts;                      /* connected ones */
	struct extent part[MASK_PARTS]; /* the first of them */
	float area;                     /* cover of the pixels looked at */
	/* the box in pixels with a margin: nothing is drawn outside */
	int first_x, last_x, first_y, last_y;
};

/* Draws a shape of so many bytes beside the mask: the candidate's value is the
 * area of both in common, as a share of that of either, less what is said.
 * Where it cannot be among the best, the value may be less than that. */
void matcher_rate(const struct matcher *matcher, struct candidate *candidate,
		  const void *shape, size_t size);
/* Keeps a candidate that was rated where it is among the best. */
void matcher_keep(struct matcher *matcher, const struct candidate *candidate);
/* Both. */
void matcher_try(struct matcher *matcher, struct candidate *candidate,
		 const void *shape, size_t size);

/* Values all that are kept anew beside what they look like with so much blur,
 * sheet pixels. */
void matcher_redraw(struct matcher *matcher, double blur);

#endif
