#include "number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "crop.h"
#include "network.h"
#include "word_network.h"

/* The crop, and how the network was trained (models/numbers/draw.py has the
 * same numbers). */
enum {
	CROP_HEIGHT = 24,
	INK_HEIGHT = 16, /* of its middle that the place takes */
	INK_WIDTH = 40,  /* ... at most */
	BESIDE = (CROP_HEIGHT - INK_HEIGHT) / 2, /* seen around the place */
	CROP_WIDTH = 48,
	NARROW = 32, /* columns that places no wider than 1.5 heights need */
	CROP_PIXELS = CROP_HEIGHT * CROP_WIDTH,
	PIXELS_A_COLUMN = 4, /* of what the network gives */
	COLUMNS = CROP_WIDTH / PIXELS_A_COLUMN,
	CLASS_BLANK = 0, /* of CTC; digit d is 1 + d */
	CLASS_A = 11,
	CLASS_B = 12,
	CLASS_OTHER = 13,
	CLASSES = 14,
	LEVELS_LEAST = 8, /* weaker contrast is not made stronger */
	BATCH = 64,
	BEAM = 12,   /* prefixes that are followed */
	SEEN = 1024, /* crops whose readings are kept */
};

/* Of a crop's values, ink that is no blur or compression around it. */
#define STRONG .5F

/* What was read of a crop: screens show one digit many times, pixel for pixel.
 */
struct seen {
	uint64_t key;  /* of its pixels; 0: none */
	uint64_t call; /* that read it, for which place */
	int place;
	struct number_reading reading; /* once that has ended */
};

/* A place that shows what another one shows. */
struct twin {
	int place, of;
};

/* Crops of one width that wait for the network. */
struct queue {
	int width, count;
	int places[BATCH]; /* whose they are */
	uint64_t keys[BATCH];
	uint32_t grounds[BATCH], inks[BATCH];
	double talls[BATCH];
	float crops[BATCH * CROP_PIXELS];
};

struct number_reader {
	struct network *network;
	struct queue narrow, wide;
	float logits[BATCH * CLASSES * COLUMNS];
	struct seen seen[SEEN];
	uint64_t calls;
	struct twin *twins; /* of this call */
	size_t twin_count, twin_capacity;
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
	reader->narrow.width = NARROW;
	reader->wide.width = CROP_WIDTH;
	return reader;
}

void number_reader_free(struct number_reader *reader)
{
	if (!reader)
		return;
	network_free(reader->network);
	free(reader->twins);
	free(reader);
}

/* Is a pixel in the middle of a crop, where no lines show? */
static bool is_inside(int i, int columns)
{
	return abs(2 * (i / columns) - CROP_HEIGHT) < CROP_HEIGHT / 2 &&
	       abs(2 * (i % columns) - columns) < columns / 2;
}

/* The colours of what stands around the middle, and of what differs most from
 * it there: a bold word may cover most of its middle. */
static void find_colours(const unsigned char *bgr, int columns,
			 uint32_t *ground, uint32_t *ink)
{
	int count = columns * CROP_HEIGHT, inside = 0, furthest = -1;

	*ground = *ink = 0;
	for (int i = 0; i < count; i++)
		inside += is_inside(i, columns);
	for (int c = 0; c < 3; c++) {
		int around[256] = { 0 }, level = -1, sum = 0;

		for (int i = 0; i < count; i++)
			around[bgr[3 * i + c]] += !is_inside(i, columns);
		while (2 * sum <= count - inside)
			sum += around[++level];
		*ground |= (uint32_t)level << 8 * c;
	}
	for (int i = 0; i < count; i++) {
		uint32_t colour = 0;
		int off = 0;

		if (!is_inside(i, columns))
			continue;
		for (int c = 0; c < 3; c++) {
			colour |= (uint32_t)bgr[3 * i + c] << 8 * c;
			off += abs((int)(*ground >> 8 * c & 255) -
				   bgr[3 * i + c]);
		}
		if (off > furthest) {
			furthest = off;
			*ink = colour;
		}
	}
}

/* The share of a place's rows from the first to the last with strong ink. */
static double find_tall(const float *values, int columns)
{
	int first = CROP_HEIGHT, last = -1;

	for (int y = BESIDE - 1; y <= CROP_HEIGHT - BESIDE; y++)
		for (int x = BESIDE; x < columns - BESIDE; x++)
			if (values[y * columns + x] > STRONG) {
				first = y < first ? y : first;
				last = y;
			}
	return fmax(0, last - first + 1) / INK_HEIGHT;
}

