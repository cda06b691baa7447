#include "language.h"
#include "window.h"

#include <X11/Xlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/shape.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "card.h"
#include "content.h"
#include "image.h"
#include "window_x11.h"
#include "window_pixels.h"
#include "xlink.h"

static void find_visual(struct x11_overlay *overlay)
{
	int screen = DefaultScreen(overlay->display);

	overlay->has_alpha = XMatchVisualInfo(overlay->display, screen, 32,
					      TrueColor, &overlay->visual);
	if (overlay->has_alpha)
		return;
	overlay->visual.visual = DefaultVisual(overlay->display, screen);
	overlay->visual.depth = DefaultDepth(overlay->display, screen);
}

void overlay_find_compositor(struct x11_overlay *overlay)
{
	overlay->composited = overlay->has_alpha &&
			      XGetSelectionOwner(overlay->display,
						 overlay->compositor) != None;
}

/* To be told of monitors that come, go or change. */
static void watch_monitors(struct x11_overlay *overlay)
{
	int error;

	if (!XRRQueryExtension(overlay->display, &overlay->randr_event,
			       &error)) {
		overlay->randr_event = 0;
		return;
	}
	XRRSelectInput(overlay->display, overlay->root,
		       RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask);
}

static void close_overlay(struct overlay *base)
{
	struct x11_overlay *overlay = (struct x11_overlay *)base;

	/* windows, grabs and pixmaps go with their connection */
	xlink_close(overlay->link);
	free(overlay);
}

static const struct overlay_driver driver;

struct overlay *overlay_open_x11(const char *display, struct problem *problem)
{
	struct x11_overlay *overlay = calloc(1, sizeof *overlay);
	char name[32];
	int error;

	if (!overlay) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an overlay");
		return NULL;
	}
	overlay->overlay.driver = &driver;
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
		close_overlay(&overlay->overlay);
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
	watch_monitors(overlay);
	return &overlay->overlay;
}

static void let_clicks_through(struct x11_overlay *overlay)
{
	XserverRegion nothing = XFixesCreateRegion(overlay->display, NULL, 0);

	XFixesSetWindowShapeRegion(overlay->display, overlay->window,
				   ShapeInput, 0, 0, nothing);
	XFixesDestroyRegion(overlay->display, nothing);
}

static void create_window(struct x11_overlay *overlay)
{
	XSetWindowAttributes wish = { .override_redirect = True,
				      .border_pixel = 0,
				      .background_pixel = 0 };
	XClassHint hint = { (char *)"solveglass", (char *)"Solveglass" };
	Atom type = XInternAtom(overlay->display, "_NET_WM_WINDOW_TYPE", False);
	Atom kind = XInternAtom(overlay->display,
				"_NET_WM_WINDOW_TYPE_NOTIFICATION", False);

	Atom mark = XInternAtom(overlay->display, "_SOLVEGLASS_OVERLAY", False);
	unsigned long one = 1;

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
	XChangeProperty(overlay->display, overlay->window, type, 4, 32,
			PropModeReplace, (unsigned char *)&kind, 1);
	/* captures look below what is marked so */
	XChangeProperty(overlay->display, overlay->window, mark, XA_CARDINAL,
			32, PropModeReplace, (unsigned char *)&one, 1);
	let_clicks_through(overlay);
}

static void get_screen(struct x11_overlay *overlay, struct box *screen)
{
	XWindowAttributes attributes = { 0 };

	XGetWindowAttributes(overlay->display, overlay->root, &attributes);
	*screen = (struct box){ 0, 0, attributes.width, attributes.height };
}

/* As large as other programs' text, by the setting that desktops make for all
 * of them; where none is made, larger screens have smaller pixels. */
static double card_scale(struct x11_overlay *overlay, const struct box *screen)
{
	const char *dots = XGetDefault(overlay->display, "Xft", "dpi");
	double dpi = dots ? strtod(dots, NULL) : 0;

	if (dpi > 0)
		return fmin(fmax(dpi / 96, 1), 4);
	return fmin(fmax(screen->height / 1080.0, 1), 2);
}

static void paint_content(struct x11_overlay *overlay, cairo_t *cairo,
			  const struct box *px_box)
{
	struct box screen;

	get_screen(overlay, &screen);
	content_paint(cairo, &overlay->content, px_box,
		      card_scale(overlay, &screen), overlay->composited);
}

