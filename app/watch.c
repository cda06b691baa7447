#include "watch.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"
#include "command.h"
#include "control.h"
#include "copy.h"
#include "deadline.h"
#include "hotkey.h"
#include "keys_wayland.h"
#include "language.h"
#include "moved.h"
#include "notify.h"
#include "watch_enter.h"
#include "watch_look.h"
#include "watch_say.h"
#include "window.h"

/* How long a card stays: long enough to read its few words twice. */
static const double CARD_SECONDS = 4;
/* A look that takes longer than this is told of: shorter ones are over before
 * a person has read anything. */
static const double LOOKING_SECONDS = 0.25;
/* A window that is being resized is looked at again once it has rested so
 * long: while a person drags, its size changes at every few pixels. */
static const double REST_SECONDS = 0.15;
/* --live: between two looks, and at least as long as the last one took: half
 * of a processor at most goes into a game that never stands still. */
static const double LIVE_SECONDS = 0.05;
/* Without --live: between two glances at whether what changed in the window is
 * that a puzzle lies elsewhere. A picture of it is compared then, not read. */
static const double GLANCE_SECONDS = 0.1;
/* A reading that is in more doubt than the one before it in the same place
 * counts once it has lasted so long, and is looked at so often meanwhile: a
 * blinking caret is seen for 0.5 s (browsers) to 0.8 s (GTK), and away for at
 * least 0.4 s. */
static const double DOUBT_SECONDS = 1.2;
static const double DOUBT_LOOK_SECONDS = 0.2;
/* ... and was seen so often one after the other: on a busy machine a caret is
 * seen now and then only. */
enum { DOUBT_LOOKS = 5 };
/* A puzzle that is not seen where it was, as while the game draws, is looked
 * for again after this time before its answer goes. */
static const double GONE_SECONDS = 0.15;
/* How often. A window that was resized may take a second until it has drawn
 * all of its new size. */
enum { PATIENCE_LIVE = 1, PATIENCE_RESIZED = 6 };
/* notify-send has ended after this time, well or not. */
static const double NOTIFY_SECONDS = 2;

/* What gave way for another process's picture comes back after this time where
 * that process does not say that it has one: a picture takes 50 ms, on a busy
 * machine some times as long. */
static const double ASIDE_SECONDS = 1;

/* Between looks whether an answer has been entered, or the window with one is
 * closed. */
static const double CHILD_LOOK_SECONDS = 0.1;

/* The window looked at last is held so long after its answer went: whoever
 * shows and hides in quick succession does not wait for the game to draw what
 * our own answer has covered. */
static const double HOLD_SECONDS = 5;

extern char **environ;

enum wish { WISH_NOTHING, WISH_HINTS, WISH_ANSWER };

/* What keys and `solveglass press' ask for. */
enum action { SHOW_ANSWER, SHOW_STEP, PLAY_ANSWER, COPY_ANSWER, SHOW_OTHER };

/* Nobody is likely to page through more answers of a puzzle. */
enum { OTHERS_MAX = 20 };

struct watch {
	const struct options *options;
	struct screen *screen;        /* for what the looker does not look at */
	struct hotkeys *hotkeys;      /* NULL: Wayland lets nobody hold keys */
	struct desktop_keys *desktop; /* NULL: X11, or asked for in vain */
	struct control *control;      /* NULL: no place for a socket */
	enum action actions[HOTKEYS_MAX];      /* of the keys held */
	struct wanted_key wanted[HOTKEYS_MAX]; /* of the desktop, by action */
	int key_count;
	bool has_hints; /* one of them is for them */
	struct looker *looker;
	struct overlay *answer, *card;
	struct screen_changes *changes; /* NULL: none are told of */

	enum wish wish;
	int steps;    /* WISH_HINTS: how many are wanted */
	bool others;  /* all answers are looked for, to show another */
	size_t other; /* the number of the answer that is shown; 0: the
		       * first is, of however many */
	size_t other_count;
	bool busy;          /* a look is under way */
	bool again;         /* and has to be followed by another one */
	bool stay;          /* at the same window, not at the one that is
			     * active by then */
	double pressed;     /* when a key was; 0: no press is behind it */
	double look_at;     /* when to look again at the same window */
	double say_looking; /* when to say so */
	double hide_card;
	double release; /* when to let go of the window held */
	double settle;  /* when to ask what became of a notification */
	double back_at; /* when what gave way comes back */

	/* The last look at what is wanted; NULL: none yet. */
	struct look *look;
	bool drawn;   /* its answers are on the screen */
	int patience; /* how often it may see less than is known */
	struct answers answers;
	char card_text[400];

	struct watch_child enter; /* --enter: while an answer is entered */
	bool asked;               /* whether it may be, at this showing */
	/* Games on this compositor can be seen, but not drawn over, unless they
	 * are in XWayland (GNOME): their answer opens in a window. */
	bool sees_apart;
	bool told_apart;
	struct watch_child apart; /* while that window is open */
	double child_at;          /* when to ask how these are; NEVER */

	bool changed;        /* something did, since the last look */
	double live_from;    /* when to look at it */
	double doubted_from; /* since when it is read with more doubt; NEVER */
	int doubted_looks;   /* so often */
};

static const double NEVER = HUGE_VAL;

static const struct {
	const char *word; /* for `solveglass press' */
	const char *what; /* for the desktop's settings */
} actions[] = {
	[SHOW_ANSWER] = { "show", N_("Show and hide the answer") },
	[SHOW_STEP] = { "hint", N_("Show one more step of the answer") },
	[PLAY_ANSWER] = { "play", N_("Enter the answer that is shown") },
	[COPY_ANSWER] = { "copy", N_("Copy the answer that is shown") },
	[SHOW_OTHER] = { "other", N_("Show another answer") },
};

