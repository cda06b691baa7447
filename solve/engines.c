#include "engines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "language.h"

/* Without a time limit the search may take so long before Z3 has its turn: a
 * hundred times what the hardest boards of the bench need. */
static const double search_first_seconds = 2;
/* With a limit it has this share of it. */
static const double search_first_share = 0.5;
/* The other engine may take this share of the time left to confirm a claim,
 * before the one that made it goes through it anew. */
static const double confirming_share = 0.5;
/* When counting, the search has nearly all: Z3 counts far slower. */
static const double search_first_counting = 0.9;

struct run {
	const struct engine_pair *engines;
	const struct puzzle *puzzle;
	const struct solve_options *options;
	struct solve_result *result;
	struct problem *problem;
	bool limited; /* the last engine's FINISH_ALL */
};

static bool same_solution(const struct puzzle *puzzle, const struct solution *a,
			  const struct solution *b)
{
	const struct puzzle_family *family = puzzle_family(puzzle->family);
	size_t count = family->places(puzzle);

	for (size_t i = 0; i < count; i++)
		if (family->value_at(puzzle, a, i) !=
		    family->value_at(puzzle, b, i))
			return false;
	return true;
}

enum finish finder_found(struct finder *finder, struct solution *solution,
			 struct problem *problem)
{
	struct solve_result *result = finder->result;

	solution->family = finder->puzzle->family;
	for (size_t i = 0; i < finder->known; i++)
		if (same_solution(finder->puzzle, solution,
				  &result->solutions[i])) {
			puzzle_solution_fini(solution);
			return FINISH_ALL;
		}
	if (result->solution_count < finder->keep) {
		if (solve_result_add(result, finder->puzzle, solution,
				     problem) < 0)
			return FINISH_FAILED;
	} else {
		struct breach breach;
		bool holds = puzzle_check(finder->puzzle, solution, &breach);

		puzzle_solution_fini(solution);
		if (!holds) {
			problem_set(problem, PROBLEM_INPUT,
				    "an engine's answer breaks rule %d: "
				    "%.160s",
				    breach.rule, breach.text);
			return FINISH_FAILED;
		}
	}
	finder->found++;
	return finder->found < finder->wanted ? FINISH_ALL : FINISH_ENOUGH;
}

static struct deadline earlier(struct deadline deadline, double share)
{
	double left = deadline_left(&deadline);
	double end = clock_seconds() +
		     (isinf(left) ? search_first_seconds : share * left);

	deadline.end = end;
	return deadline;
}

/* An engine of a pair, and whether it goes another way than it would first. */
struct turn {
	enum finish (*engine)(struct finder *finder, struct problem *problem);
	bool again;
};

/* Lets one engine look for `wanted` more solutions. */
static enum finish find(struct run *run, struct turn turn,
			struct deadline deadline, uint64_t wanted)
{
	struct solve_result *result = run->result;
	struct finder finder = {
		.puzzle = run->puzzle,
		.deadline = deadline,
		/* Z3's counts are believed as they come, if fresh. */
		.fresh = turn.again || run->options->count,
		.reversed = turn.again,
		.wanted = wanted,
		.result = result,
		.known = result->solution_count,
		.keep = run->options->solutions_max,
	};
	enum finish finish = turn.engine(&finder, run->problem);

	result->count += finder.found;
	run->limited = finder.limited;
	return finish;
}

static struct turn turn_of(const struct run *run, enum engine engine,
			   bool again)
{
	return (struct turn){ engine == ENGINE_Z3 ? run->engines->z3
						  : run->engines->search,
			      again };
}

/* Confirms that there is no solution but the known one (or none at all): by
 * another engine, and where only one is allowed or the others run out of time,
 * by the same one anew. One more solution refutes the claim. */
static enum finish confirm(struct run *run, enum engine claimant)
{
	struct deadline deadline = run->options->deadline;
	enum engine other = claimant == ENGINE_Z3 ? ENGINE_SEARCH : ENGINE_Z3;
	enum finish finish = FINISH_TIME;

