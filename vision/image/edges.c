#include "edges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "alloc.h"
#include "lanes.h"

/* The least change between neighbouring pixels that is an edge in a picture
 * without noise: Suko's palest tints are 8 levels apart, rounding and slow
 * gradients change by 1 or 2. */
#define EDGE_LEAST 5
/* An edge is at least this share of the greatest change nearby: below it lie
 * the ringing of JPEG and the soft flanks of blurred strokes. */
#define EDGE_SHARE 0.06
/* "Nearby" is within one block to every side. As many are worked on at once. */
enum { BLOCK = 8, WORD_BLOCKS = EDGES_WORD / BLOCK };

#ifdef __x86_64__
/* 32 levels, four blocks of them, where the machine works on so many. */
enum { WIDE = 32, WIDE_BLOCKS = WIDE / BLOCK };

LANES_WIDE static inline __m256i load_wide(const uint8_t *from)
{
	return _mm256_loadu_si256((const __m256i *)from);
}

LANES_WIDE static inline __m256i apart_wide(__m256i a, __m256i b)
{
	return _mm256_or_si256(_mm256_subs_epu8(a, b), _mm256_subs_epu8(b, a));
}

/* Each of these three works as far as there are whole ones, and returns how
 * far: what comes after that is worked on by eights. */
LANES_WIDE static int changes_wide(const uint8_t *row, const uint8_t *below,
				   int width, int reach, uint8_t *change)
{
	int x = 0;

	for (; x + reach + WIDE <= width; x += WIDE) {
		__m256i here = load_wide(row + x);
		__m256i right = load_wide(row + x + reach);
		__m256i down = load_wide(below + x);

		_mm256_storeu_si256((__m256i *)(change + x),
				    _mm256_max_epu8(apart_wide(right, here),
						    apart_wide(down, here)));
	}
	return x;
}

LANES_WIDE static int most_wide(const uint8_t *at, long stride, int rows,
				int columns, uint8_t *most)
{
	int block = 0;

	for (; block + WIDE_BLOCKS <= columns; block += WIDE_BLOCKS) {
		const uint8_t *from = at + block * BLOCK;
		__m256i high = load_wide(from);
		long long words[WIDE_BLOCKS];

		for (int y = 1; y < rows; y++)
			high = _mm256_max_epu8(high,
					       load_wide(from + y * stride));
		/* the lowest byte of a block becomes its greatest */
		high = _mm256_max_epu8(high, _mm256_srli_epi64(high, 32));
		high = _mm256_max_epu8(high, _mm256_srli_epi64(high, 16));
		high = _mm256_max_epu8(high, _mm256_srli_epi64(high, 8));
		memcpy(words, &high, sizeof words);
		for (int i = 0; i < WIDE_BLOCKS; i++)
			most[block + i] = (uint8_t)words[i];
	}
	return block;
}

LANES_WIDE static int edges_wide(const uint8_t *change, const uint8_t *least,
				 int blocks, uint64_t *edges)
{
	const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1,
						1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2,
						2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
	int block = 0;

	for (; block + WIDE_BLOCKS <= blocks; block += WIDE_BLOCKS) {
		__m256i level = load_wide(change + block * BLOCK), bounds;
		uint32_t four, bits;
		uint64_t *word;

		memcpy(&four, least + block, sizeof four);
		bounds = _mm256_shuffle_epi8(_mm256_set1_epi32((int)four),
					     spread);
		bits = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(
			_mm256_max_epu8(level, bounds), level));
		word = &edges[block / WORD_BLOCKS];
		*word = block % WORD_BLOCKS ? *word | (uint64_t)bits << 32
					    : bits;
	}
	return block;
}
#else
static int changes_wide(const uint8_t *row, const uint8_t *below, int width,
			int reach, uint8_t *change)
{
	(void)row;
	(void)below;
	(void)width;
	(void)reach;
	(void)change;
	return 0;
}

static int most_wide(const uint8_t *at, long stride, int rows, int columns,
		     uint8_t *most)
{
	(void)at;
	(void)stride;
	(void)rows;
	(void)columns;
	(void)most;
	return 0;
}

static int edges_wide(const uint8_t *change, const uint8_t *least, int blocks,
		      uint64_t *edges)
{
	(void)change;
	(void)least;
	(void)blocks;
	(void)edges;
	return 0;
}
#endif

/* To the pixel `reach` further right and to that as far below. */
static void row_of_changes(const uint8_t *row, const uint8_t *below, int width,
			   int reach, uint8_t *change)
{
	int x = lanes_have_wide()
			? changes_wide(row, below, width, reach, change)
			: 0;

	for (; x + reach + BLOCK <= width; x += BLOCK) {
		lanes_bytes here = lanes_load(row + x);
		lanes_bytes right = lanes_load(row + x + reach);
		lanes_bytes down = lanes_load(below + x);

		lanes_store(change + x, lanes_higher(lanes_apart(right, here),
						     lanes_apart(down, here)));
	}
	for (; x + reach < width; x++) {
		int right = abs(row[x + reach] - row[x]);
		int down = abs(below[x] - row[x]);

		change[x] = (uint8_t)(right > down ? right : down);
	}
	for (; x < width; x++)
		change[x] = (uint8_t)abs(below[x] - row[x]);
}

static uint8_t most_of(lanes_bytes levels)
{
	uint8_t most = 0;

	for (int i = 0; i < BLOCK; i++)
		most = levels[i] > most ? levels[i] : most;
	return most;
}

