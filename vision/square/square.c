#include "square.h"

#include <math.h>
#include <string.h>
#include <stdlib.h>

#include "alloc.h"
#include "crop.h"
#include "network.h"
#include "square_network.h"

/* The crop, and how the network was trained (models/squares/draw.py has the
 * same numbers). */
enum {
	CROP = 36,
	INSIDE = 24, /* the square, in its middle */
	CORE = 18,   /* ... where its sides' lines do not show */
	CLASSES = 12,
	LEVELS_LEAST = 20, /* weaker contrast is not made stronger */
	BATCH = 64,
};
static const int sides_of[CLASSES] = { 0, 3, 5, 6, 9, 10, 12, 1, 2, 4, 8, 15 };

/* What the network learned from is harder than what boards show, and fewer of
 * its squares are empty than nine in ten. Its logits are so much sharper there,
 * and pieces, halves and other things so much rarer beside empty squares
 * (fitted on the squares of data/, the client and scenes/web, seed 2001). */
#define SHARPER 2
#define PIECE_RARER .04F
#define HALF_RARER .001F
#define OTHER_RARER .01F

static float rarer(int sides)
{
	if (!sides)
		return 1;
	if (sides == SQUARE_SIDES - 1)
		return OTHER_RARER;
	return sides & (sides - 1) ? PIECE_RARER : HALF_RARER;
}

/* What differs from the ground by more than this share of the strongest is ink
 * and not the soft rim of it. */
#define STRONG .8F

struct square_reader {
	struct network *network;
	bool inside[CROP * CROP];
	uint8_t bgr[3 * CROP * CROP];
	float crops[BATCH * CROP * CROP];
	float logits[BATCH * CLASSES];
};

/* Is a pixel of the crop within so many in its middle? */
static bool is_within(int i, int side)
{
	return abs(2 * (i / CROP) + 1 - CROP) < side &&
	       abs(2 * (i % CROP) + 1 - CROP) < side;
}

struct square_reader *square_reader_new(struct problem *problem)
{
	struct square_reader *reader = alloc_array(1, sizeof *reader);

	if (reader)
		reader->network = network_new(square_networks[0].bytes,
					      square_networks[0].size);
	if (!reader || !reader->network) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to read squares");
		free(reader);
		return NULL;
	}
	for (int i = 0; i < CROP * CROP; i++)
		reader->inside[i] = is_within(i, INSIDE);
	return reader;
}

void square_reader_free(struct square_reader *reader)
{
	if (reader)
		network_free(reader->network);
	free(reader);
}

/* Cuts a square out, and tells its colours. */
static int cut(struct square_reader *reader, const struct image *image,
	       const struct quad *px_square, float *crop,
	       struct square_reading *reading)
{
	const struct point *c = px_square->corner;
	double side =
		(point_distance(c[0], c[1]) + point_distance(c[1], c[2]) +
		 point_distance(c[2], c[3]) + point_distance(c[3], c[0])) /
		4;
	double edge = (CROP - INSIDE) / 2. - .5;
	struct quad from = quad_from_box(edge, edge, INSIDE, INSIDE);
	double sum[3] = { 0 };
	int median[3], strong = 0;

	if (crop_cut(image, px_square, INSIDE / fmax(side, 1), &from, CROP,
		     CROP, reader->bgr) < 0)
		return -1;
	crop_values(reader->bgr, CROP * CROP, reader->inside, LEVELS_LEAST,
		    crop, median);
	for (int i = 0; i < CROP * CROP; i++)
		if (is_within(i, CORE) && crop[i] > STRONG) {
			for (int k = 0; k < 3; k++)
				sum[k] += reader->bgr[3 * i + k];
			strong++;
		}
	for (int k = 0; k < 3; k++) {
		reading->ground.part[k] = (float)median[k];
		reading->ink.part[k] =
			strong ? (float)(sum[k] / strong) : (float)median[k];
	}
	return 0;
}

static void tell(const float *logits, struct square_reading *reading)
{
	float most = logits[0], sum = 0;

	memset(reading->sides, 0, sizeof reading->sides);
	for (int i = 1; i < CLASSES; i++)
		most = fmaxf(most, logits[i]);
	for (int i = 0; i < CLASSES; i++)
		sum += reading->sides[sides_of[i]] =
			rarer(sides_of[i]) * expf(SHARPER * (logits[i] - most));
	for (int i = 0; i < SQUARE_SIDES; i++)
		reading->sides[i] /= sum;
}

int square_read(struct square_reader *reader, const struct image *image,
		const struct quad *px_squares, int count,
		struct square_reading *readings, struct problem *problem)
{
	int result = 0;

	for (int first = 0; first < count && result == 0; first += BATCH) {
		int n = count - first < BATCH ? count - first : BATCH;

		for (int i = 0; i < n && result == 0; i++)
			result = cut(reader, image, &px_squares[first + i],
				     reader->crops + i * CROP * CROP,
				     &readings[first + i]);
		if (result == 0)
			result = network_run(reader->network, reader->crops, n,
					     CROP, CROP, reader->logits,
					     CLASSES);
		for (int i = 0; i < n && result == 0; i++)
			tell(reader->logits + i * CLASSES,
			     &readings[first + i]);
	}
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to read squares");
	return result;
}
