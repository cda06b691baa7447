/* Sudoku: a search over bit masks, Z3 over one truth value per cell and number,
 * and a formula over whole numbers; the three share no code. */
#include "solve.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "engines.h"
#include "json_fields.h"
#include "reason.h"
#include "rng.h"
#include "smt.h"
#include "wish.h"

enum { SIDE = SUDOKU_SIDE_MAX, GROUP_KINDS = 3 };

/* Of making puzzles, nodes of the search tree: whether there is one answer is
 * known after at most 110 at any step of 2,000 boards made. */
static const uint64_t patience = 2000;

/* A cell and what it belongs to: its row, column and box. */
struct place {
	int x, y;
	int groups[GROUP_KINDS];
};

static struct place place_of(const struct sudoku *sudoku, int x, int y)
{
	return (struct place){ x, y, { y, x, sudoku_box_of(sudoku, x, y) } };
}

/* ---- search ---- */

/* Bit n - 1 stands for number n. */
struct search {
	struct finder *finder;
	struct problem *problem;
	struct rng *rng; /* branches come in random order; NULL: by rows */
	uint64_t explored;
	int side;
	unsigned all; /* numbers */
	struct place places[SIDE * SIDE];
	int numbers[SIDE * SIDE];         /* 0: none yet */
	unsigned used[GROUP_KINDS][SIDE]; /* numbers in each group */
};

/* What to try next: one of these numbers in one of these places. */
struct branch {
	int count;
	int places[SIDE], numbers[SIDE];
};

static unsigned candidates(const struct search *search, int at)
{
	const struct place *place = &search->places[at];
	unsigned used = 0;

	for (int kind = 0; kind < GROUP_KINDS; kind++)
		used |= search->used[kind][place->groups[kind]];
	return search->all & ~used;
}

static void lay(struct search *search, int at, int number)
{
	const struct place *place = &search->places[at];
	unsigned bit = 1u << ((number ? number : search->numbers[at]) - 1);

	search->numbers[at] = number;
	for (int kind = 0; kind < GROUP_KINDS; kind++)
		search->used[kind][place->groups[kind]] ^= bit;
}

/* The cell with the fewest numbers, if fewer than branch->count. */
static void choose_cell(const struct search *search, struct branch *branch)
{
	for (int at = 0; at < search->side * search->side; at++) {
		unsigned left;
		int count;

		if (search->numbers[at])
			continue;
		left = candidates(search, at);
		count = __builtin_popcount(left);
		if (count >= branch->count)
			continue;
		branch->count = 0;
		for (; left; left &= left - 1) {
			branch->places[branch->count] = at;
			branch->numbers[branch->count++] =
				__builtin_ctz(left) + 1;
		}
	}
}

/* The number with the fewest places in a row, column or box, if fewer. */
static void choose_number(const struct search *search, struct branch *branch)
{
	unsigned char count[GROUP_KINDS][SIDE][SIDE] = { 0 };

	for (int at = 0; at < search->side * search->side; at++)
		for (unsigned left =
			     search->numbers[at] ? 0 : candidates(search, at);
		     left; left &= left - 1)
			for (int kind = 0; kind < GROUP_KINDS; kind++)
				count[kind][search->places[at].groups[kind]]
				     [__builtin_ctz(left)]++;
	for (int i = 0; i < GROUP_KINDS * search->side * search->side; i++) {
		int kind = i % GROUP_KINDS;
		int group = i / GROUP_KINDS / search->side;
		int number = i / GROUP_KINDS % search->side + 1;
		unsigned bit = 1u << (number - 1);

		if (search->used[kind][group] & bit ||
		    count[kind][group][number - 1] >= branch->count)
			continue;
		branch->count = 0;
		for (int at = 0; at < search->side * search->side; at++)
			if (!search->numbers[at] &&
			    search->places[at].groups[kind] == group &&
			    candidates(search, at) & bit) {
				branch->places[branch->count] = at;
				branch->numbers[branch->count++] = number;
			}
	}
}

