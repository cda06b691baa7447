/* train_symbols: fits the network that tells a panel's symbols apart and writes
 * its weights.
 *
 *   train_symbols WEIGHTS [--rounds N] [--seed N] [--confusion FILE]
 *   train_symbols --measure WEIGHTS [--second WEIGHTS]
 *                                     only the figures of models/README.md
 *   train_symbols --look DIR WEIGHTS  a hundred cells to look at
 */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "cell_scene.h"
#include "training.h"

struct options {
	struct training_options training;
	bool near;
	const char *look;
};

enum { ROUND_SCENES = 40960, TEMPERATURE_SCENES = 20000, LOOKS = 100 };
/* Scenes a row of the table of sizes, and of the other tables. */
enum { ROW_SCENES = 10000, TABLE_SCENES = 40000 };

/* Cells that are trained on are so large, pixels; most of them are small, where
 * the designs are hard to tell apart. */
static const double PX_LOW = 16, PX_SMALL = 45, PX_HIGH = 110;
static const double SMALL_SHARE = 0.7;

enum { FLOATS_MOST = 65536 };

static const struct net_shape shape = SYMBOL_NET_SHAPE;

static const char *const names[SYMBOL_CLASSES] = {
	"empty",  "square", "star",   "1 triangle",
	"2",      "3",      "4",      "eliminator",
	"blocks", "turned", "hollow", "hollow turned",
	"other"
};

static const struct argp_option argp_options[] = {
	{ "near", 'n', NULL, 0, "symbols as seen from near", 0 },
	{ "look", 'l', "DIR", 0, "write cells as pictures", 0 },
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
	case 'n':
		options->near = true;
		return 0;
	case 'l':
		options->look = argument;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

struct source {
	struct cell_scene_maker *maker;
	bool near;
	struct cell_order order;
};

static int draw(void *maker, float *patch)
{
	const struct source *source = maker;
	struct cell_scene scene;

	cell_scene_make(source->maker, &source->order, &scene);
	memcpy(patch, (source->near ? &scene.near : &scene.patch)->value,
	       sizeof scene.patch.value);
	return (int)scene.label;
}

/* What is trained on. */
struct lesson {
	struct source source;
	int drawn; /* of a round */
};

static int draw_lesson(void *maker, float *patch)
{
	struct lesson *lesson = maker;
	bool small = lesson->drawn < SMALL_SHARE * ROUND_SCENES;

	lesson->drawn = (lesson->drawn + 1) % ROUND_SCENES;
	lesson->source.order.px_high = small ? PX_SMALL : PX_HIGH;
	return draw(&lesson->source, patch);
}

static int train(const struct training_options *options, struct source *source,
		 struct source *judge, float *weights, struct problem *problem)
{
	struct lesson lesson = { .source = *source };
	const struct scored held = { &shape, SYMBOL_CLASSES, weights,
				     draw,   judge,          NULL };
	const struct training training = { &shape,  SYMBOL_CLASSES, draw_lesson,
					   &lesson, ROUND_SCENES,   &held };
	int count = net_floats(&shape);

	if (training_run(&training, options, weights, problem) < 0)
		return -1;
	if (score_temperature(&held, TEMPERATURE_SCENES, &weights[count - 1]) <
	    0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to judge in");
	return weights_write(options->weights, weights, count, problem);
}

/* How often cells of each size are read rightly. */
static int print_sizes(const struct scored *scored, struct cell_order *order)
{
	static const double sizes[] = { 16, 20, 28, 40, 60, PX_HIGH };
	int status = 0;

	printf("\n| px a cell | right | as drawn in training |\n"
	       "|---|---|---|\n");
	for (size_t i = 0; i + 1 < sizeof sizes / sizeof *sizes; i++) {
		struct score plain = { .loss = 0 }, hard = { .loss = 0 };

		order->px_low = sizes[i];
		order->px_high = sizes[i + 1];
		order->plain = true;
		status |= score_count(scored, ROW_SCENES, &plain);
		order->plain = false;
		status |= score_count(scored, ROW_SCENES, &hard);
		printf("| %g to %g | %.2f %% | %.2f %% |\n", sizes[i],
		       sizes[i + 1], 100 * score_right(&plain, SYMBOL_CLASSES),
		       100 * score_right(&hard, SYMBOL_CLASSES));
	}
	order->px_low = PX_LOW;
	order->px_high = PX_HIGH;
	order->plain = true;
	return status;
}

/* How often cells are read rightly, what claims are worth and what is read for
 * what. */
static int print_figures(const struct training_options *options,
			 struct source *source, const float *weights,
			 struct problem *problem)
{
	static float second[FLOATS_MOST];
	const struct scored scored = {
		&shape, SYMBOL_CLASSES, weights,
		draw,   source,         options->second ? second : NULL
	};

	if (options->second && weights_read(options->second, second,
					    net_floats(&shape), problem) < 0)
		return -1;

	printf("\ntemperature %.3f\n", (double)weights[net_floats(&shape) - 1]);
	if (print_sizes(&scored, &source->order) < 0 ||
	    score_print_claims(&scored, TABLE_SCENES) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to judge in");
	return score_print_confusion(&scored, TABLE_SCENES, names,
				     options->confusion, problem);
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
	const struct training_options *training = &options->training;
	struct source sources[] = {
		{ cell_scene_maker_new(training->seed),
		  options->near,
		  { FIGURE_TRAIN, PX_LOW, PX_HIGH, false } },
		{ cell_scene_maker_new(training->seed + 1),
		  options->near,
		  { FIGURE_HOLD, PX_LOW, PX_HIGH, false } },
		{ cell_scene_maker_new(training->seed + 100),
		  options->near,
		  { FIGURE_TEST, PX_LOW, PX_HIGH, true } },
	};
	int status = 0;

	if (!sources[0].maker || !sources[1].maker || !sources[2].maker)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to train in");
	else if (options->look)
		status = write_looks(options->look, &sources[0], problem);
	else if (training->measure)
		status = weights_read(training->weights, weights,
				      net_floats(&shape), problem);
	else
		status = train(training, &sources[0], &sources[1], weights,
			       problem);
	if (status == 0 && !options->look)
		status = print_figures(training, &sources[2], weights, problem);
	for (int i = 0; i < 3; i++)
		cell_scene_maker_free(sources[i].maker);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &training_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp argp = {
		argp_options, parse_option,
		"WEIGHTS",    "Trains the network for symbols in cells.",
		children,     NULL,
		NULL
	};
	struct options options = { .training = { .rounds = 24, .seed = 1 } };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_symbols: %s\n", problem.text);
		return 4;
	}
	return 0;
}
