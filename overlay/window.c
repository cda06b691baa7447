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

/* To be told of monitors that come, go or change. */
static void watch_monitors(struct overlay *overlay)
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
	watch_monitors(overlay);
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

static void get_screen(struct overlay *overlay, struct box *screen)
{
	XWindowAttributes attributes = { 0 };

	XGetWindowAttributes(overlay->display, overlay->root, &attributes);
	*screen = (struct box){ 0, 0, attributes.width, attributes.height };
}

/* As large as other programs' text, by the setting that desktops make for all
 * of them; where none is made, larger screens have smaller pixels. */
static double card_scale(struct overlay *overlay, const struct box *screen)
{
	const char *dots = XGetDefault(overlay->display, "Xft", "dpi");
	double dpi = dots ? strtod(dots, NULL) : 0;

	if (dpi > 0)
		return fmin(fmax(dpi / 96, 1), 4);
	return fmin(fmax(screen->height / 1080.0, 1), 2);
}

static void paint_content(struct overlay *overlay, cairo_t *cairo,
			  const struct box *px_box)
{
	enum paint_mode mode = overlay->composited ? PAINT_OVER : PAINT_HARD;
	struct box screen;

	if (overlay->content.card) {
		get_screen(overlay, &screen);
		card_paint(cairo, overlay->content.card, px_box,
			   card_scale(overlay, &screen), overlay->composited);
		return;
	}
	cairo_translate(cairo, -px_box->x, -px_box->y);
	for (size_t i = 0; i < overlay->content.layer_count; i++)
		paint_layer(cairo, &overlay->content.layers[i], mode);
}

/* The marks in the window's background: the server itself then draws what is
 * exposed, also while we are busy. */
static int fill_window(struct overlay *overlay, const struct box *px_box,
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

static void put_above(struct overlay *overlay)
{
	XWindowChanges wish = { .sibling = overlay->frame,
				.stack_mode = Above };
	unsigned mask = CWStackMode;

	if (overlay->frame && overlay->content.stacked)
		mask |= CWSibling;
	XConfigureWindow(overlay->display, overlay->window, mask, &wish);
}

void overlay_map(struct overlay *overlay)
{
	put_above(overlay);
	if (overlay->mapped)
		return;
	XMapWindow(overlay->display, overlay->window);
	/* again: some servers forget it on mapping */
	let_clicks_through(overlay);
	overlay->mapped = true;
}

void overlay_unmap(struct overlay *overlay)
{
	if (!overlay->mapped || xlink_is_lost(overlay->link))
		return;
	XUnmapWindow(overlay->display, overlay->window);
	overlay->mapped = false;
}

/* The place of what is to be painted, from the content's pixel 0,0. */
static struct box content_box(struct overlay *overlay)
{
	const struct overlay_content *content = &overlay->content;
	struct box screen, box;

	if (!content->card)
		return marks_box(content);
	get_screen(overlay, &screen);
	box = card_place(content->card, &content->scr_keep, &screen,
			 card_scale(overlay, &screen));
	box.x -= content->scr_x;
	box.y -= content->scr_y;
	return box;
}

int overlay_paint(struct overlay *overlay, struct problem *problem)
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
static void name_window(struct overlay *overlay)
{
	char name[256];

	if (overlay->content.card)
		snprintf(name, sizeof name, "Solveglass: %s",
			 overlay->content.card);
	else
		snprintf(name, sizeof name, "Solveglass");
	XStoreName(overlay->display, overlay->window, name);
}

int overlay_show(struct overlay *overlay, const struct overlay_content *content,
		 struct problem *problem)
{
	int error;

	xlink_trap(overlay->link);
	overlay->content = *content;
	if (!overlay->window)
		create_window(overlay);
	name_window(overlay);
	if (overlay_start_following(overlay, problem) < 0 ||
	    overlay_paint(overlay, problem) < 0) {
		overlay_hide(overlay);
		return -1;
	}
	overlay_map(overlay);
	error = xlink_check(overlay->link);
	if (error)
		return xlink_problem(overlay->link, error, "show an overlay",
				     problem);
	return 0;
}

void overlay_hide(struct overlay *overlay)
{
	overlay->content = (struct overlay_content){ 0 };
	if (xlink_is_lost(overlay->link))
		return;
	overlay_unmap(overlay);
	overlay_start_following(overlay, NULL);
	XSync(overlay->display, False);
}

int overlay_fd(const struct overlay *overlay)
{
	return ConnectionNumber(overlay->display);
}

bool overlay_pending(const struct overlay *overlay)
{
	return !xlink_is_lost(overlay->link) &&
	       XEventsQueued(overlay->display, QueuedAlready) > 0;
}

void overlay_warm_up(void)
{
	static const struct box place = { 0, 0, 64, 32 };
	cairo_surface_t *surface = cairo_image_surface_create(
		CAIRO_FORMAT_ARGB32, place.width, place.height);
	cairo_t *cairo = cairo_create(surface);
	struct drawing drawing;
	struct layer layer = { &drawing, { { 20, 0, 0, 0, 20, 0, 0, 0, 1 } } };

	card_paint(cairo, "warm", &place, 1, true);
	drawing_init(&drawing, 1, 1);
	if (drawing_text(&drawing, INK_ANSWER, (struct point){ 0.5, 0.5 }, 0.5,
			 "7") == 0)
		paint_layer(cairo, &layer, PAINT_OVER);
	drawing_fini(&drawing);
	cairo_destroy(cairo);
	cairo_surface_destroy(surface);
}
