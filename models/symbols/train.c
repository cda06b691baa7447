/* train_symbols: fits one of the networks that tell a panel's symbols apart and
 * writes its weights.
 *
 *   train_symbols WEIGHTS --cells FILE --held FILE [--near]
 *                                               [--rounds N]
 *   train_symbols --measure WEIGHTS --held FILE [--near]    only its figures
 *   train_symbols --both --held FILE [--confusion FILE]     those of all that
 *                                               are part of the program
 *   train_symbols --look DIR                 a hundred designs to look at
 */
#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cell_scene.h"
#include "panel_cells.h"
#include "training.h"

struct options {
	struct training_options training;
	const char *cells, *held, *look;
	bool near, both;
};

enum { ROUND_CELLS = 40960, TEMPERATURE_CELLS = 20000, LOOKS = 100 };
/* Cells a row of the table of sizes. */
enum { ROW_CELLS = 10000 };
enum { FLOATS_MOST = 131072 };

/* So many of the cells are those of scenes; the others are single ones in more
 * designs of symbols than scenes have. */
static const double SCENES_SHARE = 0.65;
/* The sizes of the others, pixels, most of them small. */
static const double PX_LOW = 16, PX_SMALL = 45, PX_HIGH = 110;
static const double SMALL_SHARE = 0.7;

static const struct net_shape shape = {
	.side = SYMBOL_SIDE,
	.inputs = SYMBOL_INPUTS,
	.depth = { 16, 32, 64 },
	.hidden = 64,
	.out = 16,
};

static const char *const names[SYMBOL_CLASSES] = {
	"empty",  "square", "star",   "1 triangle",
	"2",      "3",      "4",      "eliminator",
	"blocks", "turned", "hollow", "hollow turned",
	"other"
};

static const struct argp_option argp_options[] = {
	{ "cells", 'C', "FILE", 0, "learn from these cells (draw_cells)", 0 },
	{ "near", 'n', NULL, 0, "symbols as seen from near", 0 },
	{ "both", 'b', NULL, 0, "measure the program's networks together", 0 },
	{ "look", 'l', "DIR", 0, "write designs as pictures", 0 },
	{ "held", 'H', "FILE", 0, "measure by these", 0 },
	{ 0 }
};

