/* Solving Suko, cross-sum and pyramid: both engines against all numbers there
 * are on small puzzles, against each other on larger ones, and against outside
 * solvers. */
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
#include "linear.h"
#include "linear_walk.h"
#include "parsed.h"
#include "rng.h"
#include "solve.h"

static void make(enum family family, const char *wish, uint64_t seed,
		 struct puzzle *puzzle)
{
	json_t *json = json_loads(wish, 0, NULL);
	struct problem problem = { 0 };

	assert_non_null(json);
	if (solve_make(family, json, seed, puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
	json_decref(json);
}

/* Verdict, uniqueness and count of one engine are those of `count`. */
static void expect(const struct puzzle *puzzle, enum engine engine,
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
	options.count = true;
	options.solutions_max = 100;
	assert_int_equal(solve_puzzle(puzzle, &options, &result, &problem), 0);
	assert_int_equal(result.count, count);
	assert_true(result.count_complete);
	assert_int_equal(result.solution_count, count < 100 ? count : 100);
	solve_result_fini(&result);
}

/* The engine that only confirms counts as many, or says that it gave up.
 * Returns whether it did not. */
static bool expect_by_walk(const struct puzzle *puzzle, uint64_t count)
{
	struct solve_result result = { 0 };
	struct puzzle narrowed;
	struct finder finder = { .puzzle = &narrowed,
				 .deadline = deadline_never(),
				 .wanted = UINT64_MAX,
				 .result = &result };
	enum finish finish;

	/* what is made has answers of numbers of at least 1 */
	if (!linear_narrow(puzzle, FROM_ONE, &narrowed))
		narrowed = *puzzle;
	finish = linear_walk(&finder, NULL);
	assert_true(finish == FINISH_ALL || finish == FINISH_TIME);
	if (finish == FINISH_ALL)
		assert_int_equal(finder.found, count);
	assert_true(finder.found <= count);
	return finish == FINISH_ALL;
}

static void expect_by_all(const struct puzzle *puzzle, uint64_t count)
{
	expect(puzzle, ENGINE_SEARCH, count);
	expect_by_walk(puzzle, count);
	if (count > 20) /* Z3 takes its time */
		return;
	expect(puzzle, ENGINE_Z3, count);
	expect(puzzle, ENGINE_AUTO, count);
}

/* How many puzzles had no, one, several answers. */
struct tally {
	int none, one, several;
};

static void add_tally(struct tally *tally, uint64_t count)
{
	tally->none += count == 0;
	tally->one += count == 1;
	tally->several += count > 1;
}

static uint64_t permute(const struct puzzle *puzzle, struct solution *solution,
			int from)
{
	int *cells = solution->as.suko.cells;
	uint64_t count = 0;

	if (from == SUKO_CELLS)
		return puzzle_check(puzzle, solution, NULL);
	for (int i = from; i < SUKO_CELLS; i++) {
		int kept = cells[from];

		cells[from] = cells[i];
		cells[i] = kept;
		count += permute(puzzle, solution, from + 1);
		cells[i] = cells[from];
		cells[from] = kept;
	}
	return count;
}

static void sukos_have_as_many_answers_as_there_are_orders(void **state)
{
	struct tally tally = { 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 3);
	for (int i = 0; i < 30; i++) {
		struct solution solution = { .family = FAMILY_suko };
		struct puzzle puzzle;
		uint64_t count;

		make(FAMILY_suko, i % 3 ? "{}" : "{\"with\":\"sujiko\"}",
		     (uint64_t)i, &puzzle);
		for (int j = 0; j < SUKO_CELLS; j++)
			solution.as.suko.cells[j] = j + 1;
		if (i % 2)
			puzzle.as.suko.circles[rng_below(&rng, 4)] =
				i % 4 == 1 ? SUKO_UNKNOWN
					   : rng_between(&rng, 10, 30);
		if (i % 5 == 0 && puzzle.as.suko.area_count)
			puzzle.as.suko.areas[0].total = SUKO_UNKNOWN;
		if (i % 7 == 0)
			puzzle.as.suko.givens[4] = rng_between(&rng, 1, 9);
		count = permute(&puzzle, &solution, 0);
		add_tally(&tally, count);
		expect_by_all(&puzzle, count);
	}
	print_message("sukos with no answer %d, one %d, several %d\n",
		      tally.none, tally.one, tally.several);
	assert_true(tally.none >= 4 && tally.one >= 8 && tally.several >= 4);
}

/* All numbers within the bounds in all blanks. */
static uint64_t fill(const struct puzzle *puzzle, struct solution *solution,
		     int place)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int x = place % cross_sum->columns, y = place / cross_sum->columns;
	uint64_t count = 0;
	int *cell;

	if (y == cross_sum->rows)
		return puzzle_check(puzzle, solution, NULL);
	cell = &solution->as.cross_sum.cells[y][x];
	*cell = cross_sum->cells[y][x];
	if (*cell != CROSS_SUM_UNKNOWN)
		return fill(puzzle, solution, place + 1);
	for (*cell = cross_sum->minimum; *cell <= cross_sum->maximum; ++*cell)
		count += fill(puzzle, solution, place + 1);
	return count;
}

static void cross_sums_have_as_many_answers_as_counting_finds(void **state)
{
	struct tally tally = { 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 4);
	for (int i = 0; i < 150; i++) {
		struct solution solution = { .family = FAMILY_cross_sum };
		struct puzzle puzzle;
		struct cross_sum *cross_sum = &puzzle.as.cross_sum;
		uint64_t count;

		make(FAMILY_cross_sum,
		     i % 2 ? "{\"columns\":3,\"rows\":2,\"with\":\"small\"}"
			   : "{\"columns\":3,\"rows\":3,\"with\":"
			     "\"small,diagonals,missing-totals\"}",
		     (uint64_t)i, &puzzle);
		cross_sum->minimum = 1;
		cross_sum->maximum = 9;
		for (int j = 0; j < 2; j++) {
			cross_sum->cells[rng_below(&rng, 2)]
					[rng_below(&rng, 3)] =
				CROSS_SUM_UNKNOWN;
		}
		if (i % 3 == 0)
			cross_sum->row_totals[0] = rng_between(&rng, 3, 20);
		if (i % 4 == 0)
			cross_sum->column_totals[1] = CROSS_SUM_UNKNOWN;
		if (i % 8 == 0)
			cross_sum->minimum = 0;
		count = fill(&puzzle, &solution, 0);
		add_tally(&tally, count);
		expect_by_all(&puzzle, count);
	}
	print_message("cross-sums with no answer %d, one %d, several %d\n",
		      tally.none, tally.one, tally.several);
	assert_true(tally.none >= 20 && tally.one >= 40 && tally.several >= 20);
}

/* Three rows of numbers from 1 to 9 at the bottom make at most 36. */
enum { LARGEST = 36 };

/* All numbers in the bottom row; the others follow. */
static uint64_t stack(const struct puzzle *puzzle, struct solution *solution,
		      int x)
{
	int(*rows)[PYRAMID_ROWS_MAX] = solution->as.pyramid.rows;
	uint64_t count = 0;

	if (x < 3) {
		/* what two make has to be a number, too */
		int most = x ? LARGEST - rows[2][x - 1] : LARGEST;

		for (rows[2][x] = 1; rows[2][x] <= most; rows[2][x]++)
			count += stack(puzzle, solution, x + 1);
		return count;
	}
	rows[1][0] = rows[2][0] + rows[2][1];
	rows[1][1] = rows[2][1] + rows[2][2];
	rows[0][0] = rows[1][0] + rows[1][1];
	return puzzle_check(puzzle, solution, NULL);
}

static void pyramids_have_as_many_answers_as_counting_finds(void **state)
{
	struct tally tally = { 0 };
	struct rng rng;

	(void)state;
	rng_seed(&rng, 5);
	for (int i = 0; i < 120; i++) {
		struct solution solution = { .family = FAMILY_pyramid };
		struct puzzle puzzle;
		struct pyramid *pyramid = &puzzle.as.pyramid;
		int y = (int)rng_below(&rng, 3);
		int x = (int)rng_below(&rng, (uint32_t)y + 1);
		uint64_t count;

		make(FAMILY_pyramid,
		     i % 2 ? "{\"rows\":3,\"with\":\"small\"}"
			   : "{\"rows\":3,\"with\":\"small,easy\"}",
		     (uint64_t)i, &puzzle);
		pyramid->minimum = 1;
		pyramid->maximum = LARGEST;
		if (i % 3 == 1)
			pyramid->rows[y][x] = PYRAMID_BLANK;
		if (i % 3 == 2)
			pyramid->rows[y][x] = rng_between(&rng, 2, 30);
		count = stack(&puzzle, &solution, 0);
		add_tally(&tally, count);
		expect_by_all(&puzzle, count);
	}
	print_message("pyramids with no answer %d, one %d, several %d\n",
		      tally.none, tally.one, tally.several);
	assert_true(tally.none >= 15 && tally.one >= 40 && tally.several >= 15);
}

/* Made puzzles have one answer, which Z3 confirms where the walk gives up; with
 * a clue changed, whatever the engines say they say alike. */
static void engines_agree_on_large_puzzles(void **state)
{
	static const struct {
		enum family family;
		const char *wish, *clue;
	} cases[] = {
		{ FAMILY_suko, "{}", "circles[2]" },
		{ FAMILY_suko, "{\"with\":\"sujiko\"}", "circles[1]" },
		{ FAMILY_cross_sum,
		  "{\"columns\":7,\"rows\":7,"
		  "\"with\":\"diagonals\"}",
		  "row_totals[3]" },
		{ FAMILY_cross_sum, "{\"columns\":12,\"rows\":9}",
		  "cells[3][3]" },
		{ FAMILY_cross_sum,
		  "{\"columns\":4,\"rows\":10,"
		  "\"with\":\"missing-totals\"}",
		  "cells[1][2]" },
		{ FAMILY_pyramid, "{\"rows\":5}", "rows[2][1]" },
		{ FAMILY_pyramid, "{\"rows\":8}", "rows[6][2]" },
		{ FAMILY_pyramid, "{\"rows\":9}", "rows[8][3]" },
	};
	int given_up = 0;

	(void)state;
	for (size_t i = 0; i < 6 * sizeof cases / sizeof *cases; i++) {
		size_t c = i % (sizeof cases / sizeof *cases);
		struct solve_options options = solve_defaults();
		struct solve_result z3, search;
		struct puzzle puzzle;

		make(cases[c].family, cases[c].wish, i, &puzzle);
		expect(&puzzle, ENGINE_SEARCH, 1);
		expect(&puzzle, ENGINE_Z3, 1);
		expect(&puzzle, ENGINE_AUTO, 1);
		given_up += !expect_by_walk(&puzzle, 1);
		puzzle_set_clue(&puzzle, cases[c].clue, i % 2 ? "17" : "null",
				NULL);
		options.engine = ENGINE_Z3;
		assert_int_equal(solve_puzzle(&puzzle, &options, &z3, NULL), 0);
		options.engine = ENGINE_SEARCH;
		assert_int_equal(solve_puzzle(&puzzle, &options, &search, NULL),
				 0);
		assert_int_equal(z3.verdict, search.verdict);
		assert_int_equal(z3.unique, search.unique);
		solve_result_fini(&z3);
		solve_result_fini(&search);
	}
	print_message("the walk gave up %d\n", given_up);
	assert_true(given_up > 0);
}

/* Z3 need not start for nearly any puzzle that people are set. */
static void made_puzzles_are_walked_through(void **state)
{
	static const struct {
		enum family family;
		const char *wish;
		int least; /* of 40 */
	} cases[] = {
		{ FAMILY_suko, "{}", 40 },
		{ FAMILY_suko, "{\"with\":\"sujiko\"}", 40 },
		{ FAMILY_cross_sum, "{}", 40 },
		{ FAMILY_cross_sum, "{\"with\":\"diagonals\"}", 40 },
		{ FAMILY_pyramid, "{}", 40 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int through = 0;

		for (uint64_t seed = 0; seed < 40; seed++) {
			struct puzzle puzzle;

			make(cases[i].family, cases[i].wish, seed, &puzzle);
			through += expect_by_walk(&puzzle, 1);
		}
		print_message("%s %s: %d of 40\n",
			      puzzle_family(cases[i].family)->name,
			      cases[i].wish, through);
		assert_true(through >= cases[i].least);
	}
}

static void expect_reason(const char *text, const char *reason)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;

	parse(text, &puzzle);
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_NONE);
	assert_string_equal(result.reason, reason);
	solve_result_fini(&result);
}

