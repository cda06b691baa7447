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
/* What is between a star's tips is no less, a share of its radius; of stars of
 * four tips half that. So many are rays, loose or about a disc. */
enum { TIPS_MOST = 14 };
static const double IN_LEAST = 0.35, RAYS_SHARE = 0.5;
/* A star of four tips has less than this between them, a share of its radius:
 * with more it is a square that was turned. */
static const double BLUNT_MOST = 0.5;
/* Squares are discs in so many of the designs, as some programs have them. */
static const double DISC_SHARE = 0.15;
/* What is rounder and has a hole is a ring, which might be meant for anything.
 */
static const double RING_LEAST = 0.8;
/* So many symbols are drawn by hand or have round corners. */
static const double WOBBLE_SHARE = 0.12, SOFT_SHARE = 0.25;

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

static struct point to_px(const struct figure_pen *pen, struct point at)
{
	struct point px = homography_apply(&pen->cell_to_px, at);

	return (struct point){ px.x + 0.5, px.y + 0.5 };
}

static bool turns_left(const struct point *corners, int count)
{
	double area = 0;

	for (int i = 0; i < count; i++) {
		struct point a = corners[i], b = corners[(i + 1) % count];

		area += a.x * b.y - a.y * b.x;
	}
	return area > 0;
}

/* A hole goes round the other way. */
static void outline(const struct figure_pen *pen, const struct point *corners,
		    int count, bool hole)
{
	int step = turns_left(corners, count) == hole ? 1 : count - 1;

	cairo_new_sub_path(pen->cr);
	for (int i = 0, at = 0; i < count; i++, at = (at + step) % count) {
		struct point before = corners[(at + count - step) % count];
		struct point after = corners[(at + step) % count];
		struct point corner = corners[at], from, to;

		if (pen->wobble > 0) {
			corner.x += pen->wobble * rng_normal(pen->rng);
			corner.y += pen->wobble * rng_normal(pen->rng);
		}
		from = to_px(pen, point_mix(corner, before, pen->soft));
		cairo_line_to(pen->cr, from.x, from.y);
		if (pen->soft <= 0)
			continue;
		to = to_px(pen, point_mix(corner, after, pen->soft));
		corner = to_px(pen, corner);
		cairo_curve_to(pen->cr, (from.x + 2 * corner.x) / 3,
			       (from.y + 2 * corner.y) / 3,
			       (to.x + 2 * corner.x) / 3,
			       (to.y + 2 * corner.y) / 3, to.x, to.y);
	}
	cairo_close_path(pen->cr);
}

void figure_polygon(const struct figure_pen *pen, const struct point *corners,
		    int count)
{
	outline(pen, corners, count, false);
}

/* For what is round already. */
static struct figure_pen hard(const struct figure_pen *pen)
{
	struct figure_pen own = *pen;

	own.soft = own.wobble = 0;
	return own;
}

