#include "panel_matcher.h"

#include <math.h>
#include <string.h>

/* Sums over a cell's pixels are exact to this share. */
#define ROUNDING 1e-3

/* The middles of the left and right halves of a row's pixels. */
static int set_halves(int first, int end, double *x)
{
	const double quarter = 0.25 / SHEET_CELL;
	int count = 0;

	for (int i = first; i < end; i++) {
		double middle = (i + 0.5) / SHEET_CELL - 0.5;

		x[count++] = middle - quarter;
		x[count++] = middle + quarter;
	}
	return count;
}

enum { HALVES = 2 * SHEET_CELL };

/* Of the four quarters of each pixel of a row so many belong to a shape: two
 * rows of points, at y[0] and y[1]. */
static void draw_row(inside_fn *inside, const void *shape, const double *x,
		     const double y[2], int count, float *drawn)
{
	double in[2][HALVES] = { { 0 } };

	for (int k = 0; k < 2; k++)
		inside(shape, x, y[k], count, in[k]);
	for (int i = 0; i < count / 2; i++)
		drawn[i] = (float)(0.25 * (in[0][2 * i] + in[0][2 * i + 1] +
					   in[1][2 * i] + in[1][2 * i + 1]));
}

static double likeness(const struct matcher *matcher,
		       const struct candidate *candidate, double least)
{
	const double quarter = 0.25 / SHEET_CELL;
	float both = 0, either = 0, left = matcher->area;
	int first = matcher->first_x, end = matcher->last_x + 1;
	double x[HALVES];
	int count = set_halves(first, end, x);

	for (int j = matcher->first_y; j <= matcher->last_y; j++) {
		double middle = (j + 0.5) / SHEET_CELL - 0.5;
		double y[2] = { middle - quarter, middle + quarter };
		float row[SHEET_CELL];

		draw_row(candidate->inside, candidate->shape, x, y, count, row);
		for (int i = first; i < end; i++) {
			float cover = matcher->mask->cover[j * SHEET_CELL + i];
			float drawn = row[i - first];

			both += drawn < cover ? drawn : cover;
			either += drawn < cover ? cover : drawn;
			left -= cover;
		}
		if (both + left < (least - ROUNDING) * (either + left))
			break;
	}
	return both / fmax(1e-9, either + fmax(0, left));
}

static bool same(const struct panel_cell *a, const struct panel_cell *b)
{
	return a->kind == b->kind && a->count == b->count &&
	       a->shape == b->shape && a->negative == b->negative &&
	       a->rotatable == b->rotatable;
}

void matcher_keep(struct matcher *matcher, const struct candidate *candidate)
{
	struct candidate *best = matcher->best;
	int at = 0;

	while (at < matcher->count && !same(&best[at].cell, &candidate->cell))
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

/* The shape is drawn larger by these factors: what lies at `from` comes to lie
 * in the middle of its mask. */
struct stretch {
	struct point from, middle;
	double x, y;
};

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

static void draw(const struct candidate *candidate,
		 const struct stretch *stretch, const struct window *window,
		 float *pixels)
{
	const double quarter = 0.25 / SHEET_CELL;
	double x[HALVES];
	int count = set_halves(window->left, window->right, x);

	for (int k = 0; k < count; k++)
		x[k] = stretch->from.x +
		       (x[k] - stretch->middle.x) / stretch->x;
	for (int j = window->top; j < window->low; j++) {
		double middle = (j + 0.5) / SHEET_CELL - 0.5;
		double y[2] = { middle - quarter, middle + quarter };

		for (int k = 0; k < 2; k++)
			y[k] = stretch->from.y +
			       (y[k] - stretch->middle.y) / stretch->y;
		draw_row(candidate->inside, candidate->shape, x, y, count,
			 pixels + j * SHEET_CELL + window->left);
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

/* Blurs along rows (step 1) or columns; nothing is drawn outside. */
static void blur_along(const float *from, float *to, int step,
		       const struct window *window, const struct blur *blur)
{
	int first = step == 1 ? window->left : window->top;
	int last = step == 1 ? window->right : window->low;

	for (int j = window->top; j < window->low; j++)
		for (int i = window->left; i < window->right; i++) {
			int at = j * SHEET_CELL + i, along = step == 1 ? i : j;
			float sum = blur->taps[0] * from[at];

			for (int k = 1; k <= blur->reach; k++) {
				if (along - k >= first)
					sum += blur->taps[k] *
					       from[at - k * step];
				if (along + k < last)
					sum += blur->taps[k] *
					       from[at + k * step];
			}
			to[at] = sum;
		}
}

/* What is drawn as a mask of its own; false where nothing of it is left. */
static bool mask_drawn(const float *pixels, const struct window *window,
		       struct shape_mask *mask)
{
	float most = 0;

	for (int j = window->top; j < window->low; j++)
		for (int i = window->left; i < window->right; i++)
			most = fmaxf(most, pixels[j * SHEET_CELL + i]);
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

static float clear_share(float share)
{
	return fminf(1, fmaxf(0, (share - (float)GRAIN_SHARE) /
					 (1 - (float)GRAIN_SHARE)));
}

static struct point middle_of(const struct extent *box)
{
	return (struct point){ (box->left + box->right) / 2,
			       (box->top + box->bottom) / 2 };
}

static double share_in_common(const struct shape_mask *one,
			      const struct shape_mask *other)
{
	float both = 0, either = 0;

	for (int i = 0; i < PIXELS; i++) {
		float a = clear_share(one->share[i]);
		float b = clear_share(other->share[i]);

		both += fminf(a, b);
		either += fmaxf(a, b);
	}
	return both / fmax(1e-9, either);
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
		blur_along(pixels, other, 1, &window, &blur);
		blur_along(other, pixels, SHEET_CELL, &window, &blur);
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
