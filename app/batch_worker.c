#include "batch_worker.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "answers.h"
#include "batch_sandbox.h"
#include "batch_thumb.h"
#include "batch_wire.h"
#include "export.h"
#include "file.h"
#include "files.h"
#include "report.h"

/* What a file's boards in characters may take together in the report. */
enum { BOARDS_BYTES_MAX = 16 << 10 };

struct part {
	uint8_t *data;
	size_t length;
};

struct worker {
	int socket;
	const struct options *options;
	struct pipeline pipeline;
	struct wire_head head; /* of the reply in the making */
	struct part parts[WIRE_PARTS];
};

/* When a step began. */
struct moment {
	double clock, cpu;
};

static struct moment now(void)
{
	struct timespec cpu;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
	return (struct moment){
		clock_seconds(), (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9
	};
}

static void take_time(struct moment start, double *clock_ms, double *cpu_ms)
{
	struct moment end = now();

	*clock_ms = (end.clock - start.clock) * 1000;
	*cpu_ms = (end.cpu - start.cpu) * 1000;
}

static void set_text(struct part *part, json_t *json)
{
	char *text =
		json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15))
		     : NULL;

	json_decref(json);
	part->data = (uint8_t *)text;
	part->length = text ? strlen(text) : 0;
}

static void set_outcomes(struct worker *worker, const struct outcome_list *list)
{
	json_t *puzzles = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(
			puzzles,
			report_outcome(&list->outcomes[i], worker->options));
	set_text(&worker->parts[WIRE_OUTCOMES], puzzles);
}

static void set_left_out(struct worker *worker, const struct outcome_list *list)
{
	set_text(&worker->parts[WIRE_LEFT_OUT], report_left_out_json(list));
}

/* One text a puzzle, "" where there is none, as far as there is room. */
static void set_boards(struct worker *worker, const struct outcome_list *list)
{
	json_t *boards = json_array();
	size_t used = 0;

	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &list->outcomes[i];
		const struct draw_family *family =
			draw_family(outcome->puzzle.family);
		bool solved = outcome->verdict == OUTCOME_SOLVED;
		struct buffer text;

		buffer_init(&text);
		if (family->print)
			family->print(&outcome->puzzle,
				      solved ? &outcome->result.solutions[0]
					     : NULL,
				      false, &text);
		used += text.length;
		json_array_append_new(
			boards, json_string(used > BOARDS_BYTES_MAX
						    ? ""
						    : buffer_text(&text)));
		buffer_fini(&text);
	}
	set_text(&worker->parts[WIRE_BOARDS], boards);
}

/* Is there anything to be seen on the picture with the answers? */
static bool draws_something(const struct answers *answers)
{
	for (size_t i = 0; i < answers->count; i++)
		if (answers->drawings[i].count)
			return true;
	return false;
}

/* The picture with its answers; paints over `image`. */
static int set_pictures(struct worker *worker, struct image *image,
			const struct outcome_list *list,
			struct problem *problem)
{
	struct part *before = &worker->parts[WIRE_BEFORE];
	struct part *after = &worker->parts[WIRE_AFTER];
	struct part *answer = &worker->parts[WIRE_ANSWER];
	struct answers answers;
	int result;

	if (thumb_make(image, THUMB_SIDE_MAX, &before->data, &before->length,
		       problem) < 0 ||
	    answers_init(&answers, list, problem) < 0)
		return -1;
	result = 0;
	if (draws_something(&answers)) {
		result = export_over_image(image, answers.layers, answers.count,
					   problem);
		if (result == 0)
			result = thumb_make(image, THUMB_SIDE_MAX, &after->data,
					    &after->length, problem);
		if (result == 0)
			result = file_encode_png(image, &answer->data,
						 &answer->length, problem);
	}
	answers_fini(&answers);
	return result;
}

static int send_news(struct worker *worker, enum wire_kind kind, size_t number)
{
	struct wire_head news = { .kind = kind, .number = (uint32_t)number };

	return file_write(worker->socket, &news, sizeof news);
}

/* Reads and solves what was loaded. */
static int work(struct worker *worker, struct loaded *loaded,
		struct outcome_list *list, struct problem *problem)
{
	struct moment start = now();
	int result = 0;

	if (pipeline_outcomes(&worker->pipeline, loaded, list, problem) < 0)
		return -1;
	take_time(start, &worker->head.clock.read, &worker->head.cpu.read);
	if (send_news(worker, WIRE_FOUND, list->count) < 0)
		_exit(0);
	start = now();
	for (size_t i = 0; i < list->count; i++)
		if (pipeline_solve(&worker->pipeline, &list->outcomes[i],
				   problem) < 0)
			result = -1;
	take_time(start, &worker->head.clock.solve, &worker->head.cpu.solve);
	return result;
}

