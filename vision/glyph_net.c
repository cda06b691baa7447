#include "glyph_net.h"

#include <string.h>

#include "lanes.h"

/* Eight floats at a time: GCC splits them where the machine has narrower
 * registers. */
typedef float floats8 __attribute__((vector_size(32), aligned(4), may_alias));

/* So many sums are kept in registers: with fewer each addition would wait for
 * the one before it; 12, with weights and an input, fit 16 registers of
 * AVX2. */
enum { SUMS = 12 };

/* `pixels` of a row from `in` on, `vectors` of eight channels each: together
 * SUMS at most. */
LANES_INLINE void convolve_block(const struct net_convolution *c,
				 const float *in, const float *weight,
				 const float *bias, float *out, int pixels,
				 int vectors)
{
	int row = (c->side + 2) * c->from;
	floats8 sum[SUMS];

	for (int p = 0; p < pixels; p++)
		for (int k = 0; k < vectors; k++)
			sum[p * vectors + k] =
				bias ? *(const floats8 *)(bias + 8 * k)
				     : (floats8){ 0 };
	for (int ky = 0; ky < 3; ky++)
		for (int i = 0; i < 3 * c->from; i++) {
			const float *at = in + ky * row + i;
			const floats8 *w = (const floats8 *)weight;

#pragma GCC unroll 12
			for (int p = 0; p < pixels; p++)
#pragma GCC unroll 3
				for (int k = 0; k < vectors; k++)
					sum[p * vectors + k] +=
						at[p * c->from] * w[k];
			weight += c->to;
		}
	for (int p = 0; p < pixels; p++)
		for (int k = 0; k < vectors; k++)
			*(floats8 *)(out + p * c->to + 8 * k) =
				sum[p * vectors + k];
}

LANES_INLINE void convolve_by(const struct net_convolution *c, int pixels,
			      int vectors)
{
	for (int y = 0; y < c->side; y++)
		for (int x = 0; x < c->side; x += pixels)
			for (int k = 0; k < c->to; k += 8 * vectors)
				convolve_block(
					c,
					c->input + ((long)y * (c->side + 2) +
						    x) * c->from,
					c->weight + k,
					c->bias ? c->bias + k : NULL,
					c->output +
						((long)y * c->side + x) *
							c->to +
						k,
					pixels, vectors);
}

/* Sides are multiples of 6, channels of 8. */
LANES_INLINE void convolve(const struct net_convolution *c)
{
	if (c->side % 4 == 0 && c->to % 24 == 0)
		convolve_by(c, 4, 3);
	else if (c->to % 16 == 0)
		convolve_by(c, 6, 2);
	else if (c->side % 12 == 0)
		convolve_by(c, 12, 1);
	else
		convolve_by(c, 6, 1);
}

/* rim: 1 where the pooled values get a rim of zeros */
LANES_INLINE void pool(const float *in, int side, int depth, float *out,
		       int rim)
{
	int half = side / 2;

	for (int y = 0; y < half; y++)
		for (int x = 0; x < half; x++) {
			const float *a = in + (2 * y * side + 2 * x) * depth;
			const float *b = a + side * depth;
			float *to = out + ((y + rim) * (half + 2 * rim) + x +
					   rim) * depth;

			for (int k = 0; k < depth; k++) {
				float m = 0; /* ReLU */

				m = a[k] > m ? a[k] : m;
				m = a[k + depth] > m ? a[k + depth] : m;
				m = b[k] > m ? b[k] : m;
				m = b[k + depth] > m ? b[k + depth] : m;
				to[k] = m;
			}
		}
}

/* `to` is a multiple of 8, and 64 at most. */
LANES_INLINE void dense(const float *in, int from, const float *weight,
			const float *bias, float *out, int to)
{
	floats8 sum[8];

	for (int k = 0; k < to / 8; k++)
		sum[k] = ((const floats8 *)bias)[k];
	for (int i = 0; i < from; i++) {
		const floats8 *w = (const floats8 *)(weight + i * to);

#pragma GCC unroll 8
		for (int k = 0; k < to / 8; k++)
			sum[k] += in[i] * w[k];
	}
	for (int k = 0; k < to / 8; k++)
		((floats8 *)out)[k] = sum[k];
}

_Static_assert(NET_HIDDEN <= 64 && NET_OUT <= 64, "dense() keeps the sums");

LANES_INLINE void run(const struct glyph_net *net, struct glyph_layers *l)
{
	struct net_convolution first = { NET_SIDE1,    1,          NET_DEPTH1,
					 net->weight1, net->bias1, l->input,
					 l->conv1 };
	struct net_convolution second = { NET_SIDE2,    NET_DEPTH1, NET_DEPTH2,
					  net->weight2, net->bias2, l->pool1,
					  l->conv2 };
	struct net_convolution third = { NET_SIDE3,    NET_DEPTH2, NET_DEPTH3,
					 net->weight3, net->bias3, l->pool2,
					 l->conv3 };

	convolve(&first);
	pool(l->conv1, NET_SIDE1, NET_DEPTH1, l->pool1, 1);
	convolve(&second);
	pool(l->conv2, NET_SIDE2, NET_DEPTH2, l->pool2, 1);
	convolve(&third);
	pool(l->conv3, NET_SIDE3, NET_DEPTH3, l->pool3, 0);
	dense(l->pool3, NET_FLAT, net->weight4, net->bias4, l->hidden,
	      NET_HIDDEN);
	for (int i = 0; i < NET_HIDDEN; i++)
		l->hidden[i] = l->hidden[i] > 0 ? l->hidden[i] : 0;
	dense(l->hidden, NET_HIDDEN, net->weight5, net->bias5, l->out, NET_OUT);
}

LANES_WIDE static void run_wide(const struct glyph_net *net,
				struct glyph_layers *l)
{
	run(net, l);
}

LANES_WIDE static void convolve_wide(const struct net_convolution *convolution)
{
	convolve(convolution);
}

void glyph_net_convolve(const struct net_convolution *convolution)
{
	if (lanes_have_wide())
		convolve_wide(convolution);
	else
		convolve(convolution);
}

void glyph_net_run(const struct glyph_net *net, const float *patch,
		   struct glyph_layers *layers)
{
	for (int y = 0; y < NET_SIDE1; y++)
		memcpy(layers->input + (y + 1) * (NET_SIDE1 + 2) + 1,
		       patch + y * NET_SIDE1, NET_SIDE1 * sizeof *patch);
	if (lanes_have_wide())
		run_wide(net, layers);
	else
		run(net, layers);
}
