#include "shrink.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cv.h"
#include "lanes.h"

/* Eight numbers of two bytes at once. */
typedef uint16_t shorts __attribute__((vector_size(16)));
enum { EIGHT = 8 };

/* The sums of so many rows' levels: of a number that the compiler knows, */
LANES_INLINE void sum_levels(const uint8_t *rows, size_t stride, int factor,
			     int count, uint16_t *restrict sums)
{
	for (int x = 0; x < count; x++) {
		uint16_t sum = 0;

		for (int i = 0; i < factor; i++)
			sum = (uint16_t)(sum + rows[(size_t)i * stride + x]);
		sums[x] = sum;
	}
}

/* ... and of any other, row by row. */
LANES_INLINE void sum_rows_levels(const uint8_t *rows, size_t stride,
				  int factor, int count,
				  uint16_t *restrict sums)
{
	for (int x = 0; x < count; x++)
		sums[x] = rows[x];
	for (int i = 1; i < factor; i++) {
		rows += stride;
		for (int x = 0; x < count; x++)
			sums[x] = (uint16_t)(sums[x] + rows[x]);
	}
}

/* Squares of so many pixels a side, and less, have sums of two bytes. */
enum { SHORT_SIDE = 16 };

/* Every `factor` sums of columns become one: an odd number of them. What is
 * added up from each column on, several at once, is more than is needed, but
 * sooner done than from every `factor`th one alone. */
LANES_INLINE void add_odd(uint16_t *columns, int factor, int count, int *sums)
{
	for (int i = 0; i + factor <= count * factor; i++) {
		uint16_t sum = columns[i];

		for (int k = 1; k < factor; k++)
			sum = (uint16_t)(sum + columns[i + k]);
		columns[i] = sum;
	}
	for (int x = 0; x < count; x++)
		sums[x] = columns[x * factor];
}

/* The same one by one, of sums of any size. */
LANES_INLINE void add_any(const int *columns, int factor, int count, int *sums)
{
	for (int x = 0; x < count; x++, columns += factor) {
		int sum = 0;

		for (int i = 0; i < factor; i++)
			sum += columns[i];
		sums[x] = sum;
	}
}

/* An even number of them: by pairs as long as there are such. `sums` has room
 * for as many as there are columns. */
LANES_INLINE void add_even(const uint16_t *columns, int factor, int count,
			   int *sums)
{
	int half = factor / 2;

	for (int i = 0; i < count * half; i++)
		sums[i] = columns[2 * i] + columns[2 * i + 1];
	for (; half % 2 == 0; half /= 2)
		for (int i = 0; i < count * half / 2; i++)
			sums[i] = sums[2 * i] + sums[2 * i + 1];
	if (half > 1)
		add_any(sums, half, count, sums);
}

LANES_INLINE void add_columns(uint16_t *columns, int factor, int count,
			      int *sums)
{
	if (factor % 2 == 0) {
		add_even(columns, factor, count, sums);
	} else if (factor < SHORT_SIDE) {
		add_odd(columns, factor, count, sums);
	} else {
		for (int i = 0; i < count * factor; i++)
			sums[i] = columns[i];
		add_any(sums, factor, count, sums);
	}
}

LANES_INLINE void add_squares(const uint8_t *rows, size_t stride, int factor,
			      int count, uint16_t *columns, int *sums)
{
	sum_levels(rows, stride, factor, count * factor, columns);
	add_columns(columns, factor, count, sums);
}

/* The sums of a row of squares of `factor` pixels; `columns` has room for those
 * of each of their columns, and so has `sums`. */
LANES_INLINE void sum_squares(const uint8_t *rows, size_t stride, int factor,
			      int count, uint16_t *columns, int *sums)
{
	/* with a number that the compiler knows no loop is left: those of the
	 * coarser scales, and of pictures that are shrunk by two */
	switch (factor) {
	case 3:
		add_squares(rows, stride, 3, count, columns, sums);
		break;
	case 4:
		add_squares(rows, stride, 4, count, columns, sums);
		break;
	case 5:
		add_squares(rows, stride, 5, count, columns, sums);
		break;
	case 6:
		add_squares(rows, stride, 6, count, columns, sums);
		break;
	case 8:
		add_squares(rows, stride, 8, count, columns, sums);
		break;
	case 10:
		add_squares(rows, stride, 10, count, columns, sums);
		break;
	default:
		sum_rows_levels(rows, stride, factor, count * factor, columns);
		add_columns(columns, factor, count, sums);
	}
}

