#include "rectify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "alloc.h"
#include "lanes.h"

/* Samples a side of a sheet pixel at most. */
enum { PARTS_MOST = 3 };

/* A row of samples through a homography, whose numerators and denominator are
 * linear along it. */
struct trace {
	float x, y, w, dx, dy, dw;
};

/* Two colours at once: blue, green and red as they stand in a pixel (255 times
 * 1, 256 and 65536), so that taking a pixel apart is one "and" for all of them.
 */
typedef float pair_float __attribute__((vector_size(32)));
typedef int pair_int __attribute__((vector_size(32)));

LANES_INLINE void set_both(float one, float other, pair_float *both)
{
	*both = (pair_float){ one, one, one, one, other, other, other, other };
}

LANES_INLINE void take_apart(uint32_t one, uint32_t other, pair_float *colours)
{
	const pair_int parts = { 255, 255 << 8, 255 << 16, 0,
				 255, 255 << 8, 255 << 16, 0 };
	int a = (int)(one & 0xffffff), b = (int)(other & 0xffffff);
	pair_int pixels = { a, a, a, a, b, b, b, b };

	*colours = __builtin_convertvector(pixels & parts, pair_float);
}

/* Two pixels next to each other of each of two rows, mixed by u. */
LANES_INLINE void mix_next(const uint32_t *one, const uint32_t *other,
			   const pair_float *u, pair_float *mixed)
{
	pair_float next;

	take_apart(one[0], other[0], mixed);
	take_apart(one[1], other[1], &next);
	*mixed += *u * (next - *mixed);
}

LANES_INLINE struct colour colour_of(lanes_float sum, float weight)
{
	return (struct colour){ sum[2] * (weight / 65536),
				sum[1] * (weight / 256), sum[0] * weight };
}

/* Adds the picture at two places that lie in it, bilinear. */
LANES_INLINE void add_bilinear(const struct image *image, const float x[2],
			       const float y[2], pair_float *sum)
{
	const uint32_t *at[2], *low[2];
	pair_float u, v, tops, lows;
	float share_x[2], share_y[2];

	for (int i = 0; i < 2; i++) {
		int left = (int)x[i], top = (int)y[i];

		at[i] = image_row(image, top) + left;
		low[i] = at[i] + image->stride;
		share_x[i] = x[i] - (float)left;
		share_y[i] = y[i] - (float)top;
	}
	set_both(share_x[0], share_x[1], &u);
	set_both(share_y[0], share_y[1], &v);
	mix_next(at[0], at[1], &u, &tops);
	mix_next(low[0], low[1], &u, &lows);
	*sum += tops + v * (lows - tops);
}

double sheet_to_cell(int sheet_pixel)
{
	return (sheet_pixel + 0.5) / SHEET_CELL - SHEET_MARGIN;
}

/* Samples a side of a sheet pixel. */
LANES_INLINE int parts_of(const struct sheet *sheet)
{
	int parts = 1;

	while (parts < PARTS_MOST && sheet->px_cell > 1.7 * parts * SHEET_CELL)
		parts++;
	return parts;
}

/* Row j of the samples of the sheet's row y. */
LANES_INLINE struct trace trace_row(const struct sheet *sheet, int y, int j,
				    int parts)
{
	const double *m = sheet->cell_to_px.m;
	double step = 1.0 / (parts * SHEET_CELL);
	double v = sheet_to_cell(y) + (j - (parts - 1) / 2.0) * step;
	double u = -SHEET_MARGIN + step / 2;

	return (struct trace){ (float)(m[0] * u + m[1] * v + m[2]),
			       (float)(m[3] * u + m[4] * v + m[5]),
			       (float)(m[6] * u + m[7] * v + m[8]),
			       (float)(m[0] * step),
			       (float)(m[3] * step),
			       (float)(m[6] * step) };
}

/* Four places of the picture. */
struct places {
	lanes_float x, y;
};

LANES_INLINE lanes_float inside(lanes_float at, float most)
{
	const lanes_float zero = { 0 };

	/* in this order, so that what is not a number is 0 */
	at = lanes_mask(at, at > zero);
	return lanes_least(at, (lanes_float){ most, most, most, most });
}

/* Samples i .. i + 3 of a row; the nearest pixel's place outside. */
LANES_INLINE struct places trace_four(const struct image *image,
				      const struct trace *trace, int i)
{
	const lanes_float k = { (float)i, (float)(i + 1), (float)(i + 2),
				(float)(i + 3) };
	lanes_float w = 1 / (trace->w + k * trace->dw);

	return (struct places){ inside((trace->x + k * trace->dx) * w,
				       (float)image->width - 1.01f),
				inside((trace->y + k * trace->dy) * w,
				       (float)image->height - 1.01f) };
}

_Static_assert(SHEET_CELL % 4 == 0, "rows are whole fours");

/* Adds a row's samples from `first` on to four pixels, `parts` each: to two
 * and two. */
