#include "window.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/shape.h>
#include <X11/keysym.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "image.h"
#include "paint.h"
#include "window_pixels.h"
#include "xlink.h"

/* How often `stop` is looked at: a person does not notice a tenth. */
enum { STOP_POLL_MS = 100 };
/* Pixels around the marks for their rims (paint.c: 2 * RIM_PX_MAX). */
enum { RIM_PX = 8 };

struct overlay {
	struct xlink *link;
	Display *display;
	Window root;
	XVisualInfo visual;
	bool has_alpha; /* visual is a 32-bit one */
	Colormap colormap;
	Atom compositor; /* selection _NET_WM_CM_Sn */
	bool composited;
	int fixes_event;
	int input_opcode; /* of XInput 2; 0: not there */
	Window window;    /* None until first shown */
	bool mapped;
	struct overlay_content content;
	struct box scr_box; /* the window's place */
	struct box game;    /* the followed window's place when the
			     * content was shown */
};

static void find_visual(struct overlay *overlay)
{
	int screen = DefaultScreen(overlay->display);

	overlay->has_alpha = XMatchVisualInfo(overlay->display, screen, 32,
					      TrueColor, &overlay->visual);
	if (overlay->has_alpha)
		return;
	overlay->visual.visual = DefaultVisual(overlay->display, screen);
	overlay->visual.depth = DefaultDepth(overlay->display, screen);
}

static void find_compositor(struct overlay *overlay)
{
	overlay->composited = overlay->has_alpha &&
			      XGetSelectionOwner(overlay->display,
						 overlay->compositor) != None;
}

/* Raw events tell of clicks anywhere without taking them from anyone. */
static void watch_clicks(struct overlay *overlay)
{
	unsigned char bits[XIMaskLen(XI_LASTEVENT)] = { 0 };
	XIEventMask mask = { XIAllMasterDevices, sizeof bits, bits };
	int event, error;
	int major = 2, minor = 1;

	if (!XQueryExtension(overlay->display, "XInputExtension",
			     &overlay->input_opcode, &event, &error) ||
	    XIQueryVersion(overlay->display, &major, &minor) != Success) {
		overlay->input_opcode = 0;
		return;
	}
	XISetMask(bits, XI_RawButtonPress);
	XISelectEvents(overlay->display, overlay->root, &mask, 1);
}

struct overlay *overlay_open(const char *display, struct problem *problem)
{
	struct overlay *overlay = calloc(1, sizeof *overlay);
	char name[32];
	int error;

	if (!overlay) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an overlay");
		return NULL;
	}
	overlay->link = xlink_open(display, problem);
	if (!overlay->link) {
		free(overlay);
		return NULL;
	}
	overlay->display = xlink_display(overlay->link);
	overlay->root = DefaultRootWindow(overlay->display);
	if (!XFixesQueryExtension(overlay->display, &overlay->fixes_event,
				  &error) ||
	    !XShapeQueryExtension(overlay->display, &(int){ 0 }, &error)) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "the X server lacks the extensions Shape and "
			    "Fixes, nothing can be drawn over others");
		overlay_close(overlay);
		return NULL;
	}
	/* a client that never asks for the version gets none of Fixes */
	XFixesQueryVersion(overlay->display, &(int){ 5 }, &(int){ 0 });
	snprintf(name, sizeof name, "_NET_WM_CM_S%d",
		 DefaultScreen(overlay->display));
	overlay->compositor = XInternAtom(overlay->display, name, False);
	XFixesSelectSelectionInput(
		overlay->display, overlay->root, overlay->compositor,
		XFixesSetSelectionOwnerNotifyMask |
			XFixesSelectionWindowDestroyNotifyMask |
			XFixesSelectionClientCloseNotifyMask);
	find_visual(overlay);
	find_compositor(overlay);
	watch_clicks(overlay);
	return overlay;
}

void overlay_close(struct overlay *overlay)
{
	if (!overlay)
		return;
	/* windows, grabs and pixmaps go with their connection */
	xlink_close(overlay->link);
	free(overlay);
}

