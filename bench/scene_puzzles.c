#include "scene_puzzles.h"

#include <string.h>

#include "rng.h"
#include "scene.h"
#include "solve.h"

/* A puzzle is varied so often until it is solved within so many seconds; else
 * it stays as it was made. */
enum { VARIED_TRIES = 3 };
static const double VARIED_SECONDS = 0.5;
/* Puzzles of one picture come from seeds far apart. */
enum { SEED_SHIFT = 40 };

static int make(enum family family, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	json_t *wish = json_object();
	struct rng rng;
	int result;

	rng_seed(&rng, seed);
	scene_family(family)->wish(&rng, wish);
	result = solve_make(family, wish, seed, puzzle, problem);
	json_decref(wish);
	return result;
}

static bool has_solution(const struct puzzle *puzzle)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	bool solved;

	memset(&result, 0, sizeof result);
	options.deadline = deadline_in(VARIED_SECONDS, NULL);
	solved = solve_puzzle(puzzle, &options, &result, NULL) == 0 &&
		 result.verdict == VERDICT_SOLVED;
	solve_result_fini(&result);
	return solved;
}

/* Where any will do, one in four is drawn freely. */
static void vary(enum family family, uint64_t seed, bool solvable,
		 struct puzzle *puzzle)
{
	const struct scene_family *scenes = scene_family(family);
	struct puzzle made = *puzzle;
	struct rng rng;

	if (!scenes->vary)
		return;
	rng_seed(&rng, seed ^ 0x5eed);
	for (int i = 0; i < VARIED_TRIES; i++) {
		bool freely = !solvable && rng_below(&rng, 4) == 0;

		*puzzle = made;
		scenes->vary(puzzle, freely, &rng);
		if (!solvable || has_solution(puzzle))
			return;
	}
	*puzzle = made;
}

/* Of busy families one page in five holds two or three puzzles. */
static int how_many(enum family family, uint64_t seed)
{
	const struct scene_family *scenes = scene_family(family);
	struct rng rng;

	rng_seed(&rng, ~seed);
	if (scenes->how_many)
		return scenes->how_many(&rng);
	if (!scenes->busy || rng_below(&rng, 5))
		return 1;
	return rng_between(&rng, 2, SCENE_PUZZLES_MAX);
}

int scene_puzzles_make(enum family family, uint64_t seed, bool solvable,
		       struct puzzle *puzzles, struct problem *problem)
{
	int wanted;

	if (!scene_family(family))
		return problem_set(problem, PROBLEM_INPUT,
				   "no scenes of this family");
	wanted = how_many(family, seed);
	for (int i = 0; i < wanted; i++) {
		uint64_t own = seed + ((uint64_t)i << SEED_SHIFT);

		if (make(family, own, &puzzles[i], problem) < 0) {
			while (i > 0)
				puzzle_fini(&puzzles[--i]);
			return -1;
		}
		vary(family, own, solvable, &puzzles[i]);
	}
	return wanted;
}
