/* Sudokus: a square of 9, 6 or 4 cells a side, each empty or with a number up
 * to that, none twice in a row, a column or a box. */
#include "grids.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"

/* Readings less likely than that are strangers. */
#define LIKELY .02

static const int sides[] = { 9, 6, 4 };

/* Numbers lower than this share of the median one are pencil marks: drawn a
 * third as high as givens in most programs, .6 at most. */
#define PENCIL .72
/* Old-style figures 1 and 2 are lower than the others, but not so low: letters
 * without an ascender are at least that share of those with one. */
#define LOW_FIGURE .58
/* Where so many of the cells without a line's are boxes all are. */
#define BOXED_LEAST .8
/* Two inks are further apart than that, summed over the channels, and than so
 * many times what numbers are mostly off theirs. */
#define INK_APART 120
#define INK_CLEAR 5
/* Fills nearer than that are one; so large a share of the blank cells is no
 * exception. */
#define FILL_APART 24
#define BLANKS_ALIKE .15
/* So many givens a cell has a board at least: 17 of 81 (McGuire et al. 2012),
 * 4 of 16. */
#define GIVENS_LEAST .2
/* More than that is rather a solution of which some numbers are not seen: half
 * of the cells of printed puzzles at most. */
#define GIVENS_MOST .6
/* Givens stand out so many times more than a player's numbers, or there is so
 * much doubt as to which are whose. */
#define CONTRAST_CLEAR 1.25
#define WHOSE_DOUBT .15
/* Inks that differ in how thick they are alone are no further apart than that,
 * a channel, once they are as strong. */
#define PALER_OFF 24
/* Its cells lie no further off a lattice than that, root mean square, cells: of
 * photographs that were read .15 at most; more is a grid of merged cells and
 * words. */
#define OFF_LATTICE .2
/* So few numbers that seem to be a player's are in doubt. */
#define FEW 3
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
	bool entered[SUDOKU_SIDE_MAX * SUDOKU_SIDE_MAX]; /* by a player */
	bool doubtful[SUDOKU_SIDE_MAX * SUDOKU_SIDE_MAX];
	int givens, strange;
	double unlikely;
	double doubt; /* that these are the givens */
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

static int add_claim(const struct view *view, int box_width, int clashes,
		     struct claim_list *list, struct problem *problem)
{
	static const struct number_reading whose = {
		.nothing = 1 - WHOSE_DOUBT,
		.other = WHOSE_DOUBT,
	};
	struct claim claim = { .puzzle.family = FAMILY_sudoku };
	struct sudoku *puzzle = &claim.puzzle.as.sudoku;
	int n = view->side, entered = 0;
	double slots = (double)n * n;

	sudoku_init(puzzle, n, box_width);
	claim_measure(&claim, view->grid, view->x0, view->y0, n, n, box_width,
		      n / box_width);
	claim_place(&claim, view->grid, view->x0, view->y0, n, n);
	claim.slots = slots;
	claim.doubt = view->doubt;
	if (clashes > 1)
		claim.lacking = "a square like a sudoku's, in which numbers "
				"stand twice";
	claim_set_faults(&claim, view->strange + 27 * (clashes == 1),
			 view->unlikely);
	/* that none is there twice is worth some sums */
	claim.features[CLAIM_CHECKS] =
		claim.lacking ? 0 : log2(1 + view->givens / 4.);
	for (int i = 0; i < n * n; i++) {
		const struct number_reading *read = slot_of(view, i)->reading;

		entered += view->entered[i] && read && read->count &&
			   read->values[0].chance > .5;
	}
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			int value = view->cells[y][x];

			struct slot slot = *slot_of(view, y * n + x);

			/* what a player entered is read, but no clue; only
			 * one or two may be givens that look otherwise */
			if (view->entered[y * n + x])
				slot.reading = entered > FEW ? NULL : &whose;
			puzzle->cells[y][x] = value > 0 ? value : SUDOKU_BLANK;
			if (claim_add_clue(&claim, &slot, value, problem,
					   "cells[%d][%d]", y, x) < 0) {
				claim_free(&claim);
				return -1;
			}
		}
	return claim_list_add(list, &claim, problem);
}

