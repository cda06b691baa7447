#include "x11.h"

#include <X11/Xutil.h>
#include <X11/extensions/Xcomposite.h>
#include <poll.h>
#include <stdlib.h>

#include "deadline.h"
#include "language.h"
#include "x11_inside.h"

/* A window that has just been redirected is black where it was covered until
 * its program has drawn it again. Toolkits draw at the next tick of their
 * frame clock, 16 ms; three ticks without drawing mean that it is done. A
 * window that never rests (an animation) is taken after the longer time. */
static const double SETTLED_SECONDS = 0.05;
static const double SETTLE_MAX_SECONDS = 0.4;

/* A picture of this size, black, in the memory of the last one if it fits. */
static int prepare(struct screen_shot *shot, const struct box *scr_box,
		   struct problem *problem)
{
	shot->scr_x = scr_box->x;
	shot->scr_y = scr_box->y;
	shot->scale = 1;
	shot->whole = true;
	if (shot->image.width == scr_box->width &&
	    shot->image.height == scr_box->height)
		return 0;
	image_fini(&shot->image);
	return image_init(&shot->image, scr_box->width, scr_box->height,
			  problem);
}

static void blacken(struct image *image)
{
	for (int y = 0; y < image->height; y++)
		for (int x = 0; x < image->width; x++)
			image_row(image, y)[x] = 0;
}

static bool same_size(const struct box *a, const struct box *b)
{
	return a->width == b->width && a->height == b->height;
}

struct x11 *x11_open(const char *display, struct problem *problem)
{
	struct x11 *x11 = calloc(1, sizeof *x11);
	int event, error, major = 0, minor = 0;

	if (!x11) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an X connection");
		return NULL;
	}
	x11->link = xlink_open(display, problem);
	if (!x11->link) {
		free(x11);
		return NULL;
	}
	x11->display = xlink_display(x11->link);
	x11->root = DefaultRootWindow(x11->display);
	x11->has_shm = XShmQueryExtension(x11->display);
	/* naming a window's pixmap came with Composite 0.2 */
	x11->has_composite =
		XCompositeQueryExtension(x11->display, &event, &error) &&
		XCompositeQueryVersion(x11->display, &major, &minor) &&
		(major > 0 || minor >= 2);
	x11->has_damage = XDamageQueryExtension(x11->display,
						&x11->damage_event, &error) &&
			  XDamageQueryVersion(x11->display, &major, &minor);
	return x11;
}

static void let_go(struct x11 *x11)
{
	if (x11->held && !xlink_is_lost(x11->link)) {
		/* what is held may be gone: an error that nobody misses */
		XCompositeUnredirectWindow(x11->display, x11->held,
					   CompositeRedirectAutomatic);
		xlink_trap(x11->link);
	}
	x11->held = None;
}

void x11_release(struct x11 *x11)
{
	let_go(x11);
}

void x11_close(struct x11 *x11)
{
	if (!x11)
		return;
	let_go(x11);
	x11_fetch_fini(x11);
	xlink_close(x11->link);
	free(x11);
}

int x11_lost(const struct x11 *x11, struct problem *problem)
{
	if (!xlink_is_lost(x11->link))
		return 0;
	return xlink_problem(x11->link, -1, _("go on"), problem);
}

int x11_begin(struct x11 *x11, struct problem *problem)
{
	xlink_trap(x11->link);
	return x11_lost(x11, problem);
}

void x11_keep_overlays(struct x11 *x11)
{
	x11->keeps_overlays = true;
}

int x11_grab_box(struct x11 *x11, const struct box *scr_box,
		 struct screen_shot *shot, struct problem *problem)
{
	int screen = DefaultScreen(x11->display);
	struct box bounds;
	struct x11_source source;
	int result;

	if (x11_begin(x11, problem) < 0)
		return -1;
	x11_screen(x11, &bounds);
	bounds = box_intersect(&bounds, scr_box);
	if (!bounds.width || !bounds.height)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "nothing of it is on the screen: "
				   "'%dx%d+%d+%d'",
				   scr_box->width, scr_box->height, scr_box->x,
				   scr_box->y);
	source = (struct x11_source){ x11->root,
				      DefaultVisual(x11->display, screen),
				      DefaultDepth(x11->display, screen),
				      bounds };
	if (prepare(shot, &bounds, problem) < 0)
		return -1;
	shot->whole = same_size(&bounds, scr_box);
	result = x11_fetch(x11, &source, &shot->image, &(struct point){ 0, 0 },
			   problem);
	if (result > 0)
		return xlink_problem(x11->link, xlink_check(x11->link),
				     _("capture the screen"), problem);
	if (result == 0 && !x11->keeps_overlays)
		result = x11_see_below(x11, shot, problem);
	return result;
}

