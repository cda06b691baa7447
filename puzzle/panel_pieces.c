#include "panel_pieces.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	PIECES_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX,
	SQUARES_MAX = PANEL_SHAPE_MAX * PANEL_SHAPE_MAX, /* of a shape */
};

/* Dead ends: what was left to cover, and to cover it with, where nothing did.
 * Laying the same pieces in another order leaves the same. They are kept from
 * so many tries on, which few panels need; larger panels and those of more
 * kinds of pieces do without. What falls on a taken place replaces it. */
enum {
	DEAD_TRIES = 500,
	DEAD_PLACES = 1 << 13, /* a power of two */
	DEAD_CELLS = 128,
	DEAD_KINDS = 31,
};

struct dead_end {
	uint8_t taken; /* 0: none */
	uint8_t left[DEAD_KINDS];
	int8_t need[DEAD_CELLS];
};

/* Equal pieces, counted; up to four ways to lay one. */
struct piece {
	uint64_t turns[4];
	int8_t squares[4][SQUARES_MAX][2]; /* of each turn: x, y */
	int turn_count;
	int size;
	int left; /* how many are still to be laid */
	bool negative;
};

struct fit {
	const struct panel_ground *ground;
	const struct panel *panel;
	struct piece *pieces;
	int piece_count;
	int positives_left, negatives_left;
	/* squares that lie where nothing is needed, and those of the
	 * negatives left, each of which can take one away */
	int excess, negative_squares;
	/* how many positives each cell still needs */
	int need[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	/* `precise`: how many positives may reach over an edge */
	int reach[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	long tries;
	struct dead_end *dead_ends; /* by hash, or NULL */
	/* the way found, from its last piece on, or NULL; the symbols are
	 * filled in later, from the pieces */
	struct panel_lay *lays;
	const struct piece *laid[PIECES_MAX];
	int lay_count;
};

static void list_squares(uint64_t shape, int8_t (*squares)[2])
{
	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++)
			if (panel_shape_has(shape, x, y)) {
				(*squares)[0] = (int8_t)x;
				(*squares++)[1] = (int8_t)y;
			}
}

static void add_turns(struct piece *piece, uint64_t shape, bool rotatable)
{
	for (int i = 0; i < (rotatable ? 4 : 1); i++) {
		bool known = false;

		for (int k = 0; k < piece->turn_count; k++)
			known |= piece->turns[k] == shape;
		if (!known)
			piece->turns[piece->turn_count++] = shape;
		shape = panel_shape_turn(shape);
	}
	piece->size = panel_shape_size(shape);
	for (int i = 0; i < piece->turn_count; i++)
		list_squares(piece->turns[i], piece->squares[i]);
}

/* The pieces like the one that the symbol asks for; NULL where there are none
 * yet: then `fresh` is what they would be. */
static struct piece *find_piece(struct fit *fit, const struct panel_cell *cell,
				struct piece *fresh)
{
	*fresh = (struct piece){ .left = 1, .negative = cell->negative };
	add_turns(fresh, cell->shape, cell->rotatable);
	for (int i = 0; i < fit->piece_count; i++) {
		struct piece *piece = &fit->pieces[i];

		if (piece->negative == fresh->negative &&
		    piece->turn_count == fresh->turn_count &&
		    !memcmp(piece->turns, fresh->turns, sizeof fresh->turns))
			return piece;
	}
	return NULL;
}

static void add_piece(struct fit *fit, const struct panel_cell *cell)
{
	struct piece fresh;
	struct piece *piece = find_piece(fit, cell, &fresh);

	if (piece)
		piece->left++;
	else
		fit->pieces[fit->piece_count++] = fresh;
}

/* Moves *column onto a cylinder; is it a cell of the board then? */
static bool wrap_cell(const struct panel *panel, int *column, int row)
{
	if (panel->wraps)
		*column = (*column % panel->columns + panel->columns) %
			  panel->columns;
	return *column >= 0 && *column < panel->columns && row >= 0 &&
	       row < panel->rows;
}

static int *reach_at(struct fit *fit, int x, int y)
{
	panel_wrap(fit->panel, &x, y);
	return &fit->reach[y][x];
}

/* Where a piece lies: the cells and what of the edges. */
struct place {
	const struct piece *piece;
	int turn;
	int left, top;
};

/* The cell that a square of the piece lies on; false off the board. */
static bool find_square(const struct fit *fit, const struct place *place, int i,
			int *column, int *row)
{
	const int8_t *square = place->piece->squares[place->turn][i];

	*column = place->left + square[0];
	*row = place->top + square[1];
	return wrap_cell(fit->panel, column, *row);
}

static int sign_of(const struct place *place)
{
	return place->piece->negative ? 1 : -1;
}

/* `precise`: a positive needs the edges between its squares, a negative lends
 * all edges around its own. The square x, y lies on the board. */
static void change_reach(struct fit *fit, const struct place *place, int x,
			 int y, int change)
{
	int column = place->left + x, row = place->top + y;
	bool negative = place->piece->negative;
	uint64_t shape = place->piece->turns[place->turn];

	if (negative || panel_shape_has(shape, x + 1, y))
		*reach_at(fit, 2 * column + 2, 2 * row + 1) += change;
	if (negative || panel_shape_has(shape, x, y + 1))
		*reach_at(fit, 2 * column + 1, 2 * row + 2) += change;
	if (negative && !panel_shape_has(shape, x - 1, y))
		*reach_at(fit, 2 * column, 2 * row + 1) += change;
	if (negative && !panel_shape_has(shape, x, y - 1))
		*reach_at(fit, 2 * column + 1, 2 * row) += change;
}

/* How much too much lies on a cell that still needs so many. */
static int over(int need)
{
	return need < 0 ? -need : 0;
}

/* Lays the piece (times 1) or takes it up (times -1): a positive lowers what
 * its cells need, a negative raises it; what hangs over the rim is lost.
 * Returns false where a cell has more too much than negatives could take. */
static bool lay(struct fit *fit, const struct place *place, int times)
{
	int change = times * sign_of(place);
	bool good = true;

	for (int i = 0; i < place->piece->size; i++) {
		const int8_t *square = place->piece->squares[place->turn][i];
		int column, row;

		if (!find_square(fit, place, i, &column, &row))
			continue;
		fit->excess -= over(fit->need[row][column]);
		fit->need[row][column] += change;
		fit->excess += over(fit->need[row][column]);
		good &= fit->need[row][column] >= -fit->negatives_left;
		if (fit->panel->rules & PANEL_PRECISE)
			change_reach(fit, place, square[0], square[1], change);
	}
	if (place->piece->negative)
		fit->negative_squares -= times * place->piece->size;
	return good && fit->excess <= fit->negative_squares;
}

/* Does the piece lie on the board wholly, but for negatives under the windmill
 * rules, and are its squares beyond what is needed such as the negatives left
 * can take away? */
static bool may_lie(const struct fit *fit, const struct place *place)
{
	bool negative = place->piece->negative;
	int excess = fit->excess;

	for (int i = 0; i < place->piece->size; i++) {
		int column, row;

		if (find_square(fit, place, i, &column, &row))
			excess += !negative && fit->need[row][column] <= 0;
		else if (!negative || !(fit->panel->rules & PANEL_HANGING))
			return false;
	}
	return negative || excess <= fit->negative_squares;
}

/* `precise`: does no positive reach over an edge that it may not? */
static bool reaches_rightly(const struct fit *fit)
{
	for (int y = 0; y < panel_height(fit->panel); y++)
		for (int x = 0; x < panel_width(fit->panel); x++)
			if (fit->reach[y][x] < 0)
				return false;
	return true;
}

static void note_left(const struct fit *fit, struct dead_end *end)
{
	int columns = fit->panel->columns;

	memset(end, 0, sizeof *end);
	end->taken = 1;
	for (int i = 0; i < fit->piece_count; i++)
		end->left[i] = (uint8_t)fit->pieces[i].left;
	for (int i = 0; i < columns * fit->panel->rows; i++)
		end->need[i] = (int8_t)fit->need[i / columns][i % columns];
}

/* Where it is kept: FNV-1a, a word at a time. */
static struct dead_end *find_dead_end(const struct fit *fit,
				      const struct dead_end *end)
{
	uint64_t hash = 0xcbf29ce484222325;
	uint64_t word;

	for (size_t i = 0; i < sizeof *end; i += sizeof word) {
		memcpy(&word, (const char *)end + i, sizeof word);
		hash = (hash ^ word) * 0x100000001b3;
		hash ^= hash >> 29;
	}
	return &fit->dead_ends[hash % DEAD_PLACES];
}

/* `precise` would have to keep what reaches over edges, too. */
static bool keeps_dead_ends(struct fit *fit)
{
	if (fit->dead_ends || fit->tries < DEAD_TRIES ||
	    fit->panel->columns * fit->panel->rows > DEAD_CELLS ||
	    fit->piece_count > DEAD_KINDS ||
	    (fit->panel->rules & PANEL_PRECISE))
		return fit->dead_ends;
	/* without memory it takes longer */
	fit->dead_ends = calloc(DEAD_PLACES, sizeof *fit->dead_ends);
	return fit->dead_ends;
}

static bool settle(struct fit *fit);

/* The place is part of the way found. */
static void keep_place(struct fit *fit, const struct place *place)
{
	if (!fit->lays)
		return;
	fit->laid[fit->lay_count] = place->piece;
	fit->lays[fit->lay_count++] =
		(struct panel_lay){ NULL, place->piece->turns[place->turn],
				    place->left, place->top };
}

/* The i-th way, of piece->turn_count * piece->size, to lay the piece over the
 * cell; false where it may not lie so. */
static bool find_place(const struct fit *fit, const struct piece *piece,
		       int cell, int i, struct place *place)
{
	int turn = i / piece->size;
	const int8_t *square = piece->squares[turn][i % piece->size];

	*place = (struct place){
		piece,
		turn,
		cell % fit->panel->columns - square[0],
		cell / fit->panel->columns - square[1],
	};
	return may_lie(fit, place);
}

/* In how many ways pieces, all positive or all negative, can be laid over the
 * cell; counts no further than `enough`. */
static int count_places(const struct fit *fit, int cell, bool negative,
			int enough)
{
	int count = 0;

	for (int k = 0; k < fit->piece_count; k++) {
		const struct piece *piece = &fit->pieces[k];

		if (!piece->left || piece->negative != negative)
			continue;
		for (int i = 0; i < piece->turn_count * piece->size; i++) {
			struct place place;

			count += find_place(fit, piece, cell, i, &place);
			if (count >= enough)
				return count;
		}
	}
	return count;
}

/* The cell that the fewest pieces can be laid over, positives where it still
 * needs one, negatives where one must take something away; -1 where every cell
 * has what it needs. */
static int choose_cell(const struct fit *fit, bool *negative)
{
	int columns = fit->panel->columns;
	int best = INT_MAX;
	int chosen = -1;

	for (int i = 0; i < columns * fit->panel->rows; i++) {
		int need = fit->need[i / columns][i % columns];
		int count;

		if (need == 0)
			continue;
		count = count_places(fit, i, need < 0, best);
		if (count >= best)
			continue;
		best = count;
		chosen = i;
		*negative = need < 0;
	}
	return chosen;
}

/* Lays the piece in every way over the cell, and the rest after it. */
static bool lay_at(struct fit *fit, struct piece *piece, int cell)
{
	int *left =
		piece->negative ? &fit->negatives_left : &fit->positives_left;

	for (int i = 0; i < piece->turn_count * piece->size; i++) {
		struct place place;
		bool done = false;

		if (!find_place(fit, piece, cell, i, &place))
			continue;
		fit->tries++;
		if (--*fit->ground->tries_left < 0)
			return false;
		piece->left--;
		--*left;
		if (lay(fit, &place, 1))
			done = settle(fit);
		lay(fit, &place, -1);
		++*left;
		piece->left++;
		if (done)
			keep_place(fit, &place);
		if (done)
			return true;
	}
	return false;
}

/* Every cell has what it needs: what is left has to cancel out, wherever it
 * lies. */
static bool lay_anywhere(struct fit *fit)
{
	for (int i = 0; i < fit->piece_count; i++) {
		struct piece *piece = &fit->pieces[i];

		if (piece->negative || !piece->left)
			continue;
		for (int k = 0; k < fit->panel->columns * fit->panel->rows; k++)
			if (lay_at(fit, piece, k))
				return true;
		return false;
	}
	return false;
}

/* A cell that still needs something is covered by one more positive at least,
 * one with too much on it by one more negative. */
static bool lay_next(struct fit *fit)
{
	bool negative;
	int cell;

	cell = choose_cell(fit, &negative);
	if (cell < 0 && fit->positives_left == 0)
		return fit->negatives_left == 0;
	if (cell < 0)
		return fit->negatives_left && lay_anywhere(fit);
	for (int i = 0; i < fit->piece_count; i++)
		if (fit->pieces[i].negative == negative &&
		    fit->pieces[i].left && lay_at(fit, &fit->pieces[i], cell))
			return true;
	return false;
}

/* Lays what is left. */
static bool settle(struct fit *fit)
{
	struct dead_end end;
	struct dead_end *place = NULL;

	if (fit->negatives_left == 0 && !reaches_rightly(fit))
		return false;
	if (keeps_dead_ends(fit)) {
		note_left(fit, &end);
		place = find_dead_end(fit, &end);
		if (!memcmp(place, &end, sizeof end))
			return false;
	}
	if (lay_next(fit))
		return true;
	if (place && *fit->ground->tries_left >= 0)
		*place = end;
	return false;
}

/* Does the number of squares allow it? 1 yes, 0 no, 2 surely (it is done). */
static int weigh(const struct panel_ground *ground,
		 const struct panel_cell *const *pieces, int count,
		 bool *has_negative)
{
	const struct panel *panel = ground->panel;
	int area = 0;
	int sum = 0;

	*has_negative = false;
	for (int i = 0; i < count; i++) {
		int size = panel_shape_size(pieces[i]->shape);

		sum += pieces[i]->negative ? -size : size;
		*has_negative |= pieces[i]->negative;
	}
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			area += ground->region[y][x];
	if (sum < 0)
		return 0;
	if (sum == 0 && *has_negative && (panel->rules & PANEL_SHAPELESS_ZERO))
		return 2;
	/* what hangs over the rim takes nothing away */
	if (*has_negative && (panel->rules & PANEL_HANGING))
		return 1;
	return sum == 0 || sum == area;
}

/* Which symbol asks for which of the pieces laid: of pieces alike, the first
 * for the first. */
static void name_lays(struct fit *fit, const struct panel_cell *const *pieces,
		      int count)
{
	for (int k = 0; k < count; k++) {
		struct piece fresh;
		const struct piece *kind = find_piece(fit, pieces[k], &fresh);

		for (int i = 0; i < fit->lay_count; i++)
			if (fit->laid[i] == kind && !fit->lays[i].cell) {
				fit->lays[i].cell = pieces[k];
				break;
			}
	}
}

int panel_lay_cells(const struct panel *panel, const struct panel_lay *lay,
		    struct panel_at *cells)
{
	int count = 0;

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int column = lay->left + x, row = lay->top + y;

