#include "watch.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"
#include "command.h"
#include "deadline.h"
#include "hotkey.h"
#include "notify.h"
#include "watch_look.h"
#include "watch_say.h"
#include "window.h"
#include "x11_changes.h"

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
/* A puzzle that is not seen where it was, as while the game draws, is looked
 * for again after this time before its answer goes. */
static const double GONE_SECONDS = 0.15;
/* How often. A window that was resized may take a second until it has drawn
 * all of its new size. */
enum { PATIENCE_LIVE = 1, PATIENCE_RESIZED = 6 };
/* notify-send has ended after this time, well or not. */
static const double NOTIFY_SECONDS = 2;

/* The window looked at last is held so long after its answer went: whoever
 * shows and hides in quick succession does not wait for the game to draw what
 * our own answer has covered. */
static const double HOLD_SECONDS = 5;

enum wish { WISH_NOTHING, WISH_HINTS, WISH_ANSWER };

/* Numbers of the hotkeys. */
enum { KEY_ANSWER, KEY_NEXT };

struct watch {
	const struct options *options;
	struct hotkeys *hotkeys;
	bool has_hints; /* the second key is held */
	struct looker *looker;
	struct overlay *answer, *card;
	struct x11_changes *changes; /* NULL: the server tells of none */

	enum wish wish;
	int steps;          /* WISH_HINTS: so many are wanted */
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

	/* The last look at what is wanted; NULL: none yet. */
	struct look *look;
	bool drawn;   /* its answers are on the screen */
	int patience; /* how often it may see less than is known */
	struct answers answers;
	char card_text[256];

	bool changed;        /* something did, since the last look */
	double live_from;    /* when to look at it */
	double doubted_from; /* since when it is read with more doubt; NEVER */
};

static const double NEVER = HUGE_VAL;

static void note(const struct watch *watch, const char *text)
{
	if (!watch->options->quiet)
		fprintf(stderr, "solveglass watch: %s\n", text);
}

static void put_card(struct watch *watch, const struct box *scr_rim,
		     x11_id follow)
{
	struct overlay_content content = {
		.card = watch->card_text,
		.scr_x = scr_rim->x,
		.scr_y = scr_rim->y,
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
	struct x11_monitor monitors[X11_MONITORS_MAX];
	struct x11 *x11 = x11_open(NULL, NULL);
	int count = x11 ? x11_monitors(x11, monitors, NULL) : 0;
	int first = 0;

	for (int i = 0; i < count; i++)
		if (monitors[i].primary)
			first = i;
	if (count > 0)
		put_card(watch, &monitors[first].scr_box, 0);
	x11_close(x11);
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
	put_card(watch, &look->scr_box, look->is_window ? look->window.id : 0);
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
	watch->changed = false;
	watch->doubted_from = NEVER;
	if (watch->busy)
		looker_hurry(watch->looker);
	if (watch->changes)
		x11_changes_follow(watch->changes, 0);
	watch->release = clock_seconds() + HOLD_SECONDS;
	hide_answer(watch);
	hide_card(watch);
	forget(watch);
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
		.known = watch->look,
		.glance = glance,
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
		.scr_keep = seen->scr_box,
		.follow = seen->is_window ? seen->window.id : 0,
		.stacked = true,
	};
	struct answers before = watch->answers;
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
	result = overlay_show(watch->answer, &content, problem);
	/* the overlay points to the new ones now */
	answers_fini(&before);
	watch->drawn = result == 0;
	return result;
}

/* In seconds of clock_seconds(), for --verbose: where the time went. */
static void tell_times(const struct watch *watch, const struct look *seen)
{
	const double *at = seen->at;

	if (watch->options->verbose)
		fprintf(stderr,
			"solveglass watch: pressed %.6f begun %.6f captured "
			"%.6f read %.6f solved %.6f drawn %.6f\n",
			watch->pressed, at[LOOK_BEGUN], at[LOOK_CAPTURED],
			at[LOOK_READ], at[LOOK_SOLVED], clock_seconds());
}

/* Brings on the screen what watch->look holds. */
static void show(struct watch *watch)
{
	const struct look *seen = watch->look;
	struct problem problem = { 0 };
	int steps = 0;
	char text[256];

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
		snprintf(text, sizeof text, "step %d of %d", watch->steps,
			 steps);
	if (text[0] && watch->pressed > 0)
		say(watch, seen, text);
	else
		hide_card(watch);
}

static bool same_puzzles(const struct outcome_list *a,
			 const struct outcome_list *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->outcomes[i].puzzle.family !=
			    b->outcomes[i].puzzle.family ||
		    !puzzle_equal(&a->outcomes[i].puzzle,
				  &b->outcomes[i].puzzle, NULL))
			return false;
	return true;
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
	watch->doubted_from = fmin(watch->doubted_from, now);
	if (now - watch->doubted_from >= DOUBT_SECONDS)
		return false;
	watch->look_at = now + DOUBT_LOOK_SECONDS;
	return true;
}

