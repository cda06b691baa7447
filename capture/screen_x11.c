/* screen.h on an X server. */
#include <stdlib.h>

#include "screen_driver.h"
#include "x11.h"
#include "x11_changes.h"

struct x11_screen {
	struct screen screen; /* first */
	struct x11 *x11;
};

static struct x11 *x11_of(const struct screen *screen)
{
	return ((const struct x11_screen *)screen)->x11;
}

static void close_screen(struct screen *screen)
{
	x11_close(x11_of(screen));
	free(screen);
}

static int by_id(struct screen *screen, screen_id id,
		 struct screen_window *window, struct problem *problem)
{
	return x11_window_by_id(x11_of(screen), id, window, problem);
}

static int active(struct screen *screen, struct screen_window *window,
		  struct problem *problem)
{
	return x11_window_active(x11_of(screen), window, problem);
}

static int under_pointer(struct screen *screen, struct screen_window *window,
			 struct problem *problem)
{
	return x11_window_under_pointer(x11_of(screen), window, problem);
}

static int pointer(struct screen *screen, double scale, int *scr_x, int *scr_y,
		   struct problem *problem)
{
	(void)scale;
	return x11_pointer(x11_of(screen), scr_x, scr_y, problem);
}

static int window_at(struct screen *screen, int scr_x, int scr_y, double scale,
		     struct screen_window *window, struct problem *problem)
{
	(void)scale;
	return x11_window_at(x11_of(screen), scr_x, scr_y, window, problem);
}

static int windows(struct screen *screen, struct screen_window *list, int most,
		   struct problem *problem)
{
	return x11_windows(x11_of(screen), list, most, problem);
}

static int monitors(struct screen *screen,
		    struct screen_monitor list[SCREEN_MONITORS_MAX],
		    struct problem *problem)
{
	return x11_monitors(x11_of(screen), list, problem);
}

static void bounds(struct screen *screen, struct box *scr_box, double *scale)
{
	*scale = 1;
	x11_screen(x11_of(screen), scr_box);
}

static int grab_window(struct screen *screen,
		       const struct screen_window *window,
		       struct screen_shot *shot, struct problem *problem)
{
	return x11_grab_window(x11_of(screen), window, shot, problem);
}

static int grab_box(struct screen *screen, const struct box *scr_box,
		    double scale, struct screen_shot *shot,
		    struct problem *problem)
{
	(void)scale;
	return x11_grab_box(x11_of(screen), scr_box, shot, problem);
}

static int hold(struct screen *screen, const struct screen_window *window,
		struct problem *problem)
{
	return x11_hold(x11_of(screen), window, problem);
}

static void release(struct screen *screen)
{
	x11_release(x11_of(screen));
}

static void keep_overlays(struct screen *screen)
{
	x11_keep_overlays(x11_of(screen));
}

static const struct screen_driver driver = {
	.close = close_screen,
	.x11 = x11_of,
	.by_id = by_id,
	.active = active,
	.under_pointer = under_pointer,
	.pointer = pointer,
	.window_at = window_at,
	.windows = windows,
	.monitors = monitors,
	.bounds = bounds,
	.grab_window = grab_window,
	.grab_box = grab_box,
	.hold = hold,
	.release = release,
	.keep_overlays = keep_overlays,
};

struct screen *screen_open_x11(struct problem *problem)
{
	struct x11_screen *screen = calloc(1, sizeof *screen);

	if (!screen) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an X connection");
		return NULL;
	}
	screen->screen.driver = &driver;
	screen->x11 = x11_open(NULL, problem);
	if (screen->x11)
		return &screen->screen;
	free(screen);
	return NULL;
}

struct x11_screen_changes {
	struct screen_changes changes; /* first */
	struct x11_changes *x11;
};

static struct x11_changes *changes_of(const struct screen_changes *changes)
{
	return ((const struct x11_screen_changes *)changes)->x11;
}

static void close_changes(struct screen_changes *changes)
{
	x11_changes_close(changes_of(changes));
	free(changes);
}

static void follow(struct screen_changes *changes,
		   const struct screen_window *window)
{
	struct x11_changes *x11 = changes_of(changes);

	x11_changes_follow(x11, window ? window->id : x11_changes_screen(x11));
}

static int fd_of(const struct screen_changes *changes)
{
	return x11_changes_fd(changes_of(changes));
}

static bool is_pending(const struct screen_changes *changes)
{
	return x11_changes_pending(changes_of(changes));
}

static int take(struct screen_changes *changes, struct problem *problem)
{
	return x11_changes_take(changes_of(changes), problem);
}

static const struct screen_changes_driver changes_driver = {
	.close = close_changes,
	.follow = follow,
	.fd = fd_of,
	.pending = is_pending,
	.take = take,
};

struct screen_changes *screen_changes_open_x11(struct problem *problem)
{
	struct x11_screen_changes *changes = calloc(1, sizeof *changes);

	if (!changes) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an X connection");
		return NULL;
	}
	changes->changes.driver = &changes_driver;
	changes->x11 = x11_changes_open(NULL, problem);
	if (changes->x11)
		return &changes->changes;
	free(changes);
	return NULL;
}
