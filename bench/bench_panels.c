/* How fast panels are solved, and how many within a second each on one core,
 * beside a plain walk over all lines:
 *   bench_panels [SECTION [SECONDS [FILE...]]]
 * SECTION: "corpora", "boards" (empty and sparsely filled ones; those without
 * a solution, which polyominoes put down at random may leave, are proved to
 * have none and counted apart), "counts" (of empty ones), "rules" (how the rule
 * sets differ), "engines" (auto beside each of the two), "threads", or "all".
 * FILE: panels in any form; without any the corpora of the shared data. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "panel_tables.h"
#include "panel_walk.h"
#include "puzzle_file.h"
#include "solve.h"
#include "times.h"
#include "usage.h"

enum { FILE_BYTES_MAX = 16 << 20 };

static const double seconds_default = 1;
/* The walk gets no longer than this a panel: enough for every median. */
static const double walk_seconds = 0.02;

struct row {
	struct times search, walk;
	int solved, none, undecided;
};

int panel_table_load(const char *path, struct puzzle_list *list)
{
	struct problem problem = { 0 };
	char *data = malloc(FILE_BYTES_MAX);
	FILE *file = fopen(path, "rb");
	size_t length;
	int result;

	puzzle_list_init(list);
	if (!data || !file) {
		printf("%s: not there, skipped\n", path);
		free(data);
		if (file)
			fclose(file);
		return -1;
	}
	length = fread(data, 1, FILE_BYTES_MAX, file);
	fclose(file);
	result = puzzle_list_parse(list, data, length, &problem);
	free(data);
	if (result < 0)
		printf("%s: %s\n", path, problem.text);
	return result;
}

static bool stop_at_first(void *data, const struct solution *line)
{

	return !puzzle_check(data, line, NULL);
}

/* What makes it hard, for the list of those undecided. */
static void describe(const struct puzzle *puzzle, size_t number)
{
	const struct panel *panel = &puzzle->as.panel;
	int kinds[PANEL_ELIMINATOR + 1] = { 0 };
	int dots = 0;

	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			kinds[panel->cells[y][x].kind]++;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			dots += !panel_is_cell(x, y) &&
				panel->spots[y][x].dot != 0;
	printf("  undecided: #%zu %s %dx%d%s, dots %d", number, puzzle->id,
	       panel->columns, panel->rows, panel->wraps ? " round" : "", dots);
	for (int kind = PANEL_SQUARE; kind <= PANEL_ELIMINATOR; kind++)
		if (kinds[kind])
			printf(", %s %d", panel_kind_name(kind), kinds[kind]);
	printf("\n");
}

static void solve_one(struct puzzle *puzzle, size_t number, double seconds,
		      struct row *row)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;
	double start = clock_seconds();
	struct deadline deadline;

	options.deadline = deadline_in(seconds, NULL);
	if (solve_puzzle(puzzle, &options, &result, &problem) < 0)
		printf("  #%zu: %s\n", number, problem.text);
	times_add(&row->search, clock_seconds() - start);
	row->solved += result.verdict == VERDICT_SOLVED;
	row->none += result.verdict == VERDICT_NONE;
	row->undecided += result.verdict == VERDICT_UNKNOWN;
	if (result.verdict == VERDICT_UNKNOWN)
		describe(puzzle, number);
	solve_result_fini(&result);
	start = clock_seconds();
	deadline = deadline_in(walk_seconds, NULL);
	panel_walk(puzzle, &deadline, stop_at_first, puzzle);
	times_add(&row->walk, clock_seconds() - start);
}

static void bench(const char *path, const char *rules, double seconds)
{
	static struct row row;
	struct puzzle_list list;
	const char *name = strrchr(path, '/');

	memset(&row, 0, sizeof row);
	if (panel_table_load(path, &list) < 0)
		return;
	for (size_t i = 0; i < list.count; i++) {
		struct puzzle *puzzle = &list.entries[i].puzzle;

		if (puzzle->family != FAMILY_panel)
			continue;
		puzzle_family(FAMILY_panel)->set_rules(puzzle, rules, NULL);
		solve_one(puzzle, i + 1, seconds, &row);
	}
	printf("%-20s %-9s %6d %6d %6d %9.3f %9.3f %9.3f %9.1f %9.1f\n",
	       name ? name + 1 : path, rules, row.solved, row.none,
	       row.undecided, times_share(&row.search, 0.5),
	       times_share(&row.search, 0.9), times_share(&row.search, 0.99),
	       times_share(&row.search, 1), times_share(&row.walk, 0.5));
	puzzle_list_fini(&list);
}