LANES_FOR_ALL(sum_all, sum_squares,
	      (const uint8_t *rows, size_t stride, int factor, int count,
	       uint16_t *columns, int *sums),
	      (rows, stride, factor, count, columns, sums))

/* Added to a float, it leaves no bits for shares of one: what is rounded, to
 * even where it is half way, stands in its lowest bits. */
#define ROUNDS 12582912.0f

static void write_means(const int *sums, float share, int count, uint8_t *row)
{
	for (int x = 0; x < count; x++) {
		float rounded = (float)sums[x] * share + ROUNDS;
		uint32_t bits;

		memcpy(&bits, &rounded, sizeof bits);
		row[x] = (uint8_t)bits;
	}
}

/* A row of means of four: the levels of a pair are a word's two bytes. */
static void halve_row(const uint8_t *top, const uint8_t *low, int count,
		      uint8_t *row)
{
	int x = 0;

	for (; x + EIGHT <= count; x += EIGHT) {
		shorts a, b, sum;
		lanes_bytes mean;

		memcpy(&a, top + 2 * x, sizeof a);
		memcpy(&b, low + 2 * x, sizeof b);
		sum = (a & 255) + (a >> 8) + (b & 255) + (b >> 8);
		mean = __builtin_convertvector((sum + 2) >> 2, lanes_bytes);
		memcpy(row + x, &mean, sizeof mean);
	}
	for (; x < count; x++)
		row[x] = (uint8_t)((top[2 * x] + top[2 * x + 1] + low[2 * x] +
				    low[2 * x + 1] + 2) >>
				   2);
}

static void halve(const struct plane *plane, struct plane *small)
{
	for (int y = 0; y < small->height; y++)
		halve_row(plane_row(plane, 2 * y), plane_row(plane, 2 * y + 1),
			  small->width, plane_row(small, y));
}

static int average(const struct plane *plane, int factor, struct plane *small)
{
	int count = small->width * factor;
	uint16_t *columns = alloc_array((size_t)count, sizeof *columns);
	int *sums = alloc_array((size_t)count, sizeof *sums);
	float share = 1.0f / (float)(factor * factor);
	int result = columns && sums ? 0 : -1;

	for (int y = 0; y < small->height && result == 0; y++) {
		const uint8_t *rows = plane_row(plane, y * factor);
		size_t stride = (size_t)plane->stride;

		sum_all(rows, stride, factor, small->width, columns, sums);
		write_means(sums, share, small->width, plane_row(small, y));
	}
	free(columns);
	free(sums);
	return result;
}

int plane_shrink(const struct plane *plane, int factor, struct plane *small)
{
	int width = plane->width / factor, height = plane->height / factor;

	if (plane_init_unset(small, width ? width : 1, height ? height : 1) < 0)
		return -1;
	if (!width || !height)
		return cv_shrink(plane->data, (size_t)plane->stride,
				 width ? width * factor : plane->width,
				 height ? height * factor : plane->height,
				 small->data, (size_t)small->stride,
				 small->width, small->height);
	if (factor != 2)
		return average(plane, factor, small);
	halve(plane, small);
	return 0;
}

/* A row of pixels is made smaller so many at a time, so that sums stay near. */
enum { STRIP = 128, FACTOR_MOST = 8 };

/* Pixels as pairs of words, two channels in each: one by its low bits, the
 * other by its high ones. */
typedef uint16_t channel_pair __attribute__((may_alias));

/* Sums over a square's pixels of channels in the low bits of words, and of
 * those in the high bits; 8 * 8 bytes fit 16 bits. */
struct strip {
	uint16_t low[2 * STRIP], high[2 * STRIP];
};

/* Of columns of `factor` pixels. */
/* NOLINTNEXTLINE(readability-function-size): rows as they lie in memory */
LANES_INLINE void sum_columns(const struct image *image, int left, int y,
			      int factor, int count, uint16_t *low,
			      uint16_t *high)
{
	const channel_pair *rows[FACTOR_MOST];

	for (int k = 0; k < factor; k++)
		rows[k] =
			(const channel_pair *)(image_row(image, y + k) + left);
	for (int i = 0; i < 2 * count; i++) {
		int lows = 0, highs = 0;

		for (int k = 0; k < factor; k++) {
			lows += rows[k][i] & 255;
			highs += rows[k][i] >> 8;
		}
		low[i] = (uint16_t)lows;
		high[i] = (uint16_t)highs;
	}
}

