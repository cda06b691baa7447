#include "solve.h"

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	(void)puzzle;
	(void)options;
	(void)result;
	(void)problem;
	return 0;
}

const struct solve_family solve_suko = { .solve = solve };