enum { ACTIONS = sizeof actions / sizeof *actions };

_Static_assert((int)ACTIONS == (int)HOTKEYS_MAX, "each may have a key");

/* "none": none. */
static const char *key_of(const struct options *options, enum action action)
{
	switch (action) {
	case SHOW_ANSWER:
		return options->hotkey;
	case SHOW_STEP:
		return options->next_hotkey;
	case PLAY_ANSWER:
		return options->play_hotkey;
	case COPY_ANSWER:
		return options->copy_hotkey;
	case SHOW_OTHER:
		return options->other_hotkey;
	}
	return "none";
}

static void note(const struct watch *watch, const char *text)
{
	if (options_logs(watch->options, LOG_NOTES))
		fprintf(stderr, "solveglass watch: %s\n", text);
}

static void put_card(struct watch *watch, const struct box *scr_rim,
		     double scale, screen_id follow)
{
	struct overlay_content content = {
		.card = watch->card_text,
		.note = watch->options->note,
		.scr_x = scr_rim->x,
		.scr_y = scr_rim->y,
		.scale = scale,
		.scr_keep = *scr_rim,
		.follow = follow,
		.stacked = true,
	};

	if (overlay_show(watch->card, &content, NULL) == 0)
		watch->hide_card = clock_seconds() + CARD_SECONDS;
}

/* On the monitor that is the person's first. */
static void put_card_aside(struct watch *watch)
{
	struct screen_monitor monitors[SCREEN_MONITORS_MAX];
	int count = screen_monitors(watch->screen, monitors, NULL);
	int first = 0;

	for (int i = 0; i < count; i++)
		if (monitors[i].primary)
			first = i;
	if (count > 0)
		put_card(watch, &monitors[first].scr_box, monitors[first].scale,
			 0);
}

/* Where no window is: by the desktop, else on the screen. */
static void say_aside(struct watch *watch, const char *text)
{
	snprintf(watch->card_text, sizeof watch->card_text, "%s", text);
	if (notify_send(text))
		watch->settle = clock_seconds() + NOTIFY_SECONDS;
	else
		put_card_aside(watch);
}

/* At the rim of what was captured. */
static void say(struct watch *watch, const struct look *look, const char *text)
{
	if (!look->is_captured) {
		say_aside(watch, text);
		return;
	}
	snprintf(watch->card_text, sizeof watch->card_text, "%s", text);
	put_card(watch, &look->scr_box, look->scale,
		 look->is_window ? look->window.id : 0);
}

static void hide_card(struct watch *watch)
{
	overlay_hide(watch->card);
	watch->hide_card = NEVER;
	watch->say_looking = NEVER;
}

static void hide_answer(struct watch *watch)
{
	overlay_hide(watch->answer);
	watch->drawn = false;
}

/* Forgets what was seen. A look under way may still compare with it. */
static void forget(struct watch *watch)
{
	if (watch->busy)
		return;
	answers_fini(&watch->answers);
	look_free(watch->look);
	watch->look = NULL;
}

/* Wants no more; a look under way is in vain. */
static void stop_showing(struct watch *watch)
{
	watch->wish = WISH_NOTHING;
	watch->again = false;
	watch->pressed = 0;
	watch->look_at = NEVER;
	watch->back_at = NEVER;
	watch->changed = false;
	watch->doubted_from = NEVER;
	if (watch->busy)
		looker_hurry(watch->looker);
	if (watch->changes)
		screen_changes_follow_nothing(watch->changes);
	watch->release = clock_seconds() + HOLD_SECONDS;
	watch->others = false;
	watch_child_hurry(&watch->apart);
	hide_answer(watch);
	hide_card(watch);
	forget(watch);
}

/* Would our own answer be read? Where nothing is known yet that a picture could
 * be compared with, what is shown gives way. */
static bool is_veiled(struct watch *watch)
{
	bool carded = watch->hide_card != NEVER;

	if (!screen_shows_overlays(watch->screen) || !(watch->drawn || carded))
		return false;
	if (watch->look && watch->look->picture.pixels)
		return true;
	hide_answer(watch);
	hide_card(watch);
	return false;
}

/* Looks now, or after the look that is under way. `stay`: at the window that
 * was looked at before; `glance`: at whether its puzzles lie where they did. */
static void look(struct watch *watch, bool stay, bool glance)
{
	const struct options *options = watch->options;
	struct look_task task = {
		.target = options->target == TARGET_SCREEN ? TARGET_ACTIVE
							   : options->target,
		.window = options->window,
		.monitor = options->monitor,
		/* what is known is one answer */
		.known = watch->others ? NULL : watch->look,
		.glance = glance,
		.pressed = watch->pressed > 0,
		.answers = watch->others ? OTHERS_MAX : 0,
	};

	watch->look_at = NEVER;
	watch->release = NEVER;
	if (watch->busy) {
		watch->stay = watch->again ? watch->stay && stay : stay;
		watch->again = true;
		looker_hurry(watch->looker);
		return;
	}
	if (stay && watch->look && watch->look->is_window) {
		task.target = TARGET_WINDOW;
		task.window = watch->look->window.id;
	}
	task.veiled = is_veiled(watch);
	watch->stay = stay;
	watch->busy = true;
	watch->changed = false;
	watch->say_looking = stay ? NEVER : clock_seconds() + LOOKING_SECONDS;
	looker_ask(watch->looker, &task);
}

