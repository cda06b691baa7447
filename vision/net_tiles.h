/* A 3x3 convolution with ReLU and 2x2 maximum pooling by tiles: the four values
 * that are pooled into one are computed together, from the 4x4 inputs around
 * them, by 16 multiplications of transformed inputs and weights for each two
 * channels instead of 36 (Winograd's F(2x2, 3x3); Lavin and Gray 2016, "Fast
 * Algorithms for Convolutional Neural Networks"). What comes out is that of
 * net_layers.h but for the last digits. */
#ifndef NET_TILES_H
#define NET_TILES_H

#include "net_layers.h"

enum {
	NET_TILE = 16, /* values of a transformed tile */
	/* tiles that are worked on at once, and channels: what lies between
	 * the transforms fits the nearest memory but one */
	NET_TILES_MOST = 12,
	NET_TILE_FROM = 24,
	NET_TILE_TO = 48,
};

/* How many floats the weights between so many channels become. */
#define NET_TILED_FLOATS(from, to) (NET_TILE * (from) * (to))

/* Transforms weights [tap][from][to] into `tiled`, [value][from][to]. */
void net_tiles_make(const float *weight, int from, int to, float *tiled);

/* B' d B: `in` is the first of 4x4 inputs, of `from` channels, `row` floats
 * from one row to the next; the values go `step` floats apart. */
LANES_INLINE void net_tile_enter(const float *in, int row, int from,
				 float *values, int step)
{
	for (int k = 0; k < from; k += 8) {
		floats8 half[4][4];

		for (int x = 0; x < 4; x++) {
			floats8 d[4];

			for (int y = 0; y < 4; y++)
				d[y] = *(const floats8 *)(in + y * row +
							  x * from + k);
			half[0][x] = d[0] - d[2];
			half[1][x] = d[1] + d[2];
			half[2][x] = d[2] - d[1];
			half[3][x] = d[1] - d[3];
		}
		for (int y = 0; y < 4; y++) {
			floats8 *h = half[y];
			float *to = values + 4 * y * step + k;

			*(floats8 *)to = h[0] - h[2];
			*(floats8 *)(to + step) = h[1] + h[2];
			*(floats8 *)(to + 2 * step) = h[2] - h[1];
			*(floats8 *)(to + 3 * step) = h[1] - h[3];
		}
	}
}

/* The sums over the input channels of one value of `tiles` tiles, three vectors
 * of output channels at a time. */
LANES_INLINE void net_tile_sum(const float *values, const float *weight,
			       int from, int to, int tiles, float *sums)
{
	floats8 sum[NET_SUMS];

	for (int i = 0; i < NET_SUMS; i++)
		sum[i] = (floats8){ 0 };
	for (int i = 0; i < from; i++) {
		const floats8 *w = (const floats8 *)(weight + i * to);

#pragma GCC unroll 4
		for (int t = 0; t < tiles; t++)
#pragma GCC unroll 3
			for (int k = 0; k < 3; k++)
				sum[3 * t + k] += values[t * from + i] * w[k];
	}
	for (int t = 0; t < tiles; t++)
		for (int k = 0; k < 3; k++)
			*(floats8 *)(sums + t * to + 8 * k) = sum[3 * t + k];
}

typedef int ints8 __attribute__((vector_size(32), aligned(4), may_alias));

/* The greater of both. By addresses: machines with AVX2 pass eight floats in
 * another way. */
LANES_INLINE void net_raise(floats8 *most, const floats8 *by)
{
	ints8 more = *by > *most;

	*most = (floats8)(((ints8)*by & more) | ((ints8)*most & ~more));
}

/* A' m A, pooled: `sums` are `step` floats apart. */
LANES_INLINE void net_tile_leave(const float *sums, int step, const float *bias,
				 int to, float *out)
{
	for (int k = 0; k < to; k += 8) {
		floats8 half[2][4], b = *(const floats8 *)(bias + k);
		floats8 most = { 0 }; /* ReLU */

		for (int x = 0; x < 4; x++) {
			floats8 m[4];

			for (int y = 0; y < 4; y++)
				m[y] = *(const floats8 *)(sums +
							  (4 * y + x) * step +
							  k);
			half[0][x] = m[0] + m[1] + m[2];
			half[1][x] = m[1] - m[2] - m[3];
		}
		for (int y = 0; y < 2; y++) {
			floats8 *h = half[y];
			floats8 left = h[0] + h[1] + h[2] + b;
			floats8 right = h[1] - h[2] - h[3] + b;

			net_raise(&most, &left);
			net_raise(&most, &right);
		}
		*(floats8 *)(out + k) = most;
	}
}

/* The tiles of `rows` rows of them, from row `first` on; `pool` has a rim. */
LANES_INLINE void net_tile_rows(const struct net_convolution *c,
				const float *tiled, int first, int rows,
				float *pool, int rim)
{
	float values[NET_TILE * NET_TILES_MOST * NET_TILE_FROM];
	float sums[NET_TILE * NET_TILES_MOST * NET_TILE_TO];
	int half = c->side / 2, tiles = rows * half,
	    row = (c->side + 2) * c->from;
	int block = tiles % 4 == 0 ? 4 : 3;

	for (int t = 0; t < tiles; t++) {
		int y = first + t / half, x = t % half;

		net_tile_enter(c->input + 2 * y * row + 2 * x * c->from, row,
			       c->from, values + t * c->from, tiles * c->from);
	}
	for (int i = 0; i < NET_TILE; i++)
		for (int k = 0; k < c->to; k += 24)
			for (int t = 0; t < tiles; t += block)
				net_tile_sum(values + (i * tiles + t) * c->from,
					     tiled + i * c->from * c->to + k,
					     c->from, c->to, block,
					     sums + (i * tiles + t) * c->to +
						     k);
	for (int t = 0; t < tiles; t++) {
		int y = first + t / half + rim, x = t % half + rim;

		net_tile_leave(sums + t * c->to, tiles * c->to, c->bias, c->to,
			       pool + (y * (half + 2 * rim) + x) * c->to);
	}
}

/* The whole layer, `rows` rows of tiles at a time: NET_TILES_MOST tiles at
 * most, a multiple of 3 or 4. Channels are NET_TILE_FROM and NET_TILE_TO at
 * most, multiples of 8 and 24. `output` stays as it is. */
LANES_INLINE void net_tiles_pool(const struct net_convolution *c,
				 const float *tiled, int rows, float *pool,
				 int rim)
{
	for (int y = 0; y < c->side / 2; y += rows)
		net_tile_rows(c, tiled, y, rows, pool, rim);
}

#endif
