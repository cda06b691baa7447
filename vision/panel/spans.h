/* A row of evenly spaced points of which runs are marked: how symbols are
 * drawn, and told from others, without asking for every point. */
#ifndef PANEL_SPANS_H
#define PANEL_SPANS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { SPAN_WORDS = 2, SPAN_WORD = 64 };

/* Point k lies at first + k / per_unit; no more than SPAN_WORDS * SPAN_WORD
 * points, of which bit k % 64 of on[k / 64] says whether they are marked. */
struct span_row {
	double first, per_unit;
	int count;
	uint64_t on[SPAN_WORDS];
};

/* Those between `left` and `right`. */
struct span {
	double left, right;
};

/* How many points lie below a place. */
static inline int span_points(const struct span_row *row, double place)
{
	double at = (place - row->first) * row->per_unit;
	int whole;

	/* in this order, so that what is not a number is none */
	if (!(at >= 0))
		return 0;
	if (at >= row->count)
		return row->count;
	whole = (int)at;
	return whole + (at > whole);
}

static inline uint64_t span_low_bits(int count)
{
	return count <= 0           ? 0
	       : count >= SPAN_WORD ? ~(uint64_t)0
				    : ((uint64_t)1 << count) - 1;
}

/* Marks the points within; none where it is empty. */
static inline void span_mark(struct span_row *row, struct span span)
{
	int from = span_points(row, span.left);
	int end = span_points(row, span.right);

	for (int i = 0; i < SPAN_WORDS && from < end; i++)
		row->on[i] |= span_low_bits(end - i * SPAN_WORD) &
			      ~span_low_bits(from - i * SPAN_WORD);
}

/* Leaves of a span those x for which slope * x + offset lies between. */
static inline void span_cut(struct span *span, double slope, double offset,
			    struct span between)
{
	double one, other;

	if (fabs(slope) < 1e-9) {
		if (!(offset > between.left && offset < between.right))
			span->right = span->left;
		return;
	}
	one = (between.left - offset) / slope;
	other = (between.right - offset) / slope;
	if (slope < 0) {
		double swap = one;

		one = other;
		other = swap;
	}
	span->left = one > span->left ? one : span->left;
	span->right = other < span->right ? other : span->right;
}

#endif
