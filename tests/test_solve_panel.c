/* Panels are searched rightly: every line and no other.
 *   test_solve_panel [COUNT]
 * asks Z3 about so many of the random panels: 5000 take some minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "counted_panels.h"
#include "panel_tally.h"
#include "puzzle_file.h"
#include "random_panel.h"
#include "sanitized.h"
#include "solve.h"

/* Panels that the search and the plain walk are compared on. */
enum { RANDOM_PANELS = 5000 };
/* And Z3, which takes a thousand times as long: unless said otherwise. */
static int random_panels_z3 = 150;

static uint64_t count_by_search(const struct puzzle *puzzle, bool backwards)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();
	struct search_options options = {
		.deadline = &never,
		.backwards = backwards,
		.visit = judge_found,
		.data = &tally,
	};
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);

	assert_non_null(search);
	for (int i = 0; i < panel_search_task_count(search); i++)
		assert_int_equal(panel_search_run(search, i, &options),
				 SEARCH_DONE);
	panel_search_free(search);
	assert_int_equal(tally.wrong, 0);
	return tally.lines;
}

/* What a random panel may have. */
enum feature {
	HAS_SYMBOL, /* and more of them: enum panel_kind */
	HAS_DOT = HAS_SYMBOL + PANEL_ELIMINATOR + 1,  /* enum panel_dot */
	HAS_EDGE = HAS_DOT + PANEL_DOT_INVISIBLE + 1, /* enum panel_edge */
	HAS_SYMMETRY = HAS_EDGE + PANEL_EDGE_MISSING + 1,
	/* a bit each, together with what it is about; and none of them */
	HAS_RULES = HAS_SYMMETRY + PANEL_PARALLEL + 1,
	HAS_COUNT = HAS_RULES + PANEL_RULES_COUNT + 1, /* of triangles */
	HAS_NEGATIVE = HAS_COUNT + 4 + 1,
	HAS_TURNING,
	HAS_MIDDLE, /* a start or an end in the middle of an edge */
	IS_ROUND,
	FEATURE_COUNT
};

static void note_spots(const struct panel *panel, bool *has)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			const struct panel_spot *spot = &panel->spots[y][x];

			if (panel_is_cell(x, y))
				continue;
			has[HAS_DOT + spot->dot] = true;
			has[HAS_EDGE + spot->edge] = true;
			has[HAS_MIDDLE] |= panel_is_edge(x, y) &&
					   (spot->start || spot->end);
		}
}

/* What the rules of the panel differ in, where it matters to it. */
static void note_rules(const struct panel *panel, bool *has)
{
	bool piece = has[HAS_SYMBOL + (int)PANEL_POLYOMINO];
	bool matters[PANEL_RULES_COUNT] = {
		piece,
		has[HAS_NEGATIVE],
		has[HAS_NEGATIVE] && piece,
		has[HAS_MIDDLE],
		has[HAS_SYMBOL + (int)PANEL_ELIMINATOR],
	};

	for (int i = 0; i < PANEL_RULES_COUNT; i++)
		has[HAS_RULES + i] = matters[i] && panel->rules >> i & 1;
	has[HAS_RULES + (int)PANEL_RULES_COUNT] = panel->rules == PANEL_GAME;
}

/* Counts what the panel has, once each. */
static void note_features(const struct panel *panel, int *counts)
{
	bool has[FEATURE_COUNT] = { false };

	note_spots(panel, has);
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			const struct panel_cell *cell = &panel->cells[y][x];

			has[HAS_SYMBOL + cell->kind] = true;
			has[HAS_COUNT + cell->count] = true;
			has[HAS_NEGATIVE] |= cell->negative;
			has[HAS_TURNING] |= cell->rotatable;
		}
	has[HAS_SYMMETRY + (int)panel->symmetry] = true;
	note_rules(panel, has);
	has[IS_ROUND] = panel->wraps;
	for (int i = 0; i < FEATURE_COUNT; i++)
		counts[i] += has[i];
}

/* Solvable panels that have it, for everything that a panel may have. */
enum { FEATURE_MIN = 10 };

/* Is it solvable? */
static bool compare_with_walk(uint64_t seed, int *features)
{
	struct puzzle puzzle;
	uint64_t walked, found;

	random_panel(seed, &puzzle);
	walked = count_by_walk(&puzzle);
	found = count_by_search(&puzzle, seed & 1);
	if (walked != found)
		fail_msg("panel %d: %d lines by walk, %d by search", (int)seed,
			 (int)walked, (int)found);
	if (walked)
		note_features(&puzzle.as.panel, features);
	return walked > 0;
}