static enum verdict verdict_by(struct puzzle *puzzle, const char *rules,
			       double seconds)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;
	enum verdict verdict;

	puzzle_family(FAMILY_panel)->set_rules(puzzle, rules, NULL);
	options.deadline = deadline_in(seconds, NULL);
	solve_puzzle(puzzle, &options, &result, &problem);
	verdict = result.verdict;
	solve_result_fini(&result);
	return verdict;
}

static bool has_polyomino(const struct panel *panel)
{
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind == PANEL_POLYOMINO)
				return true;
	return false;
}

/* How many panels are solvable by one rule set and not by another: those
 * without polyominoes are alike by all three. */
static void compare_rules(const char *path, double seconds)
{
	static const char *const rules[] = { "game", "precise", "windmill" };
	static const char letters[] = { 's', 'n', 'u' };
	int counts[27] = { 0 };
	struct puzzle_list list;

	if (panel_table_load(path, &list) < 0)
		return;
	for (size_t i = 0; i < list.count; i++) {
		struct puzzle *puzzle = &list.entries[i].puzzle;
		int place = 0;

		if (!has_polyomino(&puzzle->as.panel))
			continue;
		for (int k = 0; k < 3; k++)
			place = 3 * place +
				(int)verdict_by(puzzle, rules[k], seconds);
		counts[place]++;
	}
	printf("with polyominoes, by game, precise, windmill "
	       "(s solved, n none, u undecided):");
	for (int i = 0; i < 27; i++)
		if (counts[i])
			printf("  %c%c%c %d", letters[i / 9],
			       letters[i / 3 % 3], letters[i % 3], counts[i]);
	printf("\n");
	puzzle_list_fini(&list);
}

static const char *const corpora[] = {
	SHARED_DATA "/panels/in-game.windmill",
	SHARED_DATA "/panels/published.jsonl",
	SHARED_DATA "/panels/user-made.windmill",
};
enum { CORPORA = sizeof corpora / sizeof *corpora };

/* Z3 takes its full time for most panels: every so manieth is asked for. */
static const int engines_every = 20;

/* The files to work on: those given, or the corpora. */
struct files {
	const char *const *paths;
	int count;
	double seconds;
};

static void bench_corpora(const struct files *files)
{
	printf("%-20s %-9s %6s %6s %6s %9s %9s %9s %9s %9s\n", "panels",
	       "rules", "solved", "none", "undec.", "median ms", "90 %", "99 %",
	       "slowest", "walk med.");
	for (int i = 0; i < files->count; i++)
		bench(files->paths[i], "game", files->seconds);
	/* they come from a site with rules of its own */
	if (files->paths == corpora)
		bench(corpora[2], "windmill", files->seconds);
}

static void bench_boards(const struct files *files)
{
	(void)files;
	panel_table_boards();
}

static void bench_counts(const struct files *files)
{
	(void)files;
	panel_table_counts();
	panel_table_counted(SHARED_DATA "/panels/counted.jsonl");
}

static void bench_rules(const struct files *files)
{
	for (int i = 0; i < files->count; i++)
		compare_rules(files->paths[i], files->seconds);
}

static void bench_engines(const struct files *files)
{
	for (int i = 0; i < files->count; i++)
		panel_table_engines(files->paths[i], engines_every,
				    files->seconds);
}

static void bench_threads(const struct files *files)
{
	for (int i = 0; i < files->count; i++)
		panel_table_threads(files->paths[i], files->seconds);
}

static const struct {
	const char *name;
	void (*bench)(const struct files *files);
} sections[] = {
	{ "boards", bench_boards },   { "counts", bench_counts },
	{ "corpora", bench_corpora }, { "rules", bench_rules },
	{ "threads", bench_threads }, { "engines", bench_engines },
};

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "all";
	struct files files = { corpora, CORPORA, seconds_default };
	struct rusage used;
	bool known = false;

	usage(argc, argv,
	      "[SECTION [SECONDS [FILE...]]]\n"
	      "Sections: corpora, boards, counts, rules, engines, threads, all "
	      "(default).\n"
	      "Files: panels in any form, instead of the corpora of the shared "
	      "data.");
	if (argc > 2)
		files.seconds = atof(argv[2]);
	if (argc > 3) {
		files.paths = (const char *const *)argv + 3;
		files.count = argc - 3;
	}
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		if (strcmp(name, sections[i].name) && strcmp(name, "all"))
			continue;
		sections[i].bench(&files);
		known = true;
		fflush(stdout);
	}
	if (!known) {
		fprintf(stderr, "bench_panels: no section '%s'\n", name);
		return 64;
	}
	getrusage(RUSAGE_SELF, &used);
	printf("memory at most %.1f MB\n", (double)used.ru_maxrss / 1024);
	return 0;
}
