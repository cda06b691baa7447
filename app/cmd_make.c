/* solveglass make: a random puzzle, for practice and for tests. */
#include <stdio.h>

#include "command.h"
#include "report.h"

static const char help[] =
	"Makes a random solvable puzzle of a family. The same seed and wishes "
	"give the same puzzle.\v"
	"  solveglass make tracks --columns 10 --rows 8 --seed 7\n"
	"  solveglass make tracks --format text\n\n"
	"Without --format, a board in characters for people.";

static int print(const struct puzzle *puzzle, const struct options *options,
		 struct problem *problem)
{
	struct outcome outcome = { .verdict = OUTCOME_READ, .puzzle = *puzzle };
	struct options shown = *options;
	struct buffer out;
	int result = 0;

	if (options->json)
		shown.format = FORM_JSON;
	buffer_init(&out);
	if (shown.format != FORM_NONE)
		result = report_form(puzzle, NULL, shown.format, &out, problem);
	else
		report_text(&outcome, "made", 1, 1, &shown);
	if (result == 0)
		fputs(buffer_text(&out), stdout);
	buffer_fini(&out);
	return result;
}

static enum status run(const struct options *options)
{
	struct problem problem = { 0 };
	enum status status = STATUS_OK;

	for (size_t i = 0; i < options->argument_count; i++) {
		const char *name = options->arguments[i];
		enum family family = puzzle_family_named(name);
		struct puzzle puzzle;

		problem = (struct problem){ 0 };
		if (family == FAMILY_COUNT) {
			problem_set(&problem, PROBLEM_INPUT, "no such family");
			command_complain(name, &problem);
			return STATUS_USAGE;
		}
		if (solve_make(family, options->wish, options->seed, &puzzle,
			       &problem) < 0) {
			command_complain(name, &problem);
			status = STATUS_FAILED;
			continue;
		}
		if (print(&puzzle, options, &problem) < 0) {
			command_complain(name, &problem);
			status = STATUS_FAILED;
		}
		puzzle_fini(&puzzle);
	}
	return status;
}

const struct command command_make = {
	.name = "make",
	.summary = "a random solvable puzzle of a family",
	.usage = { "solveglass make", "FAMILY...", help,
		   GROUP_COMMON | GROUP_READ | GROUP_MAKE, 1 },
	.run = run,
};
