#include "figures.h"

#include <math.h>
#include <stdbool.h>

#define PI 3.14159265358979323846

enum { CORNERS_MOST = 64, ROUND_STEPS = 6 };

/* Of so many designs so many are kept for testing. */
enum { DEAL = 10, TESTED = 2 };

/* What a block alone and a square measure at most and at least, cells: between
 * them nobody knows. */
static const double BLOCK_MOST = 0.21, SQUARE_LEAST = 0.25;
/* So many symbols are about as large as the game's, and shaped so: squares .33
 * of a cell wide, about half of that round at their corners, stars of eight
 * tips .36, triangles .22 with little between them, blocks .185 apart. */
static const double USUAL_SHARE = 0.4;
/* So many polyominoes are bars, two thirds of them lying: only those look like
 * rows of triangles, and of all shapes of four blocks hardly any is one. */
static const double BARS_SHARE = 0.25;
/* Of shapes of fewer blocks there are too few to hold any out. */
enum { BLOCKS_DEALT = 5 };
/* A star of four tips has less than this between them, a share of its radius:
 * with more it is a square that was turned. */
static const double BLUNT_MOST = 0.5;
/* A square is no rounder at its corners, a share of half its side: what is,
 * might be meant for a disc. */
static const double SQUARE_ROUND_MOST = 0.75;

bool figure_chance(struct rng *rng, double share)
{
	return rng_real(rng, 0, 1) < share;
}

static double real(const struct figure_pen *pen, double low, double high)
{
	return rng_real(pen->rng, low, high);
}

static bool chance(const struct figure_pen *pen, double share)
{
	return figure_chance(pen->rng, share);
}

/* Is a design, told by its features, of the pen's use? */
static bool is_mine(const struct figure_pen *pen, uint64_t feature)
{
	struct rng deal;
	uint32_t which;

	rng_seed(&deal, feature);
	which = rng_below(&deal, DEAL);
	return (which < TESTED) == (pen->use == FIGURE_TEST);
}

static uint64_t steps(double value, double step)
{
	return (uint64_t)(value / step);
}

void figure_polygon(const struct figure_pen *pen, const struct point *corners,
		    int count)
{
	cairo_new_sub_path(pen->cr);
	for (int i = 0; i < count; i++) {
		struct point px =
			homography_apply(&pen->cell_to_px, corners[i]);

		cairo_line_to(pen->cr, px.x + 0.5, px.y + 0.5);
	}
	cairo_close_path(pen->cr);
}

void figure_disc(const struct figure_pen *pen, struct point middle,
		 double radius)
{
	struct point corners[CORNERS_MOST];

	for (int i = 0; i < CORNERS_MOST; i++) {
		double angle = 2 * PI * i / CORNERS_MOST;

		corners[i] = (struct point){ middle.x + radius * cos(angle),
					     middle.y + radius * sin(angle) };
	}
	figure_polygon(pen, corners, CORNERS_MOST);
}

void figure_stroke(const struct figure_pen *pen, struct point from,
		   struct point to, double width)
{
	double length = fmax(1e-6, point_distance(from, to));
	double x = (to.x - from.x) / length * width / 2;
	double y = (to.y - from.y) / length * width / 2;
	const struct point corners[4] = { { from.x - y, from.y + x },
					  { from.x + y, from.y - x },
					  { to.x + y, to.y - x },
					  { to.x - y, to.y + x } };

	figure_polygon(pen, corners, 4);
}

void figure_block(const struct figure_pen *pen, struct point middle,
		  double half, double round, double turn)
{
	struct point corners[4 * (ROUND_STEPS + 1)];
	double c = cos(turn), s = sin(turn), r = round * half;
	int count = 0;

	for (int corner = 0; corner < 4; corner++)
		for (int i = 0; i <= ROUND_STEPS; i++) {
			double angle =
				(corner + (double)i / ROUND_STEPS) * PI / 2;
			double x = (corner % 3 ? -1 : 1) * (half - r) +
				   r * cos(angle);
			double y = (corner < 2 ? 1 : -1) * (half - r) +
				   r * sin(angle);

			corners[count++] =
				(struct point){ middle.x + x * c - y * s,
						middle.y + x * s + y * c };
		}
	figure_polygon(pen, corners, count);
}

