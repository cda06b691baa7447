#include "sigils_board.h"

#include <stdlib.h>
#include <string.h>

static int board_square(const struct sigils_board *board, int x, int y)
{
	switch (board->turns) {
	case 1:
		return x * board->width + (board->rows - 1 - y);
	case 2:
		return (board->rows - 1 - y) * board->width +
		       (board->columns - 1 - x);
	case 3:
		return (board->columns - 1 - x) * board->width + y;
	default:
		return y * board->width + x;
	}
}

void sigils_board_place(const struct sigils_board *board, int square, int *x,
			int *y)
{
	int across = square % board->width;
	int down = square / board->width;

	*x = board->turns == 0   ? across
	     : board->turns == 1 ? down
	     : board->turns == 2 ? board->columns - 1 - across
				 : board->columns - 1 - down;
	*y = board->turns == 0   ? down
	     : board->turns == 1 ? board->rows - 1 - across
	     : board->turns == 2 ? board->rows - 1 - down
				 : across;
}

static void init_form(const struct sigils_board *board, int kind, int pose,
		      struct sigils_form *form)
{
	struct sigils_shape shape;

	sigils_shape((enum sigils_kind)kind, pose + board->turns, &shape);
	memset(form, 0, sizeof *form);
	form->kind = (uint8_t)kind;
	form->pose = (uint8_t)pose;
	for (int i = 0; i < 4; i++) {
		form->x[i] = (int8_t)(shape.x[i] - shape.x[0]);
		form->y[i] = shape.y[i];
		form->mask |= 1ull << (form->y[i] * board->width + form->x[i]);
		if (-form->x[i] > form->left)
			form->left = (int8_t)-form->x[i];
		if (form->x[i] > form->right)
			form->right = form->x[i];
		if (form->y[i] > form->down)
			form->down = form->y[i];
	}
}

static void init_holes(struct sigils_board *board, const struct sigils *sigils)
{
	int area = board->width * board->height;
	uint64_t word = ~0ull;

	board->holes[area] = word;
	for (int square = area - 1; square >= 0; square--) {
		int x, y;

		sigils_board_place(board, square, &x, &y);
		word = word << 1 | sigils->hole[y][x];
		board->holes[square] = word;
	}
}

void sigils_board_init(struct sigils_board *board, const struct sigils *sigils,
		       bool reversed)
{
	int count = 0;

	memset(board, 0, sizeof *board);
	board->columns = sigils->columns;
	board->rows = sigils->rows;
	board->turns = (sigils->columns > sigils->rows) + (reversed ? 2 : 0);
	board->width = board->turns % 2 ? sigils->rows : sigils->columns;
	board->height = board->turns % 2 ? sigils->columns : sigils->rows;
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int pose = 0; pose < sigils_poses((enum sigils_kind)kind);
		     pose++)
			init_form(board, kind, pose, &board->forms[count++]);
	for (int i = 0; i < sigils->piece_count; i++)
		board->tray[sigils->pieces[i]][sigils->turns[i]]++;
	init_holes(board, sigils);
}

/* Moves to the first free square. */
static void advance(const struct sigils_board *board,
		    struct sigils_state *state)
{
	int area = board->width * board->height;

	while (state->at < area) {
		uint64_t taken = state->window | board->holes[state->at];
		int step = ~taken ? __builtin_ctzll(~taken) : 63;

		if (!step)
			return;
		if (state->at + step > area)
			step = area - state->at;
		state->window >>= step;
		state->at = (int16_t)(state->at + step);
	}
}

void sigils_board_start(const struct sigils_board *board,
			const struct sigils *sigils, struct sigils_state *state)
{
	int chess = 0, stripe = 0;

	memset(state, 0, sizeof *state);
	for (int i = 0; i < sigils->piece_count; i++)
		state->left += 1ull << (SIGILS_LEFT_BITS * sigils->pieces[i]);
	for (int y = 0; y < sigils->rows; y++)
		for (int x = 0; x < sigils->columns; x++) {
			int square = board_square(board, x, y);
			int row = square / board->width;
			int column = square % board->width;

			if (sigils->hole[y][x])
				continue;
			chess += (row + column) % 2 ? -1 : 1;
			stripe += row % 2 ? -1 : 1;
		}
	state->chess = (int16_t)chess;
	state->stripe = (int16_t)stripe;
	advance(board, state);
}

/* Could the free squares' colours come from the pieces left? On a chessboard
 * a T covers 3 and 1, any other piece 2 and 2. With every other row dark an
 * odd number of half differences comes from each L and J in any pose, and
 * from a T that lies, so without a T left the parity is settled. */
