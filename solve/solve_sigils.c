/* Sigils: arithmetic first, which explains most impossible boards; then the
 * search (search_sigils.h) and Z3 (encode_sigils.h), which vouch for each
 * other (engines.h). */
#include <string.h>

#include "encode_sigils.h"
#include "engines.h"
#include "impossible_sigils.h"
#include "language.h"
#include "make_sigils.h"
#include "search_sigils.h"
#include "solve.h"

/* How far the search looks for a second tiling when nobody asked for one:
 * at most some 2 ms. Nearly every board has one within a few hundred steps. */
static const unsigned steps_second = 20000;

/* How long Z3 may take to confirm that a tiling is the only one, which nobody
 * asked for: five times what the slowest such board of the games needs. */
static const double seconds_unique = 0.25;

/* Hands tilings on to a finder. */
struct hand {
	struct finder *finder;
	struct problem *problem;
	enum finish finish;
};

static bool hand_over(void *data, const struct sigils_solution *found)
{
	struct hand *hand = data;
	struct solution solution = { .family = FAMILY_sigils };

	solution.as.sigils = *found;
	hand->finish = finder_found(hand->finder, &solution, hand->problem);
	return hand->finish == FINISH_ALL;
}

static enum finish finish_of(const struct hand *hand, enum search_answer answer)
{
	if (hand->finish != FINISH_ALL)
		return hand->finish;
	return answer == SEARCH_UNKNOWN ? FINISH_TIME : FINISH_ALL;
}

static enum finish find_by_z3(struct finder *finder, struct problem *problem)
{
	struct hand hand = { finder, problem, FINISH_ALL };
	struct encode_sigils_query query = {
		.deadline = &finder->deadline,
		.known = finder->result->solutions,
		.known_count = finder->known,
		.take = hand_over,
		.data = &hand,
	};
	struct problem own = { .kind = PROBLEM_NONE };
	enum search_answer answer =
		encode_sigils_solve(&finder->puzzle->as.sigils, &query, &own);

	if (own.kind != PROBLEM_NONE) {
		problem_set(problem, own.kind, "%s", own.text);
		return FINISH_FAILED;
	}
	return finish_of(&hand, answer);
}

/* The easiest tiling first where none is known yet. It may come again among
 * all of them: then it is passed over here, as finder_found knows only those
 * of earlier runs. */
struct rest {
	struct hand hand;
	const struct sigils_solution *easiest;
};

static bool hand_over_rest(void *data, const struct sigils_solution *found)
{
	struct rest *rest = data;

	if (rest->easiest && !memcmp(rest->easiest, found, sizeof *found))
		return true;
	return hand_over(&rest->hand, found);
}

static enum finish run_search(struct finder *finder,
			      struct sigils_search *search,
			      struct problem *problem)
{
	struct rest rest = { { finder, problem, FINISH_ALL }, NULL };
	struct sigils_solution easiest;
	enum search_answer answer = SEARCH_UNKNOWN;

	sigils_search_limit(search, (unsigned)finder->nodes_max);
	if (!finder->reversed && !finder->known)
		answer = sigils_search_easiest(search, &easiest);
	if (answer == SEARCH_FOUND) {
		rest.easiest = &easiest;
		if (!hand_over(&rest.hand, &easiest))
			return rest.hand.finish;
	}
	if (answer != SEARCH_NONE)
		answer = sigils_search_each(search, hand_over_rest, &rest);
	return finish_of(&rest.hand, answer);
}

static enum finish find_by_search(struct finder *finder,
				  struct problem *problem)
{
	struct sigils_search *search =
		sigils_search_new(&finder->puzzle->as.sigils, &finder->deadline,
				  finder->reversed);
	enum finish finish;

	if (!search) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for the search");
		return FINISH_FAILED;
	}
	finish = run_search(finder, search, problem);
	sigils_search_free(search);
	return finish;
}

static const struct engine_pair engines = {
	.z3 = find_by_z3,
	.search = find_by_search,
	.why_none = N_("every way to lay the pieces was tried: none fills the "
		       "frame, so a piece or the frame was misread"),
};

struct second {
	const struct puzzle *puzzle;
	const struct sigils_solution *first;
	bool found;
};

