#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "counted_panels.h"
#include "panel_tables.h"
#include "panel_walk.h"
#include "rng.h"
#include "solve.h"
#include "times.h"

/* Boards of each kind, and for how long the plain walk may try each. */
enum { BOARDS = 25 };
static const double walk_seconds = 0.1;
/* A board that takes longer is not solved. */
static const double board_seconds = 1;

static struct panel_cell *free_cell(struct panel *panel, struct rng *rng)
{
	struct panel_cell *cell;

	do
		cell = &panel->cells[rng_below(rng, (uint32_t)panel->rows)]
				    [rng_below(rng, (uint32_t)panel->columns)];
	while (cell->kind);
	return cell;
}

/* Every region reaches the rim, so a small polyomino far from it has none. */
static struct panel_cell *free_rim_cell(struct panel *panel, struct rng *rng)
{
	struct panel_cell *cell;

	do {
		int along = (int)rng_below(rng, (uint32_t)panel->columns);
		int far = panel->columns - 1;

		cell = rng_below(rng, 2)
			       ? &panel->cells[along]
					      [rng_below(rng, 2) ? far : 0]
			       : &panel->cells[rng_below(rng, 2) ? far : 0]
					      [along];
	} while (cell->kind);
	return cell;
}

static void put_dots(struct panel *panel, struct rng *rng, int count)
{
	for (int i = 0; i < count; i++) {
		int x = 2 * (int)rng_below(rng, (uint32_t)panel->columns + 1);
		int y = 2 * (int)rng_below(rng, (uint32_t)panel->rows + 1);

		panel->spots[y][x].dot = PANEL_DOT_BLACK;
	}
}

static void put_gaps(struct panel *panel, struct rng *rng, int count)
{
	for (int i = 0; i < count; i++) {
		int x = 2 * (int)rng_below(rng, (uint32_t)panel->columns) + 1;
		int y = 2 * (int)rng_below(rng, (uint32_t)panel->rows + 1);

		panel->spots[y][x].edge = PANEL_EDGE_GAP;
	}
}

static void put_triangles(struct panel *panel, struct rng *rng, int count)
{
	for (int i = 0; i < count; i++)
		*free_cell(panel, rng) = (struct panel_cell){
			.kind = PANEL_TRIANGLE,
			.colour = PANEL_ORANGE,
			.count = rng_between(rng, 1, 2),
		};
}

static void put_squares(struct panel *panel, struct rng *rng, int count)
{
	for (int i = 0; i < count; i++)
		*free_cell(panel, rng) = (struct panel_cell){
			.kind = PANEL_SQUARE,
			.colour = i & 1 ? PANEL_WHITE : PANEL_BLACK,
		};
}

static void put_stars(struct panel *panel, struct rng *rng, int count)
{
	for (int i = 0; i < count; i++)
		*free_cell(panel, rng) = (struct panel_cell){
			.kind = PANEL_STAR,
			.colour = i & 1 ? PANEL_WHITE : PANEL_BLACK,
		};
}

static void put_polyominoes(struct panel *panel, struct rng *rng, int count)
{
	static const uint64_t shapes[] = { 0x1,   0x3,   0x7, 0x103,
					   0x303, 0x107, 0xf };

	for (int i = 0; i < count; i++)
		*free_rim_cell(panel, rng) = (struct panel_cell){
			.kind = PANEL_POLYOMINO,
			.colour = PANEL_YELLOW,
			.rotatable = i & 1,
			.shape = shapes[rng_below(rng, sizeof shapes /
							       sizeof *shapes)],
		};
}

/* Each with something to cancel: a triangle that no cell can have. */
static void put_eliminators(struct panel *panel, struct rng *rng, int count)
{
	for (int i = 0; i < count; i++)
		*free_cell(panel, rng) = (struct panel_cell){
			.kind = i & 1 ? PANEL_TRIANGLE : PANEL_ELIMINATOR,
			.colour = PANEL_WHITE,
			.count = i & 1 ? 4 : 0,
		};
}

/* How sparsely: a symbol in so many places of the board at most; 0: made from a
 * line. */
struct filling {
	const char *name;
	void (*put)(struct panel *panel, struct rng *rng, int count);
	int sparse;
};

/* Polyominoes put down at random may have no solution at all: such boards are
 * proved to have none. These are made from a line. */
static void make_planted(int side, uint64_t seed, struct puzzle *puzzle)
{
	json_t *wish = json_pack("{s:i, s:i, s:s}", "columns", side, "rows",
				 side, "with", "polyominoes");

	if (solve_make(FAMILY_panel, wish, seed, puzzle, NULL) < 0)
		printf("  planted board %d: not made\n", (int)seed);
	json_decref(wish);
}

/* From corner to corner, with as many symbols as `filling` says. */
static void make_board(int side, const struct filling *filling, uint64_t seed,
		       struct puzzle *puzzle)
{
	struct panel *panel = &puzzle->as.panel;
	struct rng rng;

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_panel;
	if (!filling->sparse) {
		make_planted(side, seed, puzzle);
		return;
	}
	panel_init(panel, side, side, false);
	panel->spots[2 * side][0].start = true;
	panel->spots[0][2 * side].end = true;
	panel->spots[0][2 * side].end_dx = 1;
	rng_seed(&rng, seed);
	if (filling->put)
		filling->put(panel, &rng, side * side / filling->sparse);
}

static bool stop_at_first(void *data, const struct solution *line)
{

	return !puzzle_check(data, line, NULL);
}

