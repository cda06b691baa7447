#include "colour_pair.h"

#include <math.h>
#include <stddef.h>

/* So many pixels count as none where strokes are compared. */
#define STROKE_LEAST 0.3

static double length(struct colour c)
{
	return sqrt(colour_product(c, c));
}

/* One less the cosine between two; 0 where either is nothing. */
static double turned(struct colour a, struct colour b)
{
	double both = length(a) * length(b);

	return both > 1 ? 1 - colour_product(a, b) / both : 0;
}

/* Without brightness. */
static struct colour hue_of(struct colour c)
{
	float bright = colour_brightness(c);

	return (struct colour){ c.red - bright, c.green - bright,
				c.blue - bright };
}

/* How far beside the way from nothing to the longer one the shorter lies. */
static double beside(struct colour a, struct colour b)
{
	struct colour longer = length(a) > length(b) ? a : b;
	struct colour shorter = length(a) > length(b) ? b : a;
	double along =
		colour_product(longer, shorter) / fmax(1, length(longer));

	return sqrt(fmax(0, colour_product(shorter, shorter) - along * along));
}

void colour_pair_measure(const struct symbol_tint *a,
			 const struct symbol_tint *b, double top,
			 float inputs[PAIR_INPUTS])
{
	struct colour off_a = colour_less(a->colour, a->ground);
	struct colour off_b = colour_less(b->colour, b->ground);
	struct colour hue_a = hue_of(off_a), hue_b = hue_of(off_b);
	double thin = log(fmin(a->px_stroke, b->px_stroke) + STROKE_LEAST);
	double wide = log(fmax(a->px_stroke, b->px_stroke) + STROKE_LEAST);
	const double values[PAIR_INPUTS] = {
		colour_distance(a->colour, b->colour) / top,
		beside(a->colour, b->colour) / top,
		beside(off_a, off_b) / top,
		beside(hue_a, hue_b) / top,
		turned(off_a, off_b),
		turned(hue_a, hue_b),
		turned(a->colour, b->colour),
		fmin(length(off_a), length(off_b)) / top,
		fmax(length(off_a), length(off_b)) / top,
		fmin(length(hue_a), length(hue_b)) / top,
		fmax(length(hue_a), length(hue_b)) / top,
		fabs(colour_brightness(colour_less(a->colour, b->colour))) /
			top,
		top / 255,
		thin,
		wide,
		wide - thin,
		a->kind == b->kind,
	};

	for (int i = 0; i < PAIR_INPUTS; i++)
		inputs[i] = (float)values[i];
}

/* Rectified but for the last layer. Returns the next layer's weights. */
static const float *run_layer(const float *weights, const float *in, int from,
			      float *out, int to)
{
	const float *bias = weights + from * to;

	for (int k = 0; k < to; k++) {
		float sum = bias[k];

		for (int i = 0; i < from; i++)
			sum += in[i] * weights[i * to + k];
		out[k] = to > 1 ? fmaxf(0, sum) : sum;
	}
	return bias + to;
}

double colour_pair_judge(const float *weights, const float inputs[PAIR_INPUTS])
{
	float in[PAIR_INPUTS], hidden[PAIR_HIDDEN], second[PAIR_SECOND], out;

	for (int i = 0; i < PAIR_INPUTS; i++)
		in[i] = (inputs[i] - weights[i]) / weights[PAIR_INPUTS + i];
	weights += (ptrdiff_t)2 * PAIR_INPUTS;
	weights = run_layer(weights, in, PAIR_INPUTS, hidden, PAIR_HIDDEN);
	weights = run_layer(weights, hidden, PAIR_HIDDEN, second, PAIR_SECOND);
	run_layer(weights, second, PAIR_SECOND, &out, 1);
	return out;
}
