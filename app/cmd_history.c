/* solveglass history: the puzzles that were read and solved before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "history.h"
#include "language.h"
#include "names.h"
#include "report.h"

static const char help[] = N_(
	"Lists the puzzles that were read and solved before: where each came "
	"from, when it was last seen, and what became of it. `list' prints "
	"them, the latest first; `search' prints those that contain all the "
	"words, in their origin, family, verdict or JSON; `show' prints "
	"puzzles with their answers; `export' writes all puzzles, or those "
	"that contain the words, as lines of JSON or in the form that --format "
	"names; `delete' forgets puzzles, or `all' of them; `import' adds the "
	"puzzles in files, with their answers if these are correct.");

static const char notes[] =
	N_("N is the number at the start of a line that `list' prints. --keep "
	   "and --keep-days, which belong in the configuration file, say how "
	   "much is kept.\n\n"
	   "  solveglass history\n"
	   "  solveglass history search sudoku solved\n"
	   "  solveglass history show 12 --format text\n"
	   "  solveglass history export panel --format windmill >panels.txt\n"
	   "  solveglass history delete 3 4\n\n"
	   "Exit status: 0 done, 3 no puzzle was found, 4 the history or a "
	   "file could not be read, or no puzzle has that number.");

struct history {
	struct pipeline pipeline;
	const struct options *options;
	const char *const *words; /* after the action */
	size_t count;
};

static enum status complain(const char *name, const struct problem *problem)
{
	command_complain(name, problem);
	return STATUS_FAILED;
}

static void print_entry(const struct store_entry *entry, json_t *puzzle)
{
	char seen[32] = "";
	struct buffer source;
	struct tm tm;

	if (localtime_r(&entry->seen, &tm))
		strftime(seen, sizeof seen, "%Y-%m-%d %H:%M", &tm);
	buffer_init(&source);
	names_clean(&source, entry->source);
	printf("%6lld  %s  %-10s  %-8s  %8.3f s  %s\n", entry->id, seen,
	       json_string_value(json_object_get(puzzle, "family")),
	       entry->verdict, entry->seconds, buffer_text(&source));
	buffer_fini(&source);
}

/* What is known of it beside the puzzle itself. */
static json_t *entry_json(const struct store_entry *entry)
{
	json_t *json = json_object();

	json_object_set_new(json, "id", json_integer(entry->id));
	json_object_set_new(json, "input", names_json(entry->source));
	json_object_set_new(json, "seen", json_integer(entry->seen));
	json_object_set_new(json, "times", json_integer(entry->times));
	return json;
}

static void print_json(const struct store_entry *entry, json_t *puzzle)
{
	json_t *json = entry_json(entry);

	json_object_set_new(puzzle, "verdict", json_string(entry->verdict));
	json_object_set_new(json, "puzzles", json_pack("[O]", puzzle));
	json_dumpf(json, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(json);
}

static enum status list(struct history *history)
{
	struct store *store = history->pipeline.store;
	struct problem problem = { 0 };
	long long *ids;
	size_t count;

	if (store_list(store, history->words, history->count, &ids, &count) <
	    0) {
		problem_set(&problem, PROBLEM_ENVIRONMENT,
			    "the history cannot be read");
		return complain("history", &problem);
	}
	for (size_t i = 0; i < count; i++) {
		struct store_entry entry;
		json_t *puzzle = NULL;

		/* another process may have forgotten it since */
		if (store_get(store, ids[i], &entry))
			puzzle = json_loads(entry.puzzle, 0, NULL);
		if (puzzle && history->options->json)
			print_json(&entry, puzzle);
		else if (puzzle)
			print_entry(&entry, puzzle);
		json_decref(puzzle);
		store_entry_fini(&entry);
	}
	free(ids);
	return count ? STATUS_OK : STATUS_NO_PUZZLE;
}

/* "12"; 0: no number. */
static long long number_of(const char *word)
{
	char *end;
	long long id = strtoll(word, &end, 10);

	return *word < '0' || *word > '9' || *end ? 0 : id;
}

static enum status show_one(struct history *history, const char *word)
{
	struct outcome_list puzzles = { 0 };
	struct problem problem = { 0 };
	struct store_entry entry = { 0 };
	enum status status = STATUS_OK;

	if (history_recall(&history->pipeline, number_of(word), &puzzles,
			   &problem) < 0) {
		status = complain(word, &problem);
	} else {
		store_get(history->pipeline.store, number_of(word), &entry);
		status = files_finish(
			entry.source && *entry.source ? entry.source : word,
			&puzzles, &problem, history->options);
	}
	store_entry_fini(&entry);
	outcome_list_fini(&puzzles);
	return status;
}

static enum status show(struct history *history)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < history->count; i++)
		status = status_worse(status,
				      show_one(history, history->words[i]));
	return status;
}

/* The puzzle with its answer as a line that `import' reads, or in a form. */
static enum status export_one(struct history *history, long long id)
{
	const struct options *options = history->options;
	struct outcome_list puzzles = { 0 };
	struct store_entry entry = { 0 };
	struct problem problem = { 0 };
	enum status status = STATUS_OK;
	const struct outcome *outcome;
	struct buffer text;

