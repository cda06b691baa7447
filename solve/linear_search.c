/* The plain engine for sums: the system is brought into reduced row echelon
 * form (Gauss and Jordan, in whole numbers), so that most numbers follow from
 * few free ones; then bounds are propagated through the sums as given and as
 * reduced, and the free numbers' domains are halved until all is decided. */
#include "linear.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "rng.h"

enum {
	ROWS_MAX = 2 * LINEAR_SUMS_MAX,
	/* Rounds of propagation at one node: bounds may creep towards each
	 * other by ones over millions; halving is faster. Sums of the
	 * published puzzles settle in 3 to 10 rounds. */
	ROUNDS_MAX = 40,
};

/* Reduced sums with larger factors or totals than these are not used, so that
 * no product or sum of them overflows: 144 numbers of up to 1e9 by 1e6 are
 * 1.4e17. */
static const int64_t factor_max = 1000000, total_max = 1000000000000000;

/* sum of factors[i] * numbers[i] = total */
struct row {
	int count;
	short numbers[LINEAR_NUMBERS_MAX];
	int64_t factors[LINEAR_NUMBERS_MAX];
	int64_t total;
};

struct bounds {
	int low[LINEAR_NUMBERS_MAX], high[LINEAR_NUMBERS_MAX];
	double share; /* of the search tree */
};

struct search {
	const struct linear *linear;
	struct finder *finder;
	struct problem *problem;
	uint64_t explored;
	double done; /* share of the search tree */
	struct bounds *waiting;
	size_t waiting_count, waiting_capacity;
	int row_count;
	bool free[LINEAR_NUMBERS_MAX]; /* not a pivot */
	bool contradiction;            /* whatever the bounds */
	struct row rows[ROWS_MAX];
	/* the coefficients of the sums, the total last */
	int64_t matrix[LINEAR_SUMS_MAX][LINEAR_NUMBERS_MAX + 1];
};

