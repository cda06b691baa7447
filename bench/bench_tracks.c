/* Solving Train Tracks, on hard boards made on the spot by the real client:
 * our engines with the proof of uniqueness beside the published encoding
 * without. Usage: bench_tracks [BOARDS A SIZE [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "baseline_tracks.h"
#include "sgt_tracks.h"
#include "solve.h"
#include "times.h"
#include "usage.h"

struct row {
	struct times by_z3, by_search, baseline;
	int boards, wrong, loops;
};

/* Milliseconds with the proof; counts what is not solved and unique. */
static void measure(struct row *row, struct times *times,
		    const struct puzzle *puzzle, enum engine engine)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;
	double start = clock_seconds();

	options.engine = engine;
	options.deadline = deadline_in(60, NULL);
	if (solve_puzzle(puzzle, &options, &result, &problem) < 0 ||
	    result.verdict != VERDICT_SOLVED || result.unique != KNOWN_YES)
		row->wrong++;
	times_add(times, clock_seconds() - start);
	solve_result_fini(&result);
}

static void measure_baseline(struct row *row, const struct puzzle *puzzle)
{
	struct solution solution = { .family = FAMILY_tracks };
	struct breach breach = { 0 };
	double start = clock_seconds();
	bool solved = baseline_tracks(&puzzle->as.tracks, &solution.as.tracks);

	times_add(&row->baseline, clock_seconds() - start);
	if (!solved)
		printf("the baseline finds no answer\n");
	else if (!puzzle_check(puzzle, &solution, &breach))
		row->loops += breach.rule == 5;
	if (breach.rule && breach.rule != 5)
		printf("the baseline breaks rule %d: %s\n", breach.rule,
		       breach.text);
}

static int measure_board(struct row *row, int size, unsigned seed)
{
	struct problem problem = { 0 };
	struct puzzle puzzle;
	struct buffer id;
	int result;

	buffer_init(&id);
	result = sgt_tracks_generate(size, size, 'h', seed, &id, &problem);
	if (result == 0)
		result = sgt_tracks_parse(buffer_text(&id), &puzzle, &problem);
	buffer_fini(&id);
	if (result < 0) {
		fprintf(stderr, "%s\n", problem.text);
		return -1;
	}
	row->boards++;
	measure(row, &row->by_search, &puzzle, ENGINE_SEARCH);
	measure(row, &row->by_z3, &puzzle, ENGINE_Z3);
	measure_baseline(row, &puzzle);
	return 0;
}

int main(int argc, char **argv)
{
	static const int sizes[] = { 8, 10, 15 };
	static struct row row;
	int boards = argc > 1 ? atoi(argv[1]) : 20;
	unsigned seed =
		argc > 2 ? (unsigned)atoi(argv[2]) : (unsigned)time(NULL);

	usage(argc, argv,
	      "[BOARDS A SIZE [SEED]]\n"
	      "Train Tracks solved and proved unique beside the published "
	      "encodings.");
	solve_warm_up();
	printf("milliseconds, median / slowest; seed %u\n"
	       "size   boards  search, proved   Z3, proved      baseline      "
	       "   its loops  ours / baseline (Z3, search)\n",
	       seed);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		double z3, search, baseline;

		memset(&row, 0, sizeof row);
		for (int j = 0; j < boards; j++)
			if (measure_board(&row, sizes[i], seed + (unsigned)j) <
			    0)
				return 1;
		z3 = times_share(&row.by_z3, 0.5);
		search = times_share(&row.by_search, 0.5);
		baseline = times_share(&row.baseline, 0.5);
		printf("%2dx%-2d  %4d    %6.2f /%7.2f  %6.1f /%6.1f  "
		       "%7.0f /%7.0f  %3d of %-3d  1/%.0f, 1/%.0f\n",
		       sizes[i], sizes[i], row.boards, search,
		       times_share(&row.by_search, 1), z3,
		       times_share(&row.by_z3, 1), baseline,
		       times_share(&row.baseline, 1), row.loops, row.boards,
		       baseline / z3, baseline / search);
		if (row.wrong)
			printf("       %d times not solved and unique\n",
			       row.wrong);
	}
	return 0;
}
