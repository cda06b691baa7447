/* Which window, which monitor. */
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xrandr.h>
#include <stdio.h>

#include "x11_inside.h"

/* How deep below its frame a program's window is looked for (window managers
 * nest at most two or three), and among how many windows at all. */
enum { CLIENT_DEPTH_MAX = 4, CLIENT_TRIES_MAX = 200 };
/* The deepest level below the root at which a window lies; bounds a walk up a
 * tree that changes meanwhile. */
enum { ANCESTORS_MAX = 100 };

static bool has_state(struct x11 *x11, Window window)
{
	unsigned long state[2];

	/* ICCCM 4.1.3.1: window managers set it on what they manage */
	return xlink_property(x11->link, window, "WM_STATE", AnyPropertyType,
			      state, 2) > 0;
}

/* The program's window inside a frame, None where none is found. */
static Window client_below(struct x11 *x11, Window window, int depth,
			   int *tries)
{
	Window root, parent;
	Window *children = NULL;
	unsigned count = 0;
	Window found = None;

	if (has_state(x11, window))
		return window;
	if (depth >= CLIENT_DEPTH_MAX ||
	    !XQueryTree(x11->display, window, &root, &parent, &children,
			&count))
		return None;
	while (count-- > 0 && !found && (*tries)++ < CLIENT_TRIES_MAX)
		found = client_below(x11, children[count], depth + 1, tries);
	if (children)
		XFree(children);
	return found;
}

static Window client_of(struct x11 *x11, Window frame)
{
	int tries = 0;
	Window client = client_below(x11, frame, 0, &tries);

	return client ? client : frame;
}

/* The ancestor just below the root; None where the window is gone. */
static Window frame_of(struct x11 *x11, Window window)
{
	for (int i = 0; i < ANCESTORS_MAX; i++) {
		Window root, parent;
		Window *children = NULL;
		unsigned count;

		if (window == x11->root)
			return window;
		if (!XQueryTree(x11->display, window, &root, &parent, &children,
				&count))
			return None;
		if (children)
			XFree(children);
		if (parent == x11->root || parent == None)
			return window;
		window = parent;
	}
	return None;
}

static void read_title(struct x11 *x11, struct screen_window *window)
{
	Atom name = XInternAtom(x11->display, "_NET_WM_NAME", False);
	XTextProperty text = { 0 };
	XClassHint hint = { 0 };

	if (!XGetTextProperty(x11->display, window->id, &text, name) ||
	    !text.value)
		XGetTextProperty(x11->display, window->id, &text, XA_WM_NAME);
	if (text.value) {
		snprintf(window->title, sizeof window->title, "%s",
			 (const char *)text.value);
		XFree(text.value);
	}
	if (!XGetClassHint(x11->display, window->id, &hint))
		return;
	if (hint.res_class)
		snprintf(window->program, sizeof window->program, "%s",
			 hint.res_class);
	XFree(hint.res_name);
	XFree(hint.res_class);
}

static int no_such_window(screen_id id, struct problem *problem)
{
	return problem_set(problem, PROBLEM_ENVIRONMENT,
			   "no such window: '0x%lx'", id);
}

/* Fills in all of `window` for this id. */
static int describe(struct x11 *x11, Window id, struct screen_window *window,
		    struct problem *problem)
{
	XWindowAttributes attributes;
	Window child;
	int x, y;

	*window = (struct screen_window){ .id = id, .scale = 1 };
	if (!XGetWindowAttributes(x11->display, id, &attributes) ||
	    !XTranslateCoordinates(x11->display, id, x11->root, 0, 0, &x, &y,
				   &child))
		return no_such_window(id, problem);
	window->scr_box =
		(struct box){ x, y, attributes.width, attributes.height };
	window->frame = frame_of(x11, id);
	if (!window->frame)
		return no_such_window(id, problem);
	read_title(x11, window);
	return 0;
}

int x11_window_by_id(struct x11 *x11, screen_id id,
		     struct screen_window *window, struct problem *problem)
{
	Window frame;

	if (x11_begin(x11, problem) < 0)
		return -1;
	frame = frame_of(x11, id);
	if (!frame)
		return x11_lost(x11, problem) < 0 ? -1
						  : no_such_window(id, problem);
	if (frame == id && id != x11->root)
		id = client_of(x11, frame);
	return describe(x11, id, window, problem);
}

/* Where nothing has the focus, window managers give it to one of their own
 * that nobody sees. */
static bool can_be_seen(struct x11 *x11, Window window)
{
	XWindowAttributes attributes;
	struct box screen, box;
	Window child;
	int x, y;

	if (window == None || window == PointerRoot || window == x11->root ||
	    !XGetWindowAttributes(x11->display, window, &attributes) ||
	    !XTranslateCoordinates(x11->display, window, x11->root, 0, 0, &x,
				   &y, &child))
		return false;
	x11_screen(x11, &screen);
	box = (struct box){ x, y, attributes.width, attributes.height };
	return attributes.class == InputOutput &&
	       attributes.map_state == IsViewable &&
	       box_overlap(&box, &screen) > 0;
}

int x11_window_active(struct x11 *x11, struct screen_window *window,
		      struct problem *problem)
{
	unsigned long active[1] = { None };
	Window focus = None;
	int revert;

