/* solveglass batch: a folder of screenshots becomes answers and a report. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "batch_page.h"
#include "batch_pool.h"
#include "batch_progress.h"
#include "batch_results.h"
#include "batch_watch.h"
#include "batch_worker.h"
#include "command.h"
#include "deadline.h"
#include "language.h"
#include "names.h"

static const char help[] =
	N_("Solves every picture (PNG, JPEG, WebP) and puzzle file of a "
	   "folder, and writes into the output folder: results.jsonl (a line "
	   "for each file, ordered by name), answers/ (pictures with their "
	   "answers), report.html, summary.txt and times.jsonl. If it is "
	   "stopped or killed, the same command continues from there.");

static const char notes[] =
	N_("  solveglass batch screenshots -o solved\n"
	   "  solveglass batch -r -j 4 screenshots -o solved\n"
	   "  solveglass batch --watch screenshots -o solved\n\n"
	   "Files are decoded by separate processes that cannot write, open or "
	   "send anything: a file that crashes or blocks one of them does not "
	   "affect the others. Files that are neither pictures nor puzzles are "
	   "listed.\n\n"
	   "Exit status: 0 all puzzles are solved, 1 a puzzle has no solution, "
	   "2 a puzzle is undecided or doubtful, or the batch was stopped, 3 a "
	   "picture holds no puzzle, 4 a picture could not be read.");

/* How long to wait for workers before looking at the clock and at Ctrl-C. */
static const double wait_seconds = 0.25;

/* Beyond a puzzle's own time: for drawing and for what a solver takes to
 * notice that its time is up. */
static const double puzzle_seconds_more = 2;

struct running {
	struct batch *batch;
	struct pool *pool;
	struct progress progress;
	size_t next; /* item to start */
};

static bool stopped(const struct batch *batch)
{
	return batch->options->stop && *batch->options->stop;
}

/* A name that promises a picture: then what is in it is no matter of taste. */
static bool is_called_picture(const char *path)
{
	static const char *const ends[] = { ".png", ".jpg", ".jpeg", ".webp" };
	size_t length = strlen(path);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t end = strlen(ends[i]);

		if (length > end && !strcasecmp(path + length - end, ends[i]))
			return true;
	}
	return false;
}

static json_t *parse(const struct pool_done *done, enum wire_part part)
{
	json_t *json = json_loadb((const char *)done->parts[part],
				  (size_t)done->head.length[part], 0, NULL);

	if (!json_is_array(json)) {
		json_decref(json);
		return json_array();
	}
	return json;
}

static double thousandth(double ms)
{
	return (double)(long)(ms * 1000) / 1000;
}

static void set_error(struct item *item, enum status status, const char *text)
{
	struct buffer clean;

	/* a sentence may quote bytes of the file that are no text */
	buffer_init(&clean);
	names_clean(&clean, text);
	json_object_set_new(item->record, "status", json_integer(status));
	json_object_set_new(item->record, "error",
			    json_string(buffer_text(&clean)));
	buffer_fini(&clean);
}

/* A file that is neither picture nor puzzle: listed, but no failure. */
static void set_other(struct item *item, const char *why)
{
	char text[480];

	snprintf(text, sizeof text, _("neither a picture nor a puzzle (%s)"),
		 why);
	set_error(item, STATUS_OK, text);
}

static json_t *times_json(const struct wire_times *times)
{
	return json_pack(
		"{s:f,s:f,s:f,s:f}", "decode", thousandth(times->decode),
		"read", thousandth(times->read), "solve",
		thousandth(times->solve), "draw", thousandth(times->draw));
}

static void set_outcome(struct item *item, const struct pool_done *done)
{
	const struct wire_head *head = &done->head;
	enum status status = (enum status)head->status;

	json_object_update_new(
		item->record,
		json_pack("{s:i,s:i,s:[i,i],s:o,s:o,s:o,s:o,s:o}", "content",
			  (int)head->content, "status", (int)head->status,
			  "picture", head->width, head->height, "outcomes",
			  parse(done, WIRE_OUTCOMES), "boards",
			  parse(done, WIRE_BOARDS), "left_out",
			  parse(done, WIRE_LEFT_OUT), "milliseconds",
			  times_json(&head->clock), "cpu",
			  times_json(&head->cpu)));
	if (!head->error[0])
		return;
	if (head->content != WIRE_OTHER)
		set_error(item, status, head->error);
	else if (is_called_picture(item->entry->path))
		set_error(item, STATUS_FAILED,
			  _("not a PNG, JPEG or WebP picture"));
	else
		set_other(item, head->error);
}

/* A file that a worker sends, and the record's field that says it is there. */
struct part {
	enum wire_part part;
	const char *suffix, *field;
};

static int save_part(const struct batch *batch, struct item *item,
		     const struct pool_done *done, const struct part *part,
		     struct problem *problem)
{
	size_t length = (size_t)done->head.length[part->part];
	int folder = part->part == WIRE_ANSWER ? batch->out.answers
					       : batch->out.thumbs;
	char *name = batch_file_name(batch, item, part->suffix);
	int result = 0;

