/* Panels as SMT-LIB 2, with all that they may hold: the z3 and cvc5 programs
 * say sat where there is a line and unsat where there is none, as our engines
 * do, and as walking all lines with the checker has it; their values are lines
 * that hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "external.h"
#include "panel_walk.h"
#include "random_panel.h"
#include "solve.h"

/* How many panels each program is asked for, unless the command line says
 * (`test_smt2_panel 300`): each takes a second or two. */
static int panels = 16;

struct look {
	const struct puzzle *puzzle;
	bool found;
};

static bool look_at(void *data, const struct solution *line)
{
	struct look *look = data;

	look->found = puzzle_check(look->puzzle, line, NULL);
	return !look->found;
}

static bool is_solvable(const struct puzzle *puzzle)
{
	struct look look = { puzzle, false };
	struct deadline never = deadline_never();

	panel_walk(puzzle, &never, look_at, &look);
	return look.found;
}

/* Our engines say so, too. */
static void check_verdict(const struct puzzle *puzzle, bool solvable, int seed)
{
	struct solve_options options = solve_defaults();
	struct solve_result result = { 0 };

	assert_int_equal(solve_puzzle(puzzle, &options, &result, NULL), 0);
	if (result.verdict != (solvable ? VERDICT_SOLVED : VERDICT_NONE))
		fail_msg("panel %d: we say %d: %s", seed, result.verdict,
			 result.reason);
	solve_result_fini(&result);
}

static void check_reply(const struct puzzle *puzzle, const char *reply,
			int seed, const char *program)
{
	struct problem problem = { 0 };
	struct solution solution;
	struct breach breach;
	bool solvable = is_solvable(puzzle);

	check_verdict(puzzle, solvable, seed);
	if (!solvable) {
		if (strncmp(reply, "unsat", 5) != 0)
			fail_msg("panel %d: %s says %.60s", seed, program,
				 reply);
		return;
	}
	if (solve_values(puzzle, reply, &solution, &problem) < 0)
		fail_msg("panel %d: %s: %s", seed, program, problem.text);
	if (!puzzle_check(puzzle, &solution, &breach))
		fail_msg("panel %d: %s breaks rule %d at %s: %s", seed, program,
			 breach.rule, breach.at, breach.text);
}

static bool has_kind(const struct panel *panel, enum panel_kind kind)
{
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind == kind)
				return true;
	return false;
}

/* Panels of all kinds up to 3 by 3 and, every second one, up to 4 by 4 with
 * polyominoes; of the small ones every fourth has starts and ends in the middle
 * of edges, which part regions. */
static void make(int number, struct puzzle *puzzle)
{
	if (number & 1) {
		random_rim_panel_up_to((uint64_t)number, 4, puzzle);
		return;
	}
	random_panel((uint64_t)(number % 8 == 0 ? 3 * number : number), puzzle);
	if (number % 8 == 0)
		puzzle->as.panel.rules |= PANEL_FAT_STARTS;
}

static void agrees_with(const char *program)
{
	int with = 0, both = 0, large = 0, solvable = 0;

	external_need(program);
	for (int i = 0; i < panels; i++) {
		struct puzzle puzzle;
		char *reply;

		make(i, &puzzle);
		with += has_kind(&puzzle.as.panel, PANEL_ELIMINATOR) ||
			has_kind(&puzzle.as.panel, PANEL_POLYOMINO);
		both += has_kind(&puzzle.as.panel, PANEL_ELIMINATOR) &&
			has_kind(&puzzle.as.panel, PANEL_POLYOMINO);
		large += puzzle.as.panel.columns == 4 &&
			 puzzle.as.panel.rows == 4;
		reply = external_smt2(program, &puzzle);
		solvable += !strncmp(reply, "sat", 3);
		check_reply(&puzzle, reply, i, program);
		free(reply);
	}
	print_message("%s: of %d panels %d have polyominoes or eliminators, %d "
		      "both, %d are 4 by 4, %d are solvable\n",
		      program, panels, with, both, large, solvable);
	assert_true(with >= panels / 2);
	assert_true(solvable >= panels / 8 && solvable < panels);
}

static void agrees_with_z3(void **state)
{
	(void)state;
	agrees_with("z3");
}

static void agrees_with_cvc5(void **state)
{
	(void)state;
	agrees_with("cvc5");
}

static void expect_refusal(const struct puzzle *puzzle, const char *sentence)
{
	struct problem problem = { 0 };
	struct buffer formula;

	buffer_init(&formula);
	assert_int_equal(solve_smt2(puzzle, &formula, &problem), -1);
	assert_string_equal(problem.text, sentence);
	assert_string_equal(buffer_text(&formula), "");
	buffer_fini(&formula);
}

/* What would be too large is refused, with how large. */
static void refuses_what_is_too_large(void **state)
{
	struct puzzle puzzle = { .family = FAMILY_panel };
	struct panel *panel = &puzzle.as.panel;

	(void)state;
	panel_init(panel, 6, 5, false);
	panel->cells[0][0] =
		(struct panel_cell){ .kind = PANEL_POLYOMINO, .shape = 1 };
	panel->cells[0][1].kind = PANEL_ELIMINATOR;
	expect_refusal(&puzzle,
		       "the formula would be too large: beside eliminators it "
		       "lists the regions that polyominoes cover, up to 2^30 "
		       "on 30 cells; 2^25 at most");
	panel_init(panel, 20, 20, false);
	for (int i = 0; i < 150; i++)
		panel->cells[i / 20][i % 20] =
			(struct panel_cell){ .kind = PANEL_POLYOMINO,
					     .shape = 1 };
	expect_refusal(&puzzle,
		       "the formula would be too large: some 4530000 terms for "
		       "150 polyominoes on 400 cells, 2000000 at most");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_z3),
		cmocka_unit_test(agrees_with_cvc5),
		cmocka_unit_test(refuses_what_is_too_large),
	};

	if (argc > 1)
		panels = atoi(argv[1]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