static void add_square(const struct figure_pen *pen, struct point middle)
{
	double half, round, turn = real(pen, -0.03, 0.03);

	do {
		half = real(pen, SQUARE_LEAST / 2, fmin(0.3, pen->room / 2));
		round = chance(pen, 0.2) ? 0 : real(pen, 0, SQUARE_ROUND_MOST);
		if (chance(pen, USUAL_SHARE)) {
			half = fmin(real(pen, 0.13, 0.2), pen->room / 2);
			round = real(pen, 0.25, SQUARE_ROUND_MOST);
		}
	} while (!is_mine(pen,
			  1000 + 100 * steps(half, 0.02) + steps(round, 0.1)));
	figure_block(pen, middle, half, round, turn);
	if (half > 0.14 && chance(pen, 0.06))
		figure_block(pen, middle, half * real(pen, 0.55, 0.8), round,
			     turn);
}

static void add_tips(const struct figure_pen *pen, struct point middle,
		     double radius, double in, int tips, double turn)
{
	struct point corners[2 * 10];

	for (int i = 0; i < 2 * tips; i++) {
		double r = i % 2 ? radius * in : radius;
		double angle = turn + PI * i / tips;

		corners[i] = (struct point){ middle.x + r * sin(angle),
					     middle.y - r * cos(angle) };
	}
	figure_polygon(pen, corners, 2 * tips);
}

static void add_star(const struct figure_pen *pen, struct point middle)
{
	/* the least share that is between the tips, by their count */
	static const double in_least[] = {
		[4] = 0.34, [5] = 0.38, [6] = 0.45, [7] = 0.5,
		[8] = 0.52, [9] = 0.6,  [10] = 0.62
	};
	double radius, in, turn;
	int tips;

	do {
		bool usual = chance(pen, USUAL_SHARE);

		tips = usual || chance(pen, 0.3) ? 8
						 : rng_between(pen->rng, 4, 10);
		in = real(pen, in_least[tips],
			  tips > 4 ? 0.9 * cos(PI / tips) : BLUNT_MOST);
		radius = real(pen, 0.11, fmin(0.32, pen->room / 2));
		if (usual) {
			radius = fmin(real(pen, 0.145, 0.22), pen->room / 2);
			in = real(pen, 0.66, 0.83);
		}
	} while (!is_mine(pen, 2000 + 1000 * (uint64_t)tips +
				       30 * steps(in, 0.04) +
				       steps(radius, 0.03)));
	turn = chance(pen, 0.6)   ? 0
	       : chance(pen, 0.5) ? PI / tips
				  : real(pen, 0, PI);
	add_tips(pen, middle, radius, in, tips, turn);
	if (radius > 0.16 && chance(pen, 0.06))
		add_tips(pen, middle, radius * real(pen, 0.55, 0.75), in, tips,
			 turn);
}

/* Where `count` triangles lie: column and row, in rows of so many. */
static int arrange(const struct figure_pen *pen, int count,
		   struct point *places, double *columns, double *rows)
{
	int kind = rng_between(pen->rng, 0, 9);
	int upper = count; /* in the first row */

	if (count == 4 && kind < 8)
		upper = 2;
	if (count == 3 && kind < 2)
		upper = 1 + kind;
	if (count == 2 && kind == 0)
		upper = 1;
	*columns = fmax(upper, count - upper);
	*rows = upper == count ? 1 : 2;
	for (int i = 0; i < count; i++) {
		bool low = i >= upper;
		int in_row = low ? count - upper : upper;
		int at = low ? i - upper : i;

		places[i] = (struct point){ at - (in_row - 1) / 2.0,
					    low - (*rows - 1) / 2 };
	}
	return upper;
}

static void add_triangles(const struct figure_pen *pen, int count,
			  struct point middle)
{
	struct point places[4];
	double tall, gap, width, columns, rows, most;
	int upper;
	bool outlined = chance(pen, 0.06), usual = chance(pen, USUAL_SHARE);

