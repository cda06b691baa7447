/* What the networks consist of: three 3x3 convolutions with ReLU and 2x2
 * maximum pooling, then two dense layers. For those that run one (symbol_net.c,
 * with a shape that the compiler knows) and for the trainer.
 * Nothing here allocates. */
#ifndef NET_LAYERS_H
#define NET_LAYERS_H

#include <string.h>

#include "lanes.h"

enum { NET_STAGES = 3, NET_DENSE_MOST = 64 };

struct net_shape {
	int side;              /* of the patch; each pooling halves it */
	int inputs;            /* channels of the patch */
	int depth[NET_STAGES]; /* channels; multiples of 8 fill vectors */
	int hidden;
	int out; /* classes, padded */
};

/* What the layers give; [y][x][channel]. Inputs of convolutions carry a rim of
 * zeros of one pixel, which stays zero (zero them once). */
struct net_values {
	float *input;            /* side + 2 */
	float *conv[NET_STAGES]; /* side, half, a quarter */
	float *pool[NET_STAGES]; /* half + 2, a quarter + 2, an eighth */
	float *hidden;
	float *out; /* logits before the temperature */
};

/* A convolution alone: out[y][x][..] = bias + sum over the 3x3 taps of a
 * padded input, sides divisible by 6 or 8 and `to` by 8; `bias` may be NULL.
 * The trainer runs errors backwards through it. */
struct net_convolution {
	int side, from, to;
	const float *weight, *bias;
	const float *input; /* (side + 2)^2 * from */
	float *output;      /* side^2 * to */
};

void net_convolve(const struct net_convolution *convolution);

/* Runs a network of any shape on the patch that lies in `input`. Its weights
 * are floats without gaps, each layer's weights, [tap][input channel][output
 * channel], then its biases. */
void net_run(const struct net_shape *shape, const float *weights,
	     const struct net_values *values);

/* Its first outputs as chances: they add up to 1. */
void net_soften(const float *out, int classes, float temperature,
		float *chances);

/* Copies a patch of side * side * inputs values, [y][x][channel], into the
 * padded input. */
static inline void net_set_patch(const struct net_shape *shape,
				 const float *patch, float *input)
{
	int row = shape->side * shape->inputs;

	for (int y = 0; y < shape->side; y++)
		memcpy(input + (y + 1) * (row + 2 * shape->inputs) +
			       shape->inputs,
		       patch + y * row, (size_t)row * sizeof *patch);
}

/* How many floats a network of this shape has, its temperature included. */
static inline int net_floats(const struct net_shape *shape)
{
	int from = shape->inputs, count = 1, side = shape->side >> NET_STAGES;

	for (int i = 0; i < NET_STAGES; i++) {
		count += (9 * from + 1) * shape->depth[i];
		from = shape->depth[i];
	}
	count += (side * side * from + 1) * shape->hidden;
	return count + (shape->hidden + 1) * shape->out;
}

/* Eight floats at a time: GCC splits them where the machine has narrower
 * registers. */
typedef float floats8 __attribute__((vector_size(32), aligned(4), may_alias));

/* So many sums are kept in registers: with fewer each addition would wait for
 * the one before it; 12, with weights and an input, fit 16 registers of
 * AVX2. */
enum { NET_SUMS = 12 };

/* `pixels` of a row from `in` on, `vectors` of eight channels each: together
 * NET_SUMS at most. */