	buffer_init(&text);
	if (history_recall(&history->pipeline, id, &puzzles, &problem) < 0) {
		status = complain("history", &problem);
	} else if (options->format == FORM_NONE) {
		json_t *line;

		store_get(history->pipeline.store, id, &entry);
		line = entry_json(&entry);
		json_object_set_new(
			line, "puzzles",
			json_pack("[o]", report_outcome(&puzzles.outcomes[0],
							options)));
		json_dumpf(line, stdout,
			   JSON_COMPACT | JSON_REAL_PRECISION(15));
		putchar('\n');
		json_decref(line);
	} else {
		outcome = &puzzles.outcomes[0];
		if (report_form(&outcome->puzzle,
				outcome->verdict == OUTCOME_SOLVED
					? outcome->result.solutions
					: NULL,
				options->format, &text, &problem) < 0)
			status = complain("history", &problem);
		else
			fputs(buffer_text(&text), stdout);
	}
	buffer_fini(&text);
	store_entry_fini(&entry);
	outcome_list_fini(&puzzles);
	return status;
}

static enum status export_all(struct history *history)
{
	enum status status = STATUS_OK;
	struct problem problem = { 0 };
	long long *ids;
	size_t count;

	if (store_list(history->pipeline.store, history->words, history->count,
		       &ids, &count) < 0) {
		problem_set(&problem, PROBLEM_ENVIRONMENT,
			    "the history cannot be read");
		return complain("history", &problem);
	}
	/* the oldest first, so that an import leaves them in this order */
	for (size_t i = count; i-- > 0;)
		status = status_worse(status, export_one(history, ids[i]));
	free(ids);
	return count ? status : STATUS_NO_PUZZLE;
}

static enum status delete_all(struct history *history)
{
	long long *ids;
	size_t count;

	if (store_list(history->pipeline.store, NULL, 0, &ids, &count) < 0)
		return STATUS_FAILED;
	for (size_t i = 0; i < count; i++)
		store_forget(history->pipeline.store, ids[i]);
	free(ids);
	return STATUS_OK;
}

static enum status delete (struct history *history) {
	enum status status = STATUS_OK;

	if (history->count == 1 &&
	    !strcmp(history->words[0], "all")) return delete_all(history);
	for (size_t i = 0; i < history->count;
	     i++){ struct problem problem = { 0 };

		   if (store_forget(history->pipeline.store,
				    number_of(history->words[i]))) continue;
		   problem_set(&problem, PROBLEM_INPUT,
			       "the history has no puzzle of this number");
		   status = complain(history->words[i], &problem); }
return status;
}

/* With the answer that the file has of it, where that holds. */
static void import_one(struct history *history, const char *source,
		       struct puzzle_entry *one)
{
	struct store *store = history->pipeline.store;
	struct store_entry entry = { .source = (char *)source,
				     .rules = (char *)history->options->rules,
				     .verdict = "read",
				     .seen = time(NULL) };
	struct solve_result result = { 0 };

	if (one->has_solution &&
	    puzzle_check(&one->puzzle, &one->solution, NULL) &&
	    solve_result_add(&result, &one->puzzle, &one->solution, NULL) ==
		    0) {
		one->has_solution = false; /* taken over */
		result.verdict = VERDICT_SOLVED;
		result.unique = KNOWN_UNSURE;
		store_keep(store, &one->puzzle, entry.rules, &result);
		snprintf(entry.verdict, sizeof entry.verdict, "solved");
	}
	store_note(store, &one->puzzle, &entry, NULL, 0);
	solve_result_fini(&result);
}

static enum status import(struct history *history)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; i < history->count; i++) {
		const char *path = history->words[i];
		struct problem problem = { 0 };
		struct loaded loaded;

		if (load_file(path, &loaded, &problem) == 0 &&
		    loaded.is_picture)
			problem_set(&problem, PROBLEM_INPUT,
				    "a picture: 'solveglass read' puts what is "
				    "in it into the history");
		for (size_t k = 0; k < loaded.puzzles.count; k++)
			import_one(history, path, &loaded.puzzles.entries[k]);
		if (problem.kind != PROBLEM_NONE)
			status = complain(path, &problem);
		loaded_fini(&loaded);
	}
	return status;
}

static const struct action {
	const char *name;
	enum status (*run)(struct history *history);
	bool wants_words;
} actions[] = {
	{ "list", list, false },    { "search", list, true },
	{ "show", show, true },     { "export", export_all, false },
	{ "delete", delete, true }, { "import", import, true },
};

enum { ACTIONS = sizeof actions / sizeof *actions };

static const struct action *find_action(const struct options *options)
{
	const char *name =
		options->argument_count ? options->arguments[0] : "list";

	for (int i = 0; i < ACTIONS; i++)
		if (!strcmp(actions[i].name, name))
			return &actions[i];
	return NULL;
}

static enum status run(const struct options *options)
{
	const struct action *action = find_action(options);
	struct history history = { .options = options };
	enum status status = STATUS_FAILED;

	if (!action) {
		fputs(_("solveglass history: expected list, search, show, "
			"export, "
			"delete or import\n"),
		      stderr);
		return STATUS_USAGE;
	}
	if (options->argument_count > 1) {
		history.words = options->arguments + 1;
		history.count = options->argument_count - 1;
	}
	if (action->wants_words && !history.count) {
		fprintf(stderr, _("solveglass history %s: missing argument\n"),
			action->name);
		return STATUS_USAGE;
	}
	pipeline_set_up(&history.pipeline, options);
	history.pipeline.store = files_open_store(options);
	if (history.pipeline.store)
		status = action->run(&history);
	store_close(history.pipeline.store);
	pipeline_fini(&history.pipeline);
	return status;
}

const struct command command_history = {
	.name = "history",
	.summary = N_("list the puzzles that were read and solved before"),
	.usage = { "solveglass history",
		   "[list|search|show|export|delete|import [WORD|N|FILE...]]",
		   help, notes, GROUP_COMMON | GROUP_FORM | GROUP_HISTORY, 0 },
	.run = run,
};
