#include "screen_driver.h"

#ifdef HAVE_WAYLAND
#include "wlink_wayland.h"
#endif

#ifdef HAVE_WAYLAND
/* What keeps Wayland from serving tells more than that no X server is there
 * either. */
static void explain(const struct problem *wayland, const struct problem *x11,
		    struct problem *problem)
{
	if (wlink_is_named())
		problem_set(problem, wayland->kind,
			    "%.160s; and no X server answers", wayland->text);
	else
		problem_set(problem, x11->kind, "%s", x11->text);
}
#endif

struct screen *screen_open(struct problem *problem)
{
#ifdef HAVE_WAYLAND
	struct problem wayland = { 0 }, x11 = { 0 };
	struct screen *screen = screen_open_wayland(false, &wayland);

	if (!screen)
		screen = screen_open_x11(&x11);
	if (!screen)
		explain(&wayland, &x11, problem);
	return screen;
#else
	return screen_open_x11(problem);
#endif
}

struct screen *screen_open_bare(struct problem *problem)
{
#ifdef HAVE_WAYLAND
	return screen_open_wayland(true, problem);
#else
	problem_set(problem, PROBLEM_ENVIRONMENT, "built without Wayland");
	return NULL;
#endif
}

bool screen_is_bare(const struct screen *screen)
{
	return screen->bare;
}

struct screen_changes *screen_changes_open(struct problem *problem)
{
	struct screen_changes *changes = NULL;

#ifdef HAVE_WAYLAND
	changes = screen_changes_open_wayland(NULL);
#endif
	return changes ? changes : screen_changes_open_x11(problem);
}

bool screen_asks(const struct screen *screen)
{
	return screen->asks;
}

void screen_close(struct screen *screen)
{
	if (screen)
		screen->driver->close(screen);
}

struct x11 *screen_x11(const struct screen *screen)
{
	return screen->driver->x11 ? screen->driver->x11(screen) : NULL;
}

bool screen_shows_overlays(const struct screen *screen)
{
	return screen->driver->shows_overlays;
}

int screen_window_by_id(struct screen *screen, screen_id id,
			struct screen_window *window, struct problem *problem)
{
	return screen->driver->by_id(screen, id, window, problem);
}

int screen_window_active(struct screen *screen, struct screen_window *window,
			 struct problem *problem)
{
	return screen->driver->active(screen, window, problem);
}

int screen_window_under_pointer(struct screen *screen,
				struct screen_window *window,
				struct problem *problem)
{
	return screen->driver->under_pointer(screen, window, problem);
}

int screen_pointer(struct screen *screen, double scale, int *scr_x, int *scr_y,
		   struct problem *problem)
{
	return screen->driver->pointer(screen, scale, scr_x, scr_y, problem);
}

int screen_window_at(struct screen *screen, int scr_x, int scr_y, double scale,
		     struct screen_window *window, struct problem *problem)
{
	return screen->driver->window_at(screen, scr_x, scr_y, scale, window,
					 problem);
}

int screen_windows(struct screen *screen, struct screen_window *windows,
		   int most, struct problem *problem)
{
	return screen->driver->windows(screen, windows, most, problem);
}

int screen_monitors(struct screen *screen,
		    struct screen_monitor monitors[SCREEN_MONITORS_MAX],
		    struct problem *problem)
{
	return screen->driver->monitors(screen, monitors, problem);
}

void screen_bounds(struct screen *screen, struct box *scr_box, double *scale)
{
	screen->driver->bounds(screen, scr_box, scale);
}

int screen_grab_window(struct screen *screen,
		       const struct screen_window *window,
		       struct screen_shot *shot, struct problem *problem)
{
	return screen->driver->grab_window(screen, window, shot, problem);
}

int screen_hold(struct screen *screen, const struct screen_window *window,
		struct problem *problem)
{
	return screen->driver->hold
		       ? screen->driver->hold(screen, window, problem)
		       : 0;
}

void screen_release(struct screen *screen)
{
	if (screen->driver->release)
		screen->driver->release(screen);
}

int screen_grab_box(struct screen *screen, const struct box *scr_box,
		    double scale, struct screen_shot *shot,
		    struct problem *problem)
{
	return screen->driver->grab_box(screen, scr_box, scale, shot, problem);
}

void screen_keep_overlays(struct screen *screen)
{
	if (screen->driver->keep_overlays)
		screen->driver->keep_overlays(screen);
}

void screen_changes_close(struct screen_changes *changes)
{
	if (changes)
		changes->driver->close(changes);
}

void screen_changes_follow(struct screen_changes *changes,
			   const struct screen_window *window)
{
	changes->driver->follow(changes, window);
}

void screen_changes_follow_all(struct screen_changes *changes)
{
	changes->driver->follow(changes, NULL);
}

void screen_changes_follow_nothing(struct screen_changes *changes)
{
	changes->driver->follow(changes, &(struct screen_window){ 0 });
}

int screen_changes_fd(const struct screen_changes *changes)
{
	return changes->driver->fd(changes);
}

bool screen_changes_pending(const struct screen_changes *changes)
{
	return changes->driver->pending(changes);
}

int screen_changes_take(struct screen_changes *changes, struct problem *problem)
{
	return changes->driver->take(changes, problem);
}
