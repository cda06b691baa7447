/* Four numbers that are worked on at once: the vector extension of GCC and
 * Clang, which becomes SSE2, NEON or plain code. */
#ifndef LANES_H
#define LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Code that is written once for machines with AVX2 and for all others becomes
 * part of two functions, of which one is LANES_WIDE. Chosen where they are
 * called and not by the compiler's target_clones, whose resolvers run before
 * the sanitizers are up. */
#define LANES_INLINE static inline __attribute__((always_inline))
#ifdef __x86_64__
#define LANES_WIDE __attribute__((target("avx2,fma")))

static inline bool lanes_have_wide(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#else
#define LANES_WIDE

static inline bool lanes_have_wide(void)
{
	return false;
}
#endif

/* Makes a function of one that is LANES_INLINE and returns nothing: it does the
 * same, with AVX2 where there is that. */
#define LANES_FOR_ALL(name, one, parameters, arguments)                        \
	LANES_WIDE static void name##_wide parameters                          \
	{                                                                      \
		one arguments;                                                 \
	}                                                                      \
	static void name parameters                                            \
	{                                                                      \
		if (lanes_have_wide())                                         \
			name##_wide arguments;                                 \
		else                                                           \
			one arguments;                                         \
	}

typedef float lanes_float __attribute__((vector_size(16)));
typedef int lanes_int __attribute__((vector_size(16)));
typedef long long lanes_pair __attribute__((vector_size(16)));
/* Eight levels of a picture at once. */
typedef uint8_t lanes_bytes __attribute__((vector_size(8)));

/* The numbers whose bits of the mask are set (all of a lane's or none), 0 for
 * the others. */
static inline lanes_float lanes_mask(lanes_float numbers, lanes_int mask)
{
	return (lanes_float)((lanes_int)numbers & mask);
}

/* a < b ? a : b, which is what the machine's own does. */
static inline lanes_float lanes_least(lanes_float a, lanes_float b)
{
#ifdef __SSE2__
	return (lanes_float)_mm_min_ps((__m128)a, (__m128)b);
#else
	lanes_int less = a < b;

	return (lanes_float)(((lanes_int)a & less) | ((lanes_int)b & ~less));
#endif
}

/* Is any lane of a comparison true? */
static inline bool lanes_any(lanes_int lanes)
{
	lanes_pair pair = (lanes_pair)lanes;

	return pair[0] | pair[1];
}

/* A bit for each lane of a comparison, the first one lowest. */
static inline unsigned lanes_bits(lanes_int lanes)
{
#ifdef __SSE2__
	return (unsigned)_mm_movemask_ps((__m128)lanes);
#else
	const lanes_int bit = { 1, 2, 4, 8 };

	lanes &= bit;
	return (unsigned)(lanes[0] | lanes[1] | lanes[2] | lanes[3]);
#endif
}

/* Eight masks of 16 bits. */
typedef int16_t lanes_eight __attribute__((vector_size(16)));

/* The first that is set, 8 where none is. */
static inline int lanes_first(lanes_eight masks)
{
#ifdef __SSE2__
	int bits = _mm_movemask_epi8((__m128i)masks);

	return bits ? __builtin_ctz((unsigned)bits) / 2 : 8;
#else
	int at = 0;

	while (at < 8 && !masks[at])
		at++;
	return at;
#endif
}

static inline float lanes_sum(lanes_float numbers)
{
	return numbers[0] + numbers[1] + numbers[2] + numbers[3];
}

static inline lanes_bytes lanes_load(const uint8_t *from)
{
	lanes_bytes bytes;

	memcpy(&bytes, from, sizeof bytes);
	return bytes;
}

static inline void lanes_store(uint8_t *to, lanes_bytes bytes)
{
	memcpy(to, &bytes, sizeof bytes);
}

static inline lanes_bytes lanes_splat(uint8_t level)
{
	return (lanes_bytes)(level * 0x0101010101010101u);
}

#ifdef __SSE2__
/* The lower half of one of the machine's own, and back. */
static inline __m128i lanes_widen(lanes_bytes bytes)
{
	return (__m128i)(lanes_pair){ (long long)bytes, 0 };
}

static inline lanes_bytes lanes_narrow(__m128i bytes)
{
	return (lanes_bytes)((lanes_pair)bytes)[0];
}

static inline lanes_bytes lanes_higher(lanes_bytes a, lanes_bytes b)
{
	return lanes_narrow(_mm_max_epu8(lanes_widen(a), lanes_widen(b)));
}

/* A bit for each byte of a comparison, the first one lowest. */
static inline unsigned lanes_byte_bits(lanes_bytes masks)
{
	return (unsigned)_mm_movemask_epi8(lanes_widen(masks)) & 255;
}

/* The absolute difference: of what is less than 0, 0. */
static inline lanes_bytes lanes_apart(lanes_bytes a, lanes_bytes b)
{
	__m128i one = lanes_widen(a), other = lanes_widen(b);

	return lanes_narrow(_mm_or_si128(_mm_subs_epu8(one, other),
					 _mm_subs_epu8(other, one)));
}
#else
static inline lanes_bytes lanes_higher(lanes_bytes a, lanes_bytes b)
{
	lanes_bytes more = (lanes_bytes)(a >= b);

	return (a & more) | (b & ~more);
}

static inline unsigned lanes_byte_bits(lanes_bytes masks)
{
	unsigned bits = 0;

	for (int i = 0; i < 8; i++)
		bits |= (masks[i] & 1u) << i;
	return bits;
}

static inline lanes_bytes lanes_apart(lanes_bytes a, lanes_bytes b)
{
	lanes_bytes more = (lanes_bytes)(a >= b);

	return ((a - b) & more) | ((b - a) & ~more);
}
#endif

#endif