void figure_disc(const struct figure_pen *pen, struct point middle,
		 double radius)
{
	const struct figure_pen own = hard(pen);
	struct point corners[CORNERS_MOST];

	for (int i = 0; i < CORNERS_MOST; i++) {
		double angle = 2 * PI * i / CORNERS_MOST;

		corners[i] = (struct point){ middle.x + radius * cos(angle),
					     middle.y + radius * sin(angle) };
	}
	figure_polygon(&own, corners, CORNERS_MOST);
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

static void block(const struct figure_pen *pen, struct point middle,
		  double half, double round, double turn, bool hole)
{
	struct point corners[4 * (ROUND_STEPS + 1)];
	struct figure_pen own = hard(pen);
	double c = cos(turn), s = sin(turn), r = round * half;
	int count = 0, last = round > 0 ? ROUND_STEPS : 0;

	if (round <= 0)
		own.wobble = pen->wobble;
	for (int corner = 0; corner < 4; corner++)
		for (int i = 0; i <= last; i++) {
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
	outline(&own, corners, count, hole);
}

void figure_block(const struct figure_pen *pen, struct point middle,
		  double half, double round, double turn)
{
	block(pen, middle, half, round, turn, false);
}

static void add_square(const struct figure_pen *pen, struct point middle)
{
	double half, round, turn = real(pen, -0.03, 0.03);

	do {
		half = real(pen, SQUARE_LEAST / 2, fmin(0.3, pen->room / 2));
		round = chance(pen, 0.2) ? 0 : real(pen, 0, 1);
		if (chance(pen, USUAL_SHARE)) {
			half = fmin(real(pen, 0.13, 0.2), pen->room / 2);
			round = real(pen, 0.25, 0.75);
		}
		if (chance(pen, DISC_SHARE))
			round = 1;
	} while (!is_mine(pen,
			  1000 + 100 * steps(half, 0.02) + steps(round, 0.1)));
	figure_block(pen, middle, half, round, turn);
	if (half > 0.14 && round < RING_LEAST && chance(pen, 0.06))
		block(pen, middle, half * real(pen, 0.55, 0.8), round, turn,
		      true);
}

static struct point around(struct point middle, double radius, double angle)
{
	return (struct point){ middle.x + radius * sin(angle),
			       middle.y - radius * cos(angle) };
}

/* How many, how far out, what is between them as a share of that. */
struct tips {
	int count;
	double radius, in, turn;
};

static void add_tips(const struct figure_pen *pen, struct point middle,
		     const struct tips *tips, bool hole)
{
	struct point corners[2 * TIPS_MOST];

	for (int i = 0; i < 2 * tips->count; i++)
		corners[i] = around(
			middle, i % 2 ? tips->radius * tips->in : tips->radius,
			tips->turn + PI * i / tips->count);
	outline(pen, corners, 2 * tips->count, hole);
}

/* One stroke of a sun, an asterisk or an eliminator, from its foot out, as wide
 * there as at its end or not. */
static void add_ray(const struct figure_pen *pen, struct point middle,
		    double angle, const double along[2], const double half[2])
{
	struct point corners[4];

	for (int i = 0; i < 4; i++) {
		int end = i == 1 || i == 2;
		struct point at = around(middle, along[end], angle);

		corners[i] = around(at, i < 2 ? half[end] : -half[end],
				    angle + PI / 2);
	}
	figure_polygon(pen, corners, 4);
}

/* Rays about a disc or about nothing, joined to it or not. */
static void add_rays(const struct figure_pen *pen, struct point middle,
		     const struct tips *tips)
{
	bool sun = chance(pen, 0.65);
	double radius = tips->radius, apart = PI / tips->count;
	double disc = radius * real(pen, 0.4, 0.68);
	double foot = sun ? disc + radius * real(pen, -0.1, 0.15) : 0;
	double most =
		sun ? fmax(foot, 0.4 * radius) * apart : radius * apart / 2;
	const double along[2] = { fmin(foot, 0.8 * radius), radius };
	double half = fmax(0.008, real(pen, 0.3, 0.95) * most);
	double narrow = chance(pen, 0.5) ? 1 : real(pen, 0, 1);

	if (sun)
		figure_disc(pen, middle, disc);
	for (int i = 0; i < tips->count; i++)
		add_ray(pen, middle, tips->turn + 2 * apart * i, along,
			(double[2]){ half, half * narrow });
}

static void add_star(const struct figure_pen *pen, struct point middle)
{
	struct tips tips;
	bool rays;

	do {
		bool usual = chance(pen, USUAL_SHARE);
		bool few;

		rays = !usual && chance(pen, RAYS_SHARE);
		tips.count = usual || chance(pen, 0.3)
				     ? 8
				     : rng_between(pen->rng, rays ? 5 : 4,
						   TIPS_MOST);
		few = tips.count == 4;
		tips.in = real(pen, few ? IN_LEAST / 2 : IN_LEAST,
			       few ? BLUNT_MOST
				   : fmin(0.85, 0.9 * cos(PI / tips.count)));
		tips.radius = real(pen, 0.11, fmin(0.36, pen->room / 2));
		if (usual) {
			tips.radius =
				fmin(real(pen, 0.145, 0.22), pen->room / 2);
			tips.in = real(pen, 0.66, 0.83);
		}
	} while (!is_mine(pen, 2000 + 1000 * (uint64_t)tips.count +
				       30 * steps(tips.in, 0.04) +
				       steps(tips.radius, 0.03)));
	tips.turn = chance(pen, 0.6)   ? 0
		    : chance(pen, 0.5) ? PI / tips.count
				       : real(pen, 0, PI);
	if (rays) {
		add_rays(pen, middle, &tips);
		return;
	}
	add_tips(pen, middle, &tips, false);
	if (tips.radius > 0.16 && chance(pen, 0.06)) {
		tips.radius *= real(pen, 0.55, 0.75);
		add_tips(pen, middle, &tips, true);
	}
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
	/* few stand on their heads */
	double up_sign = chance(pen, 0.07) ? -1 : 1;

	do {
		upper = arrange(pen, count, places, &columns, &rows);
		tall = real(pen, 0.68, 1.18);
		gap = count > 1 ? real(pen, 0.02, usual ? 0.25 : 0.5) : 0;
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
			double tip = up_sign * 2 * tall * half;
			/* about the middle of what it encloses */
			double low = y + up_sign * (tall * width / 2 -
						    (hole ? (1 - inner) * tall *
								     width / 3
							  : 0));
			const struct point corners[3] = { { x, low - tip },
							  { x + half, low },
							  { x - half, low } };

			outline(pen, corners, 3, hole);
		}
	}
}

/* Three arms, each as wide as its end or not, joined or not, round at their
 * ends or not; some lean as a letter's do. */
static void add_eliminator(const struct figure_pen *pen, struct point middle)
{
	double arm, half, flip = chance(pen, 0.5) ? 0 : PI;
	double turn = flip + real(pen, -0.03, 0.03), narrow = 1, lean = 0;
	double foot = 0;
	bool round = chance(pen, 0.3);

	do {
		arm = real(pen, 0.1, fmin(0.32, pen->room / 2));
		half = arm * real(pen, 0.07, 0.4);
	} while (!is_mine(pen, 70000 + 100 * steps(arm, 0.03) +
				       steps(half / arm, 0.04)));
	if (chance(pen, 0.3))
		narrow = real(pen, 0.3, 1.6);
	if (chance(pen, 0.2))
		lean = real(pen, -0.2, 0.45);
	if (chance(pen, 0.2))
		foot = half * real(pen, 0, 1) + 0.01;
	for (int i = 0; i < 3; i++) {
		double angle = turn + 2 * PI * i / 3;
		const double along[2] = { foot, arm };
		const double wide[2] = { half, half * narrow };

		if (i)
			angle += i == 1 ? lean : -lean;
		add_ray(pen, middle, angle, along, wide);
		if (round)
			figure_disc(pen, around(middle, arm, angle),
				    half * narrow);
	}
	if (foot <= 0)
		figure_disc(pen, middle, half);
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
			: real(pen, 0.6, 0.94);
	pitch = fmin(real(pen, hollow ? 0.12 : 0.09, 0.26), pen->room / wide);
	if (chance(pen, USUAL_SHARE))
		pitch = fmin(real(pen, 0.15, 0.225), pen->room / wide);
	if (b.count == 1)
		pitch = real(pen, 0.12, BLOCK_MOST) / share;
	round = share == 1 || chance(pen, 0.5) ? 0 : real(pen, 0, 0.6);
	rim = real(pen, 0.06, 0.27);
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
				block(pen, at, half * (1 - 2 * rim), round,
				      turn, true);
		}
}

static void add_symbol(const struct figure_pen *pen, enum symbol_class class,
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

void figure_symbol(const struct figure_pen *pen, enum symbol_class class,
		   struct point middle)
{
	struct figure_pen own = *pen;

	if (chance(pen, SOFT_SHARE))
		own.soft = real(pen, 0.03, 0.3);
	if (chance(pen, WOBBLE_SHARE))
		own.wobble = real(pen, 0, 0.012);
	add_symbol(&own, class, middle);
}
