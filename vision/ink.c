#include "ink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ink_grow.h"
#include "lanes.h"

/* A part is straightened at least this many pixels high and wide, however
 * small it is: boxes of blots are then known to a fraction of a pixel. */
enum { SIDE_WISHED = 48, MAGNIFY_MAX = 2 };
/* Ink stands out from the paper by this many deviations of the paper's
 * noise, and by this many levels of 255: less is texture or JPEG. */
#define NOISE_FACTOR 5.0
/* Bold numbers that fill their part pass for its noise; but noise stands out to
 * both sides alike: less than so many times as far to one of them. Seen: 1.5
 * in blank parts of photographs, 3.1 for a number that had gone for noise. */
#define NOISE_LOPSIDED 2.5
#define CONTRAST_LEAST 10.0
/* How far from paper to ink a pixel must be to count as ink: the edge of a
 * blurred stroke lies half way; a thin stroke in a bold number less. */
#define INK_LEVEL 0.42
/* From there a blot goes on over fainter pixels: the hairlines of a typeface
 * whose stems are bold; but not into the noise. */
#define FAINT_LEVEL 0.24
#define FAINT_NOISE 3.0

struct place place_from_box(const struct box *px_box)
{
	return (struct place){ { px_box->x - 0.5, px_box->y - 0.5,
				 px_box->x + px_box->width - 0.5,
				 px_box->y + px_box->height - 0.5 },
			       { { 1, 0, 0, 0, 1, 0, 0, 0, 1 } } };
}

double place_stretch(const struct place *place)
{
	const struct extent *e = &place->extent;
	struct point at = { (e->left + e->right) / 2,
			    (e->top + e->bottom) / 2 };
	double step = (e->bottom - e->top) / 8;
	struct point px = homography_apply(&place->frame_to_px, at);
	struct point right = homography_apply(
		&place->frame_to_px, (struct point){ at.x + step, at.y });
	struct point down = homography_apply(
		&place->frame_to_px, (struct point){ at.x, at.y + step });
	double stretch = point_distance(px, down) / point_distance(px, right);

	return stretch > 0.01 && stretch < 100 ? stretch : 1;
}

/* Where the samples of a row lie between the picture's columns. */
struct columns {
	int left[PART_SIDE_MAX], right[PART_SIDE_MAX];
	float share[PART_SIDE_MAX]; /* of the way from left to right */
};

static void find_columns(const struct plane *plane, double px_x, double step,
			 int width, struct columns *columns)
{
	float most = (float)(plane->width - 1);

	for (int i = 0; i < width; i++) {
		float x = (float)(px_x + step * i);
		int left;

		x = x > 0 ? x < most ? x : most : 0;
		left = (int)x;
		columns->left[i] = left;
		columns->right[i] = left + (left + 1 < plane->width);
		columns->share[i] = x - (float)left;
	}
}

/* A row of the picture at these columns. */
static void sample_row(const struct plane *plane, int y,
		       const struct columns *columns, int width, float *levels)
{
	const uint8_t *row = plane_row(plane, y);

	for (int i = 0; i < width; i++) {
		int left = row[columns->left[i]];

		levels[i] = (float)left +
			    columns->share[i] *
				    (float)(row[columns->right[i]] - left);
	}
}

/* Adds the levels of a place that stands upright and is not turned: between
 * two rows of the picture, each of which is sampled once. */
static void add_upright(const struct plane *plane, struct point px_first,
			struct point step, float share, struct part *part)
{
	int width = part->width, known[2] = { -1, -1 };
	float rows[2][PART_SIDE_MAX], most = (float)(plane->height - 1);
	struct columns columns;

	find_columns(plane, px_first.x, step.x, width, &columns);
	for (int y = 0; y < part->height; y++) {
		float *level = part->level + y * width;
		float at = (float)(px_first.y + step.y * y), way;
		const float *top, *low;
		int first, last;

		at = at > 0 ? at < most ? at : most : 0;
		first = (int)at;
		last = first + (first + 1 < plane->height);
		way = at - (float)first;
		for (int row = first; row <= last; row++)
			if (known[row & 1] != row) {
				sample_row(plane, row, &columns, width,
					   rows[row & 1]);
				known[row & 1] = row;
			}
		top = rows[first & 1];
		low = rows[last & 1];
		for (int x = 0; x < width; x++)
			level[x] += share * (top[x] + way * (low[x] - top[x]));
	}
}

