#include "sigils_counts.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "sigils.h"

/* A digit is this high, in squares of the piece, and not wider than high by
 * more than WIDE. */
#define HIGH_LEAST 0.25
#define HIGH_MOST 1.3
#define WIDE 1.2
/* The nearest of a word stands within so many squares of the piece. */
#define FAR_MOST 1.5
/* Its last digit within so many. */
#define WORD_FAR 4.0
/* And shares at most this of its box with the piece. */
#define COMMON_MOST 0.2
/* Strokes of a word: a times sign, and digits. What has more is a sentence. */
enum { STROKES_MOST = 4, WORDS_MOST = 64 };
/* Strokes of one word stand closer than this share of their height, and as
 * high within that. */
#define STROKE_GAP 0.5
/* A times sign is no digit with this confidence. */
#define SIGN_CONFIDENCE 0.9

struct squares {
	struct quad px[4];
	double pitch; /* picture pixels */
};

/* Strokes side by side, none within another. */
struct word {
	struct box boxes[STROKES_MOST + 1];
	int count;
	int piece; /* the nearest */
	double distance;
};

static void find_squares(const struct sigils_view *view,
			 const struct sigils_blob *blob,
			 struct squares *squares)
{
	struct sigils_shape shape;

	sigils_shape(blob->kind, blob->turns, &shape);
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			squares->px[i].corner[j] = sigils_view_px(
				view,
				blob->x + blob->pitch * (shape.x[i] +
							 (j == 1 || j == 2)),
				blob->y +
					blob->pitch * (shape.y[i] + (j >= 2)));
	squares->pitch = point_distance(squares->px[0].corner[0],
					squares->px[0].corner[1]);
}

/* The box around a square. */
static void bounds(const struct quad *quad, double low[2], double high[2])
{
	low[0] = fmin(quad->corner[0].x, quad->corner[3].x);
	low[1] = fmin(quad->corner[0].y, quad->corner[1].y);
	high[0] = fmax(quad->corner[1].x, quad->corner[2].x);
	high[1] = fmax(quad->corner[2].y, quad->corner[3].y);
}

/* How far a box is from the piece's squares; HUGE_VAL where it lies on them
 * or has not the size of a digit. */
static double distance_to(const struct squares *squares, const struct box *box)
{
	double best = HUGE_VAL, common = 0;

	if (box->height < HIGH_LEAST * squares->pitch ||
	    box->height > HIGH_MOST * squares->pitch ||
	    box->width > WIDE * box->height)
		return HUGE_VAL;
	for (int i = 0; i < 4; i++) {
		double low[2], high[2], across, down;

		bounds(&squares->px[i], low, high);
		across = fmin(high[0], box->x + box->width) -
			 fmax(low[0], box->x);
		down = fmin(high[1], box->y + box->height) -
		       fmax(low[1], box->y);
		common += fmax(0, across) * fmax(0, down);
		best = fmin(best, hypot(fmax(0, -across), fmax(0, -down)));
	}
	if (common > COMMON_MOST * box->width * box->height)
		return HUGE_VAL;
	return best;
}

/* Do two boxes stand side by side as digits of a number do? */
static bool are_neighbours(const struct box *a, const struct box *b)
{
	double gap = fmax(a->x, b->x) - fmin(a->x + a->width, b->x + b->width);
	double high = fmax(a->height, b->height);

	return gap < STROKE_GAP * high &&
	       abs(a->y - b->y) < STROKE_GAP * high &&
	       abs(a->height - b->height) < STROKE_GAP * high;
}

/* Adds a stroke's box to a word, or its outer contour in place of the inner
 * one. */
static void add_stroke(struct word *word, const struct box *box)
{
	int kept = 0;

	for (int i = 0; i < word->count; i++) {
		if (box_is_within(box, &word->boxes[i]))
			return;
		if (!box_is_within(&word->boxes[i], box))
			word->boxes[kept++] = word->boxes[i];
	}
	word->count = kept;
	if (word->count <= STROKES_MOST)
		word->boxes[word->count++] = *box;
}

/* Adds the box to the words that it is a neighbour of, which become one, or
 * as a word of its own. */
