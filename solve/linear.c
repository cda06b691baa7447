#include "linear.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "blanks.h"
#include "language.h"
#include "linear_walk.h"
#include "reason.h"
#include "smt.h"

/* Steps of the search after which a puzzle counts as not unique, when making
 * one: what is unique takes a few dozen. */
static const uint64_t patience = 2000;

/* How long the search may take to find the range that blanks take: a hundred
 * times what published puzzles need. */
static const double meant_seconds = 1;

struct linear_sum *linear_add_sum(struct linear *linear, int rule, int total)
{
	struct linear_sum *sum = &linear->sums[linear->sum_count++];

	sum->rule = rule;
	sum->total = total;
	return sum;
}

void linear_term(struct linear_sum *sum, int number, bool minus)
{
	sum->numbers[sum->count] = (short)number;
	sum->minus[sum->count++] = minus;
}

struct linear *linear_state(const struct puzzle *puzzle,
			    struct problem *problem)
{
	struct linear *linear = alloc_array(1, sizeof *linear);

	if (linear)
		solve_family(puzzle->family)->linear->state(puzzle, linear);
	else
		problem_set(problem, PROBLEM_MEMORY, "no memory for sums");
	return linear;
}

/* What the blanks of a sum must make at least, or can make at most. */
static long blanks_bound(const struct linear *linear,
			 const struct linear_sum *sum, bool most)
{
	long bound = 0;
	int blanks = 0;

	for (int i = 0; i < sum->count; i++) {
		const struct linear_number *number =
			&linear->numbers[sum->numbers[i]];

		if (number->low == number->high)
			continue;
		/* different numbers: 1, 2, 3 ... or 9, 8, 7 ... */
		if (linear->distinct)
			bound += most ? number->high - blanks
				      : number->low + blanks;
		else
			bound += most ? number->high : number->low;
		blanks++;
	}
	return bound;
}

static bool sum_impossible(const struct linear *linear,
			   const struct linear_sum *sum, char *reason,
			   size_t size)
{
	long given = 0, least, most;
	int blanks = 0;

	for (int i = 0; i < sum->count; i++) {
		const struct linear_number *number =
			&linear->numbers[sum->numbers[i]];

		if (sum->minus[i])
			return false;
		if (number->low == number->high)
			given += number->low;
		else
			blanks++;
	}
	least = blanks_bound(linear, sum, false);
	most = blanks_bound(linear, sum, true);
	if (blanks == 0 && given != sum->total)
		return because(reason, size,
			       "%s sums to %d but its givens make %ld",
			       sum->what, sum->total, given);
	if (blanks && least >= 0 && given > sum->total)
		return because(reason, size,
			       "%s sums to %d but its givens already make "
			       "%ld",
			       sum->what, sum->total, given);
	if (blanks && !linear->open_below && given + least > sum->total)
		return because(reason, size,
			       "%s sums to %d but cannot make less than %ld",
			       sum->what, sum->total, given + least);
	if (blanks && !linear->open_above && given + most < sum->total)
		return because(reason, size,
			       "%s sums to %d but cannot make more than %ld",
			       sum->what, sum->total, given + most);
	return false;
}

bool linear_impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	struct linear *linear = linear_state(puzzle, NULL);
	bool found = false;

	for (int i = 0; linear && i < linear->sum_count && !found; i++)
		found = sum_impossible(linear, &linear->sums[i], reason, size);
	for (int i = 0; linear && i < linear->number_count && !found; i++)
		if (linear->numbers[i].low > linear->numbers[i].high)
			found = because(reason, size,
					"no number is at least %d and at "
					"most %d",
					linear->numbers[i].low,
					linear->numbers[i].high);
	free(linear);
	return found;
}

/* A formula in the making, and the answers it excludes, each a value per
 * number, kept for a fresh solver. */
struct encoding {
	const struct linear *linear;
	struct smt *smt;
	int numbers[LINEAR_NUMBERS_MAX];  /* as Z3 knows them */
	bool defined[LINEAR_NUMBERS_MAX]; /* by a sum */
	int *excluded;
	size_t count, capacity; /* of ints in `excluded` */
	bool grown;             /* since the solver was new */
};

/* Another answer differs in a blank, and in one that no sum defines. */
static void assert_other(struct encoding *encoding, const int *values)
{
	const struct linear *linear = encoding->linear;
	int clause[LINEAR_NUMBERS_MAX] = { 0 };
	int count = 0;

	for (int i = 0; i < linear->number_count; i++)
		if (linear->numbers[i].low != linear->numbers[i].high &&
		    !encoding->defined[i])
			clause[count++] = -smt_equals(
				encoding->smt, encoding->numbers[i], values[i]);
	smt_clause(encoding->smt, clause, count);
}