/* A file that claims to be neither picture nor puzzle is no failure, whatever
 * its text did to the parser. */
static enum status judge(struct worker *worker, const struct loaded *loaded,
			 const struct outcome_list *list, bool failed)
{
	if (loaded->is_picture)
		worker->head.content = WIRE_PICTURE;
	else if (list->count)
		worker->head.content = WIRE_PUZZLES;
	else
		worker->head.content = WIRE_OTHER;
	return failed ? STATUS_FAILED : pipeline_status(list);
}

static void do_file(struct worker *worker, int file)
{
	struct outcome_list list = { 0 };
	struct problem problem = { 0 };
	struct loaded loaded;
	struct moment start = now();
	bool failed = load_open(file, "it", &loaded, &problem) < 0;

	take_time(start, &worker->head.clock.decode, &worker->head.cpu.decode);
	worker->head.width = loaded.image.width;
	worker->head.height = loaded.image.height;
	/* puzzles before a fault are worked on all the same */
	if (!(failed && loaded.is_picture) &&
	    work(worker, &loaded, &list, &problem) < 0)
		failed = true;
	worker->head.status = judge(worker, &loaded, &list, failed);
	set_outcomes(worker, &list);
	set_boards(worker, &list);
	set_left_out(worker, &list);
	start = now();
	if (loaded.image.pixels &&
	    set_pictures(worker, &loaded.image, &list, &problem) < 0) {
		failed = true;
		worker->head.status = STATUS_FAILED;
	}
	take_time(start, &worker->head.clock.draw, &worker->head.cpu.draw);
	if (failed)
		snprintf(worker->head.error, sizeof worker->head.error, "%s",
			 problem.text);
	outcome_list_fini(&list);
	loaded_fini(&loaded);
}

static int send_reply(struct worker *worker)
{
	int result;

	for (int i = 0; i < WIRE_PARTS; i++)
		worker->head.length[i] = worker->parts[i].length;
	result = file_write(worker->socket, &worker->head, sizeof worker->head);
	for (int i = 0; i < WIRE_PARTS; i++) {
		struct part *part = &worker->parts[i];

		if (result == 0 && part->length)
			result = file_write(worker->socket, part->data,
					    part->length);
		free(part->data);
		*part = (struct part){ 0 };
	}
	return result;
}

/* Writes a digit: the font's file is opened for the first one, and without it
 * cairo would write all of them in a font of its own of bare strokes. */
static int warm_up_font(struct image *image, struct problem *problem)
{
	struct layer layer = { .cell_to_px = { { image->width, 0, 0, 0,
						 image->height, 0, 0, 0,
						 1 } } };
	struct point middle = { 0.5, 0.5 };
	struct drawing drawing;
	int result;

	drawing_init(&drawing, 1, 1);
	layer.drawing = &drawing;
	if (drawing_text(&drawing, INK_ANSWER, middle, 0.5, "0") < 0)
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to draw");
	else
		result = export_over_image(image, &layer, 1, problem);
	drawing_fini(&drawing);
	return result;
}

/* Everything that is only opened or started at first use is used once, before
 * that becomes impossible. */
static int warm_up(struct worker *worker, struct problem *problem)
{
	enum { SIDE = 64 };
	struct outcome_list list = { 0 };
	struct image image;
	int result;

	solve_warm_up();
	if (image_init(&image, SIDE, SIDE, problem) < 0)
		return -1;
	result = pipeline_read(&worker->pipeline, &image, &list, problem);
	outcome_list_fini(&list);
	if (result == 0)
		result = warm_up_font(&image, problem);
	image_fini(&image);
	return result;
}

void worker_run(int socket, const void *data)
{
	const struct options *options = data;
	struct worker worker = { .socket = socket, .options = options };
	struct problem problem = { 0 };
	struct wire_job job;
	int file;

	pipeline_set_up(&worker.pipeline, options);
	/* the other processors have workers of their own */
	worker.pipeline.solve.threads = 1;
	if (warm_up(&worker, &problem) < 0 ||
	    sandbox_enter(socket, options->memory, &problem) < 0) {
		fprintf(stderr, "solveglass: a worker cannot start: %s\n",
			problem.text);
		_exit(STATUS_FAILED);
	}
	if (send_news(&worker, WIRE_READY, 0) < 0)
		_exit(STATUS_FAILED);
	while (wire_receive_job(socket, &job, &file) == 0) {
		worker.head = (struct wire_head){ .kind = WIRE_REPLY,
						  .number = job.number };
		do_file(&worker, file);
		close(file);
		if (send_reply(&worker) < 0)
			break;
	}
	_exit(0);
}
