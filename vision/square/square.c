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
	CLASSES = 12,
	LEVELS_LEAST = 20, /* weaker contrast is not made stronger */
	BATCH = 64,
};
static const int sides_of[CLASSES] = { 0, 3, 5, 6, 9, 10, 12, 1, 2, 4, 8, 15 };

/* Fewer of the squares that the network learned from are empty than nine in ten
 * of boards': pieces, halves and other things are so much rarer beside empty
 * squares there (fitted on the squares of data/, the client and scenes/web,
 * seed 2001). */
#define PIECE_RARER .04F
#define HALF_RARER .01F
#define OTHER_RARER .01F

static float rarer(int sides)
{
	if (!sides)
		return 1;
	if (sides == SQUARE_SIDES - 1)
		return OTHER_RARER;
	return sides & (sides - 1) ? PIECE_RARER : HALF_RARER;
}

/* One pixel in so many of a piece's place differs more from the ground than
 * what is taken for its ink. */
#define INK_RANK 34
/* A piece lies within a band so wide around its middle line, and is looked at
 * that far from the square's middle: squares. */
#define BAND .32
#define REACH .4
/* Levels that a square's middle may differ by where nothing lies on it: the
 * faintest track the network learned of differs by 30. */
#define PLAIN_LEVELS 6

struct square_reader {
	struct network *network;
	bool inside[CROP * CROP];
	uint8_t bgr[BATCH][3 * CROP * CROP];
	float crops[BATCH * CROP * CROP];
	float logits[BATCH * CLASSES];
};

/* Is a pixel of the crop within so many in its middle? */
static bool is_within(int i, int side)
{
	return abs(2 * (i / CROP) + 1 - CROP) < side &&
	       abs(2 * (i % CROP) + 1 - CROP) < side;
}

static int by_size(const void *a, const void *b)
{
	float d = *(const float *)a - *(const float *)b;

	return (d > 0) - (d < 0);
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

/* Does a place, off a square's middle, lie where a piece or half through these
 * sides may? */
static bool is_along(int sides, double x, double y)
{
	double corner_x = sides & 1 ? .5 : -.5, corner_y = sides & 2 ? .5 : -.5;

	if (!(sides & 5))
		return fabs(x) < BAND && (sides == 10 || y * corner_y > 0);
	if (!(sides & 10))
		return fabs(y) < BAND && (sides == 5 || x * corner_x > 0);
	return fabs(hypot(x - corner_x, y - corner_y) - .5) < BAND;
}

/* How the likeliest piece's place differs from the ground beside it: where it
 * does most, and on average. */
static void find_ink(const uint8_t *bgr, struct square_reading *reading)
{
	float away[CROP * CROP], sorted[CROP * CROP], off[CROP * CROP][3];
	int levels[3][256] = { { 0 } };
	int best = 1, grounds = 0, count = 0, strong = 0;

	for (int i = 2; i < SQUARE_SIDES - 1; i++)
		if (reading->sides[i] > reading->sides[best])
			best = i;
	for (int i = 0; i < CROP * CROP; i++) {
		double x = (i % CROP + .5 - CROP / 2.) / INSIDE;
		double y = (i / CROP + .5 - CROP / 2.) / INSIDE;

		if (fabs(x) > REACH || fabs(y) > REACH)
			continue;
		if (is_along(best, x, y)) {
			for (int k = 0; k < 3; k++)
				off[count][k] = bgr[3 * i + k];
			count++;
		} else {
			for (int k = 0; k < 3; k++)
				levels[k][bgr[3 * i + k]]++;
			grounds++;
		}
	}
	for (int k = 0; k < 3; k++) {
		int ground = 0;

		for (int n = levels[k][0]; 2 * n <= grounds && ground < 255;)
			n += levels[k][++ground];
		for (int i = 0; i < count; i++) {
			off[i][k] -= (float)ground;
			reading->average.part[k] += off[i][k] / (float)count;
		}
	}
	for (int i = 0; i < count; i++)
		sorted[i] = away[i] = off[i][0] * off[i][0] +
				      off[i][1] * off[i][1] +
				      off[i][2] * off[i][2];
	qsort(sorted, (size_t)count, sizeof *sorted, by_size);
	for (int i = 0; i < count; i++)
		strong += away[i] >= sorted[count - 1 - count / INK_RANK];
	for (int i = 0; i < count; i++)
		for (int k = 0; k < 3; k++)
			if (away[i] >= sorted[count - 1 - count / INK_RANK])
				reading->ink.part[k] +=
					off[i][k] / (float)strong;
}

/* Does nothing lie on a square? All track passes close to its middle. */
static bool is_plain(const uint8_t *bgr)
{
	uint8_t low[3] = { 255, 255, 255 }, high[3] = { 0 };

	for (int i = 0; i < CROP * CROP; i++)
		for (int k = 0; k < 3; k++) {
			uint8_t level = bgr[3 * i + k];

			if (!is_within(i, (int)(2 * REACH * INSIDE)))
				continue;
			low[k] = level < low[k] ? level : low[k];
			high[k] = level > high[k] ? level : high[k];
			if (high[k] - low[k] > PLAIN_LEVELS)
				return false;
		}
	return true;
}

/* Cuts a square out; *plain becomes whether nothing lies on it. */
static int cut(const struct square_reader *reader, const struct image *image,
	       const struct quad *px_square, uint8_t *bgr, float *crop,
	       bool *plain)
{
	const struct point *c = px_square->corner;
	double side =
		(point_distance(c[0], c[1]) + point_distance(c[1], c[2]) +
		 point_distance(c[2], c[3]) + point_distance(c[3], c[0])) /
		4;
	double edge = (CROP - INSIDE) / 2. - .5;
	struct quad from = quad_from_box(edge, edge, INSIDE, INSIDE);
	int median[3];

	if (crop_cut(image, px_square, INSIDE / fmax(side, 1), &from, CROP,
		     CROP, bgr) < 0)
		return -1;
	*plain = is_plain(bgr);
	if (!*plain)
		crop_values(bgr, CROP * CROP, reader->inside, LEVELS_LEAST,
			    crop, median);
	return 0;
}

static void tell(const float *logits, struct square_reading *reading)
{
	float most = logits[0], sum = 0;

	*reading = (struct square_reading){ 0 };
	for (int i = 1; i < CLASSES; i++)
		most = fmaxf(most, logits[i]);
	for (int i = 0; i < CLASSES; i++)
		sum += reading->sides[sides_of[i]] =
			rarer(sides_of[i]) * expf(logits[i] - most);
	for (int i = 0; i < SQUARE_SIDES; i++)
		reading->sides[i] /= sum;
}

int square_read(struct square_reader *reader, const struct image *image,
		const struct quad *px_squares, int count,
		struct square_reading *readings, struct problem *problem)
{
	int result = 0;

	for (int i = 0; i < count && result == 0;) {
		int which[BATCH], n = 0;

		for (; i < count && n < BATCH && result == 0; i++) {
			bool plain = true;

			result = cut(reader, image, &px_squares[i],
				     reader->bgr[n],
				     reader->crops + n * CROP * CROP, &plain);
			readings[i] = (struct square_reading){ .sides[0] = 1 };
			if (!plain)
				which[n++] = i;
		}
		if (result == 0 && n)
			result = network_run(reader->network, reader->crops, n,
					     1, CROP, CROP, reader->logits,
					     CLASSES);
		for (int k = 0; k < n && result == 0; k++) {
			tell(reader->logits + k * CLASSES, &readings[which[k]]);
			find_ink(reader->bgr[k], &readings[which[k]]);
		}
	}
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to read squares");
	return result;
}