/* Is all there that is needed for what is asked for? */
static bool is_whole(const struct options *options)
{
	if (options->both || !options->held)
		return options->held;
	return options->training.weights &&
	       (options->cells || options->training.measure);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as argp has it */
static error_t parse_option(int key, char *argument, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->training;
		return 0;
	case 'C':
		options->cells = argument;
		return 0;
	case 'H':
		options->held = argument;
		return 0;
	case 'n':
		options->near = true;
		return 0;
	case 'b':
		options->both = true;
		return 0;
	case 'l':
		options->look = argument;
		return 0;
	case ARGP_KEY_END:
		if (!options->look && !is_whole(options))
			argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Where cells come from: of scenes, or, without such, designs. */
struct source {
	struct panel_cells cells;
	struct cell_scene_maker *designs;
	struct cell_order order;
	struct rng rng;
	long next;
	bool near;
	struct symbol_patch patches[2]; /* drawn last: of the cell, from near */
	struct symbol_nets nets;
};

static int take_patch(const struct source *source, int label, float *patch)
{
	for (int i = 0; i < SYMBOL_SIDE * SYMBOL_SIDE; i++)
		for (int k = 0; k < SYMBOL_INPUTS; k++)
			*patch++ = source->patches[source->near].value[k][i];
	return label;
}

static int draw_design(void *maker, float *patch)
{
	struct source *source = maker;
	struct cell_scene scene;

	cell_scene_make(source->designs, &source->order, &scene);
	source->patches[0] = scene.patch;
	source->patches[1] = scene.near;
	return take_patch(source, (int)scene.label, patch);
}

/* A cell of a scene, mirrored and shaken, or a design. */
static int draw_lesson(void *maker, float *patch)
{
	struct source *source = maker;
	struct rng *rng = &source->rng;
	struct panel_cut how = { .near = source->near };
	long i;
	int label;

	if (rng_real(rng, 0, 1) >= SCENES_SHARE) {
		source->order.px_high =
			rng_real(rng, 0, 1) < SMALL_SHARE ? PX_SMALL : PX_HIGH;
		return draw_design(source, patch);
	}
	i = (long)(rng_real(rng, 0, 1) * (double)source->cells.count);
	how.mirrored = rng_below(rng, 2);
	how.dx = rng_between(rng, -1, 1);
	how.dy = rng_between(rng, -1, 1);
	label = (int)panel_cells_take(&source->cells, i, &how,
				      &source->patches[source->near]);
	return take_patch(source, label, patch);
}

/* One cell after the other, as it is. */
static int draw_held(void *maker, float *patch)
{
	struct source *source = maker;
	long i = source->next++ % source->cells.count;
	int label = 0;

	for (int near = 0; near < 2; near++) {
		const struct panel_cut how = { .near = near };

		label = (int)panel_cells_take(&source->cells, i, &how,
					      &source->patches[near]);
	}
	return take_patch(source, label, patch);
}

/* What the program's networks say of what was drawn last. */
static int judge_both(void *maker, float *out)
{
	struct source *source = maker;

	if (symbol_nets_judge(&source->nets, &source->patches[0],
			      &source->patches[1], out) < 0)
		return -1;
	for (int i = 0; i < SYMBOL_CLASSES; i++)
		out[i] = logf(out[i]);
	return 0;
}

static int train(const struct options *options, const struct scored *held,
		 float *weights, struct problem *problem)
{
	struct source source = {
		.designs = cell_scene_maker_new(options->training.seed),
		.order = { FIGURE_TRAIN, PX_LOW, PX_HIGH, false },
		.near = options->near,
	};
	const struct training training = { &shape,  SYMBOL_CLASSES, draw_lesson,
					   &source, ROUND_CELLS,    held };
	int count = net_floats(&shape), status;

	rng_seed(&source.rng, options->training.seed);
	status = panel_cells_read(&source.cells, options->cells, problem);
	if (status == 0 && !source.designs)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to train in");
	if (status == 0)
		status = training_run(&training, &options->training, weights,
				      problem);
	if (status == 0 &&
	    score_temperature(held, TEMPERATURE_CELLS, &weights[count - 1]) < 0)
		status = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to judge in");
	if (status == 0)
		status = weights_write(options->training.weights, weights,
				       count, problem);
	panel_cells_fini(&source.cells);
	cell_scene_maker_free(source.designs);
	return status;
}

/* How often designs of each size are read rightly. */
static int print_sizes(const struct scored *held, uint64_t seed)
{
	static const double sizes[] = { PX_LOW, 20, 28, 40, 60, PX_HIGH };
	const struct source *cells = held->maker;
	struct source source = {
		.designs = cell_scene_maker_new(seed + 100),
		.near = cells->near,
	};
	struct scored scored = *held;
	int status = source.designs ? 0 : -1;

	scored.draw = draw_design;
	scored.maker = &source;
	printf("\n| px a cell | right | as drawn in training |\n"
	       "|---|---|---|\n");
	for (size_t i = 0; status == 0 && i + 1 < sizeof sizes / sizeof *sizes;
	     i++) {
		struct score scores[2] = { { .loss = 0 }, { .loss = 0 } };

		source.order = (struct cell_order){ FIGURE_TEST, sizes[i],
						    sizes[i + 1], true };
		status |= score_count(&scored, ROW_CELLS, &scores[0]);
		source.order.plain = false;
		status |= score_count(&scored, ROW_CELLS, &scores[1]);
		printf("| %g to %g | %.2f %% | %.2f %% |\n", sizes[i],
		       sizes[i + 1],
		       100 * score_right(&scores[0], SYMBOL_CLASSES),
		       100 * score_right(&scores[1], SYMBOL_CLASSES));
	}
	cell_scene_maker_free(source.designs);
	return status;
}

/* How often cells are read rightly, what claims are worth and what is read for
 * what. */
static int print_figures(const struct options *options,
			 const struct scored *scored, struct problem *problem)
{
	const struct source *held = scored->maker;
	int count = (int)held->cells.count;
	struct score score = { .loss = 0 };

	if (score_count(scored, count, &score) == 0)
		printf("\nof %d cells %.2f %% right, log loss %.4f\n", count,
		       100 * score_right(&score, SYMBOL_CLASSES),
		       score.loss / count);
	if (print_sizes(scored, options->training.seed) < 0 ||
	    score_print_claims(scored, count) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to judge in");
	return score_print_confusion(scored, count, names,
				     options->training.confusion, problem);
}

static int write_looks(const struct options *options, struct problem *problem)
{
	const struct cell_order order = { FIGURE_TRAIN, PX_LOW, PX_HIGH,
					  false };
	struct cell_scene_maker *maker =
		cell_scene_maker_new(options->training.seed);
	int status = maker ? 0
			   : problem_set(problem, PROBLEM_MEMORY,
					 "no memory to draw in");

	for (int i = 0; status == 0 && i < LOOKS; i++) {
		struct cell_scene scene;
		char path[512];

		cell_scene_make(maker, &order, &scene);
		snprintf(path, sizeof path, "%s/%03d-%s.png", options->look, i,
			 names[scene.label]);
		if (cell_scene_save(maker, path) < 0)
			status = problem_set(problem, PROBLEM_INPUT,
					     "cannot write '%s'", path);
	}
	cell_scene_maker_free(maker);
	return status;
}

static int run(const struct options *options, struct problem *problem)
{
	static float weights[FLOATS_MOST];
	struct source held = { .near = options->near };
	const struct scored scored = {
		.shape = &shape,
		.classes = SYMBOL_CLASSES,
		.weights = weights,
		.draw = draw_held,
		.maker = &held,
		.judge = options->both ? judge_both : NULL,
	};
	int status;

	if (options->look)
		return write_looks(options, problem);
	status = panel_cells_read(&held.cells, options->held, problem);
	if (status == 0 && options->training.measure)
		status = weights_read(options->training.weights, weights,
				      net_floats(&shape), problem);
	else if (status == 0 && !options->both)
		status = train(options, &scored, weights, problem);
	if (status == 0)
		status = print_figures(options, &scored, problem);
	panel_cells_fini(&held.cells);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &training_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp argp = {
		argp_options, parse_option,
		"WEIGHTS",    "Trains a network for symbols in panels' cells.",
		children,     NULL,
		NULL
	};
	struct options options = { .training = { .rounds = 40, .seed = 1 } };
	struct problem problem = { 0 };

	if (argp_parse(&argp, argc, argv, 0, NULL, &options))
		return 64;
	if (run(&options, &problem) < 0) {
		fprintf(stderr, "train_symbols: %s\n", problem.text);
		return 4;
	}
	return 0;
}
