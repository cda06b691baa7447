/* Train Tracks: squares, a number for each column above or below and one for
 * each row at the right or left, with equal sums; pieces of track in some
 * squares, of which two cross the rim, or letters that tell where. */
#include "grids.h"
#include "language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Everything that is tuned here. */
static const struct {
	/* readings less likely than that are strangers */
	double likely;
	/* share of a line's totals that may lack */
	double missing_most;
	/* ... and so many more before the first ones */
	double missing_first;
	/* share of the squares in a line that are seen, at least, where totals
	 * lack */
	double line_seen;
	/* a letter counts from this probability on, that far outside of the
	 * board and off the middle of its square's side, squares */
	double letter, letter_out, letter_off;
	/* a piece whose ink differs from its ground in other channels than the
	 * ends' do (cosine), or by so much less or more than theirs, is the
	 * player's: lines of a pixel and a half on and between pixels have .77
	 * of each other's, a player's grey beside black .5; how far both
	 * scatter */
	double ink_cosine, ink_less, ink_scatter;

	/* a board beyond which a line of totals goes on with a number, no
	 * further off than so many steps, is whole with this probability */
	double next_to, goes_on;
} params = {
	.likely = .02,
	.missing_most = .5,
	.missing_first = 1.5,
	.line_seen = .5,
	.letter = .5,
	.letter_out = 2.6,
	.letter_off = .36,
	.ink_cosine = .975,
	.ink_less = .65,
	.ink_scatter = .03,

	.next_to = 1.4,
	.goes_on = .3,
};

/* A way to see a board in a grid. */
struct view {
	const struct slot_grid *grid;
	const struct scene *scene;
	int x0, y0, columns, rows; /* of its squares */
	int total_x, total_y;      /* of the totals' column and row */
	double unlikely;           /* -log of the readings' likelihood */
	double sure; /* that what is taken for no given piece is none */
	int strange; /* squares that hold something else */
	int missing; /* totals */
	struct tracks tracks;
	int given[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX]; /* sides; 0: none */
	/* that one was taken for none */
	double missed[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
};

/* One line of totals, counted from the board's side next to the other line. */
struct totals {
	int count; /* as many as may be totals */
	int value[GRID_SIDE_MOST], sum[GRID_SIDE_MOST + 1];
	int most[GRID_SIDE_MOST + 1], missing[GRID_SIDE_MOST + 1];
	double unlikely[GRID_SIDE_MOST + 1];
};

static const struct slot *slot_of_line(const struct slot_grid *grid,
				       bool across, int line, int i)
{
	return across ? &grid->slots[line][i] : &grid->slots[i][line];
}

/* The totals of a line from its place `from` on, `step` 1 or -1 on. */
static void read_totals(const struct slot_grid *grid, bool across, int line,
			int from, int step, struct totals *totals)
{
	int end = across ? grid->grid->columns : grid->grid->rows;

	*totals = (struct totals){ 0 };
	for (int i = from; i >= 0 && i < end; i += step) {
		int n = totals->count;
		double chance;
		int value = slot_value(slot_of_line(grid, across, line, i), 0,
				       TRACKS_SIDE_MAX, true, &chance);

		if (chance < params.likely || n == TRACKS_SIDE_MAX)
			return;
		totals->value[n] = value;
		totals->sum[n + 1] = totals->sum[n] + (value < 0 ? 0 : value);
		totals->most[n + 1] =
			value > totals->most[n] ? value : totals->most[n];
		totals->missing[n + 1] = totals->missing[n] + (value < 0);
		totals->unlikely[n + 1] = totals->unlikely[n] - log(chance);
		totals->count++;
		if (totals->missing[n + 1] >
		    params.missing_most * (n + 1) + params.missing_first)
			return;
	}
}

/* The share of the squares in a line of a view that are seen. */
static double line_seen(const struct view *view, bool across, int line)
{
	int from = across ? view->x0 : view->y0;
	int count = across ? view->columns : view->rows, seen = 0;
	const struct grid *grid = view->grid->grid;
	const int *framed = across ? grid->square_rows : grid->square_columns;

	if (grid->framed)
		return line >= framed[0] && line <= framed[1];
	if (line < 0 || line >= (across ? view->grid->grid->rows
					: view->grid->grid->columns))
		return 0;
	for (int i = 0; i < count; i++)
		seen += slot_of_line(view->grid, across, line, from + i)->boxed;
	return (double)seen / count;
}

/* Does a view end where its squares do? */
static bool is_bounded(const struct view *view)
{
	for (int y = view->y0 - 1; y <= view->y0 + view->rows; y++) {
		bool inside = y >= view->y0 && y < view->y0 + view->rows;

		if (y != view->total_y &&
		    inside != (line_seen(view, true, y) >= params.line_seen))
			return false;
	}
	for (int x = view->x0 - 1; x <= view->x0 + view->columns; x++) {
		bool inside = x >= view->x0 && x < view->x0 + view->columns;

		if (x != view->total_x &&
		    inside != (line_seen(view, false, x) >= params.line_seen))
			return false;
	}
	return true;
}

/* May so many of the totals be those of one board, perhaps some lacking? */
static bool do_sums_agree(const struct totals *across, int columns,
			  const struct totals *down, int rows)
{
	int sum_across = across->sum[columns], sum_down = down->sum[rows];
	int no_across = across->missing[columns], no_down = down->missing[rows];

	if (across->most[columns] > rows || down->most[rows] > columns ||
	    !sum_across || !sum_down)
		return false;
	if (!no_across && !no_down)
		return sum_across == sum_down;
	return no_across <= params.missing_most * columns &&
	       no_down <= params.missing_most * rows &&
	       (no_across || sum_across >= sum_down) &&
	       (no_down || sum_down >= sum_across);
}

static int outward(const struct view *view, int x, int y)
{
	return (x == 0 ? TRACKS_LEFT : 0) | (y == 0 ? TRACKS_TOP : 0) |
	       (x == view->columns - 1 ? TRACKS_RIGHT : 0) |
	       (y == view->rows - 1 ? TRACKS_BOTTOM : 0);
}

static const struct slot *square_at(const struct view *view, int x, int y)
{
	return &view->grid->slots[view->y0 + y][view->x0 + x];
}

/* What is likeliest drawn in the squares. False where one was not looked at. */
static bool look_at_squares(struct view *view)
{
	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++) {
			const struct slot *slot = square_at(view, x, y);
			const struct square_reading *seen = slot->square;
			int best = 0;

			if (!seen)
				return false;
			for (int i = 1; i < SQUARE_SIDES; i++)
				if (seen->sides[i] > seen->sides[best])
					best = i;
			if (best == SQUARE_SIDES - 1) {
				view->strange++;
				best = 0;
			}
			view->given[y][x] = best;
			/* what is no piece is none of the clues */
			view->missed[y][x] =
				best ? 0
				     : 1 - (double)(seen->sides[0] +
						    seen->sides[SQUARE_SIDES -
								1]);
		}
	return true;
}

