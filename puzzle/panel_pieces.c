#include "panel_pieces.h"

#include <string.h>

/* Placements tried before the checker gives up: some seconds, a thousand
 * times what the hardest published panel takes. */
static const long tries_max = 100000000;

enum { PIECES_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX };

/* Equal pieces, counted; up to four ways to lay one. */
struct piece {
	uint64_t turns[4];
	int turn_count;
	int left; /* how many are still to be laid */
	bool negative;
};

struct fit {
	const struct panel_ground *ground;
	const struct panel *panel;
	struct piece pieces[PIECES_MAX];
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
	/* the way found, from its last piece on, or NULL; the symbols are
	 * filled in later, from the pieces */
	struct panel_lay *lays;
	const struct piece *laid[PIECES_MAX];
	int lay_count;
};

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
	uint64_t shape;
	int left, top;
};

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

	if (negative || panel_shape_has(place->shape, x + 1, y))
		*reach_at(fit, 2 * column + 2, 2 * row + 1) += change;
	if (negative || panel_shape_has(place->shape, x, y + 1))
		*reach_at(fit, 2 * column + 1, 2 * row + 2) += change;
	if (negative && !panel_shape_has(place->shape, x - 1, y))
		*reach_at(fit, 2 * column, 2 * row + 1) += change;
	if (negative && !panel_shape_has(place->shape, x, y - 1))
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

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int column = place->left + x, row = place->top + y;

			if (!panel_shape_has(place->shape, x, y) ||
			    !wrap_cell(fit->panel, &column, row))
				continue;
			fit->excess -= over(fit->need[row][column]);
			fit->need[row][column] += change;
			fit->excess += over(fit->need[row][column]);
			good &= fit->need[row][column] >= -fit->negatives_left;
			if (fit->panel->rules & PANEL_PRECISE)
				change_reach(fit, place, x, y, change);
		}
	if (place->piece->negative)
		fit->negative_squares -= times * panel_shape_size(place->shape);
	return good && fit->excess <= fit->negative_squares;
}

/* Is column, row the first cell, by rows, that the piece covers? It must lie
 * on the board wholly, but for negatives under the windmill rules. */
static bool starts_at(const struct fit *fit, const struct place *place,
		      int column, int row)
{
	bool hangs =
		place->piece->negative && (fit->panel->rules & PANEL_HANGING);

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int x_under = place->left + x, y_under = place->top + y;

			if (!panel_shape_has(place->shape, x, y))
				continue;
			if (!wrap_cell(fit->panel, &x_under, y_under)) {
				if (!hangs)
					return false;
				continue;
			}
			if (y_under < row ||
			    (y_under == row && x_under < column))
				return false;
		}
	return true;
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

static bool settle(struct fit *fit, int cell);

/* The place is part of the way found. */
static void keep_place(struct fit *fit, const struct place *place)
{
	if (!fit->lays)
		return;
	fit->laid[fit->lay_count] = place->piece;
	fit->lays[fit->lay_count++] =
		(struct panel_lay){ NULL, place->shape, place->left,
				    place->top };
}

/* Lays the piece in every way that has the cell as its first, and the rest
 * after it. */
static bool lay_at(struct fit *fit, struct piece *piece, int cell)
{
	int column = cell % fit->panel->columns;
	int row = cell / fit->panel->columns;
	int *left =
		piece->negative ? &fit->negatives_left : &fit->positives_left;

	for (int i = 0;
	     i < piece->turn_count * PANEL_SHAPE_MAX * PANEL_SHAPE_MAX; i++) {
		int square = i % (PANEL_SHAPE_MAX * PANEL_SHAPE_MAX);
		struct place place = {
			piece,
			piece->turns[i / (PANEL_SHAPE_MAX * PANEL_SHAPE_MAX)],
			column - square % PANEL_SHAPE_MAX,
			row - square / PANEL_SHAPE_MAX,
		};
		bool done = false;

		if (!(place.shape >> square & 1) ||
		    !starts_at(fit, &place, column, row))
			continue;
		if (++fit->tries > tries_max)
			return false;
		piece->left--;
		--*left;
		if (lay(fit, &place, 1))
			done = settle(fit, cell);
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

/* Settles the cells by rows, from `cell` on: what one still needs is met by
 * pieces that have it as their first cell, a positive where it needs
 * something, a negative where too much lies on it. */
static bool settle(struct fit *fit, int cell)
{
	int cells = fit->panel->columns * fit->panel->rows;
	bool negative;
	int need;

	if (fit->negatives_left == 0 && !reaches_rightly(fit))
		return false;
	if (cell == cells)
		return fit->positives_left == 0 && fit->negatives_left == 0;
	need = fit->need[cell / fit->panel->columns]
			[cell % fit->panel->columns];
	if (need == 0 && settle(fit, cell + 1))
		return true;
	/* a positive too many wants a negative to take it away */
	if (need == 0 && fit->negatives_left == 0)
		return false;
	negative = need < 0;
	for (int i = 0; i < fit->piece_count; i++)
		if (fit->pieces[i].negative == negative &&
		    fit->pieces[i].left && lay_at(fit, &fit->pieces[i], cell))
			return true;
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
	struct fit fit = { .ground = ground, .panel = panel, .lays = lays };
	bool has_negative;
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
	if (settle(&fit, 0)) {
		if (lays) {
			name_lays(&fit, pieces, count);
			*lay_count = fit.lay_count;
		}
		return PANEL_FITS;
	}
	return fit.tries > tries_max ? PANEL_FIT_TOO_HARD : PANEL_FITS_NOT;
}
