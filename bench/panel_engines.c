#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "panel_tables.h"
#include "solve.h"
#include "times.h"

/* Two engines' times differ by less than this for other reasons. */
static const double noise_ms = 5;
static const double short_ms = 100;

struct run {
	enum verdict verdict;
	double ms, cpu_ms;
};

/* Processor time of all threads, in milliseconds. */
static double cpu_ms(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static struct run run_one(const struct puzzle *puzzle, enum engine engine,
			  int threads, double seconds)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct problem problem = { 0 };
	double cpu = cpu_ms();
	double start = clock_seconds();
	struct run run;

	options.engine = engine;
	options.threads = threads;
	options.deadline = deadline_in(seconds, NULL);
	solve_puzzle(puzzle, &options, &result, &problem);
	run.verdict = result.verdict;
	run.ms = (clock_seconds() - start) * 1e3;
	run.cpu_ms = cpu_ms() - cpu;
	solve_result_fini(&result);
	return run;
}

/* The better of two runs, where the first was short: it finds nothing in the
 * caches. */
static struct run run_twice(const struct puzzle *puzzle, enum engine engine,
			    double seconds)
{
	struct run first = run_one(puzzle, engine, 1, seconds);
	struct run second;

	if (first.ms > short_ms)
		return first;
	second = run_one(puzzle, engine, 1, seconds);
	return second.ms < first.ms ? second : first;
}

static bool is_decided(struct run run)
{
	return run.verdict != VERDICT_UNKNOWN;
}

static const char *file_name(const char *path)
{
	const char *name = strrchr(path, '/');

	return name ? name + 1 : path;
}

void panel_table_engines(const char *path, int every, double seconds)
{
	static struct times slowdowns; /* auto's time by the better one's */
	struct puzzle_list list;
	int decided[3] = { 0 };
	int panels = 0, z3_first = 0, slower = 0;

	slowdowns.count = 0;
	if (panel_table_load(path, &list) < 0)
		return;
	for (size_t i = 0; i < list.count; i += (size_t)every) {
		const struct puzzle *puzzle = &list.entries[i].puzzle;
		struct run any = run_twice(puzzle, ENGINE_AUTO, seconds);
		struct run search = run_twice(puzzle, ENGINE_SEARCH, seconds);
		struct run z3 = run_twice(puzzle, ENGINE_Z3, seconds);
		double best = fmin(is_decided(search) ? search.ms : HUGE_VAL,
				   is_decided(z3) ? z3.ms : HUGE_VAL);

		panels++;
		decided[0] += is_decided(any);
		decided[1] += is_decided(search);
		decided[2] += is_decided(z3);
		z3_first += is_decided(z3) &&
			    (!is_decided(search) || z3.ms < search.ms);
		if (isinf(best))
			continue;
		/* times_add takes seconds */
		times_add(&slowdowns, any.ms / best / 1e3);
		if (any.ms > 2 * best + noise_ms) {
			slower++;
			printf("  #%zu %s: auto %.1f ms, search %.1f%s, "
			       "z3 %.1f%s\n",
			       i + 1, puzzle->id, any.ms, search.ms,
			       is_decided(search) ? "" : " (undecided)", z3.ms,
			       is_decided(z3) ? "" : " (undecided)");
		}
	}
	printf("%-20s %5d panels, decided: auto %d, search %d, z3 %d; z3 the "
	       "faster %d; auto by the better one: median %.2f, 99 %% %.2f; "
	       "more than twice as long %d\n",
	       file_name(path), panels, decided[0], decided[1], decided[2],
	       z3_first, times_share(&slowdowns, 0.5),
	       times_share(&slowdowns, 0.99), slower);
	puzzle_list_fini(&list);
}

void panel_table_threads(const char *path, double seconds)
{
	/* what is done sooner needs no second thread */
	static const double long_ms = 30;
	struct puzzle_list list;
	double one_ms = 0, two_ms = 0, two_cpu_ms = 0;
	int panels = 0, one_decided = 0, two_decided = 0;

	if (panel_table_load(path, &list) < 0)
		return;
	for (size_t i = 0; i < list.count; i++) {
		const struct puzzle *puzzle = &list.entries[i].puzzle;
		struct run one = run_one(puzzle, ENGINE_SEARCH, 1, seconds);
		struct run two;

		if (one.ms < long_ms)
			continue;
		two = run_one(puzzle, ENGINE_SEARCH, 2, seconds);
		panels++;
		one_decided += is_decided(one);
		two_decided += is_decided(two);
		one_ms += one.ms;
		two_ms += two.ms;
		two_cpu_ms += two.cpu_ms;
	}
	printf("%-20s %d panels of more than %.0f ms: one thread decides %d "
	       "in %.1f s, two %d in %.1f s (%.2f times as fast, %.2f "
	       "processors busy)\n",
	       file_name(path), panels, long_ms, one_decided, one_ms / 1e3,
	       two_decided, two_ms / 1e3, two_ms > 0 ? one_ms / two_ms : 0,
	       two_ms > 0 ? two_cpu_ms / two_ms : 0);
	puzzle_list_fini(&list);
}
