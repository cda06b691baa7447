#include "matcher.h"

#include <math.h>
#include <stdlib.h>

/* Pitches of polyominoes' blocks, cells. */
#define PITCH_LEAST 0.08
#define PITCH_MOST 0.3
/* All of them together are as wide and as high as they would be within this
 * share of a pitch: two degrees make a row of three so much higher. */
#define PITCH_OFF 0.2
/* Upright is likelier than turned: a turned polyomino must be this much more
 * like the mask. */
#define TURNED_MORE 0.04
/* and so is one whose blocks stand apart: those that touch make any blob, and
 * must be so much like it. */
#define GAPLESS_MORE 0.06
#define GAPLESS_LEAST 0.9
/* Blocks that fill more of their pitch than this nearly touch: they must be so
 * much like it. A blot of three strokes (test_panel_sure.c) has .70 to .74,
 * turned bars on a page .77 to .80.
 */
#define TIGHT 0.9
#define TIGHT_LEAST 0.77
/* Hollow blocks' middles are paler than their rims by at least this share of
 * their colour: with holes of two pixels .2 is left of it, nearly all full ones
 * have less than .05. */
#define HOLLOW_LEAST 0.08
/* Blur leaves less of rims than of middles, be they full or hollow: what is
 * missing of that tells no more from here on (a hollow block of ten pixels with
 * its colour halved by JPEG had .43). */
#define FILLED_MOST 0.16
/* Blocks fill this share of their pitch: the game .78, the web page .75; some
 * looks leave nothing between them. */
static const double block_shares[] = { 0.68, 0.76, 0.84, 0.92, 1 };
enum { SHARES = sizeof block_shares / sizeof *block_shares };

/* Blocks are .185 apart in the game, .8 of that in other looks, and nearer only
 * where their cell would not hold them; what is beyond is so much less likely.
 */
#define PITCH_USUAL 0.14
#define BLOCKS_WIDE 0.45
#define SMALL_LESS 2.0

/* Where more of the outline than this agrees on how it is turned, that is how,
 * within 4 degrees (300 polyominoes on web pages and in own looks; blur, which
 * rounds blocks, leaves less): it is tried so many degrees to either side, too.
 * What is turned less than this, degrees, is meant upright. */
#define TILT_SURE 0.3
#define TILT_OFF 2.0
#define TURNED_FROM 6.0

/* Blocks on a turned lattice. */
struct blocks {
	double left, top; /* of the first block, turned */
	double pitch, side, hole;
	double cosine, sine;
	int columns, rows;
	bool on[5][5];
};

/* Marks those points of a row that lie in a block whose first corner is at u,
 * v, turned, but not in its hole. */
static void draw_block(const struct blocks *b, double u, double v, double y,
		       struct span_row *row)
{
	double hole = b->hole * b->side, rim = (b->side - hole) / 2;
	struct span span = { -HUGE_VAL, HUGE_VAL }, inner;

	span_cut(&span, b->cosine, b->sine * y,
		 (struct span){ u, u + b->side });
	span_cut(&span, -b->sine, b->cosine * y,
		 (struct span){ v, v + b->side });
	if (!(span.left < span.right))
		return;
	if (!(hole > 0)) {
		span_mark(row, span);
		return;
	}
	inner = span;
	span_cut(&inner, b->cosine, b->sine * y,
		 (struct span){ u + rim, u + rim + hole });
	span_cut(&inner, -b->sine, b->cosine * y,
		 (struct span){ v + rim, v + rim + hole });
	if (!(inner.left < inner.right)) {
		span_mark(row, span);
		return;
	}
	span_mark(row, (struct span){ span.left, inner.left });
	span_mark(row, (struct span){ inner.right, span.right });
}

static void draw_blocks(const void *shape, double y, struct span_row *row)
{
	const struct blocks *b = shape;
	/* blocks of a row lie in a band, in which they reach so far up */
	double reach = b->side * (fabs(b->sine) + b->cosine);

	double off = fmin(0, b->sine) * b->side;

	for (int j = 0; j < b->rows; j++) {
		double v = b->top + j * b->pitch, down = b->cosine * v;

		for (int i = 0; i < b->columns; i++) {
			double u, first;

			if (!b->on[j][i])
				continue;
			u = b->left + i * b->pitch;
			first = b->sine * u + down + off;
			if (y > first && y < first + reach)
				draw_block(b, u, v, y, row);
		}
	}
}