/* The same, of a puzzle that says that its blanks are at least 1. */
static void expect_reason_from_one(const char *text, const char *reason)
{
	struct puzzle puzzle;
	json_t *json;
	char *form;

	parse(text, &puzzle);
	if (puzzle.family == FAMILY_cross_sum)
		puzzle.as.cross_sum.minimum = 1;
	else
		puzzle.as.pyramid.minimum = 1;
	json = puzzle_to_json(&puzzle);
	form = json_dumps(json, 0);
	expect_reason(form, reason);
	free(form);
	json_decref(json);
}

static void what_cannot_be_is_said_in_a_sentence(void **state)
{
	(void)state;
	expect_reason_from_one(
		"#tc\nx\n9,9,x,40\n9,x,5,19\n12,11,x,19\n"
		"x,x,x,x\n",
		"row 3 sums to 19 but its givens already make 23");
	expect_reason("#tc\nx\n1,2,4\n3,x,9\nx,x,x\n",
		      "row 1 sums to 4 but its givens make 3");
	expect_reason("#tc\nx\n1,x,x,3\n3,x,x,9\n7,x,8,x\n",
		      "column 1 sums to 7 but its givens make 4");
	expect_reason("#tc\nx\nx,x,5\nx,x,6\n7,5,x\n",
		      "the totals of the rows make 11, those of the columns "
		      "12");
	expect_reason_from_one(
		"#tc\nx\n7,x,8\nx,x,3\n8,3,1\n",
		"the diagonal to the bottom right sums to 1 but its "
		"givens already make 7");
	/* 2x + 2y = 9 in disguise: no sum is at fault alone */
	expect_reason("#tc\n5\nx,x,5\nx,x,5\n5,5,4\n",
		      "no numbers make all totals");
	expect_reason("{\"family\":\"cross-sum\",\"columns\":2,\"rows\":2,"
		      "\"cells\":[[null,null],[1,1]],\"maximum\":7,"
		      "\"row_totals\":[15,null]}",
		      "row 1 sums to 15 but cannot make more than 14");
	expect_reason("{\"family\":\"suko\",\"circles\":[21,29,21,22],"
		      "\"areas\":[{\"total\":17,\"cells\":[0,1,4]},"
		      "{\"total\":12,\"cells\":[3,6,7]},"
		      "{\"total\":15,\"cells\":[2,5,8]}]}",
		      "the areas' totals make 44, not 45");
	expect_reason("{\"family\":\"suko\",\"circles\":[21,31,21,22]}",
		      "the top right circle sums to 31 but cannot make more "
		      "than 30");
	expect_reason("{\"family\":\"suko\",\"circles\":[21,29,21,22],"
		      "\"givens\":[3,0,0,0,0,0,0,0,3]}",
		      "3 is given twice");
	expect_reason("{\"family\":\"suko\",\"circles\":[10,10,10,10]}",
		      "no order of 1 to 9 makes all sums");
	expect_reason_from_one(
		"#Tri\n20\nx,x\n3,x,4\n12,x,x,x\n",
		"number 2 of row 4 would be -9, less than allowed");
	expect_reason("#Tri\n20\n8,13\nx,x,x\n",
		      "number 1 of row 1 is 20, but the numbers around it "
		      "make it 21");
	expect_reason("#Tri\n8\nx,x\n1,x,2\n", "no numbers fit all the givens");
}

