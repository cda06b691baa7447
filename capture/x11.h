/* Pictures of windows, monitors and the whole screen of an X display.
 *
 * Windows are taken whole, also where others cover them or the screen's rim
 * cuts them (Composite). Pixels travel through shared memory where client and
 * server share a machine, else through the connection. */
#ifndef X11_H
#define X11_H

#include <stdbool.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"

struct x11;

/* A window's id, as xwininfo and wmctrl show it. */
typedef unsigned long x11_id;

struct x11_window {
	x11_id id;          /* the program's own window, not the frame that
			     * a window manager puts around it */
	x11_id frame;       /* its ancestor just below the root (or id) */
	struct box scr_box; /* where it lies on the screen; it may hang over
			     * the screen's rim */
	char title[128];    /* UTF-8; "" where it has none */
	char program[64];   /* class part of WM_CLASS; "" */
};

struct x11_monitor {
	char name[64];
	struct box scr_box;
	bool primary;
};

enum { X11_MONITORS_MAX = 32 };

/* What was captured. image_fini(&shot->image) frees; a zeroed struct or an
 * earlier shot may be passed to a grab, which then reuses its memory. */
struct x11_shot {
	struct image image;
	int scr_x, scr_y; /* the screen pixel that is pixel 0,0 */
	bool whole;       /* false: parts covered by other windows or
			   * beyond the rim could not be had */
};

/* Connects; `display` NULL: $DISPLAY. NULL with `problem` filled in where no
 * server answers. All functions below return 0, or -1 with `problem` filled
 * in: PROBLEM_ENVIRONMENT and a sentence that names the window. */
struct x11 *x11_open(const char *display, struct problem *problem);
void x11_close(struct x11 *x11);

/* A window by its id; that of a frame gives the window inside. */
int x11_window_by_id(struct x11 *x11, x11_id id, struct x11_window *window,
		     struct problem *problem);
/* The active window: by the window manager's word (EWMH
 * _NET_ACTIVE_WINDOW), without one the window with the input focus. */
int x11_window_active(struct x11 *x11, struct x11_window *window,
		      struct problem *problem);
int x11_window_under_pointer(struct x11 *x11, struct x11_window *window,
			     struct problem *problem);
/* The topmost window at a place of the screen. */
int x11_window_at(struct x11 *x11, int scr_x, int scr_y,
		  struct x11_window *window, struct problem *problem);

/* Fills in at most X11_MONITORS_MAX; returns how many (at least 1), or -1. */
int x11_monitors(struct x11 *x11, struct x11_monitor monitors[X11_MONITORS_MAX],
		 struct problem *problem);
void x11_screen(const struct x11 *x11, struct box *scr_box);

/* Captures a window, looked up by one of the functions above. The first
 * capture of a covered window takes some 20 to 150 ms, as its program has to
 * draw the covered parts again; x11_hold before it takes that time in
 * advance, and later captures are as fast as any. */
int x11_grab_window(struct x11 *x11, const struct x11_window *window,
		    struct x11_shot *shot, struct problem *problem);
int x11_hold(struct x11 *x11, const struct x11_window *window,
	     struct problem *problem);
/* Lets go of the window held last. */
void x11_release(struct x11 *x11);

/* Captures what is seen of a part of the screen (clipped to it), but for our
 * own overlays: below these it is looked. */
int x11_grab_box(struct x11 *x11, const struct box *scr_box,
		 struct x11_shot *shot, struct problem *problem);
/* From now on captures them as well: to see how they look. */
void x11_keep_overlays(struct x11 *x11);

#endif