static int64_t greatest_divisor(int64_t a, int64_t b)
{
	a = llabs(a);
	b = llabs(b);
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Divides a row by the greatest common divisor of its factors. Returns -1
 * where the total is no multiple of it: there is no whole solution. */
static int normalise(int64_t *row, int count)
{
	int64_t divisor = 0;

	for (int i = 0; i < count; i++)
		if (row[i])
			divisor = greatest_divisor(divisor, row[i]);
	if (divisor == 0)
		return row[count] ? -1 : 0;
	if (row[count] % divisor)
		return -1;
	for (int i = 0; i <= count && divisor > 1; i++)
		row[i] /= divisor;
	return 0;
}

/* target = target * own - pivot * other, so that the pivot's column becomes
 * nought. False where a number would grow too large. */
static bool eliminate(int64_t *target, const int64_t *pivot, int column,
		      int count)
{
	int64_t divisor = greatest_divisor(pivot[column], target[column]);
	int64_t own = pivot[column] / divisor;
	int64_t other = target[column] / divisor;

	for (int i = 0; i <= count; i++) {
		int64_t a, b;

		if (__builtin_mul_overflow(target[i], own, &a) ||
		    __builtin_mul_overflow(pivot[i], other, &b) ||
		    __builtin_sub_overflow(a, b, &target[i]) ||
		    llabs(target[i]) > (i < count ? factor_max : total_max))
			return false;
	}
	return true;
}

/* The column of the smallest factor, so that numbers stay small; -1 in a row
 * of noughts. */
static int choose_pivot(const int64_t *row, int count)
{
	int best = -1;

	for (int i = 0; i < count; i++)
		if (row[i] && (best < 0 || llabs(row[i]) < llabs(row[best])))
			best = i;
	return best;
}

static void fill_matrix(struct search *search)
{
	const struct linear *linear = search->linear;

	for (int i = 0; i < linear->sum_count; i++) {
		const struct linear_sum *sum = &linear->sums[i];
		int64_t *row = search->matrix[i];

		row[linear->number_count] = sum->total;
		for (int j = 0; j < sum->count; j++) {
			int at = sum->numbers[j];
			int sign = sum->minus[j] ? -1 : 1;
			const struct linear_number *number =
				&linear->numbers[at];

			if (number->low == number->high)
				row[linear->number_count] -=
					(int64_t)sign * number->low;
			else
				row[at] += sign;
		}
	}
}

static void add_row(struct search *search, const int64_t *factors)
{
	struct row *row = &search->rows[search->row_count];
	int count = search->linear->number_count;

	row->count = 0;
	for (int i = 0; i < count; i++)
		if (factors[i]) {
			row->numbers[row->count] = (short)i;
			row->factors[row->count++] = factors[i];
		}
	row->total = factors[count];
	search->row_count += row->count > 0;
}

enum reduction { REDUCED, NO_SOLUTION, TOO_LARGE };

static enum reduction reduce(struct search *search)
{
	int count = search->linear->number_count;
	int sums = search->linear->sum_count;

	for (int i = 0; i < sums; i++) {
		int64_t *pivot = search->matrix[i];
		int column;

		if (normalise(pivot, count) < 0)
			return NO_SOLUTION;
		column = choose_pivot(pivot, count);
		if (column < 0)
			continue;
		search->free[column] = false;
		for (int j = 0; j < sums; j++) {
			if (j == i || !search->matrix[j][column])
				continue;
			if (!eliminate(search->matrix[j], pivot, column, count))
				return TOO_LARGE;
			if (normalise(search->matrix[j], count) < 0)
				return NO_SOLUTION;
		}
	}
	return REDUCED;
}

/* The sums as they are given, then as they are reduced. False where that
 * shows that there is no solution. */
static bool build(struct search *search)
{
	const struct linear *linear = search->linear;
	enum reduction reduction;

	for (int i = 0; i < linear->number_count; i++)
		search->free[i] = true;
	fill_matrix(search);
	for (int i = 0; i < linear->sum_count; i++) {
		int64_t *row = search->matrix[i];

		if (normalise(row, linear->number_count) < 0) {
			search->contradiction = true;
			return false;
		}
		add_row(search, row);
	}
	reduction = reduce(search);
	search->contradiction = reduction == NO_SOLUTION;
	for (int i = 0; reduction == REDUCED && i < linear->sum_count; i++)
		add_row(search, search->matrix[i]);
	return reduction != NO_SOLUTION;
}

static int64_t divide_down(int64_t a, int64_t b)
{
	return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}

static int64_t divide_up(int64_t a, int64_t b)
{
	return -divide_down(-a, b);
}

/* Narrows one number to low .. high. Returns -1 where nothing is left, 1
 * where it changed. */
static int narrow(struct bounds *bounds, int number, int64_t low, int64_t high)
{
	int result = 0;

	if (low > bounds->low[number]) {
		if (low > bounds->high[number])
			return -1;
		bounds->low[number] = (int)low;
		result = 1;
	}
	if (high < bounds->high[number]) {
		if (high < bounds->low[number])
			return -1;
		bounds->high[number] = (int)high;
		result = 1;
	}
	return result;
}

/* One row: what the others can make bounds each of its numbers. */
static int narrow_row(struct bounds *bounds, const struct row *row)
{
	int64_t least = 0, most = 0;
	int changed = 0;

	for (int i = 0; i < row->count; i++) {
		int64_t low = row->factors[i] * bounds->low[row->numbers[i]];
		int64_t high = row->factors[i] * bounds->high[row->numbers[i]];

		least += low < high ? low : high;
		most += low < high ? high : low;
	}
	if (least > row->total || most < row->total)
		return -1;
	for (int i = 0; i < row->count; i++) {
		int number = row->numbers[i];
		int64_t factor = row->factors[i];
		int64_t a = factor * bounds->low[number];
		int64_t b = factor * bounds->high[number];
		/* what factor * number may be, given the others */
		int64_t from = row->total - (most - (a > b ? a : b));
		int64_t to = row->total - (least - (a < b ? a : b));
		int result = factor > 0 ? narrow(bounds, number,
						 divide_up(from, factor),
						 divide_down(to, factor))
					: narrow(bounds, number,
						 divide_up(to, factor),
						 divide_down(from, factor));

		if (result < 0)
			return -1;
		if (result == 0)
			continue;
		changed = 1;
		a = factor * bounds->low[number] - a;
		b = factor * bounds->high[number] - b;
		least += factor > 0 ? a : b;
		most += factor > 0 ? b : a;
	}
	return changed;
}

/* Numbers that differ: what is decided bounds no other one. */
static int narrow_distinct(struct bounds *bounds, int count)
{
	int changed = 0;

	for (int i = 0; i < count; i++) {
		int value = bounds->low[i];

		for (int j = 0; j < count && value == bounds->high[i]; j++) {
			int low = bounds->low[j], high = bounds->high[j];
			int result;

			if (j == i)
				continue;
			result = narrow(bounds, j, low + (low == value),
					high - (high == value));
			if (result < 0)
				return -1;
			changed |= result;
		}
	}
	return changed;
}

static bool propagate(const struct search *search, struct bounds *bounds)
{
	int changed = 1;

	for (int round = 0; changed && round < ROUNDS_MAX; round++) {
		changed = 0;
		for (int i = 0; i < search->row_count; i++) {
			int result = narrow_row(bounds, &search->rows[i]);

			if (result < 0)
				return false;
			changed |= result;
		}
		if (search->linear->distinct) {
			int result = narrow_distinct(
				bounds, search->linear->number_count);

			if (result < 0)
				return false;
			changed |= result;
		}
	}
	return true;
}

/* The undecided number of the smallest domain, free ones before others; -1
 * where all are decided. */
static int choose(const struct search *search, const struct bounds *bounds)
{
	int best = -1;

	for (int i = 0; i < search->linear->number_count; i++) {
		int width = bounds->high[i] - bounds->low[i];

		if (width == 0)
			continue;
		if (best < 0 || (search->free[i] && !search->free[best]) ||
		    (search->free[i] == search->free[best] &&
		     width < bounds->high[best] - bounds->low[best]))
			best = i;
	}
	return best;
}

/* Puts bounds aside to be explored later, the last ones first. */
static int push(struct search *search, const struct bounds *bounds)
{
	if (alloc_grow(&search->waiting, &search->waiting_capacity,
		       search->waiting_count + 1, sizeof *search->waiting) < 0)
		return problem_set(search->problem, PROBLEM_MEMORY,
				   "no memory to search");
	search->waiting[search->waiting_count++] = *bounds;
	return 0;
}

/* Halves the domain of a number, at 0 where it holds numbers of both signs, and
 * puts both halves aside: the one nearer to 0 is explored first. */
static int branch(struct search *search, const struct bounds *bounds,
		  int number)
{
	struct bounds lower = *bounds, upper = *bounds;
	int low = bounds->low[number], high = bounds->high[number];
	bool turned = search->finder->rng ? rng_below(search->finder->rng, 2)
					  : search->finder->reversed;
	bool lower_first = (low >= 0) != turned;
	int middle = low < 0 && high >= 0 ? -1 : low + (high - low) / 2;

	lower.share = upper.share = bounds->share / 2;
	lower.high[number] = middle;
	upper.low[number] = middle + 1;
	if (push(search, lower_first ? &upper : &lower) < 0)
		return -1;
	return push(search, lower_first ? &lower : &upper);
}

static enum finish emit(struct search *search, const struct bounds *bounds)
{
	const struct puzzle *puzzle = search->finder->puzzle;
	struct solution solution = { .family = puzzle->family };

	solve_family(puzzle->family)
		->linear->answer(puzzle, bounds->low, &solution);
	return finder_found(search->finder, &solution, search->problem);
}

/* The numbers that are decided. */
static bool show(struct search *search, const struct bounds *bounds)
{
	const struct puzzle *puzzle = search->finder->puzzle;
	struct solution part = { .family = puzzle->family };
	int values[LINEAR_NUMBERS_MAX];

	for (int i = 0; i < search->linear->number_count; i++)
		values[i] = bounds->low[i] == bounds->high[i] ? bounds->low[i]
							      : SOLUTION_OPEN;
	solve_family(puzzle->family)->linear->answer(puzzle, values, &part);
	return finder_tried(search->finder, &part, search->done);
}

/* Everything that was put aside. */
static enum finish explore(struct search *search)
{
	enum finish finish = FINISH_ALL;

	while (search->waiting_count && finish == FINISH_ALL) {
		struct bounds bounds = search->waiting[--search->waiting_count];
		int number;

		search->explored++;
		if (deadline_passed(&search->finder->deadline) ||
		    (search->finder->nodes_max &&
		     search->explored > search->finder->nodes_max))
			return FINISH_TIME;
		if (!propagate(search, &bounds)) {
			search->done += bounds.share;
			continue;
		}
		if (search->finder->watch && !show(search, &bounds))
			return FINISH_TIME;
		number = choose(search, &bounds);
		if (number < 0)
			finish = emit(search, &bounds);
		if (number < 0)
			search->done += bounds.share;
		else if (branch(search, &bounds, number) < 0)
			finish = FINISH_FAILED;
	}
	return finish;
}

/* May there be answers beyond the bounds that were gone through? Not where the
 * sums contradict each other, nor where they leave one answer only. */
static bool is_limited(const struct search *search)
{
	const struct finder *finder = search->finder;
	bool any_free = false;

	if (!search->linear->endless || search->contradiction)
		return false;
	for (int i = 0; i < search->linear->number_count; i++)
		any_free |= search->free[i] &&
			    search->linear->numbers[i].low !=
				    search->linear->numbers[i].high;
	return any_free || finder->found + finder->known == 0;
}

enum finish linear_search(struct finder *finder, struct problem *problem)
{
	struct search *search = alloc_array(1, sizeof *search);
	struct linear *linear = linear_state(finder->puzzle, problem);
	enum finish finish = FINISH_ALL;
	struct bounds bounds;

	if (!search || !linear) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to search");
		finish = FINISH_FAILED;
		goto done;
	}
	search->linear = linear;
	search->finder = finder;
	search->problem = problem;
	bounds.share = 1;
	for (int i = 0; i < linear->number_count; i++) {
		bounds.low[i] = linear->numbers[i].low;
		bounds.high[i] = linear->numbers[i].high;
		if (bounds.low[i] > bounds.high[i])
			goto done;
	}
	if (build(search))
		finish = push(search, &bounds) < 0 ? FINISH_FAILED
						   : explore(search);
	finder->limited = finish == FINISH_ALL && is_limited(search);
done:
	if (search)
		free(search->waiting);
	free(linear);
	free(search);
	return finish;
}

int linear_watch(struct finder *finder, struct problem *problem)
{
	return (int)linear_search(finder, problem);
}
