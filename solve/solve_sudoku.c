#include "language.h"
#include "solve.h"

#include <stdio.h>
#include <string.h>

#include "json_fields.h"
#include "reason.h"
#include "sudoku_engines.h"
#include "wish.h"

enum { SIDE = SUDOKU_SIDE_MAX };

/* Nodes of the search tree after which a board that is being made is taken to
 * have several answers: 5 times the 401 that were needed at most in making 300
 * boards of 9 by 9. */
static const uint64_t patience = 2000;

struct sudoku_place sudoku_place(const struct sudoku *sudoku, int at)
{
	int x = at % sudoku->side, y = at / sudoku->side;

	return (struct sudoku_place){ x,
				      y,
				      { y, x, sudoku_box_of(sudoku, x, y) } };
}

enum finish sudoku_found(struct finder *finder, const int *numbers,
			 struct problem *problem)
{
	struct solution solution = { .family = FAMILY_sudoku };
	int side = finder->puzzle->as.sudoku.side;

	for (int i = 0; i < side * side; i++)
		solution.as.sudoku.cells[i / side][i % side] = numbers[i];
	return finder_found(finder, &solution, problem);
}

static const char *const group_names[SUDOKU_GROUP_KINDS] = { N_("row"),
							     N_("column"),
							     N_("box") };

static bool impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	bool seen[SUDOKU_GROUP_KINDS][SIDE][SIDE + 1] = { 0 };

	for (int i = 0; i < SUDOKU_GROUP_KINDS * sudoku->side * sudoku->side;
	     i++) {
		int kind = i % SUDOKU_GROUP_KINDS;
		struct sudoku_place place =
			sudoku_place(sudoku, i / SUDOKU_GROUP_KINDS);
		int given = sudoku->cells[place.y][place.x];
		bool *numbers = seen[kind][place.groups[kind]];

		if (given == SUDOKU_BLANK)
			continue;
		if (numbers[given])
			return because(reason, size,
				       "%d is given twice in %s %d", given,
				       _(group_names[kind]),
				       place.groups[kind] + 1);
		numbers[given] = true;
	}
	return false;
}

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	static const struct engine_pair engines = {
		.z3 = sudoku_z3,
		.search = sudoku_search,
		.walk = sudoku_cover,
		.why_none = N_("no numbers keep the givens"),
	};

	return engines_solve(&engines, puzzle, options, result, problem);
}

static void put_groups(const struct sudoku *sudoku, int kind,
		       struct buffer *out)
{
	buffer_printf(out, "; rule %d: each %s holds each number once\n",
		      kind + 1, group_names[kind]);
	for (int group = 0; group < sudoku->side; group++) {
		buffer_puts(out, "(assert (distinct");
		for (int i = 0; i < sudoku->side * sudoku->side; i++) {
			struct sudoku_place place = sudoku_place(sudoku, i);

			if (place.groups[kind] == group)
				buffer_printf(out, " cell_%d_%d", place.x,
					      place.y);
		}
		buffer_puts(out, "))\n");
	}
}

static int smt2(const struct puzzle *puzzle, struct buffer *out,
		struct problem *problem)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	int side = sudoku->side;

	buffer_puts(out, "; Sudoku: cell_x_y in column x and row y from the "
			 "top left\n"
			 "(set-option :produce-models true)\n"
			 "(set-logic QF_LIA)\n");
	for (int i = 0; i < side * side; i++)
		buffer_printf(out,
			      "(declare-const cell_%d_%d Int)\n"
			      "(assert (<= 1 cell_%d_%d %d))\n",
			      i % side, i / side, i % side, i / side, side);
	for (int kind = 0; kind < SUDOKU_GROUP_KINDS; kind++)
		put_groups(sudoku, kind, out);
	buffer_puts(out, "; rule 4: givens stay\n");
	for (int i = 0; i < side * side; i++)
		if (sudoku->cells[i / side][i % side] != SUDOKU_BLANK)
			buffer_printf(out, "(assert (= cell_%d_%d %d))\n",
				      i % side, i / side,
				      sudoku->cells[i / side][i % side]);
	buffer_puts(out, "(check-sat)\n(get-value (");
	for (int i = 0; i < side * side; i++)
		buffer_printf(out, "%scell_%d_%d", i ? " " : "", i % side,
			      i / side);
	buffer_puts(out, "))\n");
	if (out->failed)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for the formula");
	return 0;
}