/* Of two differences of an ink from its ground, how much weaker the one is than
 * the other, 0 .. 1; 0 where they lie in other channels. */
static double compare_inks(const struct colour *a, const struct colour *b)
{
	double both = 0, own = 0, other = 0;

	for (int k = 0; k < 3; k++) {
		both += (double)(a->part[k] * b->part[k]);
		own += (double)(a->part[k] * a->part[k]);
		other += (double)(b->part[k] * b->part[k]);
	}
	if (own <= 0 || other <= 0 ||
	    both < params.ink_cosine * sqrt(own * other))
		return 0;
	return sqrt(fmin(own, other) / fmax(own, other));
}

/* The same where it is strongest or on average: thin lines differ in the
 * former, lines that touch each other in bends in the latter. */
static double same_ink(const struct square_reading *a,
		       const struct square_reading *b)
{
	return fmax(compare_inks(&a->ink, &b->ink),
		    compare_inks(&a->average, &b->average));
}

static int count_crossing(const struct view *view)
{
	int count = 0;

	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++)
			count += (view->given[y][x] & outward(view, x, y)) != 0;
	return count;
}

/* How like the ink in a square is to that of the likest piece that crosses the
 * rim: the track's two ends are given. Where more cross it, the player's among
 * them, none vouches for itself. -1: there is no end. */
static double same_as_end(const struct view *view, int x, int y)
{
	bool itself = count_crossing(view) <= 2;
	double most = -1;

	for (int j = 0; j < view->rows; j++)
		for (int i = 0; i < view->columns; i++)
			if (view->given[j][i] & outward(view, i, j) &&
			    (itself || i != x || j != y))
				most = fmax(
					most,
					same_ink(
						square_at(view, x, y)->square,
						square_at(view, i, j)->square));
	return most;
}