static bool take_second(void *data, const struct sigils_solution *found)
{
	struct second *second = data;
	struct solution solution = { .family = FAMILY_sigils };

	solution.as.sigils = *found;
	second->found = memcmp(second->first, found, sizeof *found) != 0 &&
			puzzle_check(second->puzzle, &solution, NULL);
	return !second->found;
}

/* One tiling was found and no more were wanted: a short look for another.
 * Returns whether there certainly is none, as far as the search goes. */
static bool is_only_one(const struct puzzle *puzzle,
			struct sigils_search *search,
			struct solve_result *result)
{
	struct second second = { puzzle, &result->solutions[0].as.sigils,
				 false };
	enum search_answer answer;

	sigils_search_limit(search, steps_second);
	answer = sigils_search_each(search, take_second, &second);
	if (second.found)
		result->unique = KNOWN_NO;
	return !second.found && answer != SEARCH_UNKNOWN;
}

/* Counting one by one, as the engines do, takes minutes where there are
 * millions of tilings; sigils_search_count meets each partial one once. */
static bool count_all(struct sigils_search *search, struct solve_result *result)
{
	uint64_t count;
	bool complete = sigils_search_count(search, &count) != SEARCH_UNKNOWN;

	if (count > result->count)
		result->count = count;
	result->count_complete = complete;
	if (result->count > 1)
		result->unique = KNOWN_NO;
	return complete && count == 1;
}

/* The search says that there is one tiling: "unique" if Z3 says so too. */
static int confirm_unique(const struct puzzle *puzzle,
			  const struct solve_options *options,
			  struct solve_result *result, struct problem *problem)
{
	struct solve_options some = *options;
	struct solve_result both = { .verdict = VERDICT_UNKNOWN,
				     .unique = KNOWN_UNSURE };
	struct deadline soon =
		deadline_in(seconds_unique, options->deadline.stop);
	int answer;

	some.solutions_max = 2;
	some.count = false;
	if (deadline_left(&soon) < deadline_left(&some.deadline))
		some.deadline = soon;
	answer = engines_solve(&engines, puzzle, &some, &both, problem);
	if (answer == 0 && both.unique != KNOWN_UNSURE)
		result->unique = both.unique;
	solve_result_fini(&both);
	return answer;
}

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	struct solve_options some = *options;
	bool quick_count = options->count && options->engine != ENGINE_Z3;
	struct sigils_search *search;
	bool only_one;

	if (quick_count)
		some.count = false;
	if (engines_solve(&engines, puzzle, &some, result, problem) < 0)
		return -1;
	if (result->verdict != VERDICT_SOLVED ||
	    (!quick_count && result->unique != KNOWN_UNSURE))
		return 0;
	search = sigils_search_new(&puzzle->as.sigils, &options->deadline,
				   false);
	if (!search)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the search");
	only_one = quick_count ? count_all(search, result)
			       : is_only_one(puzzle, search, result);
	sigils_search_free(search);
	if (only_one && result->unique == KNOWN_UNSURE)
		return confirm_unique(puzzle, options, result, problem);
	return 0;
}

static int smt2(const struct puzzle *puzzle, struct buffer *out,
		struct problem *problem)
{
	(void)problem;
	encode_sigils_print(&puzzle->as.sigils, out);
	return 0;
}

static int values(const struct puzzle *puzzle, const json_t *replies,
		  struct solution *solution, struct problem *problem)
{
	return encode_sigils_values(&puzzle->as.sigils, replies,
				    &solution->as.sigils, problem);
}

static bool show(void *data, const struct sigils_solution *part, double done)
{
	struct solution solution = { .family = FAMILY_sigils };

	solution.as.sigils = *part;
	return finder_tried(data, &solution, done);
}

static int watch(struct finder *finder, struct problem *problem)
{
	struct sigils_search *search = sigils_search_new(
		&finder->puzzle->as.sigils, &finder->deadline, false);
	struct hand hand = { finder, problem, FINISH_ALL };
	enum search_answer answer;

	if (!search) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for the search");
		return FINISH_FAILED;
	}
	sigils_search_watch(search, show, finder, finder->rng);
	answer = sigils_search_each(search, hand_over, &hand);
	sigils_search_free(search);
	return (int)finish_of(&hand, answer);
}

const struct solve_family solve_sigils = {
	.watch = watch,
	.solve = solve,
	.smt2 = smt2,
	.values = values,
	.impossible = sigils_impossible,
	.make = sigils_make,
};
