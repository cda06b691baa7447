/* Panels solved by laying polyominoes first and drawing a line round them, and
 * those whose pieces cannot be laid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "panel_tally.h"
#include "parsed.h"
#include "random_panel.h"
#include "solve.h"

enum { PANELS = 2500, PROVED = 10000 };
/* allowed: enough for everything, and too few for many panels */
enum { NODES_MANY = 1 << 16, NODES_FEW = 12 };

static bool judge_first(void *data, const struct panel_solution *line)
{
	judge_found(data, line);
	return false;
}

/* A random panel with a polyomino and without what takes away: negatives and
 * eliminators. */
static bool random_pieces(uint64_t seed, struct puzzle *puzzle)
{
	struct panel *panel = &puzzle->as.panel;
	bool has = false;

	if (seed & 1)
		random_rim_panel(seed, puzzle);
	else
		random_panel(seed, puzzle);
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++) {
			struct panel_cell *cell = &panel->cells[y][x];

			cell->negative = false;
			if (cell->kind == PANEL_ELIMINATOR)
				cell->kind = PANEL_EMPTY;
			has |= cell->kind == PANEL_POLYOMINO;
		}
	return has;
}

/* Lays polyominoes in every way and draws each line round them: how many tasks
 * were not gone through, -1 where polyominoes cannot be laid first. */
static int lay_all_ways(const struct puzzle *puzzle, uint64_t nodes,
			struct tally *tally)
{
	struct deadline never = deadline_never();
	struct rng rng;
	struct search_options options = {
		.deadline = &never,
		.rng = &rng,
		.lay = true,
		.nodes_max = nodes,
		.visit = judge_found,
		.data = tally,
	};
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);
	int left = -1;

	assert_non_null(search);
	rng_seed(&rng, 1);
	if (panel_search_can_lay(search)) {
		left = 0;
		for (int k = 0; k < panel_search_task_count(search); k++) {
			options.backwards = k & 1;
			left += panel_search_run(search, k, &options) !=
				SEARCH_DONE;
		}
	}
	panel_search_free(search);
	return left;
}

/* How many lines of a task are found, and whether that was all. */
static uint64_t run_task(struct panel_search *search, int task,
			 const struct puzzle *puzzle,
			 struct search_options options, bool *done)
{
	struct tally tally = { .puzzle = puzzle };

	options.visit = judge_found;
	options.data = &tally;
	*done = panel_search_run(search, task, &options) == SEARCH_DONE;
	/* the checker knows of no walls */
	if (!options.walls)
		assert_int_equal(tally.wrong, 0);
	return tally.lines;
}

/* What says that all ways to lay pieces were gone through has found every line
 * of the task that a plain search finds, none twice. Returns how many tasks
 * said so. */
static int compare_tasks(const struct puzzle *puzzle, uint64_t nodes,
			 bool walls, uint64_t *lines)
{
	struct deadline never = deadline_never();
	struct rng rng;
	struct search_options plain = { .deadline = &never, .walls = walls };
	struct search_options lay = plain;
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);
	struct panel_search *other = panel_search_new(&puzzle->as.panel, NULL);
	int proofs = 0;

	assert_non_null(search);
	assert_non_null(other);
	rng_seed(&rng, nodes);
	lay.lay = true;
	lay.rng = &rng;
	lay.nodes_max = nodes;
	*lines = 0;
	for (int k = 0; k < panel_search_task_count(search); k++) {
		bool done = false, all;
		uint64_t there = run_task(search, k, puzzle, plain, &all);
		uint64_t found = 0;

		assert_true(all);
		*lines += there;
		lay.backwards = k & 1;
		if (panel_search_can_lay(other))
			found = run_task(other, k, puzzle, lay, &done);
		if (done)
			assert_int_equal(found, there);
		proofs += done;
	}
	panel_search_free(other);
	panel_search_free(search);
	return proofs;
}

/* Whatever the panel. */
static void laying_proves(void **state)
{
	int none = 0;
	int some = 0;

	(void)state;
	for (uint64_t seed = 0; seed < PROVED; seed++) {
		struct puzzle puzzle;
		uint64_t nodes = seed & 2 ? NODES_MANY : NODES_FEW;
		uint64_t lines;
		int proofs;

		if (!random_pieces(seed, &puzzle))
			continue;
		compare_tasks(&puzzle, nodes, true, &lines);
		proofs = compare_tasks(&puzzle, nodes, false, &lines);
		if (lines != count_by_walk(&puzzle))
			fail_msg("panel %d: %d lines", (int)seed, (int)lines);
		none += lines == 0 ? proofs : 0;
		some += lines > 0 ? proofs : 0;
	}
	assert_true(none > 1000);
	assert_true(some > 100);
}

static struct panel_cell bar(int squares)
{
	return (struct panel_cell){
		.kind = PANEL_POLYOMINO,
		.colour = PANEL_YELLOW,
		.shape = ((uint64_t)1 << squares) - 1,
	};
}

