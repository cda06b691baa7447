#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "history.h"
#include "language.h"
#include "lines.h"
#include "loaded.h"
#include "report.h"
#include "solve_progress.h"

/* Returns 0, or -1 where a puzzle has not the form asked for. */
static int print(const char *path, const struct outcome_list *list,
		 const char *error, const struct options *options,
		 struct problem *problem)
{
	int result = 0;

	if (!options->json) {
		for (size_t i = 0; i < list->count; i++)
			if (report_text(&list->outcomes[i], path, i + 1,
					list->count, options, problem) < 0)
				result = -1;
		if (options->format == FORM_NONE && !options->quiet)
			report_left_out(list, path);
		return result;
	}
	report_line(path, report_puzzles(list, options), list, error);
	return 0;
}

enum status files_finish(const char *path, const struct outcome_list *list,
			 const struct problem *problem,
			 const struct options *options)
{
	struct problem nothing = { 0 };
	struct problem formless = { 0 };
	bool failed = problem->kind != PROBLEM_NONE;
	enum status status = failed ? STATUS_FAILED : pipeline_status(list);

	if (print(path, list, failed ? problem->text : NULL, options,
		  &formless) < 0) {
		command_complain(path, &formless);
		status = STATUS_FAILED;
	}
	if (failed) {
		command_complain(path, problem);
	} else if (status == STATUS_NO_PUZZLE) {
		snprintf(nothing.text, sizeof nothing.text, "%s",
			 _("no puzzle found"));
		if (list->left_out_count)
			report_only_left_out(list, nothing.text,
					     sizeof nothing.text);
		command_complain(path, &nothing);
	}
	return status;
}

/* No file, but what stands after --puzzle? */
static bool is_puzzle(const char *text)
{
	struct loaded loaded;
	bool result;

	if (access(text, F_OK) == 0)
		return false;
	result = loaded_text(text, &loaded, NULL) == 0;
	loaded_fini(&loaded);
	return result;
}

int files_load(const struct options *options, size_t index,
	       struct loaded *loaded, struct problem *problem)
{
	const char *path = options->arguments[index];
	int result = path == options_puzzle
			     ? loaded_text(options->puzzle, loaded, problem)
			     : load_file(path, loaded, problem);

	if (result < 0 && path != options_puzzle && is_puzzle(path)) {
		*problem = (struct problem){ 0 };
		problem_set(
			problem, PROBLEM_INPUT,
			"no such file; --puzzle takes the text of a puzzle");
	}

	loaded->name = path;
	return result;
}

static bool is_stopped(const struct options *options)
{
	return options->stop && *options->stop;
}

/* A file that was loaded, or was not, which `problem` then says. Frees it. */
static enum status run_loaded(struct pipeline *pipeline, struct loaded *loaded,
			      struct problem *problem,
			      const struct options *options, files_work work)
{
	struct outcome_list list = { 0 };
	enum status status;

	/* what came before a fault is worked on all the same */
	if (pipeline_outcomes(pipeline, loaded, &list, problem) == 0 && work)
		work(pipeline, loaded, &list, options, problem);
	else
		history_keep(pipeline, loaded->name, loaded_image(loaded),
			     &list);
	solve_progress_clear(pipeline->solve.progress_data);
	status = files_finish(loaded->name, &list, problem, options);
	outcome_list_fini(&list);
	loaded_fini(loaded);
	return status;
}

static enum status run_file(struct pipeline *pipeline, size_t index,
			    const struct options *options, files_work work)
{
	struct problem problem = { 0 };
	struct loaded loaded;

	files_load(options, index, &loaded, &problem);
	return run_loaded(pipeline, &loaded, &problem, options, work);
}

/* With --json standard input is taken line by line, but for what goes into one
 * file. */
static bool takes_lines(const struct options *options, const char *path)
{
	return options->json && !strcmp(path, "-") && !options->draw &&
	       !options->svg && !options->html && !options->copy &&
	       !options->explain;
}

