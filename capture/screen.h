/* Pictures of windows, monitors and the whole screen, by whatever shows them
 * here: a Wayland compositor, or an X server.
 *
 * Places are in screen pixels, scr_. On X11 these are the server's. On Wayland
 * a compositor counts in units that monitors show larger, by a factor of their
 * own: there each place names the scale it is counted at, and is what that
 * scale makes of the compositor's units. A window and a monitor are counted at
 * the scale of their monitor, so that one of their pixels is one of its. */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"

/* A window's number. X11: as xwininfo and wmctrl show it. sway: its con_id. */
typedef unsigned long screen_id;

struct screen_window {
	screen_id id;       /* the program's own window, not the frame that
			     * a window manager puts around it */
	screen_id frame;    /* X11: its ancestor just below the root (or id) */
	struct box scr_box; /* where it lies on the screen; it may hang over
			     * the screen's rim */
	double scale;       /* screen pixels a unit; X11: 1 */
	char title[128];    /* UTF-8; "" where it has none */
	char program[64];   /* X11: class part of WM_CLASS; Wayland: app_id; ""
			     */
};

struct screen_monitor {
	char name[64];
	struct box scr_box;
	double scale;
	bool primary;
};

enum { SCREEN_MONITORS_MAX = 32 };

/* What was captured. image_fini(&shot->image) frees; a zeroed struct or an
 * earlier shot may be passed to a grab, which then reuses its memory. */
struct screen_shot {
	struct image image;
	int scr_x, scr_y; /* the screen pixel that is pixel 0,0 */
	double scale;
	bool whole; /* false: parts covered by other windows or
		     * beyond the rim could not be had */
};

struct screen;

/* Connects: to the Wayland compositor where one runs that lets screens be
 * captured and drawn over (wlink_serves), else to the X server of $DISPLAY.
 * NULL with `problem` filled in where neither answers. All functions below
 * return 0, or -1 with `problem` filled in: PROBLEM_ENVIRONMENT and a sentence
 * that names the window. */
struct screen *screen_open(struct problem *problem);
/* The same of a compositor that lets its screen be captured, but not drawn
 * over. */
struct screen *screen_open_bare(struct problem *problem);
void screen_close(struct screen *screen);

/* Can nothing be drawn over it? */
bool screen_is_bare(const struct screen *screen);

/* May the desktop ask its user before a picture? (a portal) */
bool screen_asks(const struct screen *screen);

/* The X display behind it, for what only X11 can do; NULL: there is none. */
struct x11 *screen_x11(const struct screen *screen);

/* Does what we draw over the screen come along when a window is captured, for
 * nothing lies below it? (Wayland) */
bool screen_shows_overlays(const struct screen *screen);

int screen_window_by_id(struct screen *screen, screen_id id,
			struct screen_window *window, struct problem *problem);
/* The window that has the keyboard, or that lies below the pointer. Where a
 * compositor does not tell, *window is zeroed but for the place of the whole
 * screen, or of the monitor with the pointer, and 1 is returned. */
int screen_window_active(struct screen *screen, struct screen_window *window,
			 struct problem *problem);
int screen_window_under_pointer(struct screen *screen,
				struct screen_window *window,
				struct problem *problem);
/* Where the pointer is, counted at this scale. */
int screen_pointer(struct screen *screen, double scale, int *scr_x, int *scr_y,
		   struct problem *problem);
/* The topmost window at a place of the screen. Where a compositor does not
 * tell, *window is zeroed but for the place of the monitor and what the active
 * window there is called, as far as that is told, and 1 is returned. */
int screen_window_at(struct screen *screen, int scr_x, int scr_y, double scale,
		     struct screen_window *window, struct problem *problem);

/* The windows that are on the screen, the topmost first, `most` of them at
 * most. Returns how many: none where a compositor does not tell; or -1. */
int screen_windows(struct screen *screen, struct screen_window *windows,
		   int most, struct problem *problem);

/* Fills in at most SCREEN_MONITORS_MAX; returns how many (at least 1), or -1.
 */
int screen_monitors(struct screen *screen,
		    struct screen_monitor monitors[SCREEN_MONITORS_MAX],
		    struct problem *problem);
/* All of it, at the scale of its finest monitor. */
void screen_bounds(struct screen *screen, struct box *scr_box, double *scale);

/* Captures a window, looked up by one of the functions above: whole, also where
 * others cover it. Wayland: as it is seen, unless the compositor captures
 * windows by themselves (ext-foreign-toplevel-image-capture-source) and says
 * which is which (sway 1.12). */
int screen_grab_window(struct screen *screen,
		       const struct screen_window *window,
		       struct screen_shot *shot, struct problem *problem);
/* X11: redirects the window, so that it is captured quickly from now on
 * (x11_hold). Elsewhere nothing is to be done. */
int screen_hold(struct screen *screen, const struct screen_window *window,
		struct problem *problem);
void screen_release(struct screen *screen);

/* Captures what is seen of a part of the screen (clipped to it). X11: but for
 * our own overlays. */
int screen_grab_box(struct screen *screen, const struct box *scr_box,
		    double scale, struct screen_shot *shot,
		    struct problem *problem);
/* From now on captures them as well: to see how they look. */
void screen_keep_overlays(struct screen *screen);

/* When does a window, or the screen, show something new? */
struct screen_changes;

/* Connects as screen_open does. NULL with `problem` filled in where changes are
 * not told. */
struct screen_changes *screen_changes_open(struct problem *problem);
void screen_changes_close(struct screen_changes *changes);

/* From now on tells of this window (with all inside it). X11: what is drawn
 * over it by others is no change; Wayland: it is one. */
void screen_changes_follow(struct screen_changes *changes,
			   const struct screen_window *window);
void screen_changes_follow_all(struct screen_changes *changes);
void screen_changes_follow_nothing(struct screen_changes *changes);

/* What to poll for reading. */
int screen_changes_fd(const struct screen_changes *changes);
/* Did something come that polling does not tell? To be asked before polling. */
bool screen_changes_pending(const struct screen_changes *changes);
/* Has anything changed since the last call? Never waits. Returns 1, 0, or -1
 * with `problem` filled in: the display is gone. */
int screen_changes_take(struct screen_changes *changes,
			struct problem *problem);

#endif