void x11_wait_settled(struct x11 *x11, Window frame)
{
	struct deadline limit = deadline_in(SETTLE_MAX_SECONDS, NULL);
	struct deadline settled = limit;
	struct pollfd fd = { ConnectionNumber(x11->display), POLLIN, 0 };
	Damage damage = None;

	if (x11->has_damage)
		damage = XDamageCreate(x11->display, frame,
				       XDamageReportRawRectangles);
	XFlush(x11->display);
	settled = deadline_in(SETTLED_SECONDS, NULL);
	while (!deadline_passed(&limit) && !deadline_passed(&settled) &&
	       !xlink_is_lost(x11->link)) {
		XEvent event;

		while (XCheckTypedEvent(x11->display,
					x11->damage_event + XDamageNotify,
					&event))
			settled = deadline_in(SETTLED_SECONDS, NULL);
		poll(&fd, 1, 1 + (int)(deadline_left(&settled) * 1000));
	}
	if (damage)
		XDamageDestroy(x11->display, damage);
}

/* Where the window is now (it may have moved or grown since it was looked
 * up) and its frame's attributes, or as a sentence what keeps it from being
 * captured. */
static int look_at(struct x11 *x11, struct screen_window *window,
		   XWindowAttributes *frame, struct problem *problem)
{
	XWindowAttributes inner;
	Window child;
	int x, y;

	if (!XGetWindowAttributes(x11->display, window->id, &inner) ||
	    !XGetWindowAttributes(x11->display, window->frame, frame) ||
	    !XTranslateCoordinates(x11->display, window->id, x11->root, 0, 0,
				   &x, &y, &child))
		return x11_lost(x11, problem) < 0
			       ? -1
			       : problem_set(problem, PROBLEM_ENVIRONMENT,
					     "window '0x%lx' is gone",
					     window->id);
	if (inner.class == InputOnly)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "window '0x%lx' has no pixels", window->id);
	if (inner.map_state != IsViewable)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "window '0x%lx' is minimised or on another "
				   "desktop",
				   window->id);
	window->scr_box = (struct box){ x, y, inner.width, inner.height };
	return 0;
}

/* Does a window above the frame reach over scr_box? */
static bool is_covered(struct x11 *x11, Window frame, const struct box *scr_box)
{
	Window root, parent;
	Window *children = NULL;
	unsigned count = 0;
	bool covered = false;

	if (!XQueryTree(x11->display, x11->root, &root, &parent, &children,
			&count))
		return true;
	while (count-- > 0 && children[count] != frame && !covered) {
		XWindowAttributes above;
		struct box box;

		if (!XGetWindowAttributes(x11->display, children[count],
					  &above) ||
		    above.map_state != IsViewable || above.class == InputOnly)
			continue;
		box = (struct box){ above.x, above.y,
				    above.width + 2 * above.border_width,
				    above.height + 2 * above.border_width };
		covered = box_overlap(&box, scr_box) > 0;
	}
	if (children)
		XFree(children);
	return covered;
}

/* Is all of it on the screen, and seen? */
static bool is_seen(struct x11 *x11, const struct screen_window *window)
{
	struct box screen, seen;

	x11_screen(x11, &screen);
	seen = box_intersect(&screen, &window->scr_box);
	return same_size(&seen, &window->scr_box) &&
	       !is_covered(x11, window->frame, &window->scr_box);
}

int x11_hold(struct x11 *x11, const struct screen_window *window,
	     struct problem *problem)
{
	struct screen_window now = *window;
	XWindowAttributes frame;
	bool seen;
	int error;