	if (run->options->engine == ENGINE_AUTO && other == ENGINE_Z3 &&
	    run->engines->walk)
		finish = find(run, (struct turn){ run->engines->walk, false },
			      earlier(deadline, confirming_share), 1);
	if (finish == FINISH_TIME && run->options->engine != ENGINE_SEARCH)
		finish = find(run, turn_of(run, other, false),
			      earlier(deadline, confirming_share), 1);
	if (finish == FINISH_TIME)
		finish = find(run, turn_of(run, claimant, true), deadline, 1);
	return finish;
}

/* How many solutions to look for before it is enough. */
static uint64_t wanted(const struct run *run)
{
	bool promised = puzzle_family(run->puzzle->family)->promises_one;

	if (run->options->count)
		return UINT64_MAX;
	if (run->options->solutions_max == 1 && promised)
		return 2;
	return run->options->solutions_max;
}

/* The first engine's turn, then, where that was not enough time, the
 * second's. Says in `claimant` whose word the finish is. */
static enum finish first_answer(struct run *run, enum engine *claimant)
{
	const struct solve_options *options = run->options;
	struct deadline deadline = options->deadline;
	enum finish finish;

	*claimant = options->engine == ENGINE_Z3 ? ENGINE_Z3 : ENGINE_SEARCH;
	if (options->engine != ENGINE_AUTO)
		return find(run, turn_of(run, *claimant, false), deadline,
			    wanted(run));
	deadline = earlier(deadline, options->count ? search_first_counting
						    : search_first_share);
	finish = find(run, turn_of(run, ENGINE_SEARCH, false), deadline,
		      wanted(run));
	if (finish != FINISH_TIME ||
	    run->result->count > run->result->solution_count ||
	    deadline_passed(&options->deadline))
		return finish;
	*claimant = ENGINE_Z3;
	return find(run, turn_of(run, ENGINE_Z3, false), options->deadline,
		    wanted(run) - run->result->count);
}

static void conclude(struct run *run, enum finish finish)
{
	struct solve_result *result = run->result;

	result->verdict = result->solution_count ? VERDICT_SOLVED
			  : finish == FINISH_ALL ? VERDICT_NONE
						 : VERDICT_UNKNOWN;
	result->unique = result->count > 1 ? KNOWN_NO
			 : result->count == 1 && finish == FINISH_ALL
				 ? KNOWN_YES
				 : KNOWN_UNSURE;
	result->count_complete = finish == FINISH_ALL;
	if (result->verdict == VERDICT_NONE)
		snprintf(result->reason, sizeof result->reason, "%s",
			 _(run->engines->why_none));
	else if (result->verdict == VERDICT_UNKNOWN)
		snprintf(result->reason, sizeof result->reason,
			 _("not decided in the time allowed"));
}

static void name_engine(struct solve_result *result, enum engine engine)
{
	snprintf(result->engine, sizeof result->engine, "%s",
		 engine == ENGINE_Z3 ? "z3" : "search");
}

int engines_solve(const struct engine_pair *engines,
		  const struct puzzle *puzzle,
		  const struct solve_options *options,
		  struct solve_result *result, struct problem *problem)
{
	struct run run = { engines, puzzle, options, result, problem, false };
	enum engine claimant;
	enum finish finish;

	finish = first_answer(&run, &claimant);
	name_engine(result, claimant);
	if (finish == FINISH_ALL && result->count <= 1) {
		finish = confirm(&run, claimant);
		/* A second solution: the first engine was wrong. Is that all
		 * of them? Nobody knows. */
		if (finish == FINISH_ENOUGH)
			finish = FINISH_TIME;
	}
	if (finish == FINISH_FAILED)
		return -1;
	if (run.limited && finish == FINISH_ALL)
		finish = FINISH_TIME;
	conclude(&run, finish);
	if (run.limited && result->verdict == VERDICT_UNKNOWN)
		snprintf(result->reason, sizeof result->reason,
			 _("none of the numbers tried fit, but larger numbers "
			   "may"));
	return 0;
}
