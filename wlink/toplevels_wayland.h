/* Windows as a compositor tells of them, not where they lie: by
 * wlr-foreign-toplevel-management which one is active, by
 * ext-foreign-toplevel-list what names one to be captured. Both are asked anew
 * each time. */
#ifndef TOPLEVELS_WAYLAND_H
#define TOPLEVELS_WAYLAND_H

#include "wlink_wayland.h"

struct ext_foreign_toplevel_handle_v1;

struct wlink_toplevel {
	const struct wlink_output *output; /* that shows it, the first; NULL */
	char title[128];
	char program[64]; /* app_id */
};

/* The active window. Returns 0, 1 where there is none or the compositor does
 * not tell, or -1 with `problem` filled in. */
int wlink_active_toplevel(struct wlink *link, struct wlink_toplevel *active,
			  struct problem *problem);

/* The window of this identifier; NULL: there is none, or the compositor does
 * not tell. To be destroyed. */
struct ext_foreign_toplevel_handle_v1 *
wlink_find_toplevel(struct wlink *link, const char *identifier);

#endif
