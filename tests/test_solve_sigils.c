/* The sigils solvers against each other, against plain counting, and on the
 * boards of both games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "puzzle_file.h"
#include "rng.h"
#include "solve.h"

static void read_board(const char *text, struct puzzle *puzzle)
{
	struct problem problem = { 0 };

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_sigils;
	if (puzzle_sigils.from_text(text, puzzle, &problem) < 0)
		fail_msg("%s", problem.text);
}

static void run(const struct puzzle *puzzle, enum engine engine, bool count,
		struct solve_result *result)
{
	struct solve_options options = solve_defaults();
	struct problem problem = { 0 };

	options.engine = engine;
	options.count = count;
	options.deadline = deadline_in(60, NULL);
	if (solve_puzzle(puzzle, &options, result, &problem) < 0)
		fail_msg("%s", problem.text);
}

/* Counts tilings the plainest way: no words, no memory, no colours. */
static uint64_t count_plainly(const struct sigils *sigils, bool *covered,
			      int *left)
{
	int area = sigils->columns * sigils->rows;
	uint64_t sum = 0;
	int at = 0;

	while (at < area && covered[at])
		at++;
	if (at == area)
		return 1;
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int pose = 0; left[kind] && pose < sigils_poses(kind);
		     pose++) {
			struct sigils_shape shape;
			int squares[4];
			bool fits = true;

			sigils_shape((enum sigils_kind)kind, pose, &shape);
			for (int i = 0; i < 4; i++) {
				int x = at % sigils->columns + shape.x[i] -
					shape.x[0];
				int y = at / sigils->columns + shape.y[i];

				squares[i] = y * sigils->columns + x;
				fits &= x >= 0 && x < sigils->columns &&
					y < sigils->rows &&
					!covered[squares[i]];
			}
			if (!fits)
				continue;
			for (int i = 0; i < 4; i++)
				covered[squares[i]] = true;
			left[kind]--;
			sum += count_plainly(sigils, covered, left);
			left[kind]++;
			for (int i = 0; i < 4; i++)
				covered[squares[i]] = false;
		}
	return sum;
}

static uint64_t plain_count(const struct sigils *sigils)
{
	bool covered[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX + 1];
	int left[SIGILS_KIND_COUNT] = { 0 };

	if (sigils_squares(sigils) != 4 * sigils->piece_count)
		return 0;
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++)
			covered[y * sigils->columns + x] = sigils->hole[y][x];
	for (int i = 0; i < sigils->piece_count; i++)
		left[sigils->pieces[i]]++;
	return count_plainly(sigils, covered, left);
}

/* Any frame up to `side` squares a side, some with holes, some with a piece
 * too many or too few. */
static void random_board(struct rng *rng, int side, struct puzzle *puzzle)
{
	struct sigils *sigils = &puzzle->as.sigils;
	int squares, ts;

	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_sigils;
	do {
		int columns = rng_between(rng, 2, side);

		sigils_init(sigils, columns,
			    rng_between(rng, columns / 2 + 1, side));
		while (rng_below(rng, 3) == 0)
			sigils->hole[rng_below(rng, (uint32_t)sigils->rows)]
				    [rng_below(rng,
					       (uint32_t)sigils->columns)] =
				true;
		squares = sigils_squares(sigils);
	} while (squares % 4 && rng_below(rng, 20));
	sigils->piece_count = squares / 4;
	if (rng_below(rng, 50) == 0)
		sigils->piece_count++;
	/* evenly many T, mostly: else parity settles half of the boards */
	do {
		ts = 0;
		for (int i = 0; i < sigils->piece_count; i++) {
			sigils->pieces[i] =
				(uint8_t)rng_below(rng, SIGILS_KIND_COUNT);
			ts += sigils->pieces[i] == SIGILS_T;
		}
	} while ((ts % 2 || !ts) && rng_below(rng, 8));
}

static void agree(const struct puzzle *puzzle, uint64_t count)
{
	/* Z3 counts by finding: a tenth of a millisecond each and more */
	const uint64_t z3_count_max = 30;
	struct solve_result search, z3;
	bool by_z3 = count <= z3_count_max;

	run(puzzle, ENGINE_SEARCH, true, &search);
	assert_int_equal(search.verdict, count ? VERDICT_SOLVED : VERDICT_NONE);
	assert_true(search.count_complete);
	assert_int_equal(search.count, count);
	run(puzzle, ENGINE_Z3, by_z3, &z3);
	assert_int_equal(z3.verdict, search.verdict);
	if (by_z3) {
		assert_true(z3.count_complete);
		assert_int_equal(z3.count, count);
	}
	assert_int_equal(search.unique, count == 1  ? KNOWN_YES
					: count > 1 ? KNOWN_NO
						    : KNOWN_UNSURE);
	if (!count) {
		assert_true(search.reason[0]);
		assert_string_equal(search.reason, z3.reason);
	}
	solve_result_fini(&search);
	solve_result_fini(&z3);
}