/* Of rows of so many columns. */
LANES_INLINE void sum_rows(const uint16_t *columns, int factor, int count,
			   uint16_t *sums)
{
	for (int x = 0; x < count; x++, columns += 2 * factor)
		for (int half = 0; half < 2; half++) {
			int sum = 0;

			for (int i = 0; i < factor; i++)
				sum += columns[2 * i + half];
			sums[2 * x + half] = (uint16_t)sum;
		}
}

/* Divides them: times a share of 2 to the power of 24 is exact for sums of up
 * to 8 * 8 bytes, and no more than 32 bits. */
LANES_INLINE void write_strip(const struct strip *strip, int factor, int count,
			      uint32_t *row)
{
	channel_pair *pairs = (channel_pair *)row;
	uint32_t all = (uint32_t)(factor * factor);
	uint32_t share = ((1u << 24) + all - 1) / all, half = all / 2;

	for (int i = 0; i < 2 * count; i++) {
		uint32_t low = (strip->low[i] + half) * share >> 24;
		uint32_t high = (strip->high[i] + half) * share >> 24;

		pairs[i] = (uint16_t)(low | high << 8);
	}
}

LANES_INLINE void shrink_row(const struct image *image, int factor, int y,
			     const struct image *small)
{
	uint16_t columns[2][2 * STRIP * FACTOR_MOST];
	struct strip strip;

	for (int x = 0; x < small->width; x += STRIP) {
		int count = small->width - x;

		count = count < STRIP ? count : STRIP;
		sum_columns(image, x * factor, y * factor, factor,
			    count * factor, columns[0], columns[1]);
		sum_rows(columns[0], factor, count, strip.low);
		sum_rows(columns[1], factor, count, strip.high);
		write_strip(&strip, factor, count, image_row(small, y) + x);
	}
}

LANES_INLINE void shrink_by(const struct image *image, int factor,
			    const struct image *small)
{
	for (int y = 0; y < small->height; y++)
		shrink_row(image, factor, y, small);
}

LANES_INLINE void shrink_image(const struct image *image, int factor,
			       const struct image *small)
{
	/* with a number that the compiler knows no loop is left */
	if (factor == 2)
		shrink_by(image, 2, small);
	else if (factor == 3)
		shrink_by(image, 3, small);
	else
		shrink_by(image, factor, small);
}

LANES_FOR_ALL(shrink_all, shrink_image,
	      (const struct image *image, int factor,
	       const struct image *small),
	      (image, factor, small))

int image_shrink(const struct image *image, int factor, struct image *small,
		 struct problem *problem)
{
	if (image_init(small, image->width / factor, image->height / factor,
		       problem) < 0)
		return -1;
	shrink_all(image, factor, small);
	return 0;
}

/* Four times the mean of three rows, by the weights 1 2 1. */
static void add_rows(const struct plane *plane, int y, uint16_t *sums)
{
	const uint8_t *here = plane_row(plane, y);
	const uint8_t *above = plane_row(plane, y ? y - 1 : 0);
	const uint8_t *below =
		plane_row(plane, y + 1 < plane->height ? y + 1 : y);

	for (int x = 0; x < plane->width; x++)
		sums[x] = (uint16_t)(above[x] + 2 * here[x] + below[x]);
}

static void mix_row(const uint16_t *sums, int width, uint8_t *to)
{
	int last = width - 1;

	to[0] = (uint8_t)((3 * sums[0] + sums[last ? 1 : 0] + 8) / 16);
	for (int x = 1; x < last; x++)
		to[x] = (uint8_t)((sums[x - 1] + 2 * sums[x] + sums[x + 1] +
				   8) /
				  16);
	if (last)
		to[last] =
			(uint8_t)((sums[last - 1] + 3 * sums[last] + 8) / 16);
}

int plane_smooth(const struct plane *plane, struct plane *smooth)
{
	uint16_t *sums = alloc_array((size_t)plane->width, sizeof *sums);
	int result = plane_init(smooth, plane->width, plane->height);

	if (!sums)
		result = -1;
	for (int y = 0; result == 0 && y < plane->height; y++) {
		add_rows(plane, y, sums);
		mix_row(sums, plane->width, plane_row(smooth, y));
	}
	free(sums);
	return result;
}
