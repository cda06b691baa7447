/* Pictures seen through a homography. */
#ifndef WARP_H
#define WARP_H

#include "geometry.h"
#include "image.h"

/* Fills `warped`, which has its size, with what lies at the places that the map
 * gives for its pixels: between pixels in parts of 32 each way, beyond the
 * picture's rim, which is two pixels wide and high at least, the nearest pixel.
 * In whole numbers, as OpenCV's warpPerspective rounds them, on any machine. */
void image_warp(const struct image *image, const struct homography *map,
		const struct image *warped);
/* The same without what only some machines have: for tests. */
void image_warp_plain(const struct image *image, const struct homography *map,
		      const struct image *warped);

#endif