static int apart(uint32_t a, uint32_t b)
{
	int sum = 0;

	for (int shift = 0; shift < 24; shift += 8)
		sum += abs((int)(a >> shift & 255) - (int)(b >> shift & 255));
	return sum;
}

/* The colour of what is read in a cell. */
static uint32_t ink_of(const struct view *view, int i)
{
	const struct slot *slot = slot_of(view, i);

	return slot->reading ? slot->reading->ink : slot->fill;
}

static void clear(struct view *view, int i)
{
	int *cell = &view->cells[i / view->side][i % view->side];

	view->givens -= *cell > 0;
	view->strange -= view->doubtful[i];
	view->doubtful[i] = false;
	*cell = -1;
	view->entered[i] = true;
}

/* Do the numbers of each box belong to one group? Boxes of another tint often
 * have an ink of their own. */
static bool is_by_box(const struct view *view, const signed char *group)
{
	/* boxes of six cells stand or lie */
	int most = view->side == 6 ? 3 : view->side == 9 ? 3 : 2;

	for (int width = view->side == 6 ? 2 : most; width <= most; width++) {
		int height = view->side / width;
		signed char of_box[SUDOKU_SIDE_MAX];
		bool one = true;

		memset(of_box, -1, sizeof of_box);
		for (int i = 0; i < view->side * view->side && one; i++) {
			int box = i / view->side / height * height +
				  i % view->side / width;

			one = group[i] < 0 || of_box[box] < 0 ||
			      of_box[box] == group[i];
			of_box[box] = group[i] < 0 ? of_box[box] : group[i];
		}
		if (one)
			return true;
	}
	return false;
}

/* Is one ink the other one thinned by the ground? */
static bool is_paler(const struct view *view, const signed char *group,
		     const uint32_t inks[2])
{
	uint32_t ground = 0;
	int off[2], most = 0;

	for (int i = 0; i < view->side * view->side; i++)
		if (group[i] >= 0)
			ground = slot_of(view, i)->reading->ground;
	for (int k = 0; k < 2; k++)
		off[k] = apart(inks[k], ground);
	for (int shift = 0; shift < 24; shift += 8) {
		int at = (int)(ground >> shift & 255);
		int a = ((int)(inks[0] >> shift & 255) - at) * off[1];
		int b = ((int)(inks[1] >> shift & 255) - at) * off[0];

		most = abs(a - b) > most ? abs(a - b) : most;
	}
	/* by the fainter one's distance: what noise and hinting make of it */
	return most < PALER_OFF * fmax(off[0], off[1]);
}

/* Is no number in both groups? Then what tells them apart is how the numbers
 * look: a thin 1 and 7 seem paler than an 8, and some programs give each number
 * a colour. */
static bool is_by_value(const struct view *view, const signed char *group)
{
	bool in[2][SUDOKU_SIDE_MAX + 1] = { { false } };

	for (int i = 0; i < view->side * view->side; i++)
		if (group[i] >= 0)
			in[group[i]]
			  [view->cells[i / view->side][i % view->side]] = true;
	for (int value = 1; value <= view->side; value++)
		if (in[0][value] && in[1][value])
			return false;
	return true;
}

static bool is_blank(const struct view *view, int i)
{
	return view->cells[i / view->side][i % view->side] < 0;
}

static bool look_alike(const struct slot *a, const struct slot *b)
{
	return a->nested == b->nested && apart(a->fill, b->fill) < FILL_APART;
}

/* The share of the blank cells that look like a cell. */
static double blanks_like(const struct view *view, const struct slot *one)
{
	int blanks = 0, alike = 0;

	for (int i = 0; i < view->side * view->side; i++) {
		const struct slot *slot = slot_of(view, i);

		if (!is_blank(view, i) || !slot->boxed)
			continue;
		blanks++;
		alike += look_alike(slot, one);
	}
	return blanks ? (double)alike / blanks : 0;
}

/* Where all blanks are inputs, which look like no given, numbers in such are a
 * player's. */
