#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "glyphs.h"

enum { FLOATS = sizeof(struct glyph_net) / sizeof(float) };

/* Adam's usual decays; weight decay as small as is customary; the average
 * over about a thousand steps; label smoothing keeps the logits bounded. */
static const float DECAY1 = 0.9f, DECAY2 = 0.999f, EPSILON = 1e-8f;
static const float WEIGHT_DECAY = 1e-4f, AVERAGE_DECAY = 0.999f;
static const float SMOOTHING = 0.005f;

struct learner {
	struct glyph_net net, gradient, mean, square, average;
	/* weights turned round, to run errors backwards (see turn_round) */
	float back2[9 * NET_DEPTH2 * NET_DEPTH1];
	float back3[9 * NET_DEPTH3 * NET_DEPTH2];
	struct glyph_layers layers;
	/* errors; those of convolutions carry a rim of zeros */
	float error1[(NET_SIDE1 + 2) * (NET_SIDE1 + 2) * NET_DEPTH1];
	float error2[(NET_SIDE2 + 2) * (NET_SIDE2 + 2) * NET_DEPTH2];
	float error3[(NET_SIDE3 + 2) * (NET_SIDE3 + 2) * NET_DEPTH3];
	float pooled1[NET_SIDE2 * NET_SIDE2 * NET_DEPTH1];
	float pooled2[NET_SIDE3 * NET_SIDE3 * NET_DEPTH2];
	float pooled3[NET_FLAT];
	int added;
	long steps;
};

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
	turn_round(learner->net.weight2, NET_DEPTH1, NET_DEPTH2,
		   learner->back2);
	turn_round(learner->net.weight3, NET_DEPTH2, NET_DEPTH3,
		   learner->back3);
	memset(&learner->gradient, 0, sizeof learner->gradient);
	learner->added = 0;
}

struct learner *learner_new(uint64_t seed, struct problem *problem)
{
	struct learner *learner = alloc_array(1, sizeof *learner);
	struct rng rng;

	if (!learner) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to learn in");
		return NULL;
	}
	rng_seed(&rng, seed);
	fill(learner->net.weight1, 9 * NET_DEPTH1, 9, &rng);
	fill(learner->net.weight2, 9 * NET_DEPTH1 * NET_DEPTH2, 9 * NET_DEPTH1,
	     &rng);
	fill(learner->net.weight3, 9 * NET_DEPTH2 * NET_DEPTH3, 9 * NET_DEPTH2,
	     &rng);
	fill(learner->net.weight4, NET_FLAT * NET_HIDDEN, NET_FLAT, &rng);
	fill(learner->net.weight5, NET_HIDDEN * NET_OUT, NET_HIDDEN, &rng);
	learner->net.temperature = 1;
	learner->average = learner->net;
	prepare(learner);
	return learner;
}

void learner_free(struct learner *learner)
{
	free(learner);
}

const struct glyph_net *learner_net(const struct learner *learner)
{
	return &learner->net;
}

void learner_average(const struct learner *learner, struct glyph_net *net)
{
	*net = learner->average;
	net->temperature = 1;
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

/* Gradients of a convolution's weights and biases; both sides padded. */
static inline __attribute__((always_inline)) void
/* NOLINTNEXTLINE(readability-function-size): sizes must be constants */
add_convolution(const float *input, int from, const float *error, int to,
		int side, float *weight, float *bias)
{
	int row = side + 2;

	for (int y = 0; y < side; y++)
		for (int x = 0; x < side; x++) {
			const float *e = error + ((y + 1) * row + x + 1) * to;
			float any = 0;

			for (int k = 0; k < to; k++)
				any += fabsf(e[k]);
			if (any == 0)
				continue;
			for (int k = 0; k < to; k++)
				bias[k] += e[k];
			for (int tap = 0; tap < 9; tap++) {
				const float *in = input + ((y + tap / 3) * row +
							   x + tap % 3) *
								  from;

				for (int i = 0; i < from; i++) {
					float v = in[i];
					float *w =
						weight + (tap * from + i) * to;

					for (int k = 0; k < to; k++)
						w[k] += v * e[k];
				}
			}
		}
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

#ifdef __x86_64__
__attribute__((target("avx2,fma"), optimize("O3", "fast-math")))
#endif
static void
backward(struct learner *learner, const float *out_error)
{
	struct glyph_net *g = &learner->gradient;
	struct glyph_layers *l = &learner->layers;
	float hidden[NET_HIDDEN];
	struct net_convolution third = {
		NET_SIDE3, NET_DEPTH3,      NET_DEPTH2,      learner->back3,
		NULL,      learner->error3, learner->pooled2
	};
	struct net_convolution second = {
		NET_SIDE2, NET_DEPTH2,      NET_DEPTH1,      learner->back2,
		NULL,      learner->error2, learner->pooled1
	};

	add_dense(l->hidden, NET_HIDDEN, out_error, NET_OUT,
		  learner->net.weight5, hidden, g->weight5, g->bias5);
	add_dense(l->pool3, NET_FLAT, hidden, NET_HIDDEN, learner->net.weight4,
		  learner->pooled3, g->weight4, g->bias4);
	unpool(learner->pooled3, l->conv3, NET_SIDE3, NET_DEPTH3,
	       learner->error3);
	add_convolution(l->pool2, NET_DEPTH2, learner->error3, NET_DEPTH3,
			NET_SIDE3, g->weight3, g->bias3);
	glyph_net_convolve(&third);
	unpool(learner->pooled2, l->conv2, NET_SIDE2, NET_DEPTH2,
	       learner->error2);
	add_convolution(l->pool1, NET_DEPTH1, learner->error2, NET_DEPTH2,
			NET_SIDE2, g->weight2, g->bias2);
	glyph_net_convolve(&second);
	unpool(learner->pooled1, l->conv1, NET_SIDE1, NET_DEPTH1,
	       learner->error1);
	add_convolution(l->input, 1, learner->error1, NET_DEPTH1, NET_SIDE1,
			g->weight1, g->bias1);
}

double learner_add(struct learner *learner, const float *patch, int label)
{
	float error[NET_OUT] = { 0 };
	const float *out = learner->layers.out;
	float most = -1e30f, sum = 0;
	double loss;

	glyph_net_run(&learner->net, patch, &learner->layers);
	for (int i = 0; i < GLYPH_CLASSES; i++)
		most = out[i] > most ? out[i] : most;
	for (int i = 0; i < GLYPH_CLASSES; i++)
		sum += error[i] = expf(out[i] - most);
	loss = -log((double)(error[label] / sum) + 1e-12);
	for (int i = 0; i < GLYPH_CLASSES; i++)
		error[i] = error[i] / sum - SMOOTHING / GLYPH_CLASSES -
			   (i == label ? 1 - SMOOTHING : 0);
	backward(learner, error);
	learner->added++;
	return loss;
}

void learner_step(struct learner *learner, double rate)
{
	float *net = (float *)&learner->net;
	float *gradient = (float *)&learner->gradient;
	float *mean = (float *)&learner->mean;
	float *square = (float *)&learner->square;
	float *average = (float *)&learner->average;
	float scale = 1 / (float)learner->added;
	float step = (float)rate;

	learner->steps++;

	double time = (double)learner->steps;
	float unbias1 = (float)(1 / (1 - pow((double)DECAY1, time)));
	float unbias2 = (float)(1 / (1 - pow((double)DECAY2, time)));
	/* the average starts fast and slows down */
	float keep = fminf(AVERAGE_DECAY, (float)(time / (time + 10)));

	for (int i = 0; i < FLOATS - 1; i++) { /* all but the temperature */
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
