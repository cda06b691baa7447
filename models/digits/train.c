/* train_digits: fits the glyph classifier and writes its weights.
 *
 *   train_digits WEIGHTS [--rounds N] [--seed N] [--fonts DIR] [--list FILE]
 *   train_digits --measure WEIGHTS [--second WEIGHTS] ...
 *                                        only the figures of models/README.md
 */
#include <argp.h>
#include <stdio.h>

#include "measure.h"
#include "training.h"
#include "typefaces.h"

struct options {
	struct training_options training;
	const char *fonts, *list;
};

enum { ROUND_SCENES = 65536, TEMPERATURE_SCENES = 20000 };

static const struct argp_option argp_options[] = {
	{ "fonts", 'f', "DIR", 0, "where fonts lie (/usr/share/fonts)", 0 },
	{ "list", 'l', "FILE", 0, "which typefaces to use how", 0 },
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
	case 'f':
		options->fonts = argument;
		return 0;
	case 'l':
		options->list = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->list || !options->training.weights)
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The temperature is that at which worse pictures of the typefaces held out
 * lose least than those that are counted after a round. */
static int fit(const struct training_options *options,
	       struct glyph_source *lesson, struct glyph_source *judge,
	       struct glyph_net *net, struct problem *problem)
{
	const struct scored held = glyphs_scored(net, judge);
	const struct training training = { held.shape,        GLYPH_CLASSES,
					   glyph_source_draw, lesson,
					   ROUND_SCENES,      &held };

	judge->order =
		(struct glyph_scene_order){ TYPEFACE_HOLD, GLYPH_SCENE_PLAIN,
					    12, 40, 0.2 };
	if (training_run(&training, options, (float *)net, problem) < 0)
		return -1;
	judge->order =
		(struct glyph_scene_order){ TYPEFACE_HOLD, GLYPH_SCENE_HARD, 8,
					    48, 0.25 };
	if (score_temperature(&held, TEMPERATURE_SCENES, &net->temperature) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to judge in");
	return weights_write(options->weights, (const float *)net,
			     net_floats(held.shape), problem);
}

static int train(const struct training_options *options,
		 const struct typefaces *typefaces, struct glyph_net *net,
		 struct problem *problem)
{
	struct glyph_source lesson = {
		glyph_scene_maker_new(typefaces, options->seed),
		{ TYPEFACE_TRAIN, GLYPH_SCENE_HARD, 7, 48, 0.2 }
	};
	struct glyph_source judge = { .maker = glyph_scene_maker_new(
					      typefaces, options->seed + 1) };
	int status;

	if (lesson.maker && judge.maker)
		status = fit(options, &lesson, &judge, net, problem);
	else
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to train in");
	glyph_scene_maker_free(lesson.maker);
	glyph_scene_maker_free(judge.maker);
	return status;
}

static int run(const struct options *options, struct problem *problem)
{
	static struct glyph_net net, second;
	const struct training_options *training = &options->training;
	struct typefaces typefaces;
	int status = typefaces_load(&typefaces, options->list, options->fonts,
				    problem);

	if (status == 0)
		typefaces_print(&typefaces);
	if (status == 0)
		status = training->measure
				 ? weights_read(
					   training->weights, (float *)&net,
					   sizeof net / sizeof(float), problem)
				 : train(training, &typefaces, &net, problem);
	if (status == 0 && training->second)
		status = weights_read(training->second, (float *)&second,
				      sizeof second / sizeof(float), problem);
	if (status == 0)
		status = measure_print(&net, training->second ? &second : NULL,
				       &typefaces, training->seed + 100,
				       training->confusion, problem);
	typefaces_fini(&typefaces);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &training_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp argp = {
		argp_options, parse_option,
		"WEIGHTS",    "Trains the glyph classifier.",
		children,     NULL,
		NULL
	};
	struct options options = { .training = { .rounds = 11, .seed = 1 },
				   .fonts = "/usr/share/fonts" };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_digits: %s\n", problem.text);
		return 4;
	}
	return 0;
}