LANES_INLINE void add_samples(const struct image *image,
			      const struct trace *trace, int first, int parts,
			      pair_float sums[2])
{
	float x[4 * PARTS_MOST], y[4 * PARTS_MOST];

	for (int i = 0; i < 4 * parts; i += 4) {
		struct places at = trace_four(image, trace, first + i);

		memcpy(x + i, &at.x, sizeof at.x);
		memcpy(y + i, &at.y, sizeof at.y);
	}
	for (int i = 0; i < 2; i++)
		for (int k = 2 * i * parts; k < (2 * i + 1) * parts; k++)
			add_bilinear(image, (float[]){ x[k], x[k + parts] },
				     (float[]){ y[k], y[k + parts] }, &sums[i]);
}

/* Pixels first .. end - 1 of row y, whole fours. */
LANES_INLINE void rectify(const struct sheet *sheet, int y, int first, int end,
			  struct colour *to)
{
	int parts = parts_of(sheet);
	float weight = 1 / (float)(parts * parts);
	struct trace traces[PARTS_MOST];

	for (int j = 0; j < parts; j++)
		traces[j] = trace_row(sheet, y, j, parts);
	for (int x = first; x < end; x += 4) {
		pair_float sums[2] = { { 0 } };
		lanes_float colours[4];

		for (int j = 0; j < parts; j++)
			add_samples(sheet->image, &traces[j], x * parts, parts,
				    sums);
		memcpy(colours, sums, sizeof colours);
		for (int i = 0; i < 4; i++)
			*to++ = colour_of(colours[i], weight);
	}
}

LANES_INLINE struct colour rectify_pixel(const struct sheet *sheet, int x,
					 int y)
{
	int parts = parts_of(sheet);
	pair_float sum = { 0 };
	lanes_float halves[2];

	for (int j = 0; j < parts; j++) {
		struct trace trace = trace_row(sheet, y, j, parts);
		struct places at = trace_four(sheet->image, &trace, x * parts);

		for (int i = 0; i < parts; i++)
			add_bilinear(sheet->image,
				     (float[]){ at.x[i], at.x[i] },
				     (float[]){ at.y[i], at.y[i] }, &sum);
	}
	memcpy(halves, &sum, sizeof halves);
	return colour_of(halves[0], 1 / (float)(parts * parts));
}

enum { EIGHT = 8 };

_Static_assert(SHEET_CELL % EIGHT == 0, "rows are whole eights");

#ifdef __x86_64__
/* Eight pixels at once where the machine fetches eight: the same sums in the
 * same order, with each channel by itself. */
struct channels {
	pair_float of[3]; /* red, green, blue */
};

LANES_WIDE static inline struct channels channels_of(pair_int pixels)
{
	struct channels channels;

	for (int i = 0; i < 3; i++)
		channels.of[i] = __builtin_convertvector(
			pixels >> (16 - 8 * i) & 255, pair_float);
	return channels;
}

/* At each of two places, the lower one in the lower half, a pixel and the one
 * right of it. */
LANES_WIDE static inline __m128i fetch_two(const uint32_t *pixels,
					   long long places)
{
	const uint32_t *one = pixels + (uint32_t)places;
	const uint32_t *two = pixels + (places >> 32);

	return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)one),
				  _mm_loadl_epi64((const __m128i *)two));
}

/* Of two halves. */
LANES_WIDE static inline __m256 fetch_four(const uint32_t *pixels,
					   long long low, long long high)
{
	__m256i lows = _mm256_castsi128_si256(fetch_two(pixels, low));

	return (__m256)_mm256_inserti128_si256(lows, fetch_two(pixels, high),
					       1);
}

/* Eight pixels and those right of them. They are fetched one by one: gathering
 * them in one instruction took a quarter longer, all told. */
LANES_WIDE static inline void fetch(const struct image *image, pair_int at,
				    struct channels *near,
				    struct channels *next)
{
	__m128i low = _mm256_castsi256_si128((__m256i)at);
	__m128i high = _mm256_extracti128_si256((__m256i)at, 1);
	/* so that what is taken of both is in order */
	__m256 one = fetch_four(image->pixels, _mm_cvtsi128_si64(low),
				_mm_cvtsi128_si64(high));
	__m256 two = fetch_four(image->pixels, _mm_extract_epi64(low, 1),
				_mm_extract_epi64(high, 1));

	*near = channels_of((pair_int)_mm256_shuffle_ps(one, two, 0x88));
	*next = channels_of((pair_int)_mm256_shuffle_ps(one, two, 0xdd));
}

LANES_WIDE static inline pair_float inside_wide(pair_float at, float most)
{
	const pair_float zero = { 0 }, mosts = zero + most;
	pair_int less;

	at = (pair_float)((pair_int)at & (at > zero));
	less = at < mosts;
	return (pair_float)(((pair_int)at & less) | ((pair_int)mosts & ~less));
}

