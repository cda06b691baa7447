#include "number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "network.h"
#include "pixels.h"
#include "word_network.h"

/* The crop, and how the network was trained (models/numbers/draw.py has the
 * same numbers). */
enum {
	CROP_HEIGHT = 24,
	CROP_WIDTH = 48,
	CROP_PIXELS = CROP_HEIGHT * CROP_WIDTH,
	INK_HEIGHT = 16, /* of its middle that the place takes */
	INK_WIDTH = 40,  /* ... at most */
	COLUMNS = 12,
	CLASS_BLANK = 0, /* of CTC; digit d is 1 + d */
	CLASS_A = 11,
	CLASS_B = 12,
	CLASS_OTHER = 13,
	CLASSES = 14,
	RANK = 34,        /* of the value that becomes 1: the 97th percentile */
	LEVELS_LEAST = 8, /* that value at least, levels */
	BATCH = 64,
	BEAM = 12,       /* prefixes that are followed */
	LEVELS_MOST = 5, /* the picture and its halves */
};

struct number_reader {
	struct network *network;
	struct number_counters counters;
	float crops[BATCH * CROP_PIXELS];
	float logits[BATCH * CLASSES * COLUMNS];
};

struct number_reader *number_reader_new(struct problem *problem)
{
	struct number_reader *reader = alloc_array(1, sizeof *reader);

	if (!reader) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to read words");
		return NULL;
	}
	reader->network =
		network_new(word_networks[0].bytes, word_networks[0].size);
	if (!reader->network) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to read words");
		free(reader);
		return NULL;
	}
	return reader;
}

void number_reader_free(struct number_reader *reader)
{
	if (!reader)
		return;
	network_free(reader->network);
	free(reader);
}

struct number_counters
number_reader_counters(const struct number_reader *reader)
{
	return reader->counters;
}

/* The value that RANK others exceed; or, counted from below, that exceeds as
 * many. */
static float ranked(const float *values, bool from_below)
{
	/* colours lie no further apart than the cube's diagonal */
	enum { MOST = 444 };
	int counts[2 * MOST + 1] = { 0 }, sum = 0;

	for (int i = 0; i < CROP_PIXELS; i++)
		counts[(int)lrintf(values[i]) + MOST]++;
	for (int k = 0; k <= 2 * MOST; k++) {
		int at = from_below ? k : 2 * MOST - k;

		sum += counts[at];
		if (sum > RANK)
			return (float)(at - MOST);
	}
	return 0;
}

/* One value a pixel: how far its colour lies from the median colour along the
 * axis on which the colours spread most, ink positive. */
static void normalise(const unsigned char *bgr, float *to)
{
	float axis[3] = { .57735f, .57735f, .57735f };
	double spread[3][3] = { { 0 } };
	float high, low, scale;
	int median[3];

	for (int c = 0; c < 3; c++) {
		int counts[256] = { 0 }, sum = 0, value = -1;

		for (int i = 0; i < CROP_PIXELS; i++)
			counts[bgr[3 * i + c]]++;
		while (sum <= CROP_PIXELS / 2)
			sum += counts[++value];
		median[c] = value;
	}
	for (int i = 0; i < CROP_PIXELS; i++)
		for (int c = 0; c < 3; c++)
			for (int d = 0; d <= c; d++)
				spread[c][d] += (bgr[3 * i + c] - median[c]) *
						(bgr[3 * i + d] - median[d]);
	for (int round = 0; round < 8; round++) {
		double next[3], length;

		for (int c = 0; c < 3; c++)
			next[c] = spread[c > 0 ? c : 0][0] * (double)axis[0] +
				  spread[c > 1 ? c : 1][c > 1 ? 1 : c] *
					  (double)axis[1] +
				  spread[2][c] * (double)axis[2];
		length = sqrt(next[0] * next[0] + next[1] * next[1] +
			      next[2] * next[2]);
		if (length < 1e-6)
			break;
		for (int c = 0; c < 3; c++)
			axis[c] = (float)(next[c] / length);
	}
	for (int i = 0; i < CROP_PIXELS; i++) {
		to[i] = 0;
		for (int c = 0; c < 3; c++)
			to[i] += axis[c] * (float)(bgr[3 * i + c] - median[c]);
	}
	high = ranked(to, false), low = ranked(to, true);
	scale = fmaxf(fmaxf(high, -low), LEVELS_LEAST);
	if (-low > high)
		scale = -scale;
	for (int i = 0; i < CROP_PIXELS; i++)
		to[i] = fmaxf(-2, fminf(2, to[i] / scale));
}

/* Cuts a place out of the halves of the picture at which it need not be shrunk
 * by more than two. */
static int cut(struct pixel_level *levels, int *level_count,
	       const struct quad *px_place, float *to)
{
	const struct point *p = px_place->corner;
	double width =
		(point_distance(p[0], p[1]) + point_distance(p[3], p[2])) / 2;
	double height =
		(point_distance(p[0], p[3]) + point_distance(p[1], p[2])) / 2;
	double y_scale = INK_HEIGHT / fmax(height, 1);
	double x_scale = fmin(y_scale, INK_WIDTH / fmax(width, 1));
	double half_width = x_scale * width / 2;
	double half_height = y_scale * height / 2;
	struct quad from = quad_from_box(CROP_WIDTH / 2. - .5 - half_width,
					 CROP_HEIGHT / 2. - .5 - half_height,
					 2 * half_width, 2 * half_height);
	struct quad place = *px_place;
	struct homography map;
	unsigned char bgr[3 * CROP_PIXELS];
	int level = 0;

	for (; y_scale < .5 && level + 1 < LEVELS_MOST; y_scale *= 2) {
		level++;
		if (level == *level_count &&
		    pixels_halve(&levels[level - 1], &levels[level]) < 0)
			return -1;
		*level_count =
			level + 1 > *level_count ? level + 1 : *level_count;
	}
	for (int i = 0; i < 4; i++) {
		double k = levels[level].shrink;

		place.corner[i].x = (place.corner[i].x + .5) / k - .5;
		place.corner[i].y = (place.corner[i].y + .5) / k - .5;
	}
	memset(bgr, 0, sizeof bgr);
	if (homography_from_quads(&from, &place, &map) == 0 &&
	    pixels_warp(&levels[level], &map, CROP_WIDTH, CROP_HEIGHT, bgr) < 0)
		return -1;
	normalise(bgr, to);
	return 0;
}

