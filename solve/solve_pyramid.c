#include "language.h"
#include "solve.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "blanks.h"
#include "json_fields.h"
#include "linear.h"
#include "reason.h"
#include "rng.h"
#include "wish.h"

enum { ROWS = PYRAMID_ROWS_MAX };

/* The n of the number [y][x], counted by rows from the top. */
static int place(int x, int y)
{
	return y * (y + 1) / 2 + x;
}

/* Where the top is not given its numbers may be larger than any that is looked
 * at: an answer with numbers of at least 0, if there is one, has one whose
 * bottom row has none larger than the largest given (rows that no given lies
 * over may be anything). */
static bool towers(const struct pyramid *pyramid)
{
	long largest = 1;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++)
			if (pyramid->rows[y][x] > largest)
				largest = pyramid->rows[y][x];
	return pyramid->rows[0][0] == PYRAMID_BLANK &&
	       largest << (pyramid->height - 1) > PYRAMID_NUMBER_MAX;
}

static void state(const struct puzzle *puzzle, struct linear *linear)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;

	linear->number_count = place(0, pyramid->height);
	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			struct linear_number *number =
				&linear->numbers[place(x, y)];
			int given = pyramid->rows[y][x];
			bool blank = given == PYRAMID_BLANK;

			snprintf(number->name, sizeof number->name, "n_%d_%d",
				 x, y);
			snprintf(number->published, sizeof number->published,
				 "%c%d", 'A' + y, x + 1);
			number->low = blank ? 0 : given;
			number->high = blank ? PYRAMID_NUMBER_MAX : given;
		}
	linear_bound_blanks(linear, pyramid->minimum, pyramid->maximum,
			    PYRAMID_NUMBER_MAX);
	linear->endless |= linear->open_above && towers(pyramid);
	for (int y = 0; y + 1 < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			struct linear_sum *sum = linear_add_sum(linear, 1, 0);

			snprintf(sum->what, sizeof sum->what,
				 _("row %d, number %d"), y + 1, x + 1);
			sum->defines = true;
			linear_term(sum, place(x, y), false);
			linear_term(sum, place(x, y + 1), true);
			linear_term(sum, place(x + 1, y + 1), true);
		}
}

static int *minimum(struct puzzle *puzzle, bool *nought)
{
	struct pyramid *pyramid = &puzzle->as.pyramid;

	*nought = false;
	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++)
			*nought |= pyramid->rows[y][x] == 0;
	return &pyramid->minimum;
}

static void answer(const struct puzzle *puzzle, const int *values,
		   struct solution *solution)
{
	for (int y = 0; y < puzzle->as.pyramid.height; y++)
		for (int x = 0; x <= y; x++)
			solution->as.pyramid.rows[y][x] = values[place(x, y)];
}

static const long not_known = LONG_MIN;

/* What follows step by step from the givens. */
struct derived {
	const struct pyramid *pyramid;
	long rows[ROWS][ROWS]; /* or not_known */
	bool changed;          /* something new is known */
	char *reason;          /* why it cannot be */
	size_t size;
};

/* Writes a derived number; says so where it cannot be. */
static bool derive(struct derived *derived, int x, int y, long value)
{
	const struct pyramid *pyramid = derived->pyramid;
	long *known = &derived->rows[y][x];
	bool less = pyramid->minimum != BLANKS_NO_MINIMUM &&
		    value < pyramid->minimum;
	bool more = pyramid->maximum != BLANKS_NO_MAXIMUM &&
		    value > pyramid->maximum;

	if (*known != not_known && *known != value)
		return because(
			derived->reason, derived->size,
			pyramid->rows[y][x] == PYRAMID_BLANK
				? N_("number %d of row %d must be %ld, but the "
				     "numbers around it make it %ld")
				: N_("number %d of row %d is %ld, but "
				     "the numbers around it make it "
				     "%ld"),
			x + 1, y + 1, *known, value);
	if (*known == not_known && (less || more))
		return because(derived->reason, derived->size,
			       less ? N_("number %d of row %d would be %ld, "
					 "less than allowed")
				    : N_("number %d of row %d would be %ld, "
					 "more than allowed"),
			       x + 1, y + 1, value);
	*known = value;
	return false;
}

/* One number and the two below it. */
static bool derive_three(struct derived *derived, int x, int y)
{
	long top = derived->rows[y][x];
	long left = derived->rows[y + 1][x];
	long right = derived->rows[y + 1][x + 1];
	int known =
		(top != not_known) + (left != not_known) + (right != not_known);

	if (known < 2 || (known == 3 && top == left + right))
		return false;
	derived->changed = true;
	if (left != not_known && right != not_known)
		return derive(derived, x, y, left + right);
	if (left != not_known)
		return derive(derived, x + 1, y + 1, top - left);
	return derive(derived, x, y + 1, top - right);
}

