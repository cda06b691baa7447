/* solveglass check: does the solution in a file hold? */
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "file.h"
#include "load.h"
#include "names.h"
#include "report.h"

static const char help[] =
	"Says whether the solution that stands in each file beside its puzzle "
	"holds, and which rule it breaks where. With --values the solution is "
	"what an SMT solver replied to the formula of `solve --smt2'.\v"
	"`-' is standard input.\n\n"
	"  solveglass solve --format json puzzle.tt | solveglass check -\n"
	"  solveglass solve --smt2 puzzle.tt | z3 -in > reply\n"
	"  solveglass check --values reply puzzle.tt\n\n"
	"Exit status: 0 all hold, 1 some solution breaks a rule, 4 some input "
	"could not be read or holds no solution.";

/* A solver's reply to a formula of the largest board is some 100 kB. */
static const size_t reply_max = (size_t)64 << 20;

static json_t *holding(const struct puzzle_entry *entry, bool holds,
		       const struct breach *breach)
{
	json_t *json = json_pack("{s:b}", "holds", holds);
	json_t *at;

	if (entry->puzzle.id[0])
		json_object_set_new(json, "id", json_string(entry->puzzle.id));
	if (holds)
		return json;
	at = json_loads(breach->at, JSON_DECODE_ANY, NULL);
	json_object_set_new(json, "rule", json_integer(breach->rule));
	json_object_set_new(json, "at", at ? at : json_null());
	json_object_set_new(json, "text", names_json(breach->text));
	return json;
}

static void print_verdict(const char *path, const struct puzzle_entry *entry,
			  size_t number, size_t count, bool holds,
			  const struct breach *breach)
{
	printf("%s", path);
	if (count > 1)
		printf(" #%zu", number);
	if (entry->puzzle.id[0])
		printf(" (%s)", entry->puzzle.id);
	if (holds)
		puts(": holds");
	else
		printf(": breaks rule %d at %s: %s\n", breach->rule, breach->at,
		       breach->text);
}

/* Puts the solver's reply beside the one puzzle of a file. */
static int take_values(struct puzzle_list *list, const char *path,
		       struct problem *problem)
{
	struct puzzle_entry *entry = &list->entries[0];
	uint8_t *data;
	size_t length;
	char *text;
	int result;

	if (list->count != 1)
		return problem_set(problem, PROBLEM_INPUT,
				   "--values wants a file with one puzzle, "
				   "not %zu",
				   list->count);
	if (file_read(path, reply_max, &data, &length, problem) < 0)
		return -1;
	text = malloc(length + 1);
	if (!text) {
		free(data);
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	}
	for (size_t i = 0; i < length; i++)
		text[i] = (char)(data[i] ? data[i] : ' ');
	text[length] = '\0';
	free(data);
	if (entry->has_solution)
		puzzle_solution_fini(&entry->solution);
	entry->has_solution = false;
	result = solve_values(&entry->puzzle, text, &entry->solution, problem);
	entry->has_solution = result == 0;
	free(text);
	return result;
}

static enum status check_entry(const char *path, const struct puzzle_list *list,
			       size_t index, json_t *lines,
			       const struct options *options,
			       struct problem *problem)
{
	const struct puzzle_entry *entry = &list->entries[index];
	struct breach breach = { .at = "null" };
	bool holds;

	if (!entry->has_solution) {
		problem_set(problem, PROBLEM_INPUT,
			    "puzzle %zu holds no solution to check", index + 1);
		return STATUS_FAILED;
	}
	holds = puzzle_check(&entry->puzzle, &entry->solution, &breach);
	if (options->json)
		json_array_append_new(lines, holding(entry, holds, &breach));
	else if (!options->quiet || !holds)
		print_verdict(path, entry, index + 1, list->count, holds,
			      &breach);
	return holds ? STATUS_OK : STATUS_NONE;
}

static int set_rules(struct puzzle_list *list, const struct options *options,
		     struct problem *problem)
{
	for (size_t i = 0; i < list->count; i++)
		if (pipeline_set_rules(options->rules, &list->entries[i].puzzle,
				       problem) < 0)
			return -1;
	return 0;
}

/* A file that is whole. */
static int prepare(struct loaded *loaded, const struct options *options,
		   struct problem *problem)
{
	if (loaded->is_picture)
		return problem_set(problem, PROBLEM_INPUT,
				   "a picture holds no solution to check");
	if (options->values)
		return take_values(&loaded->puzzles, options->values, problem);
	return 0;
}

static enum status check_file(const char *path, const struct options *options)
{
	struct problem problem = { 0 };
	struct loaded loaded;
	enum status status = STATUS_OK;
	json_t *lines = json_array();
	bool whole = load_file(path, &loaded, &problem) == 0;

	/* what came before a fault is checked all the same */
	if (!whole)
		status = STATUS_FAILED;
	if (set_rules(&loaded.puzzles, options, &problem) < 0 ||
	    (whole && prepare(&loaded, options, &problem) < 0))
		status = STATUS_FAILED;
	else
		for (size_t i = 0; i < loaded.puzzles.count; i++)
			status = status_worse(
				status, check_entry(path, &loaded.puzzles, i,
						    lines, options, &problem));
	if (options->json)
		report_line(path, lines, NULL,
			    problem.text[0] ? problem.text : NULL);
	else
		json_decref(lines);
	if (problem.text[0])
		command_complain(path, &problem);
	loaded_fini(&loaded);
	return status;
}

static enum status run(const struct options *options)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < options->argument_count; i++)
		status = status_worse(
			status, check_file(options->arguments[i], options));
	return status;
}

const struct command command_check = {
	.name = "check",
	.summary = "does the solution in a file hold",
	.usage = { "solveglass check", "FILE...", help,
		   GROUP_COMMON | GROUP_CHECK, 1 },
	.run = run,
};