	if (!name)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	if (length) {
		result = out_save(&batch->out, folder, name,
				  done->parts[part->part], length, problem);
		json_object_set_new(item->record, part->field, json_true());
	} else {
		out_remove(folder, name); /* of an earlier run */
	}
	free(name);
	return result;
}

static int save_parts(const struct batch *batch, struct item *item,
		      const struct pool_done *done, struct problem *problem)
{
	const struct part parts[] = {
		{ WIRE_ANSWER, batch_answer_suffix, "answer" },
		{ WIRE_BEFORE, batch_before_suffix, "before" },
		{ WIRE_AFTER, batch_after_suffix, "after" },
	};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (save_part(batch, item, done, &parts[i], problem) < 0)
			return -1;
	return 0;
}

/* Keeps what became of an item: its files first, then its record. */
static int keep(struct running *running, const struct pool_done *done,
		struct problem *problem)
{
	struct batch *batch = running->batch;
	struct item *item = &batch->items[done->number];
	char hash[20];

	item->record =
		json_pack("{s:I,s:I}", "size", (json_int_t)item->entry->size,
			  "changed", (json_int_t)item->entry->changed);
	if (item->hashed) {
		snprintf(hash, sizeof hash, "%016llx",
			 (unsigned long long)item->hash);
		json_object_set_new(item->record, "hash", json_string(hash));
	}
	if (done->failure[0]) {
		json_object_set_new(item->record, "content",
				    json_integer(WIRE_PICTURE));
		set_error(item, STATUS_FAILED, done->failure);
	} else {
		set_outcome(item, done);
	}
	if (save_parts(batch, item, done, problem) < 0)
		return -1;
	item->state = ITEM_DONE;
	batch->done++;
	batch->new ++;
	return journal_add(&batch->journal, item->key, item->record, problem);
}

/* A file that was there when the folder was listed and cannot be opened. */
static void give_up(struct batch *batch, struct item *item, const char *why)
{
	item->record = json_pack("{s:i}", "content", WIRE_OTHER);
	set_error(item, STATUS_FAILED, why);
	item->state = ITEM_DONE;
	batch->done++;
}

/* Hands out items as long as workers are free. */
static void start_items(struct running *running)
{
	struct batch *batch = running->batch;

	while (running->next < batch->walk.count &&
	       pool_has_room(running->pool) && !stopped(batch)) {
		size_t index = running->next++;
		struct item *item = &batch->items[index];
		struct problem problem = { 0 };
		int file;

		if (item->state != ITEM_WAITING)
			continue;
		file = batch_open_file(batch, item, &problem);
		if (file < 0) {
			give_up(batch, item, problem.text);
		} else if (batch_find_same(batch, index, file)) {
			batch->done++;
			close(file);
		} else {
			item->state = ITEM_RUNNING;
			pool_start(running->pool, (uint32_t)index, file);
		}
	}
}

static int run_items(struct running *running, struct problem *problem)
{
	struct batch *batch = running->batch;

	for (;;) {
		struct pool_done done;
		int result;

		start_items(running);
		progress_show(&running->progress, batch->done);
		if (!pool_is_busy(running->pool) || stopped(batch))
			return 0;
		result = pool_wait(running->pool, wait_seconds, &done, problem);
		if (result < 0)
			return -1;
		if (result == 0)
			continue;
		/* the worker goes on while its reply is written */
		start_items(running);
		result = keep(running, &done, problem);
		free(done.body);
		if (result < 0)
			return -1;
	}
}

static int worker_count(const struct batch *batch)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t wanted = batch->options->jobs ? (size_t)batch->options->jobs
			: processors > 0     ? (size_t)processors
					     : 1;
	size_t left = batch->walk.count - batch->done;

	return (int)(left < wanted ? left : wanted);
}

static int write_all(const struct batch *batch, struct problem *problem)
{
	int result;

	if (results_write(batch, problem) < 0)
		return -1;
	language_begin();
	result = page_write(batch, batch->options->arguments[0], problem);
	language_plain();
	return result;
}

/* Works on all that is not done yet, and writes the results. */
static int run_pass(struct batch *batch, struct problem *problem)
{
	const struct options *options = batch->options;
	struct pool_setup setup = {
		.workers = worker_count(batch),
		.picture_seconds = options->picture_seconds,
		.puzzle_seconds = options->seconds + puzzle_seconds_more,
		.run = worker_run,
		.data = options,
	};
	struct running running = { .batch = batch };
	int result = 0;

	if (setup.workers > 0) {
		running.pool = pool_new(&setup, problem);
		if (!running.pool)
			return -1;
		progress_start(&running.progress,
			       !options_logs(options, LOG_NOTES) ||
				       options->json,
			       batch->walk.count, batch->done);
		result = run_items(&running, problem);
		progress_end(&running.progress);
		pool_free(running.pool);
	}
	return result < 0 ? -1 : write_all(batch, problem);
}

