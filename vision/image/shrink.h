/* Planes made smaller by whole factors, and smoother. */
#ifndef SHRINK_H
#define SHRINK_H

#include "image.h"
#include "plane.h"
#include "problem.h"

/* Makes `small`, which is not initialised yet, of a plane: each of its pixels
 * is the mean of a square of `factor` (1 .. 255) a side, rounded to the nearest
 * level, halves up for a factor of 2 and to even ones for others, as OpenCV's
 * INTER_AREA has them. What is left at the right and lower rim does not count;
 * a plane that is narrower or lower than the factor is stretched to one pixel.
 * Returns 0, or -1 without memory; plane_fini(small) in both cases. */
int plane_shrink(const struct plane *plane, int factor, struct plane *small);

/* The same of a picture, each channel by itself, halves up; its sides are at
 * least `factor` (1 .. 8). Returns 0, or -1 with `problem` filled in;
 * image_fini(small) in both cases. */
int image_shrink(const struct image *image, int factor, struct image *small,
		 struct problem *problem);

/* Makes `smooth`, which is not initialised yet, of a plane: each of its pixels
 * is the mean of nine, by the weights 1 2 1 both ways, the rim's own pixels
 * taken for those beyond it. Noise is a third of what it was, edges are half a
 * pixel softer. Returns 0, or -1 without memory; plane_fini(smooth) in both
 * cases. */
int plane_smooth(const struct plane *plane, struct plane *smooth);

#endif
