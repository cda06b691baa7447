/* train_colours: fits the network that tells whether two symbols of a panel
 * share a colour, and writes its weights.
 *
 *   train_colours WEIGHTS --pairs FILE --held FILE [--rounds N]
 *   train_colours --measure WEIGHTS --held FILE          only its figures
 */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "colour_groups.h"
#include "colours.h"
#include "panel_pairs.h"
#include "rng.h"
#include "training.h"

struct options {
	struct training_options training;
	const char *pairs, *held;
};

enum { STEPS_A_ROUND = 1000, BATCH = 256 };
/* Every panel counts as much; of its pairs those whose colours are near each
 * other are what is hard, and the others count at least so much beside. */
static const double NEAR = 4, FAR_LEAST = 0.5;
static const double MISREAD = 0.6;
/* Inputs are shaken so much, in units of how they scatter; weights decay by so
 * much of a step's rate (Loshchilov and Hutter 2019), so that the few panels
 * are not learnt by heart. */
static const double SHAKEN = 0.03, DECAY = 0.067;
/* Of some pairs one is made as thin as scenes' rims never are: its strokes are
 * so much of what they were, no more than so many pixels, and so much is left
 * of its hue, and of its brightness more by up to so much. */
static const double THINNED = 0.15, PX_THIN = 3;
static const double STROKE_LEAST = 0.15, STROKE_MOST = 0.6;
static const double HUE_LEAST = 0.35, HUE_MOST = 0.9, BRIGHT_MORE = 0.3;
/* Steps shrink along half a cosine. */
static const double RATE_FIRST = 3e-3, RATE_LAST = 1e-5;
/* Adam (Kingma and Ba 2015). */
static const double FIRST_KEPT = 0.9, SECOND_KEPT = 0.999, TINY = 1e-8;
static const double PI = 3.14159265358979323846;

static const struct argp_option argp_options[] = {
	{ "pairs", 'p', "FILE", 0, "learn from these pairs (draw_pairs)", 0 },
	{ "held", 'H', "FILE", 0, "measure by these", 0 },
	{ 0 }
};

/* NOLINTNEXTLINE(readability-non-const-parameter): as argp has it */
static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->training;
		return 0;
	case 'p':
		options->pairs = argument;
		return 0;
	case 'H':
		options->held = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->held || !options->training.weights ||
		    !(options->pairs || options->training.measure))
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The layers' values for one pair, and what became of the loss by each. */
struct run {
	float in[PAIR_INPUTS], hidden[PAIR_HIDDEN], second[PAIR_SECOND], out;
};

static const int sizes[] = { PAIR_INPUTS, PAIR_HIDDEN, PAIR_SECOND, 1 };
enum { LAYERS = 3, NORMS = 2 * PAIR_INPUTS };

/* Forwards through one layer. Returns the next one's weights. */
static const float *forward(const float *weights, int layer, const float *in,
			    float *out)
{
	int from = sizes[layer], to = sizes[layer + 1];

	for (int k = 0; k < to; k++) {
		float sum = weights[from * to + k];

		for (int i = 0; i < from; i++)
			sum += in[i] * weights[i * to + k];
		out[k] = layer + 1 < LAYERS ? fmaxf(0, sum) : sum;
	}
	return weights + (from + 1) * to;
}

/* Backwards: adds to the layer's gradient; `back`: by what the inputs change
 * the loss. */
static void backward(const float *weights, float *gradient, int layer,
		     const float *in, const float *by, float *back)
{
	int from = sizes[layer], to = sizes[layer + 1];

	for (int i = 0; i < from; i++) {
		back[i] = 0;
		for (int k = 0; k < to; k++) {
			gradient[i * to + k] += in[i] * by[k];
			back[i] += weights[i * to + k] * by[k];
		}
		back[i] = in[i] > 0 ? back[i] : 0;
	}
	for (int k = 0; k < to; k++)
		gradient[from * to + k] += by[k];
}