/* Lists the folder and works on it. */
static int look(struct batch *batch, struct problem *problem)
{
	struct stat own;

	/* what goes into results is in English, for scripts, and workers, which
	 * cannot open a catalog, are begun from here */
	language_plain();
	batch_unlist(batch);
	walk_fini(&batch->walk);
	if (fstat(batch->out.top, &own) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the output folder is gone");
	if (walk_list(&batch->walk, batch->dir, batch->options->recursive, &own,
		      problem) < 0 ||
	    batch_list(batch, problem) < 0)
		return -1;
	return run_pass(batch, problem);
}

static void print_lines(const struct batch *batch)
{
	for (size_t i = 0; i < batch->walk.count; i++) {
		json_t *line;

		if (!batch_record(batch, &batch->items[i]))
			continue;
		line = results_line(batch, &batch->items[i]);
		json_dumpf(line, stdout,
			   JSON_COMPACT | JSON_REAL_PRECISION(15));
		putchar('\n');
		json_decref(line);
	}
}

static enum status print_results(const struct batch *batch)
{
	struct batch_counts counts;
	struct buffer text;
	bool all = batch->done == batch->walk.count;

	results_count(batch, &counts);
	if (batch->options->json) {
		print_lines(batch);
	} else {
		language_begin();
		buffer_init(&text);
		results_summary(&counts, &text);
		fputs(buffer_text(&text), stdout);
		if (!batch->options->quiet)
			printf(_("%s/report.html shows them\n"),
			       batch->options->output);
		buffer_fini(&text);
	}
	if (!all)
		fprintf(stderr,
			_("solveglass: stopped with %zu of %zu files done; the "
			  "same command continues from there\n"),
			batch->done, batch->walk.count);
	fflush(stdout);
	return all ? counts.status
		   : status_worse(counts.status, STATUS_UNDECIDED);
}

/* Whatever changes an answer: results kept under other settings are not
 * these. */
static int settings_of(const struct options *options, char **text)
{
	return asprintf(
		text,
		"families %x seconds %.17g engine %d rules %s "
		"symmetry %s outline %d answer %x %.17g %.17g %.17g picture "
		"%.17g memory %zu",
		options->families, options->seconds, (int)options->engine,
		options->rules ? options->rules : "-",
		options->symmetry ? options->symmetry : "-", options->outline,
		options->answer.colour, options->answer.width,
		options->answer.size, options->answer.opacity,
		options->picture_seconds, options->memory);
}

static int open_batch(struct batch *batch, struct problem *problem)
{
	const struct options *options = batch->options;
	const char *path = options->arguments[0];
	char *settings;
	int result;

	batch->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (batch->dir < 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "cannot open the folder: '%.120s' (%s)",
				   path, strerror(errno));
	if (out_open(&batch->out, options->output, problem) < 0)
		return -1;
	if (settings_of(options, &settings) < 0)
		return problem_set(problem, PROBLEM_MEMORY, "no memory");
	result = journal_open(&batch->journal, batch->out.state, settings,
			      options->fresh, problem);
	free(settings);
	return result;
}

static void close_batch(struct batch *batch)
{
	batch_unlist(batch);
	walk_fini(&batch->walk);
	journal_close(&batch->journal);
	out_close(&batch->out);
	if (batch->dir >= 0)
		close(batch->dir);
}

static int watch_on(struct batch *batch, struct problem *problem)
{
	struct watch *watch = watch_new(problem);
	int result = watch ? 0 : -1;

	while (result == 0 && !stopped(batch)) {
		/* folders that are new may hold files already */
		bool more = watch_folders(watch, batch->options->arguments[0],
					  &batch->walk);

		if (!more && !watch_wait(watch, batch->options->stop))
			break;
		result = look(batch, problem);
		if (result == 0 && batch->new && !stopped(batch))
			print_results(batch);
		batch->new = 0;
	}
	watch_free(watch);
	return result;
}

static enum status run(const struct options *options)
{
	struct batch batch = { .options = options,
			       .dir = -1,
			       .out = { -1, -1, -1, -1, -1 },
			       .journal = { .fd = -1 } };
	struct problem problem = { 0 };
	enum status status = STATUS_FAILED;

	if (options->argument_count != 1 || !options->output) {
		problem_set(&problem, PROBLEM_INPUT,
			    options->output ? _("expected one folder")
					    : _("-o FOLDER is missing"));
		command_complain("batch", &problem);
		return STATUS_USAGE;
	}
	if (open_batch(&batch, &problem) == 0 && look(&batch, &problem) == 0) {
		status = print_results(&batch);
		batch.new = 0;
		if (options->watch && !stopped(&batch) &&
		    watch_on(&batch, &problem) < 0)
			status = STATUS_FAILED;
	}
	if (problem.text[0])
		command_complain(NULL, &problem);
	close_batch(&batch);
	return status;
}

const struct command command_batch = {
	.name = "batch",
	.summary = N_("answer a folder of screenshots, with a report"),
	.usage = { "solveglass batch", "FOLDER -o OUT", help, notes,
		   GROUP_COMMON | GROUP_READ | GROUP_SOLVE | GROUP_BATCH, 1 },
	.run = run,
};
