/* A search as it goes: the line growing, pieces being laid, numbers tried. */
#include <inttypes.h>

#include "language.h"
#include "solve_progress.h"
#include "view.h"

enum { FRAME_MILLISECONDS = 33 };

/* Nodes a second; 0: as many as it can. */
static const double speeds[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 0 };
enum { SPEEDS = sizeof speeds / sizeof *speeds, SPEED_DEFAULT = 4 };

void view_drop_trial(struct view *view)
{
	if (view->timer) {
		g_source_remove(view->timer);
		view->timer = 0;
		jobs_stop(view->jobs);
	}
	if (view->has_trial)
		drawing_fini(&view->trial);
	view->has_trial = false;
	view_drop_hand(view);
}

void view_end_trial(struct view *view)
{
	bool shown = view->has_trial;

	view_drop_trial(view);
	if (shown)
		view_compose(view);
}

void view_change_speed(struct view *view, int by)
{
	char text[64];

	/* the first time from nought */
	if (by == 0)
		view->speed = SPEED_DEFAULT;
	else if ((by < 0 && view->speed > 0) ||
		 (by > 0 && view->speed + 1 < SPEEDS))
		view->speed += (size_t)by;
	jobs_set_speed(view->jobs, speeds[view->speed]);
	if (by == 0)
		return;
	if (speeds[view->speed] > 0)
		snprintf(text, sizeof text, _("%g steps a second"),
			 speeds[view->speed]);
	else
		snprintf(text, sizeof text, _("at full speed"));
	view_say(view, text);
}

static void show_part(struct view *view, const struct solution *part)
{
	const struct outcome *outcome = view_outcome(view);

	drawing_fini(&view->trial);
	drawing_init(&view->trial, 0, 0);
	view->trial.afresh = true;
	if (outcome)
		draw_family(outcome->puzzle.family)
			->draw(&outcome->puzzle, part, &view->trial);
	gtk_widget_queue_draw(view->canvas);
}

static gboolean look(gpointer data)
{
	struct view *view = data;
	struct job_glance glance;
	struct buffer text;

	if (!jobs_glance(view->jobs, &glance))
		return G_SOURCE_CONTINUE;
	show_part(view, &glance.part);
	buffer_init(&text);
	buffer_printf(&text,
		      _("searching: step %" PRIu64 ", %.1f s, %.1f %% done"),
		      glance.nodes, glance.seconds, 100 * glance.done);
	solve_progress_put_left(&text, glance.done, glance.seconds);
	buffer_puts(&text, _("; + and - change the speed, Escape stops it"));
	/* shown, not spoken: it changes all the time */
	gtk_label_set_text(GTK_LABEL(view->text), buffer_text(&text));
	buffer_fini(&text);
	return G_SOURCE_CONTINUE;
}

void view_search(struct view *view, bool random)
{
	const struct outcome *outcome = view_outcome(view);
	struct job *job = outcome ? view_new_job(view, JOB_SEARCH) : NULL;
	struct puzzle puzzle;

	if (!job) {
		view_say(view, _("there is no puzzle to search"));
		return;
	}
	job->random = random;
	job->seed = g_random_int();
	if (puzzle_copy(&outcome->puzzle, &puzzle, &job->problem) < 0 ||
	    pipeline_add(&job->list, &puzzle, &job->problem) < 0) {
		view_say(view, job->problem.text);
		job_free(job);
		return;
	}
	view_end_trial(view);
	drawing_init(&view->trial, 0, 0);
	view->has_trial = true;
	view_compose(view);
	jobs_ask(view->jobs, job);
	view->timer = g_timeout_add(FRAME_MILLISECONDS, look, view);
}

void view_take_search(struct view *view, struct job *job)
{
	const struct solve_result *result = &job->list.outcomes[0].result;
	const char *what = job->end == WATCH_FOUND  ? _("found")
			   : job->end == WATCH_NONE ? _("nothing found")
						    : _("stopped");
	struct job_glance glance;
	char text[160];

	if (view->timer)
		g_source_remove(view->timer);
	view->timer = 0;
	jobs_glance(view->jobs, &glance);
	if (view->has_trial)
		show_part(view, result->solution_count ? result->solutions
						       : &glance.part);
	snprintf(text, sizeof text,
		 ngettext("search: %s after %" PRIu64 " step and %.1f s",
			  "search: %s after %" PRIu64 " steps and %.1f s",
			  job->nodes),
		 what, job->nodes, job->seconds);
	view_say(view,
		 job->problem.kind == PROBLEM_NONE ? text : job->problem.text);
	gtk_window_set_title(GTK_WINDOW(view->window), text);
}