/* RULES "Which numbers blanks take": the pages with zeros of a children's
 * program, as they are labelled; a pyramid that only a negative number fits;
 * and one whose top is larger than any number that is looked at. */
#define NO_ONES "no numbers of at least 1 fit: blanks may be 0 here"

static const char negative_text[] = "#Tri\n21\nx,x\n3,x,4\n12,x,x,x\n";

static void blanks_take_the_first_range_that_has_an_answer(void **state)
{
	static const struct {
		const char *text;
		enum unusual unusual;
		const char *remark, *answer;
	} cases[] = {
		{ "#Tri\n31\n20,x\n14,6,x\nx,x,x,2\nx,x,x,2,x\n",
		  UNUSUAL_NOUGHT, NO_ONES,
		  "[[31],[20,11],[14,6,5],[11,3,3,2],[9,2,1,2,0]]" },
		{ "#Tri\n36\n27,9\nx,9,x\nx,x,0,0\n", UNUSUAL_NOT,
		  "a given is 0: blanks may be 0, too",
		  "[[36],[27,9],[18,9,0],[9,9,0,0]]" },
		{ "#Tri\n19\n8,11\nx,x,3\n", UNUSUAL_NOUGHT, NO_ONES,
		  "[[19],[8,11],[0,8,3]]" },
		{ "#Tri\n9\n5,x\nx,x,1\n", UNUSUAL_NOT, "",
		  "[[9],[5,4],[2,3,1]]" },
		/* 2 is 2 and 0, too, which is not meant */
		{ "#Tri\nx\n2,x\nx,x,1\n", UNUSUAL_NOT, "",
		  "[[4],[2,2],[1,1,1]]" },
		{ negative_text, UNUSUAL_NEGATIVE,
		  "no numbers of at least 0 fit: blanks may be negative here",
		  "[[21],[10,11],[3,7,4],[12,-9,16,-12]]" },
		{ "#tc\nx\n1,x,1\nx,x,5\n3,3,x\n", UNUSUAL_NOUGHT, NO_ONES,
		  "[[1,0],[2,3]]" },
	};

	(void)state;
	for (size_t i = 0; i < 3 * sizeof cases / sizeof *cases; i++) {
		static const enum engine engines[] = { ENGINE_AUTO,
						       ENGINE_SEARCH,
						       ENGINE_Z3 };
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;
		json_t *json;
		char *text;

		parse(cases[i / 3].text, &puzzle);
		options.engine = engines[i % 3];
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_int_equal(result.verdict, VERDICT_SOLVED);
		json = puzzle_family(puzzle.family)
			       ->solution_to_json(&puzzle,
						  &result.solutions[0]);
		text = json_dumps(
			json_object_get(json, puzzle.family == FAMILY_pyramid
						      ? "rows"
						      : "cells"),
			JSON_COMPACT);
		assert_string_equal(text, cases[i / 3].answer);
		assert_int_equal(result.unique, KNOWN_YES);
		assert_int_equal(result.unusual, cases[i / 3].unusual);
		assert_string_equal(result.remark, cases[i / 3].remark);
		free(text);
		json_decref(json);
		solve_result_fini(&result);
	}
}

