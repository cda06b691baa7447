#include "sigils_ground.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum {
	/* View pixels a block: a third of a square, so that a block lies
	 * wholly on a piece or beside it more often than not. */
	BLOCK = 7,
	/* Medians are taken for every such block across and down. */
	STRIDE = 3,
	/* Bins of a colour in the histograms. */
	BINS = 64,
};

/* How far beyond the frame its rim may reach, in squares. */
#define RIM 0.5

struct blocks {
	int columns, rows;
	uint8_t *mean[SIGILS_COLOURS];
	bool *frame; /* the block lies on the frame */
	int node_columns, node_rows;
	uint8_t *median[SIGILS_COLOURS]; /* at every STRIDE-th block */
};

static void blocks_fini(struct blocks *blocks)
{
	for (int i = 0; i < SIGILS_COLOURS; i++) {
		free(blocks->mean[i]);
		free(blocks->median[i]);
	}
	free(blocks->frame);
}

static uint8_t block_mean(const struct plane *plane, int left, int top)
{
	int right = left + BLOCK < plane->width ? left + BLOCK : plane->width;
	int bottom = top + BLOCK < plane->height ? top + BLOCK : plane->height;
	int sum = 0;

	for (int y = top; y < bottom; y++)
		for (int x = left; x < right; x++)
			sum += plane_row(plane, y)[x];
	return (uint8_t)(sum / ((right - left) * (bottom - top)));
}

static int blocks_init(struct blocks *blocks, const struct sigils_view *view)
{
	size_t count, nodes;

	memset(blocks, 0, sizeof *blocks);
	blocks->columns = (view->width + BLOCK - 1) / BLOCK;
	blocks->rows = (view->height + BLOCK - 1) / BLOCK;
	blocks->node_columns = (blocks->columns + STRIDE - 1) / STRIDE + 1;
	blocks->node_rows = (blocks->rows + STRIDE - 1) / STRIDE + 1;
	count = (size_t)blocks->columns * (size_t)blocks->rows;
	nodes = (size_t)blocks->node_columns * (size_t)blocks->node_rows;
	blocks->frame = alloc_array(count, sizeof *blocks->frame);
	if (!blocks->frame)
		return -1;
	for (int i = 0; i < SIGILS_COLOURS; i++) {
		blocks->mean[i] = alloc_array(count, 1);
		blocks->median[i] = alloc_array(nodes, 1);
		if (!blocks->mean[i] || !blocks->median[i])
			return -1;
	}
	for (size_t at = 0; at < count; at++) {
		int x = (int)at % blocks->columns * BLOCK;
		int y = (int)at / blocks->columns * BLOCK;
		struct point cell = sigils_view_cell(view, x + BLOCK / 2.0,
						     y + BLOCK / 2.0);

		blocks->frame[at] = view->columns && cell.x > -RIM &&
				    cell.y > -RIM &&
				    cell.x < view->columns + RIM &&
				    cell.y < view->rows + RIM;
		for (int i = 0; i < SIGILS_COLOURS; i++)
			blocks->mean[i][at] =
				block_mean(&view->colour[i], x, y);
	}
	return 0;
}

/* How often each value is among the blocks of a window. */
struct window {
	int counts[BINS];
	int total;
};

/* Adds (or takes away) a column of blocks from row `top` to `bottom`. */
/* NOLINTNEXTLINE(readability-function-size): part of a window */
static void count_column(const struct blocks *blocks, int colour, int x,
			 int top, int bottom, int sign, struct window *window)
{
	if (x < 0 || x >= blocks->columns)
		return;
	for (int y = top < 0 ? 0 : top; y <= bottom && y < blocks->rows; y++) {
		int at = y * blocks->columns + x;

		if (blocks->frame[at])
			continue;
		window->counts[blocks->mean[colour][at] * BINS / 256] += sign;
		window->total += sign;
	}
}