/* Adds the levels along a row. */
static void add_row(const struct plane *plane, const struct plane_trace *trace,
		    float share, int width, float *row)
{
	float levels[PART_SIDE_MAX];

	plane_sample_trace(plane, trace, width, levels);
	for (int x = 0; x < width; x++)
		row[x] += share * levels[x];
}

/* Levels at taps x taps points of each pixel, averaged. The map is linear
 * along a row but for the perspective's divisor. */
static void straighten(const struct plane *plane, struct part *part)
{
	const struct extent *e = &part->place.extent;
	const double *m = part->place.frame_to_px.m;
	double unit_x = (e->right - e->left) / part->width;
	double unit_y = (e->bottom - e->top) / part->height;
	bool affine = m[6] == 0 && m[7] == 0 && m[8] == 1;
	bool upright = affine && m[1] == 0 && m[3] == 0;
	struct point step = { m[0] * unit_x, m[3] * unit_x };
	/* where a pixel of the part covers several of the picture: average */
	int taps = part->scale < 0.67 ? 2 : 1;
	float share = 1 / (float)(taps * taps);

	memset(part->level, 0,
	       (size_t)(part->width * part->height) * sizeof *part->level);
	for (int t = 0; t < taps * taps; t++) {
		double fx = e->left + (t % taps + 0.5) / taps * unit_x;
		double first = e->top + (t / taps + 0.5) / taps * unit_y;

		if (upright) {
			add_upright(plane,
				    (struct point){ m[0] * fx + m[2],
						    m[4] * first + m[5] },
				    (struct point){ step.x, m[4] * unit_y },
				    share, part);
			continue;
		}
		for (int y = 0; y < part->height; y++) {
			float *row = part->level + y * part->width;
			double fy = first + y * unit_y;
			struct plane_trace trace = {
				m[0] * fx + m[1] * fy + m[2],
				m[3] * fx + m[4] * fy + m[5],
				m[6] * fx + m[7] * fy + m[8],
				step.x,
				step.y,
				m[6] * unit_x,
			};

			add_row(plane, &trace, share, part->width, row);
		}
	}
}

/* Sizes the straightened part. Returns false where there is nothing. */
static bool size_part(const struct plane *plane, struct part *part)
{
	const struct extent *e = &part->place.extent;
	struct point middle = { (e->left + e->right) / 2,
				(e->top + e->bottom) / 2 };
	double unit = homography_scale(&part->place.frame_to_px, middle);
	double width = (e->right - e->left) * unit;
	double height = (e->bottom - e->top) * unit;
	struct point px = homography_apply(&part->place.frame_to_px, middle);

	if (!(width >= 3 && height >= 3 && width < 1e5 && height < 1e5) ||
	    !(px.x >= 0 && px.y >= 0 && px.x < plane->width &&
	      px.y < plane->height))
		return false;
	part->scale = SIDE_WISHED / fmin(width, height);
	part->scale = fmin(fmax(part->scale, 1), MAGNIFY_MAX);
	part->scale = fmin(part->scale, PART_SIDE_MAX / fmax(width, height));
	part->width = (int)(width * part->scale);
	part->height = (int)(height * part->scale);
	return part->width >= 3 && part->height >= 3;
}

/* The paper as a plane in the geometric sense: level + a slope either way,
 * fitted to the pixels near the median, twice. */
struct paper {
	double level, slope_x, slope_y;
};

/* Both are measured over the middle of the part: a number on a disc has the
 * page in the corners. */
#define MIDDLE_FROM 0.1

/* Paper that changes by less than this many levels is as it was. */
#define PAPER_STEP 0.02

/* The most frequent level, among those within this many of each other. */
enum { LIKE_LEVELS = 16 };
/* Pixels next to each other, which are mostly alike, are counted apart: each
 * would wait for the one before. */