static size_t count_solved(const struct outcome_list *list)
{
	size_t solved = 0;

	for (size_t i = 0; i < list->count; i++)
		solved += list->outcomes[i].verdict == OUTCOME_SOLVED;
	return solved;
}

/* Draws what is wanted of watch->look; *steps becomes how many there are. */
static int draw(struct watch *watch, int *steps, struct problem *problem)
{
	const struct look *seen = watch->look;
	struct overlay_content content = {
		.scr_x = seen->scr_box.x,
		.scr_y = seen->scr_box.y,
		.scale = seen->scale,
		.scr_keep = seen->scr_box,
		.follow = seen->is_window ? seen->window.id : 0,
		.stacked = true,
	};
	struct answers before = watch->answers;
	size_t marks = 0;
	int result;

	if (answers_init(&watch->answers, &seen->list, problem) < 0) {
		watch->answers = before;
		return -1;
	}
	*steps = answers_steps(&watch->answers);
	if (watch->wish == WISH_HINTS && watch->steps >= *steps)
		watch->wish = WISH_ANSWER;
	if (watch->wish == WISH_HINTS)
		answers_cut(&watch->answers, watch->steps, NULL);
	content.layers = watch->answers.layers;
	content.layer_count = watch->answers.count;
	for (size_t i = 0; i < watch->answers.count; i++)
		marks += watch->answers.drawings[i].count;
	if (!marks)
		hide_answer(watch);
	result = marks ? overlay_show(watch->answer, &content, problem)
		       : problem_set(problem, PROBLEM_INPUT,
				     "none of the answer is on this side");
	/* the overlay points to the new ones now */
	answers_fini(&before);
	watch->drawn = result == 0;
	return result;
}

/* In seconds of clock_seconds(), for --verbose: where the time went. */
static void tell_times(const struct watch *watch, const struct look *seen)
{
	const double *at = seen->at;

	if (options_logs(watch->options, LOG_DETAILS))
		fprintf(stderr,
			"solveglass watch: pressed %.6f begun %.6f captured "
			"%.6f read %.6f solved %.6f drawn %.6f\n",
			watch->pressed, at[LOOK_BEGUN], at[LOOK_CAPTURED],
			at[LOOK_READ], at[LOOK_SOLVED], clock_seconds());
}

/* The first answer of each puzzle becomes its last. False where none has any
 * other that is known. */
static bool turn_answers(struct watch *watch)
{
	const struct outcome_list *list = &watch->look->list;
	size_t most = 0;

	for (size_t i = 0; i < list->count; i++) {
		struct solve_result *result = &list->outcomes[i].result;
		size_t count = result->solution_count;
		struct solution first;

		if (list->outcomes[i].verdict != OUTCOME_SOLVED || count < 2)
			continue;
		first = result->solutions[0];
		memmove(result->solutions, result->solutions + 1,
			(count - 1) * sizeof first);
		result->solutions[count - 1] = first;
		if (count > most)
			most = count;
	}
	if (!watch->other)
		watch->other = 1;
	watch->other = most ? watch->other % most + 1 : 0;
	watch->other_count = most;
	return most > 0;
}

/* Brings on the screen what watch->look holds. */
static void show(struct watch *watch)
{
	const struct look *seen = watch->look;
	struct problem problem = { 0 };
	int steps = 0;
	char text[400];

	watch_say(seen, text, sizeof text);
	if (!answers_has_marks(&seen->list)) {
		hide_answer(watch);
	} else if (draw(watch, &steps, &problem) < 0) {
		/* mostly because the window has gone this moment */
		snprintf(text, sizeof text, "%s", problem.text);
		hide_answer(watch);
	} else {
		tell_times(watch, seen);
	}
	if (watch->drawn && watch->wish == WISH_HINTS)
		snprintf(text, sizeof text, _("step %d of %d"), watch->steps,
			 steps);
	else if (watch->drawn && watch->other)
		snprintf(text, sizeof text,
			 watch->other_count < OTHERS_MAX
				 ? _("answer %zu of %zu")
				 : _("answer %zu of %zu or more"),
			 watch->other, watch->other_count);
	else if (watch->drawn && watch->others)
		snprintf(text, sizeof text, _("no other answer was found"));
	if (text[0] && watch->pressed > 0)
		say(watch, seen, text);
	else
		hide_card(watch);
}

/* Less than is known of the same window: look once more before anything is
 * taken away. */
static bool is_missed(struct watch *watch, const struct look *seen)
{
	if (watch->pressed > 0 || !watch->look || watch->patience <= 0 ||
	    !seen->is_captured ||
	    count_solved(&seen->list) >= count_solved(&watch->look->list))
		return false;
	watch->patience--;
	watch->look_at = clock_seconds() + GONE_SECONDS;
	return true;
}

/* How much of what was read is in doubt. */
static size_t count_doubts(const struct outcome_list *list)
{
	size_t doubts = 0;

	for (size_t i = 0; i < list->count; i++)
		doubts += list->outcomes[i].doubt_count +
			  list->outcomes[i].repaired_count +
			  (list->outcomes[i].verdict != OUTCOME_SOLVED);
	return doubts;
}

/* The same puzzles in the same places, but with more doubt: a caret may blink
 * there, or the pointer pass. */
