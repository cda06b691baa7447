/* Sudokus: a square of 9, 6 or 4 cells a side, each empty or with a number up
 * to that, none twice in a row, a column or a box. */
#include "grids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"
#include "order.h"
#include "whose.h"

/* Readings less likely than that are strangers. */
#define LIKELY .02

/* Cells that hold a zero, at least, where that is the sign of blank ones. */
#define ZEROS_LEAST 3

static const int sides[] = { 9, 6, 4 };

/* Where so many of the cells without a line's are boxes all are. */
#define BOXED_LEAST .8
/* So many givens a cell has a board at least: 17 of 81 (McGuire et al. 2012),
 * 4 of 16. */
#define GIVENS_LEAST .2
/* More than that is rather a solution of which some numbers are not seen: half
 * of the cells of printed puzzles at most. */
#define GIVENS_MOST .6
/* ... with more than that it is rather a printed solution of which some are
 * overlooked, and that it has an answer proves nothing. */
#define SOLVED .75
#define SOLVED_DOUBT .8
/* Its cells lie no further off a lattice than that, root mean square, cells: of
 * photographs that were read .15 at most; more is a grid of merged cells and
 * words. */
#define OFF_LATTICE .2
/* Lines around boxes are thicker than others by that, cells, and by so many
 * standard errors of so many places at least. */
#define THICKER .008
#define THICKER_CLEAR 4
#define STEPS_LEAST 6
/* Pairs of cells that boxes part and tints tell apart: of 18, where every other
 * box is tinted; a row or a column that is marked makes 6. */
#define TINTED_LEAST 10
/* Whether boxes of six cells stand or lie, if nothing tells. */
#define BOXES_DOUBT .15

struct view {
	const struct slot_grid *grid;
	const struct token_list *tokens;
	int x0, y0, side;
	int cells[SUDOKU_SIDE_MAX][SUDOKU_SIDE_MAX];
	struct whose *whose;
	int givens, strange;
	double unlikely;
};

static const struct slot *slot_of(const struct view *view, int i)
{
	return &view->grid->slots[view->y0 + i / view->side]
				 [view->x0 + i % view->side];
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

/* Is a number there twice, a player's included? Those are mostly right. */
static bool have_clashes(const struct view *view, int box_width)
{
	struct view played = *view;
	const struct whose *whose = view->whose;

	for (int i = 0; i < whose->count; i++)
		if (whose->entered[i])
			played.cells[i / view->side][i % view->side] =
				whose->played[i];
	return count_clashes(&played, box_width) > 1;
}

static int add_claim(const struct view *view, int box_width, int clashes,
		     struct claim_list *list, struct problem *problem)
{
	struct claim claim = { .puzzle.family = FAMILY_sudoku };
	struct sudoku *puzzle = &claim.puzzle.as.sudoku;
	int n = view->side;
	double slots = (double)n * n;
	bool played_twice = have_clashes(view, box_width);

	sudoku_init(puzzle, n, box_width);
	claim_measure(&claim, view->grid, view->x0, view->y0, n, n, box_width,
		      n / box_width);
	claim_place(&claim, view->grid, view->x0, view->y0, n, n);
	claim.slots = slots;
	claim.doubt = view->whose->doubt;
	/* without boxes the numbers alone tell that a board is there */
	if (clashes > 1 || (played_twice && claim.features[CLAIM_UNBOXED] > .5))
		claim.lacking = _("a square like a sudoku's, but with "
				  "repeated numbers");
	claim_set_faults(&claim, view->strange + 27 * (clashes == 1),
			 view->unlikely);
	/* that none is there twice is worth some sums */
	claim.features[CLAIM_CHECKS] =
		claim.lacking || played_twice ? 0 : log2(1 + view->givens / 4.);
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			int value = view->cells[y][x];
			struct slot slot = whose_slot(view->whose, y * n + x);

			puzzle->cells[y][x] = value > 0 ? value : SUDOKU_BLANK;
			if (claim_add_clue(&claim, &slot, value, problem,
					   "cells[%d][%d]", y, x) < 0) {
				claim_free(&claim);
				return -1;
			}
		}
	return claim_list_add(list, &claim, problem);
}

/* What tells whether boxes of six cells lie, [0], or stand, [1]. */
struct box_signs {
	/* of neighbours that only such boxes part: how far apart they are, by
	 * their own size, and how many have different tints */
	double steps[2], squares[2];
	int pairs[2], tinted[2];
	int framed_apart[2]; /* pairs in one frame that such boxes part */
};

