/* How much is a blob like a tetromino? */
#ifndef SIGILS_FIT_H
#define SIGILS_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "sigils_blobs.h"

/* A blob's pixels, 1 or 0, with an empty rim of one pixel around. */
struct sigils_mask {
	int width, height; /* without the rim */
	int stride;        /* width + 2 */
	uint8_t *pixels;
	int *sums; /* of all pixels above and to the left */
	int *stack;
	int capacity;
};

/* Empties the mask and makes room; a zeroed one may be passed and any one
 * used again. Returns 0, or -1 without memory. */
int sigils_mask_init(struct sigils_mask *mask, int width, int height);
void sigils_mask_fini(struct sigils_mask *mask);

/* Sets what the blob surrounds: relief and signs on a piece. */
void sigils_mask_fill_holes(struct sigils_mask *mask);

/* Finds the tetromino with the greatest likeness (common area / joint area)
 * over kinds, turns, places and sizes: fills in kind, turns, x, y, pitch,
 * likeness and other of `blob`, from the mask's own top left. Returns whether
 * there is any. */
bool sigils_mask_fit(struct sigils_mask *mask, struct sigils_blob *blob);

#endif
