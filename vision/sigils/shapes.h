/* Shapes: what in a picture is one square, four squares side by side, or a
 * plain rectangle.
 *
 * A contour is such a shape by its outline alone, whatever is drawn in it; four
 * blocks (squares of one size that stand closer to each other than to anything
 * else) make one together, and many a lattice (frames.h). Shapes of several
 * masks are gathered in one list, of those at one place the one that is most a
 * piece.
 */
#ifndef SIGILS_SHAPES_H
#define SIGILS_SHAPES_H

#include "pixels.h"
#include "sigils.h"

/* What may be a piece. */
struct shape {
	enum sigils_kind kind, other; /* other: the next best of its size;
				       * SIGILS_KIND_COUNT: none */
	int turns;
	double likeness; /* common / joint area of it and four squares */
	double other_likeness;
	int columns, rows;            /* squares across and down */
	struct quad px_quad;          /* around its squares */
	struct point px_low, px_high; /* its bounds */
	struct point px_at;           /* middle of that */
	double px_pitch;              /* side of a square */
	bool seamed;                  /* it is made of four blocks */
	uint32_t fill;                /* 0xRRGGBB */
	double contrast; /* to what is around it, levels; 0: not measured */
};

/* A square. */
struct block {
	struct quad px_quad;
	struct point px_at;
	double px_side;
	double filled;   /* share of its rectangle */
	int contour;     /* that it is the outline of */
	int next[4];     /* blocks beside it: right, below, left, above; -1 */
	int around;      /* a larger one at its place; -1 */
	int group;       /* blocks that are joined so have the same; -1: it
			  * lies within one */
	int column, row; /* in its group, from any of its blocks */
};

/* A rectangle of nothing, perhaps a frame without lines. */
struct plate {
	struct quad px_quad;
	double px_width, px_height;
	uint32_t fill;
};

struct shape_list {
	struct shape *shapes;
	size_t count, capacity;
	/* of the last mask only */
	struct block *blocks;
	size_t block_count, block_capacity;
	int groups;
	struct plate *plates;
	size_t plate_count, plate_capacity;
};

/* Everything that is tuned here. */
struct shape_params {
	/* least and, by the level's smaller side, greatest pitch of pieces,
	 * pixels of the level */
	double pitch_least, pitch_most;
	/* how far the ratio of a piece's sides may be from that of its squares;
	 * its logarithm */
	double uneven;
	/* least likeness of a piece */
	double likeness_least;
	/* likenesses that differ by less are about equal */
	double alike;
	/* least share of its rectangle that a block and a plate fill: discs
	 * .78; and how much longer than wide blocks may be */
	double block_filled, block_uneven, plate_filled;
	/* ... that blocks of one group differ by, in size; how far they are
	 * aside of each other and apart, by their size (a plate's studs
	 * 1.9); and apart by the nearest of their neighbours */
	double block_alike, block_aside, block_apart, block_step;
	/* least side of a plate, pixels of the level */
	double plate_least;
	/* shapes that cover this share of the smaller one are at one place */
	double same_place;
	/* ... unless one's pitch is so many times the other's */
	double same_pitch;
};

extern const struct shape_params shape_params;

/* Adds the shapes that contours of a mask are, and makes the list's blocks and
 * plates those of this mask. Returns 0, or -1 where memory lacks. */
int shapes_add(struct shape_list *list, const struct pixel_level *level,
	       enum mask_kind kind, const struct contour *contours, int count);
void shapes_free(struct shape_list *list);

/* The place of a piece's square, of its columns and rows. */
struct quad shape_square(const struct shape *shape, int column, int row);
/* Measures contrasts that are not known yet. */
void shapes_measure(struct shape_list *list, const struct pixel_level *level);
/* The greatest difference of two colours' parts, levels. */
double fill_distance(uint32_t a, uint32_t b);
/* The bounds of a quadrilateral. */
void shape_bounds(const struct quad *quad, struct point *low,
		  struct point *high);
/* Do both cover a good part of the smaller one? */
bool shapes_overlap(const struct shape *a, const struct shape *b);
/* The colour in the middle of a quadrilateral, 0xRRGGBB. */
uint32_t shape_fill(const struct pixel_level *level, const struct quad *quad);

#endif
