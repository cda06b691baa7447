#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "lanes.h"

/* Adam's usual decays; weight decay as small as is customary; the average
 * over about a thousand steps; label smoothing keeps the logits bounded. */
static const float DECAY1 = 0.9f, DECAY2 = 0.999f, EPSILON = 1e-8f;
static const float WEIGHT_DECAY = 1e-4f, AVERAGE_DECAY = 0.999f;
static const float SMOOTHING = 0.005f;

struct learner {
	struct net_shape shape;
	int classes, floats;
	float *net, *gradient, *mean, *square, *average;
	struct net_values values;
	/* weights turned round, to run errors backwards (see turn_round);
	 * nothing goes back through the first layer */
	float *back[NET_STAGES];
	/* errors; those of convolutions carry a rim of zeros */
	float *error[NET_STAGES], *pooled[NET_STAGES];
	float *hidden_error, *out_error;
	int added;
	long steps;
};

/* Of the patch and each layer: channels and side. */
static int depth_of(const struct net_shape *shape, int stage)
{
	return stage ? shape->depth[stage - 1] : shape->inputs;
}

static int flat_of(const struct net_shape *shape)
{
	int side = shape->side >> NET_STAGES;

	return side * side * shape->depth[NET_STAGES - 1];
}

/* Where a convolution's weights begin. */
static int weights_of(const struct net_shape *shape, int stage)
{
	int at = 0;

	for (int i = 0; i < stage; i++)
		at += (9 * depth_of(shape, i) + 1) * shape->depth[i];
	return at;
}

static void fill(float *weights, int count, int inputs, struct rng *rng)
{
	double deviation = sqrt(2.0 / inputs);

	for (int i = 0; i < count; i++)
		weights[i] = (float)(deviation * rng_normal(rng));
}

/* Input errors are the output errors convolved with the taps mirrored and
 * the channels' roles swapped. */
static void turn_round(const float *weight, int from, int to, float *back)
{
	for (int tap = 0; tap < 9; tap++)
		for (int i = 0; i < from; i++)
			for (int k = 0; k < to; k++)
				back[((8 - tap) * to + k) * from + i] =
					weight[(tap * from + i) * to + k];
}

static void prepare(struct learner *learner)
{
	const struct net_shape *shape = &learner->shape;

	for (int i = 1; i < NET_STAGES; i++)
		turn_round(learner->net + weights_of(shape, i),
			   depth_of(shape, i), shape->depth[i],
			   learner->back[i]);
	memset(learner->gradient, 0,
	       (size_t)learner->floats * sizeof *learner->gradient);
	learner->added = 0;
}

static float *floats(int count)
{
	return alloc_array((size_t)count, sizeof(float));
}

bool layers_make(const struct net_shape *shape, struct net_values *values)
{
	bool made = true;

	for (int i = 0; i < NET_STAGES; i++) {
		int side = shape->side >> i, half = side / 2;
		int depth = shape->depth[i];

		values->conv[i] = floats(side * side * depth);
		values->pool[i] = floats((half + 2) * (half + 2) * depth);
		made &= values->conv[i] && values->pool[i];
	}
	values->input =
		floats((shape->side + 2) * (shape->side + 2) * shape->inputs);
	values->hidden = floats(shape->hidden);
	values->out = floats(shape->out);
	return made && values->input && values->hidden && values->out;
}

void layers_free(struct net_values *values)
{
	for (int i = 0; i < NET_STAGES; i++) {
		free(values->conv[i]);
		free(values->pool[i]);
	}
	free(values->input);
	free(values->hidden);
	free(values->out);
}

/* Room for the layers' errors. */
static bool make_errors(struct learner *learner)
{
	const struct net_shape *shape = &learner->shape;
	bool made = true;

	for (int i = 0; i < NET_STAGES; i++) {
		int side = shape->side >> i, half = side / 2;
		int to = shape->depth[i], from = depth_of(shape, i);

		learner->back[i] = floats(9 * from * to);
		learner->error[i] = floats((side + 2) * (side + 2) * to);
		learner->pooled[i] = floats(half * half * to);
		made &= learner->back[i] && learner->error[i] &&
			learner->pooled[i];
	}
	learner->hidden_error = floats(shape->hidden);
	learner->out_error = floats(shape->out);
	return made && learner->hidden_error && learner->out_error;
}

static bool make_weights(struct learner *learner)
{
	learner->floats = net_floats(&learner->shape);
	learner->net = floats(learner->floats);
	learner->gradient = floats(learner->floats);
	learner->mean = floats(learner->floats);
	learner->square = floats(learner->floats);
	learner->average = floats(learner->floats);
	return learner->net && learner->gradient && learner->mean &&
	       learner->square && learner->average;
}

