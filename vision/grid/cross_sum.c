/* Cross-sums: cells, a total for each row at its right or left, one for each
 * column below or above, and up to two for the diagonals at the totals' ends.
 * Row totals and column totals have the same sum (RULES.md), which tells where
 * the board ends. */
#include "grids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "whose.h"

/* What each slot of a grid shows where it is a total: thousands of views ask
 * for each. */
struct totals {
	int value[GRID_SIDE_MOST][GRID_SIDE_MOST];
	double unlikely[GRID_SIDE_MOST][GRID_SIDE_MOST]; /* infinite: it is
							  * none */
};

/* A way to see a board in a grid. */
struct view {
	const struct slot_grid *grid;
	const struct totals *totals;
	int x0, y0, columns, rows; /* of its cells */
	int total_x, total_y;      /* of the totals' column and row */
	int row_totals[CROSS_SUM_SIDE_MAX], column_totals[CROSS_SUM_SIDE_MAX];
	int cells[CROSS_SUM_SIDE_MAX][CROSS_SUM_SIDE_MAX];
	const struct slot *up, *down; /* the diagonals' totals; NULL */
	int up_value, down_value;
	double unlikely; /* -log of the readings' likelihood */
	int strange;     /* slots that hold another word */
	int checks;      /* lines of givens alone whose sum is right */
	int wrong;       /* lines that no numbers can mend */
	int blanks;
	int missing; /* totals */
	struct whose *whose;
};

/* Given cells of a board, at least: .2 of them are on the sparsest of data/. */
#define GIVENS_LEAST .12
/* Known totals of a board that lacks some, at least. */
#define TOTALS_LEAST 4
/* Readings less likely than that are strangers. */
#define LIKELY .02

static int take(struct view *view, const struct slot *slot, bool blank)
{
	double chance;
	int value = slot_value(slot, 0, CROSS_SUM_NUMBER_MAX, blank, &chance);

	if (chance < LIKELY) {
		view->strange++;
		value = -1;
	} else {
		view->unlikely -= log(chance);
	}
	return value;
}

/* What must hold of a line: givens may not be more than its total, and are
 * equal to it where nothing is blank. */
static void check_line(struct view *view, int total, int sum, int blanks)
{
	if (total < 0)
		return;
	if (!blanks && sum == total)
		view->checks++;
	else if (!blanks || sum > total)
		view->wrong++;
}

static void check_lines(struct view *view)
{
	for (int y = 0; y < view->rows; y++) {
		int sum = 0, blanks = 0;

		for (int x = 0; x < view->columns; x++) {
			blanks += view->cells[y][x] < 0;
			sum += view->cells[y][x] < 0 ? 0 : view->cells[y][x];
		}
		view->blanks += blanks;
		check_line(view, view->row_totals[y], sum, blanks);
	}
	for (int x = 0; x < view->columns; x++) {
		int sum = 0, blanks = 0;

		for (int y = 0; y < view->rows; y++) {
			blanks += view->cells[y][x] < 0;
			sum += view->cells[y][x] < 0 ? 0 : view->cells[y][x];
		}
		check_line(view, view->column_totals[x], sum, blanks);
	}
}

static const struct slot *slot_at(const struct slot_grid *grid, int x, int y)
{
	if (x < 0 || y < 0 || x >= grid->grid->columns || y >= grid->grid->rows)
		return NULL;
	return &grid->slots[y][x];
}

/* The number in a slot that may hold a diagonal's total; -1: none. */
static int diagonal_value(const struct slot *slot, double *chance)
{
	if (!slot || slot->token < 0 || !slot->reading)
		return -1;
	return slot_value(slot, 1, CROSS_SUM_NUMBER_MAX, true, chance);
}

/* Totals of the diagonals stand where the totals' lines end: the one in the
 * corner belongs to the diagonal that runs through it, the other line's end to
 * the other one. A number in the corner that is the sum of all is neither. */
