#include "job.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "history.h"

struct jobs {
	struct pipeline *pipeline;
	job_done done;
	void *data;
	GThread *thread;
	volatile sig_atomic_t stop;
	struct job *current; /* the thread's */
	struct job *next;    /* after it; NULL: none */

	GMutex lock; /* all below */
	GCond hurry;
	double speed;
	struct job_glance seen; /* its seconds are not kept */
	bool is_new;
	double begun;
};

void job_free(struct job *job)
{
	if (!job)
		return;
	free(job->name);
	free(job->json);
	image_fini(&job->image);
	outcome_list_fini(&job->list);
	free(job);
}

static int add_json(struct job *job)
{
	json_t *json = json_loads(job->json, 0, NULL);
	struct puzzle puzzle;
	int result =
		json ? puzzle_from_json(json, &puzzle, &job->problem)
		     : problem_set(&job->problem, PROBLEM_MEMORY, "no memory");

	json_decref(json);
	return result < 0 ? -1
			  : pipeline_add(&job->list, &puzzle, &job->problem);
}

static void read_page(struct jobs *jobs, struct job *job)
{
	struct pipeline *pipeline = jobs->pipeline;

	if (job->page == PAGE_STORED) {
		history_recall(pipeline, job->id, &job->list, &job->problem);
		return;
	}
	if (job->page == PAGE_PUZZLE) {
		if (add_json(job) == 0)
			pipeline_set_symmetry(pipeline->symmetry,
					      &job->list.outcomes[0]);
		return;
	}
	if (job->has_image)
		pipeline_read(pipeline, &job->image, &job->list, &job->problem);
}

static void solve(struct jobs *jobs, struct job *job)
{
	for (size_t i = 0; i < job->list.count && !jobs->stop; i++)
		if (job->list.outcomes[i].verdict == OUTCOME_READ &&
		    pipeline_solve(jobs->pipeline, &job->list.outcomes[i],
				   &job->problem) < 0)
			return;
	if (jobs->stop || job->page == PAGE_STORED)
		return;
	history_keep(jobs->pipeline, job->name,
		     job->has_image ? &job->image : NULL, &job->list);
}

/* Sizes that people play; families that have but one do not mind. */
static void make(struct job *job)
{
	enum { SIDE_MIN = 3, SIDES = 4 };
	GRand *random = g_rand_new_with_seed((guint32)job->seed);
	int columns = g_rand_int_range(random, SIDE_MIN, SIDE_MIN + SIDES);
	int rows = g_rand_int_range(random, SIDE_MIN, SIDE_MIN + SIDES);
	json_t *wish = json_pack("{s:i,s:i}", "columns", columns, "rows", rows);
	struct puzzle puzzle;

	g_rand_free(random);
	if (solve_make(job->family, wish, job->seed, &puzzle, NULL) == 0 ||
	    solve_make(job->family, NULL, job->seed, &puzzle, &job->problem) ==
		    0)
		pipeline_add(&job->list, &puzzle, &job->problem);
	json_decref(wish);
}

/* Whoever stops the search, or sets another speed, need not wait. */
static bool show_tried(void *data, const struct solution *part, double done)
{
	struct jobs *jobs = data;
	double begun = clock_seconds();

	g_mutex_lock(&jobs->lock);
	jobs->seen.part = *part;
	jobs->seen.done = done;
	jobs->seen.nodes++;
	jobs->is_new = true;
	while (!jobs->stop && jobs->speed > 0) {
		double left = begun + 1 / jobs->speed - clock_seconds();

		if (left <= 0)
			break;
		g_cond_wait_until(&jobs->hurry, &jobs->lock,
				  g_get_monotonic_time() +
					  (gint64)(left * G_TIME_SPAN_SECOND));
	}
	g_mutex_unlock(&jobs->lock);
	return !jobs->stop;
}

