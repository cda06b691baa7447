/* Sudokus: a square of 9, 6 or 4 cells a side, each empty or with a number up
 * to that, none twice in a row, a column or a box. */
#include "grids.h"

#include <math.h>

/* Readings less likely than that are strangers. */
#define LIKELY .02

static const int sides[] = { 9, 6, 4 };

struct view {
	const struct slot_grid *grid;
	int x0, y0, side;
	int cells[SUDOKU_SIDE_MAX][SUDOKU_SIDE_MAX];
	int givens, strange;
	double unlikely;
};

static bool slot_is_number(const struct slot_grid *grid, int x, int y)
{
	const struct slot *slot;

	if (x < 0 || y < 0 || x >= grid->grid->columns || y >= grid->grid->rows)
		return false;
	slot = &grid->slots[y][x];
	return slot->boxed || (slot->reading && slot->reading->nothing +
							 slot->reading->other <
						 .5);
}

/* Numbers and boxes right around it: it is part of something larger. */
static int count_beside(const struct view *view)
{
	int count = 0;

	for (int i = 0; i < view->side; i++) {
		int x = view->x0 + i, y = view->y0 + i, n = view->side;

		count += slot_is_number(view->grid, x, view->y0 - 1);
		count += slot_is_number(view->grid, x, view->y0 + n);
		count += slot_is_number(view->grid, view->x0 - 1, y);
		count += slot_is_number(view->grid, view->x0 + n, y);
	}
	return count;
}

/* How many pairs of equal numbers break a rule. */
static int count_clashes(const struct view *view, int box_width)
{
	int box_height = view->side / box_width, n = view->side, clashes = 0;

	for (int i = 0; i < n * n; i++)
		for (int k = 0; k < i; k++) {
			int y = i / n, x = i % n, v = k / n, u = k % n;

			if (view->cells[y][x] < 0 ||
			    view->cells[y][x] != view->cells[v][u])
				continue;
			clashes += y == v || x == u ||
				   (y / box_height == v / box_height &&
				    x / box_width == u / box_width);
		}
	return clashes;
}

static int add_claim(const struct view *view, int box_width, int clashes,
		     struct claim_list *list, struct problem *problem)
{
	struct claim claim = { .puzzle.family = FAMILY_sudoku };
	struct sudoku *puzzle = &claim.puzzle.as.sudoku;
	int n = view->side;
	double slots = (double)n * n;

	sudoku_init(puzzle, n, box_width);
	claim_measure(&claim, view->grid, view->x0, view->y0, n, n);
	claim_place(&claim, view->grid, view->x0, view->y0, n, n);
	claim.slots = slots;
	claim.features[CLAIM_BESIDE] = count_beside(view) / (double)n;
	claim.features[CLAIM_STRANGE] =
		(view->strange + 3 * clashes) / (double)n;
	claim.features[CLAIM_DIGITS] = view->unlikely / n;
	/* that none is there twice is worth some sums */
	claim.features[CLAIM_CHECKS] = log2(1 + view->givens / 4.);
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			int value = view->cells[y][x];

			puzzle->cells[y][x] = value > 0 ? value : SUDOKU_BLANK;
			if (claim_add_clue(&claim,
					   &view->grid->slots[view->y0 + y]
							     [view->x0 + x],
					   value, problem, "cells[%d][%d]", y,
					   x) < 0) {
				claim_free(&claim);
				return -1;
			}
		}
	return claim_list_add(list, &claim, problem);
}

static int try_view(const struct slot_grid *grid, int x0, int y0, int side,
		    struct claim_list *list, struct problem *problem)
{
	struct view view = { .grid = grid, .x0 = x0, .y0 = y0, .side = side };
	int width = side == 9 ? 3 : side == 4 ? 2 : 3, clashes;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) {
			double chance;

			view.cells[y][x] =
				slot_value(&grid->slots[y0 + y][x0 + x], 1,
					   side, true, &chance);
			if (chance < LIKELY) {
				view.strange++;
				view.cells[y][x] = -1;
			} else {
				view.unlikely -= log(chance);
			}
			view.givens += view.cells[y][x] > 0;
		}
	/* a full one is solved; fewer givens never leave one answer: 17 of 81
	 * (McGuire et al. 2012), 4 of 16; of 36 8 */
	if (view.givens == side * side || view.givens < side ||
	    4 * view.strange > view.givens)
		return 0;
	clashes = count_clashes(&view, width);
	if (side == 6 && clashes && count_clashes(&view, 2) < clashes) {
		width = 2;
		clashes = count_clashes(&view, width);
	}
	if (clashes > 1)
		return 0;
	return add_claim(&view, width, clashes, list, problem);
}

static int claim(const struct scene *scene, struct claim_list *list,
		 struct problem *problem)
{
	int result = 0;

	for (size_t g = 0; g < scene->grid_count; g++) {
		const struct slot_grid *grid = &scene->grids[g];

		for (int k = 0; k < 3; k++)
			for (int y = 0; y + sides[k] <= grid->grid->rows; y++)
				for (int x = 0; x + sides[k] <=
							grid->grid->columns &&
						result == 0;
				     x++)
					result = try_view(grid, x, y, sides[k],
							  list, problem);
	}
	return result;
}

const struct claim_family claim_sudoku = { FAMILY_sudoku, claim };
