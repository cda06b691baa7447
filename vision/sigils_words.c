#include "sigils_words.h"

#include <math.h>
#include <stdlib.h>

#include "numbers.h"

/* Strokes of one word stand closer than this share of their height, and as
 * high within that. */
#define STROKE_GAP 0.5
/* A times sign is no digit with this confidence, and is so nearly as wide as
 * high. */
#define SIGN_CONFIDENCE 0.9
#define SIGN_ASPECT 1.3
/* A disc, or what else surrounds a number, is at least so wide for its height,
 * wider than digits are, and the digits in it are so high at most, less than
 * the inside of a nought, and at least. */
#define BADGE_WIDE 0.85
#define BADGE_DIGIT_MOST 0.7
#define BADGE_DIGIT_LEAST 0.25
/* What is read in it, or beside a sign, counts with this confidence. */
#define PLACE_CONFIDENCE 0.9
/* Where the digits beside a times sign are, in heights of the sign: it is 0.55
 * to 0.8 times as high as they are, and its middle as high as theirs. */
#define PLACE_FROM 0.1
#define PLACE_TO 2.6
#define PLACE_UP 0.6

/* A sign and a digit are so wide together, in heights of the digit: with a thin
 * 1 .95, which no digit alone is. Left of the share of that is most of the
 * sign: with 0.35 and with 0.42 the digits of a photograph were read, with 0.27
 * half of them; where the digit is a 1, the sign takes up to 0.67. */
#define TOUCHING_WIDE 0.9
#define TOUCHING_FROM 0.38
#define TOUCHING_NARROW 0.6

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
static void add_stroke(struct sigils_word *word, const struct box *box)
{
	int kept = 0;

	for (int i = 0; i < word->count; i++) {
		if (box_is_within(box, &word->boxes[i]))
			return;
		if (!box_is_within(&word->boxes[i], box))
			word->boxes[kept++] = word->boxes[i];
	}
	word->count = kept;
	if (word->count <= SIGILS_STROKES_MOST)
		word->boxes[word->count++] = *box;
}

void sigils_words_add(struct sigils_words *words, const struct box *stroke)
{
	struct sigils_word *list = words->words, *home = NULL;

	for (int i = 0; i < words->count; i++) {
		bool near = false;

		for (int j = 0; j < list[i].count && !near; j++)
			near = box_is_within(&list[i].boxes[j], stroke) ||
			       box_is_within(stroke, &list[i].boxes[j]) ||
			       are_neighbours(&list[i].boxes[j], stroke);
		if (!near)
			continue;
		if (!home) {
			home = &list[i];
			add_stroke(home, stroke);
			continue;
		}
		for (int j = 0; j < list[i].count; j++)
			add_stroke(home, &list[i].boxes[j]);
		list[i--] = list[--words->count];
	}
	if (!home && words->count < SIGILS_WORDS_MOST)
		list[words->count++] =
			(struct sigils_word){ .boxes = { *stroke },
					      .count = 1 };
}

/* Reads a word without its stroke `but` (-1: whole). */
static struct number read_but(const struct sigils_text *text,
			      const struct sigils_word *word, int but)
{
	struct number number = { .value = -1 };
	struct box boxes[SIGILS_STROKES_MOST + 1];
	int count = 0;

	for (int i = 0; i < word->count; i++)
		if (i != but)
			boxes[count++] = word->boxes[i];
	number_read(text->glyphs, &text->elements->grey, text->upright, boxes,
		    count, &number);
	return number;
}

static bool is_sign(const struct sigils_text *text, const struct box *box)
{
	struct sigils_word alone = { .boxes = { *box }, .count = 1 };
	struct number number;

	if (box->width > SIGN_ASPECT * box->height ||
	    box->height > SIGN_ASPECT * box->width)
		return false;
	number = read_but(text, &alone, -1);
	return number.value < 0 && number.confidence >= SIGN_CONFIDENCE;
}

/* The first stroke of a word from the left, or the last. */
static int outermost(const struct sigils_word *word, bool last)
{
	int best = 0;

	for (int i = 1; i < word->count; i++)
		if (last ? word->boxes[i].x > word->boxes[best].x
			 : word->boxes[i].x < word->boxes[best].x)
			best = i;
	return best;
}

