#include "sigils_played.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "order.h"

/* Squares whose colours differ by less look alike: 24 of 255 and a quarter of
 * their brightness, as light falls off over a frame. The two tints of a
 * chequered frame are closer, pieces are farther from any ground. */
#define ALIKE 24.0
#define ALIKE_SHARE 0.25
/* From one square to the next light falls off by no more than this share of
 * that; a piece ends at a border that is starker. */
#define NEXT_SHARE 0.5
/* Of a chequer of two tints so many times more squares are as most of their own
 * tint than are as most of both (twice where all are empty), and at least this
 * share of each tint. */
#define CHEQUER_MORE 1.6
#define CHEQUER_SHARE 0.5
/* The ground is looked at so many squares away from the frame. */
#define AWAY 0.8
/* A hole shows the very colour of the ground: within noise and uneven
 * light. */
#define HOLE_APART 14.0
/* And differs from the empty squares by so much, and by so many times what
 * half of them differ among each other. */
#define HOLE_LEAST 7.0
#define HOLE_SPREAD 6.0
/* That squares are blocked, once no pieces can lie there. */
#define BLOCKED_CONFIDENCE 0.95
/* Ways to cut the covered squares that are looked at. */
enum { CUTS_MOST = 20000 };
/* A cut is certain where its borders stand out from those of the next best
 * cut by this much for each border they differ in, in levels. */
#define CERTAIN 6.0

struct square {
	double colour[SIGILS_COLOURS];
	bool covered;
	int piece;           /* in the cut being made, -1 */
	double right, below; /* how much the border to the neighbour
			      * shows */
};

struct cutting {
	int columns, rows;
	struct square *squares;
	int cuts; /* tried so far */
	int depth;
	struct sigils_placed pieces[SIGILS_PIECES_MAX];
	double best, second;
	int best_count;
	struct sigils_placed best_pieces[SIGILS_PIECES_MAX];
};

/* The mean colour of a part of the view, given in frame squares. */
static void mean_colour(const struct sigils_view *view, double left, double top,
			double right, double bottom,
			double colour[SIGILS_COLOURS])
{
	struct point low = sigils_view_at(view, (struct point){ left, top });
	struct point high =
		sigils_view_at(view, (struct point){ right, bottom });
	int x0 = (int)fmax(0, floor(low.x)), y0 = (int)fmax(0, floor(low.y));
	int x1 = (int)fmin(view->width, fmax(ceil(high.x), x0 + 1));
	int y1 = (int)fmin(view->height, fmax(ceil(high.y), y0 + 1));

	for (int i = 0; i < SIGILS_COLOURS; i++) {
		long sum = 0;
		int count = 0;

		for (int y = y0; y < y1; y++)
			for (int x = x0; x < x1; x++, count++)
				sum += plane_row(&view->colour[i], y)[x];
		colour[i] = count ? (double)sum / count : 0;
	}
}

double sigils_colours_apart(const double *a, const double *b)
{
	double sum = 0;

	for (int i = 0; i < SIGILS_COLOURS; i++)
		sum += fabs(a[i] - b[i]);
	return sum / 2;
}

/* `share`: of how far alike colours may be apart. */
static bool are_alike(const double *a, const double *b, double share)
{
	double light = 0;

	for (int i = 0; i < SIGILS_COLOURS; i++)
		light += (a[i] + b[i]) / 2 / SIGILS_COLOURS;
	return sigils_colours_apart(a, b) <
	       share * (ALIKE + ALIKE_SHARE * light);
}

void sigils_square_colour(const struct sigils_view *view, int x, int y,
			  double colour[SIGILS_COLOURS])
{
	double parts[SIGILS_COLOURS][9];

	for (int i = 0; i < 9; i++) {
		double left = x + 0.2 + 0.2 * (i % 3);
		double top = y + 0.2 + 0.2 * (i / 3);
		double part[SIGILS_COLOURS];

		mean_colour(view, left, top, left + 0.2, top + 0.2, part);
		for (int j = 0; j < SIGILS_COLOURS; j++)
			parts[j][i] = part[j];
	}
	for (int j = 0; j < SIGILS_COLOURS; j++) {
		qsort(parts[j], 9, sizeof(double), order_doubles);
		colour[j] = parts[j][4];
	}
}

/* Of the squares of one tint of a chequer, or of all (-1): the one that looks
 * like most others, and like how many. */
static int find_empty(const struct square *squares, int columns, int count,
		      int tint, int *like)
{
	int empty = 0;

	*like = 0;
	for (int i = 0; i < count; i++) {
		int alike = 0;

		if (tint >= 0 && (i % columns + i / columns) % 2 != tint)
			continue;
		for (int j = 0; j < count; j++)
			alike += (tint < 0 ||
				  (j % columns + j / columns) % 2 == tint) &&
				 are_alike(squares[i].colour, squares[j].colour,
					   1);
		if (alike > *like) {
			*like = alike;
			empty = i;
		}
	}
	return empty;
}