static uint8_t median_of(const struct window *window)
{
	int sum = 0, bin = 0;

	while (bin < BINS - 1 &&
	       2 * (sum + window->counts[bin]) < window->total)
		sum += window->counts[bin++];
	return (uint8_t)(bin * 256 / BINS + 128 / BINS);
}

/* The medians of the blocks within `radius` of every node of a row: the
 * window moves along (Huang 1979, "A fast two-dimensional median filtering
 * algorithm"). */
static void find_row_medians(struct blocks *blocks, int colour, int row,
			     int radius)
{
	int top = row * STRIDE - radius, bottom = row * STRIDE + radius;
	uint8_t *median = blocks->median[colour] + row * blocks->node_columns;
	struct window window = { .total = 0 };

	for (int x = -radius; x < radius - STRIDE + 1; x++)
		count_column(blocks, colour, x, top, bottom, 1, &window);
	for (int node = 0; node < blocks->node_columns; node++) {
		int right = node * STRIDE + radius;

		for (int x = right - STRIDE + 1; x <= right; x++) {
			if (node || x >= -radius)
				count_column(blocks, colour, x, top, bottom, 1,
					     &window);
			if (node)
				count_column(blocks, colour, x - 2 * radius - 1,
					     top, bottom, -1, &window);
		}
		median[node] = median_of(&window);
	}
}

static void find_medians(struct blocks *blocks, int radius)
{
	for (int colour = 0; colour < SIGILS_COLOURS; colour++)
		for (int row = 0; row < blocks->node_rows; row++)
			find_row_medians(blocks, colour, row, radius);
}

/* One row of the ground's colour, between the nodes, in steps of 1/65536. */
static void ground_row(const struct blocks *blocks, int colour, int y,
		       int width, uint8_t *row)
{
	const int size = BLOCK * STRIDE;
	const uint8_t *low =
		blocks->median[colour] + y / size * blocks->node_columns;
	const uint8_t *high = y / size + 1 < blocks->node_rows
				      ? low + blocks->node_columns
				      : low;
	int down = y % size;

	for (int node = 0; node * size < width; node++) {
		int next = node + 1 < blocks->node_columns ? node + 1 : node;
		int from = (low[node] * (size - down) + high[node] * down) *
			   65536 / size;
		int to = (low[next] * (size - down) + high[next] * down) *
			 65536 / size;
		int step = (to - from) / size;
		int end = (node + 1) * size < width ? (node + 1) * size : width;

		for (int x = node * size; x < end; x++, from += step)
			row[x] = (uint8_t)(from >> 16);
	}
}

static void apart_row(const uint8_t *const here[],
		      const uint8_t *const ground[], int width, uint8_t *out)
{
	for (int x = 0; x < width; x++) {
		int sum = abs(here[0][x] - ground[0][x]) +
			  abs(here[1][x] - ground[1][x]) +
			  abs(here[2][x] - ground[2][x]);

		sum /= 2;
		out[x] = (uint8_t)(sum < 255 ? sum : 255);
	}
}

static int measure(struct sigils_view *view, const struct blocks *blocks)
{
	uint8_t *rows = alloc_array((size_t)view->width, SIGILS_COLOURS);

	if (!rows)
		return -1;
	for (int y = 0; y < view->height; y++) {
		uint8_t *out = plane_row(&view->scratch, y);
		const uint8_t *ground[SIGILS_COLOURS], *here[SIGILS_COLOURS];

		for (int i = 0; i < SIGILS_COLOURS; i++) {
			ground_row(blocks, i, y, view->width,
				   rows + i * view->width);
			ground[i] = rows + i * view->width;
			here[i] = plane_row(&view->colour[i], y);
		}
		apart_row(here, ground, view->width, out);
	}
	free(rows);
	return 0;
}

int sigils_ground_apart(struct sigils_view *view, double reach)
{
	struct blocks blocks;
	int radius = (int)lround(reach * view->scale / BLOCK);
	int result = blocks_init(&blocks, view);

	if (result == 0) {
		find_medians(&blocks, radius);
		result = measure(view, &blocks);
	}
	blocks_fini(&blocks);
	return result;
}
