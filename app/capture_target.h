/* What the capturing commands' flags name: a window, a monitor, the screen. */
#ifndef CAPTURE_TARGET_H
#define CAPTURE_TARGET_H

#include "options.h"
#include "screen.h"

struct capture {
	/* set by the caller: hold the window (screen_hold), so that from now on
	 * it is captured whole, also below an answer that lies over it */
	bool hold;
	bool waited;   /* options->delay is over */
	char name[80]; /* for people: "window 0x1400003" */
	bool is_window;
	struct screen_window window; /* where is_window */
	struct screen_shot shot;
};

/* As screen_open; but where a compositor lets its screen be captured and not
 * drawn over, that screen (screen_is_bare), unless a program of X11 is active
 * after options->delay, or what options name is of X11. */
struct screen *capture_open(const struct options *options,
			    struct capture *capture, struct problem *problem);

/* Waits for options->delay, then captures. `capture` is zeroed or an earlier
 * one; free it with capture_fini in either case. */
int capture_target(struct screen *screen, const struct options *options,
		   struct capture *capture, struct problem *problem);
/* Appends the number and the name of each monitor of the display, a line each;
 * nothing where there is no display. */
void capture_target_put_monitors(struct buffer *out);
void capture_fini(struct capture *capture);

#endif