static bool is_fleeting(struct watch *watch, const struct look *seen)
{
	double now = clock_seconds();

	if (watch->pressed > 0 || !watch->look || !watch->drawn ||
	    !seen->is_captured || !look_same_places(seen, watch->look) ||
	    count_doubts(&seen->list) <= count_doubts(&watch->look->list))
		return false;
	if (watch->doubted_from == NEVER) {
		watch->doubted_from = now;
		watch->doubted_looks = 0;
	}
	watch->doubted_looks++;
	if (now - watch->doubted_from >= DOUBT_SECONDS &&
	    watch->doubted_looks >= DOUBT_LOOKS)
		return false;
	watch->look_at = now + DOUBT_LOOK_SECONDS;
	return true;
}

/* What is known is seen again. */
static void take_same(struct watch *watch, struct look *seen)
{
	struct look *known = watch->look;
	/* X11 tells of it, and the drawing has followed */
	bool dragged = screen_shows_overlays(watch->screen) &&
		       (seen->scr_box.x != known->scr_box.x ||
			seen->scr_box.y != known->scr_box.y);

	memcpy(known->at, seen->at, sizeof known->at);
	known->scr_box = seen->scr_box;
	if (known->is_window)
		known->window = seen->window;
	if (seen->picture.pixels && !seen->unread) {
		struct image before = known->picture;

		known->picture = seen->picture;
		seen->picture = before;
	}
	look_free(seen);
	watch->patience = PATIENCE_LIVE;
	if (watch->pressed > 0 || !watch->drawn || dragged)
		show(watch);
	watch->pressed = 0;
}

static bool differ(const struct image *a, const struct image *b)
{
	for (int y = 0; y < a->height; y++)
		if (memcmp(image_row(a, y), image_row(b, y),
			   (size_t)a->width * sizeof(uint32_t)) != 0)
			return true;
	return false;
}

/* A picture with our own answer in it: shows what is below the same as before?
 * Otherwise the answer has to give way for a look. */
static bool is_same_below(struct watch *watch, struct look *seen)
{
	const struct look *known = watch->look;
	const struct image *before = &known->picture;
	struct image *now = &seen->picture;
	int scr_x = seen->scr_box.x, scr_y = seen->scr_box.y;

	if (!now->pixels || seen->is_window != known->is_window ||
	    seen->window.id != known->window.id ||
	    now->width != before->width || now->height != before->height ||
	    overlay_see_below(watch->answer, before, now, scr_x, scr_y, NULL) <
		    0 ||
	    overlay_see_below(watch->card, before, now, scr_x, scr_y, NULL) < 0)
		return false;
	return watch->options->live ? !differ(before, now)
				    : !moved_from(before, &known->list, now);
}

/* Minimised or on another desktop a window cannot be captured: its answer comes
 * back with it. Of one that is closed the overlay tells. */
static void take_hidden(struct watch *watch, struct look *seen)
{
	look_free(seen);
	if (!watch->drawn)
		show(watch);
	if (!watch->drawn)
		stop_showing(watch);
}

/* Compares what the looker could not. False where that was in vain. */
static bool take_unread(struct watch *watch, struct look *seen)
{
	seen->same = watch->look && is_same_below(watch, seen);
	if (seen->same)
		return true;
	look_free(seen);
	hide_answer(watch);
	hide_card(watch);
	look(watch, watch->stay, false);
	return false;
}

/* A look that is wanted has come. Takes it over. */
static void take(struct watch *watch, struct look *seen)
{
	struct look *before = watch->look;

	if (before && seen->same) {
		watch->doubted_from = NEVER;
		take_same(watch, seen);
		return;
	}
	if (is_fleeting(watch, seen) || is_missed(watch, seen)) {
		look_free(seen);
		return;
	}
	watch->doubted_from = NEVER;
	watch->patience = PATIENCE_LIVE;
	/* hints for one puzzle give nothing of another one away */
	if (before && watch->steps > 1 &&
	    !outcome_list_same(&seen->list, &before->list))
		watch->steps = 1;
	watch->look = seen;
	watch->other = 0;
	if (watch->others)
		turn_answers(watch);
	if (watch->changes && seen->is_window)
		screen_changes_follow(watch->changes, &seen->window);
	else if (watch->changes)
		screen_changes_follow_all(watch->changes);
	show(watch);
	look_free(before);
	watch->pressed = 0;
	watch->others = false;
	/* a card may stay, but no wish for what is not there */
	if (!watch->drawn && (!watch->options->live || !seen->is_captured)) {
		watch->wish = WISH_NOTHING;
		watch->release = clock_seconds() + HOLD_SECONDS;
		if (watch->changes)
			screen_changes_follow_nothing(watch->changes);
		forget(watch);
	}
}

static void on_look(struct watch *watch)
{
	double now = clock_seconds();
	bool done;
	struct look *seen = looker_take(watch->looker, &done);

	if (!done)
		return;
	watch->busy = false;
	watch->say_looking = NEVER;
	if (!seen) {
		note(watch, _("no memory for a look"));
		stop_showing(watch);
		return;
	}
	watch->live_from =
		now + fmax(watch->options->live ? LIVE_SECONDS : GLANCE_SECONDS,
			   now - seen->at[LOOK_BEGUN]);
	if (watch->again) {
		look_free(seen);
		watch->again = false;
		look(watch, watch->stay, false);
	} else if (watch->wish == WISH_NOTHING) {
		look_free(seen);
		forget(watch);
	} else if (!seen->is_captured && watch->look && watch->pressed <= 0) {
		take_hidden(watch, seen);
	} else if (!seen->unread || take_unread(watch, seen)) {
		take(watch, seen);
	}
}