enum { APIECE = 4 };

/* Adds so many pixels of a row to the histograms. */
static void count_levels(const float *levels, int count,
			 int histograms[APIECE][256])
{
	int i = 0;

	for (; i + APIECE <= count; i += APIECE) {
		lanes_float four;
		lanes_int bins;

		memcpy(&four, levels + i, sizeof four);
		bins = __builtin_convertvector(four, lanes_int) & 255;
		for (int k = 0; k < APIECE; k++)
			histograms[k][bins[k]]++;
	}
	for (; i < count; i++)
		histograms[0][(uint8_t)(int)levels[i]]++;
}

static double find_mode(const struct part *part)
{
	int histograms[APIECE][256] = { { 0 } };
	int histogram[256 + LIKE_LEVELS] = { 0 }, sum = 0, most = 0, mode = 0;
	int rim_x = (int)(MIDDLE_FROM * part->width);
	int rim_y = (int)(MIDDLE_FROM * part->height);

	for (int y = rim_y; y < part->height - rim_y; y++) {
		const float *row = part->level + y * part->width;

		count_levels(row + rim_x, part->width - 2 * rim_x, histograms);
	}
	for (int i = 0; i < 256; i++)
		for (int k = 0; k < APIECE; k++)
			histogram[i] += histograms[k][i];
	for (int i = 0; i < 256 + LIKE_LEVELS; i++) {
		sum += histogram[i];
		if (i >= LIKE_LEVELS)
			sum -= histogram[i - LIKE_LEVELS];
		if (sum > most) {
			most = sum;
			mode = i;
		}
	}
	return mode - LIKE_LEVELS / 2.0 + 0.5;
}

static int bin_of(const uint16_t apiece[APIECE])
{
	int sum = 0;

	for (int i = 0; i < APIECE; i++)
		sum += apiece[i];
	return sum;
}

/* To a quarter of a level; what is 255 or more counts as the last. */
enum { BINS = 1024 };

/* Counts every other pixel's |level - paper|, x from first to before end. */
static int count_row(const float *row, int first, int end, float level,
		     float slope, uint16_t histogram[BINS][APIECE])
{
	enum { EIGHT = 8 };
	const lanes_float ahead = { 0, 2, 4, 6 };
	int x = first, count = 0;

	_Static_assert(APIECE == 4, "a lane has its own");
	for (; x + EIGHT <= end; x += EIGHT) {
		lanes_float a, b, off;
		lanes_int bin, near;

		memcpy(&a, row + x, sizeof a);
		memcpy(&b, row + x + 4, sizeof b);
		off = lanes_even(a, b) - level - slope * (ahead + (float)x);
		near = (lanes_int)off & INT32_MAX;
		off = (lanes_float)near;
		near = off < 255;
		bin = __builtin_convertvector(4 * lanes_mask(off, near),
					      lanes_int);
		bin |= ~near & (BINS - 1);
		for (int k = 0; k < APIECE; k++)
			histogram[bin[k]][k]++;
		count += APIECE;
	}
	for (; x < end; x += 2) {
		float off = fabsf(row[x] - level - slope * (float)x);
		int bin = off < 255 ? (int)(4 * off) : BINS - 1;

		histogram[bin][0]++;
		count++;
	}
	return count;
}

/* What a quarter, and half, of all |level - paper| are below, to a quarter of
 * a level. */
static void find_spread(const struct part *part, const struct paper *paper,
			double *quarter, double *half)
{
	uint16_t histogram[BINS][APIECE] = { { 0 } };
	int count = 0, seen = 0, i = 0;
	int rim_x = (int)(MIDDLE_FROM * part->width);
	int rim_y = (int)(MIDDLE_FROM * part->height);

	for (int y = rim_y; y < part->height - rim_y; y++)
		count += count_row(part->level + y * part->width,
				   rim_x + (y & 1), part->width - rim_x,
				   (float)(paper->level + paper->slope_y * y),
				   (float)paper->slope_x, histogram);
	while (i < BINS - 1 && 4 * (seen += bin_of(histogram[i])) < count)
		i++;
	*quarter = (i + 0.5) / 4;
	seen -= bin_of(histogram[i]);
	while (i < BINS - 1 && 2 * (seen += bin_of(histogram[i])) < count)
		i++;
	*half = (i + 0.5) / 4;
}