/* Two cells at the upper left and two at the lower right meet at a corner of
 * cells open to the outside, and are a region where no line passes there. */
static void regions_go_round_corners(void **state)
{
	struct puzzle puzzle;
	struct panel *panel = &puzzle.as.panel;
	uint64_t lines;

	(void)state;
	empty_panel(&puzzle, 4, 2);
	panel->spots[0][8].end = false;
	panel->spots[0][0].end = true;
	panel->spots[0][5].edge = PANEL_EDGE_MISSING;
	panel->spots[0][7].edge = PANEL_EDGE_MISSING;
	panel->spots[4][1].edge = PANEL_EDGE_MISSING;
	panel->spots[4][3].edge = PANEL_EDGE_MISSING;
	panel->cells[0][0] = bar(2);
	panel->cells[0][1] = bar(2);
	compare_tasks(&puzzle, NODES_MANY, false, &lines);
	assert_true(lines > 0);
	assert_int_equal(lines, count_by_walk(&puzzle));
}

/* The half edge of the start parts regions where the line passes its other
 * end: a region closed by both does not reach the rim. */
static void half_edges_close_regions(void **state)
{
	struct puzzle puzzle;
	struct panel *panel = &puzzle.as.panel;
	uint64_t lines;

	(void)state;
	empty_panel(&puzzle, 4, 3);
	panel->rules = PANEL_FAT_STARTS;
	panel->spots[6][0].start = false;
	panel->spots[1][2].start = true;
	panel->spots[0][8].end = false;
	panel->spots[2][0].end = true;
	panel->spots[0][3].dot = PANEL_DOT_BLACK;
	panel->cells[0][1] = bar(2);
	panel->cells[0][1].rotatable = true;
	compare_tasks(&puzzle, NODES_MANY, false, &lines);
	assert_true(lines > 0);
	assert_int_equal(lines, count_by_walk(&puzzle));
}

/* The same of the mirror image's half edge where that parts regions. */
static void walls_close_regions(void **state)
{
	struct puzzle puzzle;
	struct panel *panel = &puzzle.as.panel;
	uint64_t lines;

	(void)state;
	empty_panel(&puzzle, 6, 3);
	panel->symmetry = PANEL_HORIZONTAL;
	panel->spots[6][0].start = false;
	panel->spots[1][2].start = true;
	panel->spots[1][10].start = true;
	panel->spots[0][12].end = false;
	panel->spots[2][0].end = true;
	panel->spots[2][12].end = true;
	panel->spots[0][9].dot = PANEL_DOT_BLACK;
	panel->cells[0][4] = bar(2);
	panel->cells[0][4].rotatable = true;
	compare_tasks(&puzzle, NODES_MANY, true, &lines);
	assert_true(lines > 0);
}

/* Lays polyominoes and draws a line round them, in so many runs at most. */
static bool finds_by_laying(const struct puzzle *puzzle, int runs)
{
	struct tally tally = { .puzzle = puzzle };
	struct deadline never = deadline_never();
	struct rng rng;
	struct search_options options = {
		.deadline = &never,
		.rng = &rng,
		.lay = true,
		.nodes_max = 250,
		.visit = judge_first,
		.data = &tally,
	};
	struct panel_search *search = panel_search_new(&puzzle->as.panel, NULL);
	int proofs;
	bool may;

	assert_non_null(search);
	rng_seed(&rng, 1);
	may = panel_search_can_lay(search);
	for (int i = 0; may && i < runs && !tally.lines; i++) {
		options.backwards = i & 1;
		proofs = 0;
		for (int k = 0; k < panel_search_task_count(search); k++)
			proofs += panel_search_run(search, k, &options) ==
				  SEARCH_DONE;
		/* not that there is none */
		assert_true(proofs < panel_search_task_count(search));
	}
	panel_search_free(search);
	assert_int_equal(tally.wrong, 0);
	return tally.lines > 0;
}

/* Whatever the panel, what is drawn round pieces laid at random holds; and
 * that finds a line in most panels that have one. */
static void laying_finds_lines_that_hold(void **state)
{
	int solvable = 0;
	int found = 0;

	(void)state;
	for (uint64_t seed = 0; seed < PANELS; seed++) {
		struct puzzle puzzle;

		if (!random_pieces(seed, &puzzle) || !count_by_walk(&puzzle))
			continue;
		solvable++;
		found += finds_by_laying(&puzzle, 8);
	}
	assert_true(solvable > 100);
	assert_in_range(found, solvable / 2, solvable);
}

struct piece {
	int x, y;
	uint64_t shape;
	bool rotatable;
};

static void put_pieces(struct puzzle *puzzle, const struct piece *pieces,
		       size_t count)
{
	empty_panel(puzzle, 10, 10);
	for (size_t i = 0; i < count; i++)
		puzzle->as.panel.cells[pieces[i].y][pieces[i].x] =
			(struct panel_cell){
				.kind = PANEL_POLYOMINO,
				.colour = PANEL_YELLOW,
				.shape = pieces[i].shape,
				.rotatable = pieces[i].rotatable,
			};
}