/* In seconds of the processor, so that other programs hardly matter. */
static double solve_board(struct puzzle *puzzle, enum verdict *verdict)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	clock_t start = clock();

	options.deadline = deadline_in(board_seconds, NULL);
	solve_puzzle(puzzle, &options, &result, NULL);
	*verdict = result.verdict;
	solve_result_fini(&result);
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static bool is_walked(const struct puzzle *puzzle)
{
	struct deadline deadline = deadline_in(walk_seconds, NULL);

	/* false: stopped, at the first line or by the clock */
	return !panel_walk(puzzle, &deadline, stop_at_first, (void *)puzzle) &&
	       !deadline_passed(&deadline);
}

static void time_boards(int side, const struct filling *filling)
{
	struct times times = { .count = 0 };
	int boards = filling->put || !filling->sparse ? BOARDS : 1;
	int none = 0, walked = 0;
	double slowest_none = 0;

	for (uint64_t seed = 1; seed <= (uint64_t)boards; seed++) {
		struct puzzle puzzle;
		enum verdict verdict;
		double seconds;

		make_board(side, filling, seed, &puzzle);
		seconds = solve_board(&puzzle, &verdict);
		none += verdict == VERDICT_NONE;
		if (verdict == VERDICT_SOLVED)
			times_add(&times, seconds);
		if (verdict == VERDICT_NONE && seconds > slowest_none)
			slowest_none = seconds;
		walked += is_walked(&puzzle);
	}
	printf("%2dx%-2d %-12s %6d %6d %6d %9.3f %9.3f %9.3f %9d\n", side, side,
	       filling->name, boards, (int)times.count, none,
	       times_share(&times, 0.5), times_share(&times, 1),
	       slowest_none * 1e3, walked);
	fflush(stdout);
}

void panel_table_boards(void)
{
	static const struct filling fillings[] = {
		{ "(empty)", NULL, 1 },
		{ "dots", put_dots, 8 },
		{ "gaps", put_gaps, 6 },
		{ "triangles", put_triangles, 8 },
		{ "squares", put_squares, 8 },
		{ "stars", put_stars, 12 },
		{ "polyominoes", put_polyominoes, 16 },
		{ "planted", NULL, 0 },
		{ "eliminators", put_eliminators, 24 },
	};

	printf("boards               number solved   none median ms   slowest "
	       "   (none)    walked\n");
	for (int side = 7; side <= 10; side += 3)
		for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++)
			time_boards(side, &fillings[i]);
	printf("(times of those solved, and the slowest proved to have none, "
	       "by "
	       "the processor;\nplanted: polyominoes round a line, elsewhere "
	       "at random, which may have no solution;\nwalked: a plain walk "
	       "finds a line within %.0f ms)\n",
	       walk_seconds * 1e3);
}

void panel_table_counts(void)
{
	static const struct {
		int columns, rows;
	} sizes[] = { { 3, 3 }, { 4, 4 }, { 4, 5 }, { 5, 5 } };

	printf("empty panels: lines from corner to corner\n");
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;
		double start = clock_seconds();

		memset(&puzzle, 0, sizeof puzzle);
		puzzle.family = FAMILY_panel;
		panel_init(&puzzle.as.panel, sizes[i].columns, sizes[i].rows,
			   false);
		puzzle.as.panel.spots[2 * sizes[i].rows][0].start = true;
		puzzle.as.panel.spots[0][2 * sizes[i].columns].end = true;
		options.count = true;
		solve_puzzle(&puzzle, &options, &result, NULL);
		printf("%dx%d %12llu%s %9.1f ms\n", sizes[i].columns,
		       sizes[i].rows, (unsigned long long)result.count,
		       result.count_complete ? "" : " and more",
		       (clock_seconds() - start) * 1e3);
		solve_result_fini(&result);
	}
}

/* Is the number of lines the one in the file? */
static bool counts_as_told(const json_t *entry)
{
	const char *id = json_string_value(json_object_get(entry, "id"));
	const json_t *told = json_object_get(entry, "solutions");
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;
	bool right;

	if (!id ||
	    puzzle_from_json(json_object_get(entry, "puzzle"), &puzzle, NULL) <
		    0 ||
	    puzzle_family(FAMILY_panel)
			    ->set_rules(&puzzle, counted_rules(id), NULL) < 0)
		return false;
	options.count = true;
	solve_puzzle(&puzzle, &options, &result, NULL);
	right = result.count_complete &&
		(json_int_t)result.count == json_integer_value(told);
	if (!right)
		printf("  %s, by %s: %llu, not %lld\n", id, counted_rules(id),
		       (unsigned long long)result.count,
		       json_integer_value(told));
	solve_result_fini(&result);
	return right;
}

void panel_table_counted(const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	int lines = 0, right = 0, named = 0;

	if (!file) {
		printf("%s: not there, skipped\n", path);
		return;
	}
	while (getline(&line, &size, file) > 0) {
		json_t *entry = json_loads(line, 0, NULL);
		const char *id =
			json_string_value(json_object_get(entry, "id"));

		lines++;
		named += id && strcmp(counted_rules(id), "precise") != 0;
		right += counts_as_told(entry);
		json_decref(entry);
	}
	free(line);
	fclose(file);
	printf("counted by a site: %d of %d numbers exact, %d of them by "
	       "precise and %d by the settings that their ids name\n",
	       right, lines, lines - named, named);
}
