#include "agree.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"

/* A word is a number at least so surely. */
#define SURE .8
/* Boxes whose middles are no further apart, by the smaller one's shorter side,
 * are at one place, and of one size where neither side differs by more. */
#define SAME_PLACE .5
#define SAME_MIDDLE .15
#define SAME_SIZE .3
/* A box is so many times as large as a piece of it, at most; else it is a
 * frame.
 */
#define PART_TIMES 4
/* A number in a box is so many times as likely as what else seems to be one in
 * it. */
#define OTHERS_WORTH 2
/* Boxes are so many times as large as what lies between them, and no further
 * from its middle, by their sides. */
#define GAP_TIMES 2
#define GAP_NEAR 1.1
/* Of boxes there are as many of a size, at least: cells, bricks, cards. */
enum { LIKE_LEAST = 3 };

struct candidate {
	const struct token *token;
	double worth;
	int like; /* of a box: how many are of its size */
	bool out;
};

static int by_worth(const void *a, const void *b)
{
	const struct candidate *p = a, *q = b;

	if (p->worth != q->worth)
		return p->worth > q->worth ? -1 : 1;
	return (p->token > q->token) - (p->token < q->token);
}

static double shorter_side(const struct token *token)
{
	return fmin(token->px_width, token->px_height);
}

static bool is_within(const struct token *inner, const struct token *outer)
{
	return fabs(inner->px_at.x - outer->px_at.x) < outer->px_width / 2 &&
	       fabs(inner->px_at.y - outer->px_at.y) < outer->px_height / 2;
}

static bool do_overlap(const struct token *a, const struct token *b)
{
	return 2 * fabs(a->px_at.x - b->px_at.x) < a->px_width + b->px_width &&
	       2 * fabs(a->px_at.y - b->px_at.y) < a->px_height + b->px_height;
}

/* Does one show what the other does, a little larger or smaller? */
static bool is_alike(const struct token *a, const struct token *b)
{
	double side = fmin(shorter_side(a), shorter_side(b));

	return point_distance(a->px_at, b->px_at) < SAME_MIDDLE * side &&
	       tokens_are_of_size(a, b, SAME_SIZE);
}

static bool is_at_one_place(const struct token *a, const struct token *b)
{
	return point_distance(a->px_at, b->px_at) <
	       SAME_PLACE * fmin(shorter_side(a), shorter_side(b));
}

/* Is a box a piece of another, of which something cut it off? */
static bool is_part(const struct token *a, const struct token *of)
{
	return is_within(a, of) &&
	       of->px_width * of->px_height <
		       PART_TIMES * a->px_width * a->px_height;
}

/* Leaves the words in front that may all be numbers; returns how many. */
static int choose_words(struct candidate *words, int count)
{
	int kept = 0;

	if (count)
		qsort(words, (size_t)count, sizeof *words, by_worth);
	for (int i = 0; i < count; i++) {
		bool stays = true;

		for (int k = 0; k < kept && stays; k++)
			stays = !is_within(words[i].token, words[k].token) &&
				!is_within(words[k].token, words[i].token);
		if (stays)
			words[kept++] = words[i];
	}
	return kept;
}

/* Does all of one lie in the other? */
static bool lies_in(const struct token *word, const struct token *box)
{
	return 2 * fabs(word->px_at.x - box->px_at.x) <
		       box->px_width - word->px_width &&
	       2 * fabs(word->px_at.y - box->px_at.y) <
		       box->px_height - word->px_height;
}

/* Is what touches a box a number in it? What else seems to be one there, to few
 * sources, is none then. */
static bool has_own_word(const struct token *box, struct candidate *words,
			 int count)
{
	const struct candidate *own = NULL;

	for (int k = 0; k < count; k++)
		if (!words[k].out && lies_in(words[k].token, box) &&
		    (!own || words[k].worth > own->worth))
			own = &words[k];
	for (int k = 0; k < count && own; k++)
		if (&words[k] != own && !words[k].out &&
		    do_overlap(box, words[k].token) &&
		    OTHERS_WORTH * words[k].worth >= own->worth)
			own = NULL;
	for (int k = 0; k < count && own; k++)
		if (&words[k] != own && do_overlap(box, words[k].token))
			words[k].out = true;
	return own;
}

static int count_within(const struct candidate *boxes, int count,
			const struct token *box)
{
	int within = 0;

	for (int i = 0; i < count; i++)
		within += boxes[i].token != box && !boxes[i].out &&
			  is_within(boxes[i].token, box);
	return within;
}

/* Is a box without a number much smaller than those beside it, of which there
 * are some? It is what lies between them, or a piece of one. */
