#include "warp.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "lanes.h"

/* Places are known to so many parts of a pixel. */
enum { BITS = 5, PARTS = 1 << BITS };
/* So many places of a row are found at once. */
enum { BLOCK = 64 };
/* What lies so many rows further down is fetched ahead: a page that leans is
 * gone through across its rows, which no machine foresees. 4 and 8 took equally
 * long, 2 longer. */
enum { AHEAD = 4 };

typedef double four_doubles __attribute__((vector_size(32)));
typedef int64_t four_longs __attribute__((vector_size(32)));

/* Where pixels of a row lie: the first of the four pixels that are mixed, as an
 * index, and the shares of the right and lower ones in parts. */
struct places {
	int first[BLOCK], right[BLOCK], lower[BLOCK];
	int ahead[BLOCK]; /* a pixel below */
};

/* Added to a double, it leaves no bits for shares of one: what is rounded is
 * rounded to even where it is half way. */
#define ROUNDS 6755399441055744.0

/* Rounded, and within 0 and the last pixel. */
LANES_INLINE void round_four(const four_doubles *from, int last, lanes_int *to)
{
	double most = (double)last * PARTS;
	const four_doubles mosts = { most, most, most, most };
	const four_doubles zero = { 0 };
	four_doubles at = *from;
	four_longs in = at < mosts;

	/* in this order, so that what is not a number lies within */
	at = (four_doubles)(((four_longs)at & in) | ((four_longs)mosts & ~in));
	in = at > zero;
	at = (four_doubles)((four_longs)at & in) + ROUNDS - ROUNDS;
	*to = __builtin_convertvector(at, lanes_int);
}

/* The whole pixels of four places: of the last pixel the one before it, from
 * which all parts lead to it. What is left are parts. */
LANES_INLINE lanes_int take_whole(lanes_int *at, int last)
{
	lanes_int whole = *at >> BITS;

	whole += whole == last;
	*at -= whole << BITS;
	return whole;
}

/* Places of a row's pixels from column `left` on, four at a time. */
LANES_INLINE void find_places(const struct image *image, const double *m,
			      int left, int y, struct places *places)
{
	double first_x = m[0] * left + m[1] * y + m[2];
	double first_y = m[3] * left + m[4] * y + m[5];
	double first_w = m[6] * left + m[7] * y + m[8];
	four_doubles at = { 0, 1, 2, 3 };
	int last_x = image->width - 1, last_y = image->height - 1;
	int stride = (int)image->stride;

	for (int i = 0; i < BLOCK; i += 4) {
		four_doubles w = first_w + m[6] * at, way = PARTS / w, px;
		lanes_int x, row, first, ahead, in;

		way = (four_doubles)((four_longs)way & (four_longs)(w != 0));
		px = (first_x + m[0] * at) * way;
		round_four(&px, last_x, &x);
		px = (first_y + m[3] * at) * way;
		round_four(&px, last_y, &row);
		first = take_whole(&x, last_x);
		first += take_whole(&row, last_y) * stride;
		ahead = first + AHEAD * stride;
		in = ahead < last_y * stride;
		ahead = (ahead & in) | (first & ~in);
		memcpy(places->first + i, &first, sizeof first);
		memcpy(places->right + i, &x, sizeof x);
		memcpy(places->lower + i, &row, sizeof row);
		memcpy(places->ahead + i, &ahead, sizeof ahead);
		at += 4;
	}
}

/* A word with 16 bits for each channel of a pixel. */
static inline uint64_t spread(uint32_t pixel)
{
	uint64_t word = pixel;

	word = (word | word << 16) & 0x0000ffff0000ffff;
	return (word | word << 8) & 0x00ff00ff00ff00ff;
}

/* Two pixels next to each other of each of two rows, mixed by their shares, in
 * parts, of the right ones and of the lower ones. */
static inline uint32_t mix(const uint32_t *top, const uint32_t *low, int right,
			   int lower)
{
	const uint64_t every_second = 0x0000ffff0000ffff;
	const uint64_t half = (PARTS * PARTS / 2) * 0x0000000100000001u;
	uint64_t a = spread(top[0]) * (uint64_t)(PARTS - lower) +
		     spread(low[0]) * (uint64_t)lower;
	uint64_t b = spread(top[1]) * (uint64_t)(PARTS - lower) +
		     spread(low[1]) * (uint64_t)lower;
	uint64_t even = (a & every_second) * (uint64_t)(PARTS - right) +
			(b & every_second) * (uint64_t)right + half;
	uint64_t odd = (a >> 16 & every_second) * (uint64_t)(PARTS - right) +
		       (b >> 16 & every_second) * (uint64_t)right + half;

	even = even >> 2 * BITS & 0x000000ff000000ff;
	odd = odd >> 2 * BITS & 0x000000ff000000ff;
	return (uint32_t)(even | odd << 8 | even >> 16 | odd >> 8);
}

/* The same with all channels at once. */
#ifdef __x86_64__
LANES_WIDE static inline uint32_t
mix_wide(const uint32_t *top, const uint32_t *low, int right, int lower)
{
	/* shares of the left and upper ones in the lower half of each word */
	const __m128i across = _mm_set1_epi32(right * 65535 + PARTS);
	const __m128i down = _mm_set1_epi32(lower * 65535 + PARTS);
	const __m128i half = _mm_set1_epi32(PARTS * PARTS / 2);
	__m128i tops = _mm_cvtepu8_epi16(_mm_loadl_epi64((const void *)top));
	__m128i lows = _mm_cvtepu8_epi16(_mm_loadl_epi64((const void *)low));
	__m128i a = _mm_madd_epi16(_mm_unpacklo_epi16(tops, lows), down);
	__m128i b = _mm_madd_epi16(_mm_unpackhi_epi16(tops, lows), down);

	a = _mm_madd_epi16(_mm_or_si128(a, _mm_slli_epi32(b, 16)), across);
	a = _mm_srli_epi32(_mm_add_epi32(a, half), 2 * BITS);
	a = _mm_packs_epi32(a, a);
	return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(a, a));
}
#else
#define mix_wide mix
#endif

LANES_INLINE void warp_row(const struct image *image, const double *m, int y,
			   const struct image *warped, bool wide)
{
	uint32_t *row = image_row(warped, y);
	struct places places;

	for (int left = 0; left < warped->width; left += BLOCK) {
		int count = warped->width - left;

		find_places(image, m, left, y, &places);
		for (int i = 0; i < BLOCK && i < count; i++) {
			const uint32_t *top = image->pixels + places.first[i];
			const uint32_t *low = top + image->stride;
			int right = places.right[i], lower = places.lower[i];

			__builtin_prefetch(image->pixels + places.ahead[i]);
			row[left + i] = wide ? mix_wide(top, low, right, lower)
					     : mix(top, low, right, lower);
		}
	}
}

LANES_WIDE static void warp_row_wide(const struct image *image, const double *m,
				     int y, const struct image *warped)
{
	warp_row(image, m, y, warped, true);
}

void image_warp_plain(const struct image *image, const struct homography *map,
		      const struct image *warped)
{
	for (int y = 0; y < warped->height; y++)
		warp_row(image, map->m, y, warped, false);
}

void image_warp(const struct image *image, const struct homography *map,
		const struct image *warped)
{
	if (!lanes_have_wide()) {
		image_warp_plain(image, map, warped);
		return;
	}
	for (int y = 0; y < warped->height; y++)
		warp_row_wide(image, map->m, y, warped);
}