/* The answer is shown, and the key comes again: the first time that asks. */
static void enter_answer(struct watch *watch)
{
	screen_id window = watch->look->window.id;

	if (!watch->asked && !watch_enter_agreed()) {
		watch->asked = true;
		say(watch, watch->look,
		    _("press again to enter it, now and every time from now "
		      "on"));
		return;
	}
	watch_enter_agree();
	stop_showing(watch);
	hide_card(watch);
	if (watch_enter_start(&watch->enter, window))
		watch->child_at = clock_seconds() + CHILD_LOOK_SECONDS;
}

static void look_at_children(struct watch *watch)
{
	char text[400];
	bool well;

	if (watch_child_ended(&watch->enter, &well, text, sizeof text)) {
		note(watch, text);
		say_aside(watch, text);
	}
	if (watch_child_ended(&watch->apart, &well, text, sizeof text) &&
	    !well && text[0]) {
		note(watch, text);
		say_aside(watch, text);
	}
	watch->child_at = watch->enter.pid || watch->apart.pid
				  ? clock_seconds() + CHILD_LOOK_SECONDS
				  : NEVER;
}

/* Is the game one that cannot be drawn over? */
static bool is_apart(const struct watch *watch)
{
	struct screen_window window;

	return watch->sees_apart &&
	       (!screen_x11(watch->screen) ||
		(watch->options->target != TARGET_WINDOW &&
		 screen_window_active(watch->screen, &window, NULL) < 0));
}

/* `solveglass show' opens it, told what we were. */
static void open_apart(struct watch *watch)
{
	const struct options *options = watch->options;
	char *argv[64] = { (char *)"solveglass", (char *)"show" };
	size_t count = 2, room = sizeof argv / sizeof *argv - 2;

	for (size_t i = 0; i < options->given_count && count < room; i++)
		if (options->given[i].flag->groups & command_show.usage.groups)
			argv[count++] = options->given[i].text;
	/* what is said then is why there is no window */
	argv[count] = (char *)"--quiet";
	if (!watch->told_apart)
		say_aside(watch, _("the answer opens in a window, as this "
				   "desktop does not let its screen be drawn "
				   "over"));
	watch->told_apart = true;
	if (watch_child_start(&watch->apart, argv))
		watch->child_at = clock_seconds() + CHILD_LOOK_SECONDS;
}

static void show_or_step_apart(struct watch *watch, enum action key)
{
	watch->pressed = 0;
	if (watch->apart.pid && key == SHOW_ANSWER)
		watch_child_hurry(&watch->apart);
	else if (!watch->apart.pid && key == SHOW_ANSWER)
		open_apart(watch);
	else
		say_aside(watch, _("this desktop does not let its screen be "
				   "drawn over, so there are no hints"));
}

static void show_or_step(struct watch *watch, enum action key)
{
	watch->pressed = clock_seconds();
	/* what is entered must not be covered, nor another game looked at */
	if (watch->enter.pid)
		return;
	if (watch->apart.pid ||
	    (watch->wish == WISH_NOTHING && is_apart(watch))) {
		show_or_step_apart(watch, key);
		return;
	}
	if (key == SHOW_ANSWER && watch->wish == WISH_ANSWER &&
	    watch->options->enter && watch->drawn && watch->look &&
	    watch->look->is_window) {
		enter_answer(watch);
		return;
	}
	watch->asked = false;
	if (key == SHOW_ANSWER && watch->wish == WISH_ANSWER) {
		stop_showing(watch);
		return;
	}
	if (key == SHOW_ANSWER) {
		watch->wish = WISH_ANSWER;
	} else if (watch->wish == WISH_NOTHING) {
		watch->wish = WISH_HINTS;
		watch->steps = 1;
	} else if (watch->wish == WISH_HINTS) {
		watch->steps++;
	} else {
		/* the whole answer is shown: there is no step more */
		watch->pressed = 0;
		return;
	}
	look(watch, false, false);
}

/* Another process takes a picture, that our answer must not be in. */
static void give_way(struct watch *watch)
{
	hide_card(watch);
	if (!watch->drawn)
		return;
	hide_answer(watch);
	watch->back_at = clock_seconds() + ASIDE_SECONDS;
	/* that it went is no change to look at */
	watch->live_from = watch->back_at;
}

static void come_back(struct watch *watch)
{
	if (watch->back_at != NEVER && watch->wish != WISH_NOTHING &&
	    !watch->drawn && watch->look)
		show(watch);
	watch->back_at = NEVER;
}

/* What is wanted and shown, for `solveglass press status'. */
static void put_status(const struct watch *watch, struct buffer *text)
{
	static const char *const wishes[] = {
		[WISH_NOTHING] = "nothing",
		[WISH_HINTS] = "hint",
		[WISH_ANSWER] = "answer",
	};

	if (watch->apart.pid) {
		buffer_puts(text, "answer, shown");
		return;
	}
	/* control_words has each of these */
	buffer_printf(text, "%s, %s", wishes[watch->wish],
		      watch->drawn  ? "shown"
		      : watch->busy ? "looking"
				    : "not shown");
	if (watch->drawn && watch->wish == WISH_HINTS)
		buffer_printf(text, ", step %d", watch->steps);
	else if (watch->drawn && watch->other)
		buffer_printf(text, ", answer %zu of %zu", watch->other,
			      watch->other_count);
}

static bool is_shown(const struct watch *watch, struct buffer *reply)
{
	if (watch->wish == WISH_ANSWER && watch->drawn && watch->look)
		return true;
	buffer_puts(reply, N_("no answer is shown; 'press show' shows it"));
	return false;
}

