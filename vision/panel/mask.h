/* What stands out of a cell, pixel by pixel: its parts, its box, its holes. */
#ifndef PANEL_MASK_H
#define PANEL_MASK_H

#include "panel_shapes.h"

/* A pixel is part of the symbol where it is covered so far. */
#define BOX_COVER 0.5

struct extent {
	double left, top, right, bottom; /* cells from the cell's middle */
};

static inline double width_of(const struct extent *e)
{
	return e->right - e->left;
}

static inline double height_of(const struct extent *e)
{
	return e->bottom - e->top;
}

/* How much of a pixel is symbol whose colour is so far on the way from the
 * ground's to the symbol's: the flanks of blurred edges become half, the glow
 * around bright symbols nothing. */
static inline float mask_cover(float share)
{
	share = (share - 0.3f) / 0.4f;
	return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* The box around the mask, turned by an angle around the cell's middle. */
struct extent mask_box(const struct shape_mask *mask, double angle);

/* By how much is a figure of straight sides that are square to each other
 * turned, -PI / 4 .. PI / 4? `sure`: the share of its outline that agrees, 0 ..
 * 1. */
double mask_tilt(const struct shape_mask *mask, double *sure);

/* Counts the connected parts, into whose boxes it puts the first so many, and
 * takes out those that are mere specks. */
enum { MASK_PARTS = 4 };
int mask_parts(struct shape_mask *mask, struct extent *boxes);

/* How much of the mask and its mirror image, left and right or top and bottom,
 * is in both, as a share of what is in either: 1 where it is symmetric. */
double mask_mirrored(const struct shape_mask *mask, bool upright);

/* How wide strokes are, cells: twice what they cover over how long their
 * outlines are; of blobs half. */
double mask_stroke(const struct shape_mask *mask);

#endif
