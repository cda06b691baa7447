/* The order in which combinations of readings are tried, and when one is
 * taken. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "repair.h"
#include "rng.h"

/* What a judge of these tests answers: sensible are the combinations in
 * `good`, written as "reading:instead" pairs. */
struct judging {
	const char *good[4];
	bool same_answer;    /* of all sensible ones */
	const char *several; /* this one has several answers; NULL: none */
	int asked;
	double last_cost;
	char seen[256][40];
	int undecided_from; /* out of time from this call on; 0: never */
};

static void write_name(const struct repair_candidate *candidate, char *name,
		       size_t size)
{
	bool used[64] = { false };
	size_t length = 0;

	name[0] = '\0';
	for (int k = 0; k < candidate->count; k++)
		used[candidate->changes[k].reading] = true;
	for (size_t i = 0; i < 64; i++)
		for (int k = 0; used[i] && k < candidate->count; k++)
			if (candidate->changes[k].reading == i)
				length += (size_t)snprintf(
					name + length, size - length, "%zu:%d ",
					i, candidate->changes[k].instead);
}

static enum repair_sense judge(void *data, struct repair_candidate *candidate)
{
	struct judging *judging = data;
	char *name = judging->seen[judging->asked];

	write_name(candidate, name, sizeof judging->seen[0]);
	assert_true(candidate->cost >= judging->last_cost - 1e-9);
	judging->last_cost = candidate->cost;
	for (int i = 0; i < judging->asked; i++)
		assert_string_not_equal(judging->seen[i], name);
	judging->asked++;
	if (judging->undecided_from &&
	    judging->asked >= judging->undecided_from)
		return REPAIR_UNDECIDED;
	for (int i = 0; i < 4 && judging->good[i]; i++)
		if (!strcmp(judging->good[i], name)) {
			candidate->answer =
				judging->same_answer ? 7 : (uint64_t)i + 1;
			return REPAIR_SENSIBLE;
		}
	if (judging->several && !strcmp(judging->several, name))
		return REPAIR_SEVERAL;
	return REPAIR_SENSELESS;
}

static struct reading reading(double confidence, int count,
			      const double *instead)
{
	struct reading made = { .confidence = confidence,
				.instead_count = count };

	for (int i = 0; i < count; i++)
		made.instead[i].confidence = instead[i];
	return made;
}

#define READING(confidence, ...)                                               \
	reading(confidence,                                                    \
		sizeof((double[]){ __VA_ARGS__ }) / sizeof(double),            \
		(double[]){ __VA_ARGS__ })

static struct repair_result search(const struct reading *readings, size_t count,
				   struct judging *judging)
{
	struct repair_result result;

	const struct repair_task task = { .readings = readings,
					  .count = count,
					  .chance = 0.6,
					  .judge = judge,
					  .data = judging };

	assert_int_equal(repair_search(&task, &result, NULL), 0);
	return result;
}

static void finds_the_one_that_makes_sense(void **state)
{
	const struct reading readings[] = { READING(0.999, 0.001),
					    READING(0.7, 0.29, 0.01),
					    READING(0.9, 0.1) };
	struct judging judging = { .good = { "1:0 " } };
	struct repair_result result = search(readings, 3, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_FOUND);
	assert_int_equal(result.best.count, 1);
	assert_int_equal(result.best.changes[0].reading, 1);
	assert_int_equal(result.best.changes[0].instead, 0);
	assert_string_equal(judging.seen[0], "");
	assert_string_equal(judging.seen[1], "1:0 ");
}

static void takes_the_puzzle_as_read_when_only_that_makes_sense(void **state)
{
	const struct reading readings[] = { READING(0.8, 0.2),
					    READING(0.9, 0.1) };
	struct judging judging = { .good = { "" } };
	struct repair_result result = search(readings, 2, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_FOUND);
	assert_int_equal(result.best.count, 0);
}

/* One in a hundred is enough to leave a puzzle doubtful that was not read
 * surely and makes sense as it was read; a repair may rest on less. */
