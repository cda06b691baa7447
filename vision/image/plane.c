#include "plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "alloc.h"
#include "lanes.h"

int plane_init(struct plane *plane, int width, int height)
{
	*plane = (struct plane){ width, height, width, NULL };
	plane->data =
		alloc_array((size_t)width * (size_t)height + PLANE_SLACK, 1);
	return plane->data ? 0 : -1;
}

int plane_init_unset(struct plane *plane, int width, int height)
{
	size_t count = (size_t)width * (size_t)height;

	*plane = (struct plane){ width, height, width, NULL };
	plane->data = malloc(count + PLANE_SLACK);
	if (!plane->data)
		return -1;
	memset(plane->data + count, 0, PLANE_SLACK);
	return 0;
}

void plane_fini(struct plane *plane)
{
	free(plane->data);
	*plane = (struct plane){ 0 };
}

/* What plane_sample_float takes of four points at once; of planes at least two
 * pixels wide. */
static inline lanes_float sample_four(const struct plane *plane, lanes_float x,
				      lanes_float y)
{
	const lanes_float zero = { 0 };
	float most_x = (float)(plane->width - 1);
	float most_y = (float)(plane->height - 1);
	lanes_int left, top, all = { 0 };
	lanes_float tops, lows;

	/* in this order, so that what is not a number is 0 */
	x = lanes_least(lanes_mask(x, x > zero),
			(lanes_float){ most_x, most_x, most_x, most_x });
	y = lanes_least(lanes_mask(y, y > zero),
			(lanes_float){ most_y, most_y, most_y, most_y });
	left = __builtin_convertvector(x, lanes_int);
	top = __builtin_convertvector(y, lanes_int);
	/* both pixels of a row: the last is the right one of its pair */
	left += left > plane->width - 2;
	for (int k = 0; k < 4; k++) {
		const uint8_t *at = plane_row(plane, top[k]) + left[k];
		const uint8_t *low =
			top[k] + 1 < plane->height ? at + plane->stride : at;

		all[k] = (int)(at[0] | at[1] << 8 |
			       (unsigned)(low[0] | low[1] << 8) << 16);
	}
	x -= lanes_to_float(left);
	y -= lanes_to_float(top);
	tops = lanes_to_float(all & 255) +
	       x * lanes_to_float((all >> 8 & 255) - (all & 255));
	lows = lanes_to_float(all >> 16 & 255) +
	       x * lanes_to_float((all >> 24 & 255) - (all >> 16 & 255));
	return tops + y * (lows - tops);
}

typedef double four_doubles __attribute__((vector_size(32)));

/* Where the points from `at` on lie. By its address: machines with AVX2 pass
 * four doubles in another way. */
LANES_INLINE void trace_points(const struct plane_trace *trace,
			       const four_doubles *at, lanes_float *x,
			       lanes_float *y)
{
	four_doubles way = 1 / (trace->w + trace->dw * *at);

	*x = __builtin_convertvector((trace->x + trace->dx * *at) * way,
				     lanes_float);
	*y = __builtin_convertvector((trace->y + trace->dy * *at) * way,
				     lanes_float);
}

static void sample_trace(const struct plane *plane,
			 const struct plane_trace *trace, int count,
			 float *levels)
{
	four_doubles at = { 0, 1, 2, 3 };
	int i = 0;

	for (; i + 4 <= count && plane->width > 1; i += 4) {
		lanes_float x, y, four;

		trace_points(trace, &at, &x, &y);
		four = sample_four(plane, x, y);
		memcpy(levels + i, &four, sizeof four);
		at += 4;
	}
	for (; i < count; i++) {
		double way = 1 / (trace->w + trace->dw * i);

		levels[i] = plane_sample_float(
			plane, (float)((trace->x + trace->dx * i) * way),
			(float)((trace->y + trace->dy * i) * way));
	}
}

/* The same for machines with AVX2, which fetches eight pixels at once. */
#ifdef __x86_64__
LANES_WIDE static inline __m256 eight_between(__m256 x, float most)
{
	/* in this order, so that what is not a number is 0 */
	return _mm256_min_ps(_mm256_max_ps(x, _mm256_setzero_ps()),
			     _mm256_set1_ps(most));
}

/* A byte of each of eight words. */
LANES_WIDE static inline __m256 eight_bytes(__m256i words, int shift)
{
	return _mm256_cvtepi32_ps(_mm256_and_si256(
		_mm256_srli_epi32(words, shift), _mm256_set1_epi32(255)));
}

/* The way between a pixel and the next one right of it, whose words these
 * are. */
