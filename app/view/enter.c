/* An answer entered by hand, by keys and by the pointer, and checked. */
#include <stdlib.h>

#include "language.h"
#include "view.h"

/* Changes that can be taken back. */
enum { STROKES_MAX = 500 };

bool view_is_entering(const struct view *view)
{
	return view->hand.sites != NULL;
}

static void show(struct view *view)
{
	drawing_fini(&view->trial);
	drawing_init(&view->trial, 0, 0);
	view->trial.afresh = true;
	hand_draw(&view->hand, &view->trial);
	gtk_widget_queue_draw(view->canvas);
}

static void say(struct view *view, const char *text)
{
	view_say(view, text);
	atk_object_set_description(gtk_widget_get_accessible(view->canvas),
				   text);
}

static void say_site(struct view *view)
{
	struct buffer text;

	buffer_init(&text);
	hand_put_words(&view->hand, &text);
	say(view, buffer_text(&text));
	buffer_fini(&text);
}

static const char how_typed[] =
	N_("your own answer: choose a cell with the arrow keys or a click, and "
	   "type digits; c checks, u undoes, Return ends");
static const char how_pressed[] =
	N_("your own answer: choose a place with the arrow keys and press "
	   "Space, or click; c checks, u undoes, Return ends");

static void begin(struct view *view)
{
	const struct outcome *outcome = view_outcome(view);
	struct problem problem = { 0 };
	struct hand hand;

	if (!outcome) {
		view_say(view, _("there is no puzzle to answer"));
		return;
	}
	if (hand_init(&hand, &outcome->puzzle, &problem) < 0) {
		view_say(view, problem.text);
		return;
	}
	view_end_trial(view);
	view->hand = hand;
	/* what is entered is drawn as what a search tries is */
	drawing_init(&view->trial, 0, 0);
	view->has_trial = true;
	view_compose(view);
	show(view);
	say(view, hand_is_typed(&hand) ? how_typed : how_pressed);
}

void view_enter(struct view *view)
{
	if (view_is_entering(view))
		view_end_trial(view);
	else
		begin(view);
}

void view_drop_hand(struct view *view)
{
	view->checking = false;
	hand_fini(&view->hand);
	g_queue_clear_full(&view->strokes, free);
}

/* Before a change. */
static void keep_stroke(struct view *view)
{
	struct solution *before = malloc(sizeof *before);

	view->checking = false;
	if (!before)
		return;
	*before = view->hand.mine;
	g_queue_push_head(&view->strokes, before);
	if (g_queue_get_length(&view->strokes) > STROKES_MAX)
		free(g_queue_pop_tail(&view->strokes));
	hand_clear_marks(&view->hand);
}

static void after(struct view *view, const char *fault)
{
	show(view);
	if (fault)
		say(view, fault);
	else
		say_site(view);
}

bool view_take_back(struct view *view)
{
	struct solution *before;

	if (!view_is_entering(view))
		return false;
	view->checking = false;
	before = g_queue_pop_head(&view->strokes);
	if (before) {
		view->hand.mine = *before;
		hand_clear_marks(&view->hand);
		show(view);
	}
	free(before);
	say(view, before ? _("undone") : _("there is nothing to undo"));
	return true;
}

static void press_site(struct view *view)
{
	keep_stroke(view);
	after(view, hand_press(&view->hand));
}

static bool press_typed(struct view *view, guint key)
{
	struct hand *hand = &view->hand;
	int digit = key >= GDK_KEY_0 && key <= GDK_KEY_9 ? (int)key - GDK_KEY_0
		    : key >= GDK_KEY_KP_0 && key <= GDK_KEY_KP_9
			    ? (int)key - GDK_KEY_KP_0
			    : -1;

	if (digit < 0 && key != GDK_KEY_BackSpace && key != GDK_KEY_Delete &&
	    key != GDK_KEY_minus)
		return false;
	keep_stroke(view);
	if (digit >= 0)
		hand_type(hand, digit);
	else if (key == GDK_KEY_minus)
		hand_negate(hand);
	else
		hand_erase(hand, key == GDK_KEY_Delete);
	after(view, NULL);
	return true;
}