static int exclude(struct encoding *encoding, const int *values,
		   struct problem *problem)
{
	size_t size = (size_t)encoding->linear->number_count;

	if (alloc_grow(&encoding->excluded, &encoding->capacity,
		       encoding->count + size, sizeof *values) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a formula");
	memcpy(encoding->excluded + encoding->count, values,
	       size * sizeof *values);
	encoding->count += size;
	encoding->grown = true;
	if (encoding->smt)
		assert_other(encoding, values);
	return 0;
}

/* The bounds that Z3 must be told. What the sums say anyway is left out, as
 * each bound costs time: a number that a sum defines is at least what its
 * parts make at least; a part of a sum of numbers none of which is negative is
 * at most the total, or at most the number that the sum defines. */
struct told {
	int low[LINEAR_NUMBERS_MAX], high[LINEAR_NUMBERS_MAX];
};

static bool positive(const struct linear *linear, const struct linear_sum *sum,
		     int from)
{
	for (int i = from; i < sum->count; i++)
		if (linear->numbers[sum->numbers[i]].low < 0 ||
		    sum->minus[i] != (from > 0))
			return false;
	return true;
}

static void tell_defining(const struct linear *linear,
			  const struct linear_sum *sum, struct told *told)
{
	int whole = sum->numbers[0];
	long least = 0;

	if (!positive(linear, sum, 1))
		return;
	for (int i = 1; i < sum->count; i++) {
		const struct linear_number *part =
			&linear->numbers[sum->numbers[i]];

		least += part->low;
		if (part->low != part->high &&
		    part->high >= linear->numbers[whole].high)
			told->high[sum->numbers[i]] = INT_MAX;
	}
	if (linear->numbers[whole].low != linear->numbers[whole].high &&
	    least >= linear->numbers[whole].low)
		told->low[whole] = INT_MIN;
}

static void choose_told(const struct linear *linear, struct told *told)
{
	for (int i = 0; i < linear->number_count; i++) {
		const struct linear_number *number = &linear->numbers[i];
		bool blank = number->low != number->high;

		told->low[i] = blank && linear->endless && linear->open_below
				       ? INT_MIN
				       : number->low;
		told->high[i] = blank && linear->endless && linear->open_above
					? INT_MAX
					: number->high;
	}
	for (int i = 0; i < linear->sum_count; i++) {
		const struct linear_sum *sum = &linear->sums[i];

		if (sum->defines)
			tell_defining(linear, sum, told);
		if (sum->defines || !positive(linear, sum, 0))
			continue;
		for (int j = 0; j < sum->count; j++) {
			int at = sum->numbers[j];

			if (told->low[at] != told->high[at] &&
			    sum->total <= told->high[at])
				told->high[at] = INT_MAX;
		}
	}
}

/* The numbers: those that a sum defines are terms of others, which spares Z3
 * most unknowns of a pyramid. */
static void assert_numbers(struct encoding *encoding)
{
	const struct linear *linear = encoding->linear;
	int *numbers = encoding->numbers;
	bool *defined = encoding->defined;
	struct told told;

	choose_told(linear, &told);
	for (int i = 0; i < linear->sum_count; i++)
		if (linear->sums[i].defines)
			defined[linear->sums[i].numbers[0]] = true;
	for (int i = 0; i < linear->number_count; i++)
		if (!defined[i])
			numbers[i] = smt_int(encoding->smt, told.low[i],
					     told.high[i]);
	for (int i = linear->sum_count - 1; i >= 0; i--) {
		const struct linear_sum *sum = &linear->sums[i];
		int parts[LINEAR_TERMS_MAX];

		if (!sum->defines)
			continue;
		for (int j = 1; j < sum->count; j++)
			parts[j - 1] = numbers[sum->numbers[j]];
		numbers[sum->numbers[0]] = smt_int_sum(
			encoding->smt, parts, sum->count - 1,
			told.low[sum->numbers[0]], told.high[sum->numbers[0]]);
	}
}

/* A sum of the blanks alone: what is given is taken from the total. */
static void assert_sum(struct encoding *encoding, const struct linear_sum *sum)
{
	const struct linear *linear = encoding->linear;
	int terms[LINEAR_TERMS_MAX];
	bool minus[LINEAR_TERMS_MAX];
	int total = sum->total;
	int count = 0;

	for (int i = 0; i < sum->count; i++) {
		const struct linear_number *number =
			&linear->numbers[sum->numbers[i]];

		if (number->low == number->high) {
			total -= sum->minus[i] ? -number->low : number->low;
			continue;
		}
		terms[count] = encoding->numbers[sum->numbers[i]];
		minus[count++] = sum->minus[i];
	}
	smt_sum(encoding->smt, terms, minus, count, total);
}

/* Different numbers; where they take every value between their bounds their
 * sum is known, from which Z3 sees sooner that there is no further answer. */
static void assert_distinct(struct encoding *encoding)
{
	const struct linear *linear = encoding->linear;
	int low = INT_MAX, high = INT_MIN;

	for (int i = 0; i < linear->number_count; i++) {
		low = linear->numbers[i].low < low ? linear->numbers[i].low
						   : low;
		high = linear->numbers[i].high > high ? linear->numbers[i].high
						      : high;
	}
	smt_distinct(encoding->smt, encoding->numbers, linear->number_count);
	if (linear->number_count && high - low + 1 == linear->number_count)
		smt_sum(encoding->smt, encoding->numbers, NULL,
			linear->number_count,
			(low + high) * linear->number_count / 2);
}

/* Numbers, sums and what is excluded, in a fresh solver. */
static int build(struct encoding *encoding, struct problem *problem)
{
	const struct linear *linear = encoding->linear;
	size_t size = (size_t)linear->number_count;
	struct smt *smt = smt_new(problem);

	smt_free(encoding->smt);
	encoding->smt = smt;
	encoding->grown = false;
	if (!smt)
		return -1;
	assert_numbers(encoding);
	for (int i = 0; i < linear->sum_count; i++)
		if (!linear->sums[i].defines)
			assert_sum(encoding, &linear->sums[i]);
	if (linear->distinct)
		assert_distinct(encoding);
	for (size_t i = 0; i < encoding->count; i += size)
		assert_other(encoding, encoding->excluded + i);
	return 0;
}

static int exclude_known(struct encoding *encoding, const struct finder *finder,
			 struct problem *problem)
{
	const struct puzzle_family *family =
		puzzle_family(finder->puzzle->family);
	int values[LINEAR_NUMBERS_MAX] = { 0 };