/* Reads "3", and "x3" or "3x". */
static struct number read_plain(const struct sigils_text *text,
				const struct sigils_word *word)
{
	struct number whole = read_but(text, word, -1);

	for (int last = 0; last < 2 && whole.value < 0 && word->count > 1;
	     last++) {
		int sign = outermost(word, last);
		struct number rest;

		if (!is_sign(text, &word->boxes[sign]))
			continue;
		rest = read_but(text, word, sign);
		if (rest.value >= 0)
			return rest;
	}
	return whole;
}

/* What stands in the box as digits stand in a disc. */
static void find_inside(const struct elements *elements,
			const struct box *badge, struct sigils_word *inside)
{
	inside->count = 0;
	for (size_t i = 0; i < elements->count; i++) {
		const struct element *element = &elements->list[i];
		const struct box *box = &element->box;

		if (element->kind != ELEMENT_STROKE ||
		    !box_is_within(box, badge) ||
		    box->height > BADGE_DIGIT_MOST * badge->height ||
		    box->height < BADGE_DIGIT_LEAST * badge->height)
			continue;
		add_stroke(inside, box);
	}
}

/* Where the digits are of which a sign is part, if some stroke of them runs
 * into the side of a box. */
static struct number read_beside(const struct sigils_text *text,
				 const struct box *sign, int side)
{
	struct number number;
	int high = sign->height;
	int wide = (int)((PLACE_TO - PLACE_FROM) * high);
	int from = (int)(PLACE_FROM * high);
	struct box box = {
		side ? sign->x - from - wide : sign->x + sign->width + from,
		sign->y - (int)(PLACE_UP * high),
		wide,
		(int)((1 + 2 * PLACE_UP) * high),
	};
	struct place place = place_from_box(&box);

	number_read_place(text->glyphs, &text->elements->grey, &place, &number);
	if (number.blank || number.confidence < PLACE_CONFIDENCE)
		number.value = -1;
	return number;
}

/* A times sign and a digit that touch are one stroke: what is right of
 * most of the sign, of which the rest touches the rim of the place. */
static struct number read_touching(const struct sigils_text *text,
				   const struct box *stroke)
{
	static const double shares[] = { TOUCHING_FROM, TOUCHING_NARROW };
	struct number best = { .value = -1 };

	if (stroke->width < TOUCHING_WIDE * stroke->height)
		return best;
	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
		int from = (int)(shares[i] * stroke->width);
		int rim = stroke->height / 6;
		struct box box = { stroke->x + from, stroke->y - rim,
				   stroke->width - from + rim,
				   stroke->height + 2 * rim };
		struct place place = place_from_box(&box);
		struct number number;

		number_read_place(text->glyphs, &text->elements->grey, &place,
				  &number);
		if (!number.blank && number.value >= 0 &&
		    number.confidence >= PLACE_CONFIDENCE &&
		    (best.value < 0 || number.confidence > best.confidence))
			best = number;
	}
	return best;
}

int sigils_words_read(const struct sigils_text *text,
		      const struct sigils_word *word, double *confidence)
{
	struct number number;

	*confidence = 1;
	if (word->count > SIGILS_STROKES_MOST)
		return -1;
	number = read_plain(text, word);
	if (word->count == 1 &&
	    word->boxes[0].width >= BADGE_WIDE * word->boxes[0].height) {
		struct sigils_word inside;
		struct number badge = { .value = -1 };

		find_inside(text->elements, &word->boxes[0], &inside);
		if (inside.count && inside.count <= SIGILS_STROKES_MOST)
			badge = read_plain(text, &inside);
		if (badge.value >= 0 && badge.confidence >= PLACE_CONFIDENCE)
			number = badge;
	}
	if (number.value < 0 && word->count == 1)
		number = read_touching(text, &word->boxes[0]);
	for (int last = 0; last < 2 && number.value < 0; last++) {
		const struct box *box = &word->boxes[outermost(word, last)];

		if (is_sign(text, box))
			number = read_beside(text, box, last);
	}
	*confidence = number.confidence;
	return number.value;
}