unsigned long overlay_window(const struct overlay *overlay)
{
	return overlay->window;
}

bool overlay_is_translucent(const struct overlay *overlay)
{
	return overlay->composited;
}

static void let_clicks_through(struct overlay *overlay)
{
	XserverRegion nothing = XFixesCreateRegion(overlay->display, NULL, 0);

	XFixesSetWindowShapeRegion(overlay->display, overlay->window,
				   ShapeInput, 0, 0, nothing);
	XFixesDestroyRegion(overlay->display, nothing);
}

static void create_window(struct overlay *overlay)
{
	XSetWindowAttributes wish = { .override_redirect = True,
				      .border_pixel = 0,
				      .background_pixel = 0 };
	XClassHint hint = { (char *)"solveglass", (char *)"Solveglass" };
	Atom type = XInternAtom(overlay->display, "_NET_WM_WINDOW_TYPE", False);
	Atom kind = XInternAtom(overlay->display,
				"_NET_WM_WINDOW_TYPE_NOTIFICATION", False);

	overlay->colormap = XCreateColormap(overlay->display, overlay->root,
					    overlay->visual.visual, AllocNone);
	wish.colormap = overlay->colormap;
	overlay->window = XCreateWindow(
		overlay->display, overlay->root, 0, 0, 1, 1, 0,
		overlay->visual.depth, InputOutput, overlay->visual.visual,
		CWOverrideRedirect | CWBorderPixel | CWBackPixel | CWColormap,
		&wish);
	/* so that people can exclude us from shadows and fading */
	XSetClassHint(overlay->display, overlay->window, &hint);
	XStoreName(overlay->display, overlay->window, "Solveglass");
	XChangeProperty(overlay->display, overlay->window, type, 4, 32,
			PropModeReplace, (unsigned char *)&kind, 1);
	let_clicks_through(overlay);
}

/* Where the marks of all layers lie on the screen, with their rims. */
static struct box marks_box(const struct overlay_content *content)
{
	double left = INFINITY, top = INFINITY;
	double right = -INFINITY, bottom = -INFINITY;

	for (size_t i = 0; i < content->layer_count; i++) {
		const struct layer *layer = &content->layers[i];
		double b[4];
		struct quad quad;

		if (!layer->drawing->count)
			continue;
		paint_bounds(layer->drawing, b);
		quad = quad_from_box(b[0], b[1], b[2], b[3]);
		for (int k = 0; k < 4; k++) {
			struct point px = homography_apply(&layer->cell_to_px,
							   quad.corner[k]);

			left = fmin(left, px.x - RIM_PX);
			top = fmin(top, px.y - RIM_PX);
			right = fmax(right, px.x + RIM_PX);
			bottom = fmax(bottom, px.y + RIM_PX);
		}
	}
	if (!(right - left < 1e5) || !(bottom - top < 1e5))
		return (struct box){ 0 };
	return (struct box){ (int)floor(left), (int)floor(top),
			     (int)ceil(right) - (int)floor(left) + 1,
			     (int)ceil(bottom) - (int)floor(top) + 1 };
}

/* The marks in the window's background: the server itself then draws what is
 * exposed, also while we are busy. */
static int fill_window(struct overlay *overlay, const struct box *px_box,
		       struct problem *problem)
{
	enum paint_mode mode = overlay->composited ? PAINT_OVER : PAINT_HARD;
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, px_box->width, px_box->height);
	cairo_t *cairo = cairo_create(surface);
	int result;

	cairo_translate(cairo, -px_box->x, -px_box->y);
	for (size_t i = 0; i < overlay->content.layer_count; i++)
		paint_layer(cairo, &overlay->content.layers[i], mode);
	if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) {
		result = problem_set(problem, PROBLEM_MEMORY,
				     "no memory to draw an overlay");
	} else {
		cairo_surface_flush(surface);
		result = window_pixels_set(overlay->display, overlay->window,
					   &overlay->visual, surface,
					   overlay->composited);
		if (result < 0)
			problem_set(problem, PROBLEM_MEMORY,
				    "no memory to show an overlay");
	}
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
	return result;
}