	for (size_t i = 0; i < finder->known; i++) {
		for (int j = 0; j < encoding->linear->number_count; j++)
			values[j] = family->value_at(
				finder->puzzle, &finder->result->solutions[i],
				(size_t)j);
		if (exclude(encoding, values, problem) < 0)
			return -1;
	}
	return 0;
}

static enum finish take_answer(struct encoding *encoding, struct finder *finder,
			       struct problem *problem)
{
	const struct linear *linear = encoding->linear;
	struct solution solution = { .family = finder->puzzle->family };
	int values[LINEAR_NUMBERS_MAX];

	for (int i = 0; i < linear->number_count; i++) {
		values[i] = smt_value(encoding->smt, encoding->numbers[i]);
		if (values[i] < linear->numbers[i].low ||
		    values[i] > linear->numbers[i].high) {
			finder->limited = true;
			return FINISH_TIME;
		}
	}
	solve_family(solution.family)
		->linear->answer(finder->puzzle, values, &solution);
	if (exclude(encoding, values, problem) < 0)
		return FINISH_FAILED;
	return finder_found(finder, &solution, problem);
}

static enum finish find(struct encoding *encoding, struct finder *finder,
			struct problem *problem)
{
	enum finish finish = FINISH_ALL;

	if (exclude_known(encoding, finder, problem) < 0 ||
	    build(encoding, problem) < 0)
		return FINISH_FAILED;
	while (finish == FINISH_ALL) {
		enum smt_answer answer =
			smt_check(encoding->smt, &finder->deadline, problem);

		if (answer == SMT_FAILED)
			return FINISH_FAILED;
		if (answer == SMT_UNKNOWN)
			return FINISH_TIME;
		if (answer == SMT_SAT)
			finish = take_answer(encoding, finder, problem);
		else if (!finder->fresh || !encoding->grown)
			return FINISH_ALL;
		else if (build(encoding, problem) < 0)
			return FINISH_FAILED;
	}
	return finish;
}

static enum finish by_z3(struct finder *finder, struct problem *problem)
{
	struct linear *linear = linear_state(finder->puzzle, problem);
	struct encoding encoding = { .linear = linear };
	enum finish finish = FINISH_FAILED;