static bool is_gap(const struct candidate *box, const struct candidate *boxes,
		   int count, const struct candidate *words, int word_count)
{
	const struct token *a = box->token;
	double area = a->px_width * a->px_height;

	for (int k = 0; k < word_count; k++)
		if (!words[k].out && is_within(words[k].token, a))
			return false;
	for (int k = 0; k < count; k++) {
		const struct token *b = boxes[k].token;

		if (!boxes[k].out && boxes[k].like >= LIKE_LEAST &&
		    b->px_width * b->px_height > GAP_TIMES * area &&
		    fabs(a->px_at.x - b->px_at.x) < GAP_NEAR * b->px_width &&
		    fabs(a->px_at.y - b->px_at.y) < GAP_NEAR * b->px_height)
			return true;
	}
	return false;
}

/* Leaves the boxes in front that hold one of the words or none; returns how
 * many. */
static int choose_boxes(struct candidate *boxes, int count,
			struct candidate *words, int word_count)
{
	int kept = 0, stay = 0;

	for (int i = 0; i < count; i++)
		for (int k = 0; k < count; k++)
			if (k != i && is_alike(boxes[i].token, boxes[k].token))
				boxes[i].worth += boxes[k].token->sources;
	if (count)
		qsort(boxes, (size_t)count, sizeof *boxes, by_worth);
	for (int i = 0; i < count; i++) {
		const struct token *box = boxes[i].token;
		bool free = true, stays = true;

		for (int k = 0; k < kept && stays; k++)
			stays = !is_at_one_place(box, boxes[k].token) &&
				!is_part(box, boxes[k].token);
		for (int k = 0; k < word_count && free; k++)
			free = words[k].out || !do_overlap(box, words[k].token);
		/* what a number leaves free of its ground is no box */
		if (!stays || (!free && !has_own_word(box, words, word_count)))
			continue;
		boxes[kept++] = boxes[i];
	}
	/* frames of others */
	for (int i = 0; i < kept; i++)
		boxes[i].out = count_within(boxes, kept, boxes[i].token) > 1;
	for (int i = 0; i < kept; i++) {
		boxes[i].like = 0;
		for (int k = 0; k < kept; k++)
			boxes[i].like +=
				!boxes[k].out &&
				tokens_are_of_size(boxes[i].token,
						   boxes[k].token, SAME_SIZE);
	}
	for (int i = 0; i < kept; i++)
		if (!boxes[i].out && boxes[i].like >= LIKE_LEAST &&
		    !is_gap(&boxes[i], boxes, kept, words, word_count))
			boxes[stay++] = boxes[i];
	return stay;
}

static int add(struct token_list *list, const struct token *token)
{
	if (alloc_grow(&list->tokens, &list->capacity, list->count + 1,
		       sizeof *list->tokens) < 0)
		return -1;
	list->tokens[list->count++] = *token;
	return 0;
}

/* Says again what each box holds. */
static void relate(struct token_list *list, size_t box_count)
{
	for (size_t i = 0; i < box_count; i++) {
		struct token *box = &list->tokens[i];

		box->word = -1;
		box->words = 0;
		/* to the source that shows it best it may be */
		box->bare = false;
		box->number = 1;
		box->px_text = 0;
	}
	for (size_t i = box_count; i < list->count; i++) {
		struct token *word = &list->tokens[i];

		word->box = -1;
		for (size_t k = 0; k < box_count && word->box < 0; k++)
			if (is_within(word, &list->tokens[k]))
				word->box = (int)k;
		if (word->box >= 0) {
			struct token *box = &list->tokens[word->box];

			box->word = (int)i;
			box->words = 1;
			box->px_text = word->px_height;
			box->number = word->number;
		}
	}
}

int tokens_agree(const struct token_list *all, const double *sure,
		 struct token_list *list)
{
	struct candidate *words, *boxes;
	int word_count = 0, box_count = 0, result = 0;

	words = alloc_array(2 * (all->count + 1), sizeof *words);
	if (!words)
		return -1;
	boxes = words + all->count + 1;
	for (size_t i = 0; i < all->count; i++) {
		const struct token *token = &all->tokens[i];
		bool word = token->kind == TOKEN_WORD;

		if (word && sure[i] >= SURE)
			words[word_count++] = (struct candidate){
				token, token->sources * sure[i], 0, false
			};
		else if (!word)
			boxes[box_count++] =
				(struct candidate){ token, token->sources, 0,
						    false };
	}
	word_count = choose_words(words, word_count);
	box_count = choose_boxes(boxes, box_count, words, word_count);
	list->px_width = all->px_width;
	list->px_height = all->px_height;
	for (int i = 0; i < box_count && result == 0; i++)
		result = add(list, boxes[i].token);
	for (int i = 0; i < word_count && result == 0; i++)
		if (!words[i].out)
			result = add(list, words[i].token);
	free(words);
	if (result == 0)
		relate(list, (size_t)box_count);
	return result;
}