/* False where every cell has its number. */
static bool choose(struct search *search, struct branch *branch)
{
	branch->count = SIDE + 1;
	choose_cell(search, branch);
	if (branch->count > SIDE)
		return false;
	if (branch->count > 1)
		choose_number(search, branch);
	return true;
}

/* Which of the branches comes at turn i: not yet taken ones stand at i and
 * beyond. */
static void take_turn(struct search *search, struct branch *branch, int i)
{
	int last = branch->count - 1;
	int other = search->rng ? rng_between(search->rng, i, last)
		    : search->finder->reversed && i < last - i ? last - i
							       : i;
	int place = branch->places[i], number = branch->numbers[i];

	branch->places[i] = branch->places[other];
	branch->numbers[i] = branch->numbers[other];
	branch->places[other] = place;
	branch->numbers[other] = number;
}

static enum finish emit(struct search *search)
{
	struct solution solution = { .family = FAMILY_sudoku };

	for (int at = 0; at < search->side * search->side; at++)
		solution.as.sudoku
			.cells[search->places[at].y][search->places[at].x] =
			search->numbers[at];
	return finder_found(search->finder, &solution, search->problem);
}

static enum finish explore(struct search *search)
{
	enum finish finish = FINISH_ALL;
	struct branch branch;

	search->explored++;
	if (deadline_passed(&search->finder->deadline) ||
	    (search->finder->nodes_max &&
	     search->explored > search->finder->nodes_max))
		return FINISH_TIME;
	if (!choose(search, &branch))
		return emit(search);
	for (int i = 0; i < branch.count && finish == FINISH_ALL; i++) {
		take_turn(search, &branch, i);
		lay(search, branch.places[i], branch.numbers[i]);
		finish = explore(search);
		lay(search, branch.places[i], 0);
	}
	return finish;
}

/* False where two givens clash. */
static bool lay_givens(struct search *search, const struct sudoku *sudoku)
{
	search->side = sudoku->side;
	search->all = (1u << sudoku->side) - 1;
	for (int at = 0; at < sudoku->side * sudoku->side; at++) {
		int x = at % sudoku->side, y = at / sudoku->side;

		search->places[at] = place_of(sudoku, x, y);
		if (sudoku->cells[y][x] == SUDOKU_BLANK)
			continue;
		if (!(candidates(search, at) & 1u << (sudoku->cells[y][x] - 1)))
			return false;
		lay(search, at, sudoku->cells[y][x]);
	}
	return true;
}

static enum finish by_search(struct finder *finder, struct problem *problem)
{
	struct search search = { .finder = finder, .problem = problem };

	if (!lay_givens(&search, &finder->puzzle->as.sudoku))
		return FINISH_ALL;
	return explore(&search);
}

/* ---- Z3 ---- */

struct encoding {
	const struct sudoku *sudoku;
	struct smt *smt;
	/* literals: [y][x][number - 1]; 0 where a given says no, which leaves
	 * far fewer clauses */
	int holds[SIDE][SIDE][SIDE];
	struct sudoku_solution *excluded;
	size_t excluded_count, excluded_capacity;
	bool grown; /* since the solver was handed the formula */
};

/* One of the literals (0: of none) and no two of them: plain clauses (FACTS:
 * sums of Booleans have been answered wrongly). */
static void assert_one(struct smt *smt, const int *literals, int count)
{
	int some[SIDE] = { 0 };
	int some_count = 0;

	for (int i = 0; i < count; i++)
		if (literals[i])
			some[some_count++] = literals[i];
	smt_clause(smt, some, some_count);
	for (int i = 0; i < some_count; i++)
		for (int j = 0; j < i; j++)
			smt_either(smt, -some[i], -some[j]);
}

/* Do the givens leave the number to the cell? */
static bool is_left(const struct sudoku *sudoku, int at, int number)
{
	int side = sudoku->side;
	int given = sudoku->cells[at / side][at % side];
	struct place here = place_of(sudoku, at % side, at / side);

	if (given != SUDOKU_BLANK && given != number)
		return false;
	for (int i = 0; i < side * side; i++) {
		struct place other = place_of(sudoku, i % side, i / side);

		for (int kind = 0; i != at && kind < GROUP_KINDS; kind++)
			if (other.groups[kind] == here.groups[kind] &&
			    sudoku->cells[other.y][other.x] == number)
				return false;
	}
	return true;
}