	do {
		upper = arrange(pen, count, places, &columns, &rows);
		tall = real(pen, 0.68, 1.18);
		gap = count > 1 ? real(pen, 0.04, usual ? 0.25 : 0.5) : 0;
	} while (!is_mine(
		pen, 20000 + 10000 * (uint64_t)count + 1000 * (uint64_t)upper +
			     30 * steps(tall, 0.06) + steps(gap, 0.1)));
	most = fmin(count == 1 ? 0.5 : 0.3,
		    pen->room / (columns + (columns - 1) * gap));
	most = fmin(most, pen->room / (rows * tall + (rows - 1) * gap));
	width = real(pen, fmin(0.1, 0.8 * most), most);
	if (usual)
		width = fmin(real(pen, 0.17, 0.27), most);
	for (int i = 0; i < count; i++) {
		double x = middle.x + places[i].x * (1 + gap) * width;
		double y = middle.y + places[i].y * (tall + gap) * width;
		double inner = real(pen, 0.45, 0.6);

		for (int hole = 0; hole <= outlined; hole++) {
			double half = width / 2 * (hole ? inner : 1);
			double up = tall * half;
			/* about the middle of what it encloses */
			double low =
				y + tall * width / 2 -
				(hole ? (1 - inner) * tall * width / 3 : 0);
			const struct point corners[3] = { { x, low - 2 * up },
							  { x + half, low },
							  { x - half, low } };

			figure_polygon(pen, corners, 3);
		}
	}
}

static void add_eliminator(const struct figure_pen *pen, struct point middle)
{
	double arm, half, flip = chance(pen, 0.5) ? 1 : -1;
	double turn = real(pen, -0.03, 0.03), point = 0;
	struct point corners[12];
	int count = 0;

	do {
		arm = real(pen, 0.1, fmin(0.3, pen->room / 2));
		half = arm * real(pen, 0.13, 0.4);
	} while (!is_mine(pen, 70000 + 100 * steps(arm, 0.03) +
				       steps(half / arm, 0.04)));
	if (chance(pen, 0.15))
		point = half * real(pen, 0.2, 0.9);
	for (int i = 0; i < 3; i++) {
		double angle = turn + 2 * PI * i / 3;
		double s = sin(angle), c = cos(angle);
		/* of the arm: aside and along; then the valley behind it */
		const double outline[4][2] = {
			{ -half, arm - point / 2 },
			{ 0, arm + point / 2 },
			{ half, arm - point / 2 },
			{ half, half / sqrt(3) },
		};

		for (int k = 0; k < 4; k++) {
			double u = outline[k][0], v = outline[k][1];

			corners[count++] = (struct point){
				middle.x + u * c + v * s,
				middle.y + flip * (u * s - v * c)
			};
		}
	}
	figure_polygon(pen, corners, count);
}

struct blocks {
	bool on[5][5];
	int columns, rows, count;
};

static bool touches(const struct blocks *b, int x, int y)
{
	return (x && b->on[y][x - 1]) || (x < 4 && b->on[y][x + 1]) ||
	       (y && b->on[y - 1][x]) || (y < 4 && b->on[y + 1][x]);
}

/* Moves the blocks to the top left and measures them. */
static void trim(struct blocks *b)
{
	struct blocks moved = { .count = b->count };
	int left = 5, top = 5;

	for (int i = 0; i < 25; i++)
		if (b->on[i / 5][i % 5]) {
			left = i % 5 < left ? i % 5 : left;
			top = i / 5 < top ? i / 5 : top;
		}
	for (int y = top; y < 5; y++)
		for (int x = left; x < 5; x++)
			if (b->on[y][x]) {
				moved.on[y - top][x - left] = true;
				moved.columns = x - left >= moved.columns
							? x - left + 1
							: moved.columns;
				moved.rows = y - top + 1;
			}
	*b = moved;
}

/* Two to five blocks in a row or a column. */
static void choose_bar(const struct figure_pen *pen, struct blocks *b)
{
	bool upright = chance(pen, 1 / 3.0);

	*b = (struct blocks){ .count = rng_between(pen->rng, 2, 5) };
	for (int i = 0; i < b->count; i++)
		b->on[upright ? i : 0][upright ? 0 : i] = true;
	trim(b);
}