static void drop_typed(struct view *view)
{
	signed char typed[SUDOKU_SIDE_MAX * SUDOKU_SIDE_MAX];
	int cells = view->side * view->side, n = 0;

	for (int i = 0; i < cells; i++) {
		double share;

		typed[i] = -1;
		if (is_blank(view, i))
			continue;
		share = blanks_like(view, slot_of(view, i));
		typed[i] = share > BLANKS_ALIKE;
		n += typed[i];
		if (!typed[i] && share > 0)
			return;
	}
	if (view->givens - n < GIVENS_LEAST * cells || is_by_box(view, typed))
		return;
	for (int i = 0; i < cells; i++)
		if (typed[i] > 0)
			clear(view, i);
}

/* The two inks of the numbers in the group that are furthest apart, each the
 * mean of what is nearer to it; false where all have one. */
static bool find_inks(const struct view *view, const signed char *group,
		      uint32_t inks[2])
{
	int cells = view->side * view->side, most = 0, off = 0, numbers = 0;

	for (int i = 0; i < cells; i++)
		for (int k = 0; k < i; k++) {
			uint32_t a = ink_of(view, i);
			uint32_t b = ink_of(view, k);

			if (group[i] < 0 || group[k] < 0 || apart(a, b) <= most)
				continue;
			most = apart(a, b);
			inks[0] = a, inks[1] = b;
		}
	for (int which = 0; which < 2 && most; which++) {
		int sum[3] = { 0 }, n = 0;

		for (int i = 0; i < cells; i++) {
			uint32_t ink = ink_of(view, i);

			if (group[i] < 0 ||
			    apart(ink, inks[which]) > apart(ink, inks[!which]))
				continue;
			for (int k = 0; k < 3; k++)
				sum[k] += (int)(ink >> 8 * k & 255);
			n++;
		}
		inks[which] = 0;
		for (int k = 0; k < 3; k++)
			inks[which] |= (uint32_t)(sum[k] / n) << 8 * k;
	}
	for (int i = 0; i < cells; i++) {
		uint32_t ink = ink_of(view, i);
		int a = apart(ink, inks[0]), b = apart(ink, inks[1]);

		if (group[i] < 0)
			continue;
		off += a < b ? a : b;
		numbers++;
	}
	return most && apart(inks[0], inks[1]) > INK_APART &&
	       numbers * apart(inks[0], inks[1]) > INK_CLEAR * off;
}

/* Do numbers of both groups stand on one ground? Where grounds differ givens'
 * inks may, and so do those of a player whose cells alone are untinted. */
static bool share_ground(const struct view *view, const signed char *group)
{
	int cells = view->side * view->side, shared[2] = { 0 }, of[2] = { 0 };

	for (int i = 0; i < cells; i++) {
		bool shares = false;

		if (group[i] < 0)
			continue;
		for (int k = 0; k < cells && !shares; k++)
			shares = group[k] == !group[i] &&
				 apart(slot_of(view, i)->reading->ground,
				       slot_of(view, k)->reading->ground) <
					 FILL_APART;
		shared[group[i]] += shares;
		of[group[i]]++;
	}
	return 2 * shared[0] > of[0] || 2 * shared[1] > of[1];
}

static bool is_low_figure(const struct view *view, int i)
{
	int value = view->cells[i / view->side][i % view->side];

	return value == 1 || value == 2;
}

/* How high the numbers of one figure's kind, or of both (-1), are; 0: there are
 * none. */
static double usual_height(const struct view *view, int kind)
{
	double heights[SUDOKU_SIDE_MAX * SUDOKU_SIDE_MAX];
	int n = 0;

	for (int i = 0; i < view->side * view->side; i++)
		if (slot_of(view, i)->words == 1 &&
		    (kind < 0 || is_low_figure(view, i) == kind))
			heights[n++] = slot_of(view, i)->px_text;
	/* of the higher half: most may be pencilled */
	return n ? order_pick_double(heights, n, 3 * n / 4) : 0;
}

/* How high numbers are, of each kind; false where there are none. */
static bool find_usual(const struct view *view, double usual[2])
{
	double low = usual_height(view, 1);

	usual[0] = usual[1] = usual_height(view, -1);
	if (low < PENCIL * usual[0] && low > LOW_FIGURE * usual[0])
		usual[1] = low;
	return usual[0] > 0;
}

