#include "language.h"
#include "solve.h"

#include <stdio.h>
#include <string.h>

#include "blanks.h"
#include "json_fields.h"
#include "linear.h"
#include "reason.h"
#include "rng.h"
#include "wish.h"

enum { SIDE = CROSS_SUM_SIDE_MAX };

static void state_cells(const struct cross_sum *cross_sum,
			struct linear *linear)
{
	linear->number_count = cross_sum->columns * cross_sum->rows;
	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++) {
			struct linear_number *number =
				&linear->numbers[y * cross_sum->columns + x];
			int given = cross_sum->cells[y][x];
			bool blank = given == CROSS_SUM_UNKNOWN;

			snprintf(number->name, sizeof number->name,
				 "cell_%hhu_%hhu", (unsigned char)x,
				 (unsigned char)y);
			/* V0 is the upper diagonal's total; each row's total
			 * has a number after its cells */
			snprintf(number->published, sizeof number->published,
				 "V%d", 1 + y * (cross_sum->columns + 1) + x);
			number->low = blank ? 0 : given;
			number->high = blank ? CROSS_SUM_NUMBER_MAX : given;
		}
	linear_bound_blanks(linear, cross_sum->minimum, cross_sum->maximum,
			    CROSS_SUM_NUMBER_MAX);
}

static void state_line(const struct cross_sum *cross_sum, struct linear *linear,
		       bool row, int index)
{
	int total = row ? cross_sum->row_totals[index]
			: cross_sum->column_totals[index];
	int length = row ? cross_sum->columns : cross_sum->rows;
	struct linear_sum *sum;

	if (total == CROSS_SUM_UNKNOWN)
		return;
	sum = linear_add_sum(linear, 1, total);
	snprintf(sum->what, sizeof sum->what,
		 row ? _("row %d") : _("column %d"), index + 1);
	for (int i = 0; i < length; i++)
		linear_term(sum,
			    row ? index * cross_sum->columns + i
				: i * cross_sum->columns + index,
			    false);
}

static void state_diagonal(const struct cross_sum *cross_sum,
			   struct linear *linear, bool up)
{
	int total = up ? cross_sum->diagonal_up : cross_sum->diagonal_down;
	int side = cross_sum->columns;
	struct linear_sum *sum;

	if (total == CROSS_SUM_UNKNOWN)
		return;
	sum = linear_add_sum(linear, 2, total);
	snprintf(sum->what, sizeof sum->what, "%s",
		 up ? _("the diagonal to the top right")
		    : _("the diagonal to the bottom right"));
	for (int i = 0; i < side; i++)
		linear_term(sum, i * side + (up ? side - 1 - i : i), false);
}

static void state(const struct puzzle *puzzle, struct linear *linear)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;

	state_cells(cross_sum, linear);
	for (int y = 0; y < cross_sum->rows; y++)
		state_line(cross_sum, linear, true, y);
	for (int x = 0; x < cross_sum->columns; x++)
		state_line(cross_sum, linear, false, x);
	state_diagonal(cross_sum, linear, true);
	state_diagonal(cross_sum, linear, false);
}

static int *minimum(struct puzzle *puzzle, bool *nought)
{
	struct cross_sum *cross_sum = &puzzle->as.cross_sum;

	*nought = false;
	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++)
			*nought |= cross_sum->cells[y][x] == 0;
	return &cross_sum->minimum;
}

static void answer(const struct puzzle *puzzle, const int *values,
		   struct solution *solution)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;

	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++)
			solution->as.cross_sum.cells[y][x] =
				values[y * cross_sum->columns + x];
}

/* The sum of all totals, -1 where one is not shown. */
static long whole(const int *totals, int count)
{
	long sum = 0;

	for (int i = 0; i < count; i++) {
		if (totals[i] == CROSS_SUM_UNKNOWN)
			return -1;
		sum += totals[i];
	}
	return sum;
}

static bool impossible(const struct puzzle *puzzle, char *reason, size_t size)
{
	const struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	long rows = whole(cross_sum->row_totals, cross_sum->rows);
	long columns = whole(cross_sum->column_totals, cross_sum->columns);

	if (linear_impossible(puzzle, reason, size))
		return true;
	if (rows < 0 || columns < 0 || rows == columns)
		return false;
	return because(reason, size,
		       "the totals of the rows make %ld, those of the "
		       "columns %ld",
		       rows, columns);
}

static const struct linear_family family = {
	.state = state,
	.minimum = minimum,
	.answer = answer,
	.title = "Cross-sum: cell_x_y in column x and row y from the top left",
	.bounds_text = "rule 3: givens stay, blanks lie within their bounds",
	.rule_texts = { [1] = "each row and column sums to its total",
			[2] = "so does each diagonal" },
	.why_none = N_("no numbers make all totals"),
};

/* Random cells, all given, and their totals; where 0 is allowed a third of the
 * cells are. */