/* Takes away the player's pieces, whose ink is another: what parts them from
 * given ones lies half way between the likenesses below and above the usual
 * one. */
static void drop_played(struct view *view)
{
	double likeness[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
	double below = 0, above = 1, least;

	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++) {
			double same =
				view->given[y][x] || view->missed[y][x] > 0
					? same_as_end(view, x, y)
					: -1;

			likeness[y][x] = same;
			if (!view->given[y][x])
				continue;
			if (same >= params.ink_less)
				above = fmin(above, same);
			else
				below = fmax(below, same);
		}
	least = (below + above) / 2;
	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++) {
			double same = likeness[y][x];

			/* a piece that was missed is no clue if it is the
			 * player's */
			if (!view->given[y][x] && (same < 0 || same >= least))
				view->sure *= 1 - view->missed[y][x];
			if (!view->given[y][x] || same < 0)
				continue;
			view->sure *= 1 - .5 * exp(-fabs(same - least) /
						   params.ink_scatter);
			if (same < least)
				view->given[y][x] = 0;
		}
}

/* Places where the track crosses the rim. */
struct ends {
	int count;
	struct tracks_port ports[3];
	int letters[3]; /* 'A', 'B'; 0: none */
	double sure;
};

static void add_end(struct ends *ends, int side, int index, int letter)
{
	for (int i = 0; i < ends->count; i++)
		if ((int)ends->ports[i].side == side &&
		    ends->ports[i].index == index) {
			ends->letters[i] = letter;
			return;
		}
	if (ends->count == 3)
		return;
	ends->ports[ends->count] =
		(struct tracks_port){ (enum tracks_side)side, index };
	ends->letters[ends->count++] = letter;
}

static void find_ends_of_pieces(const struct view *view, struct ends *ends)
{
	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++)
			for (int side = 1; side < 16; side *= 2)
				if (side & view->given[y][x] &
				    outward(view, x, y))
					add_end(ends, side,
						side & (TRACKS_LEFT |
							TRACKS_RIGHT)
							? y
							: x,
						0);
}

/* The side and square that a place outside of the board is beside; 0: none. */
static int find_side(const struct view *view, struct point unit_at, int *index)
{
	double out[4] = { unit_at.x - view->columns, unit_at.y - view->rows,
			  -unit_at.x, -unit_at.y };

	for (int i = 0; i < 4; i++) {
		double along = i % 2 ? unit_at.x : unit_at.y;
		int count = i % 2 ? view->columns : view->rows;

		*index = (int)floor(along);
		if (out[i] > 0 && out[i] < params.letter_out && *index >= 0 &&
		    *index < count &&
		    fabs(along - *index - .5) < params.letter_off)
			return 1 << i;
	}
	return 0;
}

/* Letters name ends; where pieces tell both, they only say which is which. */
static void find_letters(const struct view *view,
			 const struct homography *px_to_unit, struct ends *ends)
{
	bool known = ends->count >= 2;

	for (int letter = 'A'; letter <= 'B'; letter++) {
		double best = params.letter;
		int best_side = 0, best_index = 0;

		for (size_t i = 0; i < view->scene->tokens->count; i++) {
			const struct token *word =
				&view->scene->tokens->tokens[i];
			const struct number_reading *reading =
				&view->scene->words[i];
			double chance = letter == 'A' ? reading->a : reading->b;
			int side, index;
			bool here = !known;

			if (word->kind != TOKEN_WORD || chance <= best)
				continue;
			side = find_side(
				view, homography_apply(px_to_unit, word->px_at),
				&index);
			for (int k = 0; k < ends->count; k++)
				here |= (int)ends->ports[k].side == side &&
					ends->ports[k].index == index;
			if (!side || !here)
				continue;
			best = chance;
			best_side = side;
			best_index = index;
		}
		if (!best_side)
			continue;
		add_end(ends, best_side, best_index, letter);
		ends->sure *= known ? 1 : best;
	}
}

/* Other puzzles have such totals too. */
static bool has_piece(const struct view *view)
{
	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++)
			if (view->given[y][x])
				return true;
	return false;
}