			if (panel_shape_has(lay->shape, x, y) &&
			    wrap_cell(panel, &column, row))
				cells[count++] = (struct panel_at){
					(uint8_t)(2 * column + 1),
					(uint8_t)(2 * row + 1)
				};
		}
	return count;
}

enum panel_fit panel_pieces_fit(const struct panel_ground *ground,
				const struct panel_cell *const *pieces,
				int count, struct panel_lay *lays,
				int *lay_count)
{
	const struct panel *panel = ground->panel;
	struct piece pieces_of[PIECES_MAX];
	struct fit fit = {
		.ground = ground,
		.panel = panel,
		.lays = lays,
		.pieces = pieces_of,
	};
	bool has_negative, fits;
	int weight = weigh(ground, pieces, count, &has_negative);
	int sum = 0;

	if (lays)
		*lay_count = 0;
	if (weight != 1)
		return weight ? PANEL_FITS : PANEL_FITS_NOT;
	for (int i = 0; i < count; i++) {
		int size = panel_shape_size(pieces[i]->shape);

		if (size == 0)
			continue;
		add_piece(&fit, pieces[i]);
		fit.positives_left += !pieces[i]->negative;
		fit.negatives_left += pieces[i]->negative;
		sum += pieces[i]->negative ? -size : size;
		fit.negative_squares += pieces[i]->negative ? size : 0;
	}
	if (fit.piece_count == 0)
		return PANEL_FITS;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			if (sum == 0)
				continue;
			if (panel_is_cell(x, y))
				fit.need[y / 2][x / 2] =
					ground->region[y / 2][x / 2];
			fit.reach[y][x] = ground->open[y][x];
		}
	fits = settle(&fit);
	free(fit.dead_ends);
	if (!fits)
		return *ground->tries_left < 0 ? PANEL_FIT_TOO_HARD
					       : PANEL_FITS_NOT;
	if (lays) {
		name_lays(&fit, pieces, count);
		*lay_count = fit.lay_count;
	}
	return PANEL_FITS;
}