static void an_unsure_puzzle_is_left_as_read_only_without_rivals(void **state)
{
	static const struct {
		const char *good[2];
		bool unsure;
		enum repair_outcome outcome;
	} cases[] = {
		{ { "", "0:0 " }, true, REPAIR_AMBIGUOUS },
		{ { "", "0:0 " }, false, REPAIR_FOUND },
		{ { "", NULL }, true, REPAIR_FOUND },
		{ { "0:0 ", "0:0 1:0 " }, true, REPAIR_FOUND },
	};
	const struct reading readings[] = { READING(0.99, 0.01),
					    READING(0.99, 0.01) };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct judging judging = { .good = { cases[i].good[0],
						     cases[i].good[1] } };
		const struct repair_task task = { .readings = readings,
						  .count = 2,
						  .unsure = cases[i].unsure,
						  .judge = judge,
						  .data = &judging };
		struct repair_result result;

		assert_int_equal(repair_search(&task, &result, NULL), 0);
		if (result.outcome != cases[i].outcome)
			fail_msg("case %zu: %d", i, (int)result.outcome);
	}
}

static void two_rivals_are_ambiguous(void **state)
{
	const struct reading readings[] = { READING(0.8, 0.2),
					    READING(0.9, 0.1) };
	struct judging judging = { .good = { "0:0 ", "1:0 " } };
	struct repair_result result = search(readings, 2, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_AMBIGUOUS);
	assert_true(result.has_second);
	assert_int_equal(result.second.changes[0].reading, 1);
}

/* Whichever of the two is right, the answer is the same. */
static void rivals_with_the_same_answer_are_none(void **state)
{
	const struct reading readings[] = { READING(0.8, 0.2),
					    READING(0.9, 0.1) };
	struct judging judging = { .good = { "0:0 ", "1:0 " },
				   .same_answer = true };
	struct repair_result result = search(readings, 2, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_FOUND);
	assert_int_equal(result.best.changes[0].reading, 0);
}

static void a_much_less_likely_rival_does_not_count(void **state)
{
	const struct reading readings[] = { READING(0.6, 0.4),
					    READING(0.9999, 0.0001) };
	struct judging judging = { .good = { "0:0 ", "1:0 " } };
	struct repair_result result = search(readings, 2, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_FOUND);
	assert_int_equal(result.best.changes[0].reading, 0);
}

/* The reader saw 0.6 for one value and 0.1 for another: 0.3 is left for what
 * it did not consider, too much to take either. */
static void an_unseen_value_keeps_it_ambiguous(void **state)
{
	const struct reading readings[] = { READING(0.6, 0.1) };
	struct judging judging = { .good = { "0:0 " } };

	(void)state;
	assert_int_equal(search(readings, 1, &judging).outcome,
			 REPAIR_AMBIGUOUS);
}

/* An unsure puzzle as it was read has nothing but its sense to speak for it. */
static void what_was_not_seen_counts_twice_where_all_is_unsure(void **state)
{
	const struct reading readings[] = { READING(0.78, 0.005) };

	(void)state;
	for (int unsure = 0; unsure < 2; unsure++) {
		struct judging judging = { .good = { "" } };
		const struct repair_task task = { .readings = readings,
						  .count = 1,
						  .chance = .1,
						  .unsure = unsure,
						  .judge = judge,
						  .data = &judging };
		struct repair_result result;

		assert_int_equal(repair_search(&task, &result, NULL), 0);
		assert_int_equal(result.outcome,
				 unsure ? REPAIR_AMBIGUOUS : REPAIR_FOUND);
	}
}

/* A puzzle with several answers is rare, but not rarer than a misreading of a
 * clue that was read almost surely. */
static void several_answers_are_weighed(void **state)
{
	const struct reading unsure[] = { READING(0.6, 0.4) };
	const struct reading quite_sure[] = { READING(0.97, 0.03) };
	struct judging judging = { .good = { "0:0 " }, .several = "" };
	struct repair_result result = search(unsure, 1, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_FOUND);
	assert_int_equal(result.best.count, 1);
	assert_false(result.best.several);
	judging = (struct judging){ .good = { "0:0 " }, .several = "" };
	assert_int_equal(search(quite_sure, 1, &judging).outcome,
			 REPAIR_AMBIGUOUS);
	judging = (struct judging){ .good = { NULL }, .several = "" };
	result = search(quite_sure, 1, &judging);
	assert_int_equal(result.outcome, REPAIR_FOUND);
	assert_true(result.best.several);
}