/* Adds one pair's gradient. */
static void learn(const float *weights, float *gradient, struct run *run,
		  bool same)
{
	const float *layers[LAYERS] = { weights + NORMS };
	float by_hidden[PAIR_HIDDEN], by_second[PAIR_SECOND],
		by_in[PAIR_INPUTS];
	float by;

	layers[1] = forward(layers[0], 0, run->in, run->hidden);
	layers[2] = forward(layers[1], 1, run->hidden, run->second);
	forward(layers[2], 2, run->second, &run->out);
	by = 1 / (1 + expf(-run->out)) - (same ? 1 : 0);
	backward(layers[2], gradient + (layers[2] - weights), 2, run->second,
		 &by, by_second);
	backward(layers[1], gradient + (layers[1] - weights), 1, run->hidden,
		 by_second, by_hidden);
	backward(layers[0], gradient + (layers[0] - weights), 0, run->in,
		 by_hidden, by_in);
}

/* What is drawn with: share[i] of all pairs' weights lie before i + 1. */
struct lessons {
	struct panel_pairs pairs;
	double *share;
	struct rng rng;
};

/* No light makes a colour of wide strokes so much another: one of both was read
 * where something lay over it (100 of 37,113 pairs that share one). */
static bool is_misread(const struct panel_pair *pair, double apart)
{
	double thin = fmin(pair->tints[0].px_stroke, pair->tints[1].px_stroke);

	return pair->same && apart > MISREAD && thin > PX_THIN;
}

static int open_lessons(struct lessons *lessons)
{
	double sum = 0;

	lessons->share = alloc_array((size_t)lessons->pairs.count,
				     sizeof *lessons->share);
	if (!lessons->share)
		return -1;
	for (long i = 0; i < lessons->pairs.count; i++) {
		const struct panel_pair *pair = &lessons->pairs.list[i];

		double apart = colour_distance(pair->tints[0].colour,
					       pair->tints[1].colour);

		if (!is_misread(pair, apart / pair->top))
			sum += (exp(-NEAR * apart / pair->top) + FAR_LEAST) /
			       (pair->symbols - 1);
		lessons->share[i] = sum;
	}
	for (long i = 0; i < lessons->pairs.count; i++)
		lessons->share[i] /= sum;
	return 0;
}

static const struct panel_pair *draw_pair(struct lessons *lessons)
{
	double at = rng_real(&lessons->rng, 0, 1);
	long low = 0, high = lessons->pairs.count - 1;

	while (low < high) {
		long middle = (low + high) / 2;

		if (lessons->share[middle] < at)
			low = middle + 1;
		else
			high = middle;
	}
	return &lessons->pairs.list[low];
}

static double normal(struct rng *rng)
{
	return sqrt(-2 * log(1 - rng_real(rng, 0, 1))) *
	       cos(2 * PI * rng_real(rng, 0, 1));
}

static void thin_out(struct symbol_tint *tint, struct rng *rng)
{
	double hue = rng_real(rng, HUE_LEAST, HUE_MOST);
	double bright = fmin(1, hue + rng_real(rng, 0, BRIGHT_MORE));
	const struct colour ground = tint->ground;
	double light =
		colour_brightness(tint->colour) - colour_brightness(ground);
	double more = (bright - hue) * light;

	tint->px_stroke =
		fmin(PX_THIN, tint->px_stroke *
				      rng_real(rng, STROKE_LEAST, STROKE_MOST));
	tint->colour.red = (float)(ground.red + more +
				   hue * (tint->colour.red - ground.red));
	tint->colour.green = (float)(ground.green + more +
				     hue * (tint->colour.green - ground.green));
	tint->colour.blue = (float)(ground.blue + more +
				    hue * (tint->colour.blue - ground.blue));
}

static void measure(const struct panel_pair *pair, float *inputs)
{
	colour_pair_measure(&pair->tints[0], &pair->tints[1], pair->top,
			    inputs);
}

/* The inputs of a pair to learn from, shaken. */
static void measure_lesson(const struct panel_pair *pair, const float *norms,
			   struct rng *rng, float *inputs)
{
	struct panel_pair lesson = *pair;

