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
	int positives_left;
	/* how many positives each cell still needs */
	int need[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
	/* `precise`: how many positives may reach over an edge */
	int reach[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	long tries;
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

static void add_piece(struct fit *fit, const struct panel_cell *cell)
{
	struct piece fresh = { .left = 1, .negative = cell->negative };

	add_turns(&fresh, cell->shape, cell->rotatable);
	for (int i = 0; i < fit->piece_count; i++) {
		struct piece *piece = &fit->pieces[i];

		if (piece->negative == fresh.negative &&
		    piece->turn_count == fresh.turn_count &&
		    !memcmp(piece->turns, fresh.turns, sizeof fresh.turns)) {
			piece->left++;
			return;
		}
	}
	fit->pieces[fit->piece_count++] = fresh;
}

/* The cell that square x, y of a shape laid with its corner at left, top
 * covers; false where that is not on the board. */
static bool cell_under(const struct panel *panel, int left, int top, int x,
		       int y, int *column, int *row)
{
	*column = left + x;
	*row = top + y;
	if (panel->wraps)
		*column = (*column % panel->columns + panel->columns) %
			  panel->columns;
	return *column >= 0 && *column < panel->columns && *row >= 0 &&
	       *row < panel->rows;
}

static int *reach_at(struct fit *fit, int x, int y)
{
	panel_wrap(fit->panel, &x, y);
	return &fit->reach[y][x];
}

/* A positive takes `sign` of what its cells need and of the edges inside it.
 * Returns false where something went below nought. */
static bool lay_positive(struct fit *fit, uint64_t shape, int left, int top,
			 int sign)
{
	bool good = true;
	int column, row;

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int *reach;

			if (!panel_shape_has(shape, x, y))
				continue;
			cell_under(fit->panel, left, top, x, y, &column, &row);
			fit->need[row][column] -= sign;
			good &= fit->need[row][column] >= 0;
			if (fit->panel->rules != PANEL_PRECISE)
				continue;
			if (panel_shape_has(shape, x + 1, y)) {
				reach = reach_at(fit, 2 * column + 2,
						 2 * row + 1);
				*reach -= sign;
				good &= *reach >= 0;
			}
			if (panel_shape_has(shape, x, y + 1)) {
				reach = reach_at(fit, 2 * column + 1,
						 2 * row + 2);
				*reach -= sign;
				good &= *reach >= 0;
			}
		}
	return good;
}

static bool is_on_board(const struct fit *fit, uint64_t shape, int left,
			int top, bool wholly)
{
	bool all = true;
	bool any = false;
	int column, row;

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			bool on;

			if (!panel_shape_has(shape, x, y))
				continue;
			on = cell_under(fit->panel, left, top, x, y, &column,
					&row);
			all &= on;
			any |= on;
		}
	return wholly ? all : any;
}

/* A negative adds to what its cells need; what hangs over the rim is lost. In
 * `precise` it also lets positives reach over the edges around its squares. */
static void lay_negative(struct fit *fit, uint64_t shape, int left, int top,
			 int sign)
{
	int column, row;

	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			if (!panel_shape_has(shape, x, y) ||
			    !cell_under(fit->panel, left, top, x, y, &column,
					&row))
				continue;
			fit->need[row][column] += sign;
			*reach_at(fit, 2 * column + 2, 2 * row + 1) += sign;
			*reach_at(fit, 2 * column + 1, 2 * row + 2) += sign;
			if (!panel_shape_has(shape, x - 1, y))
				*reach_at(fit, 2 * column, 2 * row + 1) += sign;
			if (!panel_shape_has(shape, x, y - 1))
				*reach_at(fit, 2 * column + 1, 2 * row) += sign;
		}
}

static bool first_need(const struct fit *fit, int *column, int *row)
{
	for (*row = 0; *row < fit->panel->rows; ++*row)
		for (*column = 0; *column < fit->panel->columns; ++*column)
			if (fit->need[*row][*column] > 0)
				return true;
	return false;
}

static bool lay_positives(struct fit *fit);

/* Lays `shape` in every way that covers the cell, and the rest after it. */
static bool cover(struct fit *fit, struct piece *piece, uint64_t shape,
		  int column, int row)
{
	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			bool done = false;

			if (!panel_shape_has(shape, x, y) ||
			    !is_on_board(fit, shape, column - x, row - y, true))
				continue;
			if (++fit->tries > tries_max)
				return false;
			piece->left--;
			fit->positives_left--;
			if (lay_positive(fit, shape, column - x, row - y, 1))
				done = lay_positives(fit);
			lay_positive(fit, shape, column - x, row - y, -1);
			fit->positives_left++;
			piece->left++;
			if (done)
				return true;
		}
	return false;
}

static bool lay_positives(struct fit *fit)
{
	int column, row;

	if (!first_need(fit, &column, &row))
		return fit->positives_left == 0;
	for (int i = 0; i < fit->piece_count; i++) {
		struct piece *piece = &fit->pieces[i];

		if (piece->negative || piece->left == 0)
			continue;
		for (int turn = 0; turn < piece->turn_count; turn++)
			if (cover(fit, piece, piece->turns[turn], column, row))
				return true;
	}
	return false;
}

/* Lays the negatives of the pieces from `index` on, in every way, equal ones
 * in the order of their places (from `from` on). */
static bool lay_negatives(struct fit *fit, int index, int from)
{
	const struct panel *panel = fit->panel;
	bool hang = panel->rules == PANEL_WINDMILL;
	/* a shape that hangs over may start so far out */
	int out_y = hang ? PANEL_SHAPE_MAX - 1 : 0;
	int out_x = panel->wraps ? 0 : out_y;
	struct piece *piece;
	int place = 0;

	while (index < fit->piece_count &&
	       (!fit->pieces[index].negative || fit->pieces[index].left == 0)) {
		index++;
		from = 0;
	}
	if (index == fit->piece_count)
		return lay_positives(fit);
	piece = &fit->pieces[index];
	for (int turn = 0; turn < piece->turn_count; turn++)
		for (int top = -out_y; top < panel->rows; top++)
			for (int left = -out_x; left < panel->columns;
			     left++, place++) {
				uint64_t shape = piece->turns[turn];
				bool done;

				if (place < from ||
				    !is_on_board(fit, shape, left, top, !hang))
					continue;
				if (++fit->tries > tries_max)
					return false;
				piece->left--;
				lay_negative(fit, shape, left, top, 1);
				done = lay_negatives(fit, index, place);
				lay_negative(fit, shape, left, top, -1);
				piece->left++;
				if (done)
					return true;
			}
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
	if (panel->rules == PANEL_WINDMILL && *has_negative)
		return sum == 0 ? 2 : 1;
	return sum == 0 || sum == area;
}

enum panel_fit panel_pieces_fit(const struct panel_ground *ground,
				const struct panel_cell *const *pieces,
				int count)
{
	const struct panel *panel = ground->panel;
	struct fit fit = { .ground = ground, .panel = panel };
	bool has_negative;
	int weight = weigh(ground, pieces, count, &has_negative);
	int sum = 0;

	if (weight != 1)
		return weight ? PANEL_FITS : PANEL_FITS_NOT;
	for (int i = 0; i < count; i++) {
		int size = panel_shape_size(pieces[i]->shape);

		if (size == 0)
			continue;
		add_piece(&fit, pieces[i]);
		fit.positives_left += !pieces[i]->negative;
		sum += pieces[i]->negative ? -size : size;
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
	if (lay_negatives(&fit, 0, 0))
		return PANEL_FITS;
	return fit.tries > tries_max ? PANEL_FIT_TOO_HARD : PANEL_FITS_NOT;
}
