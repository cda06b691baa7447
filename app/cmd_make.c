/* solveglass make: a random puzzle, for practice and for tests. */
#include <stdio.h>
#include <string.h>

#include "answers.h"
#include "command.h"
#include "file.h"
#include "language.h"
#include "pipeline.h"
#include "report.h"

static const char help[] =
	N_("Makes a random puzzle of a family. It always has an answer. The "
	   "same seed and options give the same puzzle.");

static const char notes[] =
	N_("  solveglass make tracks --columns 10 --rows 8 --seed 7\n"
	   "  solveglass make tracks --format text\n"
	   "  solveglass make panel --with squares,stars --draw panel.png\n"
	   "\n"
	   "Without --format it prints the board for people to read.");

static int print(const struct outcome *outcome, const struct options *options,
		 struct problem *problem)
{
	struct options shown = *options;

	if (options->json)
		shown.format = FORM_JSON;
	return report_text(outcome, "made", 1, 1, &shown, problem);
}

/* --draw */
static int draw(const struct outcome_list *list, const char *path,
		struct problem *problem)
{
	struct image image = { 0 };
	int result = answers_draw(&image, list, problem);

	if (result == 0)
		result = file_save_image(path, &image, problem);
	image_fini(&image);
	return result;
}

static int make(enum family family, const struct options *options,
		struct problem *problem)
{
	struct outcome_list list = { 0 };
	struct puzzle puzzle;
	int result = -1;

	if (solve_make(family, options->wish, options->seed, &puzzle,
		       problem) == 0 &&
	    pipeline_add(&list, &puzzle, problem) == 0)
		result = print(&list.outcomes[0], options, problem);
	if (result == 0 && options->draw)
		result = draw(&list, options->draw, problem);
	outcome_list_fini(&list);
	return result;
}

static int judge(const struct options *options, struct problem *problem)
{
	enum file_picture kind;

	if (!options->draw)
		return 0;
	if (options->argument_count > 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "--draw needs one family");
	if (!strcmp(options->draw, "-"))
		return problem_set(problem, PROBLEM_INPUT,
				   "--draw needs a file, not '-'");
	return file_picture_named(options->draw, &kind, problem);
}

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };
	enum status status = STATUS_OK;

	for (size_t i = 0; i < options->argument_count; i++) {
		const char *name = options->arguments[i];
		enum family family;

		problem = (struct problem){ 0 };
		if (options_family(name, &family, &problem) < 0) {
			command_complain("make", &problem);
			return STATUS_USAGE;
		}
		if (make(family, options, &problem) < 0) {
			command_complain(name, &problem);
			status = STATUS_FAILED;
		}
	}
	return status;
}

const struct command command_make = {
	.name = "make",
	.summary = N_("make a random puzzle"),
	.usage = { "solveglass make", "FAMILY...", help, notes,
		   GROUP_COMMON | GROUP_FORM | GROUP_MAKE, 1 },
	.judge = judge,
	.run = run,
};
