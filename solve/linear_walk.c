#include "linear_walk.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "linear.h"

/* Steps after which it is left to Z3: published puzzles take a few hundred at
 * the most, mostly a few, and so many take some milliseconds. */
static const long steps_most = 500;

/* What each number may still be. */
struct ranges {
	int least[LINEAR_NUMBERS_MAX], most[LINEAR_NUMBERS_MAX];
};

struct walk {
	const struct linear *linear;
	struct finder *finder;
	struct problem *problem;
	long steps;
	/* the sums each number is part of */
	int sums_of[LINEAR_NUMBERS_MAX][LINEAR_SUMS_MAX];
	int sum_counts[LINEAR_NUMBERS_MAX];
	bool waits[LINEAR_SUMS_MAX]; /* sums to be looked at again */
};

static void wake(struct walk *walk, int number)
{
	for (int i = 0; i < walk->sum_counts[number]; i++)
		walk->waits[walk->sums_of[number][i]] = true;
}

/* Leaves of a number what lies within from .. to. Returns false where that is
 * nothing. */
static bool limit(struct walk *walk, struct ranges *ranges, int number,
		  int64_t from, int64_t to)
{
	int64_t least = ranges->least[number], most = ranges->most[number];

	if (from <= least && to >= most)
		return true;
	least = from > least ? from : least;
	most = to < most ? to : most;
	if (least > most)
		return false;
	ranges->least[number] = (int)least;
	ranges->most[number] = (int)most;
	wake(walk, number);
	return true;
}

/* Each number of a sum makes up for what all the others cannot make, and
 * leaves them what they make at least. */
static bool limit_by_sum(struct walk *walk, struct ranges *ranges,
			 const struct linear_sum *sum)
{
	for (int i = 0; i < sum->count; i++) {
		int64_t low = sum->total, high = sum->total;

		for (int k = 0; k < sum->count; k++) {
			int number = sum->numbers[k];
			bool minus = sum->minus[k];

			if (k == i)
				continue;
			low -= minus ? -(int64_t)ranges->least[number]
				     : ranges->most[number];
			high -= minus ? -(int64_t)ranges->most[number]
				      : ranges->least[number];
		}
		if (!limit(walk, ranges, sum->numbers[i],
			   sum->minus[i] ? -high : low,
			   sum->minus[i] ? -low : high))
			return false;
	}
	return true;
}

/* Numbers that differ: what one surely is bounds no other. */
static bool tell_apart(struct walk *walk, struct ranges *ranges, bool *more)
{
	int count = walk->linear->distinct ? walk->linear->number_count : 0;

	for (int i = 0; i < count * count; i++) {
		int one = i / count, other = i % count;
		int value = ranges->least[one];
		int least = ranges->least[other], most = ranges->most[other];

		if (one == other || value != ranges->most[one] ||
		    (value != least && value != most))
			continue;
		*more = true;
		if (!limit(walk, ranges, other, least + (least == value),
			   most - (most == value)))
			return false;
	}
	return true;
}

/* Goes through the sums that wait until none does. */
static bool settle(struct walk *walk, struct ranges *ranges)
{
	const struct linear *linear = walk->linear;
	bool more = true;

	while (more) {
		more = false;
		for (int i = 0; i < linear->sum_count; i++) {
			if (!walk->waits[i])
				continue;
			walk->waits[i] = false;
			more = true;
			/* bounds may creep towards each other by ones */
			if (++walk->steps > steps_most * linear->sum_count)
				return true;
			if (!limit_by_sum(walk, ranges, &linear->sums[i]))
				return false;
		}
		if (!tell_apart(walk, ranges, &more))
			return false;
	}
	return true;
}

/* Numbers that differ: is the value none that another one surely has? */
static bool is_left(const struct walk *walk, const struct ranges *ranges,
		    int number, int value)
{
	for (int i = 0;
	     walk->linear->distinct && i < walk->linear->number_count; i++)
		if (i != number && ranges->least[i] == value &&
		    ranges->most[i] == value)
			return false;
	return true;
}

/* The undecided number that may be the fewest values; -1 where all are
 * decided. */
static int choose(const struct walk *walk, const struct ranges *ranges)
{
	int best = -1, fewest = 0;

	for (int i = 0; i < walk->linear->number_count; i++) {
		int values = ranges->most[i] - ranges->least[i];

		if (values && (best < 0 || values < fewest)) {
			best = i;
			fewest = values;
		}
	}
	return best;
}

static enum finish take(struct walk *walk, const struct ranges *ranges)
{
	const struct puzzle *puzzle = walk->finder->puzzle;
	struct solution solution = { .family = puzzle->family };

	for (int i = 0; i < walk->linear->number_count; i++)
		if (!is_left(walk, ranges, i, ranges->least[i]))
			return FINISH_ALL;
	solve_family(puzzle->family)
		->linear->answer(puzzle, ranges->least, &solution);
	return finder_found(walk->finder, &solution, walk->problem);
}

/* All that is within the ranges, of which some sums wait. */
static enum finish descend(struct walk *walk, struct ranges *ranges)
{
	enum finish finish = FINISH_ALL;
	int number;

	if (!settle(walk, ranges)) {
		memset(walk->waits, 0, sizeof walk->waits);
		return FINISH_ALL;
	}
	walk->steps += walk->linear->sum_count;
	if (walk->steps > steps_most * walk->linear->sum_count ||
	    deadline_passed(&walk->finder->deadline))
		return FINISH_TIME;
	number = choose(walk, ranges);
	if (number < 0)
		return take(walk, ranges);
	for (int value = ranges->least[number];
	     value <= ranges->most[number] && finish == FINISH_ALL; value++) {
		struct ranges next = *ranges;

		if (!is_left(walk, ranges, number, value))
			continue;
		next.least[number] = next.most[number] = value;
		wake(walk, number);
		finish = descend(walk, &next);
	}
	return finish;
}

enum finish linear_walk(struct finder *finder, struct problem *problem)
{
	struct walk *walk = alloc_array(1, sizeof *walk);
	struct linear *linear = linear_state(finder->puzzle, problem);
	enum finish finish = FINISH_ALL;
	struct ranges ranges = { 0 };
	bool empty = false;

	if (!walk || !linear) {
		finish = FINISH_FAILED;
		problem_set(problem, PROBLEM_MEMORY, "no memory to search");
		goto done;
	}
	walk->linear = linear;
	walk->finder = finder;
	walk->problem = problem;
	for (int i = 0; i < linear->number_count; i++) {
		ranges.least[i] = linear->numbers[i].low;
		ranges.most[i] = linear->numbers[i].high;
		empty |= ranges.least[i] > ranges.most[i];
	}
	for (int i = 0; i < linear->sum_count; i++) {
		const struct linear_sum *sum = &linear->sums[i];

		walk->waits[i] = true;
		for (int k = 0; k < sum->count; k++) {
			int number = sum->numbers[k];

			walk->sums_of[number][walk->sum_counts[number]++] = i;
		}
	}
	if (linear->endless)
		finish = FINISH_TIME; /* to be searched through */
	else if (!empty)
		finish = descend(walk, &ranges);
done:
	free(linear);
	free(walk);
	return finish;
}