static void assert_other(struct encoding *encoding,
			 const struct sudoku_solution *solution)
{
	int side = encoding->sudoku->side;
	int clause[SIDE * SIDE];
	int count = 0;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			clause[count++] =
				-encoding->holds[y][x]
						[solution->cells[y][x] - 1];
	smt_clause(encoding->smt, clause, count);
}

/* Rules 1 to 3 for one number: once in row, column and box `index`. */
static void assert_number(struct encoding *encoding, int index, int number)
{
	const struct sudoku *sudoku = encoding->sudoku;
	int row[SIDE], column[SIDE], box[SIDE];
	int in_box = 0;

	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++) {
			int literal = encoding->holds[y][x][number];

			if (y == index)
				row[x] = literal;
			if (x == index)
				column[y] = literal;
			if (sudoku_box_of(sudoku, x, y) == index)
				box[in_box++] = literal;
		}
	assert_one(encoding->smt, row, sudoku->side);
	assert_one(encoding->smt, column, sudoku->side);
	assert_one(encoding->smt, box, in_box);
}

static int build(struct encoding *encoding, struct problem *problem)
{
	const struct sudoku *sudoku = encoding->sudoku;
	int side = sudoku->side;

	smt_free(encoding->smt);
	encoding->smt = smt_new(problem);
	encoding->grown = false;
	if (!encoding->smt)
		return -1;
	for (int i = 0; i < side * side; i++) {
		int *literals = encoding->holds[i / side][i % side];

		for (int number = 1; number <= side; number++)
			literals[number - 1] = is_left(sudoku, i, number)
						       ? smt_bool(encoding->smt)
						       : 0;
		assert_one(encoding->smt, literals, side);
	}
	for (int i = 0; i < side * side; i++)
		assert_number(encoding, i / side, i % side);
	for (size_t i = 0; i < encoding->excluded_count; i++)
		assert_other(encoding, &encoding->excluded[i]);
	return 0;
}

static int exclude(struct encoding *encoding,
		   const struct sudoku_solution *solution,
		   struct problem *problem)
{
	if (alloc_grow(&encoding->excluded, &encoding->excluded_capacity,
		       encoding->excluded_count + 1,
		       sizeof *encoding->excluded) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for solutions");
	encoding->excluded[encoding->excluded_count++] = *solution;
	return 0;
}

static enum finish take_answer(struct encoding *encoding, struct finder *finder,
			       struct problem *problem)
{
	struct solution solution = { .family = FAMILY_sudoku };
	int side = encoding->sudoku->side;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++)
			for (int number = 0; number < side; number++)
				if (encoding->holds[y][x][number] &&
				    smt_holds(encoding->smt,
					      encoding->holds[y][x][number]))
					solution.as.sudoku.cells[y][x] =
						number + 1;
	if (exclude(encoding, &solution.as.sudoku, problem) < 0)
		return FINISH_FAILED;
	assert_other(encoding, &solution.as.sudoku);
	encoding->grown = true;
	return finder_found(finder, &solution, problem);
}

static enum finish ask(struct encoding *encoding, struct finder *finder,
		       struct problem *problem)
{
	enum finish finish = FINISH_ALL;

	for (size_t i = 0; i < finder->known; i++)
		if (exclude(encoding, &finder->result->solutions[i].as.sudoku,
			    problem) < 0)
			return FINISH_FAILED;
	if (build(encoding, problem) < 0)
		return FINISH_FAILED;
	while (finish == FINISH_ALL) {
		enum smt_answer answer =
			smt_check(encoding->smt, &finder->deadline, problem);

		if (answer == SMT_FAILED)
			return FINISH_FAILED;
		if (answer == SMT_UNKNOWN)
			return FINISH_TIME;
		if (answer == SMT_SAT)
			finish = take_answer(encoding, finder, problem);
		else if (!finder->fresh || !encoding->grown)
			return FINISH_ALL;
		else if (build(encoding, problem) < 0)
			return FINISH_FAILED;
	}
	return finish;
}