static int values(const struct puzzle *puzzle, const json_t *values,
		  struct solution *solution, struct problem *problem)
{
	int side = puzzle->as.sudoku.side;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) {
			char name[32];

			snprintf(name, sizeof name, "cell_%d_%d", x, y);
			if (json_field_int(values, name, -99, 99,
					   &solution->as.sudoku.cells[y][x],
					   problem) < 0)
				return -1;
		}
	return 0;
}

static bool is_unique(const struct puzzle *puzzle)
{
	struct solve_result result = { 0 };
	struct finder finder = { .puzzle = puzzle,
				 .deadline = deadline_never(),
				 .nodes_max = patience,
				 .wanted = 2,
				 .keep = 1,
				 .result = &result };
	enum finish finish = sudoku_search(&finder, NULL);

	solve_result_fini(&result);
	return finish == FINISH_ALL && finder.found == 1;
}

/* A board full of givens, any that keeps the rules. */
static int fill(struct puzzle *puzzle, struct rng *rng, struct problem *problem)
{
	struct sudoku *sudoku = &puzzle->as.sudoku;
	struct solve_result result = { 0 };
	struct finder finder = { .puzzle = puzzle,
				 .deadline = deadline_never(),
				 .wanted = 1,
				 .keep = 1,
				 .result = &result };
	enum finish finish = sudoku_search_random(&finder, rng, problem);

	if (finish == FINISH_ENOUGH)
		memcpy(sudoku->cells, result.solutions[0].as.sudoku.cells,
		       sizeof sudoku->cells);
	solve_result_fini(&result);
	return finish == FINISH_ENOUGH ? 0 : -1;
}

/* Blanks cells in random order where one answer stays, until as few givens are
 * left as newspapers print: 24 to 39 of 81 in 80 of them. */
static void blank_cells(struct puzzle *puzzle, struct rng *rng)
{
	struct sudoku *sudoku = &puzzle->as.sudoku;
	int count = sudoku->side * sudoku->side;
	int left = count;
	int wanted = (int)(count * rng_real(rng, 0.29, 0.48));
	int order[SIDE * SIDE];

	for (int i = 0; i < count; i++) {
		int other = (int)rng_below(rng, (uint32_t)i + 1);

		order[i] = order[other];
		order[other] = i;
	}
	for (int i = 0; i < count && left > wanted; i++) {
		int *cell = &sudoku->cells[order[i] / sudoku->side]
					  [order[i] % sudoku->side];
		int kept = *cell;

		*cell = SUDOKU_BLANK;
		if (is_unique(puzzle))
			left--;
		else
			*cell = kept;
	}
}

/* Wishes: "columns", "rows" (9; or 6, 4), "with": "tall-boxes" (2 wide and 3
 * high on a board of 6 by 6). */
static int make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	int columns = 0, rows = 0;
	int box_width = wish_with(wish, "tall-boxes") ? 2 : 0;
	struct rng rng;

	if (json_field_int_if(wish, "columns", 1, SIDE, &columns, problem) <
		    0 ||
	    json_field_int_if(wish, "rows", 1, SIDE, &rows, problem) < 0)
		return -1;
	columns = columns ? columns : rows ? rows : SIDE;
	rows = rows ? rows : columns;
	if (columns != rows ||
	    !sudoku_init(&puzzle->as.sudoku, rows, box_width))
		return problem_set(problem, PROBLEM_INPUT,
				   "sudokus have 9 by 9, 6 by 6 or 4 by 4 "
				   "cells, tall boxes those of 6 by 6");
	rng_seed(&rng, seed);
	puzzle->family = FAMILY_sudoku;
	if (fill(puzzle, &rng, problem) < 0)
		return -1;
	blank_cells(puzzle, &rng);
	return 0;
}

static int watch(struct finder *finder, struct problem *problem)
{
	return (int)sudoku_search(finder, problem);
}

const struct solve_family solve_sudoku = {
	.watch = watch,
	.solve = solve,
	.smt2 = smt2,
	.values = values,
	.impossible = impossible,
	.wishes = "tall-boxes",
	.make = make,
};
