/* Solving sudoku: the engines against every board there is on 4 by 4 cells,
 * against each other on larger ones, and against outside solvers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "external.h"
#include "parsed.h"
#include "rng.h"
#include "solve.h"
#include "sudoku_engines.h"

static const struct {
	const char *wish;
	int side, box_width;
} sizes[] = {
	{ "{}", 9, 3 },
	{ "{\"columns\":6}", 6, 3 },
	{ "{\"rows\":6,\"with\":\"tall-boxes\"}", 6, 2 },
	{ "{\"columns\":4,\"rows\":4}", 4, 2 },
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void make(const char *wish, uint64_t seed, struct puzzle *puzzle)
{
	json_t *json = json_loads(wish, 0, NULL);
	struct problem problem = { 0 };

	assert_non_null(json);
	if (solve_make(FAMILY_sudoku, json, seed, puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	json_decref(json);
}

/* How many answers one engine finds, up to `most`. */
static uint64_t
count_by(enum finish (*engine)(struct finder *finder, struct problem *problem),
	 const struct puzzle *puzzle, bool reversed, uint64_t most)
{
	struct solve_result result = { 0 };
	struct finder finder = {
		.puzzle = puzzle,
		.deadline = deadline_never(),
		.fresh = true,
		.reversed = reversed,
		.wanted = most,
		.result = &result,
	};
	struct problem problem = { 0 };
	enum finish finish = engine(&finder, &problem);

	if (finish == FINISH_FAILED)
		fail_msg("%s", problem.text);
	assert_int_equal(finish,
			 finder.found < most ? FINISH_ALL : FINISH_ENOUGH);
	return finder.found;
}

/* All engines find as many; Z3, which is slow, only where there are few. */
static void expect_count(const struct puzzle *puzzle, uint64_t count)
{
	uint64_t most = count + 1;

	assert_int_equal(count_by(sudoku_search, puzzle, false, most), count);
	assert_int_equal(count_by(sudoku_search, puzzle, true, most), count);
	assert_int_equal(count_by(sudoku_cover, puzzle, false, most), count);
	if (count < 6)
		assert_int_equal(count_by(sudoku_z3, puzzle, false, most),
				 count);
}

static void expect_verdict(const struct puzzle *puzzle, enum engine engine,
			   uint64_t count)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };
	struct solve_result result;

	options.engine = engine;
	if (solve_puzzle(puzzle, &options, &result, &problem) < 0)
		fail_msg("%s", problem.text);
	assert_int_equal(result.verdict, count ? VERDICT_SOLVED : VERDICT_NONE);
	if (count)
		assert_int_equal(result.unique,
				 count == 1 ? KNOWN_YES : KNOWN_NO);
	assert_int_equal(result.reason[0] != '\0', count == 0);
	solve_result_fini(&result);
}

/* Every number in every blank: what the checker says of all of them. */
static uint64_t walk_plainly(const struct puzzle *puzzle,
			     struct solution *solution, int at)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	int *cells = &solution->as.sudoku.cells[at / 4][at % 4];
	int given = at < 16 ? sudoku->cells[at / 4][at % 4] : 0;
	uint64_t count = 0;

	if (at == 16)
		return puzzle_check(puzzle, solution, NULL);
	for (int number = 1; number <= 4; number++) {
		bool clash = false;

		if (given != SUDOKU_BLANK && given != number)
			continue;
		/* rows alone are looked at on the way: 24^4 boards */
		for (int x = 0; x < at % 4; x++)
			clash |= solution->as.sudoku.cells[at / 4][x] == number;
		if (clash)
			continue;
		*cells = number;
		count += walk_plainly(puzzle, solution, at + 1);
	}
	return count;
}

/* Random givens, sensible or not. */
static void small_boards_have_as_many_answers_as_there_are(void **state)
{
	int none = 0, one = 0, several = 0;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 1);
	for (int i = 0; i < 120; i++) {
		struct solution solution = { .family = FAMILY_sudoku };
		struct puzzle puzzle = { .family = FAMILY_sudoku };
		int givens = 2 + i % 6;
		uint64_t count;

		if (i % 2)
			make("{\"columns\":4}", (uint64_t)i, &puzzle);
		else
			sudoku_init(&puzzle.as.sudoku, 4, 0);
		for (int k = i % 2 ? 1 : givens; k > 0; k--)
			puzzle.as.sudoku
				.cells[rng_below(&rng, 4)][rng_below(&rng, 4)] =
				rng_between(&rng, 1, 4);
		count = walk_plainly(&puzzle, &solution, 0);
		none += count == 0;
		one += count == 1;
		several += count > 1;
		expect_count(&puzzle, count);
		expect_verdict(&puzzle, ENGINE_AUTO, count);
		expect_verdict(&puzzle, ENGINE_SEARCH, count);
		if (count < 6)
			expect_verdict(&puzzle, ENGINE_Z3, count);
	}
	print_message("boards with no answer %d, one %d, several %d\n", none,
		      one, several);
	assert_true(none >= 20 && one >= 10 && several >= 20);
}

/* 288 boards of 4 by 4; 28,200,960 of 6 by 6 are too many. */
static void an_empty_board_has_them_all(void **state)
{
	struct puzzle puzzle = { .family = FAMILY_sudoku };

	(void)state;
	sudoku_init(&puzzle.as.sudoku, 4, 0);
	assert_int_equal(count_by(sudoku_search, &puzzle, false, 1000), 288);
	assert_int_equal(count_by(sudoku_cover, &puzzle, false, 1000), 288);
	assert_int_equal(count_by(sudoku_z3, &puzzle, false, 1000), 288);
}

