#include "matcher.h"

#include <math.h>
#include <string.h>

#include "lanes.h"

/* Sums over a cell's pixels are exact to this share. */
#define ROUNDING 1e-3

/* Pixels of a row are worked on by fours. */
enum { FOUR = 4, FOURS = SHEET_CELL / FOUR };

_Static_assert(SHEET_CELL % FOUR == 0, "rows are whole fours");
_Static_assert(2 * SHEET_CELL <= SPAN_WORDS * SPAN_WORD,
	       "a row's points are two a pixel");

/* The four quarters of each pixel of a row: two rows of points. */
struct quarters {
	struct span_row rows[2];
	double y[2];
};

/* Those of row j of the cell. */
static struct quarters quarters_of(int j)
{
	const double quarter = 0.25 / SHEET_CELL;
	double middle = (j + 0.5) / SHEET_CELL - 0.5;
	struct quarters quarters;

	for (int k = 0; k < 2; k++) {
		quarters.rows[k] = (struct span_row){
			.first = quarter - 0.5,
			.per_unit = 2 * SHEET_CELL,
			.count = 2 * SHEET_CELL,
		};
		quarters.y[k] = middle + (k ? quarter : -quarter);
	}
	return quarters;
}

/* Of eight points, two a pixel, which of four quarters each the marked ones
 * are. */
#define SHARE(bits, k)                                                         \
	(0.25f * (((bits) >> (2 * (k)) & 1) + ((bits) >> (2 * (k) + 1) & 1)))
#define SHARES(bits)                                                           \
	{                                                                      \
		SHARE(bits, 0), SHARE(bits, 1), SHARE(bits, 2), SHARE(bits, 3) \
	}
#define SHARES_4(bits)                                                         \
	SHARES(bits), SHARES((bits) + 1), SHARES((bits) + 2), SHARES((bits) + 3)
#define SHARES_16(bits)                                                        \
	SHARES_4(bits), SHARES_4((bits) + 4), SHARES_4((bits) + 8),            \
		SHARES_4((bits) + 12)
#define SHARES_64(bits)                                                        \
	SHARES_16(bits), SHARES_16((bits) + 16), SHARES_16((bits) + 32),       \
		SHARES_16((bits) + 48)

static const float eight_points[256][FOUR] = { SHARES_64(0), SHARES_64(64),
					       SHARES_64(128), SHARES_64(192) };

/* How much of pixels 4 at .. 4 at + 3 was drawn. */
static inline lanes_float drawn_four(const struct quarters *quarters, int at)
{
	unsigned word = (unsigned)at / 8, shift = 8 * ((unsigned)at % 8);
	lanes_float upper, lower;

	memcpy(&upper, eight_points[quarters->rows[0].on[word] >> shift & 255],
	       sizeof upper);
	memcpy(&lower, eight_points[quarters->rows[1].on[word] >> shift & 255],
	       sizeof lower);
	return upper + lower;
}

/* Which of pixels 4 at .. 4 at + 3 are from `first` to `last`? */
static lanes_int fours_within(int at, int first, int last)
{
	const lanes_int ahead = { 0, 1, 2, 3 };
	lanes_int pixels = ahead + FOUR * at;

	return (pixels >= first) & (pixels <= last);
}

static double likeness(const struct matcher *matcher,
		       const struct candidate *candidate, double least)
{
	int first = matcher->first_x / FOUR, last = matcher->last_x / FOUR;
	lanes_float both = { 0 }, drawn = { 0 };
	double in_both = 0, either = 0;
	lanes_int within[FOURS];

	for (int k = first; k <= last; k++)
		within[k] = fours_within(k, matcher->first_x, matcher->last_x);
	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		const float *row = matcher->mask->cover + j * SHEET_CELL;
		struct quarters quarters = quarters_of(j);

		for (int k = 0; k < 2; k++)
			candidate->draw(candidate->shape, quarters.y[k],
					&quarters.rows[k]);
		for (int k = first; k <= last; k++) {
			lanes_float now = drawn_four(&quarters, k), cover;

			memcpy(&cover, row + FOUR * k, sizeof cover);
			now = lanes_mask(now, within[k]);
			drawn += now;
			both += lanes_least(now, cover);
		}
		in_both = lanes_sum(both);
		either = lanes_sum(drawn) + matcher->area - in_both;
		/* at best all that is left of the mask is drawn, too */
		if (in_both + matcher->area - matcher->above[j + 1] <
		    (least - ROUNDING) * either)
			break;
	}
	return in_both / fmax(1e-9, either);
}

bool matcher_same(const struct panel_cell *a, const struct panel_cell *b)
{
	return a->kind == b->kind && a->count == b->count &&
	       a->shape == b->shape && a->negative == b->negative &&
	       (a->rotatable == b->rotatable ||
		panel_shape_turn(a->shape) == a->shape);
}

void matcher_keep(struct matcher *matcher, const struct candidate *candidate)
{
	struct candidate *best = matcher->best;
	int at = 0;

	while (at < matcher->count &&
	       !matcher_same(&best[at].cell, &candidate->cell))
		at++;
	if (at < matcher->count && best[at].value >= candidate->value)
		return;
	if (at == CANDIDATES) {
		if (best[--at].value >= candidate->value)
			return;
	} else if (at == matcher->count) {
		matcher->count++;
	}
	for (; at > 0 && best[at - 1].value < candidate->value; at--)
		best[at] = best[at - 1];
	best[at] = *candidate;
}

void matcher_rate(const struct matcher *matcher, struct candidate *candidate,
		  const void *shape, size_t size)
{
	double least = 0;

	if (matcher->count == CANDIDATES)
		least = matcher->best[CANDIDATES - 1].value + candidate->less;
	memcpy(candidate->shape, shape, size);
	candidate->mask = matcher->mask;
	candidate->value = -candidate->less;
	if (least < 1)
		candidate->value += likeness(matcher, candidate, least);
}

void matcher_draw(const struct candidate *candidate, uint64_t rows[SHEET_CELL])
{
	for (int j = 0; j < SHEET_CELL; j++) {
		struct quarters quarters = quarters_of(j);

		rows[j] = 0;
		for (int k = 0; k < 2; k++)
			candidate->draw(candidate->shape, quarters.y[k],
					&quarters.rows[k]);
		for (int i = 0; i < SHEET_CELL; i++) {
			lanes_float now = drawn_four(&quarters, i / FOUR);

			rows[j] |= (uint64_t)(now[i % FOUR] > 0.5F) << i;
		}
	}
}