/* By how much the empty squares of the second tint differ from those of the
 * first, where the frame is chequered in two tints that are not alike; else by
 * nothing. */
static void find_chequer(const struct square *squares, int columns, int count,
			 double shift[SIGILS_COLOURS])
{
	int first_like, second_like, like;
	int first = find_empty(squares, columns, count, 0, &first_like);
	int second = find_empty(squares, columns, count, 1, &second_like);

	find_empty(squares, columns, count, -1, &like);
	for (int i = 0; i < SIGILS_COLOURS; i++)
		shift[i] = 0;
	if (first_like + second_like < CHEQUER_MORE * like ||
	    first_like < CHEQUER_SHARE * (count + 1) / 2 ||
	    second_like < CHEQUER_SHARE * count / 2)
		return;
	for (int i = 0; i < SIGILS_COLOURS; i++)
		shift[i] = squares[second].colour[i] - squares[first].colour[i];
}

/* Adds so many times a difference to the squares of a chequer's second tint. */
static void shift_chequer(struct square *squares, int columns, int count,
			  const double shift[SIGILS_COLOURS], int times)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < SIGILS_COLOURS; j++)
			if ((i % columns + i / columns) % 2)
				squares[i].colour[j] += times * shift[j];
}

/* The empty squares are those that look like most others. */
static void mark_covered(struct square *squares, int columns, int count)
{
	int like;
	int empty = find_empty(squares, columns, count, -1, &like);

	for (int i = 0; i < count; i++)
		squares[i].covered =
			!are_alike(squares[i].colour, squares[empty].colour, 1);
}

/* Is a square as an empty one next to it is? */
static bool is_like_next(const struct square *squares, int columns, int rows,
			 int at)
{
	const int x = at % columns, y = at / columns;
	const int next[4] = { x ? at - 1 : at, x + 1 < columns ? at + 1 : at,
			      y ? at - columns : at,
			      y + 1 < rows ? at + columns : at };

	for (int i = 0; i < 4; i++)
		if (!squares[next[i]].covered &&
		    are_alike(squares[at].colour, squares[next[i]].colour,
			      NEXT_SHARE))
			return true;
	return false;
}

/* In uneven light those further off look otherwise, but each like the next. */
static void spread_empty(struct square *squares, int columns, int rows)
{
	bool more = true;

	while (more) {
		more = false;
		for (int i = 0; i < columns * rows; i++)
			if (squares[i].covered &&
			    is_like_next(squares, columns, rows, i)) {
				squares[i].covered = false;
				more = true;
			}
	}
}

/* The same of a chequer of any two tints: as if it had one. */
static void find_covered(struct square *squares, int columns, int rows)
{
	double shift[SIGILS_COLOURS];

	find_chequer(squares, columns, columns * rows, shift);
	shift_chequer(squares, columns, columns * rows, shift, -1);
	mark_covered(squares, columns, columns * rows);
	spread_empty(squares, columns, rows);
	shift_chequer(squares, columns, columns * rows, shift, 1);
}

/* The median colour around the frame, beyond its rim. */
static void ground_colour(const struct sigils_view *view,
			  double colour[SIGILS_COLOURS])
{
	double parts[SIGILS_COLOURS][4 * SIGILS_SIDE_MAX];
	int count = 0;

	for (int side = 0; side < 4; side++) {
		int length = side % 2 ? view->rows : view->columns;

		for (int i = 0; i < length; i++) {
			double x = side == 1   ? view->columns + AWAY
				   : side == 3 ? -AWAY
					       : i + 0.5;
			double y = side == 0   ? -AWAY
				   : side == 2 ? view->rows + AWAY
					       : i + 0.5;
			double part[SIGILS_COLOURS];

			mean_colour(view, x - 0.1, y - 0.1, x + 0.1, y + 0.1,
				    part);
			for (int j = 0; j < SIGILS_COLOURS; j++)
				parts[j][count] = part[j];
			count++;
		}
	}
	for (int j = 0; j < SIGILS_COLOURS; j++) {
		qsort(parts[j], (size_t)count, sizeof(double), order_doubles);
		colour[j] = parts[j][count / 2];
	}
}

/* The median colour of the empty squares of one tint of a chequer, and how
 * far half of them are from it. Returns false where there are none. */
