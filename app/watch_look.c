#include "watch_look.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "alloc.h"
#include "deadline.h"
#include "files.h"
#include "history.h"
#include "moved.h"
#include "store.h"
#include "watch_views.h"
#include "window.h"

/* The picture that is read to warm up: a usual window's size. */
enum { WARM_WIDTH = 640, WARM_HEIGHT = 480 };

struct looker {
	struct options options; /* a copy, with the task's target */
	struct screen *screen;
	struct pipeline pipeline;
	struct watch_views views;
	struct capture capture; /* its memory is used again and again */
	pthread_t thread;
	int fd;
	volatile sig_atomic_t hurry;

	pthread_mutex_t lock; /* all below */
	pthread_cond_t asked;
	struct look_task task;
	bool has_task, end;
	bool release; /* the window that is held */
	struct look *done;
	bool is_done;
	struct look place; /* of the look under way; without puzzles */
};

void look_free(struct look *look)
{
	if (!look)
		return;
	outcome_list_fini(&look->list);
	image_fini(&look->picture);
	free(look);
}

static bool is_same_window(const struct look *a, const struct look *b)
{
	return a->is_window == b->is_window && a->window.id == b->window.id;
}

bool look_same_places(const struct look *a, const struct look *b)
{
	return is_same_window(a, b) && moved_nowhere(&a->list, &b->list);
}

static bool is_known(const struct look *look, const struct look *known)
{
	if (!known || !look->list.count || !look_same_places(look, known))
		return false;
	for (size_t i = 0; i < look->list.count; i++) {
		const struct outcome *a = &look->list.outcomes[i];
		const struct outcome *b = &known->list.outcomes[i];

		/* what was repaired is not what was read */
		if (b->verdict != OUTCOME_SOLVED || b->repaired_count ||
		    !pipeline_reading_sure(a) ||
		    !puzzle_equal(&a->puzzle, &b->puzzle, NULL))
			return false;
	}
	return true;
}

/* Is a panel known of which the picture shows a part? It is read from several.
 */
static bool has_joined(const struct look_task *task)
{
	const struct outcome_list *list = &task->known->list;

	return !task->pressed && list->count &&
	       list->outcomes[list->count - 1].view;
}

static int capture(struct looker *looker, struct look *look)
{
	struct capture *seen = &looker->capture;
	const struct screen_shot *shot = &seen->shot;

	if (capture_target(looker->screen, &looker->options, seen,
			   &look->problem) < 0)
		return -1;
	look->is_captured = true;
	look->is_window = seen->is_window;
	if (seen->is_window)
		look->window = seen->window;
	look->scr_box = (struct box){ shot->scr_x, shot->scr_y,
				      shot->image.width, shot->image.height };
	look->scale = shot->scale;
	pthread_mutex_lock(&looker->lock);
	looker->place = *look;
	pthread_mutex_unlock(&looker->lock);
	return 0;
}

static void work(struct looker *looker, const struct look_task *task,
		 struct look *look)
{
	const struct image *picture = &looker->capture.shot.image;
	struct problem *problem = &look->problem;

	looker->options.target = task->target;
	looker->options.window = task->window;
	looker->options.monitor = task->monitor;
	looker->pipeline.solve.solutions_max =
		task->answers ? task->answers : 1;
	look->at[LOOK_BEGUN] = clock_seconds();
	if (capture(looker, look) < 0)
		return;
	look->at[LOOK_CAPTURED] = clock_seconds();
	if (task->veiled) {
		look->unread = true;
		image_copy(picture, &look->picture, problem);
		return;
	}
	look->same =
		task->known && (task->glance || has_joined(task)) &&
		is_same_window(look, task->known) &&
		!moved_from(&task->known->picture, &task->known->list, picture);
	if (look->same)
		return;
	if (pipeline_read(&looker->pipeline, picture, &look->list, problem) <
		    0 ||
	    image_copy(picture, &look->picture, problem) < 0)
		return;
	look->at[LOOK_READ] = clock_seconds();
	if (task->pressed)
		watch_views_take(&looker->views, &looker->pipeline, look);
	look->same = is_known(look, task->known);
	for (size_t i = 0; !look->same && i < look->list.count; i++)
		if (pipeline_solve(&looker->pipeline, &look->list.outcomes[i],
				   problem) < 0)
			return;
	look->at[LOOK_SOLVED] = clock_seconds();
	if (!look->same)
		history_keep(&looker->pipeline, looker->capture.name, picture,
			     &look->list);
}

/* Code, models, solver and shared memory, before they are needed. */
static void warm_up(struct looker *looker)
{
	struct outcome_list list = { 0 };
	struct image blank;
	struct box screen;
	double scale;

	solve_warm_up();
	screen_bounds(looker->screen, &screen, &scale);
	/* nobody has pressed a key yet */
	if (!screen_asks(looker->screen))
		screen_grab_box(looker->screen, &screen, scale,
				&looker->capture.shot, NULL);
	if (image_init(&blank, WARM_WIDTH, WARM_HEIGHT, NULL) == 0) {
		pipeline_read(&looker->pipeline, &blank, &list, NULL);
		image_fini(&blank);
	}
	outcome_list_fini(&list);
}