/* Of the half side of a block, in quarters: the ring that tells whether it is
 * there, and its middle. */
enum { RING = 3, MIDDLE = 1, QUARTERS = 4 };

/* Points a side of a block: by quarters of its half side from its middle. */
enum { POINTS = 2 * RING + 1 };

/* Where the points of blocks lie: those of column i and of row j, k along and l
 * down, at (x[i][k] - x'[j][l] + .5, y[i][k] + y'[j][l] + .5) in the cell. */
struct points {
	double x[5][POINTS], y[5][POINTS];
	double less_x[5][POINTS], more_y[5][POINTS];
	bool in; /* all of them lie in it */
};

static bool is_in_cell(double x, double y)
{
	return x >= 0 && y >= 0 && x < 1 && y < 1;
}

static void points_set(struct points *points, const struct blocks *b)
{
	double half = b->side / 2;
	int right = b->columns - 1, low = b->rows - 1;

	for (int i = 0; i < 5; i++)
		for (int k = 0; k < POINTS; k++) {
			double more =
				half * (1 + (k - RING) / (double)QUARTERS);
			double u = b->left + i * b->pitch + more;
			double v = b->top + i * b->pitch + more;

			points->x[i][k] = b->cosine * u;
			points->y[i][k] = b->sine * u;
			points->less_x[i][k] = b->sine * v;
			points->more_y[i][k] = b->cosine * v;
		}
	points->in = true;
	for (int k = 0; k < 4; k++) {
		int i = k % 2 ? right : 0, p = k % 2 ? POINTS - 1 : 0;
		int j = k / 2 ? low : 0, q = k / 2 ? POINTS - 1 : 0;

		points->in &= is_in_cell(
			points->x[i][p] - points->less_x[j][q] + 0.5,
			points->y[i][p] + points->more_y[j][q] + 0.5);
	}
}

/* A block of the points. */
struct place {
	const double *x, *y, *less_x, *more_y;
	bool in;
};

static struct place place_of(const struct points *points, int i, int j)
{
	return (struct place){ points->x[i], points->y[i], points->less_x[j],
			       points->more_y[j], points->in };
}

/* The sum of a mask's values at every so many points of a block's row q; beyond
 * the cell they are 0. */
static inline double sum_row(const float *values, const struct place *at, int q,
			     int first, int last, int step)
{
	double sum = 0;

	for (int p = first; p <= last; p += step) {
		double x = at->x[p] - at->less_x[q] + 0.5;
		double y = at->y[p] + at->more_y[q] + 0.5;

		if (at->in || is_in_cell(x, y))
			sum += values[(int)(y * SHEET_CELL) * SHEET_CELL +
				      (int)(x * SHEET_CELL)];
	}
	return sum;
}

/* The sums of a block's ring: its first and last row, and its sides between. */
static double sum_rims(const float *values, const struct place *at)
{
	return sum_row(values, at, 0, 0, POINTS - 1, 1) +
	       sum_row(values, at, POINTS - 1, 0, POINTS - 1, 1);
}

static double sum_sides(const float *values, const struct place *at)
{
	double sum = 0;

	for (int q = 1; q < POINTS - 1; q++)
		sum += sum_row(values, at, q, 0, POINTS - 1, POINTS - 1);
	return sum;
}

enum { RIMS_COUNT = 2 * POINTS, SIDES_COUNT = 2 * (POINTS - 2) };

static double ring_mean(const float *values, const struct place *at)
{
	return (sum_rims(values, at) + sum_sides(values, at)) /
	       (RIMS_COUNT + SIDES_COUNT);
}

/* Is more than half of the ring covered? Mostly its rims tell. */
static bool is_there(const float *cover, const struct place *at)
{
	const double half = (RIMS_COUNT + SIDES_COUNT) / 2.0;
	double sum = sum_rims(cover, at);

	if (sum + SIDES_COUNT < half)
		return false;
	return sum > half || sum + sum_sides(cover, at) > half;
}