static void find_diagonals(struct view *view)
{
	bool right = view->total_x > view->x0, below = view->total_y > view->y0;
	int far_x = right ? view->x0 - 1 : view->x0 + view->columns;
	int far_y = below ? view->y0 - 1 : view->y0 + view->rows;
	const struct slot *corner =
		slot_at(view->grid, view->total_x, view->total_y);
	const struct slot *ends[2] = {
		slot_at(view->grid, view->total_x, far_y),
		slot_at(view->grid, far_x, view->total_y),
	};
	const struct slot **through = right == below ? &view->down : &view->up;
	const struct slot **other = right == below ? &view->up : &view->down;
	int *through_value =
		right == below ? &view->down_value : &view->up_value;
	int *other_value = right == below ? &view->up_value : &view->down_value;
	double chance;
	int value, all = 0;

	view->up_value = view->down_value = -1;
	if (view->columns != view->rows)
		return;
	for (int y = 0; y < view->rows; y++)
		all += view->row_totals[y] < 0 ? 0 : view->row_totals[y];
	value = diagonal_value(corner, &chance);
	if (value >= 0 && value != all) {
		*through = corner;
		*through_value = value;
		view->unlikely -= log(chance);
	}
	for (int i = 0; i < 2 && *other_value < 0; i++) {
		*other_value = diagonal_value(ends[i], &chance);
		if (*other_value < 0)
			continue;
		*other = ends[i];
		view->unlikely -= log(chance);
	}
	/* boards have both or none */
	view->strange += (*other_value < 0) != (*through_value < 0);
}

static int add_clues(const struct view *view, struct claim *claim,
		     struct problem *problem)
{
	struct cross_sum *puzzle = &claim->puzzle.as.cross_sum;
	const struct slot_grid *grid = view->grid;
	int result = 0;

	for (int y = 0; y < view->rows && result == 0; y++) {
		const struct slot *total =
			&grid->slots[view->y0 + y][view->total_x];

		puzzle->row_totals[y] = view->row_totals[y];
		result = claim_add_total(claim, total, view->row_totals[y],
					 problem, "row_totals[%d]", y);
		for (int x = 0; x < view->columns && result == 0; x++) {
			struct slot slot =
				whose_slot(view->whose, y * view->columns + x);

			puzzle->cells[y][x] = view->cells[y][x];
			result = claim_add_clue(claim, &slot, view->cells[y][x],
						problem, "cells[%d][%d]", y, x);
		}
	}
	for (int x = 0; x < view->columns && result == 0; x++) {
		puzzle->column_totals[x] = view->column_totals[x];
		result = claim_add_total(
			claim, &grid->slots[view->total_y][view->x0 + x],
			view->column_totals[x], problem, "column_totals[%d]",
			x);
	}
	if (view->up && result == 0) {
		puzzle->diagonal_up = view->up_value;
		result = claim_add_clue(claim, view->up, view->up_value,
					problem, "diagonal_up");
	}
	if (view->down && result == 0) {
		puzzle->diagonal_down = view->down_value;
		result = claim_add_clue(claim, view->down, view->down_value,
					problem, "diagonal_down");
	}
	return result;
}

static int add_claim(const struct view *view, struct claim_list *list,
		     struct problem *problem)
{
	struct claim claim = { .puzzle.family = FAMILY_cross_sum };
	double slots = (view->rows + 1.) * (view->columns + 1.) - 1 +
		       !!view->up + !!view->down;

	cross_sum_init(&claim.puzzle.as.cross_sum, view->columns, view->rows);
	claim_measure(&claim, view->grid, view->x0, view->y0, view->columns,
		      view->rows, 0, 0);
	claim_place(&claim, view->grid, view->x0, view->y0, view->columns,
		    view->rows);
	claim.slots = slots;
	/* a total lacks less often than a cell is left open */
	claim.features[CLAIM_EMPTY] += 2 * view->missing / slots;
	claim_set_faults(&claim, view->strange + 3 * view->wrong,
			 view->unlikely);
	/* that all totals' sums agree is as rare as that ten others do */
	claim.features[CLAIM_CHECKS] =
		log2((view->missing ? 1 : 10) + view->checks);
	/* boxes show that no line lacks, numbers alone do not */
	if (claim.features[CLAIM_UNBOXED] >= .5 &&
	    claim_has_gap(view->grid, view->x0, view->y0, view->columns,
			  view->rows)) {
		claim_free(&claim);
		return 0;
	}
	if (add_clues(view, &claim, problem) < 0) {
		claim_free(&claim);
		return -1;
	}
	return claim_list_add(list, &claim, problem);
}

static void read_totals(const struct slot_grid *grid, struct totals *totals)
{
	for (int y = 0; y < grid->grid->rows; y++)
		for (int x = 0; x < grid->grid->columns; x++) {
			double chance;

			totals->value[y][x] =
				slot_value(&grid->slots[y][x], 0,
					   CROSS_SUM_NUMBER_MAX, true, &chance);
			totals->unlikely[y][x] =
				chance < LIKELY ? HUGE_VAL : -log(chance);
		}
}

/* Takes one total; false where something else stands there. */
static bool take_total(struct view *view, int x, int y, int *value)
{
	double unlikely = view->totals->unlikely[y][x];

	*value = view->totals->value[y][x];
	if (isinf(unlikely))
		return false;
	view->unlikely += unlikely;
	view->missing += *value < 0;
	return true;
}

