/* What cameras, scanners and JPEG do to a picture. */
#ifndef DEGRADE_H
#define DEGRADE_H

#include "geometry.h"
#include "image.h"
#include "problem.h"
#include "rng.h"

/* Replaces `image` by itself seen through `map` (old pixels to new ones),
 * width by height pixels, `around` (0xRRGGBB) where nothing lies; bilinear. */
int degrade_warp(struct image *image, const struct homography *map, int width,
		 int height, uint32_t around, struct problem *problem);

/* Brightness from 1 - depth to 1 along a random direction. */
void degrade_light(struct image *image, double depth, struct rng *rng);

/* Normal noise of so many levels;the same for all channels. */
void degrade_noise(struct image *image, double levels, struct rng *rng);

/* A Gaussian of radius `sigma` pixels. */
int degrade_blur(struct image *image, double sigma, struct problem *problem);

/* To JPEG of this quality and back. *data is the whole file, which the caller
 * frees (also after a failure); NULL before. */
int degrade_jpeg(struct image *image, int quality, uint8_t **data,
		 size_t *length, struct problem *problem);

#endif