	if (linear)
		finish = find(&encoding, finder, problem);
	smt_free(encoding.smt);
	free(encoding.excluded);
	free(linear);
	return finish;
}

void linear_bound_blanks(struct linear *linear, int minimum, int maximum,
			 int limit)
{
	linear->open_below = minimum == BLANKS_NO_MINIMUM;
	linear->open_above = maximum == BLANKS_NO_MAXIMUM;
	linear->endless = linear->open_below;
	for (int i = 0; i < linear->number_count; i++) {
		struct linear_number *number = &linear->numbers[i];

		if (number->low == number->high)
			continue;
		number->low = linear->open_below ? -limit : minimum;
		number->high = linear->open_above ? limit : maximum;
	}
}

bool linear_narrow(const struct puzzle *puzzle, enum linear_range range,
		   struct puzzle *narrowed)
{
	static const int least[] = { 1, 0, BLANKS_NO_MINIMUM };
	const struct linear_family *family =
		solve_family(puzzle->family)->linear;
	bool nought;
	int *minimum;

	*narrowed = *puzzle;
	if (!family->minimum)
		return range == ANY_NUMBER;
	minimum = family->minimum(narrowed, &nought);
	if (*minimum != BLANKS_NO_MINIMUM)
		return range == ANY_NUMBER;
	*minimum = least[range];
	return range != FROM_ONE || !nought;
}

/* Which numbers the blanks took, where that is worth a word. */
static void remark(const struct puzzle *puzzle, enum linear_range range,
		   struct solve_result *result)
{
	const struct linear_family *family =
		solve_family(puzzle->family)->linear;
	struct puzzle copy = *puzzle;
	bool nought = false;

	if (result->verdict != VERDICT_SOLVED || range == FROM_ONE ||
	    !family->minimum ||
	    *family->minimum(&copy, &nought) != BLANKS_NO_MINIMUM)
		return;
	result->unusual = range == ANY_NUMBER ? UNUSUAL_NEGATIVE
			  : nought            ? UNUSUAL_NOT
					      : UNUSUAL_NOUGHT;
	snprintf(result->remark, sizeof result->remark, "%s",
		 range == ANY_NUMBER
			 ? _("no numbers of at least 0 fit: blanks may be "
			     "negative here")
		 : nought ? _("a given is 0: blanks may be 0, too")
			  : _("no numbers of at least 1 fit: blanks may be 0 "
			      "here"));
}

int linear_solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	const struct engine_pair engines = {
		.z3 = by_z3,
		.search = linear_search,
		.walk = linear_walk,
		.why_none = solve_family(puzzle->family)->linear->why_none,
	};
	struct puzzle narrowed;

	for (enum linear_range range = FROM_ONE; range <= ANY_NUMBER; range++) {
		if (!linear_narrow(puzzle, range, &narrowed))
			continue;
		solve_result_clear(result);
		if (engines_solve(&engines, &narrowed, options, result,
				  problem) < 0)
			return -1;
		if (result->verdict == VERDICT_NONE)
			continue;
		remark(puzzle, range, result);
		break;
	}
	return 0;
}

/* As it stands, or can the search not tell in time? */
static bool may_have_answer(const struct puzzle *narrowed)
{
	struct solve_result result = { 0 };
	struct finder finder = { .puzzle = narrowed,
				 .deadline = deadline_in(meant_seconds, NULL),
				 .wanted = 1,
				 .keep = 1,
				 .result = &result };
	enum finish finish = linear_search(&finder, NULL);

	solve_result_fini(&result);
	return finish != FINISH_ALL || finder.found;
}

enum linear_range linear_meant(const struct puzzle *puzzle,
			       struct puzzle *meant)
{
	enum linear_range range = FROM_ONE;

	while (range < ANY_NUMBER &&
	       !(linear_narrow(puzzle, range, meant) && may_have_answer(meant)))
		range++;
	linear_narrow(puzzle, range, meant);
	return range;
}

/* How many answers the search finds in a range, 2 for several; -1 where that
 * takes too many steps. */
static int count_in_range(const struct puzzle *narrowed)
{
	struct solve_result result = { 0 };
	struct finder finder = { .puzzle = narrowed,
				 .deadline = deadline_never(),
				 .nodes_max = patience,
				 .wanted = 2,
				 .keep = 1,
				 .result = &result };
	enum finish finish = linear_search(&finder, NULL);

	solve_result_fini(&result);
	if (finder.found > 1)
		return 2;
	return finish == FINISH_ALL && !finder.limited ? (int)finder.found : -1;
}

bool linear_is_unique(const struct puzzle *puzzle)
{
	struct puzzle narrowed;

	for (enum linear_range range = FROM_ONE; range <= ANY_NUMBER; range++) {
		int count;

		if (!linear_narrow(puzzle, range, &narrowed))
			continue;
		count = count_in_range(&narrowed);
		if (count)
			return count == 1;
	}
	return false;
}