static bool colours_agree(const struct sigils_state *state)
{
	int ts = sigils_left(state->left, SIGILS_T);
	int ells = sigils_left(state->left, SIGILS_J) +
		   sigils_left(state->left, SIGILS_L);

	if (abs(state->chess) > 2 * ts || (state->chess / 2 - ts) % 2)
		return false;
	return ts || (state->stripe / 2 - ells) % 2 == 0;
}

bool sigils_board_lay(const struct sigils_board *board,
		      const struct sigils_state *state, int form,
		      struct sigils_state *next)
{
	const struct sigils_form *piece = &board->forms[form];
	int row = state->at / board->width;
	int column = state->at % board->width;
	int chess = 0, stripe = 0;

	if (!sigils_left(state->left, piece->kind) || column < piece->left ||
	    column + piece->right >= board->width ||
	    row + piece->down >= board->height ||
	    (piece->mask & (state->window | board->holes[state->at])))
		return false;
	*next = *state;
	next->left -= 1ull << (SIGILS_LEFT_BITS * piece->kind);
	next->window |= piece->mask;
	for (int i = 0; i < 4; i++) {
		int y = row + piece->y[i];

		chess += (y + column + piece->x[i]) % 2 ? 1 : -1;
		stripe += y % 2 ? 1 : -1;
	}
	next->chess = (int16_t)(next->chess + chess);
	next->stripe = (int16_t)(next->stripe + stripe);
	if (!colours_agree(next))
		return false;
	advance(board, next);
	return true;
}

/* Poses lie on a circle of four (or two). Handing out equal ones first, then
 * neighbours, then opposites is the cheapest: on a circle of four every even
 * pose neighbours every odd one. */
int sigils_board_turns(const struct sigils_board *board, int kind,
		       const uint8_t used[4])
{
	int poses = sigils_poses((enum sigils_kind)kind);
	int want[2] = { 0, 0 }, have[2] = { 0, 0 };
	int turns = 0;

	for (int pose = 0; pose < poses; pose++) {
		int spare = board->tray[kind][pose] - used[pose];

		if (spare > 0)
			have[pose % 2] += spare;
		else
			want[pose % 2] -= spare;
	}
	for (int side = 0; side < 2; side++) {
		int near = want[side] < have[1 - side] ? want[side]
						       : have[1 - side];

		turns += near + 2 * (want[side] - near);
	}
	return turns;
}

static int pose_distance(int a, int b, int poses)
{
	int apart = abs(a - b) % poses;

	return apart < poses - apart ? apart : poses - apart;
}

/* A placement as the puzzle's frame sees it. */
struct placed {
	int squares[4]; /* y * columns + x, the smallest first */
	uint8_t kind, pose;
	bool handed;
};

static int compare_placed(const void *left, const void *right)
{
	const struct placed *a = left, *b = right;

	return a->squares[0] - b->squares[0];
}

static void place(const struct sigils_board *board,
		  const struct sigils_move *move, struct placed *placed)
{
	const struct sigils_form *form = &board->forms[move->form];

	*placed = (struct placed){ .kind = form->kind, .pose = form->pose };
	for (int i = 0; i < 4; i++) {
		int x, y, kept;

		sigils_board_place(board,
				   move->at + form->y[i] * board->width +
					   form->x[i],
				   &x, &y);
		placed->squares[i] = y * board->columns + x;
		if (placed->squares[i] < placed->squares[0]) {
			kept = placed->squares[0];
			placed->squares[0] = placed->squares[i];
			placed->squares[i] = kept;
		}
	}
}

static void hand_out(const struct sigils *sigils, int piece,
		     struct placed *placed, struct sigils_solution *solution)
{
	placed->handed = true;
	for (int i = 0; i < 4; i++)
		solution->grid[placed->squares[i] / sigils->columns]
			      [placed->squares[i] % sigils->columns] =
			(uint8_t)(piece + 1);
}

void sigils_board_solution(const struct sigils_board *board,
			   const struct sigils *sigils,
			   const struct sigils_move *moves, int count,
			   struct sigils_solution *solution)
{
	struct placed placed[SIGILS_PIECES_MAX];
	bool used[SIGILS_PIECES_MAX] = { false };

	memset(solution, 0, sizeof *solution);
	for (int i = 0; i < count; i++)
		place(board, &moves[i], &placed[i]);
	qsort(placed, (size_t)count, sizeof *placed, compare_placed);
	for (int distance = 0; distance <= 2; distance++)
		for (int i = 0; i < count; i++) {
			int poses =
				sigils_poses((enum sigils_kind)placed[i].kind);

			for (int piece = 0;
			     piece < sigils->piece_count && !placed[i].handed;
			     piece++) {
				if (used[piece] ||
				    sigils->pieces[piece] != placed[i].kind ||
				    pose_distance(sigils->turns[piece],
						  placed[i].pose,
						  poses) != distance)
					continue;
				used[piece] = true;
				hand_out(sigils, piece, &placed[i], solution);
			}
		}
}