/* Adds sample `part` of each of the pixels from x on. */
LANES_WIDE static inline void add_eight(const struct image *image,
					const struct trace *trace, int x,
					int part, int parts,
					struct channels *sums)
{
	const pair_float ahead = { 0, 1, 2, 3, 4, 5, 6, 7 };
	pair_float k = (ahead + (float)x) * (float)parts + (float)part;
	pair_float w = 1 / (trace->w + k * trace->dw);
	pair_float u = inside_wide((trace->x + k * trace->dx) * w,
				   (float)image->width - 1.01f);
	pair_float v = inside_wide((trace->y + k * trace->dy) * w,
				   (float)image->height - 1.01f);
	pair_int left = __builtin_convertvector(u, pair_int);
	pair_int top = __builtin_convertvector(v, pair_int);
	pair_int at = top * (int)image->stride + left;
	pair_int low = at + (int)image->stride;
	struct channels near, next, below, last;

	fetch(image, at, &near, &next);
	fetch(image, low, &below, &last);
	u -= __builtin_convertvector(left, pair_float);
	v -= __builtin_convertvector(top, pair_float);
	for (int i = 0; i < 3; i++) {
		pair_float tops = near.of[i] + u * (next.of[i] - near.of[i]);
		pair_float lows = below.of[i] + u * (last.of[i] - below.of[i]);

		sums->of[i] += tops + v * (lows - tops);
	}
}

/* Are the picture's pixels counted by integers? */
static bool can_fetch(const struct image *image)
{
	return image->stride * (size_t)image->height < INT32_MAX;
}

LANES_WIDE static void rectify_wide(const struct sheet *sheet, int y, int first,
				    int end, struct colour *to)
{
	int parts = parts_of(sheet);
	float weight = 1 / (float)(parts * parts);
	struct trace traces[PARTS_MOST];

	for (int j = 0; j < parts; j++)
		traces[j] = trace_row(sheet, y, j, parts);
	for (int x = first; x < end; x += EIGHT) {
		struct channels sums = { { { 0 } } };

		for (int j = 0; j < parts; j++)
			for (int k = 0; k < parts; k++)
				add_eight(sheet->image, &traces[j], x, k, parts,
					  &sums);
		for (int i = 0; i < 3; i++)
			sums.of[i] *= weight;
		for (int i = 0; i < EIGHT; i++)
			*to++ = (struct colour){ sums.of[0][i], sums.of[1][i],
						 sums.of[2][i] };
	}
}
#else
static bool can_fetch(const struct image *image)
{
	(void)image;
	return false;
}

static void rectify_wide(const struct sheet *sheet, int y, int first, int end,
			 struct colour *to)
{
	rectify(sheet, y, first, end, to);
}
#endif

LANES_WIDE static struct colour rectify_pixel_wide(const struct sheet *sheet,
						   int x, int y)
{
	return rectify_pixel(sheet, x, y);
}

void sheet_rectify(const struct sheet *sheet, int y, int first, int end,
		   struct colour *to)
{
	if (lanes_have_wide() && can_fetch(sheet->image))
		rectify_wide(sheet, y, first, end, to);
	else
		rectify(sheet, y, first, end, to);
}

struct colour sheet_rectify_pixel(const struct sheet *sheet, int x, int y)
{
	return lanes_have_wide() ? rectify_pixel_wide(sheet, x, y)
				 : rectify_pixel(sheet, x, y);
}

/* Pixels are asked for in rows and columns across lines, each several times. */
struct colour sheet_ask(const struct sheet *sheet, int x, int y)
{
	int at = y * sheet->width + x, first = x - x % EIGHT;

	if (!sheet->is_asked)
		return sheet_rectify_pixel(sheet, x, y);
	if (!sheet->is_asked[at / EIGHT]) {
		sheet_rectify(sheet, y, first, first + EIGHT,
			      sheet->asked + at - x % EIGHT);
		sheet->is_asked[at / EIGHT] = true;
	}
	return sheet->asked[at];
}

size_t sheet_pixel_count(const struct sheet *sheet)
{
	return (size_t)sheet->width * (size_t)sheet->height;
}

void sheet_move(struct sheet *sheet, const struct homography *cell_to_px)
{
	sheet->cell_to_px = *cell_to_px;
	if (sheet->is_asked)
		memset(sheet->is_asked, 0,
		       sheet_pixel_count(sheet) / EIGHT *
			       sizeof *sheet->is_asked);
}

int sheet_begin_asking(struct sheet *sheet)
{
	size_t count = sheet_pixel_count(sheet);

	/* not zeroed: most is never asked for */
	sheet->asked = malloc(count * sizeof *sheet->asked);
	sheet->is_asked = alloc_array(count / EIGHT, sizeof *sheet->is_asked);
	return sheet->asked && sheet->is_asked ? 0 : -1;
}

void sheet_ask_all(struct sheet *sheet)
{
	int eights = sheet->width / EIGHT;

	for (int i = 0; i < eights * sheet->height;) {
		int first = i, y = i / eights;

		while (i < (y + 1) * eights && !sheet->is_asked[i])
			i++;
		if (i > first)
			sheet_rectify(sheet, y, first % eights * EIGHT,
				      (i - y * eights) * EIGHT,
				      sheet->asked + (size_t)first * EIGHT);
		while (i < (y + 1) * eights && sheet->is_asked[i])
			i++;
	}
	sheet->pixels = sheet->asked;
	sheet->asked = NULL;
}