/* What is shown is entered, as --enter has the key do it. */
static void play(struct watch *watch, struct buffer *reply)
{
	if (watch->enter.pid) {
		buffer_puts(reply, N_("an answer is being entered"));
	} else if (is_shown(watch, reply) && !watch->look->is_window) {
		buffer_puts(reply, N_("the answer is not shown over a window"));
	} else if (!reply->length) {
		enter_answer(watch);
		buffer_puts(reply,
			    watch->enter.pid
				    ? N_("the answer is being entered")
				    : N_("'press play' again to enter it, now "
					 "and every time from now on"));
	}
}

static void copy(struct watch *watch, struct buffer *reply)
{
	struct problem problem = { 0 };
	struct image image = { 0 };

	if (!is_shown(watch, reply))
		return;
	if (image_copy(&watch->look->picture, &image, &problem) == 0 &&
	    answers_draw(&image, &watch->look->list, &problem) == 0 &&
	    copy_answers(&image, &watch->look->list, FORM_NONE, &problem) == 0)
		buffer_puts(reply, N_("copied"));
	else
		buffer_puts(reply, problem.text);
	image_fini(&image);
}

static bool may_have_others(const struct outcome_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->outcomes[i].verdict == OUTCOME_SOLVED &&
		    list->outcomes[i].result.unique != KNOWN_YES)
			return true;
	return false;
}

static void want_other(struct watch *watch, struct buffer *reply)
{
	if (!is_shown(watch, reply))
		return;
	watch->pressed = clock_seconds();
	if (turn_answers(watch)) {
		show(watch);
		watch->pressed = 0;
	} else if (may_have_others(&watch->look->list)) {
		watch->others = true;
		look(watch, true, false);
	} else {
		buffer_puts(reply, N_("it is the only answer"));
	}
}

/* A sentence about it, unless what is shown says enough, goes into `reply`, not
 * yet translated: whoever asked may be a script. */
static void act(struct watch *watch, enum action action, struct buffer *reply)
{
	switch (action) {
	case SHOW_ANSWER:
	case SHOW_STEP:
		show_or_step(watch, action);
		break;
	case PLAY_ANSWER:
		play(watch, reply);
		break;
	case COPY_ANSWER:
		copy(watch, reply);
		break;
	case SHOW_OTHER:
		want_other(watch, reply);
		break;
	}
}

static void on_press(struct watch *watch, enum action action)
{
	struct buffer reply;

	buffer_init(&reply);
	act(watch, action, &reply);
	/* what has a window of its own to say it at */
	if (reply.length && watch->look)
		say(watch, watch->look, _(buffer_text(&reply)));
	else if (reply.length && action != PLAY_ANSWER)
		say_aside(watch, _(buffer_text(&reply)));
	buffer_fini(&reply);
}

/* What `solveglass press' asks for. Returns true where it is the end. */
static bool obey(struct watch *watch, const char *word)
{
	struct buffer reply;
	bool quit = !strcmp(word, "quit");
	bool known = quit;

	buffer_init(&reply);
	for (int i = 0; i < ACTIONS; i++)
		if (!strcmp(word, actions[i].word)) {
			act(watch, (enum action)i, &reply);
			known = true;
		}
	if (!strcmp(word, "hide"))
		stop_showing(watch);
	else if (!strcmp(word, CONTROL_ASIDE))
		give_way(watch);
	else if (!strcmp(word, CONTROL_BACK))
		come_back(watch);
	else if (!strcmp(word, "status"))
		put_status(watch, &reply);
	else if (!known)
		buffer_puts(&reply, "?");
	control_answer(watch->control, buffer_text(&reply));
	buffer_fini(&reply);
	return quit;
}

/* Returns true where one of them is the end. */
static bool obey_all(struct watch *watch)
{
	char word[CONTROL_BYTES_MAX];

	while (watch->control &&
	       control_next(watch->control, word, sizeof word))
		if (obey(watch, word))
			return true;
	return false;
}

static int press_keys(struct watch *watch, struct problem *problem)
{
	while (watch->hotkeys) {
		struct problem lack = { 0 };
		int key;
		int result = hotkeys_next(watch->hotkeys, &key, &lack, problem);

		if (lack.kind != PROBLEM_NONE) {
			note(watch, lack.text);
			say_aside(watch, lack.text);
		}
		if (result <= 0)
			return result;
		on_press(watch, watch->actions[key]);
	}
	return 0;
}

/* How it is used, and how ended. */
static void tell_ways(const struct watch *watch)
{
	const char *show = NULL, *step = NULL;
	char text[600];
	size_t length;

	if (watch->hotkeys) {
		show = watch->options->hotkey;
		step = watch->has_hints ? watch->options->next_hotkey : NULL;
	} else if (watch->desktop) {
		show = desktop_keys_name(watch->desktop, SHOW_ANSWER);
		step = desktop_keys_name(watch->desktop, SHOW_STEP);
	}
	if (!show)
		snprintf(text, sizeof text,
			 _("`solveglass press show' shows and hides the "
			   "answer, `press hint' shows one more step: bind "
			   "them to keys of your compositor"));
	else
		snprintf(text, sizeof text, _("%s shows and hides the answer"),
			 show);
	length = strlen(text);
	if (show && step)
		snprintf(text + length, sizeof text - length,
			 _(", %s one more step of it"), step);
	length = strlen(text);
	if (isatty(STDIN_FILENO))
		snprintf(text + length, sizeof text - length,
			 _("; Ctrl-C here ends this"));
	else
		snprintf(text + length, sizeof text - length,
			 _("; 'kill %d' ends this"), (int)getpid());
	note(watch, text);
}

