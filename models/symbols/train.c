/* train_symbols: fits the network that tells a panel's symbols apart and writes
 * its weights.
 *
 *   train_symbols WEIGHTS [--rounds N] [--seed N] [--confusion FILE]
 *   train_symbols --measure WEIGHTS   only the figures of models/README.md
 *   train_symbols --look DIR WEIGHTS  a hundred cells to look at
 */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "cell_scene.h"
#include "deadline.h"
#include "learn.h"
#include "score.h"

struct options {
	const char *weights, *confusion, *look;
	long rounds;
	uint64_t seed;
	bool measure;
};

/* Cells drawn at a time and how often each is trained on before new ones are
 * drawn: drawing costs about as much as a pass. */
enum { ROUND_SCENES = 40960, ROUND_PASSES = 3, BATCH = 64, LOOKS = 100 };

/* Steps shrink along half a cosine (Loshchilov and Hutter 2017, "SGDR"). */
static const double RATE_FIRST = 2e-3, RATE_LAST = 2e-5;

/* Cells that are trained on are so large, pixels. */
static const double PX_LOW = 16, PX_HIGH = 110;

enum { FLOATS_MOST = 65536 };

static const struct net_shape shape = SYMBOL_NET_SHAPE;

static const char *const names[SYMBOL_CLASSES] = {
	"empty",  "square", "star",   "1 triangle",
	"2",      "3",      "4",      "eliminator",
	"blocks", "turned", "hollow", "hollow turned",
	"other"
};

