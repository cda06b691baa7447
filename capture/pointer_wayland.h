/* Where the pointer is on a Wayland compositor, which tells that only to the
 * surface below it: for a moment all outputs are covered by one that nobody
 * sees. */
#ifndef POINTER_WAYLAND_H
#define POINTER_WAYLAND_H

#include "wlink_wayland.h"

/* In the compositor's units. Returns 0, or -1 with `problem` filled in: there
 * is no pointer, or a program holds it. */
int wayland_pointer_find(struct wlink *link, double *lay_x, double *lay_y,
			 struct problem *problem);

#endif
