/* What window.c asks of X11 and of Wayland: the functions of window.h, each
 * with its contract there. A driver's own struct begins with struct overlay. */
#ifndef WINDOW_DRIVER_H
#define WINDOW_DRIVER_H

#include "window.h"

struct overlay_driver {
	void (*close)(struct overlay *overlay);
	int (*show)(struct overlay *overlay,
		    const struct overlay_content *content,
		    struct problem *problem);
	void (*hide)(struct overlay *overlay);
	int (*fd)(const struct overlay *overlay);
	bool (*pending)(const struct overlay *overlay);
	int (*turn)(struct overlay *overlay, enum overlay_end *end,
		    struct problem *problem);
	int (*wait)(struct overlay *overlay, const struct deadline *deadline,
		    enum overlay_end *end, struct problem *problem);
	/* NULL: nothing is to be done */
	int (*see_below)(const struct overlay *overlay,
			 const struct image *before, struct image *now,
			 int scr_x, int scr_y, struct problem *problem);
	/* NULL: it has none */
	unsigned long (*window)(const struct overlay *overlay);
	/* NULL: always */
	bool (*is_translucent)(const struct overlay *overlay);
};

struct overlay {
	const struct overlay_driver *driver;
};

/* NULL with `problem` filled in where it is not there or does not serve. */
struct overlay *overlay_open_x11(const char *display, struct problem *problem);
struct overlay *overlay_open_wayland(struct problem *problem);

#endif