/* What a player has entered is no given: pencil marks are lower, and own digits
 * are drawn in another ink than the givens, which are enough for one answer and
 * stand out more. */
static void drop_entered(struct view *view)
{
	double usual[2]; /* of 3 and more, of 1 and 2 */
	double contrast[2] = { 0 };
	int cells = view->side * view->side, of[2] = { 0 }, given;
	signed char group[SUDOKU_SIDE_MAX * SUDOKU_SIDE_MAX];
	uint32_t inks[2];

	if (!find_usual(view, usual))
		return;
	for (int i = 0; i < cells; i++) {
		const struct slot *slot = slot_of(view, i);

		if (slot->px_text > 0 &&
		    slot->px_text < PENCIL * usual[is_low_figure(view, i)])
			clear(view, i);
		group[i] = is_blank(view, i) ? -1 : 0;
	}
	if (!find_inks(view, group, inks))
		return;
	for (int i = 0; i < cells; i++) {
		const struct slot *slot = slot_of(view, i);

		if (group[i] < 0)
			continue;
		group[i] = apart(ink_of(view, i), inks[1]) <
			   apart(ink_of(view, i), inks[0]);
		of[group[i]]++;
		contrast[group[i]] +=
			apart(slot->reading->ink, slot->reading->ground);
	}
	if (!of[1] || is_by_box(view, group))
		return;
	if (!share_ground(view, group)) {
		view->doubt = WHOSE_DOUBT;
		return;
	}
	given = of[0] < GIVENS_LEAST * cells ? 1
		: of[1] < GIVENS_LEAST * cells
			? 0
			: contrast[1] / of[1] > contrast[0] / of[0];
	if (is_by_value(view, group)) {
		/* of a few in another colour that may be by chance */
		if ((of[0] <= FEW || of[1] <= FEW) &&
		    !is_paler(view, group, inks))
			view->doubt = WHOSE_DOUBT;
		return;
	}
	/* one digit may be faint, and hardly other ink is anybody's */
	if (of[!given] < 2 ||
	    (of[!given] >= GIVENS_LEAST * cells &&
	     contrast[given] / of[given] <
		     CONTRAST_CLEAR * contrast[!given] / of[!given]))
		view->doubt = WHOSE_DOUBT;
	if (of[given] < GIVENS_LEAST * cells || of[!given] < 2)
		return;
	for (int i = 0; i < cells; i++)
		if (group[i] == !given)
			clear(view, i);
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
	signs->tinted[parted] += apart(one->fill, other->fill) >= FILL_APART;
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

static int try_view(const struct slot_grid *grid,
		    const struct token_list *tokens, int x0, int y0, int side,
		    struct claim_list *list, struct problem *problem)
{
	struct view view = {
		.grid = grid, .tokens = tokens, .x0 = x0, .y0 = y0, .side = side
	};
	int width = side == 9 ? 3 : side == 4 ? 2 : find_box_width(&view);
	int clashes;

	if (grid->grid->residual > OFF_LATTICE || has_bare_rim(&view))
		return 0;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) {
			double chance;

			view.cells[y][x] =
				slot_value(&grid->slots[y0 + y][x0 + x], 1,
					   side, true, &chance);
			if (chance < LIKELY) {
				view.strange++;
				view.doubtful[y * side + x] = true;
				view.cells[y][x] = -1;
			} else {
				view.unlikely -= log(chance);
			}
			view.givens += view.cells[y][x] > 0;
		}
	drop_entered(&view);
	drop_typed(&view);
	/* a full one is solved; few givens leave many answers */
	if (view.givens == side * side ||
	    view.givens < GIVENS_LEAST * side * side ||
	    4 * view.strange > view.givens)
		return 0;
	if (view.givens > GIVENS_MOST * side * side)
		view.doubt = WHOSE_DOUBT;
	if (!width) {
		int lying = count_clashes(&view, 3);
		int standing = count_clashes(&view, 2);

		width = standing < lying ? 2 : 3;
		if (standing == lying)
			view.doubt = fmax(view.doubt, BOXES_DOUBT);
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