/* Less likely continuations of a word are not followed. */
#define FOLLOWED 1e-4

/* A word so far, and how likely the columns so far end in it and a blank, or
 * in its last class. */
struct prefix {
	signed char classes[NUMBER_DIGITS_MOST];
	int length;
	double blank, last;
};

static struct prefix *find_prefix(struct prefix *list, int *count,
				  const struct prefix *like)
{
	int least = 0;

	for (int i = 0; i < *count; i++) {
		if (list[i].length == like->length &&
		    !memcmp(list[i].classes, like->classes,
			    (size_t)like->length))
			return &list[i];
		if (list[i].blank + list[i].last <
		    list[least].blank + list[least].last)
			least = i;
	}
	if (*count < 4 * BEAM)
		least = (*count)++;
	list[least] = *like;
	list[least].blank = list[least].last = 0;
	return &list[least];
}

static int by_chance(const void *a, const void *b)
{
	const struct prefix *p = a, *q = b;
	double d = q->blank + q->last - p->blank - p->last;

	return (d > 0) - (d < 0);
}

static void tell(const struct prefix *word, struct number_reading *reading)
{
	double chance = word->blank + word->last;
	int value = 0, at;

	if (!word->length) {
		reading->nothing += chance;
		return;
	}
	for (int i = 0; i < word->length && value >= 0; i++)
		value = word->classes[i] < CLASS_A && !(i == 1 && value == 0)
				? 10 * value + word->classes[i] - 1
				: -1;
	if (value < 0) {
		if (word->length == 1 && word->classes[0] == CLASS_A)
			reading->a += chance;
		else if (word->length == 1 && word->classes[0] == CLASS_B)
			reading->b += chance;
		else
			reading->other += chance;
		return;
	}
	/* words come by their chance */
	at = reading->count;
	if (at < NUMBER_VALUES_MOST) {
		reading->values[at].value = value;
		reading->values[at].chance = chance;
		reading->count++;
	}
}

/* Prefix beam search over the columns. */
static void decode(const float *logits, struct number_reading *reading)
{
	struct prefix lists[2][4 * BEAM], *now = lists[0], *next = lists[1];
	int count = 1;

	memset(reading, 0, sizeof *reading);
	memset(&now[0], 0, sizeof now[0]);
	now[0].blank = 1;
	for (int t = 0; t < COLUMNS; t++) {
		double p[CLASSES], most = -HUGE_VAL, sum = 0;
		struct prefix *swap = now;
		int found = 0;

		for (int c = 0; c < CLASSES; c++)
			most = fmax(most, (double)logits[c * COLUMNS + t]);
		for (int c = 0; c < CLASSES; c++)
			sum += p[c] =
				exp((double)logits[c * COLUMNS + t] - most);
		for (int i = 0; i < count; i++) {
			const struct prefix *one = &now[i];
			double all = one->blank + one->last;
			struct prefix *same = find_prefix(next, &found, one);

			same->blank += all * p[CLASS_BLANK] / sum;
			if (one->length)
				same->last +=
					one->last *
					p[(int)one->classes[one->length - 1]] /
					sum;
			for (int c = 1; c < CLASSES; c++) {
				struct prefix longer = *one;
				bool again = one->length &&
					     one->classes[one->length - 1] == c;
				double chance =
					(again ? one->blank : all) * p[c] / sum;

				if (one->length == NUMBER_DIGITS_MOST ||
				    chance < FOLLOWED)
					continue;
				longer.classes[longer.length++] =
					(signed char)c;
				find_prefix(next, &found, &longer)->last +=
					chance;
			}
		}
		qsort(next, (size_t)found, sizeof *next, by_chance);
		count = found < BEAM ? found : BEAM;
		now = next;
		next = swap;
	}
	for (int i = 0; i < count; i++)
		tell(&now[i], reading);
}

int number_read_places(struct number_reader *reader, const struct image *image,
		       const struct quad *px_places, int count,
		       struct number_reading *readings, struct problem *problem)
{
	struct pixel_level levels[LEVELS_MOST] = { {
		.width = image->width,
		.height = image->height,
		.shrink = 1,
		.stride = image->stride,
		.pixels = image->pixels,
	} };
	int level_count = 1, result = 0;

	reader->counters.places += count;
	for (int from = 0; from < count && result == 0; from += BATCH) {
		int n = count - from < BATCH ? count - from : BATCH;

		for (int i = 0; i < n && result == 0; i++)
			result = cut(levels, &level_count, &px_places[from + i],
				     reader->crops + i * CROP_PIXELS);
		if (result == 0)
			result = network_run(reader->network, reader->crops, n,
					     CROP_HEIGHT, CROP_WIDTH,
					     reader->logits, CLASSES * COLUMNS);
		reader->counters.runs += n;
		for (int i = 0; i < n && result == 0; i++)
			decode(reader->logits + i * CLASSES * COLUMNS,
			       &readings[from + i]);
	}
	for (int i = 1; i < level_count; i++)
		pixels_free(&levels[i]);
	if (result < 0)
		problem_set(problem, PROBLEM_MEMORY, "no memory to read words");
	return result;
}