bool view_press_hand(struct view *view, guint key)
{
	static const struct {
		guint key;
		int dx, dy;
	} arrows[] = { { GDK_KEY_Left, -1, 0 },
		       { GDK_KEY_Right, 1, 0 },
		       { GDK_KEY_Up, 0, -1 },
		       { GDK_KEY_Down, 0, 1 } };

	if (!view_is_entering(view))
		return false;
	for (int i = 0; i < 4; i++)
		if (key == arrows[i].key) {
			hand_move(&view->hand, arrows[i].dx, arrows[i].dy);
			after(view, NULL);
			return true;
		}
	if (key == GDK_KEY_space) {
		press_site(view);
		return true;
	}
	return hand_is_typed(&view->hand) && press_typed(view, key);
}

/* A press on the board; with `held` the pointer goes on from a press, and the
 * same place counts once. */
static void press_at(struct view *view, double x, double y, bool held)
{
	struct homography to_cell;
	size_t before = view->hand.at;

	if (homography_inverse(&view->board.to_px, &to_cell) < 0 ||
	    !hand_move_to(&view->hand,
			  homography_apply(&to_cell, (struct point){ x, y })) ||
	    (held && view->hand.at == before))
		return;
	if (hand_is_typed(&view->hand))
		after(view, NULL);
	else
		press_site(view);
}

static gboolean click(GtkWidget *canvas, GdkEventButton *event, gpointer data)
{
	struct view *view = data;

	gtk_widget_grab_focus(canvas);
	if (event->type != GDK_BUTTON_PRESS || event->button != 1)
		return FALSE;
	/* on a picture a click means nothing yet */
	if (!view_is_entering(view) && !view->board.image &&
	    view_outcome(view) && !view->timer)
		begin(view);
	if (view_is_entering(view))
		press_at(view, event->x, event->y, false);
	return TRUE;
}

static gboolean drag(GtkWidget *canvas, GdkEventMotion *event, gpointer data)
{
	struct view *view = data;

	(void)canvas;
	if (!view_is_entering(view) || !(event->state & GDK_BUTTON1_MASK))
		return FALSE;
	press_at(view, event->x, event->y, true);
	return TRUE;
}

void view_accept_clicks(struct view *view)
{
	gtk_widget_add_events(view->canvas,
			      GDK_BUTTON_PRESS_MASK | GDK_BUTTON1_MOTION_MASK);
	g_signal_connect(view->canvas, "button-press-event", G_CALLBACK(click),
			 view);
	g_signal_connect(view->canvas, "motion-notify-event", G_CALLBACK(drag),
			 view);
}

/* In the title, too: for who hears but titles. */
static void say_check(struct view *view, const char *text)
{
	char *title = g_strdup_printf(_("check: %s"), text);

	say(view, title);
	gtk_window_set_title(GTK_WINDOW(view->window), title);
	g_free(title);
}

/* Asks the solver whether what was entered can be completed. */
static void ask_rest(struct view *view)
{
	struct job *job = view_new_job(view, JOB_CHECK);
	struct puzzle rest;

	if (!job)
		return;
	if (!hand_rest(&view->hand, &rest)) {
		say_check(view, _("this puzzle has several answers, so yours "
				  "is checked once it is complete"));
		job_free(job);
	} else if (pipeline_add(&job->list, &rest, &job->problem) < 0) {
		say_check(view, job->problem.text);
		job_free(job);
	} else {
		say(view, _("checking; Escape stops it"));
		view->checking = true;
		jobs_ask(view->jobs, job);
	}
}

void view_check(struct view *view)
{
	const struct outcome *outcome = view_outcome(view);
	const struct solution *only = NULL;
	struct buffer text;

	if (!view_is_entering(view) || !outcome) {
		view_say(view, _("you have entered nothing to check; press "
				 "Return to begin"));
		return;
	}
	if (outcome->verdict == OUTCOME_SOLVED &&
	    outcome->result.unique == KNOWN_YES)
		only = outcome->result.solutions;
	buffer_init(&text);
	if (hand_check(&view->hand, only, &text) == HAND_UNKNOWN)
		ask_rest(view);
	else
		say_check(view, buffer_text(&text));
	buffer_fini(&text);
	show(view);
}

void view_take_check(struct view *view, struct job *job)
{
	/* what is entered may have changed meanwhile */
	if (!view->checking)
		return;
	view->checking = false;
	switch (job->list.outcomes[0].verdict) {
	case OUTCOME_SOLVED:
		say_check(view, _("nothing is wrong so far"));
		break;
	case OUTCOME_NONE:
		say_check(view,
			  _("something is wrong: it cannot be completed"));
		break;
	default:
		say_check(view, job->problem.kind == PROBLEM_NONE
					? _("not decided in time")
					: job->problem.text);
	}
}