/* Keys that the desktop holds, and what it says about them. */
static void press_desktop_keys(struct watch *watch)
{
	enum keys_news news = KEYS_TOLD;
	char text[400];
	int key = 0;

	while (watch->desktop && news != KEYS_NOTHING) {
		news = desktop_keys_next(watch->desktop, &key, text,
					 sizeof text);
		if (text[0])
			note(watch, text);
		if (news == KEYS_PRESSED)
			on_press(watch, (enum action)key);
		else if (news == KEYS_LOST)
			say_aside(watch, text);
		else if (news == KEYS_SETTLED && !watch->hotkeys)
			tell_ways(watch);
	}
}

/* The overlays' windows, and what became of the game's. */
static int turn_overlays(struct watch *watch, struct problem *problem)
{
	enum overlay_end end;

	if (overlay_turn(watch->card, &end, problem) < 0)
		return -1;
	if (end != OVERLAY_ON)
		hide_card(watch);
	if (overlay_turn(watch->answer, &end, problem) < 0)
		return -1;
	if (end == OVERLAY_GONE) {
		stop_showing(watch);
	} else if (end == OVERLAY_CHANGED) {
		/* the answer lies wrong now */
		hide_answer(watch);
		watch->look_at = clock_seconds() + REST_SECONDS;
		watch->patience = PATIENCE_RESIZED;
	}
	return 0;
}

static int note_changes(struct watch *watch, struct problem *problem)
{
	int changed;

	if (!watch->changes)
		return 0;
	changed = screen_changes_take(watch->changes, problem);
	if (changed > 0 && watch->wish != WISH_NOTHING)
		watch->changed = true;
	return changed < 0 ? -1 : 0;
}

/* What is looked at so long. */
static void say_looking(struct watch *watch)
{
	struct look place;

	watch->say_looking = NEVER;
	if (looker_where(watch->looker, &place))
		say(watch, &place, _("looking"));
}

/* Does what is due. Returns when the next thing is. */
static double do_due(struct watch *watch)
{
	double now = clock_seconds();
	bool live = watch->changed && watch->wish != WISH_NOTHING &&
		    !watch->busy && watch->look;

	if (now >= watch->hide_card)
		hide_card(watch);
	if (now >= watch->release && !watch->busy) {
		watch->release = NEVER;
		looker_release(watch->looker);
	}
	if (now >= watch->settle) {
		watch->settle = NEVER;
		/* the desktop shows no notifications */
		if (!notify_settle())
			put_card_aside(watch);
	}
	if (now >= watch->back_at)
		come_back(watch);
	if (now >= watch->look_at)
		look(watch, true, false);
	else if (live && now >= watch->live_from)
		look(watch, true, !watch->options->live);
	if (now >= watch->say_looking)
		say_looking(watch);
	if (now >= watch->child_at)
		look_at_children(watch);
	live = live && watch->changed && !watch->busy;
	return fmin(fmin(fmin(fmin(watch->hide_card, watch->back_at),
			      fmin(watch->settle, watch->child_at)),
			 fmin(watch->look_at, watch->say_looking)),
		    fmin(live ? watch->live_from : NEVER,
			 watch->busy ? NEVER : watch->release));
}

/* Until something comes or is due. */
static void wait(struct watch *watch, const sigset_t *signals, double due)
{
	struct pollfd fds[7] = {
		{ overlay_fd(watch->answer), POLLIN, 0 },
		{ overlay_fd(watch->card), POLLIN, 0 },
		{ looker_fd(watch->looker), POLLIN, 0 },
	};
	nfds_t count = 3;
	double left = fmin(due - clock_seconds(), 3600);
	struct timespec timeout;

	if (watch->changes)
		fds[count++] =
			(struct pollfd){ screen_changes_fd(watch->changes),
					 POLLIN, 0 };
	if (watch->control)
		fds[count++] = (struct pollfd){ control_fd(watch->control),
						POLLIN, 0 };
	if (watch->hotkeys)
		fds[count++] = (struct pollfd){ hotkeys_fd(watch->hotkeys),
						POLLIN, 0 };
	if (watch->desktop)
		fds[count++] = (struct pollfd){ desktop_keys_fd(watch->desktop),
						POLLIN, 0 };
	left = fmax(left, 0);
	timeout.tv_sec = (time_t)left;
	timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
	if ((watch->hotkeys && hotkeys_pending(watch->hotkeys)) ||
	    overlay_pending(watch->answer) || overlay_pending(watch->card) ||
	    (watch->changes && screen_changes_pending(watch->changes)))
		return;
	ppoll(fds, count, &timeout, signals);
}

static int loop(struct watch *watch, const sigset_t *signals,
		struct problem *problem)
{
	const struct deadline deadline = {
		.stop = watch->options->stop,
	};

	while (!deadline_stopped(&deadline)) {
		double due;

		if (obey_all(watch))
			return 0;
		press_desktop_keys(watch);
		if (press_keys(watch, problem) < 0 ||
		    turn_overlays(watch, problem) < 0 ||
		    note_changes(watch, problem) < 0)
			return -1;
		on_look(watch);
		due = do_due(watch);
		wait(watch, signals, due);
	}
	return 0;
}

/* Of the person's choice; the first must be had, the others are of use where
 * they are. Returns 1 where it is held. */
static int take_key(struct watch *watch, const char *name, enum action action,
		    struct problem *problem)
{
	struct problem lack = { 0 };
	struct hotkey key;