static enum finish by_z3(struct finder *finder, struct problem *problem)
{
	struct encoding encoding = { .sudoku = &finder->puzzle->as.sudoku };
	enum finish finish = ask(&encoding, finder, problem);

	smt_free(encoding.smt);
	free(encoding.excluded);
	return finish;
}

/* ---- why there is none ---- */

static const char *const group_names[GROUP_KINDS] = { "row", "column", "box" };

static bool impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	const struct sudoku *sudoku = &puzzle->as.sudoku;
	bool seen[GROUP_KINDS][SIDE][SIDE + 1] = { 0 };

	for (int y = 0; y < sudoku->side; y++)
		for (int x = 0; x < sudoku->side; x++) {
			struct place place = place_of(sudoku, x, y);
			int given = sudoku->cells[y][x];

			if (given == SUDOKU_BLANK)
				continue;
			for (int kind = 0; kind < GROUP_KINDS; kind++) {
				int group = place.groups[kind];

				if (seen[kind][group][given])
					return because(reason, size,
						       "%d is given twice in "
						       "%s %d",
						       given, group_names[kind],
						       group + 1);
				seen[kind][group][given] = true;
			}
		}
	return false;
}

static int solve(const struct puzzle *puzzle,
		 const struct solve_options *options,
		 struct solve_result *result, struct problem *problem)
{
	static const struct engine_pair engines = {
		.z3 = by_z3,
		.search = by_search,
		.impossible = impossible,
		.why_none = "no numbers keep the givens",
	};

	return engines_solve(&engines, puzzle, options, result, problem);
}

/* ---- SMT-LIB ---- */

static void put_groups(const struct sudoku *sudoku, int kind,
		       struct buffer *out)
{
	buffer_printf(out, "; rule %d: each %s holds each number once\n",
		      kind + 1, group_names[kind]);
	for (int group = 0; group < sudoku->side; group++) {
		buffer_puts(out, "(assert (distinct");
		for (int y = 0; y < sudoku->side; y++)
			for (int x = 0; x < sudoku->side; x++)
				if (place_of(sudoku, x, y).groups[kind] ==
				    group)
					buffer_printf(out, " cell_%d_%d", x, y);
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
	for (int kind = 0; kind < GROUP_KINDS; kind++)
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

/* ---- making ---- */

static bool is_unique(const struct puzzle *puzzle)
{
	struct solve_result result = { 0 };
	struct finder finder = { .puzzle = puzzle,
				 .deadline = deadline_never(),
				 .nodes_max = patience,
				 .wanted = 2,
				 .keep = 1,
				 .result = &result };
	enum finish finish = by_search(&finder, NULL);

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
	struct search search = { .finder = &finder,
				 .problem = problem,
				 .rng = rng };
	enum finish finish;

	lay_givens(&search, sudoku);
	finish = explore(&search);
	if (finish == FINISH_ENOUGH)
		memcpy(sudoku->cells, result.solutions[0].as.sudoku.cells,
		       sizeof sudoku->cells);
	solve_result_fini(&result);
	return finish == FINISH_ENOUGH ? 0 : -1;
}

/* Blanks cells in random order where one answer stays, until as few givens are
 * left as printed puzzles have: of 9 by 9 cells 22 to 36. */
static void blank_cells(struct puzzle *puzzle, struct rng *rng)
{
	struct sudoku *sudoku = &puzzle->as.sudoku;
	int count = sudoku->side * sudoku->side;
	int left = count;
	int wanted = (int)(count * rng_real(rng, 0.27, 0.45));
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
	static const char *const known[] = { "tall-boxes", NULL };
	int columns = 0, rows = 0;
	int box_width = wish_with(wish, "tall-boxes") ? 2 : 0;
	struct rng rng;

	if (wish_known(wish, known, problem) < 0 ||
	    json_field_int_if(wish, "columns", 1, SIDE, &columns, problem) <
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

const struct solve_family solve_sudoku = {
	.solve = solve,
	.smt2 = smt2,
	.values = values,
	.make = make,
};