static void what_is_too_large_is_not_none(void **state)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;

	(void)state;
	parse("#Tri\nx\n999999999,999999999\n", &puzzle);
	options.deadline = deadline_in(2, NULL);
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_UNKNOWN);
	assert_non_null(strstr(result.reason, "larger numbers"));
	solve_result_fini(&result);
}

/* Made with zeros: one answer, and some number to be found is 0. */
static void zeros_are_to_be_found(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct solve_options options = solve_defaults();
		struct solve_result result;
		struct puzzle puzzle;
		bool found = false;

		if (seed % 2)
			make(FAMILY_pyramid, "{\"with\":\"zeros,small\"}", seed,
			     &puzzle);
		else
			make(FAMILY_cross_sum,
			     "{\"columns\":4,\"rows\":4,\"with\":\"zeros\"}",
			     seed, &puzzle);
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_int_equal(result.verdict, VERDICT_SOLVED);
		assert_int_equal(result.unique, KNOWN_YES);
		for (int y = 0; y < 5; y++)
			for (int x = 0; x <= y; x++)
				found |= seed % 2 &&
					 puzzle.as.pyramid.rows[y][x] ==
						 PYRAMID_BLANK &&
					 result.solutions[0]
							 .as.pyramid
							 .rows[y][x] == 0;
		for (int i = 0; i < 16; i++)
			found |=
				seed % 2 == 0 &&
				puzzle.as.cross_sum.cells[i / 4][i % 4] ==
					CROSS_SUM_UNKNOWN &&
				result.solutions[0].as.cross_sum.cells[i / 4]
								      [i % 4] ==
					0;
		assert_true(found);
		solve_result_fini(&result);
	}
}

