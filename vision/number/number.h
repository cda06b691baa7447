/* What is written at places of a picture: all places in one batch, each read
 * once.
 *
 * A place is a word's box, or the inside of a cell. Its crop is made upright
 * and as high as the network wants, its colours become one value a pixel, and
 * the network (models/numbers) tells of each of 12 columns what stands there.
 * Summed over all ways to read a word off the columns (connectionist temporal
 * classification, Graves et al. 2006) that gives one distribution: over
 * numbers, the letters that name a track's ends, "another word", "nothing".
 */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"

enum { NUMBER_VALUES_MOST = 4 };

/* How likely it is that a place shows what; all sum to 1 with what is left. */
struct number_reading {
	struct {
		int value; /* at least 0 */
		double chance;
	} values[NUMBER_VALUES_MOST]; /* likeliest first */
	int count;
	double nothing;       /* the place is empty */
	double other;         /* another word, a sign, a part of something */
	double a, b;          /* the letters */
	uint32_t ground, ink; /* colours, 0xRRGGBB */
	double tall;  /* how much of the place's height strong ink spans: blur
		       * and compression make boxes around ink higher */
	uint64_t key; /* of the pixels that were read; 0: of none */
};

struct number_reader; /* the network and scratch memory: one a thread */

struct number_reader *number_reader_new(struct problem *problem);
void number_reader_free(struct number_reader *reader);

/* Reads `count` places of the picture, each a quadrilateral around the ink, or
 * around the middle of a cell (as large as the ink would be or up to twice as
 * high), with its corners clockwise from the text's own top left, pixels.
 * Returns 0, or -1 where memory lacks. */
int number_read_places(struct number_reader *reader, const struct image *image,
		       const struct quad *px_places, int count,
		       struct number_reading *readings,
		       struct problem *problem);

#endif