static int random_boards = 500;

static void test_random_boards(void **state)
{
	int solvable = 0;
	struct rng rng;

	(void)state;
	rng_seed(&rng, 4);
	for (int i = 0; i < random_boards; i++) {
		struct puzzle puzzle;
		uint64_t count;

		random_board(&rng, 6, &puzzle);
		count = plain_count(&puzzle.as.sigils);
		solvable += count > 0;
		agree(&puzzle, count);
	}
	/* enough of either kind to mean something */
	assert_in_range(solvable, random_boards / 4, random_boards * 3 / 4);
}

static void test_game_boards(void **state)
{
	static const char *const files[] = {
		SHARED_DATA "/sigils/elohim_boards.tsv",
		SHARED_DATA "/sigils/talos_boards.tsv",
	};
	int boards = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		FILE *file = fopen(files[i], "r");
		char line[256];

		if (!file)
			skip_because("%s is not here", files[i]);
		while (fgets(line, sizeof line, file)) {
			struct solve_result result;
			struct puzzle puzzle;
			char text[128], pieces[64];
			int columns, rows;

			if (line[0] == '#')
				continue;
			assert_int_equal(sscanf(line, "%*[^\t] %d %d %63s",
						&columns, &rows, pieces),
					 3);
			snprintf(text, sizeof text, "%dx%d %s", columns, rows,
				 pieces);
			read_board(text, &puzzle);
			run(&puzzle, ENGINE_SEARCH, false, &result);
			assert_int_equal(result.verdict, VERDICT_SOLVED);
			solve_result_fini(&result);
			run(&puzzle, ENGINE_Z3, false, &result);
			assert_int_equal(result.verdict, VERDICT_SOLVED);
			solve_result_fini(&result);
			boards++;
		}
		fclose(file);
	}
	assert_int_equal(boards, 131);
}

static void test_reasons(void **state)
{
	static const struct {
		const char *board, *reason;
	} cases[] = {
		{ "8x6 TTIJJLLLOOS",
		  "48 squares to fill but 11 pieces fill 44: 1 piece missed" },
		{ "4x5 TTIJ",
		  "20 squares to fill but 4 pieces fill 16: 1 piece missed, or "
		  "the frame is a row too tall" },
		{ "5x4 TTIJOO",
		  "20 squares to fill but 6 pieces fill 24: 1 piece too many, "
		  "or the frame is a column too narrow" },
		{ "19x2 IIIIIIIII",
		  "38 squares to fill but 9 pieces fill 36: the frame was "
		  "misread, as 4 does not divide 38, or the frame is a column "
		  "too wide" },
		{ "4x4 TIOO", "1 T piece cannot fill the 8 dark and 8 light" },
		{ "4x4 LIOO", "1 L or J piece without a T" },
		{ "4x4 IIIO", "every way to lay the pieces was tried" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		static const enum engine engines[] = { ENGINE_AUTO, ENGINE_Z3,
						       ENGINE_SEARCH };

		for (int j = 0; j < 3; j++) {
			struct solve_result result;
			struct puzzle puzzle;

			read_board(cases[i].board, &puzzle);
			run(&puzzle, engines[j], false, &result);
			assert_int_equal(result.verdict, VERDICT_NONE);
			if (strncmp(result.reason, cases[i].reason,
				    strlen(cases[i].reason)))
				fail_msg("%s: %s", cases[i].board,
					 result.reason);
			solve_result_fini(&result);
		}
	}
}

/* A tray in the poses of a tiling needs no turns at all; and the answer is
 * the same each time. */
static void test_few_turns(void **state)
{
	struct solve_result first, again;
	struct puzzle puzzle;
	struct sigils *sigils = &puzzle.as.sigils;

	(void)state;
	read_board("8x6 TTIJJLLLOOSS", &puzzle);
	run(&puzzle, ENGINE_AUTO, false, &first);
	run(&puzzle, ENGINE_AUTO, false, &again);
	assert_memory_equal(&first.solutions[0].as.sigils,
			    &again.solutions[0].as.sigils,
			    sizeof(struct sigils_solution));
	solve_result_fini(&again);
	for (int i = 0; i < sigils->piece_count; i++) {
		int x[4], y[4], turns, count = 0;

		for (int at = 0; at < 48; at++)
			if (first.solutions[0].as.sigils.grid[at / 8][at % 8] ==
			    i + 1) {
				x[count] = at % 8;
				y[count++] = at / 8;
			}
		assert_int_equal(count, 4);
		assert_int_equal(sigils_recognise(x, y, &turns),
				 sigils->pieces[i]);
		sigils->turns[i] = (uint8_t)turns;
	}
	solve_result_fini(&first);
	run(&puzzle, ENGINE_AUTO, false, &first);
	for (int i = 0; i < sigils->piece_count; i++) {
		int x[4], y[4], turns, count = 0;

		for (int at = 0; at < 48; at++)
			if (first.solutions[0].as.sigils.grid[at / 8][at % 8] ==
			    i + 1) {
				x[count] = at % 8;
				y[count++] = at / 8;
			}
		sigils_recognise(x, y, &turns);
		assert_int_equal(turns, sigils->turns[i]);
	}
	solve_result_fini(&first);
}

static void test_many_solutions(void **state)
{
	struct solve_options options = solve_defaults();
	struct solve_result result;
	struct puzzle puzzle;

	(void)state;
	read_board("4x6 TTILOZ", &puzzle);
	options.solutions_max = 10;
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.solution_count, 4);
	assert_int_equal(result.unique, KNOWN_NO);
	for (size_t i = 0; i < result.solution_count; i++)
		for (size_t j = 0; j < i; j++)
			assert_memory_not_equal(&result.solutions[i].as.sigils,
						&result.solutions[j].as.sigils,
						sizeof(struct sigils_solution));
	solve_result_fini(&result);
}

