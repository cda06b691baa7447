#include "shrink.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cv.h"
#include "lanes.h"

/* Eight numbers of two bytes at once. */
typedef uint16_t shorts __attribute__((vector_size(16)));
enum { EIGHT = 8 };

/* Adds a row of levels to sums. */
static void add_row(const uint8_t *row, int count, uint16_t *sums)
{
	int x = 0;

	for (; x + EIGHT <= count; x += EIGHT) {
		shorts sum;

		memcpy(&sum, sums + x, sizeof sum);
		sum += __builtin_convertvector(lanes_load(row + x), shorts);
		memcpy(sums + x, &sum, sizeof sum);
	}
	for (; x < count; x++)
		sums[x] += row[x];
}

/* Every `factor` sums of columns become one. */
LANES_INLINE void add_columns(const uint16_t *columns, int factor, int count,
			      int *sums)
{
	for (int x = 0; x < count; x++, columns += factor) {
		int sum = 0;

		for (int i = 0; i < factor; i++)
			sum += columns[i];
		sums[x] = sum;
	}
}

static void add_squares(const uint16_t *columns, int factor, int count,
			int *sums)
{
	/* with a number that the compiler knows no loop is left */
	if (factor == 3)
		add_columns(columns, 3, count, sums);
	else if (factor == 5)
		add_columns(columns, 5, count, sums);
	else if (factor == 8)
		add_columns(columns, 8, count, sums);
	else
		add_columns(columns, factor, count, sums);
}

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
	int *sums = alloc_array((size_t)small->width, sizeof *sums);
	float share = 1.0f / (float)(factor * factor);
	int result = columns && sums ? 0 : -1;

	for (int y = 0; y < small->height && result == 0; y++) {
		memset(columns, 0, (size_t)count * sizeof *columns);
		for (int i = 0; i < factor; i++)
			add_row(plane_row(plane, y * factor + i), count,
				columns);
		add_squares(columns, factor, small->width, sums);
		write_means(sums, share, small->width, plane_row(small, y));
	}
	free(columns);
	free(sums);
	return result;
}

int plane_shrink(const struct plane *plane, int factor, struct plane *small)
{
	int width = plane->width / factor, height = plane->height / factor;

	if (plane_init(small, width ? width : 1, height ? height : 1) < 0)
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

enum { CHANNELS = 4 };
/* The sums of a pixel's channels. */
typedef uint16_t channel_sums __attribute__((vector_size(8)));
typedef uint32_t channel_means __attribute__((vector_size(16)));
typedef uint8_t channels __attribute__((vector_size(4)));

/* A row of pixels of the sums of `factor` rows' channels. */
LANES_INLINE void mean_channels(const uint16_t *sums, int factor, int width,
				uint32_t *row)
{
	uint32_t all = (uint32_t)(factor * factor);
	/* times this, of 2 to the power of 24, is divided by all: exact for
	 * sums of up to 8 * 8 bytes, and no more than 32 bits */
	uint32_t share = ((1u << 24) + all - 1) / all, half = all / 2;

	for (int x = 0; x < width; x++, sums += CHANNELS * factor) {
		channel_means mean = { half, half, half, half };
		channel_sums sum;
		channels pixel;

		for (int i = 0; i < factor; i++) {
			memcpy(&sum, sums + CHANNELS * i, sizeof sum);
			mean += __builtin_convertvector(sum, channel_means);
		}
		pixel = __builtin_convertvector(mean * share >> 24, channels);
		memcpy(row + x, &pixel, sizeof pixel);
	}
}

static void average_row(const uint16_t *sums, int factor, int width,
			uint32_t *row)
{
	/* with a number that the compiler knows no loop is left */
	if (factor == 2)
		mean_channels(sums, 2, width, row);
	else if (factor == 3)
		mean_channels(sums, 3, width, row);
	else
		mean_channels(sums, factor, width, row);
}

int image_shrink(const struct image *image, int factor, struct image *small,
		 struct problem *problem)
{
	int bytes = image->width * CHANNELS;
	uint16_t *sums = alloc_array((size_t)bytes, sizeof *sums);
	int result = image_init(small, image->width / factor,
				image->height / factor, problem);

	if (!sums && result == 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for a smaller picture");
	for (int y = 0; result == 0 && y < small->height; y++) {
		memset(sums, 0, (size_t)bytes * sizeof *sums);
		for (int i = 0; i < factor; i++)
			add_row((const uint8_t *)image_row(image,
							   y * factor + i),
				bytes, sums);
		average_row(sums, factor, small->width, image_row(small, y));
	}
	free(sums);
	return result;
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