static bool find_ends(struct view *view, const struct claim *claim)
{
	struct quad cells = quad_from_box(0, 0, view->columns, view->rows);
	struct homography px_to_unit;
	struct ends ends = { .sure = 1 };
	int a;

	find_ends_of_pieces(view, &ends);
	if (homography_from_quads(&claim->px_corners, &cells, &px_to_unit) == 0)
		find_letters(view, &px_to_unit, &ends);
	if (ends.count != 2)
		return false;
	a = ends.letters[1] == 'A' || ends.letters[0] == 'B';
	view->tracks.entry = ends.ports[a];
	view->tracks.exit = ends.ports[1 - a];
	view->sure *= ends.sure;
	return true;
}

/* Neighbours that do not join, and lines of more pieces than their totals. */
static int count_faults(const struct view *view)
{
	int faults = 0, across[TRACKS_SIDE_MAX] = { 0 },
	    down[TRACKS_SIDE_MAX] = { 0 };

	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns; x++) {
			int one = view->given[y][x], right, below;
			bool whole = one & (one - 1);

			across[x] += one > 0;
			down[y] += one > 0;
			right = x + 1 < view->columns ? view->given[y][x + 1]
						      : 0;
			below = y + 1 < view->rows ? view->given[y + 1][x] : 0;
			if (whole && right & (right - 1))
				faults += !(one & TRACKS_RIGHT) !=
					  !(right & TRACKS_LEFT);
			if (whole && below & (below - 1))
				faults += !(one & TRACKS_BOTTOM) !=
					  !(below & TRACKS_TOP);
		}
	for (int x = 0; x < view->columns; x++)
		faults += view->tracks.column_totals[x] >= 0 &&
			  across[x] > view->tracks.column_totals[x];
	for (int y = 0; y < view->rows; y++)
		faults += view->tracks.row_totals[y] >= 0 &&
			  down[y] > view->tracks.row_totals[y];
	return faults;
}

static int add_pieces(struct view *view, struct claim *claim,
		      struct problem *problem)
{
	int clues = 0, halves = 0, result = 0;

	for (int y = 0; y < view->rows; y++)
		for (int x = 0; x < view->columns && result == 0; x++) {
			int sides = view->given[y][x];
			bool whole = sides & (sides - 1);

			if (!sides)
				continue;
			view->unlikely -=
				log(fmax(1e-9, (double)square_at(view, x, y)
						       ->square->sides[sides]));
			if (whole)
				view->tracks.given[y][x] = (int8_t)sides;
			else
				view->tracks.half[y][x] = (uint8_t)sides;
			result = claim_add_square(
				claim, square_at(view, x, y), sides, problem,
				whole ? "clues" : "half_clues",
				whole ? clues++ : halves++);
		}
	return result;
}

static int add_totals(struct view *view, struct claim *claim,
		      struct problem *problem)
{
	const struct slot_grid *grid = view->grid;
	int result = 0;

	for (int x = 0; x < view->columns && result == 0; x++)
		result = claim_add_total(
			claim, &grid->slots[view->total_y][view->x0 + x],
			view->tracks.column_totals[x], problem,
			"column_totals[%d]", x);
	for (int y = 0; y < view->rows && result == 0; y++)
		result = claim_add_total(
			claim, &grid->slots[view->y0 + y][view->total_x],
			view->tracks.row_totals[y], problem, "row_totals[%d]",
			y);
	return result;
}

static int add_claim(struct view *view, struct claim_list *list,
		     struct problem *problem)
{
	struct claim claim = { .puzzle.family = FAMILY_tracks,
			       .covers = true,
			       .grid = view->grid,
			       .x0 = view->x0,
			       .y0 = view->y0 };
	double slots = (view->rows + 1.) * (view->columns + 1.) - 1;
	int result;

	/* squares reach to the middles of the lines between them, not only as
	 * far as their boxes do */
	claim.features[CLAIM_UNBOXED] = 1;
	claim_place(&claim, view->grid, view->x0, view->y0, view->columns,
		    view->rows);
	claim_measure(&claim, view->grid, view->x0, view->y0, view->columns,
		      view->rows, 0, 0);
	claim.slots = slots;
	claim.features[CLAIM_TEXT] = 0;
	/* squares without boxes are looked at all the same */
	claim.features[CLAIM_EMPTY] = view->missing / slots;
	claim.features[CLAIM_CHECKS] = log2(view->missing ? 1 : 10);
	claim.wants_squares = !look_at_squares(view);
	if (!claim.wants_squares) {
		drop_played(view);
		if (!find_ends(view, &claim)) {
			if (!has_piece(view))
				return 0;
			claim.lacking =
				_("Train Tracks without its two ends in "
				  "view");
		}
		view->strange += 2 * count_faults(view);
	}
	result = add_totals(view, &claim, problem);
	if (!claim.wants_squares && result == 0)
		result = add_pieces(view, &claim, problem);
	if (result < 0) {
		claim_free(&claim);
		return -1;
	}
	claim.doubt = claim.wants_squares ? 1 : 1 - view->sure;
	claim_set_faults(&claim, view->strange, view->unlikely);
	claim.puzzle.as.tracks = view->tracks;
	return claim_list_add(list, &claim, problem);
}

