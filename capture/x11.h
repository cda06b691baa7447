/* Pictures of windows, monitors and the whole screen of an X display.
 *
 * Windows are taken whole, also where others cover them or the screen's rim
 * cuts them (Composite). Pixels travel through shared memory where client and
 * server share a machine, else through the connection. */
#ifndef X11_H
#define X11_H

#include "screen.h"

struct x11;

/* Connects; `display` NULL: $DISPLAY. NULL with `problem` filled in where no
 * server answers. All functions below return 0, or -1 with `problem` filled
 * in: PROBLEM_ENVIRONMENT and a sentence that names the window. */
struct x11 *x11_open(const char *display, struct problem *problem);
void x11_close(struct x11 *x11);

/* A window by its id; that of a frame gives the window inside. */
int x11_window_by_id(struct x11 *x11, screen_id id,
		     struct screen_window *window, struct problem *problem);
/* The active window: by the window manager's word (EWMH
 * _NET_ACTIVE_WINDOW), without one the window with the input focus. */
int x11_window_active(struct x11 *x11, struct screen_window *window,
		      struct problem *problem);
int x11_window_under_pointer(struct x11 *x11, struct screen_window *window,
			     struct problem *problem);
/* Where the pointer is. */
int x11_pointer(struct x11 *x11, int *scr_x, int *scr_y,
		struct problem *problem);
/* The topmost window at a place of the screen. */
int x11_window_at(struct x11 *x11, int scr_x, int scr_y,
		  struct screen_window *window, struct problem *problem);

/* The managed windows that can be seen, or could if others did not cover them;
 * the topmost first, `most` of them at most. Returns how many, or -1. */
int x11_windows(struct x11 *x11, struct screen_window *windows, int most,
		struct problem *problem);

/* Fills in at most SCREEN_MONITORS_MAX; returns how many (at least 1), or -1.
 */
int x11_monitors(struct x11 *x11,
		 struct screen_monitor monitors[SCREEN_MONITORS_MAX],
		 struct problem *problem);
void x11_screen(const struct x11 *x11, struct box *scr_box);

/* Captures a window, looked up by one of the functions above. The first
 * capture of a covered window takes some 20 to 150 ms, as its program has to
 * draw the covered parts again; x11_hold before it takes that time in
 * advance, and later captures are as fast as any. */
int x11_grab_window(struct x11 *x11, const struct screen_window *window,
		    struct screen_shot *shot, struct problem *problem);
int x11_hold(struct x11 *x11, const struct screen_window *window,
	     struct problem *problem);
/* Lets go of the window held last. */
void x11_release(struct x11 *x11);

/* Captures what is seen of a part of the screen (clipped to it), but for our
 * own overlays: below these it is looked. */
int x11_grab_box(struct x11 *x11, const struct box *scr_box,
		 struct screen_shot *shot, struct problem *problem);
/* From now on captures them as well: to see how they look. */
void x11_keep_overlays(struct x11 *x11);

#endif