static volatile sig_atomic_t stop = 1;

static void work_stops_when_told(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		struct solve_options options = solve_defaults();
		struct puzzle puzzle = { .family = FAMILY_cross_sum };
		struct solve_result result;
		double start = clock_seconds();

		/* more answers than anybody can count */
		cross_sum_init(&puzzle.as.cross_sum, 12, 12);
		options.engine = i == 0 ? ENGINE_SEARCH : ENGINE_Z3;
		options.count = true;
		options.deadline = deadline_in(0.1, i == 2 ? &stop : NULL);
		assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL),
				 0);
		assert_false(result.count_complete);
		assert_int_not_equal(result.verdict, VERDICT_NONE);
		assert_true(clock_seconds() - start < 1);
		solve_result_fini(&result);
	}
}

static void outside_solvers_agree(const char *program)
{
	static const struct {
		enum family family;
		const char *wish, *clue;
	} cases[] = {
		{ FAMILY_suko, "{}", "circles[2]" },
		{ FAMILY_suko, "{\"with\":\"sujiko\"}", "circles[2]" },
		{ FAMILY_cross_sum, "{\"with\":\"diagonals\"}",
		  "column_totals[0]" },
		{ FAMILY_cross_sum, "{\"columns\":7,\"rows\":6}",
		  "row_totals[0]" },
		{ FAMILY_pyramid, "{\"rows\":7}", "rows[6][0]" },
		{ FAMILY_cross_sum, "{\"with\":\"zeros\"}", "row_totals[0]" },
		{ FAMILY_pyramid, "{\"with\":\"zeros,small\"}", "rows[4][0]" },
	};
	struct puzzle negative;

	external_need(program);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct puzzle puzzle;

		make(cases[i].family, cases[i].wish, i, &puzzle);
		external_solves(program, &puzzle);
		if (cases[i].family == FAMILY_pyramid)
			puzzle.as.pyramid.minimum = 0;
		if (puzzle_set_clue(&puzzle, cases[i].clue,
				    cases[i].family == FAMILY_pyramid ? "999999"
								      : "0",
				    NULL) < 0)
			fail_msg("no clue %s", cases[i].clue);
		external_refutes(program, &puzzle);
	}
	parse(negative_text, &negative);
	external_solves(program, &negative);
}

static void z3_answers_our_formula(void **state)
{
	(void)state;
	outside_solvers_agree("z3");
}

static void cvc5_answers_our_formula(void **state)
{
	(void)state;
	outside_solvers_agree("cvc5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			sukos_have_as_many_answers_as_there_are_orders),
		cmocka_unit_test(
			cross_sums_have_as_many_answers_as_counting_finds),
		cmocka_unit_test(
			pyramids_have_as_many_answers_as_counting_finds),
		cmocka_unit_test(engines_agree_on_large_puzzles),
		cmocka_unit_test(made_puzzles_are_walked_through),
		cmocka_unit_test(what_cannot_be_is_said_in_a_sentence),
		cmocka_unit_test(
			blanks_take_the_first_range_that_has_an_answer),
		cmocka_unit_test(what_is_too_large_is_not_none),
		cmocka_unit_test(zeros_are_to_be_found),
		cmocka_unit_test(work_stops_when_told),
		cmocka_unit_test(z3_answers_our_formula),
		cmocka_unit_test(cvc5_answers_our_formula),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
