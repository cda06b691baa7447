/* solveglass solve: a picture or a puzzle becomes a checked solution. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "copy.h"
#include "drawing.h"
#include "file.h"
#include "files.h"
#include "history.h"
#include "language.h"
#include "report.h"

static const char help[] =
	N_("Solves every puzzle in the given pictures and puzzle files (JSON "
	   "or text) and prints the answers. No answer is shown unless the "
	   "checker has passed it. A picture that was not read surely enough "
	   "is called doubtful, and the clues in doubt are named.");

static const char notes[] = N_(
	"`-' is standard input. The type of a file is recognised by its "
	"content.\n\n"
	"  solveglass solve screenshot.png --draw answer.png\n"
	"  solveglass solve --json --time 2.5 puzzles.jsonl\n"
	"  solveglass solve --smt2 puzzle.tt | z3 -in\n"
	"  solveglass solve --puzzle '8x6 TTIJJLLLOOSS'\n"
	"  solveglass solve --clipboard --copy\n"
	"  ls *.png | solveglass solve --json -\n"
	"  solveglass solve --join left.png front.png right.png --draw "
	"x.png\n\n"
	"With --json, `-' is answered line by line, so that a script can keep "
	"one solveglass running: each line of standard input is a file's name "
	"or a puzzle, and its answer is printed before the next line is waited "
	"for. A picture, or a text of several lines, is one file.\n\n"
	"With --join, --draw x.png draws the panel unrolled, and the answer "
	"over each view in x-1.png, x-2.png and so on.\n\n"
	"--copy leaves a process behind that hands out the answer until "
	"another program copies something or the session ends.\n\n"
	"Exit status: 0 all puzzles are solved, 1 a puzzle has no solution, 2 "
	"a puzzle is undecided or doubtful, 3 a picture holds no puzzle, 4 a "
	"file could not be read.");

/* --join --draw x.png: over the first view in x-1.png, and so on. */
static int draw_views(const struct joined *joined,
		      const struct outcome_list *list, const char *path,
		      struct problem *problem)
{
	struct outcome outcome = list->outcomes[0];
	const struct outcome_list one = { .outcomes = &outcome, .count = 1 };
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	int base = (int)(dot && (!slash || dot > slash) ? dot - path
							: (long)strlen(path));
	int result = 0;

	for (int i = 0; result == 0 && i < joined->count; i++) {
		struct image image = { 0 };
		struct buffer name;

		buffer_init(&name);
		buffer_printf(&name, "%.*s-%d%s", base, path, i + 1,
			      path + base);
		result = image_copy(&joined->loaded[i].image, &image, problem);
		pipeline_place(&outcome, &joined->views[i]);
		if (result == 0)
			result = answers_draw(&image, &one, problem);
		if (result == 0)
			result = file_save_image(buffer_text(&name), &image,
						 problem);
		image_fini(&image);
		buffer_fini(&name);
	}
	return result;
}

/* --draw, --copy: what needs a picture of the answers. */
static int draw(struct image *image, const struct outcome_list *list,
		const struct options *options, struct problem *problem)
{
	if (!options->draw && !options->copy)
		return 0;
	if (answers_draw(image, list, problem) < 0)
		return -1;
	if (options->draw && file_save_image(options->draw, image, problem) < 0)
		return -1;
	return options->copy
		       ? copy_answers(image, list, options->format, problem)
		       : 0;
}

/* --draw, --svg, --html, --copy */
static int save(struct loaded *loaded, const struct outcome_list *list,
		const struct options *options, struct problem *problem)
{
	struct image fresh = { 0 };
	const char *source = options->arguments[0];
	int result;

	if (!list->count && !loaded->is_picture)
		return 0;
	/* last what changes the picture */
	if (options->svg && list->count &&
	    answers_save_document(options->svg, ANSWERS_SVG, source, list,
				  problem) < 0)
		return -1;
	if (options->html && list->count &&
	    answers_save_document(options->html, ANSWERS_HTML, source, list,
				  problem) < 0)
		return -1;
	if (loaded->is_picture)
		return draw(&loaded->image, list, options, problem);
	result = draw(&fresh, list, options, problem);
	image_fini(&fresh);
	if (result == 0 && loaded->joined && options->draw)
		result = draw_views(loaded->joined, list, options->draw,
				    problem);
	return result;
}

