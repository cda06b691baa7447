#include "window.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/shape.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "image.h"
#include "paint.h"
#include "window_inside.h"
#include "window_pixels.h"
#include "xlink.h"

/* Pixels around the marks for their rims (paint.c: 2 * RIM_PX_MAX). */
enum { RIM_PX = 8 };

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

void overlay_find_compositor(struct overlay *overlay)
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
	overlay_find_compositor(overlay);
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

void overlay_map(struct overlay *overlay)
{
	XMapRaised(overlay->display, overlay->window);
	/* again: some servers forget it on mapping */
	let_clicks_through(overlay);
	XClearWindow(overlay->display, overlay->window);
	overlay->mapped = true;
}

int overlay_paint(struct overlay *overlay, struct problem *problem)
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

int overlay_show(struct overlay *overlay, const struct overlay_content *content,
		 struct problem *problem)
{
	int error;

	xlink_trap(overlay->link);
	overlay->content = *content;
	if (!overlay->window)
		create_window(overlay);
	if (content->follow && overlay_start_following(overlay, problem) < 0)
		return -1;
	if (overlay_paint(overlay, problem) < 0)
		return -1;
	overlay_map(overlay);
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