static void begin(struct learner *learner, uint64_t seed)
{
	const struct net_shape *shape = &learner->shape;
	int flat = flat_of(shape);
	float *dense = learner->net + weights_of(shape, NET_STAGES);
	struct rng rng;

	rng_seed(&rng, seed);
	for (int i = 0; i < NET_STAGES; i++)
		fill(learner->net + weights_of(shape, i),
		     9 * depth_of(shape, i) * shape->depth[i],
		     9 * depth_of(shape, i), &rng);
	fill(dense, flat * shape->hidden, flat, &rng);
	fill(dense + (flat + 1) * shape->hidden, shape->hidden * shape->out,
	     shape->hidden, &rng);
	learner->net[learner->floats - 1] = 1; /* the temperature */
	memcpy(learner->average, learner->net,
	       (size_t)learner->floats * sizeof *learner->net);
	prepare(learner);
}

struct learner *learner_new(const struct net_shape *shape, int classes,
			    uint64_t seed, struct problem *problem)
{
	struct learner *learner = alloc_array(1, sizeof *learner);

	if (learner) {
		learner->shape = *shape;
		learner->classes = classes;
	}
	if (!learner || !layers_make(shape, &learner->values) ||
	    !make_errors(learner) || !make_weights(learner)) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to learn in");
		learner_free(learner);
		return NULL;
	}
	begin(learner, seed);
	return learner;
}

void learner_free(struct learner *learner)
{
	if (!learner)
		return;
	for (int i = 0; i < NET_STAGES; i++) {
		free(learner->back[i]);
		free(learner->error[i]);
		free(learner->pooled[i]);
	}
	layers_free(&learner->values);
	free(learner->hidden_error);
	free(learner->out_error);
	free(learner->net);
	free(learner->gradient);
	free(learner->mean);
	free(learner->square);
	free(learner->average);
	free(learner);
}

void learner_average(const struct learner *learner, float *weights)
{
	memcpy(weights, learner->average,
	       (size_t)learner->floats * sizeof *weights);
	weights[learner->floats - 1] = 1;
}

/* Hands the pooled errors to where each maximum came from. */
static void unpool(const float *error, const float *before, int side, int depth,
		   float *to)
{
	int half = side / 2, row = side + 2;

	memset(to, 0, sizeof *to * (size_t)(row * row * depth));
	for (int y = 0; y < half; y++)
		for (int x = 0; x < half; x++)
			for (int k = 0; k < depth; k++) {
				int best = -1;
				float most = 0;

				for (int n = 0; n < 4; n++) {
					float v =
						before[((2 * y + n / 2) * side +
							2 * x + n % 2) *
							       depth +
						       k];

					if (v > most) {
						most = v;
						best = n;
					}
				}
				if (best >= 0)
					to[((2 * y + best / 2 + 1) * row +
					    2 * x + best % 2 + 1) *
						   depth +
					   k] = error[(y * half + x) * depth +
						      k];
			}
}

/* Adds to the gradients of one tap's weights: of `ins` input channels from `in`
 * on and `vectors` of eight output channels, kept in registers meanwhile. */
/* NOLINTNEXTLINE(readability-function-size): all of it stays in registers */
LANES_INLINE void add_block(const float *in, int from, const float *error,
			    int to, int side, float *weight, int ins,
			    int vectors)
{
	floats8 sum[NET_SUMS] = { { 0 } };
	int row = side + 2;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) {
			const float *i = in + (y * row + x) * from;
			const float *e = error + (y * row + x) * to;

#pragma GCC unroll 4
			for (int p = 0; p < ins; p++)
#pragma GCC unroll 3
				for (int k = 0; k < vectors; k++)
					sum[p * vectors + k] +=
						i[p] *
						*(const floats8 *)(e + 8 * k);
		}
	for (int p = 0; p < ins; p++)
		for (int k = 0; k < vectors; k++)
			*(floats8 *)(weight + p * to + 8 * k) +=
				sum[p * vectors + k];
}

LANES_INLINE void add_blocks(const float *input, int from, const float *error,
			     int to, int side, float *weight, int ins,
			     int vectors)
{
	int row = side + 2;

	error += (row + 1) * to;
	for (int tap = 0; tap < 9; tap++)
		for (int i = 0; i < from; i += ins)
			for (int k = 0; k < to; k += 8 * vectors)
				add_block(input +
						  (tap / 3 * row + tap % 3) *
							  from +
						  i,
					  from, error + k, to, side,
					  weight + (tap * from + i) * to + k,
					  ins, vectors);
}

