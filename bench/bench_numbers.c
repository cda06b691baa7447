/* Solving Suko, cross-sum and pyramid with the proof of uniqueness, by each
 * engine and by both, each confirming the other. Usage: bench_numbers
 * [PUZZLES A KIND] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve.h"
#include "times.h"
#include "usage.h"

static const struct kind {
	const char *name;
	enum family family;
	const char *wish;
} kinds[] = {
	{ "suko", FAMILY_suko, "{}" },
	{ "sujiko", FAMILY_suko, "{\"with\":\"sujiko\"}" },
	{ "cross-sum 5x5", FAMILY_cross_sum, "{\"with\":\"diagonals\"}" },
	{ "cross-sum 7x7", FAMILY_cross_sum,
	  "{\"columns\":7,\"rows\":7,\"with\":\"diagonals\"}" },
	{ "cross-sum 12x12", FAMILY_cross_sum, "{\"columns\":12,\"rows\":12}" },
	{ "pyramid 5 rows", FAMILY_pyramid, "{\"rows\":5}" },
	{ "pyramid 8 rows", FAMILY_pyramid, "{\"rows\":8}" },
	{ "pyramid 12 rows", FAMILY_pyramid,
	  "{\"rows\":12,\"with\":\"easy\"}" },
};

static void measure(struct times *times, const struct puzzle *puzzle,
		    enum engine engine)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;
	double start = clock_seconds();

	options.engine = engine;
	options.deadline = deadline_in(60, NULL);
	if (solve_puzzle(puzzle, &options, &result, &problem) < 0 ||
	    result.unique != KNOWN_YES)
		printf("not solved and unique: %s\n", problem.text);
	times_add(times, clock_seconds() - start);
	solve_result_fini(&result);
}

int main(int argc, char **argv)
{
	static struct times times[3];
	int puzzles = argc > 1 ? atoi(argv[1]) : 100;

	usage(argc, argv,
	      "[PUZZLES A KIND]\n"
	      "Sums solved and proved unique by each engine (100 of a kind).");
	solve_warm_up();
	printf("milliseconds with the proof, median / slowest, of %d\n"
	       "%-18s %-18s %-18s %s\n",
	       puzzles, "", "both", "Z3 first", "search alone");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		json_t *wish = json_loads(kinds[i].wish, 0, NULL);

		memset(times, 0, sizeof times);
		for (int j = 0; j < puzzles; j++) {
			struct problem problem = { 0 };
			struct puzzle puzzle;

			if (solve_make(kinds[i].family, wish, (uint64_t)j,
				       &puzzle, &problem) < 0) {
				fprintf(stderr, "%s\n", problem.text);
				return 1;
			}
			measure(&times[0], &puzzle, ENGINE_AUTO);
			measure(&times[1], &puzzle, ENGINE_Z3);
			measure(&times[2], &puzzle, ENGINE_SEARCH);
		}
		json_decref(wish);
		printf("%-16s", kinds[i].name);
		for (int j = 0; j < 3; j++)
			printf("  %6.2f / %7.2f", times_share(&times[j], 0.5),
			       times_share(&times[j], 1));
		printf("\n");
	}
	return 0;
}