static void map(struct overlay *overlay)
{
	XMapRaised(overlay->display, overlay->window);
	/* again: some servers forget it on mapping */
	let_clicks_through(overlay);
	XClearWindow(overlay->display, overlay->window);
	overlay->mapped = true;
}

static int paint_content(struct overlay *overlay, struct problem *problem)
{
	struct box box = marks_box(&overlay->content);

	if (box.width <= 0 || box.height <= 0)
		return problem_set(problem, PROBLEM_INPUT,
				   "there is nothing to draw");
	if (box.width > IMAGE_SIDE_MAX || box.height > IMAGE_SIDE_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "overlay too large: '%dx%d'", box.width,
				   box.height);
	overlay->scr_box = box;
	overlay->scr_box.x += overlay->content.scr_x;
	overlay->scr_box.y += overlay->content.scr_y;
	XMoveResizeWindow(overlay->display, overlay->window, overlay->scr_box.x,
			  overlay->scr_box.y, (unsigned)box.width,
			  (unsigned)box.height);
	return fill_window(overlay, &box, problem);
}

/* Where the game's window is. Returns 0, or -1 where it is gone. */
static int find_game(struct overlay *overlay, struct box *box)
{
	XWindowAttributes attributes;
	Window child;
	int x, y;

	if (!XGetWindowAttributes(overlay->display, overlay->content.follow,
				  &attributes) ||
	    !XTranslateCoordinates(overlay->display, overlay->content.follow,
				   overlay->root, 0, 0, &x, &y, &child))
		return -1;
	*box = (struct box){ x, y, attributes.width, attributes.height };
	return 0;
}

static Window frame_of(struct overlay *overlay, Window window)
{
	for (;;) {
		Window root, parent;
		Window *children = NULL;
		unsigned count;

		if (!XQueryTree(overlay->display, window, &root, &parent,
				&children, &count))
			return None;
		if (children)
			XFree(children);
		if (parent == overlay->root || parent == None)
			return window;
		window = parent;
	}
}

static int start_following(struct overlay *overlay, struct problem *problem)
{
	Window window = overlay->content.follow;
	Window frame = frame_of(overlay, window);

	/* window managers move the frame, and hide it or what is in it */
	XSelectInput(overlay->display, window, StructureNotifyMask);
	if (frame && frame != window)
		XSelectInput(overlay->display, frame, StructureNotifyMask);
	if (find_game(overlay, &overlay->game) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "window '0x%lx' is gone", window);
	return 0;
}

int overlay_show(struct overlay *overlay, const struct overlay_content *content,
		 struct problem *problem)
{
	int error;

	xlink_trap(overlay->link);
	overlay->content = *content;
	if (!overlay->window)
		create_window(overlay);
	if (content->follow && start_following(overlay, problem) < 0)
		return -1;
	if (paint_content(overlay, problem) < 0)
		return -1;
	map(overlay);
	error = xlink_check(overlay->link);
	if (error)
		return xlink_problem(overlay->link, error, "show an overlay",
				     problem);
	return 0;
}

void overlay_hide(struct overlay *overlay)
{
	if (!overlay->mapped || xlink_is_lost(overlay->link))
		return;
	XUnmapWindow(overlay->display, overlay->window);
	XSync(overlay->display, False);
	overlay->mapped = false;
}

/* The game's window was moved, resized, hidden or shown. Returns true where
 * that ends the show. */
static bool follow_game(struct overlay *overlay, enum overlay_end *end)
{
	XWindowAttributes attributes;
	struct box now;
	int dx, dy;

	if (find_game(overlay, &now) < 0 ||
	    !XGetWindowAttributes(overlay->display, overlay->content.follow,
				  &attributes)) {
		*end = OVERLAY_GONE;
		return true;
	}
	if (now.width != overlay->game.width ||
	    now.height != overlay->game.height) {
		*end = OVERLAY_CHANGED;
		return true;
	}
	if (attributes.map_state != IsViewable) {
		overlay_hide(overlay);
		return false;
	}
	dx = now.x - overlay->game.x;
	dy = now.y - overlay->game.y;
	overlay->game = now;
	overlay->content.scr_x += dx;
	overlay->content.scr_y += dy;
	overlay->content.scr_keep.x += dx;
	overlay->content.scr_keep.y += dy;
	overlay->scr_box.x += dx;
	overlay->scr_box.y += dy;
	if (dx || dy)
		XMoveWindow(overlay->display, overlay->window,
			    overlay->scr_box.x, overlay->scr_box.y);
	if (!overlay->mapped)
		map(overlay);
	return false;
}