static void agrees_with_the_plain_walk(void **state)
{
	/* lines that are but a point on a cylinder of two columns, whose mirror
	 * image passes the other end of a fat start's edge */
	static const uint64_t points[] = { 9090, 22596, 27588 };
	int features[FEATURE_COUNT] = { 0 };
	uint64_t solvable = 0;

	(void)state;
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		compare_with_walk(points[i], features);
	for (uint64_t seed = 0; seed < RANDOM_PANELS; seed++)
		solvable += compare_with_walk(seed, features);
	for (int i = 0; i < FEATURE_COUNT; i++)
		if (features[i] < FEATURE_MIN)
			fail_msg("only %d solvable panels have feature %d",
				 features[i], i);
	/* neither trivially solvable nor trivially not */
	assert_in_range(solvable, RANDOM_PANELS / 5, RANDOM_PANELS * 4 / 5);
}

static void z3_agrees_too(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < (uint64_t)random_panels_z3; seed++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct problem problem = { 0 };
		struct puzzle puzzle;

		random_panel(seed, &puzzle);
		options.engine = ENGINE_Z3;
		options.count = true;
		if (solve_puzzle(&puzzle, &options, &result, &problem) < 0)
			fail_msg("panel %d: %s", (int)seed, problem.text);
		/* none, but for another reading of rule 3 */
		if (!result.count_complete &&
		    !strstr(result.reason, "as some have it"))
			fail_msg("panel %d: %s", (int)seed, result.reason);
		if (result.count != count_by_walk(&puzzle))
			fail_msg("panel %d: %d lines by walk, %d by z3",
				 (int)seed, (int)count_by_walk(&puzzle),
				 (int)result.count);
		solve_result_fini(&result);
	}
}

/* The numbers are those of self-avoiding walks between opposite corners (OEIS
 * A007764 for squares). */
static void counts_empty_panels(void **state)
{
	static const struct {
		int columns, rows;
		uint64_t lines;
	} panels[] = {
		{ 1, 1, 2 },       { 2, 2, 12 },    { 3, 3, 184 },
		{ 4, 4, 8512 },    { 4, 5, 79384 }, { 5, 4, 79384 },
		{ 5, 5, 1262816 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof panels / sizeof *panels; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;

		empty_panel(&puzzle, panels[i].columns, panels[i].rows);
		options.count = true;
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_true(result.count_complete);
		assert_int_equal(result.count, panels[i].lines);
		assert_int_equal(result.unique, KNOWN_NO);
		solve_result_fini(&result);
		if (panels[i].lines < 10000)
			assert_int_equal(count_by_search(&puzzle, false),
					 panels[i].lines);
	}
}

static void finds_the_shortest(void **state)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;

	(void)state;
	empty_panel(&puzzle, 4, 4);
	puzzle.as.panel.spots[4][4].dot = PANEL_DOT_BLACK;
	puzzle.as.panel.spots[8][8].dot = PANEL_DOT_BLACK;
	options.order = ORDER_SHORTEST;
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_SOLVED);
	/* from 0,8 to 8,8, to 4,4, to 8,0 or the other way: 4+4+4 edges */
	assert_int_equal(result.solutions[0].as.panel.length, 13);
	solve_result_fini(&result);
}

static void random_order_varies(void **state)
{
	struct panel_solution first = { 0 };
	int different = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 8; seed++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;

		empty_panel(&puzzle, 4, 4);
		options.order = ORDER_RANDOM;
		options.seed = seed;
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_int_equal(result.solution_count, 1);
		if (seed == 0)
			first = result.solutions[0].as.panel;
		different += memcmp(&first, &result.solutions[0].as.panel,
				    sizeof first) != 0;
		solve_result_fini(&result);
	}
	assert_true(different >= 4);
}

static void proves_that_there_is_none(void **state)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;

	(void)state;
	empty_panel(&puzzle, 3, 3);
	for (int i = 0; i < 2; i++) {
		puzzle.as.panel.cells[0][i].kind = PANEL_TRIANGLE;
		puzzle.as.panel.cells[0][i].count = 3;
	}
	puzzle.as.panel.cells[0][2].kind = PANEL_TRIANGLE;
	puzzle.as.panel.cells[0][2].count = 5;
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_NONE);
	assert_string_not_equal(result.reason, "");
	solve_result_fini(&result);

	empty_panel(&puzzle, 3, 3);
	puzzle.as.panel.spots[0][6].end = false;
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_NONE);
	assert_string_equal(result.reason, "the panel has no end");
	solve_result_fini(&result);
}