/* Of a normal distribution a quarter, and half, lie within so many
 * deviations. */
#define QUARTER_DEVIATION 0.3186
#define HALF_DEVIATION 0.6745
/* Where half tells so many times more than a quarter, half is ink. */
#define INK_TELLS 2

static double find_noise(const struct part *part, const struct paper *paper)
{
	double quarter, half;

	find_spread(part, paper, &quarter, &half);
	quarter /= QUARTER_DEVIATION;
	half /= HALF_DEVIATION;
	return half > INK_TELLS * quarter ? quarter : half;
}

/* What a row's pixels that are paper add up to. */
struct paper_sums {
	double n, off, x, xx, x_off;
};

/* Every other pixel of a row will do; x counts from the middle. */
static struct paper_sums sum_row(const float *row, int first, int width,
				 const struct paper *paper, float level,
				 float reach)
{
	enum { EIGHT = 8 };
	const lanes_float ahead = { 0, 2, 4, 6 }, zero = { 0 };
	lanes_float n = zero, off = zero, sum_x = zero, xx = zero, xv = zero;
	struct paper_sums sums = { 0 };
	float slope = (float)paper->slope_x;
	float middle = (float)(width - 1) / 2;
	int x = first;

	for (; x + EIGHT <= width; x += EIGHT) {
		lanes_float a, b, at = ahead + (float)x, v, from_middle;
		lanes_int near;

		memcpy(&a, row + x, sizeof a);
		memcpy(&b, row + x + 4, sizeof b);
		v = lanes_even(a, b) - level - slope * at;
		near = (v <= reach) & (v >= -reach);
		from_middle = at - middle;
		n -= lanes_to_float(near);
		v = lanes_mask(v, near);
		from_middle = lanes_mask(from_middle, near);
		off += v;
		sum_x += from_middle;
		xx += from_middle * from_middle;
		xv += from_middle * v;
	}
	for (; x < width; x += 2) {
		float v = row[x] - level - slope * (float)x;
		float from_middle = (float)x - middle;

		if (fabsf(v) > reach)
			continue;
		n[0]++;
		off[0] += v;
		sum_x[0] += from_middle;
		xx[0] += from_middle * from_middle;
		xv[0] += from_middle * v;
	}
	sums.n = lanes_sum(n);
	sums.off = lanes_sum(off);
	sums.x = lanes_sum(sum_x);
	sums.xx = lanes_sum(xx);
	sums.x_off = lanes_sum(xv);
	return sums;
}

static void fit_paper(const struct part *part, double reach,
		      struct paper *paper)
{
	/* x and y are centred, and over a full rectangle uncorrelated; over
	 * what is left of it nearly so, and the second pass mends it */
	double cx = (part->width - 1) / 2.0, cy = (part->height - 1) / 2.0;
	double n = 0, sum = 0, xx = 0, yy = 0, xv = 0, yv = 0, sx = 0, sy = 0;

	for (int y = 0; y < part->height; y++) {
		struct paper_sums row = sum_row(
			part->level + y * part->width, y & 1, part->width,
			paper, (float)(paper->level + paper->slope_y * y),
			(float)reach);

		n += row.n;
		sum += row.off;
		sx += row.x;
		xx += row.xx;
		xv += row.x_off;
		sy += (y - cy) * row.n;
		yy += (y - cy) * (y - cy) * row.n;
		yv += (y - cy) * row.off;
	}
	if (n < 8)
		return;

	double vx = xx - sx * sx / n, vy = yy - sy * sy / n;
	double slope_x = vx > 0 ? (xv - sx * sum / n) / vx : 0;
	double slope_y = vy > 0 ? (yv - sy * sum / n) / vy : 0;

	paper->level +=
		sum / n - slope_x * (cx + sx / n) - slope_y * (cy + sy / n);
	paper->slope_x += slope_x;
	paper->slope_y += slope_y;
}

