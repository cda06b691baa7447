/* What is computed over whole pictures, and nothing else of OpenCV: the only
 * door from C to it is the implementation of this header and of cv.h.
 *
 * A picture is looked at through levels: itself, and halves of it. A mask says
 * of each pixel of a level whether it is flat ground (1) or belongs to an edge
 * or to ink (0); its contours nest: ground, what lies on it, the ground inside
 * of that. */
#ifndef PIXELS_H
#define PIXELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "geometry.h"
#include "image.h"

/* Pixel x,y of a level covers the picture from x * shrink, y * shrink on. */
struct pixel_level {
	int width, height, shrink;
	size_t stride;          /* of pixels, as in struct image */
	const uint32_t *pixels; /* the picture's own where shrink is 1 */
	uint32_t *own;          /* to free; NULL where it is the picture's */
	uint8_t *edges;         /* what MASK_FLAT compares, without a stride, if
				 * that was kept; or NULL */
};

/* Halves `finer` by averaging areas. 0, or -1 where memory lacks. */
int pixels_halve(const struct pixel_level *finer, struct pixel_level *half);
/* Finds once what several masks of the level need. 0, or -1 where memory
 * lacks. */
int pixels_keep_edges(struct pixel_level *level);
void pixels_free(struct pixel_level *level);

/* Undoes so many (1 .. 3) quarter turns clockwise. 0, or -1 where memory
 * lacks. */
int pixels_turn_back(const struct image *image, int turns,
		     struct image *upright);

enum mask_kind {
	/* the greatest difference of a channel within 2 x 2 pixels is below
	 * `level` */
	MASK_FLAT,
	/* the same of the level smoothed by a Gaussian over 3 x 3 pixels */
	MASK_SMOOTH,
	/* the luminance is not below the mean of the `window` pixels around by
	 * more than `level`: what dark ink leaves free, under uneven light */
	MASK_INK,
	/* the same the other way round: what light ink leaves free */
	MASK_LIGHT,
	/* MASK_FLAT without ground that no square of `window` pixels fits into:
	 * dashes and dots of a line are one line */
	MASK_CLOSED,
	/* no channel differs by `level` or more from the median of what lies
	 * around, a square of about `window` pixels: ground, however uneven */
	MASK_NEAR,
	/* the greatest channel is above the least by less than `level`; 0: what
	 * parts colours best (Otsu 1979) */
	MASK_GREY,
	/* the luminance is below `level` */
	MASK_DARK,
};

/* Median of what MASK_FLAT or MASK_SMOOTH compare with `level`: of MASK_FLAT 0
 * in most screenshots, 3 and more in photographs. */
double pixels_noise(const struct pixel_level *level, enum mask_kind kind);

/* From which `strength` on MASK_INK or MASK_LIGHT show the stronger of two inks
 * alone, such as what was written on squared paper (Otsu 1979, of what is ink
 * from `least` on). */
double pixels_strong_ink(const struct pixel_level *level, enum mask_kind kind,
			 int window, double least);

/* The rectangle around a contour is looked at in so many places along each
 * side: a multiple of 2, 3 and 4. */
enum { CONTOUR_PLACES = 12 };
/* Of what reaches into a contour from its rim so much is noted: both ends of a
 * text. */
enum { INLETS = 2 };

/* A contour of a mask. Even depth: ground; odd: what lies on it. */
struct contour {
	struct box box;     /* of the ground's pixels along it, level */
	double area;        /* within it, holes included, square pixels */
	struct point at[4]; /* corners of the smallest rectangle around,
			     * turned by less than 45 degrees, clockwise
			     * from the top left; level's pixels */
	double rectangle;   /* square pixels of that rectangle */
	double hull;        /* ... of the smallest convex figure around */
	/* what reaches into it from its rim, such as a digit that touches the
	 * rim, the largest first; width 0: nothing more does, or it is too
	 * small to be a cell; level's pixels */
	struct box inlets[INLETS];
	int parent, child, next; /* in the list, -1: none */
	int depth;
	/* [down][across]: how much of each place of the rectangle lies within,
	 * 0 .. 255; all 0 where it is too long or too empty for four squares
	 * side by side */
	uint8_t within[CONTOUR_PLACES][CONTOUR_PLACES];
};

/* The contours of a mask of the level, parents before children; the caller
 * frees *contours. Returns their number, or -1 where memory lacks. */
int pixels_contours(const struct pixel_level *level, enum mask_kind kind,
		    double strength, int window, struct contour **contours);

/* Bytes B G R of a width x height window, sampled linearly where `to_level`
 * takes its pixels' centres; beyond the rim the rim's pixels are repeated. */
int pixels_warp(const struct pixel_level *level,
		const struct homography *to_level, int width, int height,
		uint8_t *bgr);

#ifdef __cplusplus
}
#endif

#endif
