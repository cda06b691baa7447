/* Looking, in a thread of its own: captures, reads and solves while the rest
 * of `watch` goes on. One look at a time. */
#ifndef WATCH_LOOK_H
#define WATCH_LOOK_H

#include "capture_target.h"
#include "pillar.h"
#include "pipeline.h"

/* Moments of clock_seconds(). */
enum look_step {
	LOOK_BEGUN,
	LOOK_CAPTURED,
	LOOK_READ,
	LOOK_SOLVED, /* and checked */
	LOOK_STEPS,
};

/* What was seen. */
struct look {
	bool is_window;
	struct screen_window window; /* where is_window */
	struct box scr_box;          /* what was captured */
	double scale;                /* at which that is counted */
	struct outcome_list list;
	bool same;        /* the puzzles known, where they were: `list` is
			   * as read, not solved */
	char pillar[240]; /* what to say of the views of one; "": nothing */
	struct pillar_view view; /* where its panel lies, if that is in list */
	struct image picture;    /* that was read, to tell what has changed;
				  * without pixels where it was only compared */
	struct problem problem;  /* set where something failed */
	bool is_captured;        /* that came after the capture */
	bool unread;             /* a glance that was not even compared */
	double at[LOOK_STEPS];
};

/* Where it is looked, and what is known already. */
struct look_task {
	enum target target;
	screen_id window;    /* for TARGET_WINDOW */
	const char *monitor; /* for TARGET_MONITOR */
	/* an earlier look: where its puzzles, solved, are seen again in the
	 * same place nothing is solved. NULL: none. Must stay as it is until
	 * this look is done. */
	const struct look *known;
	/* where the picture shows that they lie where they did (moved.h) they
	 * are the same, unread */
	bool glance;
	/* a key was pressed for it: a pillar's side is joined with others */
	bool pressed;
	/* our answer is in the picture: it is handed on as it is */
	bool veiled;
	size_t answers; /* that are looked for at most; 0: one */
};

void look_free(struct look *look);

/* Do the same families lie in the same places of the same window? */
bool look_same_places(const struct look *a, const struct look *b);

struct looker;

/* Starts the thread, which at once loads all that the first look would
 * otherwise wait for. `options` must outlive it. NULL with `problem` filled in
 * where there is no display. */
struct looker *looker_start(const struct options *options,
			    struct problem *problem);
/* Abandons a look under way. */
void looker_end(struct looker *looker);

/* Becomes readable when a look is done. */
int looker_fd(const struct looker *looker);
/* Not while a look is under way. */
void looker_ask(struct looker *looker, const struct look_task *task);
/* Lets go of the window that is held for quick looks (screen_hold): it costs
 * the game a copy of each of its frames. Not while a look is under way. */
void looker_release(struct looker *looker);
/* Asks a look under way to end soon, with whatever it has. */
void looker_hurry(struct looker *looker);
/* Where the look under way is looking: fills in is_window, window and scr_box
 * of `place`. False where nothing was captured yet. */
bool looker_where(struct looker *looker, struct look *place);
/* The look that is done, to be freed by look_free; NULL: none is yet, or
 * memory runs out (then *none_left is set: no look is under way any more). */
struct look *looker_take(struct looker *looker, bool *none_left);

#endif
