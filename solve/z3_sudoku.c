#include <stdlib.h>

#include "alloc.h"
#include "smt.h"
#include "sudoku_engines.h"

enum { SIDE = SUDOKU_SIDE_MAX };

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
	struct sudoku_place here = sudoku_place(sudoku, at);

	if (given != SUDOKU_BLANK && given != number)
		return false;
	for (int i = 0; i < side * side; i++) {
		struct sudoku_place other = sudoku_place(sudoku, i);

		for (int kind = 0; i != at && kind < SUDOKU_GROUP_KINDS; kind++)
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

enum finish sudoku_z3(struct finder *finder, struct problem *problem)
{
	struct encoding encoding = { .sudoku = &finder->puzzle->as.sudoku };
	enum finish finish = ask(&encoding, finder, problem);

	smt_free(encoding.smt);
	free(encoding.excluded);
	return finish;
}
