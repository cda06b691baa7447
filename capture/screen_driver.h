/* What screen.c asks of X11 and of Wayland: the functions of screen.h, each
 * with its contract there. A driver's own struct begins with struct screen. */
#ifndef SCREEN_DRIVER_H
#define SCREEN_DRIVER_H

#include "screen.h"

struct screen_driver {
	void (*close)(struct screen *screen);
	struct x11 *(*x11)(const struct screen *screen);
	bool shows_overlays;
	int (*by_id)(struct screen *screen, screen_id id,
		     struct screen_window *window, struct problem *problem);
	int (*active)(struct screen *screen, struct screen_window *window,
		      struct problem *problem);
	int (*under_pointer)(struct screen *screen,
			     struct screen_window *window,
			     struct problem *problem);
	int (*pointer)(struct screen *screen, double scale, int *scr_x,
		       int *scr_y, struct problem *problem);
	int (*window_at)(struct screen *screen, int scr_x, int scr_y,
			 double scale, struct screen_window *window,
			 struct problem *problem);
	int (*windows)(struct screen *screen, struct screen_window *windows,
		       int most, struct problem *problem);
	int (*monitors)(struct screen *screen,
			struct screen_monitor monitors[SCREEN_MONITORS_MAX],
			struct problem *problem);
	void (*bounds)(struct screen *screen, struct box *scr_box,
		       double *scale);
	int (*grab_window)(struct screen *screen,
			   const struct screen_window *window,
			   struct screen_shot *shot, struct problem *problem);
	int (*grab_box)(struct screen *screen, const struct box *scr_box,
			double scale, struct screen_shot *shot,
			struct problem *problem);
	/* NULL: nothing is to be done */
	int (*hold)(struct screen *screen, const struct screen_window *window,
		    struct problem *problem);
	void (*release)(struct screen *screen);
	void (*keep_overlays)(struct screen *screen);
};

struct screen {
	const struct screen_driver *driver;
	bool bare; /* nothing can be drawn over it */
	bool asks; /* pictures are a portal's */
};

struct screen_changes_driver {
	void (*close)(struct screen_changes *changes);
	/* NULL: the whole screen; a zeroed one: nothing */
	void (*follow)(struct screen_changes *changes,
		       const struct screen_window *window);
	int (*fd)(const struct screen_changes *changes);
	bool (*pending)(const struct screen_changes *changes);
	int (*take)(struct screen_changes *changes, struct problem *problem);
};

struct screen_changes {
	const struct screen_changes_driver *driver;
};

/* NULL with `problem` filled in where it is not there or does not serve. */
struct screen *screen_open_wayland(bool bare, struct problem *problem);
struct screen *screen_open_x11(struct problem *problem);
struct screen_changes *screen_changes_open_wayland(struct problem *problem);
struct screen_changes *screen_changes_open_x11(struct problem *problem);

#endif
