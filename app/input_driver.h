/* What input.c asks of X11 and of Wayland. A driver's own struct begins with
 * struct input. */
#ifndef INPUT_DRIVER_H
#define INPUT_DRIVER_H

#include "input.h"

struct input_driver {
	/* nothing is held */
	void (*close)(struct input *input);
	enum input_end (*begin)(struct input *input, struct problem *problem);
	/* Did others do anything since the last look? Waits until what we did
	 * has come. */
	enum input_end (*watch)(struct input *input, struct problem *problem);
	/* until something comes, or about so long */
	void (*nap)(struct input *input, double seconds);
	/* any action but PLAY_DO_WAIT */
	enum input_end (*act)(struct input *input,
			      const struct play_action *action,
			      struct problem *problem);
	/* NULL: pictures do not show it */
	enum input_end (*step_aside)(struct input *input,
				     struct problem *problem);
	/* lets go of every button and key that we hold */
	void (*release)(struct input *input);
};

struct input {
	const struct input_driver *driver;
	struct input_target target;
};

/* Let go of all, and say why. */
enum input_end input_stopped(struct input *input, const char *how,
			     struct problem *problem);
enum input_end input_failed(struct input *input, const char *how,
			    struct problem *problem);

/* Is the window that was found at the pointer the one that is played, where it
 * lay? `result` is that of looking for it. */
enum input_end input_check_window(struct input *input, int result,
				  const struct screen_window *found,
				  struct problem *problem);

/* May a button be pressed? */
enum input_end input_ask(struct input *input);

struct input *input_open_x11(struct problem *problem);
struct input *input_open_wayland(struct problem *problem);

#endif