static bool empty_colour(const struct sigils_view *view,
			 const struct square *squares, int tint,
			 double colour[SIGILS_COLOURS], double *spread)
{
	double values[SIGILS_SIDE_MAX * SIGILS_SIDE_MAX];
	int count = 0;

	for (int j = 0; j <= SIGILS_COLOURS; j++) {
		count = 0;
		for (int i = 0; i < view->columns * view->rows; i++)
			if (!squares[i].covered &&
			    (i % view->columns + i / view->columns) % 2 == tint)
				values[count++] =
					j < SIGILS_COLOURS
						? squares[i].colour[j]
						: sigils_colours_apart(
							  squares[i].colour,
							  colour);
		if (!count)
			return false;
		qsort(values, (size_t)count, sizeof *values, order_doubles);
		if (j < SIGILS_COLOURS)
			colour[j] = values[count / 2];
		else
			*spread = values[count / 2];
	}
	return true;
}

/* What is not like the empty squares, but like the ground, is a hole. */
static void mark_holes(const struct sigils_view *view, struct square *squares,
		       struct sigils_played *played)
{
	double ground[SIGILS_COLOURS];
	double empty[2][SIGILS_COLOURS] = { { 0 } };
	double least[2] = { HUGE_VAL, HUGE_VAL }, spread;

	ground_colour(view, ground);
	for (int tint = 0; tint < 2; tint++)
		if (empty_colour(view, squares, tint, empty[tint], &spread))
			least[tint] = fmax(HOLE_LEAST, HOLE_SPREAD * spread);
	for (int i = 0; i < view->columns * view->rows; i++) {
		struct square *square = &squares[i];
		int x = i % view->columns, y = i / view->columns;
		int tint = (x + y) % 2;
		double from_ground =
			sigils_colours_apart(square->colour, ground);
		double from_empty =
			sigils_colours_apart(square->colour, empty[tint]);

		if (square->covered ? from_ground > HOLE_APART
				    : from_empty < least[tint] ||
					      from_ground > from_empty / 2)
			continue;
		square->covered = false;
		played->hole[y][x] = true;
		played->holes++;
	}
}

/* How much shows between two neighbours: their difference, and that of the
 * line between them from both. */
static double border(const struct sigils_view *view, double x, double y,
		     bool upright, const double *a, const double *b)
{
	const double half = 0.07, from = 0.2, to = 0.8;
	double line[SIGILS_COLOURS], near_a[SIGILS_COLOURS];
	double near_b[SIGILS_COLOURS];

	if (upright) {
		mean_colour(view, x - half, y + from, x + half, y + to, line);
		mean_colour(view, x - 3 * half, y + from, x - half, y + to,
			    near_a);
		mean_colour(view, x + half, y + from, x + 3 * half, y + to,
			    near_b);
	} else {
		mean_colour(view, x + from, y - half, x + to, y + half, line);
		mean_colour(view, x + from, y - 3 * half, x + to, y - half,
			    near_a);
		mean_colour(view, x + from, y + half, x + to, y + 3 * half,
			    near_b);
	}
	return fmax(sigils_colours_apart(line, near_a),
		    sigils_colours_apart(line, near_b)) +
	       sigils_colours_apart(a, b);
}

static void measure_borders(const struct sigils_view *view,
			    struct cutting *cutting)
{
	for (int y = 0; y < cutting->rows; y++)
		for (int x = 0; x < cutting->columns; x++) {
			struct square *square =
				&cutting->squares[y * cutting->columns + x];

			if (x + 1 < cutting->columns)
				square->right = border(view, x + 1, y, true,
						       square->colour,
						       square[1].colour);
			if (y + 1 < cutting->rows)
				square->below = border(
					view, x, y + 1, false, square->colour,
					square[cutting->columns].colour);
		}
}

/* Borders between pieces count for the cut, borders within against it. */
static double rate(const struct cutting *cutting)
{
	double sum = 0;

	for (int y = 0; y < cutting->rows; y++)
		for (int x = 0; x < cutting->columns; x++) {
			const struct square *square =
				&cutting->squares[y * cutting->columns + x];

			if (!square->covered)
				continue;
			if (x + 1 < cutting->columns && square[1].covered)
				sum += square->piece == square[1].piece
					       ? -square->right
					       : square->right;
			if (y + 1 < cutting->rows &&
			    square[cutting->columns].covered)
				sum += square->piece == square[cutting->columns]
								.piece
					       ? -square->below
					       : square->below;
		}
	return sum;
}

static void finish_cut(struct cutting *cutting)
{
	double rating = rate(cutting);

	cutting->cuts++;
	if (rating > cutting->best) {
		cutting->second = cutting->best;
		cutting->best = rating;
		cutting->best_count = cutting->depth;
		memcpy(cutting->best_pieces, cutting->pieces,
		       sizeof cutting->pieces);
	} else if (rating > cutting->second) {
		cutting->second = rating;
	}
}

