/* Pointer and keyboard, moved by us into one window, and let go of at once
 * where somebody else moves or presses anything: on an X display by XTEST, on a
 * Wayland compositor by wlr-virtual-pointer and virtual-keyboard. */
#ifndef INPUT_H
#define INPUT_H

#include <signal.h>
#include <stdbool.h>

#include "play_plan.h"
#include "problem.h"
#include "screen.h"

struct input;

/* Why input_do did not do something. */
enum input_end {
	INPUT_DONE,
	INPUT_STOPPED, /* by the person: `problem` says how */
	INPUT_FAILED,  /* the window went, another lies over it ... */
	INPUT_REFUSED, /* `may_press` said no */
};

struct input_target {
	struct screen *screen;       /* asked what lies where; not owned */
	struct screen_window window; /* what is played */
	double scale;                /* at which actions count pixels */
	double pace;                 /* seconds after each action */
	bool relative; /* a press lets the program hold the pointer */
	const volatile sig_atomic_t *stop; /* set: stop; may be NULL */
	/* asked last of all before a button is pressed; NULL: it may be */
	bool (*may_press)(void *data);
	void *data;
};

/* NULL with `problem` filled in where what shows `screen` lets nothing be
 * entered, or does not tell of a hand on the mouse. */
struct input *input_open(const struct screen *screen, struct problem *problem);
/* Releases what is still held. */
void input_close(struct input *input);

/* Makes the window the active one, waits (up to 5 seconds) until no hand is on
 * mouse and keyboard, and from then on looks out for others. */
enum input_end input_begin(struct input *input,
			   const struct input_target *target,
			   struct problem *problem);

/* One action. Buttons and keys reach nothing but the window: before each the
 * pointer must be where we put it and over that window, which must lie where
 * it lay. After anything but INPUT_DONE nothing is held any more. */
enum input_end input_do(struct input *input, const struct play_action *action,
			struct problem *problem);

/* Moves the pointer out of the puzzle's way, where pictures may show it
 * (Wayland), and nothing is held. */
enum input_end input_step_aside(struct input *input, struct problem *problem);

/* From now on: the seconds to wait after each action. */
void input_set_pace(struct input *input, double pace);

/* Looks out for others for so long. */
enum input_end input_wait(struct input *input, double seconds,
			  struct problem *problem);

#endif
