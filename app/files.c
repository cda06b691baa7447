#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "alloc.h"
#include "history.h"
#include "report.h"
#include "solve_progress.h"

void files_pipeline(struct pipeline *pipeline, const struct options *options)
{
	pipeline_init(pipeline);
	pipeline->families = options->families;
	pipeline->seconds = options->seconds;
	pipeline->rules = options->rules;
	pipeline->said = options->said;
	pipeline->symmetry = options->symmetry;
	pipeline->outline = options->outline;
	pipeline->solve.engine = options->engine;
	pipeline->solve.count = options->count;
	pipeline->solve.order = options->order;
	pipeline->solve.seed = options->seed;
	pipeline->solve.threads = options->threads
					  ? options->threads
					  : (int)sysconf(_SC_NPROCESSORS_ONLN);
	pipeline->solve.deadline.stop = options->stop;
	if (options->all)
		pipeline->solve.solutions_max = options->all;
}

int files_outcomes(struct pipeline *pipeline, struct loaded *loaded,
		   struct outcome_list *list, struct problem *problem)
{
	struct puzzle_list *puzzles = &loaded->puzzles;

	if (loaded->is_picture)
		return pipeline_read(pipeline, &loaded->image, list, problem);
	for (size_t i = 0; i < puzzles->count; i++) {
		struct puzzle *puzzle = &puzzles->entries[i].puzzle;
		struct puzzle taken = *puzzle;

		if (!(pipeline->families & (1u << puzzle->family)))
			continue;
		/* what is left behind owns nothing */
		*puzzle = (struct puzzle){ .family = taken.family };
		if (pipeline_add(list, &taken, problem) < 0)
			return -1;
		pipeline_set_symmetry(pipeline->symmetry,
				      &list->outcomes[list->count - 1]);
	}
	return 0;
}

/* Returns 0, or -1 where a puzzle has not the form asked for. */
static int print(const char *path, const struct outcome_list *list,
		 const char *error, const struct options *options,
		 struct problem *problem)
{
	json_t *puzzles;
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
	puzzles = json_array();
	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(
			puzzles, report_outcome(&list->outcomes[i], options));
	report_line(path, puzzles, list, error);
	return 0;
}

enum status files_status(const struct outcome_list *list)
{
	enum status status = list->count ? STATUS_OK : STATUS_NO_PUZZLE;

	for (size_t i = 0; i < list->count; i++)
		status =
			status_worse(status, report_status(&list->outcomes[i]));
	return status;
}

enum status files_finish(const char *path, const struct outcome_list *list,
			 const struct problem *problem,
			 const struct options *options)
{
	struct problem nothing = { .text = "no puzzle found" };
	struct problem formless = { 0 };
	bool failed = problem->kind != PROBLEM_NONE;
	enum status status = failed ? STATUS_FAILED : files_status(list);

	if (print(path, list, failed ? problem->text : NULL, options,
		  &formless) < 0) {
		command_complain(path, &formless);
		status = STATUS_FAILED;
	}
	if (failed) {
		command_complain(path, problem);
	} else if (status == STATUS_NO_PUZZLE) {
		if (list->left_out_count)
			report_only_left_out(list, nothing.text,
					     sizeof nothing.text);
		command_complain(path, &nothing);
	}
	return status;
}

int files_load(const struct options *options, size_t index,
	       struct loaded *loaded, struct problem *problem)
{
	const char *path = options->arguments[index];
	int result = path == load_puzzle
			     ? load_text(options->puzzle, loaded, problem)
			     : load_file(path, loaded, problem);

	loaded->name = path;
	return result;
}

static enum status run_file(struct pipeline *pipeline, size_t index,
			    const struct options *options, files_work work)
{
	const char *path = options->arguments[index];
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	struct loaded loaded;
	enum status status;

	files_load(options, index, &loaded, &problem);
	/* what came before a fault is worked on all the same */
	if (files_outcomes(pipeline, &loaded, &list, &problem) == 0 && work)
		work(pipeline, &loaded, &list, options, &problem);
	else
		history_keep(pipeline, loaded.name, loaded_image(&loaded),
			     &list);
	solve_progress_clear(pipeline->solve.progress_data);
	status = files_finish(path, &list, &problem, options);
	outcome_list_fini(&list);
	loaded_fini(&loaded);
	return status;
}

/* Loads all pictures and joins them; joined_fini frees in any case. */
static int join_outcomes(struct pipeline *pipeline,
			 const struct options *options, struct joined *joined,
			 struct outcome_list *list, struct problem *problem)
{
	const struct image *images[VISION_JOIN_MOST];
	int result = 0;

	if (options->argument_count > VISION_JOIN_MOST)
		return problem_set(problem, PROBLEM_INPUT,
				   "2 to %d views can be joined",
				   VISION_JOIN_MOST);
	while (result == 0 && joined->count < (int)options->argument_count) {
		const char *path = options->arguments[joined->count];
		struct loaded *one = &joined->loaded[joined->count];

		result = files_load(options, (size_t)joined->count, one,
				    problem);
		if (result == 0 && !one->is_picture)
			result = problem_set(problem, PROBLEM_INPUT,
					     "no picture: '%.80s'", path);
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

static bool is_stopped(const struct options *options)
{
	return options->stop && *options->stop;
}

/* After Ctrl-C: a line for every file all the same. */
static enum status skip_file(const char *path, const struct options *options)
{
	if (options->json)
		report_line(path, NULL, NULL,
			    "stopped before it was looked at");
	return STATUS_UNDECIDED;
}

struct store *files_open_store(const struct options *options)
{
	struct store *store;
	char note[512];

	if (options->no_store)
		return NULL;
	store = store_open(NULL, note, sizeof note);
	/* no home, no store: as a person would expect */
	if (note[0] && (store || options->verbose) && !options->quiet)
		fprintf(stderr, "solveglass: %s\n", note);
	store_bound(store, (long long)options->keep, options->keep_days);
	return store;
}

enum status files_run(const struct options *options, files_work work)
{
	struct pipeline pipeline;
	struct solve_progress progress;
	enum status status = STATUS_OK;

	files_pipeline(&pipeline, options);
	if (work && !options->quiet && isatty(STDERR_FILENO))
		solve_progress_start(&progress, &pipeline.solve);
	pipeline.store = files_open_store(options);
	if (options->join)
		status = run_joined(&pipeline, options, work);
	for (size_t i = 0; !options->join && i < options->argument_count; i++) {
		const char *path = options->arguments[i];

		status = status_worse(
			status, is_stopped(options) ? skip_file(path, options)
						    : run_file(&pipeline, i,
							       options, work));
	}
	store_close(pipeline.store);
	pipeline_fini(&pipeline);
	return status;
}