/* Stops in time and says so; twice as long allows for a busy machine. */
static void keeps_to_the_time(void **state)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;
	double start = clock_seconds();

	(void)state;
	empty_panel(&puzzle, 10, 10);
	options.count = true;
	options.deadline = deadline_in(0.2, NULL);
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_true(clock_seconds() - start < 2);
	assert_int_equal(result.verdict, VERDICT_SOLVED);
	assert_false(result.count_complete);
	solve_result_fini(&result);
}

/* Neither walk nor laid pieces nor Z3 get further than 50 ms of processor time
 * beyond the limit; more where a sanitizer watches. */
static void keeps_to_the_time_exactly(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 24; seed++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;
		struct rng rng;
		clock_t start;
		double spent;

		empty_panel(&puzzle, 10, 10);
		rng_seed(&rng, seed);
		for (int i = 0; i < 16; i++) {
			struct panel_cell *cell =
				&puzzle.as.panel.cells[rng_below(&rng, 10)]
						      [rng_below(&rng, 10)];

			cell->kind = seed % 3 ? PANEL_POLYOMINO : PANEL_SQUARE;
			cell->colour = (uint8_t)(i % 5);
			cell->shape = i & 1 ? 0x107 : 0x306;
			cell->rotatable = true;
			cell->negative = seed % 3 == 2 && i % 4 == 0;
			if (seed % 6 == 5 && i % 5 == 0)
				*cell = (struct panel_cell){
					.kind = PANEL_ELIMINATOR
				};
		}
		options.deadline = deadline_in(0.1, NULL);
		start = clock();
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		spent = (double)(clock() - start) / CLOCKS_PER_SEC;
		if (spent > 0.1 + 0.05 * SANITIZED_SLOWER)
			fail_msg("%d: %d ms", (int)seed, (int)(1e3 * spent));
		solve_result_fini(&result);
	}
}

/* Of a panel without a line. */
static uint64_t nodes_to_the_end(const struct puzzle *puzzle)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();
	struct search_options options = {
		.deadline = &never,
		.visit = judge_found,
		.data = &tally,
	};
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);
	uint64_t nodes;

	assert_non_null(search);
	for (int i = 0; i < panel_search_task_count(search); i++)
		assert_int_equal(panel_search_run(search, i, &options),
				 SEARCH_DONE);
	nodes = panel_search_nodes(search);
	panel_search_free(search);
	assert_int_equal(tally.lines, 0);
	return nodes;
}

/* Two boards that meet in a corner. The line would have to pass all vertices of
 * the second, as many of either colour of their chessboard, and begin and end
 * on the same colour: that is found out once, not after each of the 184 lines
 * through the first. */
static void what_failed_is_not_searched_again(void **state)
{
	struct puzzle puzzle;
	struct panel *panel = &puzzle.as.panel;

	(void)state;
	empty_panel(&puzzle, 8, 8);
	for (int y = 0; y <= 16; y++)
		for (int x = 0; x <= 16; x++) {
			bool first = x <= 6 && y >= 10;
			bool second = x >= 6 && y <= 10;

			if (panel_is_edge(x, y) && !first && !second)
				panel->spots[y][x].edge = PANEL_EDGE_GAP;
			if (panel_is_vertex(x, y) && second)
				panel->spots[y][x].dot = PANEL_DOT_BLACK;
		}
	assert_in_range(nodes_to_the_end(&puzzle), 100, 10000);
}

/* Two pieces that leave each other no room, though the board is as large as
 * both: seen as soon as the line comes by, also beside a negative and beside an
 * eliminator that has enough to do. */
static void pieces_are_looked_ahead_at(void **state)
{
	static const struct panel_cell more[] = {
		{ .kind = PANEL_EMPTY },
		{ .kind = PANEL_POLYOMINO, .negative = true, .shape = 0x1 },
		{ .kind = PANEL_ELIMINATOR },
	};
	static const uint64_t nodes_max[] = { 6000, 8000, 3000 };

	(void)state;
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		struct puzzle puzzle;
		struct panel *panel = &puzzle.as.panel;

		empty_panel(&puzzle, 5, 5);
		for (int k = 1; k < 4; k += 2)
			panel->cells[2][k] = (struct panel_cell){
				.kind = PANEL_POLYOMINO,
				.shape = 0x1f, /* five in a row */
			};
		panel->cells[2][2].kind = PANEL_TRIANGLE;
		panel->cells[2][2].count = 3;
		panel->cells[0][4] = more[i];
		if (more[i].kind == PANEL_ELIMINATOR) {
			panel->cells[4][0].kind = PANEL_TRIANGLE;
			panel->cells[4][0].count = 4;
		}
		assert_in_range(nodes_to_the_end(&puzzle), 100, nodes_max[i]);
	}
}