static void test_out_of_time(void **state)
{
	struct solve_options options = solve_defaults();
	volatile sig_atomic_t stop = 1;
	struct solve_result result;
	struct puzzle puzzle;

	(void)state;
	read_board("8x6 TTIJJLLLOOSS", &puzzle);
	options.deadline = deadline_in(60, &stop);
	assert_int_equal(solve_puzzle(&puzzle, &options, &result, NULL), 0);
	assert_int_equal(result.verdict, VERDICT_UNKNOWN);
	solve_result_fini(&result);
}

static void test_make(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		json_t *wish = json_pack("{s:i,s:i,s:i}", "columns", 5, "rows",
					 5, "holes", (int)seed % 6);
		struct problem problem = { 0 };
		struct solve_result result;
		struct puzzle puzzle;

		assert_int_equal(solve_make(FAMILY_sigils, wish, seed, &puzzle,
					    &problem),
				 0);
		assert_int_equal(puzzle.as.sigils.columns, 5);
		assert_true(sigils_squares(&puzzle.as.sigils) <=
			    25 - (int)seed % 6);
		run(&puzzle, ENGINE_Z3, false, &result);
		assert_int_equal(result.verdict, VERDICT_SOLVED);
		solve_result_fini(&result);
		json_decref(wish);
	}
}

/* The reply of a solver, as if it had chosen the known tiling of 4x2 LL. */
static void test_values(void **state)
{
	struct problem problem = { 0 };
	struct solution solution;
	struct puzzle puzzle;
	struct buffer out;

	(void)state;
	read_board("4x2 LL", &puzzle);
	buffer_init(&out);
	assert_int_equal(solve_smt2(&puzzle, &out, &problem), 0);
	assert_non_null(strstr(buffer_text(&out), "(get-value (p_"));
	assert_non_null(strstr(buffer_text(&out), "p_L2_0_0"));
	buffer_fini(&out);
	assert_int_equal(solve_values(&puzzle,
				      "sat ((p_L0_2_0 false) (p_L0_3_0 true)"
				      " (p_L2_0_0 true) (p_L2_1_0 false))",
				      &solution, &problem),
			 0);
	assert_true(puzzle_check(&puzzle, &solution, NULL));
	assert_int_equal(solve_values(&puzzle, "sat ((p_L2_0_0 true))",
				      &solution, &problem),
			 -1);
	assert_int_equal(solve_values(&puzzle, "unsat", &solution, &problem),
			 -1);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_boards),
		cmocka_unit_test(test_game_boards),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_few_turns),
		cmocka_unit_test(test_many_solutions),
		cmocka_unit_test(test_out_of_time),
		cmocka_unit_test(test_make),
		cmocka_unit_test(test_values),
	};

	if (argc > 1)
		random_boards = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