static bool in_one_box(int a, int b, int width)
{
	int height = 6 / width;

	return a / 6 / height == b / 6 / height &&
	       a % 6 / width == b % 6 / width;
}

static const struct token *token_of(const struct view *view, int i)
{
	int token = slot_of(view, i)->token;

	return token < 0 ? NULL : &view->tokens->tokens[token];
}

static void measure_step(const struct view *view, int a, int b, int parted,
			 struct box_signs *signs)
{
	const struct token *one = token_of(view, a), *other = token_of(view, b);
	double step;

	if (!slot_of(view, a)->boxed || !slot_of(view, b)->boxed)
		return;
	step = 2 * point_distance(one->px_at, other->px_at) /
	       (b == a + 1 ? one->px_width + other->px_width
			   : one->px_height + other->px_height);
	signs->steps[parted] += step;
	signs->squares[parted] += step * step;
	signs->pairs[parted]++;
	signs->tinted[parted] +=
		whose_apart(one->fill, other->fill) >= FILL_APART;
}

static bool stand_in_one_frame(const struct view *view, int a, int b)
{
	const struct token *one = token_of(view, a), *other = token_of(view, b);

	return one && other && one->kind == TOKEN_WORD &&
	       other->kind == TOKEN_WORD && one->box >= 0 &&
	       one->box == other->box;
}

static void find_signs(const struct view *view, struct box_signs *signs)
{
	for (int a = 0; a < 36; a++)
		for (int b = a + 1; b < 36; b++) {
			bool one[2] = { in_one_box(a, b, 3),
					in_one_box(a, b, 2) };
			bool framed = stand_in_one_frame(view, a, b);

			for (int k = 0; k < 2; k++)
				signs->framed_apart[k] += framed && !one[k];
			if (one[0] != one[1] &&
			    (b == a + 6 || (b == a + 1 && b % 6)))
				measure_step(view, a, b, one[0], signs);
		}
}

/* How much thicker lines are where boxes that lie have them than where boxes
 * that stand have them; 0 where that is not clear. */
static double lines_thicker(const struct box_signs *signs)
{
	double means[2], variance = 0, more;

	for (int k = 0; k < 2; k++) {
		int n = signs->pairs[k];

		if (n < STEPS_LEAST)
			return 0;
		means[k] = signs->steps[k] / n;
		variance +=
			fmax(0, signs->squares[k] / n - means[k] * means[k]) /
			n;
	}
	more = means[0] - means[1];
	return fabs(more) > THICKER &&
			       fabs(more) > THICKER_CLEAR * sqrt(variance)
		       ? more
		       : 0;
}

/* How wide the boxes of a board of six are: by what frames several cells, by
 * how thick lines are, by tints; 0: nothing tells. */
static int find_box_width(const struct view *view)
{
	struct box_signs signs = { 0 };
	double thicker;

	find_signs(view, &signs);
	thicker = lines_thicker(&signs);
	if (!signs.framed_apart[0] != !signs.framed_apart[1])
		return signs.framed_apart[0] ? 2 : 3;
	if (thicker > 0 || thicker < 0)
		return thicker > 0 ? 3 : 2;
	if (!signs.tinted[0] != !signs.tinted[1] &&
	    signs.tinted[0] + signs.tinted[1] >= TINTED_LEAST)
		return signs.tinted[0] ? 3 : 2;
	return 0;
}

/* Is a line at the rim without boxes, where the other cells have them? Labels
 * stand so beside a board. */
static bool has_bare_rim(const struct view *view)
{
	int n = view->side, all = 0, rims[4] = { 0 };

	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			bool boxed = slot_of(view, y * n + x)->boxed;

			all += boxed;
			rims[0] += boxed && !y;
			rims[1] += boxed && y == n - 1;
			rims[2] += boxed && !x;
			rims[3] += boxed && x == n - 1;
		}
	for (int i = 0; i < 4; i++)
		if (!rims[i] && all > BOXED_LEAST * n * (n - 1))
			return true;
	return false;
}

enum { CELLS_MOST = SUDOKU_SIDE_MAX * SUDOKU_SIDE_MAX };

struct cell {
	enum { CELL_GIVEN, CELL_BLANK, CELL_ZERO, CELL_DOUBTFUL } kind;
	double unlikely; /* -log of its reading's likelihood */
};