/* One to eight blocks, one in eight of the shapes not of one piece. */
static void choose_blocks(const struct figure_pen *pen, struct blocks *b)
{
	int wanted = chance(pen, 0.2) ? 1 : rng_between(pen->rng, 2, 6);
	bool loose = chance(pen, 0.12);
	uint64_t bits = 0;

	if (chance(pen, 0.08))
		wanted = rng_between(pen->rng, 7, 9);
	do {
		*b = (struct blocks){ .count = 0 };
		while (b->count < wanted) {
			int x = rng_between(pen->rng, 0, 4);
			int y = rng_between(pen->rng, 0, 4);

			if (b->on[y][x] ||
			    (b->count && !loose && !touches(b, x, y)))
				continue;
			b->on[y][x] = true;
			b->count++;
		}
		trim(b);
		bits = 0;
		for (int i = 0; i < 25; i++)
			bits |= (uint64_t)b->on[i / 5][i % 5] << i;
	} while (wanted >= BLOCKS_DEALT &&
		 !is_mine(pen, (uint64_t)1 << 40 | bits));
}

static bool is_rectangle(const struct blocks *b)
{
	return b->count == b->columns * b->rows && b->columns > 1 &&
	       b->rows > 1;
}

static void add_polyomino(const struct figure_pen *pen, struct point middle,
			  bool turned, bool hollow)
{
	struct blocks b;
	double turn = real(pen, -0.03, 0.03), pitch, share, round, rim, wide, c,
	       s;

	if (turned)
		turn = real(pen, 10, chance(pen, 0.5) ? 30 : 80) * PI / 180;
	if (turned && chance(pen, 0.5))
		turn = -turn;
	if (chance(pen, BARS_SHARE))
		choose_bar(pen, &b);
	else
		choose_blocks(pen, &b);
	c = cos(turn);
	s = sin(turn);
	wide = fmax(b.columns * fabs(c) + b.rows * fabs(s),
		    b.columns * fabs(s) + b.rows * fabs(c));
	share = chance(pen, 0.12) && !is_rectangle(&b) && b.count > 1 && !hollow
			? 1
			: real(pen, is_rectangle(&b) ? 0.62 : 0.66, 0.92);
	pitch = fmin(real(pen, 0.12, 0.26), pen->room / wide);
	if (chance(pen, USUAL_SHARE))
		pitch = fmin(real(pen, 0.15, 0.225), pen->room / wide);
	if (b.count == 1)
		pitch = real(pen, 0.12, BLOCK_MOST) / share;
	round = share == 1 || chance(pen, 0.5) ? 0 : real(pen, 0, 0.4);
	rim = real(pen, 0.15, 0.3);
	for (int y = 0; y < b.rows; y++)
		for (int x = 0; x < b.columns; x++) {
			double u = (x - (b.columns - 1) / 2.0) * pitch;
			double v = (y - (b.rows - 1) / 2.0) * pitch;
			double half = share * pitch / 2;
			struct point at = { middle.x + u * c - v * s,
					    middle.y + u * s + v * c };

			if (!b.on[y][x])
				continue;
			figure_block(pen, at, half, round, turn);
			if (hollow)
				figure_block(pen, at, half * (1 - 2 * rim),
					     round, turn);
		}
}

void figure_symbol(const struct figure_pen *pen, enum symbol_class class,
		   struct point middle)
{
	switch (class) {
	case SYMBOL_SQUARE:
		add_square(pen, middle);
		break;
	case SYMBOL_STAR:
		add_star(pen, middle);
		break;
	case SYMBOL_TRIANGLE_1:
	case SYMBOL_TRIANGLE_2:
	case SYMBOL_TRIANGLE_3:
	case SYMBOL_TRIANGLE_4:
		add_triangles(pen, 1 + (int)class - (int)SYMBOL_TRIANGLE_1,
			      middle);
		break;
	case SYMBOL_ELIMINATOR:
		add_eliminator(pen, middle);
		break;
	default:
		add_polyomino(pen, middle,
			      class == SYMBOL_BLOCKS_TURNED ||
				      class == SYMBOL_HOLLOW_TURNED,
			      class == SYMBOL_HOLLOW ||
				      class == SYMBOL_HOLLOW_TURNED);
	}
}