	if (x11_begin(x11, problem) < 0 ||
	    look_at(x11, &now, &frame, problem) < 0)
		return -1;
	if (x11->held == window->frame)
		return 0;
	let_go(x11);
	if (!x11->has_composite)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the X server has no Composite extension");
	seen = is_seen(x11, &now);
	XCompositeRedirectWindow(x11->display, window->frame,
				 CompositeRedirectAutomatic);
	error = xlink_check(x11->link);
	if (error)
		return xlink_problem(x11->link, error, _("redirect the window"),
				     problem);
	x11->held = window->frame;
	/* what was seen the server has copied */
	if (!seen)
		x11_wait_settled(x11, window->frame);
	return x11_lost(x11, problem);
}

/* From the pixmap that Composite keeps for the frame. Returns as fetch. */
static int grab_pixmap(struct x11 *x11, const struct screen_window *window,
		       const XWindowAttributes *frame, struct screen_shot *shot,
		       struct problem *problem)
{
	int border = frame->border_width;
	struct box pixmap_box = { 0, 0, frame->width + 2 * border,
				  frame->height + 2 * border };
	struct box inner = window->scr_box;
	struct x11_source source = { None, frame->visual, frame->depth, { 0 } };
	int result = 1;

	inner.x -= frame->x;
	inner.y -= frame->y;
	source.box = box_intersect(&inner, &pixmap_box);
	if (!source.box.width || !source.box.height)
		return 1;
	xlink_trap(x11->link);
	source.drawable =
		XCompositeNameWindowPixmap(x11->display, window->frame);
	if (!same_size(&source.box, &inner))
		blacken(&shot->image);
	if (xlink_check(x11->link) == 0) {
		struct point at = { source.box.x - inner.x,
				    source.box.y - inner.y };

		result = x11_fetch(x11, &source, &shot->image, &at, problem);
		XFreePixmap(x11->display, source.drawable);
	}
	return result;
}

/* From what is seen on the screen. */
static int grab_seen(struct x11 *x11, const struct screen_window *window,
		     struct screen_shot *shot, struct problem *problem)
{
	int screen = DefaultScreen(x11->display);
	struct x11_source source = { x11->root,
				     DefaultVisual(x11->display, screen),
				     DefaultDepth(x11->display, screen),
				     { 0 } };
	struct point at;

	x11_screen(x11, &source.box);
	source.box = box_intersect(&source.box, &window->scr_box);
	if (!source.box.width || !source.box.height)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "window '0x%lx' lies beyond the screen",
				   window->id);
	if (!same_size(&source.box, &window->scr_box))
		blacken(&shot->image);
	at = (struct point){ source.box.x - window->scr_box.x,
			     source.box.y - window->scr_box.y };
	return x11_fetch(x11, &source, &shot->image, &at, problem);
}

/* The ways to a window's pixels, fastest first. Returns as fetch. */
static int grab_somehow(struct x11 *x11, const struct screen_window *window,
			const XWindowAttributes *frame,
			struct screen_shot *shot, struct problem *problem)
{
	int result = 1;

	/* a pixmap is there if we hold the window or a compositor runs */
	if (x11->has_composite)
		result = grab_pixmap(x11, window, frame, shot, problem);
	if (result <= 0)
		return result;
	if (!is_seen(x11, window)) {
		if (x11->has_composite && x11_hold(x11, window, NULL) == 0)
			result = grab_pixmap(x11, window, frame, shot, problem);
		if (result <= 0)
			return result;
		shot->whole = false;
	}
	return grab_seen(x11, window, shot, problem);
}

int x11_grab_window(struct x11 *x11, const struct screen_window *window,
		    struct screen_shot *shot, struct problem *problem)
{
	struct screen_window now = *window;
	XWindowAttributes frame = { 0 };
	int result;

	if (window->id == x11->root) {
		x11_screen(x11, &now.scr_box);
		return x11_grab_box(x11, &now.scr_box, shot, problem);
	}
	if (x11_begin(x11, problem) < 0 ||
	    look_at(x11, &now, &frame, problem) < 0)
		return -1;
	if (prepare(shot, &now.scr_box, problem) < 0)
		return -1;
	result = grab_somehow(x11, &now, &frame, shot, problem);
	if (result <= 0)
		return result;
	/* refused: mostly because the window has gone meanwhile */
	if (x11_lost(x11, problem) < 0 ||
	    look_at(x11, &now, &frame, problem) < 0)
		return -1;
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "window '0x%lx' cannot be captured", window->id);
}