static bool impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	const struct pyramid *pyramid = &puzzle->as.pyramid;
	struct derived derived = { .pyramid = pyramid,
				   .reason = reason,
				   .size = size };

	if (linear_impossible(puzzle, reason, size))
		return true;
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < ROWS; x++)
			derived.rows[y][x] =
				pyramid->rows[y][x] == PYRAMID_BLANK
					? not_known
					: pyramid->rows[y][x];
	do {
		derived.changed = false;
		for (int y = 0; y + 1 < pyramid->height; y++)
			for (int x = 0; x <= y; x++)
				if (derive_three(&derived, x, y))
					return true;
	} while (derived.changed);
	return false;
}

static const struct linear_family family = {
	.state = state,
	.minimum = minimum,
	.answer = answer,
	.title = "Number pyramid: n_x_y is the x-th number of row y from the "
		 "top",
	.bounds_text = "rule 2: givens stay, blanks lie within their bounds",
	.rule_texts = { [1] = "each number is the sum of the two below it" },
	.why_none = N_("no numbers fit all the givens"),
};

/* The bottom row's numbers are at most `largest`; where 0 is allowed a third of
 * them are. */
static void fill(struct rng *rng, struct pyramid *pyramid, int largest,
		 bool zeros)
{
	int bottom = pyramid->height - 1;

	for (int x = 0; x <= bottom; x++)
		pyramid->rows[bottom][x] =
			zeros && rng_below(rng, 3) == 0
				? 0
				: rng_between(rng, 1, largest);
	for (int y = bottom - 1; y >= 0; y--)
		for (int x = 0; x <= y; x++)
			pyramid->rows[y][x] = pyramid->rows[y + 1][x] +
					      pyramid->rows[y + 1][x + 1];
}

/* Blanks numbers in random order as long as there is one answer; with
 * "easy", half of those that could be stay. */
static void blank_numbers(struct rng *rng, struct puzzle *puzzle, bool easy)
{
	struct pyramid *pyramid = &puzzle->as.pyramid;
	int order[ROWS * (ROWS + 1) / 2][2];
	int count = 0;

	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++) {
			int at = (int)rng_below(rng, (uint32_t)++count);

			memcpy(order[count - 1], order[at], sizeof *order);
			order[at][0] = x;
			order[at][1] = y;
		}
	for (int i = 0; i < count; i++) {
		int *number = &pyramid->rows[order[i][1]][order[i][0]];
		int kept = *number;

		if (easy && rng_below(rng, 2))
			continue;
		*number = PYRAMID_BLANK;
		if (!linear_is_unique(puzzle))
			*number = kept;
	}
}

/* Does a blank of `pyramid` hold 0 in `full`? */
static bool is_nought_blank(const struct pyramid *pyramid,
			    const struct pyramid *full)
{
	for (int y = 0; y < pyramid->height; y++)
		for (int x = 0; x <= y; x++)
			if (pyramid->rows[y][x] == PYRAMID_BLANK &&
			    full->rows[y][x] == 0)
				return true;
	return false;
}

/* Wishes: "rows" (5), "with": any of "easy" (more givens), "small" (1 to 9
 * in the bottom row, else 1 to 60), "tiny" (1 to 3), "zeros" (some number to be
 * found is 0). */
static int make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	struct pyramid *pyramid = &puzzle->as.pyramid;
	bool zeros = wish_with(wish, "zeros");
	struct pyramid full;
	struct rng rng;
	int rows = 5;

	if (json_field_int_if(wish, "rows", PYRAMID_ROWS_MIN, ROWS, &rows,
			      problem) < 0)
		return -1;
	rng_seed(&rng, seed);
	puzzle->family = FAMILY_pyramid;
	do {
		pyramid_init(pyramid, rows);
		fill(&rng, pyramid,
		     wish_with(wish, "tiny")    ? 3
		     : wish_with(wish, "small") ? 9
						: 60,
		     zeros);
		full = *pyramid;
		/* the only answer of at least 0, hence none of at least 1 */
		if (zeros)
			pyramid->minimum = 0;
		blank_numbers(&rng, puzzle, wish_with(wish, "easy"));
		pyramid->minimum = BLANKS_NO_MINIMUM;
	} while (zeros && !is_nought_blank(pyramid, &full));
	return 0;
}

const struct solve_family solve_pyramid = {
	.solve = linear_solve,
	.smt2 = linear_smt2,
	.values = linear_values,
	.watch = linear_watch,
	.linear = &family,
	.impossible = impossible,
	.wishes = "easy|small|tiny|zeros",
	.make = make,
};