/* Boards as they are made, with one given taken away, with one made another. */
static void engines_agree_on_larger_boards(void **state)
{
	int counts[3] = { 0 };

	(void)state;
	for (uint64_t seed = 0; seed < 12; seed++) {
		struct puzzle puzzle;
		struct rng rng;
		uint64_t count;
		int *cell;

		make(sizes[seed % (SIZES - 1)].wish, seed, &puzzle);
		expect_count(&puzzle, 1);
		rng_seed(&rng, seed);
		do {
			uint32_t side = (uint32_t)puzzle.as.sudoku.side;

			cell = &puzzle.as.sudoku.cells[rng_below(&rng, side)]
						      [rng_below(&rng, side)];
		} while (*cell == SUDOKU_BLANK);
		*cell = seed % 2 ? SUDOKU_BLANK
				 : *cell % puzzle.as.sudoku.side + 1;
		count = count_by(sudoku_search, &puzzle, false, 1000);
		counts[count > 1 ? 2 : count]++;
		expect_count(&puzzle, count);
		expect_verdict(&puzzle, ENGINE_AUTO, count);
	}
	print_message("boards changed: no answer %d, one %d, several %d\n",
		      counts[0], counts[1], counts[2]);
	assert_true(counts[0] && counts[2]);
}

/* Few givens (17, the least there can be), and one that defeats who looks at
 * rows from the top. */
static void hard_boards_are_solved(void **state)
{
	static const char *const boards[] = {
		"8..........36......7..9.2...5...7.......457.....1...3...1...."
		"68..85...1..9....4..",
		"000000010400000000020000000000050407008000300001090000300400"
		"200050100000000806000",
		"..............3.85..1.2.......5.7.....4...1...9.......5......"
		"73..2.1........4...9",
	};

	(void)state;
	for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
		struct puzzle puzzle;

		parse(boards[i], &puzzle);
		expect_verdict(&puzzle, ENGINE_SEARCH, 1);
		expect_verdict(&puzzle, ENGINE_AUTO, 1);
		expect_verdict(&puzzle, ENGINE_Z3, 1);
	}
}

/* A given that is not seen leaves several, one that is misread mostly none. */
static void why_there_is_none_is_said(void **state)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;

	(void)state;
	parse("1..4\n....\n....\n1...\n", &puzzle);
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_NONE);
	assert_string_equal(result.reason, "1 is given twice in column 1");
	solve_result_fini(&result);
	/* what is said of no puzzle beforehand is so by search, too */
	assert_int_equal(count_by(sudoku_search, &puzzle, false, 2), 0);
	parse("12..\n..3.\n....\n..4.\n", &puzzle);
	assert_int_equal(count_by(sudoku_cover, &puzzle, false, 2), 0);
	expect_verdict(&puzzle, ENGINE_AUTO, 0);
}

static void what_is_made_has_one_answer(void **state)
{
	(void)state;
	for (int i = 0; i < SIZES; i++)
		for (uint64_t seed = 0; seed < 20; seed++) {
			struct puzzle puzzle, again;
			int givens = 0, side = sizes[i].side;

			make(sizes[i].wish, seed, &puzzle);
			make(sizes[i].wish, seed, &again);
			assert_true(puzzle_equal(&puzzle, &again, NULL));
			assert_int_equal(puzzle.as.sudoku.side, side);
			assert_int_equal(puzzle.as.sudoku.box_width,
					 sizes[i].box_width);
			for (int k = 0; k < side * side; k++)
				givens += puzzle.as.sudoku
						  .cells[k / side][k % side] !=
					  SUDOKU_BLANK;
			assert_true(givens >= side * side / 5 &&
				    givens <= side * side / 2);
			assert_int_equal(
				count_by(sudoku_cover, &puzzle, false, 2), 1);
		}
}

static void wishes_that_cannot_be_are_refused(void **state)
{
	static const char *const wishes[] = {
		"{\"columns\":5}",          "{\"columns\":4,\"rows\":6}",
		"{\"columns\":16}",         "{\"with\":\"tall-boxes\"}",
		"{\"with\":\"diagonals\"}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
		json_t *json = json_loads(wishes[i], 0, NULL);
		struct problem problem = { 0 };
		struct puzzle puzzle;

		assert_int_equal(
			solve_make(FAMILY_sudoku, json, 1, &puzzle, &problem),
			-1);
		assert_int_equal(problem.kind, PROBLEM_INPUT);
		assert_true(strlen(problem.text) > 20);
		json_decref(json);
	}
}

static void outside_solvers_agree(void **state)
{
	const char *program = *state;

	external_need(program);
	for (uint64_t seed = 1; seed < 4; seed++) {
		struct puzzle puzzle;

		make(sizes[seed].wish, seed, &puzzle);
		external_solves(program, &puzzle);
		puzzle.as.sudoku.cells[0][0] = puzzle.as.sudoku.cells[0][1] = 1;
		external_refutes(program, &puzzle);
	}
}

static void outside_z3_solves_the_largest(void **state)
{
	struct puzzle puzzle;

	(void)state;
	external_need("z3");
	make("{}", 3, &puzzle);
	external_solves("z3", &puzzle);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			small_boards_have_as_many_answers_as_there_are),
		cmocka_unit_test(an_empty_board_has_them_all),
		cmocka_unit_test(engines_agree_on_larger_boards),
		cmocka_unit_test(hard_boards_are_solved),
		cmocka_unit_test(why_there_is_none_is_said),
		cmocka_unit_test(what_is_made_has_one_answer),
		cmocka_unit_test(wishes_that_cannot_be_are_refused),
		cmocka_unit_test_prestate(outside_solvers_agree, "z3"),
		cmocka_unit_test_prestate(outside_solvers_agree, "cvc5"),
		cmocka_unit_test(outside_z3_solves_the_largest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
