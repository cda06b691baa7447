/* What x11.c and x11_windows.c share. */
#ifndef X11_INSIDE_H
#define X11_INSIDE_H

#include <X11/Xlib.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xdamage.h>

#include "x11.h"
#include "xlink.h"

struct x11 {
	struct xlink *link;
	Display *display;
	Window root;
	bool has_composite;
	bool has_damage;
	int damage_event;        /* number of XDamageNotify */
	bool has_shm;            /* false once attaching has failed */
	XShmSegmentInfo segment; /* reused from grab to grab */
	size_t segment_size;     /* 0: none */
	Window held;             /* frame redirected by us, or None */
	bool keeps_overlays;
};

/* Call first in each public function: forgets old errors. -1 where the
 * connection is lost. */
int x11_begin(struct x11 *x11, struct problem *problem);
/* -1 with the problem set where the connection is lost, else 0. */
int x11_lost(const struct x11 *x11, struct problem *problem);

/* Something that has pixels: the root, a window's pixmap. */
struct x11_source {
	Drawable drawable;
	Visual *visual;
	int depth;
	struct box box; /* what to take of it */
};

/* Pixels of `source` to column at->x, row at->y of `to`. Returns 0; 1 where
 * the server refused; -1 with `problem` filled in. */
int x11_fetch(struct x11 *x11, const struct x11_source *source,
	      struct image *to, const struct point *at,
	      struct problem *problem);

/* Waits until a program has drawn its window again, or for as long as that may
 * take. */
void x11_wait_settled(struct x11 *x11, Window frame);

/* Replaces what our own overlays cover in a picture of the screen by what lies
 * below them. Returns 0, or -1 where the connection is lost. */
int x11_see_below(struct x11 *x11, struct screen_shot *shot,
		  struct problem *problem);

/* Lets go of the shared memory. */
void x11_fetch_fini(struct x11 *x11);

#endif