/* FNV-1a, eight bytes at a time (Fowler, Noll, Vo); never 0. */
static uint64_t key_of(const unsigned char *bytes, size_t size)
{
	uint64_t key = 0xcbf29ce484222325 ^ size, word;

	for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
		memcpy(&word, bytes + i, sizeof word);
		key = (key ^ word) * 0x100000001b3;
		key ^= key >> 32;
	}
	return key | 1;
}

/* Is a crop one that was read, or waits to be? Then that counts for its place
 * (1); else it is put down that this place is the one that is read (0). -1:
 * memory lacks. */
static int find_twin(struct number_reader *reader, uint64_t key, int place,
		     struct number_reading *reading)
{
	struct seen *seen = &reader->seen[key / 2 % SEEN];

	if (seen->key != key) {
		*seen = (struct seen){ .key = key,
				       .call = reader->calls,
				       .place = place };
		return 0;
	}
	if (seen->call != reader->calls) {
		*reading = seen->reading;
		return 1;
	}
	if (alloc_grow(&reader->twins, &reader->twin_capacity,
		       reader->twin_count + 1, sizeof *reader->twins) < 0)
		return -1;
	reader->twins[reader->twin_count++] =
		(struct twin){ place, seen->place };
	return 1;
}

/* Cuts a place out of the picture, halved until it need not be shrunk by more
 * than two, with no more beside it than above and below, and puts it into the
 * middle of a crop in the queue of its width, unless the same pixels were read.
 * Returns 0, or -1 where memory lacks. */
static int cut(struct number_reader *reader, const struct image *image,
	       const struct quad *px_place, int place,
	       struct number_reading *reading)
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
	int half = (int)fmin(ceil(half_width + BESIDE), CROP_WIDTH / 2.);
	int columns = 2 * half, median[3], twin;
	struct quad from = quad_from_box(half - .5 - half_width,
					 CROP_HEIGHT / 2. - .5 - half_height,
					 2 * half_width, 2 * half_height);
	struct queue *queue =
		columns > NARROW ? &reader->wide : &reader->narrow;
	int size = CROP_HEIGHT * queue->width;
	float values[CROP_PIXELS], *crop = queue->crops + queue->count * size;
	unsigned char bgr[3 * CROP_PIXELS];
	uint64_t key;

	memset(bgr, 0, sizeof bgr);
	/* what has no area shows nothing */
	if (width >= 1 && height >= 1 &&
	    crop_cut(image, px_place, y_scale, &from, columns, CROP_HEIGHT,
		     bgr) < 0)
		return -1;
	key = key_of(bgr, 3 * (size_t)columns * CROP_HEIGHT);
	twin = find_twin(reader, key, place, reading);
	if (twin)
		return twin < 0 ? -1 : 0;
	crop_values(bgr, columns * CROP_HEIGHT, NULL, LEVELS_LEAST, values,
		    median);
	find_colours(bgr, columns, &queue->grounds[queue->count],
		     &queue->inks[queue->count]);
	queue->talls[queue->count] = find_tall(values, columns);
	memset(crop, 0, size * sizeof *crop);
	for (int y = 0; y < CROP_HEIGHT; y++)
		memcpy(crop + y * queue->width + queue->width / 2 - half,
		       values + y * columns, columns * sizeof *values);
	queue->keys[queue->count] = key;
	queue->places[queue->count++] = place;
	return 0;
}

/* Less likely continuations of a word are not followed. */
#define FOLLOWED 1e-4

/* A word so far, four bits a class, and how likely the columns so far end in it
 * and a blank, or in its last class. */
struct prefix {
	unsigned classes;
	double blank, last;
};

#define CLASSES_MOST 0xffffffu /* of six */

static struct prefix *find_prefix(struct prefix *list, int *count,
				  unsigned classes)
{
	int least = 0;

	for (int i = 0; i < *count; i++) {
		if (list[i].classes == classes)
			return &list[i];
		if (list[i].blank + list[i].last <
		    list[least].blank + list[least].last)
			least = i;
	}
	if (*count < 4 * BEAM)
		least = (*count)++;
	list[least] = (struct prefix){ .classes = classes };
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
	unsigned classes = word->classes;
	int value = 0, power = 1;

	if (!classes) {
		reading->nothing += chance;
		return;
	}
	if (classes == CLASS_A || classes == CLASS_B) {
		*(classes == CLASS_A ? &reading->a : &reading->b) += chance;
		return;
	}
	for (; classes; classes >>= 4, power *= 10) {
		int digit = (int)(classes & 15) - 1;

		/* no letters, and no zero before other digits */
		if (digit > 9 || (classes < 16 && !digit && power > 1)) {
			reading->other += chance;
			return;
		}
		value += digit * power;
	}
	/* words come by their chance */
	if (reading->count < NUMBER_VALUES_MOST) {
		reading->values[reading->count].value = value;
		reading->values[reading->count].chance = chance;
		reading->count++;
	}
}