static void nothing_makes_sense(void **state)
{
	const struct reading readings[] = { READING(0.8, 0.1, 0.1),
					    READING(0.9, 0.1) };
	struct judging judging = { .good = { NULL } };
	struct repair_result result = search(readings, 2, &judging);

	(void)state;
	assert_int_equal(result.outcome, REPAIR_NOTHING);
	/* as read, 3 times one change, 2 times two */
	assert_int_equal(result.judged, 6);
}

/* Two changes, each of them against a reading that is all but certain: what is
 * wrong is something else. */
static void what_is_too_unlikely_is_not_looked_at(void **state)
{
	const struct reading readings[] = { READING(0.9999, 0.0001),
					    READING(0.9999, 0.0001) };
	const struct reading likelier[] = { READING(0.995, 0.005),
					    READING(0.95, 0.05) };
	struct judging judging = { .good = { "0:0 1:0 " } };

	(void)state;
	assert_int_equal(search(readings, 2, &judging).outcome, REPAIR_NOTHING);
	judging = (struct judging){ .good = { "0:0 1:0 " } };
	assert_int_equal(search(likelier, 2, &judging).outcome, REPAIR_FOUND);
}

/* ... and where so little is left for a clue's next-best reading, nobody knows
 * whether it was considered at all. */
static void a_change_to_the_hardly_considered_is_ambiguous(void **state)
{
	const struct reading readings[] = { READING(0.01, 0.00001, 0.98999) };
	struct judging judging = { .good = { "0:0 " } };

	(void)state;
	assert_int_equal(search(readings, 1, &judging).outcome,
			 REPAIR_AMBIGUOUS);
}

static void stops_when_out_of_time(void **state)
{
	const struct reading readings[] = { READING(0.8, 0.2),
					    READING(0.9, 0.1) };
	struct judging judging = { .good = { "0:0 " }, .undecided_from = 2 };

	(void)state;
	assert_int_equal(search(readings, 2, &judging).outcome, REPAIR_STOPPED);
	judging = (struct judging){ .good = { "0:0 " }, .undecided_from = 3 };
	assert_int_equal(search(readings, 2, &judging).outcome,
			 REPAIR_AMBIGUOUS);
}

/* Every combination of up to four changes comes once, in order; the judge
 * itself asserts order and that none comes twice. */
static void all_combinations_in_order(void **state)
{
	struct rng rng;

	(void)state;
	rng_seed(&rng, 5);
	for (int round = 0; round < 50; round++) {
		struct reading readings[5];
		struct judging judging = { .good = { NULL } };
		int combinations = 1;
		int all = 1;

		for (int i = 0; i < 5; i++) {
			double first = rng_real(&rng, 0.15, 0.4);

			readings[i] = READING(0.5, first, first / 2);
			readings[i].instead_count = i < 3 ? 2 : 1;
			all *= readings[i].instead_count;
			combinations *= readings[i].instead_count + 1;
		}
		/* no more than four changes at once */
		combinations -= all;
		assert_int_equal(search(readings, 5, &judging).judged,
				 combinations);
	}
}

static void the_number_of_tries_is_bounded(void **state)
{
	struct reading readings[60];
	struct judging judging = { .good = { NULL } };

	(void)state;
	for (int i = 0; i < 60; i++)
		readings[i] = READING(0.5, 0.3, 0.2);
	assert_int_equal(search(readings, 60, &judging).judged,
			 REPAIR_JUDGED_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_one_that_makes_sense),
		cmocka_unit_test(
			takes_the_puzzle_as_read_when_only_that_makes_sense),
		cmocka_unit_test(
			an_unsure_puzzle_is_left_as_read_only_without_rivals),
		cmocka_unit_test(two_rivals_are_ambiguous),
		cmocka_unit_test(rivals_with_the_same_answer_are_none),
		cmocka_unit_test(a_much_less_likely_rival_does_not_count),
		cmocka_unit_test(an_unseen_value_keeps_it_ambiguous),
		cmocka_unit_test(
			what_was_not_seen_counts_twice_where_all_is_unsure),
		cmocka_unit_test(several_answers_are_weighed),
		cmocka_unit_test(nothing_makes_sense),
		cmocka_unit_test(what_is_too_unlikely_is_not_looked_at),
		cmocka_unit_test(
			a_change_to_the_hardly_considered_is_ambiguous),
		cmocka_unit_test(stops_when_out_of_time),
		cmocka_unit_test(all_combinations_in_order),
		cmocka_unit_test(the_number_of_tries_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
