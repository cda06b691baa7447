#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "linear.h"
#include "smt_reply.h"
#include "wish.h"

/* How long the engines may take to refute a cause, seconds: sums and tracks
 * need less than 1 ms; where tilings of an impossible parity are tried it is
 * spent in vain, for up to 200 readings of a doubtful picture. */
static const double refuting_seconds = 0.005;

static const struct solve_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &solve_##id,
#include "families.def"
#undef FAMILY
};

const struct solve_family *solve_family(enum family family)
{
	return families[family];
}

struct solve_options solve_defaults(void)
{
	return (struct solve_options){
		.engine = ENGINE_AUTO,
		.deadline = deadline_never(),
		.solutions_max = 1,
	};
}

static int run_engines(const struct puzzle *puzzle,
		       const struct solve_options *options,
		       struct solve_result *result, struct problem *problem)
{
	*result = (struct solve_result){ .verdict = VERDICT_UNKNOWN,
					 .unique = KNOWN_UNSURE };
	return families[puzzle->family]->solve(puzzle, options, result,
					       problem);
}

/* Lets the engines try to refute that the puzzle has no solution, for `cause`.
 * Returns 1 where they have not: the result says "none"; 0, or -1. */
static int uphold(const struct puzzle *puzzle,
		  const struct solve_options *options, const char *cause,
		  struct solve_result *result, struct problem *problem)
{
	struct solve_options some = *options;

	some.deadline = deadline_in(
		fmin(refuting_seconds, deadline_left(&options->deadline)),
		options->deadline.stop);
	some.deadline.stop_too = options->deadline.stop_too;
	some.progress = NULL;
	some.threads = 1;
	some.count = false;
	some.solutions_max = 1;
	if (run_engines(puzzle, &some, result, problem) < 0)
		return -1;
	if (result->verdict == VERDICT_SOLVED) {
		solve_result_fini(result);
		return 0;
	}
	result->verdict = VERDICT_NONE;
	result->unique = KNOWN_UNSURE;
	result->count_complete = true;
	snprintf(result->reason, sizeof result->reason, "%s", cause);
	return 1;
}

int solve_puzzle(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	const struct solve_family *family = families[puzzle->family];
	char cause[sizeof result->reason];

	if (family->impossible &&
	    family->impossible(puzzle, cause, sizeof cause)) {
		int upheld = uphold(puzzle, options, cause, result, problem);

		if (upheld)
			return upheld < 0 ? -1 : 0;
	}
	return run_engines(puzzle, options, result, problem);
}

void solve_result_fini(struct solve_result *result)
{
	for (size_t i = 0; i < result->solution_count; i++)
		puzzle_solution_fini(&result->solutions[i]);
	free(result->solutions);
	memset(result, 0, sizeof *result);
}

void solve_result_clear(struct solve_result *result)
{
	solve_result_fini(result);
	result->verdict = VERDICT_UNKNOWN;
	result->unique = KNOWN_UNSURE;
}

int solve_result_add(struct solve_result *result, const struct puzzle *puzzle,
		     struct solution *solution, struct problem *problem)
{
	struct breach breach;

	solution->family = puzzle->family;
	if (!puzzle_check(puzzle, solution, &breach)) {
		puzzle_solution_fini(solution);
		if (breach.undecided)
			return 1;
		return problem_set(problem, PROBLEM_INPUT,
				   "an engine's answer breaks rule %d: %.160s",
				   breach.rule, breach.text);
	}
	if (alloc_grow(&result->solutions, &result->solution_capacity,
		       result->solution_count + 1,
		       sizeof *result->solutions) < 0) {
		puzzle_solution_fini(solution);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for solutions");
	}
	result->solutions[result->solution_count++] = *solution;
	return 0;
}

int solve_smt2(const struct puzzle *puzzle, struct buffer *out,
	       struct problem *problem)
{
	struct buffer formula;
	int result;

	if (!families[puzzle->family]->smt2)
		return problem_set(problem, PROBLEM_INPUT,
				   "no SMT-LIB form for this family yet");
	buffer_init(&formula);
	result = families[puzzle->family]->smt2(puzzle, &formula, problem);
	if (formula.failed)
		result = problem_set(problem, PROBLEM_MEMORY, "no memory");
	/* a part of one would be another puzzle's */
	if (result == 0)
		buffer_puts(out, buffer_text(&formula));
	buffer_fini(&formula);
	return result;
}

int solve_values(const struct puzzle *puzzle, const char *reply,
		 struct solution *solution, struct problem *problem)
{
	json_t *values = smt_reply_parse(reply, problem);
	int result = -1;

	memset(solution, 0, sizeof *solution);
	if (values && families[puzzle->family]->values)
		result = families[puzzle->family]->values(puzzle, values,
							  solution, problem);
	else if (values)
		problem_set(problem, PROBLEM_INPUT,
			    "no SMT-LIB form for this family yet");
	solution->family = puzzle->family;
	json_decref(values);
	return result;
}

void solve_meant(const struct puzzle *puzzle, struct puzzle *meant)
{
	*meant = *puzzle;
	if (families[puzzle->family]->linear)
		linear_meant(puzzle, meant);
}

const char *solve_wishes(enum family family)
{
	return families[family]->wishes ? families[family]->wishes : "";
}

int solve_make(enum family family, const json_t *wish, uint64_t seed,
	       struct puzzle *puzzle, struct problem *problem)
{
	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = family;
	if (!families[family]->make)
		return problem_set(problem, PROBLEM_INPUT,
				   "no puzzles of this family are made yet");
	if (wish_known(wish, solve_wishes(family), problem) < 0)
		return -1;
	return families[family]->make(wish, seed, puzzle, problem);
}