static const struct argp_option argp_options[] = {
	{ "rounds", 'r', "N", 0, "how long to train (default 9)", 0 },
	{ "seed", 's', "N", 0, "seed of all chance (default 1)", 0 },
	{ "measure", 'M', NULL, 0, "measure given weights", 0 },
	{ "confusion", 'c', "FILE", 0, "write the confusion table as CSV", 0 },
	{ "look", 'l', "DIR", 0, "write cells as pictures", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

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
	case 'c':
		options->confusion = argument;
		return 0;
	case 'l':
		options->look = argument;
		return 0;
	case ARGP_KEY_ARG:
		if (options->weights)
			argp_usage(state);
		options->weights = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->weights)
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

struct source {
	struct cell_scene_maker *maker;
	struct cell_order order;
};

static int draw(void *maker, float *patch)
{
	const struct source *source = maker;
	struct cell_scene scene;

	cell_scene_make(source->maker, &source->order, &scene);
	memcpy(patch, scene.patch.value, sizeof scene.patch.value);
	return (int)scene.label;
}

static void shuffle(struct cell_scene *scenes, int count, struct rng *rng)
{
	for (int i = count - 1; i > 0; i--) {
		int k = rng_between(rng, 0, i);
		struct cell_scene swap = scenes[i];

		scenes[i] = scenes[k];
		scenes[k] = swap;
	}
}

/* One round: new cells, a few passes over them. Returns the mean loss. */
static double train_round(struct learner *learner, struct source *source,
			  struct cell_scene *scenes, double rate,
			  struct rng *rng)
{
	double loss = 0;

	for (int i = 0; i < ROUND_SCENES; i++)
		cell_scene_make(source->maker, &source->order, &scenes[i]);
	for (int pass = 0; pass < ROUND_PASSES; pass++) {
		shuffle(scenes, ROUND_SCENES, rng);
		for (int i = 0; i < ROUND_SCENES; i++) {
			loss += learner_add(learner, scenes[i].patch.value,
					    (int)scenes[i].label);
			if (i % BATCH == BATCH - 1)
				learner_step(learner, rate);
		}
	}
	return loss / ROUND_SCENES / ROUND_PASSES;
}

static int train(const struct options *options, struct source *source,
		 struct source *judge, float *weights, struct problem *problem)
{
	struct learner *learner =
		learner_new(&shape, SYMBOL_CLASSES, options->seed + 2, problem);
	struct cell_scene *scenes = alloc_array(ROUND_SCENES, sizeof *scenes);
	const struct scored held = { &shape, SYMBOL_CLASSES, weights, draw,
				     judge };
	double start = clock_seconds();
	struct rng rng;
	int status = learner && scenes ? 0 : -1;

	rng_seed(&rng, options->seed + 3);
	for (long round = 0; status == 0 && round < options->rounds; round++) {
		double share = (double)round / (double)options->rounds;
		double wave = 0.5 + 0.5 * cos(share * 3.14159265358979);
		double rate = RATE_LAST + (RATE_FIRST - RATE_LAST) * wave;
		double loss = train_round(learner, source, scenes, rate, &rng);
		struct score score = { .loss = 0 };

		learner_average(learner, weights);
		status = score_count(&held, 4000, &score);
		printf("round %ld, %.1f min: loss %.4f; held out: %.2f %% "
		       "right\n",
		       round + 1, (clock_seconds() - start) / 60, loss,
		       100 * score_right(&score, SYMBOL_CLASSES));
		fflush(stdout);
		if (status == 0)
			status = weights_write(options->weights, weights,
					       net_floats(&shape), problem);
	}
	if (status == 0)
		status = score_temperature(&held, 20000,
					   &weights[net_floats(&shape) - 1]);
	learner_free(learner);
	free(scenes);
	return status;
}

/* How often cells of each size are read rightly, what is read for what, and
 * what claims are worth. */
static int print_figures(const struct options *options, struct source *source,
			 const float *weights)
{
	static const double sizes[] = { 16, 20, 28, 40, 60, 110 };
	const struct scored scored = { &shape, SYMBOL_CLASSES, weights, draw,
				       source };
	struct score score = { .loss = 0 };
	FILE *file;
	int status = 0;

	printf("\ntemperature %.3f\n\n| px a cell | right | as drawn in "
	       "training |\n|---|---|---|\n",
	       (double)weights[net_floats(&shape) - 1]);
	for (size_t i = 0; i + 1 < sizeof sizes / sizeof *sizes; i++) {
		struct score plain = { .loss = 0 }, hard = { .loss = 0 };

		source->order.px_low = sizes[i];
		source->order.px_high = sizes[i + 1];
		source->order.plain = true;
		status |= score_count(&scored, 10000, &plain);
		source->order.plain = false;
		status |= score_count(&scored, 10000, &hard);
		printf("| %g to %g | %.2f %% | %.2f %% |\n", sizes[i],
		       sizes[i + 1], 100 * score_right(&plain, SYMBOL_CLASSES),
		       100 * score_right(&hard, SYMBOL_CLASSES));
	}
	source->order.px_low = PX_LOW;
	source->order.px_high = PX_HIGH;
	source->order.plain = true;
	status |= score_print_claims(&scored, 40000);
	status |= score_count(&scored, 40000, &score);
	score_print_confusion(&score, SYMBOL_CLASSES, names);
	file = options->confusion ? fopen(options->confusion, "w") : NULL;
	if (file) {
		score_write_confusion(&score, SYMBOL_CLASSES, names, file);
		fclose(file);
	}
	return status;
}

static int write_looks(const char *folder, struct source *source,
		       struct problem *problem)
{
	for (int i = 0; i < LOOKS; i++) {
		struct cell_scene scene;
		char path[512];

		cell_scene_make(source->maker, &source->order, &scene);
		snprintf(path, sizeof path, "%s/%03d-%s.png", folder, i,
			 names[scene.label]);
		if (cell_scene_save(source->maker, path) < 0)
			return problem_set(problem, PROBLEM_INPUT,
					   "cannot write '%s'", path);
	}
	return 0;
}

static int run(const struct options *options, struct problem *problem)
{
	static float weights[FLOATS_MOST];
	struct source sources[] = {
		{ cell_scene_maker_new(options->seed),
		  { FIGURE_TRAIN, PX_LOW, PX_HIGH, false } },
		{ cell_scene_maker_new(options->seed + 1),
		  { FIGURE_HOLD, PX_LOW, PX_HIGH, false } },
		{ cell_scene_maker_new(options->seed + 100),
		  { FIGURE_TEST, PX_LOW, PX_HIGH, true } },
	};
	int count = net_floats(&shape), status = 0;

	if (!sources[0].maker || !sources[1].maker || !sources[2].maker)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to train in");
	else if (options->look)
		status = write_looks(options->look, &sources[0], problem);
	else if (options->measure)
		status =
			weights_read(options->weights, weights, count, problem);
	else
		status = train(options, &sources[0], &sources[1], weights,
			       problem);
	if (status == 0 && !options->measure && !options->look)
		status = weights_write(options->weights, weights, count,
				       problem);
	if (status == 0 && !options->look)
		status = print_figures(options, &sources[2], weights);
	for (int i = 0; i < 3; i++)
		cell_scene_maker_free(sources[i].maker);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		argp_options, parse_option,
		"WEIGHTS",    "Trains the network for symbols in cells.",
		NULL,         NULL,
		NULL
	};
	struct options options = { .rounds = 9, .seed = 1 };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_symbols: %s\n", problem.text);
		return 4;
	}
	return 0;
}
