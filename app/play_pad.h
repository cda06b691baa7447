/* The buttons of a pad of numbers beside a puzzle. */
#ifndef PLAY_PAD_H
#define PLAY_PAD_H

#include "geometry.h"
#include "image.h"
#include "play_client.h"
#include "problem.h"

/* Finds the buttons: boxes of one size, each with a digit, no digit twice. Bit
 * d of the result is set where the one of d was found, in pixels; -1, with
 * `problem` filled in, if memory runs out. What lies within `px_puzzle` is no
 * button. */
int play_pad_find(const struct image *image, const struct quad *px_puzzle,
		  struct point px_pad[PLAY_DIGITS], struct problem *problem);

#endif