static bool is_json(const char *line)
{
	return line[0] == '{' || line[0] == '[';
}

static bool is_file(const char *line)
{
	return !is_json(line) && strcmp(line, "-") != 0 &&
	       access(line, F_OK) == 0;
}

/* Does a JSON value begin on this line and not end on it? */
static bool is_json_begun(const char *line)
{
	json_error_t error;
	json_t *json = json_loads(line, JSON_DISABLE_EOF_CHECK, &error);
	bool begun = !json && json_error_code(&error) ==
				      json_error_premature_end_of_input;

	json_decref(json);
	return begun;
}

/* Digits and signs of the smallest puzzle on one line, a sudoku of four rows;
 * less is a first row, or the size of a frame. */
enum { NUMBERS_ALONE = 16 };

/* Is this first line the beginning of one file, a picture or a text of several
 * lines? */
static bool begins_file(const char *line, size_t length)
{
	unsigned char first = (unsigned char)line[0];
	size_t numbers = 0;

	if (is_file(line))
		return false;
	/* no UTF-8 starts so: a PNG, a JPEG, UTF-16 */
	if (first == '#' || (first >= 0x80 && first < 0xc0) || first >= 0xf8)
		return true;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)line[i] < ' ' && line[i] != '\t')
			return true;
	if (is_json(line))
		return is_json_begun(line);
	if (strspn(line, "0123456789xX._*-,| \t") < length)
		return false;
	for (size_t i = 0; i < length; i++)
		numbers += !strchr(" \t,|", line[i]);
	return numbers < NUMBERS_ALONE;
}

/* A file's name or a puzzle. */
static enum status run_line(struct pipeline *pipeline, const char *line,
			    size_t number, const struct options *options,
			    files_work work)
{
	struct problem problem = { 0 }, fault = { 0 };
	struct loaded loaded;
	char name[32];

	snprintf(name, sizeof name, "-:%zu", number);
	if (is_file(line)) {
		load_file(line, &loaded, &problem);
		loaded.name = line;
	} else {
		if (loaded_text(line, &loaded, &fault) < 0)
			problem_set(&problem, fault.kind, "%s%s",
				    is_json(line) ? ""
						  : _("no such file; read as a "
						      "puzzle: "),
				    fault.text);
		loaded.name = name;
	}
	return run_loaded(pipeline, &loaded, &problem, options, work);
}

/* All that is on standard input as one file. */
static enum status run_whole(struct pipeline *pipeline, struct lines *lines,
			     const struct options *options, files_work work)
{
	struct problem problem = { 0 };
	struct loaded loaded;
	uint8_t *data;
	size_t length;

	loaded_init(&loaded);
	loaded.name = "-";
	if (lines_whole(lines, &data, &length, &problem) == 0)
		loaded_take(data, length, &loaded, &problem);
	return run_loaded(pipeline, &loaded, &problem, options, work);
}

/* Standard input as lines, each of which is answered before the next is
 * waited for. */
static enum status run_lines(struct pipeline *pipeline,
			     const struct options *options, files_work work)
{
	enum status status = STATUS_OK;
	struct problem problem = { 0 };
	struct lines lines;
	const char *at;
	size_t length, number = 0;
	bool whole = false;

	lines_init(&lines, STDIN_FILENO);
	while (!whole && !is_stopped(options) &&
	       lines_next(&lines, &at, &length, &problem) > 0) {
		char *line = strndup(at, length);

		if (!line) {
			problem_set(&problem, PROBLEM_MEMORY, "no memory");
			break;
		}
		whole = !number++ && begins_file(line, length);
		if (!whole)
			status = status_worse(status,
					      run_line(pipeline, line, number,
						       options, work));
		free(line);
	}
	/* nothing at all is a file without a puzzle */
	if (whole || (!number && !is_stopped(options) && !problem.kind))
		status = run_whole(pipeline, &lines, options, work);
	if (problem.kind) {
		report_line("-", NULL, NULL, problem.text);
		command_complain("-", &problem);
		status = STATUS_FAILED;
	}
	lines_fini(&lines);
	return is_stopped(options) ? status_worse(status, STATUS_UNDECIDED)
				   : status;
}