/* The chances of a column's classes. */
static void weigh(const float *logits, int columns, double *chances)
{
	float most = logits[0], sum = 0, powers[CLASSES];

	for (int c = 1; c < CLASSES; c++)
		most = fmaxf(most, logits[c * columns]);
	for (int c = 0; c < CLASSES; c++)
		sum += powers[c] = expf(logits[c * columns] - most);
	for (int c = 0; c < CLASSES; c++)
		chances[c] = (double)(powers[c] / sum);
}

/* Prefix beam search over the columns. A word of which any column shows what is
 * no digit, A or B is another one, whatever the others show. */
static void decode(const float *logits, int columns,
		   struct number_reading *reading)
{
	struct prefix lists[2][4 * BEAM], *now = lists[0], *next = lists[1];
	double not_other = 1;
	int count = 1;

	memset(reading, 0, sizeof *reading);
	now[0] = (struct prefix){ .blank = 1 };
	for (int t = 0; t < columns; t++) {
		double chances[CLASSES];
		struct prefix *swap = now;
		int found = 0;

		weigh(logits + t, columns, chances);
		not_other *= 1 - chances[CLASS_OTHER];
		for (int i = 0; i < count; i++) {
			const struct prefix *one = &now[i];
			double all = one->blank + one->last;
			int end = (int)(one->classes & 15);
			struct prefix *same =
				find_prefix(next, &found, one->classes);

			same->blank += all * chances[CLASS_BLANK];
			if (end)
				same->last += one->last * chances[end];
			for (int c = 1; c < CLASS_OTHER; c++) {
				double chance = (end == c ? one->blank : all) *
						chances[c];

				if (chance < FOLLOWED ||
				    one->classes > CLASSES_MOST >> 4)
					continue;
				find_prefix(next, &found,
					    one->classes << 4 | (unsigned)c)
					->last += chance;
			}
		}
		if (found > BEAM || t == columns - 1)
			qsort(next, (size_t)found, sizeof *next, by_chance);
		count = found < BEAM ? found : BEAM;
		now = next;
		next = swap;
	}
	reading->other = 1 - not_other;
	for (int i = 0; i < count; i++)
		tell(&now[i], reading);
}

/* Reads the crops that wait. */
static int read_queue(struct number_reader *reader, struct queue *queue,
		      struct number_reading *readings)
{
	int columns = queue->width / PIXELS_A_COLUMN, count = queue->count;

	queue->count = 0;
	if (!count)
		return 0;
	if (network_run(reader->network, queue->crops, count, 1, CROP_HEIGHT,
			queue->width, reader->logits, CLASSES * columns) < 0)
		return -1;
	for (int i = 0; i < count; i++) {
		struct number_reading *reading = &readings[queue->places[i]];

		decode(reader->logits + i * CLASSES * columns, columns,
		       reading);
		reading->ground = queue->grounds[i];
		reading->ink = queue->inks[i];
		reading->tall = queue->talls[i];
		reading->key = queue->keys[i];
		reader->seen[queue->keys[i] / 2 % SEEN] =
			(struct seen){ queue->keys[i], reader->calls,
				       queue->places[i], *reading };
	}
	return 0;
}

int number_read_places(struct number_reader *reader, const struct image *image,
		       const struct quad *px_places, int count,
		       struct number_reading *readings, struct problem *problem)
{
	int result = 0;

	reader->narrow.count = reader->wide.count = 0;
	reader->twin_count = 0;
	reader->calls++;
	for (int i = 0; i < count && result == 0; i++) {
		result = cut(reader, image, &px_places[i], i, &readings[i]);
		if (result == 0 && reader->narrow.count == BATCH)
			result = read_queue(reader, &reader->narrow, readings);
		if (result == 0 && reader->wide.count == BATCH)
			result = read_queue(reader, &reader->wide, readings);
	}
	if (result == 0)
		result = read_queue(reader, &reader->narrow, readings);
	if (result == 0)
		result = read_queue(reader, &reader->wide, readings);
	for (size_t i = 0; i < reader->twin_count && result == 0; i++)
		readings[reader->twins[i].place] =
			readings[reader->twins[i].of];
	if (result < 0) {
		/* what was to be read never was */
		memset(reader->seen, 0, sizeof reader->seen);
		problem_set(problem, PROBLEM_MEMORY, "no memory to read words");
	}
	return result;
}
