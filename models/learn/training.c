#include "training.h"

#include <math.h>
#include <stdlib.h>

#include "alloc.h"
#include "deadline.h"
#include "learn.h"

/* How often patches are trained on before new ones are drawn: drawing costs
 * about as much as a pass. */
enum { PASSES = 3, BATCH = 64 };
/* Patches of the designs held out that are counted after a round. */
enum { HELD = 4000 };

/* Steps shrink along half a cosine (Loshchilov and Hutter 2017, "SGDR"). */
static const double RATE_FIRST = 2e-3, RATE_LAST = 2e-5;

static const struct argp_option argp_options[] = {
	{ "rounds", 'r', "N", 0, "how long to train", 0 },
	{ "seed", 's', "N", 0, "seed of all chance (default 1)", 0 },
	{ "measure", 'M', NULL, 0, "measure given weights", 0 },
	{ "second", '2', "WEIGHTS", 0, "measure what two networks say", 0 },
	{ "confusion", 'c', "FILE", 0, "write the confusion table as CSV", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct training_options *options = state->input;

	switch (key) {
	case 'r':
		options->rounds = atol(argument);
		return 0;
	case 's':
		options->seed = strtoull(argument, NULL, 10);
		return 0;
	case 'M':
		options->measure = true;
		return 0;
	case '2':
		options->second = argument;
		return 0;
	case 'c':
		options->confusion = argument;
		return 0;
	case ARGP_KEY_ARG:
		if (options->weights)
			argp_usage(state);
		options->weights = argument;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp training_argp = { argp_options, parse_option, NULL, NULL,
				    NULL,         NULL,         NULL };

/* The patches of a round, gone over in ever another order. */
struct round {
	int count, floats; /* patches, and what each consists of */
	float *patches;
	int *labels, *order;
};

static bool open_round(const struct training *training, struct round *round)
{
	const struct net_shape *shape = training->shape;
	size_t count = (size_t)training->patches;

	round->count = training->patches;
	round->floats = shape->side * shape->side * shape->inputs;
	round->patches = alloc_array(count * (size_t)round->floats,
				     sizeof *round->patches);
	round->labels = alloc_array(count, sizeof *round->labels);
	round->order = alloc_array(count, sizeof *round->order);
	return round->patches && round->labels && round->order;
}

static void close_round(struct round *round)
{
	free(round->patches);
	free(round->labels);
	free(round->order);
}

static float *patch_of(const struct round *round, int i)
{
	return round->patches + (size_t)i * (size_t)round->floats;
}

static void shuffle(struct round *round, struct rng *rng)
{
	for (int i = round->count - 1; i > 0; i--) {
		int k = rng_between(rng, 0, i);
		int swap = round->order[i];

		round->order[i] = round->order[k];
		round->order[k] = swap;
	}
}

/* New patches, a few passes over them. Returns the mean loss. */
static double train_round(const struct training *training,
			  struct learner *learner, struct round *round,
			  double rate, struct rng *rng)
{
	double loss = 0;

	for (int i = 0; i < round->count; i++) {
		round->labels[i] =
			training->draw(training->maker, patch_of(round, i));
		round->order[i] = i;
	}
	for (int pass = 0; pass < PASSES; pass++) {
		shuffle(round, rng);
		for (int i = 0; i < round->count; i++) {
			int k = round->order[i];

			loss += learner_add(learner, patch_of(round, k),
					    round->labels[k]);
			if (i % BATCH == BATCH - 1)
				learner_step(learner, rate);
		}
	}
	return loss / round->count / PASSES;
}

static int report(const struct training *training, long round, double minutes,
		  double loss)
{
	struct score score = { .loss = 0 };
	int status = score_count(training->held, HELD, &score);

	printf("round %ld, %.1f min: loss %.4f; held out: %.2f %% right\n",
	       round, minutes, loss,
	       100 * score_right(&score, training->classes));
	fflush(stdout);
	return status;
}

/* How large the steps of a round are. */
static double rate_of(long round, long rounds)
{
	double share = (double)round / (double)rounds;
	double wave = 0.5 + 0.5 * cos(share * 3.14159265358979);

	return RATE_LAST + (RATE_FIRST - RATE_LAST) * wave;
}

int training_run(const struct training *training,
		 const struct training_options *options, float *weights,
		 struct problem *problem)
{
	struct learner *learner = learner_new(
		training->shape, training->classes, options->seed + 2, problem);
	struct round round;
	double start = clock_seconds();
	struct rng rng;
	bool made = open_round(training, &round) && learner;
	int status = made ? 0
			  : problem_set(problem, PROBLEM_MEMORY,
					"no memory to train in");

	rng_seed(&rng, options->seed + 3);
	for (long i = 0; made && status == 0 && i < options->rounds; i++) {
		double rate = rate_of(i, options->rounds);
		double loss =
			train_round(training, learner, &round, rate, &rng);

		learner_average(learner, weights);
		status = report(training, i + 1, (clock_seconds() - start) / 60,
				loss);
		if (status == 0)
			status = weights_write(options->weights, weights,
					       net_floats(training->shape),
					       problem);
	}
	learner_free(learner);
	close_round(&round);
	return status;
}