/* Loads all pictures and joins them; joined_fini frees in any case. */
static int join_outcomes(struct pipeline *pipeline,
			 const struct options *options, struct joined *joined,
			 struct outcome_list *list, struct problem *problem)
{
	const struct image *images[PILLAR_VIEWS_MOST];
	int result = 0;

	if (options->argument_count > PILLAR_VIEWS_MOST)
		return problem_set(problem, PROBLEM_INPUT,
				   "at most %d views can be joined",
				   PILLAR_VIEWS_MOST);
	while (result == 0 && joined->count < (int)options->argument_count) {
		const char *path = options->arguments[joined->count];
		struct loaded *one = &joined->loaded[joined->count];

		result = files_load(options, (size_t)joined->count, one,
				    problem);
		if (result == 0 && !one->is_picture)
			result = problem_set(problem, PROBLEM_INPUT,
					     "not a picture: '%.80s'", path);
		images[joined->count++] = &one->image;
	}
	if (result == 0)
		result = pipeline_join(pipeline, images, joined->count, list,
				       joined->views, problem);
	return result;
}

/* All files as one, which goes by the first one's name. */
static enum status run_joined(struct pipeline *pipeline,
			      const struct options *options, files_work work)
{
	struct joined *joined = alloc_array(1, sizeof *joined);
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	struct loaded loaded = { .joined = joined,
				 .name = options->arguments[0] };
	enum status status;

	if (!joined)
		problem_set(&problem, PROBLEM_MEMORY, "no memory");
	else if (join_outcomes(pipeline, options, joined, &list, &problem) ==
			 0 &&
		 work)
		work(pipeline, &loaded, &list, options, &problem);
	else
		history_keep(pipeline, loaded.name, NULL, &list);
	solve_progress_clear(pipeline->solve.progress_data);
	status = files_finish(options->arguments[0], &list, &problem, options);
	outcome_list_fini(&list);
	for (int i = 0; joined && i < joined->count; i++)
		loaded_fini(&joined->loaded[i]);
	free(joined);
	return status;
}

/* After Ctrl-C: a line for every file all the same. */
static enum status skip_file(const char *path, const struct options *options)
{
	if (options->json)
		report_line(path, NULL, NULL,
			    _("stopped before it was looked at"));
	return STATUS_UNDECIDED;
}

static enum status run_argument(struct pipeline *pipeline, size_t index,
				const struct options *options, files_work work)
{
	const char *path = options->arguments[index];

	if (is_stopped(options))
		return skip_file(path, options);
	if (takes_lines(options, path))
		return run_lines(pipeline, options, work);
	return run_file(pipeline, index, options, work);
}

struct store *files_open_store(const struct options *options)
{
	struct store *store;
	char note[512];

	if (options->no_store)
		return NULL;
	store = store_open(NULL, note, sizeof note);
	/* no home, no store: as a person would expect */
	if (note[0] && options_logs(options, store ? LOG_NOTES : LOG_DETAILS))
		fprintf(stderr, "solveglass: %s\n", note);
	store_bound(store, (long long)options->keep, options->keep_days);
	return store;
}

enum status files_run(const struct options *options, files_work work)
{
	struct pipeline pipeline;
	struct solve_progress progress;
	enum status status = STATUS_OK;

	pipeline_set_up(&pipeline, options);
	if (work && options_logs(options, LOG_NOTES) && isatty(STDERR_FILENO))
		solve_progress_start(&progress, &pipeline.solve);
	pipeline.store = files_open_store(options);
	if (options->join)
		status = run_joined(&pipeline, options, work);
	for (size_t i = 0; !options->join && i < options->argument_count; i++)
		status = status_worse(
			status, run_argument(&pipeline, i, options, work));
	store_close(pipeline.store);
	pipeline_fini(&pipeline);
	return status;
}