/* Does a line of totals go on with a number where the next one would stand? */
static bool goes_on(const struct totals *totals, int count, const double *at,
		    int first, int step)
{
	int last = first + (count - 1) * step;

	return count < totals->count && totals->value[count] >= 0 &&
	       fabs(at[last + step] - at[last]) * (count - 1) <
		       params.next_to * fabs(at[last] - at[first]);
}

static int try_view(struct view *view, const struct totals *across,
		    const struct totals *down, bool right, bool below,
		    struct claim_list *list, struct problem *problem)
{
	int columns = view->columns, rows = view->rows;

	view->missing = across->missing[columns] + down->missing[rows];
	if (view->missing && !is_bounded(view))
		return 0;
	tracks_init(&view->tracks, columns, rows);
	for (int i = 0; i < columns; i++)
		view->tracks.column_totals[right ? columns - 1 - i : i] =
			across->value[i];
	for (int i = 0; i < rows; i++)
		view->tracks.row_totals[below ? rows - 1 - i : i] =
			down->value[i];
	view->unlikely = across->unlikely[columns] + down->unlikely[rows];
	view->strange = 0;
	view->sure = 1;
	if (goes_on(across, columns, view->grid->grid->u,
		    right ? view->total_x - 1 : view->total_x + 1,
		    right ? -1 : 1) ||
	    goes_on(down, rows, view->grid->grid->v,
		    below ? view->total_y - 1 : view->total_y + 1,
		    below ? -1 : 1))
		view->sure = params.goes_on;
	return add_claim(view, list, problem);
}

/* The boards whose totals stand in these lines, rows' totals at the right and
 * columns' below or not. */
static int try_lines(const struct scene *scene, const struct slot_grid *grid,
		     int total_x, int total_y, bool right, bool below,
		     struct claim_list *list, struct problem *problem)
{
	struct totals across, down;
	int result = 0;

	read_totals(grid, true, total_y, right ? total_x - 1 : total_x + 1,
		    right ? -1 : 1, &across);
	if (across.count < TRACKS_SIDE_MIN)
		return 0;
	read_totals(grid, false, total_x, below ? total_y - 1 : total_y + 1,
		    below ? -1 : 1, &down);
	for (int rows = TRACKS_SIDE_MIN; rows <= down.count; rows++)
		for (int columns = TRACKS_SIDE_MIN;
		     columns <= across.count && result == 0; columns++) {
			if (!do_sums_agree(&across, columns, &down, rows))
				continue;

			struct view view = {
				.grid = grid,
				.scene = scene,
				.x0 = right ? total_x - columns : total_x + 1,
				.y0 = below ? total_y - rows : total_y + 1,
				.columns = columns,
				.rows = rows,
				.total_x = total_x,
				.total_y = total_y,
			};

			result = try_view(&view, &across, &down, right, below,
					  list, problem);
		}
	return result;
}

static bool may_be_totals(const struct grid *grid, int column, int row)
{
	return grid->own_column < 0 ||
	       (column == grid->own_column && row == grid->own_row);
}

static int claim(const struct scene *scene, struct claim_list *list,
		 struct problem *problem)
{
	int result = 0;

	for (size_t g = 0; g < scene->grid_count + scene->margin_count; g++) {
		const struct slot_grid *grid = &scene->grids[g];

		for (int y = 0; y < grid->grid->rows; y++)
			for (int x = 0; x < grid->grid->columns; x++)
				for (int i = 0; i < 4 && result == 0 &&
						may_be_totals(grid->grid, x, y);
				     i++)
					result = try_lines(scene, grid, x, y,
							   i & 1, i & 2, list,
							   problem);
	}
	return result;
}

const struct claim_family claim_tracks = { FAMILY_tracks,
					   LAYOUT_GRIDS | LAYOUT_MARGINS,
					   claim };