/* Gradients of a convolution's weights and biases; both sides padded. */
/* NOLINTNEXTLINE(readability-function-size): all that a convolution has */
LANES_INLINE void add_convolution(const float *input, int from,
				  const float *error, int to, int side,
				  float *weight, float *bias)
{
	int row = side + 2;

	for (int i = 0; i < row * row; i++)
		for (int k = 0; k < to; k++)
			bias[k] += error[i * to + k];
	if (from % 4 == 0 && to % 24 == 0)
		add_blocks(input, from, error, to, side, weight, 4, 3);
	else if (from % 4 == 0 && to % 16 == 0)
		add_blocks(input, from, error, to, side, weight, 4, 2);
	else if (from % 4 == 0)
		add_blocks(input, from, error, to, side, weight, 4, 1);
	else
		add_blocks(input, from, error, to, side, weight, 1, 1);
}

static inline __attribute__((always_inline)) void
/* NOLINTNEXTLINE(readability-function-size): sizes must be constants */
add_dense(const float *input, int from, const float *error, int to,
	  const float *weight, float *input_error, float *gradient, float *bias)
{
	for (int k = 0; k < to; k++)
		bias[k] += error[k];
	for (int i = 0; i < from; i++) {
		float sum = 0;

		for (int k = 0; k < to; k++) {
			gradient[i * to + k] += input[i] * error[k];
			sum += weight[i * to + k] * error[k];
		}
		input_error[i] = input[i] > 0 ? sum : 0;
	}
}

LANES_WIDE static void backward(struct learner *learner)
{
	const struct net_shape *shape = &learner->shape;
	const struct net_values *l = &learner->values;
	int dense = weights_of(shape, NET_STAGES), flat = flat_of(shape);
	int last = dense + (flat + 1) * shape->hidden;
	float *g = learner->gradient;

	add_dense(l->hidden, shape->hidden, learner->out_error, shape->out,
		  learner->net + last, learner->hidden_error, g + last,
		  g + last + shape->hidden * shape->out);
	add_dense(l->pool[NET_STAGES - 1], flat, learner->hidden_error,
		  shape->hidden, learner->net + dense,
		  learner->pooled[NET_STAGES - 1], g + dense,
		  g + dense + flat * shape->hidden);
	for (int i = NET_STAGES - 1; i >= 0; i--) {
		int side = shape->side >> i, from = depth_of(shape, i);
		int to = shape->depth[i], at = weights_of(shape, i);
		struct net_convolution back = { side,
						to,
						from,
						learner->back[i],
						NULL,
						learner->error[i],
						i ? learner->pooled[i - 1]
						  : NULL };

		unpool(learner->pooled[i], l->conv[i], side, to,
		       learner->error[i]);
		add_convolution(i ? l->pool[i - 1] : l->input, from,
				learner->error[i], to, side, g + at,
				g + at + 9 * from * to);
		if (i)
			net_convolve(&back);
	}
}

double learner_add(struct learner *learner, const float *patch, int label)
{
	float *error = learner->out_error;
	const float *out = learner->values.out;
	float most = -1e30f, sum = 0;
	int classes = learner->classes;
	double loss;

	net_set_patch(&learner->shape, patch, learner->values.input);
	net_run(&learner->shape, learner->net, &learner->values);
	memset(error, 0, (size_t)learner->shape.out * sizeof *error);
	for (int i = 0; i < classes; i++)
		most = out[i] > most ? out[i] : most;
	for (int i = 0; i < classes; i++)
		sum += error[i] = expf(out[i] - most);
	loss = -log((double)(error[label] / sum) + 1e-12);
	for (int i = 0; i < classes; i++)
		error[i] = error[i] / sum - SMOOTHING / (float)classes -
			   (i == label ? 1 - SMOOTHING : 0);
	backward(learner);
	learner->added++;
	return loss;
}

void learner_step(struct learner *learner, double rate)
{
	float *net = learner->net, *gradient = learner->gradient;
	float *mean = learner->mean, *square = learner->square;
	float *average = learner->average;
	float scale = 1 / (float)learner->added;
	float step = (float)rate;

	learner->steps++;

	double time = (double)learner->steps;
	float unbias1 = (float)(1 / (1 - pow((double)DECAY1, time)));
	float unbias2 = (float)(1 / (1 - pow((double)DECAY2, time)));
	/* the average starts fast and slows down */
	float keep = fminf(AVERAGE_DECAY, (float)(time / (time + 10)));

	for (int i = 0; i < learner->floats - 1;
	     i++) { /* all but the temperature */
		float g = gradient[i] * scale;

		mean[i] = DECAY1 * mean[i] + (1 - DECAY1) * g;
		square[i] = DECAY2 * square[i] + (1 - DECAY2) * g * g;
		net[i] -=
			step * (mean[i] * unbias1 /
					(sqrtf(square[i] * unbias2) + EPSILON) +
				WEIGHT_DECAY * net[i]);
		average[i] = keep * average[i] + (1 - keep) * net[i];
	}
	prepare(learner);
}