static int solve_all(struct pipeline *pipeline, struct loaded *loaded,
		     struct outcome_list *list, const struct options *options,
		     struct problem *problem)
{
	int result = 0;

	for (size_t i = 0; i < list->count; i++)
		if (pipeline_solve(pipeline, &list->outcomes[i], problem) < 0)
			result = -1;
	/* before the answer is drawn over the picture */
	history_keep(pipeline, loaded->name, loaded_image(loaded), list);
	if (result == 0)
		result = save(loaded, list, options, problem);
	return result;
}

/* *written counts them: a solver that is fed several forgets one before the
 * next. */
static int write_formula(const struct pipeline *pipeline,
			 struct outcome *outcome, size_t *written,
			 struct buffer *out, struct problem *problem)
{
	if ((*written)++)
		buffer_puts(out, "(reset)\n");
	if (pipeline_set_rules(pipeline->rules, &outcome->puzzle, problem) <
		    0 ||
	    solve_smt2(&outcome->puzzle, out, problem) < 0)
		return -1;
	return out->failed ? problem_set(problem, PROBLEM_MEMORY, "no memory")
			   : 0;
}

/* Formulas instead of answers, also of what is doubtful, and that is said. */
static enum status print_formulas(struct pipeline *pipeline,
				  const struct options *options, size_t index,
				  size_t *written)
{
	const char *path = options->arguments[index];
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	enum status status = STATUS_OK;
	struct loaded loaded;
	struct buffer out;
	int result = files_load(options, index, &loaded, &problem);

	buffer_init(&out);
	if (pipeline_outcomes(pipeline, &loaded, &list, &problem) < 0)
		result = -1;
	for (size_t i = 0; result == 0 && i < list.count; i++) {
		if (!pipeline_reading_sure(&list.outcomes[i]))
			status = STATUS_UNDECIDED;
		result = write_formula(pipeline, &list.outcomes[i], written,
				       &out, &problem);
	}
	if (result < 0) {
		status = STATUS_FAILED;
	} else if (!list.count) {
		status = STATUS_NO_PUZZLE;
		problem_set(&problem, PROBLEM_INPUT, "no puzzle found");
	} else if (status == STATUS_UNDECIDED) {
		problem_set(&problem, PROBLEM_INPUT,
			    "not read surely enough: the formula may be that "
			    "of another puzzle");
	}
	fputs(buffer_text(&out), stdout);
	if (status != STATUS_OK)
		command_complain(path, &problem);
	buffer_fini(&out);
	outcome_list_fini(&list);
	loaded_fini(&loaded);
	return status;
}

static enum status print_all_formulas(const struct options *options)
{
	struct pipeline pipeline;
	enum status status = STATUS_OK;
	size_t written = 0;

	pipeline_set_up(&pipeline, options);
	for (size_t i = 0; i < options->argument_count; i++)
		status = status_worse(status, print_formulas(&pipeline, options,
							     i, &written));
	pipeline_fini(&pipeline);
	return status;
}

static int judge(const struct options *options, struct problem *problem)
{
	bool copies =
		options->copy || options->draw || options->svg || options->html;

	if (copies && options->smt2)
		return problem_set(problem, PROBLEM_INPUT,
				   "--smt2 does not solve, so there is nothing "
				   "for --draw, --svg, --html or --copy");
	if (options->copy && options->argument_count > 1 && !options->join)
		return problem_set(problem, PROBLEM_INPUT,
				   "--copy needs one file, as there is only "
				   "one clipboard");
	return answers_judge(options, problem);
}

static enum status run(const struct options *options)
{
	if (options->smt2)
		return print_all_formulas(options);
	return files_run(options, solve_all);
}

const struct command command_solve = {
	.name = "solve",
	.summary = N_("solve the puzzles in pictures or files"),
	.usage = { "solveglass solve", "FILE...", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SAY | GROUP_FORM |
			   GROUP_JOIN | GROUP_SOLVE | GROUP_EXPORT |
			   GROUP_CLIPBOARD | GROUP_STORE,
		   1 },
	.judge = judge,
	.run = run,
};