static void fill(struct rng *rng, struct cross_sum *cross_sum, int largest,
		 bool zeros, bool diagonals)
{
	int side = cross_sum->columns;

	memset(cross_sum->row_totals, 0, sizeof cross_sum->row_totals);
	memset(cross_sum->column_totals, 0, sizeof cross_sum->column_totals);
	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++) {
			int value = zeros && rng_below(rng, 3) == 0
					    ? 0
					    : rng_between(rng, 1, largest);

			cross_sum->cells[y][x] = value;
			cross_sum->row_totals[y] += value;
			cross_sum->column_totals[x] += value;
		}
	if (!diagonals)
		return;
	cross_sum->diagonal_up = cross_sum->diagonal_down = 0;
	for (int i = 0; i < side; i++) {
		cross_sum->diagonal_down += cross_sum->cells[i][i];
		cross_sum->diagonal_up += cross_sum->cells[i][side - 1 - i];
	}
}

static void hide_totals(struct rng *rng, struct cross_sum *cross_sum)
{
	/* a fourth of them, as many as a picture with gaps may show */
	for (int i = (cross_sum->rows + cross_sum->columns + 3) / 4; i > 0;
	     i--) {
		if (rng_below(rng, 2))
			cross_sum->row_totals[rng_below(
				rng, (uint32_t)cross_sum->rows)] =
				CROSS_SUM_UNKNOWN;
		else
			cross_sum->column_totals[rng_below(
				rng, (uint32_t)cross_sum->columns)] =
				CROSS_SUM_UNKNOWN;
	}
}

/* Blanks cells in random order, as long as there is one answer, up to the
 * share of blanks that the published puzzles have (a third to a half). */
static void blank_cells(struct rng *rng, struct puzzle *puzzle)
{
	struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	int cells = cross_sum->columns * cross_sum->rows;
	int wanted = (int)(cells * rng_real(rng, 0.33, 0.55));

	for (int tries = 4 * cells; tries > 0 && wanted > 0; tries--) {
		int *cell =
			&cross_sum->cells
				 [rng_below(rng, (uint32_t)cross_sum->rows)]
				 [rng_below(rng, (uint32_t)cross_sum->columns)];
		int kept = *cell;

		if (kept == CROSS_SUM_UNKNOWN)
			continue;
		*cell = CROSS_SUM_UNKNOWN;
		if (linear_is_unique(puzzle))
			wanted--;
		else
			*cell = kept;
	}
}

/* Does a blank of `cross_sum` hold 0 in `full`? */
static bool is_nought_blank(const struct cross_sum *cross_sum,
			    const struct cross_sum *full)
{
	for (int y = 0; y < cross_sum->rows; y++)
		for (int x = 0; x < cross_sum->columns; x++)
			if (cross_sum->cells[y][x] == CROSS_SUM_UNKNOWN &&
			    full->cells[y][x] == 0)
				return true;
	return false;
}

/* Wishes: "columns", "rows" (5), "with": any of "diagonals" (square boards),
 * "missing-totals", "small" (1 to 9, else 1 to 30), "zeros" (some number to be
 * found is 0). */
static int make(const json_t *wish, uint64_t seed, struct puzzle *puzzle,
		struct problem *problem)
{
	struct cross_sum *cross_sum = &puzzle->as.cross_sum;
	bool diagonals = wish_with(wish, "diagonals");
	bool zeros = wish_with(wish, "zeros");
	struct cross_sum full;
	struct rng rng;
	int columns = 5, rows = 5;

	if (json_field_int_if(wish, "columns", CROSS_SUM_SIDE_MIN, SIDE,
			      &columns, problem) < 0 ||
	    json_field_int_if(wish, "rows", CROSS_SUM_SIDE_MIN, SIDE, &rows,
			      problem) < 0)
		return -1;
	if (diagonals && columns != rows)
		return problem_set(problem, PROBLEM_INPUT,
				   "diagonals need a square board");
	rng_seed(&rng, seed);
	puzzle->family = FAMILY_cross_sum;
	do {
		cross_sum_init(cross_sum, columns, rows);
		fill(&rng, cross_sum, wish_with(wish, "small") ? 9 : 30, zeros,
		     diagonals);
		full = *cross_sum;
		if (wish_with(wish, "missing-totals"))
			hide_totals(&rng, cross_sum);
		/* the only answer of at least 0, hence none of at least 1 */
		if (zeros)
			cross_sum->minimum = 0;
		blank_cells(&rng, puzzle);
		cross_sum->minimum = BLANKS_NO_MINIMUM;
	} while (zeros && !is_nought_blank(cross_sum, &full));
	return 0;
}

const struct solve_family solve_cross_sum = {
	.solve = linear_solve,
	.smt2 = linear_smt2,
	.values = linear_values,
	.watch = linear_watch,
	.linear = &family,
	.impossible = impossible,
	.wishes = "diagonals|missing-totals|small|zeros",
	.make = make,
};
