/* solveglass check: does the solution in a file hold? */
#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "answers.h"
#include "command.h"
#include "file.h"
#include "language.h"
#include "load.h"
#include "names.h"
#include "report.h"
#include "solve.h"

static const char help[] =
	N_("Checks the solution that is given with the puzzle in each file, "
	   "and names every rule that it breaks and every place where it does. "
	   "With --values the solution is what an SMT solver replied to the "
	   "formula of `solve --smt2', or to one of the published scripts for "
	   "these puzzles.");

static const char notes[] =
	N_("`-' is standard input.\n"
	   "\n"
	   "  solveglass solve --format json puzzle.tt | solveglass check -\n"
	   "  solveglass solve --smt2 puzzle.tt | z3 -in > reply\n"
	   "  solveglass check --values reply --html page.html puzzle.tt\n"
	   "\n"
	   "Exit status: 0 all solutions hold, 1 a solution breaks a rule, 2 "
	   "a solution takes too long to judge, 4 a file could not be read or "
	   "holds no solution.");

/* A solver's reply to a formula of the largest board is some 100 kB. */
static const size_t reply_max = (size_t)64 << 20;

/* Nothing is known to be wrong, but not everything could be judged. */
static bool is_undecided(const struct breaches *breaches)
{
	for (size_t i = 0; i < breaches->count; i++)
		if (!breaches->list[i].undecided)
			return false;
	return breaches->count > 0;
}

/* Where a rule is broken, in words; empty where no place is named. */
static void put_where(const struct puzzle *puzzle, const struct breach *breach,
		      struct buffer *out)
{
	if (breach->place_count)
		puzzle_place_words(puzzle, &breach->places[0], out);
}

static json_t *fault_json(const struct puzzle *puzzle,
			  const struct breach *breach)
{
	json_t *at = json_loads(breach->at, JSON_DECODE_ANY, NULL);
	struct buffer where;
	json_t *json;

	buffer_init(&where);
	put_where(puzzle, breach, &where);
	json = json_pack("{s:i,s:o,s:o,s:o}", "rule", breach->rule, "at",
			 at ? at : json_null(), "where",
			 names_json(buffer_text(&where)), "text",
			 names_json(breach->text));
	buffer_fini(&where);
	return json;
}

static json_t *holding(const struct puzzle *puzzle,
		       const struct breaches *breaches)
{
	json_t *json = json_object();
	json_t *faults;

	json_object_set_new(json, "holds",
			    is_undecided(breaches)
				    ? json_null()
				    : json_boolean(!breaches->count));
	if (puzzle->id[0])
		json_object_set_new(json, "id", json_string(puzzle->id));
	if (!breaches->count)
		return json;
	faults = json_array();
	for (size_t i = 0; i < breaches->count; i++)
		json_array_append_new(faults,
				      fault_json(puzzle, &breaches->list[i]));
	json_object_set_new(json, "faults", faults);
	return json;
}

static void print_fault(const struct puzzle *puzzle,
			const struct breach *breach)
{
	struct buffer where;

	buffer_init(&where);
	put_where(puzzle, breach, &where);
	printf(_("  rule %d%s%s: %s\n"), breach->rule, where.length ? ", " : "",
	       buffer_text(&where), breach->text);
	buffer_fini(&where);
}

static void print_verdict(const char *path, const struct puzzle *puzzle,
			  size_t number, size_t count,
			  const struct breaches *breaches)
{
	printf("%s", path);
	if (count > 1)
		printf(" #%zu", number);
	if (puzzle->id[0])
		printf(" (%s)", puzzle->id);
	if (!breaches->count)
		puts(_(": holds"));
	else if (is_undecided(breaches))
		puts(_(": not decided"));
	else if (breaches->count == 1)
		puts(_(": breaks a rule"));
	else
		printf(_(": breaks rules in %zu places\n"), breaches->count);
	for (size_t i = 0; i < breaches->count; i++)
		print_fault(puzzle, &breaches->list[i]);
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
				   "--values needs a file with one puzzle, "
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
			       struct breaches *breaches,
			       struct problem *problem)
{
	const struct puzzle_entry *entry = &list->entries[index];
	struct puzzle meant;

	if (!entry->has_solution) {
		problem_set(problem, PROBLEM_INPUT,
			    "puzzle %zu holds no solution to check", index + 1);
		return STATUS_FAILED;
	}
	solve_meant(&entry->puzzle, &meant);
	if (puzzle_find_breaches(&meant, &entry->solution, breaches, problem) <
	    0)
		return STATUS_FAILED;
	if (options->json)
		json_array_append_new(lines, holding(&entry->puzzle, breaches));
	else if (!options->quiet || breaches->count)
		print_verdict(path, &entry->puzzle, index + 1, list->count,
			      breaches);
	if (is_undecided(breaches))
		return STATUS_UNDECIDED;
	return breaches->count ? STATUS_NONE : STATUS_OK;
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

/* --draw, --svg, --html; `breaches` as many as there are puzzles. */
static int draw(const struct puzzle_list *list, const struct breaches *breaches,
		const struct options *options, struct problem *problem)
{
	struct export_item *items;
	int result = 0;

	if (!list->count || (!options->draw && !options->svg && !options->html))
		return 0;
	items = alloc_array(list->count, sizeof *items);
	if (!items)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory to draw");
	for (size_t i = 0; i < list->count; i++) {
		items[i].puzzle = &list->entries[i].puzzle;
		items[i].breaches = &breaches[i];
		if (list->entries[i].has_solution)
			items[i].solution = &list->entries[i].solution;
	}
	if (options->draw)
		result = answers_save_image(options->draw, items, list->count,
					    problem);
	if (result == 0 && options->svg)
		result = answers_save_items(options->svg, ANSWERS_SVG,
					    options->arguments[0], items,
					    list->count, problem);
	if (result == 0 && options->html)
		result = answers_save_items(options->html, ANSWERS_HTML,
					    options->arguments[0], items,
					    list->count, problem);
	free(items);
	return result;
}

/* Checks all puzzles of a file, and draws them. */
static enum status check_list(const char *path, const struct puzzle_list *list,
			      json_t *lines, const struct options *options,
			      struct problem *problem)
{
	struct breaches *breaches = alloc_array(list->count, sizeof *breaches);
	enum status status = STATUS_OK;

	if (!breaches) {
		problem_set(problem, PROBLEM_MEMORY, "no memory");
		return STATUS_FAILED;
	}
	for (size_t i = 0; i < list->count; i++)
		status = status_worse(status,
				      check_entry(path, list, i, lines, options,
						  &breaches[i], problem));
	if (draw(list, breaches, options, problem) < 0)
		status = STATUS_FAILED;
	for (size_t i = 0; i < list->count; i++)
		breaches_fini(&breaches[i]);
	free(breaches);
	return status;
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
		status = status_worse(status,
				      check_list(path, &loaded.puzzles, lines,
						 options, &problem));
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
	.summary = N_("check the solution in a file"),
	.usage = { "solveglass check", "FILE...", help, notes,
		   GROUP_COMMON | GROUP_CHECK, 1 },
	.judge = answers_judge,
	.run = run,
};