	if (rng_real(rng, 0, 1) < THINNED)
		thin_out(&lesson.tints[rng_below(rng, 2)], rng);
	measure(&lesson, inputs);
	for (int k = 0; k < PAIR_INPUTS; k++)
		inputs[k] = (float)((inputs[k] - norms[k]) /
					    norms[PAIR_INPUTS + k] +
				    SHAKEN * normal(rng));
}

/* The mean of the inputs and how they scatter, as the first weights. */
static void set_norms(const struct panel_pairs *pairs, float *weights)
{
	double sums[PAIR_INPUTS] = { 0 }, squares[PAIR_INPUTS] = { 0 };
	double count = (double)pairs->count;

	for (long i = 0; i < pairs->count; i++) {
		float inputs[PAIR_INPUTS];

		measure(&pairs->list[i], inputs);
		for (int k = 0; k < PAIR_INPUTS; k++) {
			sums[k] += inputs[k];
			squares[k] += inputs[k] * inputs[k];
		}
	}
	for (int k = 0; k < PAIR_INPUTS; k++) {
		double mean = sums[k] / count;

		weights[k] = (float)mean;
		weights[PAIR_INPUTS + k] = (float)sqrt(
			fmax(1e-12, squares[k] / count - mean * mean));
	}
}

/* Random weights (He et al. 2015), biases 0. */
static void set_first(struct rng *rng, float *weights)
{
	weights += NORMS;
	for (int layer = 0; layer < LAYERS; layer++) {
		int from = sizes[layer], to = sizes[layer + 1];

		for (int i = 0; i < from * to; i++)
			*weights++ = (float)(sqrt(2.0 / from) * normal(rng));
		for (int i = 0; i < to; i++)
			*weights++ = 0;
	}
}

struct adam {
	float gradient[PAIR_FLOATS], first[PAIR_FLOATS], second[PAIR_FLOATS];
	long steps;
};

static void step(struct adam *adam, float *weights, double rate)
{
	double first, second;

	adam->steps++;
	first = 1 - pow(FIRST_KEPT, (double)adam->steps);
	second = 1 - pow(SECOND_KEPT, (double)adam->steps);
	for (int i = NORMS; i < PAIR_FLOATS; i++) {
		double g = adam->gradient[i] / BATCH;
		double m = FIRST_KEPT * adam->first[i] + (1 - FIRST_KEPT) * g;
		double v = SECOND_KEPT * adam->second[i] +
			   (1 - SECOND_KEPT) * g * g;

		adam->first[i] = (float)m;
		adam->second[i] = (float)v;
		weights[i] =
			(float)(weights[i] * (1 - DECAY * rate) -
				rate * (m / first) / (sqrt(v / second) + TINY));
	}
	memset(adam->gradient, 0, sizeof adam->gradient);
}

static void train(struct lessons *lessons, long rounds, float *weights)
{
	struct adam adam = { .steps = 0 };
	long steps = rounds * STEPS_A_ROUND;

	set_norms(&lessons->pairs, weights);
	set_first(&lessons->rng, weights);
	for (long s = 0; s < steps; s++) {
		double done = (double)s / (double)steps;
		double rate = RATE_LAST + (RATE_FIRST - RATE_LAST) / 2 *
						  (1 + cos(PI * done));

		for (int i = 0; i < BATCH; i++) {
			const struct panel_pair *pair = draw_pair(lessons);
			struct run run;

			measure_lesson(pair, weights, &lessons->rng, run.in);
			learn(weights, adam.gradient, &run, pair->same);
		}
		step(&adam, weights, rate);
	}
}

/* How one panel's symbols are grouped, and how sure each link of that is. */
struct figures {
	long panels, grouped;    /* rightly */
	long links[9], right[9]; /* by the odds' logarithm */
	double claimed[9];
};

static double judge(const struct panel_pair *pair, const float *weights)
{
	float inputs[PAIR_INPUTS];

	measure(pair, inputs);
	return colour_pair_judge(weights, inputs);
}