/* By the settings that the ids name. */
static void counts_as_published(void **state)
{
	char *line = NULL;
	size_t size = 0;
	int counted = 0;
	FILE *file = fopen(SHARED_DATA "/panels/counted.jsonl", "r");

	(void)state;
	if (!file)
		skip_because("no %s/panels", SHARED_DATA);
	while (getline(&line, &size, file) > 0) {
		json_t *json = json_loads(line, 0, NULL);
		const char *id = json_string_value(json_object_get(json, "id"));
		struct puzzle puzzle;
		json_int_t published;
		uint64_t found;

		assert_int_equal(
			puzzle_from_json(json_object_get(json, "puzzle"),
					 &puzzle, NULL),
			0);
		assert_int_equal(
			puzzle_family(FAMILY_panel)
				->set_rules(&puzzle, counted_rules(id), NULL),
			0);
		found = count_by_search(&puzzle, counted++ & 1);
		published =
			json_integer_value(json_object_get(json, "solutions"));
		if (found != (uint64_t)published)
			fail_msg("%s, by %s: %d lines, not %d", id,
				 counted_rules(id), (int)found, (int)published);
		json_decref(json);
	}
	free(line);
	fclose(file);
	assert_int_equal(counted, 111);
}

/* Two threads count what one does, whatever the panel. */
static void threads_count_alike(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 300; seed++) {
		struct solve_options options = solve_defaults();
		struct solve_result one, two;
		struct puzzle puzzle;

		/* every third without symbols, which are counted another way */
		if (seed % 3)
			random_panel(seed, &puzzle);
		else
			empty_panel(&puzzle, 1 + (int)seed % 5, 4);
		options.count = true;
		options.solutions_max = 3;
		assert_int_equal(solve_puzzle(&puzzle, &options, &one, NULL),
				 0);
		options.threads = 2;
		assert_int_equal(solve_puzzle(&puzzle, &options, &two, NULL),
				 0);
		assert_int_equal(one.verdict, two.verdict);
		assert_true(one.count_complete && two.count_complete);
		if (one.count != two.count)
			fail_msg("panel %d: %d lines by one thread, %d by two",
				 (int)seed, (int)one.count, (int)two.count);
		assert_int_equal(one.solution_count, two.solution_count);
		for (size_t i = 0; i < two.solution_count; i++)
			for (size_t k = 0; k < i; k++)
				assert_memory_not_equal(&two.solutions[i],
							&two.solutions[k],
							sizeof *two.solutions);
		solve_result_fini(&one);
		solve_result_fini(&two);
	}
}

/* With and without an answer: the verdict is that of one thread. */
static void threads_agree_on_one(void **state)
{
	uint64_t solved = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 12; seed++) {
		struct solve_options options = solve_defaults();
		struct solve_result one, two;
		struct puzzle puzzle;
		struct rng rng;

		empty_panel(&puzzle, 5, 5);
		rng_seed(&rng, seed);
		for (int i = 0; i < 8; i++) {
			struct panel_cell *cell =
				&puzzle.as.panel.cells[rng_below(&rng, 5)]
						      [rng_below(&rng, 5)];

			cell->kind = i & 1 ? PANEL_STAR : PANEL_SQUARE;
			cell->colour = (uint8_t)rng_below(&rng, 3);
		}
		options.engine = ENGINE_SEARCH;
		assert_int_equal(solve_puzzle(&puzzle, &options, &one, NULL),
				 0);
		options.threads = 2;
		assert_int_equal(solve_puzzle(&puzzle, &options, &two, NULL),
				 0);
		assert_int_equal(one.verdict, two.verdict);
		assert_int_equal(two.solution_count,
				 two.verdict == VERDICT_SOLVED);
		solved += two.verdict == VERDICT_SOLVED;
		solve_result_fini(&one);
		solve_result_fini(&two);
	}
	assert_in_range(solved, 1, 11);
}

struct told {
	double share;
	uint64_t calls;
	bool falls;
};

static void listen(void *data, double share, uint64_t found)
{
	struct told *told = data;

	(void)found;
	told->falls |= share < told->share || share < 0 || share > 1;
	told->share = share;
	told->calls++;
}

/* Every vertex has a dot, and the line would have to begin and end on the
 * lesser colour of their chessboard: a search knows only after long. The share
 * that is done never falls, neither for one solution nor for all. */