/* NOLINTNEXTLINE(readability-function-size): all of it stays in registers */
LANES_INLINE void net_convolve_block(const struct net_convolution *c,
				     const float *in, const float *weight,
				     const float *bias, float *out, int pixels,
				     int vectors)
{
	int row = (c->side + 2) * c->from;
	floats8 sum[NET_SUMS];

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

LANES_INLINE void net_convolve_by(const struct net_convolution *c, int pixels,
				  int vectors)
{
	for (int y = 0; y < c->side; y++)
		for (int x = 0; x < c->side; x += pixels)
			for (int k = 0; k < c->to; k += 8 * vectors)
				net_convolve_block(
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

/* Sides are multiples of 6 or 8, channels of 8. */
LANES_INLINE void net_convolve_inline(const struct net_convolution *c)
{
	if (c->side % 4 == 0 && c->to % 24 == 0)
		net_convolve_by(c, 4, 3);
	else if (c->side % 6 == 0 && c->to % 16 == 0)
		net_convolve_by(c, 6, 2);
	else if (c->side % 4 == 0 && c->to % 16 == 0)
		net_convolve_by(c, 4, 2);
	else if (c->side % 12 == 0)
		net_convolve_by(c, 12, 1);
	else if (c->side % 8 == 0)
		net_convolve_by(c, 8, 1);
	else
		net_convolve_by(c, 6, 1);
}

/* rim: 1 where the pooled values get a rim of zeros */
LANES_INLINE void net_pool(const float *in, int side, int depth, float *out,
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

/* Inputs of a dense layer are gone through by so many. */
enum { NET_DENSE_CHUNK = 64 };

/* The values that are not 0, of so many. What ReLU leaves of the others adds
 * nothing. */
LANES_INLINE int net_list_others(const float *in, int count, uint8_t *which)
{
	int others = 0;

	for (int i = 0; i < count; i++) {
		which[others] = (uint8_t)i;
		others += in[i] != 0;
	}
	return others;
}

/* `to` is a multiple of 8, and NET_DENSE_MOST at most. */
LANES_INLINE void net_dense(const float *in, int from, const float *weight,
			    const float *bias, float *out, int to)
{
	floats8 sum[NET_DENSE_MOST / 8];

	for (int k = 0; k < to / 8; k++)
		sum[k] = ((const floats8 *)bias)[k];
	for (int i = 0; i < from; i += NET_DENSE_CHUNK) {
		uint8_t which[NET_DENSE_CHUNK];
		int count =
			from - i < NET_DENSE_CHUNK ? from - i : NET_DENSE_CHUNK;

		count = net_list_others(in + i, count, which);
		for (int n = 0; n < count; n++) {
			float value = in[i + which[n]];
			const floats8 *w =
				(const floats8 *)(weight + (i + which[n]) * to);

#pragma GCC unroll 8
			for (int k = 0; k < to / 8; k++)
				sum[k] += value * w[k];
		}
	}
	for (int k = 0; k < to / 8; k++)
		((floats8 *)out)[k] = sum[k];
}

/* The dense layers, of which `weights` are the first. */
LANES_INLINE void net_conclude(const struct net_shape *shape,
			       const float *weights,
			       const struct net_values *values)
{
	int side = shape->side >> NET_STAGES;
	int flat = side * side * shape->depth[NET_STAGES - 1];

	net_dense(values->pool[NET_STAGES - 1], flat, weights,
		  weights + flat * shape->hidden, values->hidden,
		  shape->hidden);
	weights += (flat + 1) * shape->hidden;
	for (int i = 0; i < shape->hidden; i++)
		values->hidden[i] =
			values->hidden[i] > 0 ? values->hidden[i] : 0;
	net_dense(values->hidden, shape->hidden, weights,
		  weights + shape->hidden * shape->out, values->out,
		  shape->out);
}

LANES_INLINE void net_run_inline(const struct net_shape *shape,
				 const float *weights,
				 const struct net_values *values)
{
	const float *input = values->input;
	int from = shape->inputs, side = shape->side;

	/* so that a shape that is known makes each a layer of its own */
#pragma GCC unroll 3
	for (int i = 0; i < NET_STAGES; i++) {
		int to = shape->depth[i];
		struct net_convolution layer = { side,
						 from,
						 to,
						 weights,
						 weights + 9 * from * to,
						 input,
						 values->conv[i] };

		net_convolve_inline(&layer);
		net_pool(values->conv[i], side, to, values->pool[i],
			 i + 1 < NET_STAGES);
		weights += (9 * from + 1) * to;
		input = values->pool[i];
		from = to;
		side /= 2;
	}
	net_conclude(shape, weights, values);
}

#endif