static double middle_mean(const float *values, const struct place *at)
{
	enum { FIRST = RING - MIDDLE, LAST = RING + MIDDLE };
	double sum = 0;

	for (int q = FIRST; q <= LAST; q++)
		sum += sum_row(values, at, q, FIRST, LAST, 1);
	return sum / ((2 * MIDDLE + 1) * (2 * MIDDLE + 1));
}

/* Which blocks are there of row j, from one column to another? Is any? */
static bool fill_row(const struct shape_mask *mask, struct blocks *blocks,
		     const struct points *points, int j)
{
	bool any = false;

	for (int i = 0; i < blocks->columns; i++) {
		struct place at = place_of(points, i, j);

		blocks->on[j][i] = is_there(mask->cover, &at);
		any |= blocks->on[j][i];
	}
	return any;
}

/* Which blocks are there; false where a row or column at the rim is empty. */
static bool fill_blocks(const struct shape_mask *mask, struct blocks *blocks,
			const struct points *points, uint64_t *shape)
{
	int right = blocks->columns - 1, low = blocks->rows - 1;
	bool first = false, last = false;
	uint64_t bits = 0;

	if (!fill_row(mask, blocks, points, 0) ||
	    (low && !fill_row(mask, blocks, points, low)))
		return false;
	for (int j = 1; j < low; j++)
		fill_row(mask, blocks, points, j);
	for (int j = 0; j <= low; j++) {
		first |= blocks->on[j][0];
		last |= blocks->on[j][right];
		for (int i = 0; i <= right; i++)
			if (blocks->on[j][i])
				bits |= 1ull << (PANEL_SHAPE_MAX * j + i);
	}
	*shape = bits;
	return first && last;
}

/* How much paler the blocks' middles are than their rims, shares of the
 * symbol's colour: 1 where they are hollow, less where blur fills them; below 0
 * where blur takes from full ones' rims. */
static double hollowness(const struct shape_mask *mask,
			 const struct blocks *blocks,
			 const struct points *points)
{
	double paler = 0;
	int count = 0;

	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++) {
			struct place at = place_of(points, i, j);

			if (!blocks->on[j][i])
				continue;
			paler += ring_mean(mask->share, &at) -
				 middle_mean(mask->share, &at);
			count++;
		}
	return paler / count;
}

static bool is_filled(const struct blocks *blocks)
{
	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++)
			if (!blocks->on[j][i])
				return false;
	return true;
}

/* Do two by two of them make one of the same shape, twice as large? */
static bool is_doubled(const struct blocks *blocks)
{
	if (blocks->columns % 2 || blocks->rows % 2)
		return false;
	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++)
			if (blocks->on[j][i] !=
			    blocks->on[j / 2 * 2][i / 2 * 2])
				return false;
	return true;
}

static double usual_pitch(const struct blocks *blocks)
{
	double count = fmax(blocks->columns, blocks->rows);

	return fmin(PITCH_USUAL,
		    BLOCKS_WIDE / (is_doubled(blocks) ? count / 2 : count));
}

static void disfavour(struct candidate *one, double by)
{
	one->less += by;
	one->value -= by;
}

/* How much less likely full or hollow blocks are by their look; those that no
 * turn changes may look turned or not. */
static double less_by_look(const struct matcher *matcher,
			   const struct panel_cell *cell, bool hollow)
{
	const double *less = matcher->less;
	double upright = less[hollow ? SYMBOL_HOLLOW : SYMBOL_BLOCKS];
	double turned =
		less[hollow ? SYMBOL_HOLLOW_TURNED : SYMBOL_BLOCKS_TURNED];

	if (panel_shape_turn(cell->shape) == cell->shape)
		return fmin(upright, turned);
	return cell->rotatable ? turned : upright;
}