/* The lowest and highest of so many levels, as far as these are further apart
 * than those known. */
static void widen_range(const float *levels, int count, float *low, float *high)
{
	lanes_float lows = { *low, *low, *low, *low }, level;
	lanes_float highs = { *high, *high, *high, *high };
	int i = 0;

	for (; i + 4 <= count; i += 4) {
		memcpy(&level, levels + i, sizeof level);
		lows = lanes_least(lows, level);
		highs = lanes_most(highs, level);
	}
	for (int k = 0; k < 4; k++) {
		*low = fminf(*low, lows[k]);
		*high = fmaxf(*high, highs[k]);
	}
	for (; i < count; i++) {
		*low = fminf(*low, levels[i]);
		*high = fmaxf(*high, levels[i]);
	}
}

/* What lies so far from a part's rim shows its ink: at the rim lines of a box
 * may show. */
static int rim_of(const struct part *part)
{
	return part->height / 10 + 1;
}

/* Are the levels but for the rim so alike that nothing can be ink? Whatever
 * slope the paper has, what is left of them without it differs by less. */
static bool is_blank(const struct part *part)
{
	int rim = rim_of(part), width = part->width;
	float low = HUGE_VALF, high = -HUGE_VALF;

	for (int y = rim; y < part->height - rim && width > 2 * rim; y++) {
		widen_range(part->level + y * width + rim, width - 2 * rim,
			    &low, &high);
		if (high - low >= CONTRAST_LEAST)
			return false;
	}
	return true;
}

/* Does another pass change the paper by less than can be seen? */
static bool is_settled(const struct part *part, const struct paper *before,
		       const struct paper *now)
{
	return fabs(now->level - before->level) < PAPER_STEP &&
	       fabs(now->slope_x - before->slope_x) * part->width <
		       PAPER_STEP &&
	       fabs(now->slope_y - before->slope_y) * part->height < PAPER_STEP;
}

static void level_part(struct part *part)
{
	struct paper paper = { 0, 0, 0 }, before;
	double noise = HUGE_VAL;

	part->noise = 0;
	if (is_blank(part)) {
		memset(part->level, 0,
		       (size_t)(part->width * part->height) *
			       sizeof *part->level);
		return;
	}
	paper.level = find_mode(part);
	for (int pass = 0; pass < 3; pass++) {
		before = paper;
		/* a worse fit must not reach further: it would end in the ink
		 */
		noise = fmin(noise, find_noise(part, &paper));
		fit_paper(part, 3 * noise + 4, &paper);
		if (is_settled(part, &before, &paper))
			break;
	}
	part->noise = fmin(noise, find_noise(part, &paper));
	for (int y = 0; y < part->height; y++) {
		float *row = part->level + y * part->width;
		float level = (float)(paper.level + paper.slope_y * y);
		float slope = (float)paper.slope_x;

		for (int x = 0; x < part->width; x++)
			row[x] -= level + slope * (float)x;
	}
}

/* How far ink stands out: the lightest and the darkest spot of 2x2 pixels that
 * does not lie at the rim, where lines of a box may show. */
static void find_contrasts(struct part *part)
{
	int rim = rim_of(part), width = part->width;
	float low = 0, high = 0;

	for (int y = rim; y + 1 < part->height - rim; y++) {
		const float *row = part->level + y * width;
		lanes_float lows = { 0 }, highs = { 0 };
		int x = rim;

		for (; x + 4 < width - rim; x += 4) {
			lanes_float a, b, c, d;

			memcpy(&a, row + x, sizeof a);
			memcpy(&b, row + x + 1, sizeof b);
			memcpy(&c, row + x + width, sizeof c);
			memcpy(&d, row + x + width + 1, sizeof d);
			a = (a + b + c + d) / 4;
			lows = lanes_least(lows, a);
			highs = lanes_most(highs, a);
		}
		for (int k = 0; k < 4; k++) {
			low = fminf(low, lows[k]);
			high = fmaxf(high, highs[k]);
		}
		for (; x + 1 < width - rim; x++) {
			const float *at = row + x;
			float mean =
				(at[0] + at[1] + at[width] + at[width + 1]) / 4;

			low = fminf(low, mean);
			high = fmaxf(high, mean);
		}
	}
	part->contrast[false] = high;
	part->contrast[true] = -low;
}

