/* The ink in a small part of a picture, such as a cell or a circle: the part
 * is straightened, its paper levelled, and what stands out from the paper is
 * gathered into connected blots. */
#ifndef INK_H
#define INK_H

#include <stdbool.h>
#include <stdint.h>

#include "geometry.h"
#include "glyph_patch.h"
#include "plane.h"

/* Where to look: an extent of a frame (a lattice's cells, or pixels), and
 * how the frame maps to the picture. */
struct place {
	struct extent extent;
	struct homography frame_to_px;
};

/* An upright place: whole pixels of the picture. */
struct place place_from_box(const struct box *px_box);

/* How much longer a frame's unit is down than across, in pixels: bricks are
 * wider than high, and a page that leans back is foreshortened. */
double place_stretch(const struct place *place);

enum { BLOTS_MAX = 48, PART_SIDE_MAX = 128 };

/* A straightened part: how its pixels differ from the paper around them. */
struct part {
	struct place place;
	int width, height;
	double scale; /* its pixels per pixel of the picture */
	double noise; /* deviation of the paper's levels */
	/* levels by which the lightest spot of it, and the darkest ([true]),
	 * stand out from the paper: of any ink there */
	double contrast[2];
	float level[PART_SIDE_MAX * PART_SIDE_MAX]; /* paper is 0 */
};

/* Connected ink. */
struct blot {
	struct box box; /* pixels of the straightened part */
	int area;
	bool at_rim; /* touches the rim of the part */
};

struct ink {
	const struct part *part;
	bool dark; /* darker than the paper */
	uint8_t label[PART_SIDE_MAX * PART_SIDE_MAX]; /* 1 + blot, or 0 */
	struct blot blots[BLOTS_MAX];
	int count;
	double contrast; /* levels between paper and ink */
	bool crowded;    /* more blots than fit: a texture */
};

/* Straightens a part and takes the paper, its most frequent level and any
 * even slope of it, away. A part that is empty or whose middle lies outside
 * the picture has a width of 0. */
void part_find(const struct plane *plane, const struct place *place,
	       struct part *part);

/* Finds the ink of one polarity; `part` must outlive `ink`. Blots of a few
 * pixels are left out. A part that is all paper has none. */
void ink_find(const struct part *part, bool dark, struct ink *ink);

/* How much of the ellipse in a box the ink takes, 0..1 and more. */
double ink_fill(const struct ink *ink, const struct box *box);

/* A box of the straightened part in units of the frame. */
struct extent part_extent(const struct part *part, const struct box *box);
/* The upright box of pixels around it. */
struct box part_px_box(const struct part *part, const struct box *box);

#endif