static void tells_how_far_it_is(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		struct solve_options options = solve_defaults();
		struct told told = { 0 };
		struct solve_result result;
		struct puzzle puzzle = { .family = FAMILY_panel };
		struct panel *panel = &puzzle.as.panel;

		panel_init(panel, 6, 6, false);
		panel->spots[2][0].start = true;
		panel->spots[10][12].end = true;
		panel->spots[10][12].end_dx = 1;
		for (int y = 0; y <= 12; y += 2)
			for (int x = 0; x <= 12; x += 2)
				panel->spots[y][x].dot = PANEL_DOT_BLACK;
		options.engine = ENGINE_SEARCH;
		options.count = i & 1;
		options.threads = 1 + i / 2;
		options.deadline = deadline_in(0.5, NULL);
		options.progress = listen;
		options.progress_data = &told;
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_int_equal(result.solution_count, 0);
		assert_true(told.calls > 0);
		assert_true(told.share > 0);
		assert_false(told.falls);
		solve_result_fini(&result);
	}
}

/* A start in the middle of an edge whose mirror image, if it parted regions,
 * would close the right one round its domino: by our rules there is no line,
 * by those of the site there is. That is no proof of "none". */
static void disputed_is_not_none(void **state)
{
	static const char format[] =
		"{\"family\":\"panel\",\"columns\":3,\"rows\":4,\"symmetry\":"
		"\"horizontal\",\"starts\":[[1,2],[5,2]],\"ends\":[{\"at\":"
		"[0,2],\"towards\":[-1,0]},{\"at\":[6,2],\"towards\":[1,0]}],"
		"\"missing\":[[3,0],[3,2],[3,4],[3,6],[3,8]],\"cells\":["
		"{\"at\":[1,3],\"kind\":\"polyomino\",\"colour\":\"black\","
		"\"shape\":[\"#\",\"#\"]},%s"
		"{\"at\":[5,3],\"kind\":\"polyomino\",\"colour\":\"black\","
		"\"shape\":[\"#\",\"#\"]}]}";
	static const char *const more[] = {
		"{\"at\":[1,5],\"kind\":\"eliminator\",\"colour\":\"black\"},",
		/* and where that does not help either */
		"{\"at\":[1,5],\"kind\":\"triangle\",\"colour\":\"black\","
		"\"count\":4},",
	};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle_list list;
		char text[1024];

		snprintf(text, sizeof text, format, more[i]);
		puzzle_list_init(&list);
		assert_int_equal(
			puzzle_list_parse(&list, text, strlen(text), NULL), 0);
		assert_int_equal(count_by_walk(&list.entries[0].puzzle), 0);
		assert_int_equal(solve_puzzle(&list.entries[0].puzzle, &options,
					      &result, NULL),
				 0);
		assert_int_equal(result.verdict,
				 i ? VERDICT_NONE : VERDICT_UNKNOWN);
		assert_true(result.reason[0]);
		solve_result_fini(&result);
		puzzle_list_fini(&list);
	}
}

/* All in-game panels have solutions; a second each is far more than any
 * needs. */
static void solves_the_game(void **state)
{
	struct puzzle_list list;
	struct problem problem = { 0 };
	static char data[1 << 16];
	size_t length;
	FILE *file = fopen(SHARED_DATA "/panels/in-game.windmill", "r");

	(void)state;
	if (!file)
		skip_because("no %s/panels", SHARED_DATA);
	length = fread(data, 1, sizeof data, file);
	fclose(file);
	puzzle_list_init(&list);
	assert_int_equal(puzzle_list_parse(&list, data, length, &problem), 0);
	assert_int_equal(list.count, 195);
	for (size_t i = 0; i < list.count; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;

		options.deadline = deadline_in(20, NULL);
		assert_int_equal(solve_puzzle(&list.entries[i].puzzle, &options,
					      &result, &problem),
				 0);
		assert_int_equal(result.verdict, VERDICT_SOLVED);
		solve_result_fini(&result);
	}
	puzzle_list_fini(&list);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_the_plain_walk),
		cmocka_unit_test(z3_agrees_too),
		cmocka_unit_test(counts_empty_panels),
		cmocka_unit_test(finds_the_shortest),
		cmocka_unit_test(random_order_varies),
		cmocka_unit_test(proves_that_there_is_none),
		cmocka_unit_test(keeps_to_the_time),
		cmocka_unit_test(keeps_to_the_time_exactly),
		cmocka_unit_test(what_failed_is_not_searched_again),
		cmocka_unit_test(pieces_are_looked_ahead_at),
		cmocka_unit_test(counts_as_published),
		cmocka_unit_test(threads_count_alike),
		cmocka_unit_test(threads_agree_on_one),
		cmocka_unit_test(tells_how_far_it_is),
		cmocka_unit_test(disputed_is_not_none),
		cmocka_unit_test(solves_the_game),
	};

	if (argc > 1)
		random_panels_z3 = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
