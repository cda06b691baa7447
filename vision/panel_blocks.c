#include "panel_blocks.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
/* Pitches of polyominoes' blocks, cells. */
#define PITCH_LEAST 0.08
#define PITCH_MOST 0.3
/* Upright is likelier than turned: a turned polyomino must be this much more
 * like the mask. */
#define TURNED_MORE 0.04
/* and so is one whose blocks stand apart: those that touch make any blob, and
 * must be so much like it. */
#define GAPLESS_MORE 0.06
#define GAPLESS_LEAST 0.9
/* Where blur hides what is between them, a filled rectangle may be anything. */
#define BLOB_MORE 0.15
/* Hollow blocks' middles are paler than their rims by at least this share of
 * their colour: with holes of two pixels .2 is left of it, nearly all full ones
 * have less than .05. */
#define HOLLOW_LEAST 0.08
/* Blocks fill this share of their pitch: the game .78, the web page .75; some
 * looks leave nothing between them. */
static const double block_shares[] = { 0.68, 0.76, 0.84, 1 };
enum { SHARES = sizeof block_shares / sizeof *block_shares };

/* Blocks are .185 apart in the game, .8 of that in other looks, and nearer only
 * where their cell would not hold them; what is beyond is so much less likely.
 */
#define PITCH_USUAL 0.14
#define BLOCKS_WIDE 0.45
#define SMALL_LESS 2.0

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
	inner = span;
	span_cut(&inner, b->cosine, b->sine * y,
		 (struct span){ u + rim, u + rim + hole });
	span_cut(&inner, -b->sine, b->cosine * y,
		 (struct span){ v + rim, v + rim + hole });
	if (!(hole > 0 && inner.left < inner.right)) {
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

	for (int j = 0; j < b->rows; j++)
		for (int i = 0; i < b->columns; i++) {
			double u = b->left + i * b->pitch;
			double v = b->top + j * b->pitch;
			double first = b->sine * u + b->cosine * v +
				       fmin(0, b->sine) * b->side;

			if (b->on[j][i] && y > first && y < first + reach)
				draw_block(b, u, v, y, row);
		}
}

/* Of the half side of a block, in quarters: the ring that tells whether it is
 * there, and its middle. */
enum { RING = 3, MIDDLE = 1, QUARTERS = 4 };

/* The mean of a mask's values over a block's part so many quarters of its half
 * side from the middle. */
static double block_mean(const float *values, const struct blocks *b, int i,
			 int j, int least, int most)
{
	double sum = 0, half = b->side / 2;
	double left = b->left + i * b->pitch, top = b->top + j * b->pitch;
	int count = 0;

	for (int q = -most; q <= most; q++)
		for (int p = -most; p <= most; p++) {
			double u, v, x, y;

			if (abs(p) < least && abs(q) < least)
				continue;
			u = left + half * (1 + p / (double)QUARTERS);
			v = top + half * (1 + q / (double)QUARTERS);
			x = b->cosine * u - b->sine * v + 0.5;
			y = b->sine * u + b->cosine * v + 0.5;
			count++;
			if (!(x >= 0 && y >= 0 && x < 1 && y < 1))
				continue;
			sum += values[(int)(y * SHEET_CELL) * SHEET_CELL +
				      (int)(x * SHEET_CELL)];
		}
	return sum / count;
}

/* Which blocks are there; false where a row or column at the rim is empty. */
static bool fill_blocks(const struct shape_mask *mask, struct blocks *blocks,
			uint64_t *shape)
{
	uint64_t bits = 0;
	int width, height;

	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++) {
			blocks->on[j][i] = block_mean(mask->cover, blocks, i, j,
						      RING, RING) > 0.5;
			if (blocks->on[j][i])
				bits |= 1ull << (PANEL_SHAPE_MAX * j + i);
		}
	if (!bits)
		return false;
	panel_shape_extent(bits, &width, &height);
	*shape = bits;
	return panel_shape_trim(bits) == bits && width == blocks->columns &&
	       height == blocks->rows;
}

/* How much paler the blocks' middles are than their rims, shares of the
 * symbol's colour: 1 where they are hollow, less where blur fills them; below 0
 * where blur takes from full ones' rims. */