/* What is known is seen again. */
static void take_same(struct watch *watch, struct look *seen)
{
	struct look *known = watch->look;

	memcpy(known->at, seen->at, sizeof known->at);
	if (seen->picture.pixels) {
		struct image before = known->picture;

		known->picture = seen->picture;
		seen->picture = before;
	}
	look_free(seen);
	watch->patience = PATIENCE_LIVE;
	if (watch->pressed > 0 || !watch->drawn)
		show(watch);
	watch->pressed = 0;
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
	    !same_puzzles(&seen->list, &before->list))
		watch->steps = 1;
	watch->look = seen;
	if (watch->changes)
		x11_changes_follow(
			watch->changes,
			seen->is_window ? seen->window.id
					: x11_changes_screen(watch->changes));
	show(watch);
	look_free(before);
	watch->pressed = 0;
	/* a card may stay, but no wish for what is not there */
	if (!watch->drawn && (!watch->options->live || !seen->is_captured)) {
		watch->wish = WISH_NOTHING;
		watch->release = clock_seconds() + HOLD_SECONDS;
		if (watch->changes)
			x11_changes_follow(watch->changes, 0);
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
		note(watch, "no memory for a look");
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
	} else {
		take(watch, seen);
	}
}

static void on_press(struct watch *watch, int key)
{
	watch->pressed = clock_seconds();
	if (key == KEY_ANSWER && watch->wish == WISH_ANSWER) {
		stop_showing(watch);
		return;
	}
	if (key == KEY_ANSWER) {
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

static int press_keys(struct watch *watch, struct problem *problem)
{
	for (;;) {
		struct problem lack = { 0 };
		int key;
		int result = hotkeys_next(watch->hotkeys, &key, &lack, problem);

		if (lack.kind != PROBLEM_NONE) {
			note(watch, lack.text);
			say_aside(watch, lack.text);
		}
		if (result <= 0)
			return result;
		on_press(watch, key);
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
	changed = x11_changes_take(watch->changes, problem);
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
		say(watch, &place, "looking");
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
	if (now >= watch->look_at)
		look(watch, true, false);
	else if (live && now >= watch->live_from)
		look(watch, true, !watch->options->live);
	if (now >= watch->say_looking)
		say_looking(watch);
	live = live && watch->changed && !watch->busy;
	return fmin(fmin(fmin(watch->hide_card, watch->settle),
			 fmin(watch->look_at, watch->say_looking)),
		    fmin(live ? watch->live_from : NEVER,
			 watch->busy ? NEVER : watch->release));
}

/* Until something comes or is due. */
static void wait(struct watch *watch, const sigset_t *signals, double due)
{
	struct pollfd fds[5] = {
		{ hotkeys_fd(watch->hotkeys), POLLIN, 0 },
		{ overlay_fd(watch->answer), POLLIN, 0 },
		{ overlay_fd(watch->card), POLLIN, 0 },
		{ looker_fd(watch->looker), POLLIN, 0 },
	};
	nfds_t count = 4;
	double left = fmin(due - clock_seconds(), 3600);
	struct timespec timeout;

	if (watch->changes)
		fds[count++] = (struct pollfd){ x11_changes_fd(watch->changes),
						POLLIN, 0 };
	left = fmax(left, 0);
	timeout.tv_sec = (time_t)left;
	timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
	if (hotkeys_pending(watch->hotkeys) || overlay_pending(watch->answer) ||
	    overlay_pending(watch->card) ||
	    (watch->changes && x11_changes_pending(watch->changes)))
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

static int take_keys(struct watch *watch, struct problem *problem)
{
	const struct options *options = watch->options;
	struct problem lack = { 0 };
	struct hotkey key;

	if (hotkey_choose(options->hotkey, options->force_hotkey, &key,
			  problem) < 0 ||
	    hotkeys_take(watch->hotkeys, &key, problem) < 0)
		return -1;
	if (!strcmp(options->next_hotkey, "none"))
		return 0;
	if (hotkey_choose(options->next_hotkey, options->force_hotkey, &key,
			  problem) < 0)
		return -1;
	/* without hints it is still of use */
	watch->has_hints = hotkeys_take(watch->hotkeys, &key, &lack) == 0;
	if (watch->has_hints)
		return 0;
	if (lack.kind != PROBLEM_ENVIRONMENT) {
		*problem = lack;
		return -1;
	}
	note(watch, lack.text);
	return 0;
}

static int begin(struct watch *watch, struct problem *problem)
{
	struct problem lack = { 0 };
	char text[200];

	watch->hotkeys = hotkeys_open(NULL, HOTKEY_WATCH, problem);
	if (!watch->hotkeys || take_keys(watch, problem) < 0)
		return -1;
	watch->answer = overlay_open(NULL, problem);
	watch->card = watch->answer ? overlay_open(NULL, problem) : NULL;
	if (!watch->card)
		return -1;
	watch->changes = x11_changes_open(NULL, &lack);
	if (!watch->changes && watch->options->live) {
		*problem = lack;
		return -1;
	}
	watch->looker = looker_start(watch->options, problem);
	if (!watch->looker)
		return -1;
	overlay_warm_up();
	snprintf(text, sizeof text, "%s shows and hides the answer",
		 watch->options->hotkey);
	if (watch->has_hints)
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 ", %s one step more of it",
			 watch->options->next_hotkey);
	if (isatty(STDIN_FILENO))
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 "; Ctrl-C here ends this");
	else
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 "; 'kill %d' ends this", (int)getpid());
	note(watch, text);
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
	looker_end(watch.looker);
	answers_fini(&watch.answers);
	look_free(watch.look);
	x11_changes_close(watch.changes);
	overlay_close(watch.card);
	overlay_close(watch.answer);
	hotkeys_close(watch.hotkeys);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return result;
}