static void match_blocks(struct matcher *matcher, struct blocks *blocks,
			 bool turned)
{
	struct candidate full = { .cell = { .kind = PANEL_POLYOMINO,
					    .rotatable = turned },
				  .gapless = blocks->side == blocks->pitch,
				  .draw = draw_blocks };
	bool tight = blocks->side > TIGHT * blocks->pitch;
	struct candidate hollow, one;
	struct points points;
	double paler, by_look[2];

	points_set(&points, blocks);
	if (!fill_blocks(matcher->mask, blocks, &points, &full.cell.shape))
		return;
	/* what is filled may be anything */
	if (full.gapless && blocks->columns > 1 && blocks->rows > 1 &&
	    is_filled(blocks))
		return;
	for (int i = 0; i < 2; i++)
		by_look[i] = less_by_look(matcher, &full.cell, i);
	full.less = (turned ? TURNED_MORE : 0) +
		    (full.gapless ? GAPLESS_MORE : 0) +
		    fmin(by_look[0], by_look[1]);
	if (full.cell.shape == 1)
		full.less += SIZE_LESS * fmax(0, blocks->side - BLOCK_MOST);
	full.less += SMALL_LESS * fmax(0, usual_pitch(blocks) - blocks->pitch);
	paler = hollowness(matcher->mask, blocks, &points) - HOLLOW_LEAST;
	matcher_rate(matcher, &full, blocks, sizeof *blocks);
	hollow = one = full;
	one.cell.negative = hollow.cell.negative = true;
	hollow.value = -1;
	for (blocks->hole = 0.3; blocks->hole < 0.75; blocks->hole += 0.2) {
		if (paler > 0)
			matcher_rate(matcher, &one, blocks, sizeof *blocks);
		if (one.value > hollow.value)
			hollow = one;
	}
	/* the other is as like it as the middles leave it open */
	one.value = fmax(full.value, hollow.value);
	if (one.value + full.less < (full.gapless ? GAPLESS_LEAST
				     : tight      ? TIGHT_LEAST
						  : 0))
		return;
	full.value = hollow.value = one.value;
	disfavour(&full, by_look[0] - fmin(by_look[0], by_look[1]));
	disfavour(&hollow, by_look[1] - fmin(by_look[0], by_look[1]));
	if (paler > 0)
		disfavour(&full, paler);
	else
		disfavour(&hollow, fmin(-paler, FILLED_MOST));
	matcher_keep(matcher, &full);
	matcher_keep(matcher, &hollow);
}

static void match_lattice(struct matcher *matcher, double angle,
			  const struct extent *box, int columns, int rows,
			  double share)
{
	double across = columns - 1 + share, down = rows - 1 + share;
	double pitch = (width_of(box) + height_of(box)) / (across + down);
	struct blocks blocks = { .left = box->left,
				 .top = box->top,
				 .pitch = pitch,
				 .cosine = cos(angle),
				 .sine = sin(angle),
				 .columns = columns,
				 .rows = rows };

	/* as much too wide as it is too low, or the other way round */
	if (fabs(width_of(box) - across * pitch) > PITCH_OFF * pitch ||
	    pitch < PITCH_LEAST || pitch > PITCH_MOST)
		return;
	blocks.side = share * pitch;
	/* then it is one piece */
	if (share == 1 && (matcher->parts > 1 || columns * rows == 1))
		return;
	match_blocks(matcher, &blocks, angle != 0);
}

static void match_turned(struct matcher *matcher, double angle)
{
	struct extent box = mask_box(matcher->mask, angle);

	for (int i = 0; i < 25 * SHARES; i++)
		match_lattice(matcher, angle, &box, i / SHARES % 5 + 1,
			      i / (5 * SHARES) + 1, block_shares[i % SHARES]);
}

void blocks_match(struct matcher *matcher)
{
	/* the web page turns by 30 degrees, the game by about 15 */
	static const double usual[] = { -30, -15, -22, 15, 22, 30 };
	double sure, tilt = mask_tilt(matcher->mask, &sure);

	match_turned(matcher, 0);
	if (sure <= TILT_SURE)
		for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
			match_turned(matcher, usual[k] * M_PI / 180);
	else if (fabs(tilt) > TURNED_FROM * M_PI / 180)
		for (int k = -1; k <= 1; k++)
			match_turned(matcher, tilt + k * TILT_OFF * M_PI / 180);
}