static bool is_click_elsewhere(struct overlay *overlay, XEvent *event)
{
	const struct box *keep = &overlay->content.scr_keep;
	Window root, child;
	int root_x = 0, root_y = 0, x, y;
	unsigned mask;
	bool press;

	if (!XGetEventData(overlay->display, &event->xcookie))
		return false;
	press = event->xcookie.evtype == XI_RawButtonPress;
	XFreeEventData(overlay->display, &event->xcookie);
	/* raw events carry no place */
	if (!press || !overlay->mapped ||
	    !XQueryPointer(overlay->display, overlay->root, &root, &child,
			   &root_x, &root_y, &x, &y, &mask))
		return false;
	return !box_contains(keep, root_x, root_y);
}

/* Returns true where the event ends the show. */
static bool handle(struct overlay *overlay, XEvent *event,
		   enum overlay_end *end)
{
	if (event->type == overlay->fixes_event + XFixesSelectionNotify) {
		bool before = overlay->composited;

		find_compositor(overlay);
		if (before != overlay->composited && overlay->mapped) {
			paint_content(overlay, NULL);
			map(overlay);
		}
		return false;
	}
	switch (event->type) {
	case KeyPress:
		*end = OVERLAY_ESCAPE;
		return XLookupKeysym(&event->xkey, 0) == XK_Escape;
	case GenericEvent:
		*end = OVERLAY_CLICK;
		return event->xcookie.extension == overlay->input_opcode &&
		       is_click_elsewhere(overlay, event);
	case DestroyNotify:
		*end = OVERLAY_GONE;
		return event->xdestroywindow.window == overlay->content.follow;
	case ReparentNotify:
		/* a window manager came or went: another frame */
		if (start_following(overlay, NULL) < 0) {
			*end = OVERLAY_GONE;
			return true;
		}
		return false;
	case ConfigureNotify:
	case MapNotify:
	case UnmapNotify:
		return overlay->content.follow && follow_game(overlay, end);
	case MappingNotify:
		XRefreshKeyboardMapping(&event->xmapping);
		xlink_grab_key(overlay->link, XK_Escape, 0, NULL);
		return false;
	default:
		return false;
	}
}

static bool stop_wanted(const struct deadline *deadline)
{
	return deadline->stop && *deadline->stop;
}

int overlay_wait(struct overlay *overlay, const struct deadline *deadline,
		 enum overlay_end *end, struct problem *problem)
{
	struct pollfd fd = { ConnectionNumber(overlay->display), POLLIN, 0 };
	bool ended = false;

	/* another program may have Escape: the other ways remain */
	xlink_grab_key(overlay->link, XK_Escape, 0, NULL);
	while (!ended && !xlink_is_lost(overlay->link)) {
		double left = deadline_left(deadline);

		while (!ended && XPending(overlay->display)) {
			XEvent event;

			XNextEvent(overlay->display, &event);
			ended = handle(overlay, &event, end);
		}
		if (ended)
			break;
		if (stop_wanted(deadline) || deadline_passed(deadline)) {
			*end = stop_wanted(deadline) ? OVERLAY_STOP
						     : OVERLAY_TIME;
			break;
		}
		XFlush(overlay->display);
		poll(&fd, 1,
		     left * 1000 < STOP_POLL_MS ? (int)(left * 1000) + 1
						: STOP_POLL_MS);
	}
	if (xlink_is_lost(overlay->link))
		return xlink_problem(overlay->link, -1, "go on", problem);
	xlink_ungrab_key(overlay->link, XK_Escape, 0);
	return 0;
}
