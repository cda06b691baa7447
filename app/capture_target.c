#include "capture_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "deadline.h"

/* Until the delay has passed or the person wants it to end. */
static int wait_delay(const struct options *options, struct problem *problem)
{
	struct deadline deadline = deadline_in(options->delay, options->stop);

	while (options->delay > 0 && !deadline_passed(&deadline)) {
		struct timespec nap = { 0, 20 * 1000 * 1000 };

		nanosleep(&nap, NULL);
	}
	if (options->stop && *options->stop)
		return problem_set(problem, PROBLEM_LIMIT, "interrupted");
	return 0;
}

/* By number, as `xrandr --listmonitors` counts, or by name. */
static int find_monitor(struct x11 *x11, const char *wanted, struct box *box,
			struct problem *problem)
{
	struct x11_monitor monitors[X11_MONITORS_MAX];
	int count = x11_monitors(x11, monitors, problem);
	char number[16];

	for (int i = 0; i < count; i++) {
		snprintf(number, sizeof number, "%d", i);
		if (!strcmp(number, wanted) ||
		    !strcmp(monitors[i].name, wanted)) {
			*box = monitors[i].scr_box;
			return 0;
		}
	}
	if (count < 0)
		return -1;
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "no such monitor: '%.60s'; there %s %d, the first "
			   "is '0' or '%s'",
			   wanted, count == 1 ? "is" : "are", count,
			   monitors[0].name);
}

static int find_window(struct x11 *x11, const struct options *options,
		       struct x11_window *window, struct problem *problem)
{
	switch (options->target) {
	case TARGET_ACTIVE:
		return x11_window_active(x11, window, problem);
	case TARGET_POINTER:
		return x11_window_under_pointer(x11, window, problem);
	default:
		return x11_window_by_id(x11, options->window, window, problem);
	}
}

int capture_target(struct x11 *x11, const struct options *options,
		   struct capture *capture, struct problem *problem)
{
	struct box box;

	if (wait_delay(options, problem) < 0)
		return -1;
	capture->is_window = false;
	if (options->target == TARGET_SCREEN) {
		snprintf(capture->name, sizeof capture->name, "screen");
		x11_screen(x11, &box);
		return x11_grab_box(x11, &box, &capture->shot, problem);
	}
	if (options->target == TARGET_MONITOR) {
		snprintf(capture->name, sizeof capture->name, "monitor %.40s",
			 options->monitor);
		if (find_monitor(x11, options->monitor, &box, problem) < 0)
			return -1;
		return x11_grab_box(x11, &box, &capture->shot, problem);
	}
	snprintf(capture->name, sizeof capture->name, "window");
	if (find_window(x11, options, &capture->window, problem) < 0)
		return -1;
	capture->is_window = true;
	snprintf(capture->name, sizeof capture->name, "window 0x%lx",
		 capture->window.id);
	/* a window's own pixels are without what lies over it */
	if (options->overlays)
		return x11_grab_box(x11, &capture->window.scr_box,
				    &capture->shot, problem);
	/* where it cannot be held it is captured as it can */
	if (capture->hold)
		x11_hold(x11, &capture->window, NULL);
	return x11_grab_window(x11, &capture->window, &capture->shot, problem);
}

void capture_fini(struct capture *capture)
{
	image_fini(&capture->shot.image);
}
