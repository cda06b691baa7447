/* Panels as SMT-LIB 2: the z3 and cvc5 programs say sat where there is a line
 * and unsat where there is none, and their values are lines that hold. */
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

/* Each costs both programs some tens of milliseconds. */
enum { PANELS = 80 };

static bool has_form(const struct panel *panel)
{
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind == PANEL_POLYOMINO ||
			    panel->cells[y][x].kind == PANEL_ELIMINATOR)
				return false;
	return true;
}

struct look {
	const struct puzzle *puzzle;
	bool found;
};

static bool look_at(void *data, const struct solution *line)
{
	struct look *look = data;
	struct breach breach;

	look->found = puzzle_check(look->puzzle, line, &breach);
	return !look->found;
}

static bool is_solvable(const struct puzzle *puzzle)
{
	struct look look = { puzzle, false };
	struct deadline never = deadline_never();

	panel_walk(puzzle, &never, look_at, &look);
	return look.found;
}

static void check_reply(const struct puzzle *puzzle, const char *reply,
			int seed, const char *program)
{
	struct problem problem = { 0 };
	struct solution solution;
	struct breach breach;

	if (!is_solvable(puzzle)) {
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

static void agrees_with(const char *program)
{
	int asked = 0;

	external_need(program);
	for (int seed = 0; asked < PANELS; seed++) {
		struct puzzle puzzle;
		char *reply;

		/* every second one with starts and ends in the middle of edges,
		 * as every sixth seed has them */
		random_panel((uint64_t)(asked & 1 ? 6 * seed : seed), &puzzle);
		if (asked & 1)
			puzzle.as.panel.rules |= PANEL_FAT_STARTS;
		if (!has_form(&puzzle.as.panel))
			continue;
		asked++;
		reply = external_smt2(program, &puzzle);
		check_reply(&puzzle, reply, seed, program);
		free(reply);
	}
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

static void refuses_polyominoes(void **state)
{
	struct puzzle puzzle = { .family = FAMILY_panel };
	struct problem problem = { 0 };
	struct buffer formula;

	(void)state;
	panel_init(&puzzle.as.panel, 2, 2, false);
	puzzle.as.panel.cells[0][0].kind = PANEL_POLYOMINO;
	puzzle.as.panel.cells[0][0].shape = 1;
	buffer_init(&formula);
	assert_int_equal(solve_smt2(&puzzle, &formula, &problem), -1);
	assert_string_equal(problem.text,
			    "no SMT-LIB form for panels with polyominoes or "
			    "eliminators");
	buffer_fini(&formula);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_z3),
		cmocka_unit_test(agrees_with_cvc5),
		cmocka_unit_test(refuses_polyominoes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
