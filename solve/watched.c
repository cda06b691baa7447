/* Searches that people watch. */
#include "engines.h"
#include "rng.h"

bool finder_tried(struct finder *finder, const struct solution *part,
		  double done)
{
	return finder->watch->tried(finder->watch->data, part, done);
}

int solve_watched(const struct puzzle *puzzle, const struct solve_watch *watch,
		  enum watch_end *end, struct solve_result *result,
		  struct problem *problem)
{
	struct puzzle meant;
	struct rng rng;
	struct finder finder = {
		.puzzle = &meant,
		.deadline = watch->deadline,
		.wanted = 1,
		.keep = 1,
		.result = result,
		.watch = watch,
		.rng = watch->random ? &rng : NULL,
	};

	rng_seed(&rng, watch->seed);
	solve_meant(puzzle, &meant);
	switch (solve_family(puzzle->family)->watch(&finder, problem)) {
	case FINISH_ENOUGH:
		*end = WATCH_FOUND;
		return 0;
	case FINISH_ALL:
		*end = WATCH_NONE;
		return 0;
	case FINISH_TIME:
		*end = WATCH_STOPPED;
		return 0;
	default:
		return -1;
	}
}
