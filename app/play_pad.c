#include "play_pad.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "number.h"
#include "pixels.h"
#include "tokens.h"

/* Levels of difference that are an edge, on screens. */
static const double EDGE_LEVELS = 5;
/* Digits surer than this are believed. */
static const double DIGIT_SURE = 0.9;
/* Buttons of one pad differ by no more of their size. */
static const double SIZE_SPREAD = 0.1;

struct pad_button {
	const struct token *box;
	int digit;
};

static bool is_inside(const struct quad *quad, struct point at)
{
	/* clockwise, y down */
	for (int i = 0; i < 4; i++) {
		struct point a = quad->corner[i];
		struct point b = quad->corner[(i + 1) % 4];

		if ((b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) < 0)
			return false;
	}
	return true;
}

static bool is_one_size(const struct token *a, const struct token *b)
{
	return fabs(a->px_width - b->px_width) <= SIZE_SPREAD * a->px_width &&
	       fabs(a->px_height - b->px_height) <= SIZE_SPREAD * a->px_height;
}

/* The pad of which one button is `of`: how many digits it has, each once. */
static int gather(const struct pad_button *buttons, size_t count, size_t of,
		  struct point px_pad[PLAY_DIGITS], int *bits)
{
	int twice = 0, digits = 0;

	*bits = 0;
	for (size_t i = 0; i < count; i++) {
		int bit = 1 << buttons[i].digit;

		if (!is_one_size(buttons[of].box, buttons[i].box))
			continue;
		twice |= *bits & bit;
		*bits |= bit;
		px_pad[buttons[i].digit] = buttons[i].box->px_at;
	}
	*bits &= ~twice;
	for (int i = 0; i < PLAY_DIGITS; i++)
		digits += *bits >> i & 1;
	return digits;
}

/* The largest pad among the boxes that hold a digit. */
static int choose(const struct pad_button *buttons, size_t count,
		  struct point px_pad[PLAY_DIGITS])
{
	int best = 0, best_bits = 0, bits;
	size_t best_of = 0;

	for (size_t i = 0; i < count; i++) {
		int digits = gather(buttons, count, i, px_pad, &bits);

		if (digits > best) {
			best = digits;
			best_of = i;
		}
	}
	if (best)
		gather(buttons, count, best_of, px_pad, &best_bits);
	return best_bits;
}

/* The boxes that hold one word which may be a digit, and where it is. */
static size_t list_boxes(const struct token_list *tokens,
			 const struct quad *px_puzzle,
			 struct pad_button *buttons, struct quad *px_words)
{
	size_t count = 0;

	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *box = &tokens->tokens[i];

		if (box->kind == TOKEN_WORD || box->word < 0 ||
		    is_inside(px_puzzle, box->px_at))
			continue;
		buttons[count].box = box;
		px_words[count++] = tokens->tokens[box->word].px_quad;
	}
	return count;
}

static int read_buttons(const struct image *image, const struct quad *px_words,
			size_t boxes, struct pad_button *buttons, size_t *count,
			struct problem *problem)
{
	struct number_reader *reader = number_reader_new(problem);
	struct number_reading *readings = alloc_array(boxes, sizeof *readings);
	int result = -1;

	*count = 0;
	if (!readings)
		problem_set(problem, PROBLEM_MEMORY, "no memory for a pad");
	else if (reader)
		result = number_read_places(reader, image, px_words, (int)boxes,
					    readings, problem);
	for (size_t i = 0; result == 0 && i < boxes; i++)
		if (readings[i].count && readings[i].values[0].value < 10 &&
		    readings[i].values[0].chance >= DIGIT_SURE) {
			buttons[*count].box = buttons[i].box;
			buttons[(*count)++].digit = readings[i].values[0].value;
		}
	free(readings);
	number_reader_free(reader);
	return result;
}

int play_pad_find(const struct image *image, const struct quad *px_puzzle,
		  struct point px_pad[PLAY_DIGITS], struct problem *problem)
{
	struct pixel_level level = { .width = image->width,
				     .height = image->height,
				     .shrink = 1,
				     .stride = image->stride,
				     .pixels = image->pixels };
	struct token_list tokens = { 0 };
	struct pad_button *buttons = NULL;
	struct quad *px_words = NULL;
	size_t count = 0;
	int bits = -1;

	if (tokens_find(&level, MASK_FLAT, EDGE_LEVELS, 0, &tokens) == 0) {
		buttons = alloc_array(tokens.count, sizeof *buttons);
		px_words = alloc_array(tokens.count, sizeof *px_words);
	}
	if (!buttons || !px_words) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a pad");
	} else {
		count = list_boxes(&tokens, px_puzzle, buttons, px_words);
		if (read_buttons(image, px_words, count, buttons, &count,
				 problem) == 0)
			bits = choose(buttons, count, px_pad);
	}
	free(buttons);
	free(px_words);
	tokens_free(&tokens);
	return bits;
}
