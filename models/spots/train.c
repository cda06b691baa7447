/* train_spots: fits the network that tells what lies at the spots of a panel's
 * lines and writes its weights.
 *
 *   train_spots WEIGHTS --spots FILE --held FILE [--rounds N]
 *   train_spots --measure WEIGHTS --held FILE       only its figures
 */
#include <argp.h>
#include <stdio.h>

#include "panel_spots.h"
#include "training.h"

struct options {
	struct training_options training;
	const char *spots, *held;
};

enum { ROUND_SPOTS = 40960, FLOATS_MOST = 131072 };

static const struct net_shape shape = SPOT_NET_SHAPE;

static const char *const names[SPOT_CLASSES] = {
	"plain",   "gap",       "missing", "dot",      "start",
	"right",   "right low", "low",     "left low", "left",
	"left up", "up",        "right up"
};

static const struct argp_option argp_options[] = {
	{ "spots", 'C', "FILE", 0, "learn from these spots (draw_spots)", 0 },
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
	case 'C':
		options->spots = argument;
		return 0;
	case 'H':
		options->held = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->held || !options->training.weights ||
		    !(options->spots || options->training.measure))
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

struct source {
	struct panel_spots spots;
	struct rng rng;
	long next;
};

/* A spot, turned over and shaken. */
static int draw_lesson(void *maker, float *value)
{
	struct source *source = maker;
	struct rng *rng = &source->rng;
	struct spot_patch *patch = (struct spot_patch *)value;
	long i = (long)(rng_real(rng, 0, 1) * (double)source->spots.count);
	struct spot_cut how = {
		.mirrored = rng_below(rng, 2),
		.flipped = rng_below(rng, 2),
		.turned = rng_below(rng, 2) &&
			  panel_spots_is_vertex(&source->spots, i),
		.dx = rng_between(rng, -1, 1),
		.dy = rng_between(rng, -1, 1),
	};

	return (int)panel_spots_take(&source->spots, i, &how, patch);
}

/* One spot after the other, as it is. */
static int draw_held(void *maker, float *value)
{
	struct source *source = maker;
	const struct spot_cut how = { .dx = 0 };
	long i = source->next++ % source->spots.count;

	return (int)panel_spots_take(&source->spots, i, &how,
				     (struct spot_patch *)value);
}

static int train(const struct options *options, const struct scored *held,
		 float *weights, struct problem *problem)
{
	const struct source *held_spots = held->maker;
	struct source source = { .next = 0 };
	const struct training training = { &shape,  SPOT_CLASSES, draw_lesson,
					   &source, ROUND_SPOTS,  held };
	int count = net_floats(&shape), status;

	rng_seed(&source.rng, options->training.seed);
	status = panel_spots_read(&source.spots, options->spots, problem);
	if (status == 0)
		status = training_run(&training, &options->training, weights,
				      problem);
	if (status == 0 && score_temperature(held, (int)held_spots->spots.count,
					     &weights[count - 1]) < 0)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to judge in");
	if (status == 0)
		status = weights_write(options->training.weights, weights,
				       count, problem);
	panel_spots_fini(&source.spots);
	return status;
}

/* How often spots are read rightly, what claims are worth and what is read for
 * what. */
static int print_figures(const struct options *options,
			 const struct scored *scored, struct problem *problem)
{
	const struct source *held = scored->maker;
	int count = (int)held->spots.count;
	struct score score = { .loss = 0 };

	if (score_count(scored, count, &score) == 0)
		printf("\nof %d spots %.2f %% right, log loss %.4f\n", count,
		       100 * score_right(&score, SPOT_CLASSES),
		       score.loss / count);
	if (score_print_claims(scored, count) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to judge in");
	return score_print_confusion(scored, count, names,
				     options->training.confusion, problem);
}

static int run(const struct options *options, struct problem *problem)
{
	static float weights[FLOATS_MOST];
	struct source held = { .next = 0 };
	const struct scored scored = {
		.shape = &shape,
		.classes = SPOT_CLASSES,
		.weights = weights,
		.draw = draw_held,
		.maker = &held,
	};
	int status = panel_spots_read(&held.spots, options->held, problem);

	if (status == 0 && options->training.measure)
		status = weights_read(options->training.weights, weights,
				      net_floats(&shape), problem);
	else if (status == 0)
		status = train(options, &scored, weights, problem);
	if (status == 0)
		status = print_figures(options, &scored, problem);
	panel_spots_fini(&held.spots);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &training_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp argp = {
		argp_options, parse_option,
		"WEIGHTS",    "Trains the network for spots of panels' lines.",
		children,     NULL,
		NULL
	};
	struct options options = { .training = { .rounds = 30, .seed = 1 } };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_spots: %s\n", problem.text);
		return 4;
	}
	return 0;
}