/* Does a view show all of its grid but for a line at a side or two, such as
 * that of a diagonal's total? */
static bool is_all_of_grid(const struct view *view)
{
	int left = view->total_x < view->x0 ? view->total_x : view->x0;
	int top = view->total_y < view->y0 ? view->total_y : view->y0;

	return left <= 1 && top <= 1 &&
	       left + view->columns + 2 >= view->grid->grid->columns &&
	       top + view->rows + 2 >= view->grid->grid->rows;
}

/* Are the totals, as far as there are any, numbers whose sums agree? Nearly all
 * views end here. */
static bool do_totals_agree(struct view *view)
{
	long down = 0, across = 0;
	int down_missing;

	for (int y = 0; y < view->rows; y++) {
		if (!take_total(view, view->total_x, view->y0 + y,
				&view->row_totals[y]))
			return false;
		down += view->row_totals[y] < 0 ? 0 : view->row_totals[y];
	}
	down_missing = view->missing;
	if (2 * down_missing > view->rows)
		return false;
	for (int x = 0; x < view->columns; x++) {
		if (!take_total(view, view->x0 + x, view->total_y,
				&view->column_totals[x]))
			return false;
		across +=
			view->column_totals[x] < 0 ? 0 : view->column_totals[x];
	}
	if (!view->missing)
		return down == across && down > 0;
	/* few known totals agree by chance, and parts of a board lack many */
	return 5 * (view->missing - down_missing) <= 3 * view->columns &&
	       view->rows + view->columns - view->missing >= TOTALS_LEAST &&
	       is_all_of_grid(view) && (down_missing || across < down) &&
	       (view->missing > down_missing || down < across);
}

static void take_cells(struct view *view)
{
	struct whose *whose = view->whose;

	*whose = (struct whose){ .least = 1 };
	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++) {
			const struct slot *slot =
				&view->grid->slots[view->y0 + y][view->x0 + x];

			whose->slots[whose->count] = slot;
			whose->values[whose->count++] = take(view, slot, true);
		}
	whose_find(whose);
	for (int i = 0; i < whose->count; i++)
		view->cells[i / view->columns][i % view->columns] =
			whose->values[i];
}

static int try_view(const struct slot_grid *grid, const struct totals *totals,
		    int x0, int y0, int columns, int rows, bool right,
		    bool below, struct claim_list *list,
		    struct problem *problem)
{
	int total_x = right ? x0 + columns : x0 - 1;
	int total_y = below ? y0 + rows : y0 - 1;
	struct whose whose; /* made where the totals agree */
	struct view view;

	if (isinf(totals->unlikely[y0][total_x]) ||
	    isinf(totals->unlikely[total_y][x0]))
		return 0;
	view = (struct view){
		.grid = grid,
		.whose = &whose,
		.totals = totals,
		.x0 = x0,
		.y0 = y0,
		.columns = columns,
		.rows = rows,
		.total_x = total_x,
		.total_y = total_y,
	};
	if (!do_totals_agree(&view))
		return 0;
	take_cells(&view);
	check_lines(&view);
	/* no player has anything to fill in, or nothing fits; where hardly
	 * anything is given it is a board of Train Tracks */
	if (!view.blanks ||
	    rows * columns - view.blanks < GIVENS_LEAST * rows * columns ||
	    view.wrong > 1 || 2 * view.strange > rows ||
	    (view.missing && (view.strange || view.wrong)))
		return 0;
	find_diagonals(&view);
	return add_claim(&view, list, problem);
}

static int claim(const struct scene *scene, struct claim_list *list,
		 struct problem *problem)
{
	int result = 0;

	for (size_t g = 0; g < scene->grid_count; g++) {
		const struct slot_grid *grid = &scene->grids[g];
		int across = grid->grid->columns, down = grid->grid->rows;
		struct totals totals;

		read_totals(grid, &totals);
		for (int rows = CROSS_SUM_SIDE_MIN;
		     rows < down && rows <= CROSS_SUM_SIDE_MAX; rows++)
			for (int columns = CROSS_SUM_SIDE_MIN;
			     columns < across && columns <= CROSS_SUM_SIDE_MAX;
			     columns++)
				for (int i = 0; i < 4; i++)
					for (int y = !(i & 2);
					     y + rows + !!(i & 2) <= down; y++)
						for (int x = !(i & 1);
						     x + columns + (i & 1) <=
							     across &&
						     result == 0;
						     x++)
							result = try_view(
								grid, &totals,
								x, y, columns,
								rows, i & 1,
								i & 2, list,
								problem);
	}
	return result;
}

const struct claim_family claim_cross_sum = { FAMILY_cross_sum, LAYOUT_GRIDS,
					      claim };