/* Large boards with a few polyominoes, some of which must share a region, take
 * a walk ages: a few dozen runs of 250 nodes find a line. */
static void laying_solves_large_boards(void **state)
{
	static const struct piece pieces[] = {
		{ 3, 0, 0x7, true },
		{ 8, 9, 0x303, false },
		{ 9, 4, 0x107, true },
		{ 0, 4, 0xf, false },
		/* side by side */
		{ 3, 9, 0x103, false },
		{ 4, 9, 0x3, true },
	};
	struct puzzle puzzle;

	(void)state;
	put_pieces(&puzzle, pieces, sizeof pieces / sizeof *pieces);
	assert_true(finds_by_laying(&puzzle, 50));
	/* where pieces cannot lie it says nothing */
	puzzle.as.panel.cells[5][5] = puzzle.as.panel.cells[9][3];
	assert_false(finds_by_laying(&puzzle, 3));
}

/* Five of the pieces must share one region that bends from the left rim into
 * the corner at the lower right: single regions, pairs and threes do not do. */
static void laying_joins_many_pieces(void **state)
{
	static const struct piece pieces[] = {
		{ 8, 0, 0x107, true }, { 0, 5, 0xf, false },
		{ 0, 6, 0x103, true }, { 3, 9, 0x303, false },
		{ 6, 9, 0x3, true },   { 9, 9, 0x107, false },
	};
	struct puzzle puzzle;
	struct tally tally = { .puzzle = &puzzle };
	struct deadline never = deadline_never();
	struct rng rng;
	struct search_options options = {
		.deadline = &never,
		.rng = &rng,
		.lay = true,
		.nodes_max = 1 << 16,
		.visit = judge_first,
		.data = &tally,
	};
	struct panel_search *search;

	(void)state;
	put_pieces(&puzzle, pieces, sizeof pieces / sizeof *pieces);
	search = panel_search_new(&puzzle.as.panel, NULL);
	assert_non_null(search);
	rng_seed(&rng, 1);
	assert_int_equal(panel_search_run(search, 0, &options), SEARCH_STOPPED);
	assert_int_equal(tally.lines, 1);
	assert_int_equal(tally.wrong, 0);
	panel_search_free(search);
}

/* The single square on top and the bar at the right each have but one region,
 * and no line gets past the one to the other. */
static void laying_proves_large_boards(void **state)
{
	static const struct piece pieces[] = {
		{ 7, 0, 0x1, false },   { 9, 2, 0xf, false },
		{ 0, 5, 0x303, false }, { 0, 7, 0x103, true },
		{ 9, 8, 0x107, true },  { 5, 9, 0x1, true },
	};
	struct puzzle puzzle;
	struct tally tally = { .puzzle = &puzzle };

	(void)state;
	put_pieces(&puzzle, pieces, sizeof pieces / sizeof *pieces);
	assert_int_equal(lay_all_ways(&puzzle, NODES_MANY, &tally), 0);
	assert_int_equal(tally.lines, 0);
}

/* Where negatives have more squares than the others no line helps; but one
 * that hangs over the rim, or that an eliminator takes away, does not count
 * whole. */
static void negatives_do_not_outweigh(void **state)
{
	static const char whole[] =
		"{\"family\":\"panel\",\"columns\":4,\"rows\":7,\"starts\":"
		"[[2,14]],\"ends\":[{\"at\":[0,0],\"towards\":[0,-1]}],"
		"\"cells\":[%s{\"at\":[5,11],\"kind\":\"polyomino\","
		"\"colour\":\"green\",\"shape\":[\"##\",\"#.\"],"
		"\"rotatable\":true,\"negative\":false},{\"at\":[7,11],"
		"\"kind\":\"polyomino\",\"colour\":\"magenta\",\"shape\":"
		"[\"##\",\"##\"],\"rotatable\":false,\"negative\":true}]}";
	static const char eliminator[] =
		"{\"at\":[7,9],\"kind\":\"eliminator\",\"colour\":"
		"\"white\"},";

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;
		char text[1000];

		snprintf(text, sizeof text, whole, i ? eliminator : "");
		parse(text, &puzzle);
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_int_equal(result.verdict,
				 i ? VERDICT_SOLVED : VERDICT_NONE);
		assert_int_equal(!strstr(result.reason, "negative pieces"), i);
		solve_result_fini(&result);
		puzzle_fini(&puzzle);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(negatives_do_not_outweigh),
		cmocka_unit_test(laying_finds_lines_that_hold),
		cmocka_unit_test(laying_solves_large_boards),
		cmocka_unit_test(laying_proves),
		cmocka_unit_test(regions_go_round_corners),
		cmocka_unit_test(half_edges_close_regions),
		cmocka_unit_test(walls_close_regions),
		cmocka_unit_test(laying_joins_many_pieces),
		cmocka_unit_test(laying_proves_large_boards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