/* The greatest change in each block of one row of them. */
static void find_most(const struct plane *change, int row, int columns,
		      uint8_t *most)
{
	int rows = change->height - row * BLOCK, block = 0;
	const uint8_t *first = plane_row(change, row * BLOCK);

	rows = rows < BLOCK ? rows : BLOCK;
	if (lanes_have_wide())
		block = most_wide(first, change->stride, rows, columns, most);
	for (; block < columns; block++) {
		const uint8_t *at = first + block * BLOCK;
		lanes_bytes high = lanes_load(at);

		for (int y = 1; y < rows; y++) {
			at += change->stride;
			high = lanes_higher(high, lanes_load(at));
		}
		most[block] = most_of(high);
	}
}

/* With the greatest change of each block. */
static int find_changes(struct edges *edges, const struct plane *grey,
			int reach, uint8_t *most)
{
	int columns = edges->block_columns;

	if (plane_init_unset(&edges->change, columns * BLOCK, grey->height) < 0)
		return -1;
	for (int y = 0; y < grey->height; y++) {
		uint8_t *change = plane_row(&edges->change, y);
		int below = y + reach < grey->height ? y + reach : y;

		row_of_changes(plane_row(grey, y), plane_row(grey, below),
			       grey->width, reach, change);
		memset(change + grey->width, 0,
		       (size_t)(columns * BLOCK - grey->width));
		if (y % BLOCK == BLOCK - 1 || y == grey->height - 1)
			find_most(&edges->change, y / BLOCK, columns,
				  most + y / BLOCK * columns);
	}
	return 0;
}

/* Half of all changes are at most this. Every 16th row is enough. */
static double median_change(const struct plane *change, int width)
{
	/* several tables, so that equal neighbours need not wait for each
	 * other */
	enum { TABLES = 4, ROW_EVERY = 16 };
	int count[TABLES][256] = { { 0 } };
	long half = 0, sum = 0;
	int value = 0;

	for (int y = 0; y < change->height; y += ROW_EVERY) {
		const uint8_t *row = plane_row(change, y);

		for (int x = 0; x < width; x++)
			count[x % TABLES][row[x]]++;
	}
	for (int i = 0; i < 256; i++) {
		for (int k = 1; k < TABLES; k++)
			count[0][i] += count[k][i];
		half += count[0][i];
	}
	half /= 2;
	while (value < 255 && sum + count[0][value] <= half)
		sum += count[0][value++];
	/* within the bin, so that small noise is not rounded away */
	return value +
	       (count[0][value] ? (double)(half - sum) / count[0][value] : 0) -
	       (value ? 0.5 : 0);
}

static uint8_t higher(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* The greatest of each column of blocks in three rows, 0 beside them. */
static void most_of_rows(const struct edges *edges, const uint8_t *most, int y,
			 uint8_t *columns_most)
{
	int columns = edges->block_columns;
	const uint8_t *row = most + y * columns;
	const uint8_t *above = y ? row - columns : row;
	const uint8_t *below = y + 1 < edges->block_rows ? row + columns : row;

	for (int x = 0; x < columns; x++)
		columns_most[x] = higher(row[x], higher(above[x], below[x]));
}

/* `rows` is of zeros, for each column of blocks and one on both sides. */
static void set_thresholds(struct edges *edges, double factor,
			   const uint8_t *most, uint8_t *rows)
{
	double noise = edges->noise > 1 ? edges->noise : 0;
	double least = EDGE_LEAST + factor * noise;
	int columns = edges->block_columns;
	uint8_t threshold[256];

	for (int i = 0; i < 256; i++)
		threshold[i] = (uint8_t)fmin(255, fmax(least, EDGE_SHARE * i));
	for (int y = 0; y < edges->block_rows; y++) {
		most_of_rows(edges, most, y, rows + 1);
		for (int x = 0; x < columns; x++)
			edges->block_least[y * columns + x] = threshold[higher(
				rows[x], higher(rows[x + 1], rows[x + 2]))];
	}
}

int edges_find(struct edges *edges, const struct plane *grey, int reach,
	       double factor)
{
	int columns = (grey->width + BLOCK - 1) / BLOCK;
	int rows = (grey->height + BLOCK - 1) / BLOCK;
	size_t count = (size_t)columns * (size_t)rows;
	uint8_t *most = alloc_array(count, 1);
	uint8_t *three_rows = alloc_array((size_t)columns + 2, 1);
	int result = -1;

	*edges = (struct edges){
		.width = grey->width,
		.block_columns = columns,
		.block_rows = rows,
		.block_least = alloc_array(count, 1),
	};
	if (most && three_rows && edges->block_least &&
	    find_changes(edges, grey, reach, most) == 0) {
		edges->noise = median_change(&edges->change, grey->width);
		set_thresholds(edges, factor, most, three_rows);
		result = 0;
	}
	free(most);
	free(three_rows);
	return result;
}

void edges_fini(struct edges *edges)
{
	plane_fini(&edges->change);
	free(edges->block_least);
}

size_t edges_row_words(const struct edges *edges)
{
	return (size_t)edges->block_columns / WORD_BLOCKS + 1;
}

void edges_mark_row(const struct edges *edges, int y, uint64_t *bits)
{
	const uint8_t *change = plane_row(&edges->change, y);
	const uint8_t *least =
		edges->block_least + y / BLOCK * edges->block_columns;
	int blocks = edges->block_columns, first = 0;

	if (lanes_have_wide())
		first = edges_wide(change, least, blocks, bits);
	for (int block = first; block < blocks; block++) {
		lanes_bytes level = lanes_load(change + block * BLOCK);
		uint64_t *word = &bits[block / WORD_BLOCKS];
		uint64_t here;

		level = (lanes_bytes)(level >= lanes_splat(least[block]));
		here = (uint64_t)lanes_byte_bits(level);
		if (block % WORD_BLOCKS == 0)
			*word = 0;
		*word |= here << block % WORD_BLOCKS * BLOCK;
	}
}
