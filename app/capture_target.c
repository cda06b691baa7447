#include "capture_target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "control.h"
#include "deadline.h"
#include "language.h"

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

struct screen *capture_open(const struct options *options,
			    struct capture *capture, struct problem *problem)
{
	struct problem lack = { 0 };
	struct screen *screen = screen_open(&lack), *bare = NULL;
	struct screen_window window;

	if (!screen ||
	    (screen_x11(screen) && options->target != TARGET_POINTER &&
	     options->target != TARGET_WINDOW))
		bare = screen_open_bare(NULL);
	if (bare && screen) {
		capture->waited = wait_delay(options, NULL) == 0;
		if (screen_window_active(screen, &window, NULL) == 0) {
			screen_close(bare);
			return screen;
		}
	}
	if (bare) {
		screen_close(screen);
		return bare;
	}
	if (!screen)
		problem_set(problem, lack.kind, "%s", lack.text);
	return screen;
}

/* By number, as `xrandr --listmonitors` counts, or by name. */
static int find_monitor(struct screen *screen, const char *wanted,
			struct screen_monitor *monitor, struct problem *problem)
{
	struct screen_monitor monitors[SCREEN_MONITORS_MAX];
	int count = screen_monitors(screen, monitors, problem);
	char number[16];

	for (int i = 0; i < count; i++) {
		snprintf(number, sizeof number, "%d", i);
		if (!strcmp(number, wanted) ||
		    !strcmp(monitors[i].name, wanted)) {
			*monitor = monitors[i];
			return 0;
		}
	}
	if (count < 0)
		return -1;
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   count == 1 ? N_("no such monitor: '%.60s'; there is "
					   "%d, the first is '0' or '%s'")
				      : N_("no such monitor: '%.60s'; there "
					   "are %d, the first is '0' or '%s'"),
			   wanted, count, monitors[0].name);
}

static int find_window(struct screen *screen, const struct options *options,
		       struct screen_window *window, struct problem *problem)
{
	switch (options->target) {
	case TARGET_ACTIVE:
		return screen_window_active(screen, window, problem);
	case TARGET_POINTER:
		return screen_window_under_pointer(screen, window, problem);
	default:
		return screen_window_by_id(screen, options->window, window,
					   problem);
	}
}

static int grab_monitor(struct screen *screen, const struct options *options,
			struct capture *capture, struct problem *problem)
{
	struct screen_monitor monitor;

	snprintf(capture->name, sizeof capture->name, _("monitor %.40s"),
		 options->monitor);
	if (find_monitor(screen, options->monitor, &monitor, problem) < 0)
		return -1;
	return screen_grab_box(screen, &monitor.scr_box, monitor.scale,
			       &capture->shot, problem);
}

static int grab_window(struct screen *screen, const struct options *options,
		       struct capture *capture, struct problem *problem)
{
	struct screen_window *window = &capture->window;
	int result;

	snprintf(capture->name, sizeof capture->name, "window");
	result = find_window(screen, options, window, problem);
	if (result < 0)
		return -1;
	/* where windows are not told of, all there is */
	capture->is_window = result == 0;
	if (capture->is_window)
		snprintf(capture->name, sizeof capture->name,
			 screen_x11(screen) ? "window 0x%lx" : "window %lu",
			 window->id);
	else
		snprintf(capture->name, sizeof capture->name, _("screen"));
	/* a window's own pixels are without what lies over it */
	if (options->overlays || !capture->is_window)
		return screen_grab_box(screen, &window->scr_box, window->scale,
				       &capture->shot, problem);
	/* where it cannot be held it is captured as it can */
	if (capture->hold)
		screen_hold(screen, window, NULL);
	return screen_grab_window(screen, window, &capture->shot, problem);
}

/* It is said in units of which the screen may have several pixels each. */
static int grab_region(struct screen *screen, const struct options *options,
		       struct capture *capture, struct problem *problem)
{
	const struct box *region = &options->region;
	struct box whole, box;
	double scale;

	screen_bounds(screen, &whole, &scale);
	box = (struct box){ (int)lround(region->x * scale),
			    (int)lround(region->y * scale),
			    (int)lround(region->width * scale),
			    (int)lround(region->height * scale) };
	snprintf(capture->name, sizeof capture->name, _("region %d,%d %dx%d"),
		 region->x, region->y, region->width, region->height);
	return screen_grab_box(screen, &box, scale, &capture->shot, problem);
}

static int grab(struct screen *screen, const struct options *options,
		struct capture *capture, struct problem *problem)
{
	struct box box;
	double scale;

	capture->is_window = false;
	if (options->target == TARGET_MONITOR)
		return grab_monitor(screen, options, capture, problem);
	if (options->target == TARGET_REGION)
		return grab_region(screen, options, capture, problem);
	if (options->target != TARGET_SCREEN)
		return grab_window(screen, options, capture, problem);
	snprintf(capture->name, sizeof capture->name, _("screen"));
	screen_bounds(screen, &box, &scale);
	return screen_grab_box(screen, &box, scale, &capture->shot, problem);
}

/* Says so to the process that shows answers, if there is one: where nothing
 * lies below them they have to give way. */
static void tell_shower(const char *word)
{
	char answer[CONTROL_BYTES_MAX];

	control_ask(getenv("WAYLAND_DISPLAY"), word, answer, sizeof answer,
		    NULL);
}

int capture_target(struct screen *screen, const struct options *options,
		   struct capture *capture, struct problem *problem)
{
	/* whoever holds windows shows the answers, and knows about them */
	bool aside = screen_shows_overlays(screen) && !options->overlays &&
		     !capture->hold;
	int result;

	if (!capture->waited && wait_delay(options, problem) < 0)
		return -1;
	if (aside)
		tell_shower(CONTROL_ASIDE);
	result = grab(screen, options, capture, problem);
	if (aside)
		tell_shower(CONTROL_BACK);
	return result;
}

void capture_target_put_monitors(struct buffer *out)
{
	struct screen_monitor monitors[SCREEN_MONITORS_MAX];
	struct problem problem = { 0 };
	struct screen *screen = screen_open(&problem);
	int count = screen ? screen_monitors(screen, monitors, &problem) : 0;

	for (int i = 0; i < count; i++)
		buffer_printf(out, "%d\n%s\n", i, monitors[i].name);
	if (screen)
		screen_close(screen);
}

void capture_fini(struct capture *capture)
{
	image_fini(&capture->shot.image);
}
