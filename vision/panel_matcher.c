#include "panel_matcher.h"

#include <math.h>
#include <string.h>

#include "lanes.h"

/* Sums over a cell's pixels are exact to this share. */
#define ROUNDING 1e-3

/* The shape is drawn larger by these factors: what lies at `from` comes to lie
 * in the middle of its mask. */
struct stretch {
	struct point from, middle;
	double x, y;
};

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

/* Those of row j of the cell, stretched: where the cell's middle would be, and
 * how many times as large. */
static struct quarters quarters_of(int j, const struct stretch *stretch)
{
	const double quarter = 0.25 / SHEET_CELL;
	double middle = (j + 0.5) / SHEET_CELL - 0.5;
	double left = quarter - 0.5 - stretch->middle.x;
	struct quarters quarters;

	for (int k = 0; k < 2; k++) {
		double y = middle + (k ? quarter : -quarter);

		quarters.rows[k] = (struct span_row){
			.first = stretch->from.x + left / stretch->x,
			.per_unit = 2 * SHEET_CELL * stretch->x,
			.count = 2 * SHEET_CELL,
		};
		quarters.y[k] =
			stretch->from.y + (y - stretch->middle.y) / stretch->y;
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
	const struct stretch none = { { 0, 0 }, { 0, 0 }, 1, 1 };
	int first = matcher->first_x / FOUR, last = matcher->last_x / FOUR;
	lanes_float both = { 0 }, drawn = { 0 };
	double in_both = 0, either = 0;
	lanes_int within[FOURS];

	for (int k = first; k <= last; k++)
		within[k] = fours_within(k, matcher->first_x, matcher->last_x);
	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		const float *row = matcher->mask->cover + j * SHEET_CELL;
		struct quarters quarters = quarters_of(j, &none);

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
	if (at == matcher->most) {
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

	if (matcher->count == matcher->most)
		least = matcher->best[matcher->most - 1].value +
			candidate->less;
	memcpy(candidate->shape, shape, size);
	candidate->mask = matcher->mask;
	candidate->value = -candidate->less;
	if (least < 1)
		candidate->value += likeness(matcher, candidate, least);
}

void matcher_try(struct matcher *matcher, struct candidate *candidate,
		 const void *shape, size_t size)
{
	matcher_rate(matcher, candidate, shape, size);
	matcher_keep(matcher, candidate);
}

/* Twice the boxes of a drawing and of the mask are compared: then they agree
 * within a tenth of a pixel. */
enum { FITS = 2 };
/* So many of the best tell how much they are blurred. */
enum { BLURS_TRIED = 2 };
/* Blur reaches so many times as far as it deviates. */
#define BLUR_REACH 2.5
enum { TAPS_MOST = 24, PIXELS = SHEET_CELL * SHEET_CELL };
/* What a drawing is like with blur counts so much of both, without it the rest:
 * grain and a JPEG's steps are no blur. */
#define REDRAWN_COUNTS 0.7
/* A gap is seen that is so many times as wide as the blur deviates: then half
 * of what parts it from its sides is left. */
#define GAP_SEEN 1.35
/* What is paler than this share of a symbol's colour is the ground's grain. */
#define GRAIN_SHARE 0.25

/* Pixels of a cell that are drawn: its symbol's box and what blur reaches. */
struct window {
	int left, top, right, low;
};

static int bounded(double pixel)
{
	return pixel < 0 ? 0 : pixel > SHEET_CELL ? SHEET_CELL : (int)pixel;
}

static struct window window_of(const struct extent *box, int reach)
{
	return (struct window){
		bounded(floor((box->left + 0.5) * SHEET_CELL) - reach),
		bounded(floor((box->top + 0.5) * SHEET_CELL) - reach),
		bounded(ceil((box->right + 0.5) * SHEET_CELL) + reach),
		bounded(ceil((box->bottom + 0.5) * SHEET_CELL) + reach),
	};
}

/* Draws the window's pixels; others in between remain as they are, or 0. */
static void draw(const struct candidate *candidate,
		 const struct stretch *stretch, const struct window *window,
		 float *pixels)
{
	int first = window->left / FOUR, last = (window->right - 1) / FOUR;
	lanes_int within[FOURS];

	for (int k = first; k <= last; k++)
		within[k] = fours_within(k, window->left, window->right - 1);
	for (int j = window->top; j < window->low; j++) {
		struct quarters quarters = quarters_of(j, stretch);

		for (int k = 0; k < 2; k++)
			candidate->draw(candidate->shape, quarters.y[k],
					&quarters.rows[k]);
		for (int k = first; k <= last; k++) {
			lanes_float now =
				lanes_mask(drawn_four(&quarters, k), within[k]);

			memcpy(pixels + j * SHEET_CELL + FOUR * k, &now,
			       sizeof now);
		}
	}
}

struct blur {
	int reach;
	float taps[TAPS_MOST + 1];
};

static struct blur blur_of(double deviation)
{
	struct blur blur = { .reach = (int)ceil(BLUR_REACH * deviation) };
	float sum = 0;

	blur.reach = blur.reach > TAPS_MOST ? TAPS_MOST : blur.reach;
	for (int k = 0; k <= blur.reach; k++) {
		blur.taps[k] =
			expf(-0.5f * (float)(k * k / (deviation * deviation)));
		sum += k ? 2 * blur.taps[k] : blur.taps[k];
	}
	for (int k = 0; k <= blur.reach; k++)
		blur.taps[k] /= sum;
	return blur;
}

/* Adds so much of one run of numbers to another. */
static void add_run(float *restrict to, const float *restrict from, float times,
		    int count)
{
	for (int i = 0; i < count; i++)
		to[i] += times * from[i];
}

/* Blurs along rows; nothing is drawn outside the window. */
static void blur_rows(const float *from, float *to, const struct window *window,
		      const struct blur *blur)
{
	float padded[SHEET_CELL + 2 * TAPS_MOST] = { 0 };
	int count = window->right - window->left;

	for (int j = window->top; j < window->low; j++) {
		int at = j * SHEET_CELL + window->left;

		memcpy(padded + TAPS_MOST, from + at,
		       (size_t)count * sizeof *from);
		for (int i = 0; i < count; i++)
			to[at + i] = blur->taps[0] * from[at + i];
		for (int k = 1; k <= blur->reach; k++) {
			add_run(to + at, padded + TAPS_MOST - k, blur->taps[k],
				count);
			add_run(to + at, padded + TAPS_MOST + k, blur->taps[k],
				count);
		}
	}
}

/* The same along columns. */
static void blur_columns(const float *from, float *to,
			 const struct window *window, const struct blur *blur)
{
	int count = window->right - window->left;

	for (int j = window->top; j < window->low; j++) {
		int at = j * SHEET_CELL + window->left;

		for (int i = 0; i < count; i++)
			to[at + i] = blur->taps[0] * from[at + i];
		for (int k = 1; k <= blur->reach; k++) {
			if (j - k >= window->top)
				add_run(to + at, from + at - k * SHEET_CELL,
					blur->taps[k], count);
			if (j + k < window->low)
				add_run(to + at, from + at + k * SHEET_CELL,
					blur->taps[k], count);
		}
	}
}

/* What is drawn as a mask of its own; false where nothing of it is left. */
static bool mask_drawn(const float *pixels, const struct window *window,
		       struct shape_mask *mask)
{
	float most = 0;

	for (int j = window->top; j < window->low; j++)
		for (int i = window->left; i < window->right; i++) {
			float one = pixels[j * SHEET_CELL + i];

			most = one > most ? one : most;
		}
	if (most <= 0)
		return false;
	memset(mask, 0, sizeof *mask);
	for (int j = window->top; j < window->low; j++)
		for (int i = window->left; i < window->right; i++) {
			int at = j * SHEET_CELL + i;

			mask->share[at] = pixels[at] / most;
			mask->cover[at] = mask_cover(mask->share[at]);
		}
	return true;
}

/* The shares of four pixels, without what may be grain. */
static lanes_float clear_shares(const float *shares)
{
	const lanes_float zero = { 0 };
	lanes_float four;

	memcpy(&four, shares, sizeof four);
	four = (four - (float)GRAIN_SHARE) / (1 - (float)GRAIN_SHARE);
	return lanes_least(lanes_most(four, zero), zero + 1);
}

static struct point middle_of(const struct extent *box)
{
	return (struct point){ (box->left + box->right) / 2,
			       (box->top + box->bottom) / 2 };
}

static double share_in_common(const struct shape_mask *one,
			      const struct shape_mask *other)
{
	lanes_float both = { 0 }, either = { 0 };

	for (int i = 0; i < PIXELS; i += FOUR) {
		lanes_float a = clear_shares(one->share + i);
		lanes_float b = clear_shares(other->share + i);

		both += lanes_least(a, b);
		either += lanes_most(a, b);
	}
	return lanes_sum(both) / fmax(1e-9, lanes_sum(either));
}

/* How like the mask the candidate is as its picture would show it: as much
 * blurred, and as large then. */
static double redraw(const struct candidate *candidate, double deviation)
{
	struct extent own = mask_box(candidate->mask, 0), box;
	struct point middle = middle_of(&own);
	struct stretch stretch = { middle, middle, 1, 1 };
	struct blur blur = blur_of(deviation);
	struct window window = window_of(&own, blur.reach + 1);
	struct shape_mask drawn;

	for (int fit = 0; fit <= FITS; fit++) {
		float pixels[PIXELS], other[PIXELS];

		draw(candidate, &stretch, &window, pixels);
		blur_rows(pixels, other, &window, &blur);
		blur_columns(other, pixels, &window, &blur);
		if (!mask_drawn(pixels, &window, &drawn))
			return 0;
		box = mask_box(&drawn, 0);
		if (width_of(&box) <= 0 || height_of(&box) <= 0)
			return 0;
		stretch.from.x += (middle_of(&box).x - middle.x) / stretch.x;
		stretch.from.y += (middle_of(&box).y - middle.y) / stretch.y;
		stretch.x *= width_of(&own) / width_of(&box);
		stretch.y *= height_of(&own) / height_of(&box);
	}
	return share_in_common(candidate->mask, &drawn);
}

/* Colours of symbols may be blurred more than the lines are: a JPEG halves
 * them. The blur with which one of the best looks most like its mask. */
static double best_blur(const struct matcher *matcher, double blur)
{
	static const struct {
		double times, less;
	} tries[] = { { 0.6, 0 }, { 1, 0 }, { 1.5, 0.02 }, { 2.2, 0.05 } };
	double best = 0, found = blur;

	for (size_t k = 0; k < sizeof tries / sizeof *tries; k++)
		for (int i = 0; i < matcher->count && i < BLURS_TRIED; i++) {
			double value = redraw(&matcher->best[i],
					      tries[k].times * blur) -
				       matcher->best[i].less - tries[k].less;

			if (value > best) {
				best = value;
				found = tries[k].times * blur;
			}
		}
	return found;
}

static struct candidate *of_kind(struct matcher *matcher, enum panel_kind kind)
{
	for (int i = 0; i < matcher->count; i++)
		if (matcher->best[i].cell.kind == kind)
			return &matcher->best[i];
	return NULL;
}

/* Blurred, a square and a star are nearly the same, and what a JPEG does to
 * either is more than what parts them: that is left to how far they reach
 * aslant, by which they differed as they were valued first. */
static void part_squares(struct matcher *matcher, double square_more)
{
	struct candidate *square = of_kind(matcher, PANEL_SQUARE);
	struct candidate *star = of_kind(matcher, PANEL_STAR);
	double most = fmax(square->value, star->value);

	square->value = most + fmin(0, square_more);
	star->value = most - fmax(0, square_more);
}

void matcher_redraw(struct matcher *matcher, double blur)
{
	struct matcher drawn = { .most = matcher->most };
	const struct candidate *square = of_kind(matcher, PANEL_SQUARE);
	const struct candidate *star = of_kind(matcher, PANEL_STAR);

	blur = best_blur(matcher, blur);
	for (int i = 0; i < matcher->count; i++) {
		struct candidate one = matcher->best[i];

		if (one.gap * SHEET_CELL < GAP_SEEN * blur)
			one.less += one.gap_less;
		one.value += REDRAWN_COUNTS *
			     (redraw(&one, blur) - one.less - one.value);
		matcher_keep(&drawn, &one);
	}
	if (square && star) {
		double more = square->value - star->value;

		matcher->count = drawn.count;
		memcpy(matcher->best, drawn.best, sizeof drawn.best);
		part_squares(matcher, more);
		drawn.count = 0;
		for (int i = 0; i < matcher->count; i++)
			matcher_keep(&drawn, &matcher->best[i]);
	}
	memcpy(matcher->best, drawn.best, sizeof drawn.best);
	matcher->count = drawn.count;
}

/* A drawing is widened by so many pixels, and so many deviations of blur, to
 * each side before what it leaves of its mask is looked at. */
#define WIDER 2.0
#define WIDER_BLURS 1.2

static bool is_drawn_near(const float *pixels, int x, int y, int wider)
{
	for (int j = y - wider; j <= y + wider; j++)
		for (int i = x - wider; i <= x + wider; i++)
			if (i >= 0 && j >= 0 && i < SHEET_CELL &&
			    j < SHEET_CELL && pixels[j * SHEET_CELL + i] > 0.5F)
				return true;
	return false;
}

/* Takes the part of which a pixel is one away; how many it has. */
static int take_part(bool *left, int first)
{
	int stack[PIXELS], top = 0, count = 0;

	stack[top++] = first;
	left[first] = false;
	while (top) {
		int at = stack[--top], x = at % SHEET_CELL, y = at / SHEET_CELL;

		count++;
		for (int j = y - 1; j <= y + 1; j++)
			for (int i = x - 1; i <= x + 1; i++) {
				int next = j * SHEET_CELL + i;

				if (i < 0 || j < 0 || i >= SHEET_CELL ||
				    j >= SHEET_CELL || !left[next])
					continue;
				left[next] = false;
				stack[top++] = next;
			}
	}
	return count;
}

double matcher_excess(const struct candidate *candidate, double blur)
{
	const struct stretch none = { { 0, 0 }, { 0, 0 }, 1, 1 };
	const struct window all = { 0, 0, SHEET_CELL, SHEET_CELL };
	float pixels[PIXELS] = { 0 };
	bool left[PIXELS];
	int most = 0, wider = (int)ceil(WIDER + WIDER_BLURS * blur);

	draw(candidate, &none, &all, pixels);
	for (int at = 0; at < PIXELS; at++)
		left[at] = candidate->mask->cover[at] > BOX_COVER &&
			   !is_drawn_near(pixels, at % SHEET_CELL,
					  at / SHEET_CELL, wider);
	for (int at = 0; at < PIXELS; at++) {
		int count = left[at] ? take_part(left, at) : 0;

		most = count > most ? count : most;
	}
	return (double)most / PIXELS;
}