static int count_panel(const struct panel_pair *pairs, int symbols,
		       const float *weights, struct figures *figures)
{
	size_t room = (size_t)symbols * (size_t)(symbols + 1);
	double *odds = alloc_array(room, sizeof *odds);
	double *truth = alloc_array(room, sizeof *truth);
	struct group_link *links = alloc_array(room, sizeof *links);
	int group[COLOURS_MAX], size[COLOURS_MAX], joined, count;
	int wrong = 0, status = odds && truth && links ? 0 : -1;

	for (int i = 0; status == 0 && i < symbols * (symbols - 1) / 2; i++) {
		int a = pairs[i].one * symbols + pairs[i].other;
		int b = pairs[i].other * symbols + pairs[i].one;

		odds[a] = odds[b] = judge(&pairs[i], weights);
		truth[a] = truth[b] = pairs[i].same;
	}
	if (status == 0) {
		joined = colour_groups_find(odds, symbols, group, size, links,
					    &count);
		for (int i = 0; i < symbols * (symbols - 1) / 2; i++)
			wrong += (group[pairs[i].one] ==
				  group[pairs[i].other]) != pairs[i].same;
		figures->panels++;
		figures->grouped += !wrong;
		for (int i = 0; i < count; i++) {
			int row = (int)fmin(8, fabs(links[i].odds));

			figures->links[row]++;
			figures->right[row] +=
				(truth[links[i].from * symbols + links[i].to] >
				 0) == (i < joined);
			figures->claimed[row] += fabs(links[i].odds);
		}
	}
	free(odds);
	free(truth);
	free(links);
	return status;
}

static int print_figures(const struct panel_pairs *held, const float *weights)
{
	struct figures figures = { 0 };
	double loss = 0, pairs = 0;
	long wrong = 0;

	for (long i = 0; i < held->count;) {
		const struct panel_pair *pair = &held->list[i];
		long all = (long)pair->symbols * (pair->symbols - 1) / 2;

		if (count_panel(pair, pair->symbols, weights, &figures) < 0)
			return -1;
		for (long k = 0; k < all; k++) {
			double odds = judge(&pair[k], weights);

			loss += log1p(exp(pair[k].same ? -odds : odds)) /
				(double)all;
			wrong += (odds > 0) != pair[k].same;
		}
		pairs += (double)all;
		i += all;
	}
	printf("of %ld panels %ld are grouped rightly; of %.0f pairs %ld are "
	       "wrong, log loss %.4f a panel\n\n"
	       "| odds' logarithm | links | right |\n|---|---|---|\n",
	       figures.panels, figures.grouped, pairs, wrong,
	       loss / (double)figures.panels);
	for (int i = 0; i < 9; i++)
		if (figures.links[i])
			printf("| %.2f | %ld | %.4f |\n",
			       figures.claimed[i] / (double)figures.links[i],
			       figures.links[i],
			       (double)figures.right[i] /
				       (double)figures.links[i]);
	return 0;
}

static int run(const struct options *options, struct problem *problem)
{
	float weights[PAIR_FLOATS];
	struct lessons lessons = { .share = NULL };
	struct panel_pairs held;
	const char *path = options->training.weights;
	int status = panel_pairs_read(&held, options->held, problem);

	rng_seed(&lessons.rng, options->training.seed);
	if (status == 0 && options->training.measure) {
		status = weights_read(path, weights, PAIR_FLOATS, problem);
	} else if (status == 0) {
		status = panel_pairs_read(&lessons.pairs, options->pairs,
					  problem);
		if (status == 0 && open_lessons(&lessons) < 0)
			status = problem_set(problem, PROBLEM_MEMORY,
					     "no memory to train in");
		if (status == 0) {
			train(&lessons, options->training.rounds, weights);
			status = weights_write(path, weights, PAIR_FLOATS,
					       problem);
		}
	}
	if (status == 0 && print_figures(&held, weights) < 0)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to judge in");
	panel_pairs_fini(&lessons.pairs);
	panel_pairs_fini(&held);
	free(lessons.share);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &training_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp argp = {
		argp_options,
		parse_option,
		"WEIGHTS",
		"Trains the network for the colours of panels' symbols.",
		children,
		NULL,
		NULL
	};
	struct options options = { .training = { .rounds = 8, .seed = 1 } };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_colours: %s\n", problem.text);
		return 4;
	}
	return 0;
}