	if (x11_begin(x11, problem) < 0)
		return -1;
	if (xlink_property(x11->link, x11->root, "_NET_ACTIVE_WINDOW",
			   XA_WINDOW, active, 1) == 1 &&
	    active[0] != None && frame_of(x11, active[0]))
		return describe(x11, active[0], window, problem);
	XGetInputFocus(x11->display, &focus, &revert);
	if (!can_be_seen(x11, focus))
		return x11_lost(x11, problem) < 0
			       ? -1
			       : problem_set(problem, PROBLEM_ENVIRONMENT,
					     "no window is active");
	focus = frame_of(x11, focus);
	return describe(x11, focus ? client_of(x11, focus) : None, window,
			problem);
}

int x11_window_under_pointer(struct x11 *x11, struct screen_window *window,
			     struct problem *problem)
{
	Window root, child = None;
	int root_x, root_y, x, y;
	unsigned mask;

	if (x11_begin(x11, problem) < 0)
		return -1;
	XQueryPointer(x11->display, x11->root, &root, &child, &root_x, &root_y,
		      &x, &y, &mask);
	if (child == None)
		return x11_lost(x11, problem) < 0
			       ? -1
			       : problem_set(problem, PROBLEM_ENVIRONMENT,
					     "no window is under the pointer");
	return describe(x11, client_of(x11, child), window, problem);
}

int x11_pointer(struct x11 *x11, int *scr_x, int *scr_y,
		struct problem *problem)
{
	Window root, child;
	int x, y;
	unsigned mask;

	if (x11_begin(x11, problem) < 0)
		return -1;
	XQueryPointer(x11->display, x11->root, &root, &child, scr_x, scr_y, &x,
		      &y, &mask);
	return x11_lost(x11, problem);
}

int x11_window_at(struct x11 *x11, int scr_x, int scr_y,
		  struct screen_window *window, struct problem *problem)
{
	Window child = None;
	int x, y;

	if (x11_begin(x11, problem) < 0)
		return -1;
	XTranslateCoordinates(x11->display, x11->root, x11->root, scr_x, scr_y,
			      &x, &y, &child);
	if (child == None)
		return x11_lost(x11, problem) < 0
			       ? -1
			       : problem_set(problem, PROBLEM_ENVIRONMENT,
					     "no window lies at %d,%d", scr_x,
					     scr_y);
	return describe(x11, client_of(x11, child), window, problem);
}

int x11_windows(struct x11 *x11, struct screen_window *windows, int most,
		struct problem *problem)
{
	Window root, parent;
	Window *frames = NULL;
	unsigned left = 0;
	int count = 0;

	if (x11_begin(x11, problem) < 0)
		return -1;
	/* from the lowest to the topmost */
	if (!XQueryTree(x11->display, x11->root, &root, &parent, &frames,
			&left))
		left = 0;
	while (left-- > 0 && count < most) {
		Window id = client_of(x11, frames[left]);

		/* what closes meanwhile is none */
		if (has_state(x11, id) && can_be_seen(x11, id) &&
		    describe(x11, id, &windows[count], NULL) == 0)
			count++;
	}
	if (frames)
		XFree(frames);
	return x11_lost(x11, problem) < 0 ? -1 : count;
}

void x11_screen(const struct x11 *x11, struct box *scr_box)
{
	XWindowAttributes attributes = { 0 };

	/* asked for again: the screen can be turned or resized meanwhile */
	XGetWindowAttributes(x11->display, x11->root, &attributes);
	*scr_box = (struct box){ 0, 0, attributes.width, attributes.height };
}

static void name_monitor(struct x11 *x11, Atom atom,
			 struct screen_monitor *monitor)
{
	char *name = atom ? XGetAtomName(x11->display, atom) : NULL;

	snprintf(monitor->name, sizeof monitor->name, "%s", name ? name : "");
	if (name)
		XFree(name);
}

int x11_monitors(struct x11 *x11,
		 struct screen_monitor monitors[SCREEN_MONITORS_MAX],
		 struct problem *problem)
{
	XRRMonitorInfo *list = NULL;
	int event, error, major = 0, minor = 0;
	int found = 0;
	int count = 0;

	if (x11_begin(x11, problem) < 0)
		return -1;
	/* XRRGetMonitors came with RandR 1.5 */
	if (XRRQueryExtension(x11->display, &event, &error) &&
	    XRRQueryVersion(x11->display, &major, &minor) &&
	    (major > 1 || (major == 1 && minor >= 5)))
		list = XRRGetMonitors(x11->display, x11->root, True, &found);
	for (int i = 0; i < found && count < SCREEN_MONITORS_MAX; i++) {
		struct screen_monitor *monitor = &monitors[count++];

		*monitor = (struct screen_monitor){
			.scr_box = { list[i].x, list[i].y, list[i].width,
				     list[i].height },
			.scale = 1,
			.primary = list[i].primary,
		};
		name_monitor(x11, list[i].name, monitor);
	}
	if (list)
		XRRFreeMonitors(list);
	if (x11_lost(x11, problem) < 0)
		return -1;
	if (count == 0) {
		monitors[0] = (struct screen_monitor){ .name = "screen",
						       .scale = 1,
						       .primary = true };
		x11_screen(x11, &monitors[0].scr_box);
		count = 1;
	}
	return count;
}