	if (action != SHOW_ANSWER && !strcmp(name, "none"))
		return 0;
	if (hotkey_choose(name, watch->options->force_hotkey, &key, problem) <
	    0)
		return -1;
	if (hotkeys_take(watch->hotkeys, &key, &lack) == 0) {
		watch->actions[watch->key_count++] = action;
		return 1;
	}
	if (action == SHOW_ANSWER || lack.kind != PROBLEM_ENVIRONMENT) {
		*problem = lack;
		return -1;
	}
	note(watch, lack.text);
	return 0;
}

static int take_keys(struct watch *watch, struct problem *problem)
{
	const struct options *options = watch->options;

	for (int i = 0; i < ACTIONS; i++) {
		enum action action = (enum action)i;
		int held = take_key(watch, key_of(options, action), action,
				    problem);

		if (held < 0)
			return -1;
		if (action == SHOW_STEP)
			watch->has_hints = held;
	}
	return 0;
}

/* Where a compositor runs, whether games are seen on it or in XWayland alone.
 * The answer comes while the loop runs. */
static void ask_desktop(struct watch *watch)
{
	struct problem lack = { 0 };

	for (int i = 0; i < ACTIONS; i++)
		watch->wanted[i] = (struct wanted_key){
			.key = key_of(watch->options, (enum action)i),
			.word = actions[i].word,
			.what = actions[i].what,
		};
	watch->desktop = desktop_keys_ask(watch->wanted, ACTIONS, &lack);
	if (lack.kind != PROBLEM_NONE)
		note(watch, lack.text);
}

/* The keys that are held, and the socket: on Wayland the compositor's own keys
 * lead there. */
static int open_ways(struct watch *watch, struct problem *problem)
{
	const bool x11 = screen_x11(watch->screen);
	struct problem lack = { 0 };

	if (x11) {
		watch->hotkeys = hotkeys_open(NULL, HOTKEY_WATCH, problem);
		if (!watch->hotkeys || take_keys(watch, problem) < 0)
			return -1;
	}
	watch->control = control_open(
		x11 ? getenv("DISPLAY") : getenv("WAYLAND_DISPLAY"), &lack);
	if (watch->control || x11)
		return 0;
	*problem = lack;
	return -1;
}

/* It ends by itself, once we do not answer any more. */
static void start_tray(void)
{
	char *argv[] = { (char *)"solveglass", (char *)"tray", NULL };
	posix_spawnattr_t attributes;
	sigset_t none;
	pid_t pid;

	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	/* it says itself what it lacks */
	posix_spawn(&pid, "/proc/self/exe", NULL, &attributes, argv, environ);
	posix_spawnattr_destroy(&attributes);
}

static int open_screen(struct watch *watch, struct problem *problem)
{
	struct problem lack = { 0 };
	struct screen *bare = NULL;

	watch->screen = screen_open(&lack);
	if (!watch->screen || screen_x11(watch->screen))
		bare = screen_open_bare(NULL);
	watch->sees_apart = bare;
	if (watch->screen)
		screen_close(bare);
	else
		watch->screen = bare;
	return watch->screen ? 0
			     : problem_set(problem, lack.kind, "%s", lack.text);
}

static int open_overlays(struct watch *watch, struct problem *problem)
{
	struct overlay **const overlays[] = { &watch->answer, &watch->card };

	for (size_t i = 0; i < 2; i++) {
		*overlays[i] = screen_is_bare(watch->screen)
				       ? overlay_open_nowhere(problem)
				       : overlay_open(NULL, problem);
		if (!*overlays[i])
			return -1;
	}
	return 0;
}

static int begin(struct watch *watch, struct problem *problem)
{
	struct problem lack = { 0 };

	if (open_screen(watch, problem) < 0 || open_ways(watch, problem) < 0 ||
	    open_overlays(watch, problem) < 0)
		return -1;
	watch->changes = screen_changes_open(&lack);
	if (!watch->changes && watch->options->live) {
		*problem = lack;
		return -1;
	}
	watch->looker = looker_start(watch->options, problem);
	if (!watch->looker)
		return -1;
	overlay_warm_up();
	if (watch->sees_apart)
		note(watch, screen_x11(watch->screen)
				    ? _("this compositor does not let its "
					"screen be drawn over "
					"(wlr-layer-shell): answers to games "
					"that are not in XWayland open in a "
					"window")
				    : _("this compositor does not let its "
					"screen be drawn over "
					"(wlr-layer-shell): answers open in a "
					"window"));
	ask_desktop(watch);
	/* else once the desktop has answered */
	if (watch->hotkeys || !watch->desktop)
		tell_ways(watch);
	if (watch->options->tray)
		start_tray();
	return 0;
}

int watch_run(const struct options *options, struct problem *problem)
{
	struct watch watch = {
		.options = options,
		.look_at = NEVER,
		.say_looking = NEVER,
		.hide_card = NEVER,
		.release = NEVER,
		.settle = NEVER,
		.back_at = NEVER,
		.child_at = NEVER,
		.doubted_from = NEVER,
	};
	sigset_t blocked, before;
	int result;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGTERM);
	sigaddset(&blocked, SIGHUP);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	result = begin(&watch, problem);
	if (result == 0)
		result = loop(&watch, &before, problem);
	watch_child_stop(&watch.enter);
	watch_child_stop(&watch.apart);
	looker_end(watch.looker);
	answers_fini(&watch.answers);
	look_free(watch.look);
	screen_changes_close(watch.changes);
	overlay_close(watch.card);
	overlay_close(watch.answer);
	hotkeys_close(watch.hotkeys);
	desktop_keys_end(watch.desktop);
	control_close(watch.control);
	screen_close(watch.screen);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return result;
}