static void search(struct jobs *jobs, struct job *job)
{
	struct outcome *outcome = &job->list.outcomes[0];
	struct solve_watch watch = { .random = job->random,
				     .seed = job->seed,
				     .tried = show_tried,
				     .data = jobs };

	watch.deadline = deadline_never();
	watch.deadline.stop = &jobs->stop;
	g_mutex_lock(&jobs->lock);
	jobs->seen = (struct job_glance){ 0 };
	jobs->is_new = false;
	jobs->begun = clock_seconds();
	g_mutex_unlock(&jobs->lock);
	/* rules are no part of a copy */
	if (pipeline_set_rules(job->rules, &outcome->puzzle, &job->problem) ==
	    0)
		solve_watched(&outcome->puzzle, &watch, &job->end,
			      &outcome->result, &job->problem);
	job->nodes = jobs->seen.nodes;
	job->seconds = clock_seconds() - jobs->begun;
}

static gboolean deliver(gpointer data);

static gpointer work(gpointer data)
{
	struct jobs *jobs = data;

	switch (jobs->current->kind) {
	case JOB_LOAD:
		jobs->current->has_image =
			file_load_image(jobs->current->name,
					&jobs->current->image,
					&jobs->current->problem) == 0;
		break;
	case JOB_READ:
		read_page(jobs, jobs->current);
		break;
	case JOB_SOLVE:
		solve(jobs, jobs->current);
		break;
	case JOB_MAKE:
		make(jobs->current);
		break;
	case JOB_SEARCH:
		search(jobs, jobs->current);
		break;
	case JOB_CHECK:
		pipeline_solve(jobs->pipeline, &jobs->current->list.outcomes[0],
			       &jobs->current->problem);
		break;
	}
	g_idle_add(deliver, jobs);
	return NULL;
}

static void start(struct jobs *jobs, struct job *job)
{
	deadline_stop(&jobs->stop, false);
	jobs->pipeline->rules = job->rules;
	jobs->pipeline->symmetry = job->symmetry;
	jobs->current = job;
	jobs->thread = g_thread_new("job", work, jobs);
}

static gboolean deliver(gpointer data)
{
	struct jobs *jobs = data;
	struct job *job = jobs->current, *next = jobs->next;

	g_thread_join(jobs->thread);
	jobs->thread = NULL;
	jobs->current = NULL;
	jobs->next = NULL;
	if (next)
		start(jobs, next);
	if (job->stopped)
		job_free(job);
	else
		jobs->done(job, jobs->data);
	return G_SOURCE_REMOVE;
}

struct jobs *jobs_start(struct pipeline *pipeline, job_done done, void *data)
{
	struct jobs *jobs = g_new0(struct jobs, 1);

	g_mutex_init(&jobs->lock);
	g_cond_init(&jobs->hurry);
	jobs->pipeline = pipeline;
	jobs->done = done;
	jobs->data = data;
	pipeline->solve.deadline.stop = &jobs->stop;
	return jobs;
}

void jobs_end(struct jobs *jobs)
{
	jobs_stop(jobs);
	if (jobs->thread)
		g_thread_join(jobs->thread);
	while (g_source_remove_by_user_data(jobs))
		;
	job_free(jobs->current);
	job_free(jobs->next);
	g_mutex_clear(&jobs->lock);
	g_cond_clear(&jobs->hurry);
	g_free(jobs);
}

void jobs_ask(struct jobs *jobs, struct job *job)
{
	if (!jobs->thread) {
		start(jobs, job);
		return;
	}
	jobs_stop(jobs);
	jobs->current->stopped = true;
	job_free(jobs->next);
	jobs->next = job;
}

void jobs_stop(struct jobs *jobs)
{
	g_mutex_lock(&jobs->lock);
	deadline_stop(&jobs->stop, true);
	g_cond_signal(&jobs->hurry);
	g_mutex_unlock(&jobs->lock);
}

void jobs_set_speed(struct jobs *jobs, double speed)
{
	g_mutex_lock(&jobs->lock);
	jobs->speed = speed;
	g_cond_signal(&jobs->hurry);
	g_mutex_unlock(&jobs->lock);
}

bool jobs_glance(struct jobs *jobs, struct job_glance *glance)
{
	bool is_new;

	g_mutex_lock(&jobs->lock);
	is_new = jobs->is_new;
	jobs->is_new = false;
	*glance = jobs->seen;
	glance->seconds = clock_seconds() - jobs->begun;
	g_mutex_unlock(&jobs->lock);
	return is_new;
}

bool jobs_busy(const struct jobs *jobs)
{
	return jobs->thread != NULL;
}
