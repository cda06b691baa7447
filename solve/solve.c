#include "solve.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "smt_reply.h"

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

int solve_puzzle(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	memset(result, 0, sizeof *result);
	result->verdict = VERDICT_UNKNOWN;
	result->unique = KNOWN_UNSURE;
	return families[puzzle->family]->solve(puzzle, options, result,
					       problem);
}

void solve_result_fini(struct solve_result *result)
{
	for (size_t i = 0; i < result->solution_count; i++)
		puzzle_solution_fini(&result->solutions[i]);
	free(result->solutions);
	memset(result, 0, sizeof *result);
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
	if (!families[puzzle->family]->smt2)
		return problem_set(problem, PROBLEM_INPUT,
				   "no SMT-LIB form for this family yet");
	return families[puzzle->family]->smt2(puzzle, out, problem);
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

int solve_make(enum family family, const json_t *wish, uint64_t seed,
	       struct puzzle *puzzle, struct problem *problem)
{
	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = family;
	if (!families[family]->make)
		return problem_set(problem, PROBLEM_INPUT,
				   "no puzzles of this family are made yet");
	return families[family]->make(wish, seed, puzzle, problem);
}