/* Reads a view's cells; returns how many numbers it has. Where most of the
 * cells without one hold a zero it is the sign of blank ones. */
static int take_cells(struct view *view, struct cell cells[CELLS_MOST])
{
	int all = view->side * view->side, count[4] = { 0 };

	for (int i = 0; i < all; i++) {
		double chance;
		int value = slot_value(slot_of(view, i), 0, view->side, true,
				       &chance);

		cells[i].kind = chance < LIKELY ? CELL_DOUBTFUL
				: value > 0     ? CELL_GIVEN
				: value < 0     ? CELL_BLANK
						: CELL_ZERO;
		cells[i].unlikely =
			cells[i].kind == CELL_DOUBTFUL ? 0 : -log(chance);
		count[cells[i].kind]++;
		view->cells[i / view->side][i % view->side] =
			cells[i].kind == CELL_GIVEN ? value : -1;
	}
	if (count[CELL_ZERO] < ZEROS_LEAST ||
	    count[CELL_ZERO] <= count[CELL_BLANK])
		for (int i = 0; i < all; i++)
			if (cells[i].kind == CELL_ZERO)
				cells[i] = (struct cell){ CELL_DOUBTFUL, 0 };
	return count[CELL_GIVEN];
}

static int try_view(const struct slot_grid *grid,
		    const struct token_list *tokens, int x0, int y0, int side,
		    struct claim_list *list, struct problem *problem)
{
	static const struct number_reading blank = { .nothing = 1 };
	struct whose board, *whose = &board;
	struct view view = {
		.grid = grid,
		.tokens = tokens,
		.x0 = x0,
		.y0 = y0,
		.side = side,
		.whose = whose,
	};
	struct cell cells[CELLS_MOST];
	struct slot zeros[CELLS_MOST];
	int width, clashes;

	if (grid->grid->residual > OFF_LATTICE)
		return 0;
	/* few givens leave many answers */
	if (take_cells(&view, cells) < GIVENS_LEAST * side * side ||
	    has_bare_rim(&view))
		return 0;
	width = side == 9 ? 3 : side == 4 ? 2 : find_box_width(&view);
	board = (struct whose){
		.count = side * side,
		.side = side,
		.least = (int)ceil(GIVENS_LEAST * side * side),
	};
	for (int i = 0; i < side * side; i++) {
		whose->slots[i] = slot_of(&view, i);
		whose->values[i] = view.cells[i / side][i % side];
		if (cells[i].kind != CELL_ZERO)
			continue;
		zeros[i] = *slot_of(&view, i);
		zeros[i].reading = &blank;
		zeros[i].px_text = zeros[i].words = 0;
		whose->slots[i] = &zeros[i];
	}
	whose_find(whose);
	for (int i = 0; i < side * side; i++) {
		view.cells[i / side][i % side] = whose->values[i];
		view.givens += whose->values[i] > 0;
		view.strange +=
			cells[i].kind == CELL_DOUBTFUL && !whose->entered[i];
		/* pencil marks are no clues, whatever they look like */
		if (!whose->entered[i] || whose->played[i] > 0)
			view.unlikely += cells[i].unlikely;
	}
	/* a full one is solved */
	if (view.givens == side * side ||
	    view.givens < GIVENS_LEAST * side * side ||
	    4 * view.strange > view.givens)
		return 0;
	if (view.givens > GIVENS_MOST * side * side)
		whose->doubt = view.givens > SOLVED * side * side ? SOLVED_DOUBT
								  : WHOSE_DOUBT;
	if (!width) {
		int lying = count_clashes(&view, 3);
		int standing = count_clashes(&view, 2);

		width = standing < lying ? 2 : 3;
		if (standing == lying)
			whose->doubt = fmax(whose->doubt, BOXES_DOUBT);
	}
	clashes = count_clashes(&view, width);
	/* smaller squares of numbers are of other kinds mostly */
	if (clashes > 1 && side < SUDOKU_SIDE_MAX)
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
				for (int x = 0;
				     x + sides[k] <= grid->grid->columns &&
				     result == 0;
				     x++)
					result = try_view(grid, scene->tokens,
							  x, y, sides[k], list,
							  problem);
	}
	return result;
}

const struct claim_family claim_sudoku = { FAMILY_sudoku, LAYOUT_GRIDS, claim };
