/* train_digits: fits the glyph classifier and writes its weights.
 *
 *   train_digits WEIGHTS [--rounds N] [--seed N] [--fonts DIR] [--list FILE]
 *   train_digits --measure WEIGHTS ...   only the figures of models/README.md
 */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "deadline.h"
#include "learn.h"
#include "measure.h"
#include "score.h"
#include "glyph_scene.h"
#include "typefaces.h"

struct options {
	const char *weights, *fonts, *list, *confusion;
	long rounds;
	uint64_t seed;
	bool measure;
};

/* Scenes drawn at a time and how often each is trained on before new ones
 * are drawn: drawing costs about as much as three passes. */
enum { ROUND_SCENES = 65536, ROUND_PASSES = 3, BATCH = 64 };

/* Steps shrink along half a cosine (Loshchilov and Hutter 2017, "SGDR"). */
static const double RATE_FIRST = 2e-3, RATE_LAST = 2e-5;

static const struct argp_option argp_options[] = {
	{ "rounds", 'r', "N", 0, "how long to train (default 11)", 0 },
	{ "seed", 's', "N", 0, "seed of all chance (default 1)", 0 },
	{ "fonts", 'f', "DIR", 0, "where fonts lie (/usr/share/fonts)", 0 },
	{ "list", 'l', "FILE", 0, "which typefaces to use how", 0 },
	{ "measure", 'M', NULL, 0, "measure given weights", 0 },
	{ "confusion", 'c', "FILE", 0, "write the confusion table as CSV", 0 },
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
	case 'f':
		options->fonts = argument;
		return 0;
	case 'l':
		options->list = argument;
		return 0;
	case 'M':
		options->measure = true;
		return 0;
	case 'c':
		options->confusion = argument;
		return 0;
	case ARGP_KEY_ARG:
		if (options->weights)
			argp_usage(state);
		options->weights = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->weights || !options->list)
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void shuffle(struct glyph_scene *scenes, int count, struct rng *rng)
{
	for (int i = count - 1; i > 0; i--) {
		int k = rng_between(rng, 0, i);
		struct glyph_scene swap = scenes[i];

		scenes[i] = scenes[k];
		scenes[k] = swap;
	}
}

/* One round: new scenes, a few passes over them. Returns the mean loss. */
static double train_round(struct learner *learner, struct glyph_scene *scenes,
			  double rate, struct rng *rng)
{
	double loss = 0;

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

static void report_round(struct learner *learner,
			 struct glyph_scene_maker *maker, long round,
			 double minutes, double loss)
{
	static const struct glyph_scene_order order = { TYPEFACE_HOLD,
							GLYPH_SCENE_PLAIN, 12,
							40, 0.2 };
	struct measure measure = { 0 };
	struct glyph_net net;

	learner_average(learner, (float *)&net);
	measure_scenes(&net, maker, &order, 4000, &measure);
	printf("round %ld, %.1f min: loss %.4f; held out: %.3f %% of digits "
	       "right\n",
	       round, minutes, loss, 100 * measure_digits_right(&measure));
	fflush(stdout);
}

static int train(const struct options *options,
		 const struct typefaces *typefaces, struct glyph_net *net,
		 struct problem *problem)
{
	static const struct glyph_scene_order order = { TYPEFACE_TRAIN,
							GLYPH_SCENE_HARD, 7, 48,
							0.2 };
	struct glyph_scene_maker *maker =
		glyph_scene_maker_new(typefaces, options->seed);
	struct glyph_scene_maker *judge =
		glyph_scene_maker_new(typefaces, options->seed + 1);
	static const struct net_shape shape = GLYPH_NET_SHAPE;
	struct learner *learner =
		learner_new(&shape, GLYPH_CLASSES, options->seed + 2, problem);
	struct glyph_scene *scenes = alloc_array(ROUND_SCENES, sizeof *scenes);
	double start = clock_seconds();
	struct rng rng;
	int status = -1;

	rng_seed(&rng, options->seed + 3);
	if (!maker || !judge || !learner || !scenes) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to train in");
		goto done;
	}
	for (long round = 1; round <= options->rounds; round++) {
		double share = (double)(round - 1) / (double)options->rounds;
		double wave = 0.5 + 0.5 * cos(share * 3.14159265358979);
		double rate = RATE_LAST + (RATE_FIRST - RATE_LAST) * wave;
		double loss;

		for (int i = 0; i < ROUND_SCENES; i++)
			glyph_scene_make(maker, &order, &scenes[i]);
		loss = train_round(learner, scenes, rate, &rng);
		report_round(learner, judge, round,
			     (clock_seconds() - start) / 60, loss);
	}
	learner_average(learner, (float *)net);
	net->temperature = measure_temperature(net, judge);
	status = 0;
done:
	glyph_scene_maker_free(maker);
	glyph_scene_maker_free(judge);
	learner_free(learner);
	free(scenes);
	return status;
}

static int run(const struct options *options, struct problem *problem)
{
	static struct glyph_net net;
	const int count = sizeof net / sizeof(float);
	struct typefaces typefaces;
	int status = typefaces_load(&typefaces, options->list, options->fonts,
				    problem);

	if (status == 0)
		typefaces_print(&typefaces);
	if (status == 0 && !options->measure)
		status = train(options, &typefaces, &net, problem);
	if (status == 0)
		status = options->measure
				 ? weights_read(options->weights, (float *)&net,
						count, problem)
				 : weights_write(options->weights,
						 (const float *)&net, count,
						 problem);
	if (status == 0)
		status = measure_print(&net, &typefaces, options->seed + 100,
				       options->confusion, problem);
	typefaces_fini(&typefaces);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		argp_options, parse_option,
		"WEIGHTS",    "Trains the glyph classifier.",
		NULL,         NULL,
		NULL
	};
	struct options options = { .fonts = "/usr/share/fonts",
				   .rounds = 11,
				   .seed = 1 };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_digits: %s\n", problem.text);
		return 4;
	}
	return 0;
}
