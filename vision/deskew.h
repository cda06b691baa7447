/* Turned and tilted pages, laid upright: words and boxes are told apart by
 * columns and rows of pixels, which on a page that leans run through several.
 *
 * Most edges of a page lie along its lines of text and the sides of its boxes:
 * the commonest slopes of those that are nearly level, in the upper and the
 * lower half, and of those nearly upright, in the left and the right one, are
 * the sides of a quadrilateral that was a rectangle. */
#ifndef DESKEW_H
#define DESKEW_H

#include <stdbool.h>

#include "geometry.h"
#include "image.h"
#include "page.h"

/* Does the page lean so much that it should be read upright? Fills in the size
 * of the upright picture, at most `pixels_most` pixels, and the map from it to
 * the picture. */
bool deskew_find(const struct page *page, double pixels_most, int *width,
		 int *height, struct homography *upright_to_px);

/* The upright picture. Returns 0, or -1 without memory; image_fini frees in
 * both cases. */
int deskew_make(const struct image *image, int width, int height,
		const struct homography *upright_to_px, struct image *upright);

#endif