/* The marks in the window's background: the server itself then draws what is
 * exposed, also while we are busy. */
static int fill_window(struct x11_overlay *overlay, const struct box *px_box,
		       struct problem *problem)
{
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, px_box->width, px_box->height);
	cairo_t *cairo = cairo_create(surface);
	int result;

	paint_content(overlay, cairo, px_box);
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

static void put_above(struct x11_overlay *overlay)
{
	XWindowChanges wish = { .sibling = overlay->frame,
				.stack_mode = Above };
	unsigned mask = CWStackMode;

	if (overlay->frame && overlay->content.stacked)
		mask |= CWSibling;
	XConfigureWindow(overlay->display, overlay->window, mask, &wish);
}

void overlay_map(struct x11_overlay *overlay)
{
	put_above(overlay);
	if (overlay->mapped)
		return;
	XMapWindow(overlay->display, overlay->window);
	/* again: some servers forget it on mapping */
	let_clicks_through(overlay);
	overlay->mapped = true;
}

void overlay_unmap(struct x11_overlay *overlay)
{
	if (!overlay->mapped || xlink_is_lost(overlay->link))
		return;
	XUnmapWindow(overlay->display, overlay->window);
	overlay->mapped = false;
}

/* The place of what is to be painted, from the content's pixel 0,0. */
static struct box content_box(struct x11_overlay *overlay)
{
	const struct overlay_content *content = &overlay->content;
	struct box screen, box;

	if (!content->card)
		return content_marks_box(content);
	get_screen(overlay, &screen);
	box = card_place(content->card, &content->note, &content->scr_keep,
			 &screen, card_scale(overlay, &screen));
	box.x -= content->scr_x;
	box.y -= content->scr_y;
	return box;
}

int overlay_paint(struct x11_overlay *overlay, struct problem *problem)
{
	struct box box = content_box(overlay);

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

/* Named so that people who list windows see what they have before them. */
static void name_window(struct x11_overlay *overlay)
{
	char name[256];

	if (overlay->content.card)
		snprintf(name, sizeof name, _("Solveglass: %s"),
			 overlay->content.card);
	else
		snprintf(name, sizeof name, "Solveglass");
	XStoreName(overlay->display, overlay->window, name);
}

static void hide(struct x11_overlay *overlay)
{
	overlay->content = (struct overlay_content){ 0 };
	if (xlink_is_lost(overlay->link))
		return;
	overlay_unmap(overlay);
	overlay_start_following(overlay, NULL);
	XSync(overlay->display, False);
}

static void hide_overlay(struct overlay *overlay)
{
	hide((struct x11_overlay *)overlay);
}

static int show(struct overlay *base, const struct overlay_content *content,
		struct problem *problem)
{
	struct x11_overlay *overlay = (struct x11_overlay *)base;
	int error;

	xlink_trap(overlay->link);
	overlay->content = *content;
	if (!overlay->window)
		create_window(overlay);
	name_window(overlay);
	if (overlay_start_following(overlay, problem) < 0 ||
	    overlay_paint(overlay, problem) < 0) {
		hide(overlay);
		return -1;
	}
	/* it comes with the game */
	if (overlay->game_hidden)
		overlay_unmap(overlay);
	else
		overlay_map(overlay);
	error = xlink_check(overlay->link);
	if (error)
		return xlink_problem(overlay->link, error, _("show an overlay"),
				     problem);
	return 0;
}

static int fd_of(const struct overlay *overlay)
{
	return ConnectionNumber(((const struct x11_overlay *)overlay)->display);
}

static bool is_pending(const struct overlay *base)
{
	const struct x11_overlay *overlay = (const struct x11_overlay *)base;

	return !xlink_is_lost(overlay->link) &&
	       XEventsQueued(overlay->display, QueuedAlready) > 0;
}

static unsigned long window_of(const struct overlay *overlay)
{
	return ((const struct x11_overlay *)overlay)->window;
}

static bool is_translucent(const struct overlay *overlay)
{
	return ((const struct x11_overlay *)overlay)->composited;
}

static const struct overlay_driver driver = {
	.close = close_overlay,
	.show = show,
	.hide = hide_overlay,
	.fd = fd_of,
	.pending = is_pending,
	.turn = overlay_turn_x11,
	.wait = overlay_wait_x11,
	.window = window_of,
	.is_translucent = is_translucent,
};