/* Waits for a task. Returns false where there will be none any more. */
static bool next_task(struct looker *looker, struct look_task *task)
{
	bool found;

	pthread_mutex_lock(&looker->lock);
	while (!looker->has_task && !looker->end) {
		if (looker->release)
			screen_release(looker->screen);
		looker->release = false;
		pthread_cond_wait(&looker->asked, &looker->lock);
	}
	found = !looker->end;
	*task = looker->task;
	looker->has_task = false;
	pthread_mutex_unlock(&looker->lock);
	return found;
}

static void *run(void *data)
{
	struct looker *looker = data;
	struct look_task task;

	warm_up(looker);
	while (next_task(looker, &task)) {
		struct look *look = calloc(1, sizeof *look);
		uint64_t one = 1;

		if (look)
			work(looker, &task, look);
		pthread_mutex_lock(&looker->lock);
		looker->done = look;
		looker->is_done = true;
		pthread_mutex_unlock(&looker->lock);
		/* it counts up; it cannot be full */
		if (write(looker->fd, &one, sizeof one) < 0)
			break;
	}
	screen_close(looker->screen);
	looker->screen = NULL;
	return NULL;
}

static void release(struct looker *looker)
{
	if (looker->fd >= 0)
		close(looker->fd);
	screen_close(looker->screen);
	watch_views_forget(&looker->views);
	capture_fini(&looker->capture);
	store_close(looker->pipeline.store);
	pipeline_fini(&looker->pipeline);
	pthread_cond_destroy(&looker->asked);
	pthread_mutex_destroy(&looker->lock);
	free(looker);
}

/* The thread gets no signal: those are for the loop to see. */
static int start_thread(struct looker *looker)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	error = pthread_create(&looker->thread, NULL, run, looker);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error ? -1 : 0;
}

struct looker *looker_start(const struct options *options,
			    struct problem *problem)
{
	struct looker *looker = calloc(1, sizeof *looker);

	if (!looker) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for looking");
		return NULL;
	}
	looker->options = *options;
	looker->options.stop = NULL;
	pipeline_set_up(&looker->pipeline, options);
	looker->pipeline.store = files_open_store(options);
	looker->pipeline.solve.deadline.stop = &looker->hurry;
	looker->capture.hold = true;
	pthread_mutex_init(&looker->lock, NULL);
	pthread_cond_init(&looker->asked, NULL);
	looker->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	looker->screen = screen_open(problem);
	if (!looker->screen)
		looker->screen = screen_open_bare(NULL);
	if (!looker->screen)
		goto fail;
	if (looker->fd < 0 || start_thread(looker) < 0) {
		problem_set(problem, PROBLEM_MEMORY, "cannot start a thread");
		goto fail;
	}
	return looker;
fail:
	release(looker);
	return NULL;
}

void looker_end(struct looker *looker)
{
	if (!looker)
		return;
	deadline_stop(&looker->hurry, true);
	pthread_mutex_lock(&looker->lock);
	looker->end = true;
	pthread_cond_signal(&looker->asked);
	pthread_mutex_unlock(&looker->lock);
	pthread_join(looker->thread, NULL);
	look_free(looker->done);
	release(looker);
}

int looker_fd(const struct looker *looker)
{
	return looker->fd;
}

void looker_ask(struct looker *looker, const struct look_task *task)
{
	deadline_stop(&looker->hurry, false);
	pthread_mutex_lock(&looker->lock);
	looker->task = *task;
	looker->has_task = true;
	looker->place.is_captured = false;
	pthread_cond_signal(&looker->asked);
	pthread_mutex_unlock(&looker->lock);
}

void looker_release(struct looker *looker)
{
	pthread_mutex_lock(&looker->lock);
	looker->release = true;
	pthread_cond_signal(&looker->asked);
	pthread_mutex_unlock(&looker->lock);
}

void looker_hurry(struct looker *looker)
{
	deadline_stop(&looker->hurry, true);
}

bool looker_where(struct looker *looker, struct look *place)
{
	pthread_mutex_lock(&looker->lock);
	*place = looker->place;
	pthread_mutex_unlock(&looker->lock);
	return place->is_captured;
}

struct look *looker_take(struct looker *looker, bool *none_left)
{
	struct look *look;
	uint64_t count;

	if (read(looker->fd, &count, sizeof count) < 0)
		count = 0;
	pthread_mutex_lock(&looker->lock);
	look = looker->done;
	*none_left = looker->is_done;
	looker->done = NULL;
	looker->is_done = false;
	pthread_mutex_unlock(&looker->lock);
	return look;
}