LANES_WIDE static inline __m256 eight_along(__m256i words, __m256 share)
{
	__m256 left = eight_bytes(words, 0);

	return _mm256_fmadd_ps(
		share, _mm256_sub_ps(eight_bytes(words, 8), left), left);
}

/* Four words from places on. One by one: gathering them in one instruction
 * takes a seventh longer, all told. */
LANES_WIDE static inline __m128i fetch_four(const uint8_t *data, __m128i places)
{
	uint64_t low = (uint64_t)_mm_cvtsi128_si64(places);
	uint64_t high = (uint64_t)_mm_extract_epi64(places, 1);
	const uint8_t *from[4] = { data + (uint32_t)low, data + (low >> 32),
				   data + (uint32_t)high, data + (high >> 32) };
	int words[4];

	for (int i = 0; i < 4; i++)
		memcpy(&words[i], from[i], sizeof *words);
	return _mm_setr_epi32(words[0], words[1], words[2], words[3]);
}

LANES_WIDE static inline __m256i fetch_eight(const uint8_t *data,
					     __m256i places)
{
	return _mm256_set_m128i(
		fetch_four(data, _mm256_extracti128_si256(places, 1)),
		fetch_four(data, _mm256_castsi256_si128(places)));
}

/* Of planes at least two pixels wide. Fetches words of four pixels, of which
 * two count. */
LANES_WIDE static inline __m256 sample_eight(const struct plane *plane,
					     __m256 x, __m256 y)
{
	const __m256i one = _mm256_set1_epi32(1);
	__m256i left, top, low, stride = _mm256_set1_epi32(plane->stride);
	__m256 tops, lows;

	x = eight_between(x, (float)(plane->width - 1));
	y = eight_between(y, (float)(plane->height - 1));
	left = _mm256_min_epi32(_mm256_cvttps_epi32(x),
				_mm256_set1_epi32(plane->width - 2));
	top = _mm256_cvttps_epi32(y);
	low = _mm256_min_epi32(_mm256_add_epi32(top, one),
			       _mm256_set1_epi32(plane->height - 1));
	x = _mm256_sub_ps(x, _mm256_cvtepi32_ps(left));
	y = _mm256_sub_ps(y, _mm256_cvtepi32_ps(top));
	top = _mm256_add_epi32(_mm256_mullo_epi32(top, stride), left);
	low = _mm256_add_epi32(_mm256_mullo_epi32(low, stride), left);
	tops = eight_along(fetch_eight(plane->data, top), x);
	lows = eight_along(fetch_eight(plane->data, low), x);
	return _mm256_fmadd_ps(y, _mm256_sub_ps(lows, tops), tops);
}

/* `affine`: the divisor is the same all along. */
LANES_WIDE static inline __attribute__((always_inline)) void
sample_eights(const struct plane *plane, const struct plane_trace *trace,
	      bool affine, int count, float *levels)
{
	four_doubles at[2] = { { 0, 1, 2, 3 }, { 4, 5, 6, 7 } };
	four_doubles way[2] = { at[0] * 0 + 1 / trace->w,
				at[0] * 0 + 1 / trace->w };

	for (int i = 0; i < count; i += 8) {
		float eight[8], *to = i + 8 <= count ? levels + i : eight;
		lanes_float x[2], y[2];

		for (int k = 0; k < 2; k++) {
			if (!affine)
				way[k] = 1 / (trace->w + trace->dw * at[k]);
			x[k] = __builtin_convertvector(
				(trace->x + trace->dx * at[k]) * way[k],
				lanes_float);
			y[k] = __builtin_convertvector(
				(trace->y + trace->dy * at[k]) * way[k],
				lanes_float);
			at[k] += 8;
		}
		_mm256_storeu_ps(to, sample_eight(plane,
						  _mm256_set_m128(x[1], x[0]),
						  _mm256_set_m128(y[1], y[0])));
		if (to == eight)
			memcpy(levels + i, eight,
			       (size_t)(count - i) * sizeof *levels);
	}
}

LANES_WIDE static void sample_trace_wide(const struct plane *plane,
					 const struct plane_trace *trace,
					 int count, float *levels)
{
	if (trace->dw == 0)
		sample_eights(plane, trace, true, count, levels);
	else
		sample_eights(plane, trace, false, count, levels);
}

#else
#define sample_trace_wide sample_trace
#endif

void plane_sample_trace(const struct plane *plane,
			const struct plane_trace *trace, int count,
			float *levels)
{
	if (plane->width > 1 && lanes_have_wide())
		sample_trace_wide(plane, trace, count, levels);
	else
		sample_trace(plane, trace, count, levels);
}
