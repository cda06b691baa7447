/* Small pictures for the report and for the history. */
#ifndef BATCH_THUMB_H
#define BATCH_THUMB_H

#include <stddef.h>
#include <stdint.h>

#include "image.h"

/* Wide enough to see a puzzle, and 1,000 pictures with two of them each stay
 * below 60 MB: 400 x 225 at this quality are 10 to 20 kB. */
enum { THUMB_SIDE_MAX = 400, THUMB_QUALITY = 68 };

/* The picture by averaging areas, at most `side` pixels wide and high; never
 * enlarged. As a JPEG in new memory, which the caller frees. */
int thumb_make(const struct image *image, int side, uint8_t **data,
	       size_t *length, struct problem *problem);

#endif