static int add_to_words(struct word *words, int count, const struct box *box)
{
	int home = -1;

	for (int i = 0; i < count; i++) {
		bool near = false;

		for (int j = 0; j < words[i].count && !near; j++)
			near = are_neighbours(&words[i].boxes[j], box);
		if (!near)
			continue;
		if (home < 0) {
			home = i;
			add_stroke(&words[home], box);
			continue;
		}
		for (int j = 0; j < words[i].count; j++)
			add_stroke(&words[home], &words[i].boxes[j]);
		words[i--] = words[--count];
	}
	if (home < 0 && count < WORDS_MOST)
		words[count++] = (struct word){ .boxes = { *box }, .count = 1 };
	return count;
}

/* Finds the piece that a word is nearest to; -1: on one, or far from all. */
static void find_piece(struct word *word, const struct squares *squares,
		       int count)
{
	word->piece = -1;
	word->distance = HUGE_VAL;
	for (int i = 0; i < word->count; i++)
		for (int j = 0; j < count; j++) {
			double here = distance_to(&squares[j], &word->boxes[i]);

			if (here >= FAR_MOST * squares[j].pitch ||
			    here >= word->distance)
				continue;
			word->distance = here;
			word->piece = j;
		}
}

/* Reads a word without its stroke `but` (-1: whole). */
static struct number read_but(struct glyphs *glyphs,
			      const struct elements *elements,
			      const struct word *word, int but)
{
	struct number number = { .value = -1 };
	struct box boxes[STROKES_MOST];
	int count = 0;

	for (int i = 0; i < word->count; i++)
		if (i != but)
			boxes[count++] = word->boxes[i];
	number_read(glyphs, &elements->grey, NULL, boxes, count, &number);
	return number;
}

/* Reads "3", and "x3" or "3x". */
static struct number read_word(struct glyphs *glyphs,
			       const struct elements *elements,
			       const struct word *word)
{
	struct number whole = read_but(glyphs, elements, word, -1);
	int first = 0, last = 0;

	if (whole.value >= 0 || word->count < 2)
		return whole;
	for (int i = 1; i < word->count; i++) {
		if (word->boxes[i].x < word->boxes[first].x)
			first = i;
		if (word->boxes[i].x > word->boxes[last].x)
			last = i;
	}
	for (int side = 0; side < 2; side++) {
		int sign = side ? last : first;
		struct word alone = { .boxes = { word->boxes[sign] },
				      .count = 1 };
		struct number times = read_but(glyphs, elements, &alone, -1);
		struct number rest = read_but(glyphs, elements, word, sign);

		if (rest.value >= 0 && times.value < 0 &&
		    times.confidence >= SIGN_CONFIDENCE)
			return rest;
	}
	return whole;
}

void sigils_counts_read(struct glyphs *glyphs, const struct elements *elements,
			const struct sigils_view *view,
			const struct sigils_blob *const *blobs, int count,
			struct sigils_count *counts)
{
	struct squares squares[SIGILS_PIECES_MAX];
	const struct word *nearest[SIGILS_PIECES_MAX] = { NULL };
	struct word words[WORDS_MOST];
	int word_count = 0;

	for (int i = 0; i < count; i++)
		find_squares(view, blobs[i], &squares[i]);
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		bool near = false;

		for (int j = 0; j < count && !near; j++)
			near = element->kind == ELEMENT_STROKE &&
			       distance_to(&squares[j], &element->box) <
				       WORD_FAR * squares[j].pitch;
		if (near)
			word_count =
				add_to_words(words, word_count, &element->box);
	}
	for (int i = 0; i < word_count; i++) {
		struct word *word = &words[i];

		find_piece(word, squares, count);
		if (word->piece >= 0 && word->count <= STROKES_MOST &&
		    (!nearest[word->piece] ||
		     nearest[word->piece]->distance > word->distance))
			nearest[word->piece] = word;
	}
	for (int i = 0; i < count; i++) {
		struct number number = { .value = -1 };

		if (nearest[i])
			number = read_word(glyphs, elements, nearest[i]);
		counts[i] = (struct sigils_count){ number.value,
						   number.confidence };
	}
}