/* Lays every tetromino on the first covered square that is still free. */
static void cut_from(struct cutting *cutting, int from)
{
	int area = cutting->columns * cutting->rows;

	while (from < area && (!cutting->squares[from].covered ||
			       cutting->squares[from].piece >= 0))
		from++;
	if (from == area) {
		finish_cut(cutting);
		return;
	}
	for (int kind = 0; kind < SIGILS_KIND_COUNT; kind++)
		for (int turns = 0;
		     turns < sigils_poses((enum sigils_kind)kind) &&
		     cutting->cuts < CUTS_MOST;
		     turns++) {
			struct sigils_placed *placed =
				&cutting->pieces[cutting->depth];
			struct sigils_shape shape;
			bool fits = true;

			sigils_shape((enum sigils_kind)kind, turns, &shape);
			placed->kind = (enum sigils_kind)kind;
			placed->turns = turns;
			for (int i = 0; i < 4; i++) {
				int x = from % cutting->columns + shape.x[i] -
					shape.x[0];
				int y = from / cutting->columns + shape.y[i];
				int at = y * cutting->columns + x;

				placed->x[i] = x;
				placed->y[i] = y;
				fits &= x >= 0 && x < cutting->columns &&
					y < cutting->rows &&
					cutting->squares[at].covered &&
					cutting->squares[at].piece < 0;
				if (!fits)
					break;
			}
			if (!fits)
				continue;
			for (int i = 0; i < 4; i++)
				cutting->squares[placed->y[i] *
							 cutting->columns +
						 placed->x[i]]
					.piece = cutting->depth;
			cutting->depth++;
			cut_from(cutting, from + 1);
			cutting->depth--;
			placed = &cutting->pieces[cutting->depth];
			for (int i = 0; i < 4; i++)
				cutting->squares[placed->y[i] *
							 cutting->columns +
						 placed->x[i]]
					.piece = -1;
		}
}

/* Covered squares that no pieces can lie on are blocked. */
static void block_covered(const struct cutting *cutting,
			  struct sigils_played *played)
{
	for (int i = 0; i < cutting->columns * cutting->rows; i++)
		if (cutting->squares[i].covered)
			played->hole[i / cutting->columns]
				    [i % cutting->columns] = true;
	played->holes += played->covered;
	played->covered = 0;
	played->confidence = BLOCKED_CONFIDENCE;
}

static void conclude(const struct cutting *cutting,
		     struct sigils_played *played)
{
	double lead = cutting->best - cutting->second;

	if (!cutting->best_count) {
		block_covered(cutting, played);
		return;
	}
	played->count = cutting->best_count;
	memcpy(played->pieces, cutting->best_pieces, sizeof played->pieces);
	if (cutting->cuts >= CUTS_MOST)
		played->confidence = 0.5;
	else
		/* a lead of 0 is a coin's toss; CERTAIN is 98 in 100 */
		played->confidence = 1 / (1 + exp(-4 * lead / CERTAIN));
}

int sigils_played_find(const struct sigils_view *view,
		       struct sigils_played *played)
{
	struct cutting *cutting = alloc_array(1, sizeof *cutting);
	int count = view->columns * view->rows;
	int result = -1;

	memset(played, 0, sizeof *played);
	played->confidence = 1;
	if (!cutting)
		return -1;
	cutting->columns = view->columns;
	cutting->rows = view->rows;
	cutting->best = cutting->second = -HUGE_VAL;
	cutting->squares = alloc_array((size_t)count, sizeof *cutting->squares);
	if (!cutting->squares)
		goto fail;
	for (int i = 0; i < count; i++) {
		sigils_square_colour(view, i % view->columns, i / view->columns,
				     cutting->squares[i].colour);
		cutting->squares[i].piece = -1;
	}
	find_covered(cutting->squares, cutting->columns, cutting->rows);
	mark_holes(view, cutting->squares, played);
	for (int i = 0; i < count; i++)
		played->covered += cutting->squares[i].covered;
	if (played->covered && played->covered <= 4 * SIGILS_PIECES_MAX) {
		measure_borders(view, cutting);
		if (played->covered % 4 == 0)
			cut_from(cutting, 0);
		conclude(cutting, played);
	}
	result = 0;
fail:
	free(cutting->squares);
	free(cutting);
	return result;
}

int sigils_played_holes_like(const struct sigils_view *view,
			     const struct sigils_played *played,
			     const uint8_t colour[SIGILS_COLOURS])
{
	double ground[SIGILS_COLOURS], piece[SIGILS_COLOURS];
	int count = 0;

	if (!played->holes)
		return 0;
	ground_colour(view, ground);
	for (int i = 0; i < SIGILS_COLOURS; i++)
		piece[i] = colour[i];
	for (int i = 0; i < view->columns * view->rows; i++) {
		int x = i % view->columns, y = i / view->columns;
		double square[SIGILS_COLOURS];

		if (!played->hole[y][x])
			continue;
		sigils_square_colour(view, x, y, square);
		count += sigils_colours_apart(square, piece) <
			 sigils_colours_apart(square, ground);
	}
	return count;
}