void part_find(const struct plane *plane, const struct place *place,
	       struct part *part)
{
	part->place = *place;
	part->width = part->height = 0;
	part->contrast[0] = part->contrast[1] = 0;
	if (!size_part(plane, part)) {
		part->width = part->height = 0;
		return;
	}
	straighten(plane, part);
	level_part(part);
	find_contrasts(part);
}

/* The first pixel from i on that stands out by `least`; `size` where none
 * does. Most are paper, which is passed by fours. */
static int next_ink(const struct part *part, float sign, float least, int i,
		    int size)
{
	for (; i + 4 <= size; i += 4) {
		lanes_float level;

		memcpy(&level, part->level + i, sizeof level);
		if (lanes_any(sign * level >= least))
			break;
	}
	while (i < size && sign * part->level[i] < least)
		i++;
	return i;
}

/* Does what stands out stand out from the noise? */
static bool is_above_noise(const struct part *part, bool dark)
{
	return part->contrast[dark] >= NOISE_FACTOR * part->noise ||
	       part->contrast[dark] > NOISE_LOPSIDED * part->contrast[!dark];
}

void ink_find(const struct part *part, bool dark, struct ink *ink)
{
	struct ink_faint pixels;
	int size = part->width * part->height;
	float sign = dark ? -1 : 1, least, faint;

	ink->part = part;
	ink->dark = dark;
	ink->count = 0;
	ink->crowded = false;
	ink->contrast = part->contrast[dark];
	if (ink->contrast < CONTRAST_LEAST || !is_above_noise(part, dark))
		return;
	memset(ink->label, 0, (size_t)size);
	least = (float)(INK_LEVEL * ink->contrast);
	faint = (float)fmin(
		fmax(FAINT_LEVEL * ink->contrast, FAINT_NOISE * part->noise),
		least);
	ink_find_faint(part, sign, faint, &pixels);
	for (int i = next_ink(part, sign, least, 0, size); i < size;
	     i = next_ink(part, sign, least, i + 1, size)) {
		if (ink->label[i])
			continue;
		if (ink->count == BLOTS_MAX) {
			ink->crowded = true;
			break;
		}
		ink_grow_blot(ink, &pixels, i);
	}
	for (int i = 0; i < size; i++)
		ink->label[i] = ink->label[i] == 255 ? 0 : ink->label[i];
}

double ink_fill(const struct ink *ink, const struct box *box)
{
	int inked = 0;

	for (int y = box->y; y < box->y + box->height; y++)
		for (int x = box->x; x < box->x + box->width; x++)
			inked += ink->label[y * ink->part->width + x] != 0;
	return inked / (M_PI / 4 * box->width * box->height);
}

struct extent part_extent(const struct part *part, const struct box *box)
{
	const struct extent *e = &part->place.extent;
	double unit_x = (e->right - e->left) / part->width;
	double unit_y = (e->bottom - e->top) / part->height;

	return (struct extent){ e->left + box->x * unit_x,
				e->top + box->y * unit_y,
				e->left + (box->x + box->width) * unit_x,
				e->top + (box->y + box->height) * unit_y };
}

struct box part_px_box(const struct part *part, const struct box *box)
{
	struct extent e = part_extent(part, box);
	double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;

	for (int i = 0; i < 4; i++) {
		struct point at = { i % 2 ? e.right : e.left,
				    i / 2 ? e.bottom : e.top };

		at = homography_apply(&part->place.frame_to_px, at);
		left = fmin(left, at.x);
		right = fmax(right, at.x);
		top = fmin(top, at.y);
		bottom = fmax(bottom, at.y);
	}
	return (struct box){ (int)floor(left + 0.5), (int)floor(top + 0.5),
			     (int)ceil(right - left), (int)ceil(bottom - top) };
}