static double hollowness(const struct shape_mask *mask,
			 const struct blocks *blocks)
{
	double paler = 0;
	int count = 0;

	for (int j = 0; j < blocks->rows; j++)
		for (int i = 0; i < blocks->columns; i++) {
			if (!blocks->on[j][i])
				continue;
			paler += block_mean(mask->share, blocks, i, j, RING,
					    RING) -
				 block_mean(mask->share, blocks, i, j, 0,
					    MIDDLE);
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

static double usual_pitch(const struct blocks *blocks)
{
	return fmin(PITCH_USUAL,
		    BLOCKS_WIDE / fmax(blocks->columns, blocks->rows));
}

static void disfavour(struct candidate *one, double by)
{
	one->less += by;
	one->value -= by;
}

static void match_blocks(struct matcher *matcher, struct blocks *blocks,
			 bool turned)
{
	struct candidate full = { .cell = { .kind = PANEL_POLYOMINO,
					    .rotatable = turned },
				  .gapless = blocks->side == blocks->pitch,
				  .draw = draw_blocks };
	const double by_look[2] = {
		matcher->less[turned ? SYMBOL_BLOCKS_TURNED : SYMBOL_BLOCKS],
		matcher->less[turned ? SYMBOL_HOLLOW_TURNED : SYMBOL_HOLLOW]
	};
	struct candidate hollow, one;
	double paler;

	if (!fill_blocks(matcher->mask, blocks, &full.cell.shape))
		return;
	/* what is filled may be anything */
	if (full.gapless && blocks->columns > 1 && blocks->rows > 1 &&
	    is_filled(blocks))
		return;
	full.less = (turned ? TURNED_MORE : 0) +
		    (full.gapless ? GAPLESS_MORE : 0) +
		    fmin(by_look[0], by_look[1]);
	if (full.cell.shape == 1)
		full.less += SIZE_LESS * fmax(0, blocks->side - BLOCK_MOST);
	full.less += SMALL_LESS * fmax(0, usual_pitch(blocks) - blocks->pitch);
	if (blocks->columns * blocks->rows > 1) {
		full.gap = blocks->pitch - blocks->side;
		full.gap_less = blocks->columns > 1 && blocks->rows > 1 &&
						is_filled(blocks)
					? BLOB_MORE
					: GAPLESS_MORE;
	}
	paler = hollowness(matcher->mask, blocks) - HOLLOW_LEAST;
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
	if (full.gapless && one.value + full.less < GAPLESS_LEAST)
		return;
	full.value = hollow.value = one.value;
	disfavour(&full, by_look[0] - fmin(by_look[0], by_look[1]));
	disfavour(&hollow, by_look[1] - fmin(by_look[0], by_look[1]));
	if (paler > 0)
		disfavour(&full, paler);
	else
		disfavour(&hollow, -paler);
	matcher_keep(matcher, &full);
	matcher_keep(matcher, &hollow);
}

static void match_lattice(struct matcher *matcher, double angle,
			  const struct extent *box, int columns, int rows,
			  double share)
{
	double across = width_of(box) / (columns - 1 + share);
	double down = height_of(box) / (rows - 1 + share);
	struct blocks blocks = { .left = box->left,
				 .top = box->top,
				 .pitch = (across + down) / 2,
				 .cosine = cos(angle),
				 .sine = sin(angle),
				 .columns = columns,
				 .rows = rows };

	if (fabs(across - down) > 0.16 * blocks.pitch ||
	    blocks.pitch < PITCH_LEAST || blocks.pitch > PITCH_MOST)
		return;
	blocks.side = share * blocks.pitch;
	/* then it is one piece, and two by two of them are a square, too */
	if (share == 1 && (matcher->parts > 1 || columns * rows == 1 ||
			   (columns == 2 && rows == 2)))
		return;
	match_blocks(matcher, &blocks, angle != 0);
}

void blocks_match(struct matcher *matcher)
{
	/* the web page turns by 30 degrees, the game by about 15 */
	static const double angles[] = { 0, -30, -15, -22, 15, 22, 30 };

	for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
		double angle = angles[k] * PI / 180;
		struct extent box = mask_box(matcher->mask, angle);

		for (int i = 0; i < 25 * SHARES; i++)
			match_lattice(matcher, angle, &box, i / SHARES % 5 + 1,
				      i / (5 * SHARES) + 1,
				      block_shares[i % SHARES]);
	}
}
