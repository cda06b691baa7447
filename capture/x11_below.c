/* The screen as it would be without our own overlays: what lies below them is
 * put together from the windows there, lowest first. And a window with them. */
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xcomposite.h>
#include <stdlib.h>

#include "x11_inside.h"

/* The most overlays that are looked below: watch has two. */
enum { OVERLAYS_MAX = 8 };

struct below {
	struct x11 *x11;
	struct screen_shot *shot;
	struct box overlays[OVERLAYS_MAX]; /* of the screen */
	int overlay_count;
	struct problem *problem;
};

static struct box box_of(const XWindowAttributes *attributes)
{
	return (struct box){ attributes->x, attributes->y,
			     attributes->width + 2 * attributes->border_width,
			     attributes->height +
				     2 * attributes->border_width };
}

/* overlay/window.c marks its windows. */
static bool is_overlay(struct x11 *x11, Window window)
{
	unsigned long value[1];

	return xlink_property(x11->link, window, "_SOLVEGLASS_OVERLAY",
			      XA_CARDINAL, value, 1) == 1;
}

/* Puts the part of a drawable that lies in scr_part into the picture; at
 * scr_x, scr_y is its pixel 0,0. */
static int put(struct below *below, struct x11_source *source, int scr_x,
	       int scr_y, const struct box *scr_part)
{
	struct point at = { scr_part->x - below->shot->scr_x,
			    scr_part->y - below->shot->scr_y };

	source->box = *scr_part;
	source->box.x -= scr_x;
	source->box.y -= scr_y;
	return x11_fetch(below->x11, source, &below->shot->image, &at,
			 below->problem);
}

/* What desktops leave as the root window's picture; else black. */
static int put_ground(struct below *below, const struct box *scr_part)
{
	struct x11 *x11 = below->x11;
	int screen = DefaultScreen(x11->display);
	struct x11_source source = { None,
				     DefaultVisual(x11->display, screen),
				     DefaultDepth(x11->display, screen),
				     { 0 } };
	unsigned long pixmap[1];

	if (xlink_property(x11->link, x11->root, "_XROOTPMAP_ID", XA_PIXMAP,
			   pixmap, 1) == 1) {
		source.drawable = pixmap[0];
		if (put(below, &source, 0, 0, scr_part) <= 0)
			return x11_lost(x11, below->problem);
	}
	for (int y = 0; y < scr_part->height; y++)
		for (int x = 0; x < scr_part->width; x++)
			image_row(&below->shot->image,
				  y + scr_part->y - below->shot->scr_y)
				[x + scr_part->x - below->shot->scr_x] = 0;
	return 0;
}

/* From the pixmap of a window, where it has one. Returns as x11_fetch. */
static int put_pixmap(struct below *below, Window window,
		      const XWindowAttributes *attributes,
		      const struct box *scr_part)
{
	struct x11 *x11 = below->x11;
	struct x11_source source = {
		None, attributes->visual, attributes->depth, { 0 }
	};
	int result = 1;

	xlink_trap(x11->link);
	source.drawable = XCompositeNameWindowPixmap(x11->display, window);
	if (xlink_check(x11->link) == 0) {
		result = put(below, &source, attributes->x, attributes->y,
			     scr_part);
		XFreePixmap(x11->display, source.drawable);
	}
	return result;
}

static int put_window(struct below *below, Window window,
		      const XWindowAttributes *attributes,
		      const struct box *scr_part)
{
	struct x11 *x11 = below->x11;
	int result = put_pixmap(below, window, attributes, scr_part);

	if (result <= 0)
		return result;
	/* nobody holds it: for a moment we do */
	xlink_trap(x11->link);
	XCompositeRedirectWindow(x11->display, window,
				 CompositeRedirectAutomatic);
	if (xlink_check(x11->link) == 0) {
		x11_wait_settled(x11, window);
		result = put_pixmap(below, window, attributes, scr_part);
		XCompositeUnredirectWindow(x11->display, window,
					   CompositeRedirectAutomatic);
	}
	if (result > 0)
		below->shot->whole = false;
	return result < 0 ? -1 : x11_lost(x11, below->problem);
}

static struct box visible_part(const struct below *below,
			       const struct box *scr_box)
{
	const struct box shot = { below->shot->scr_x, below->shot->scr_y,
				  below->shot->image.width,
				  below->shot->image.height };

	return box_intersect(&shot, scr_box);
}

static int put_below(struct below *below, const Window *windows, unsigned count)
{
	int result = 0;

	for (int i = 0; i < below->overlay_count; i++)
		result = result < 0 ? result
				    : put_ground(below, &below->overlays[i]);
	/* children come lowest first */
	for (unsigned k = 0; k < count && result == 0; k++) {
		XWindowAttributes attributes;
		struct box box;

		if (!XGetWindowAttributes(below->x11->display, windows[k],
					  &attributes) ||
		    attributes.map_state != IsViewable ||
		    attributes.class == InputOnly ||
		    is_overlay(below->x11, windows[k]))
			continue;
		box = box_of(&attributes);
		for (int i = 0; i < below->overlay_count && result == 0; i++) {
			struct box part =
				box_intersect(&box, &below->overlays[i]);

			if (part.width && part.height)
				result = put_window(below, windows[k],
						    &attributes, &part);
		}
	}
	return result;
}

int x11_see_below(struct x11 *x11, struct screen_shot *shot,
		  struct problem *problem)
{
	struct below below = { .x11 = x11, .shot = shot, .problem = problem };
	Window root, parent;
	Window *windows = NULL;
	unsigned count = 0;
	int result = 0;

	if (!x11->has_composite || !XQueryTree(x11->display, x11->root, &root,
					       &parent, &windows, &count))
		return x11_lost(x11, problem);
	for (unsigned i = 0; i < count && below.overlay_count < OVERLAYS_MAX;
	     i++) {
		XWindowAttributes attributes;
		struct box box;

		if (!XGetWindowAttributes(x11->display, windows[i],
					  &attributes) ||
		    attributes.map_state != IsViewable ||
		    !attributes.override_redirect)
			continue;
		box = box_of(&attributes);
		box = visible_part(&below, &box);
		if (box.width && box.height && is_overlay(x11, windows[i]))
			below.overlays[below.overlay_count++] = box;
	}
	if (below.overlay_count)
		result = put_below(&below, windows, count);
	if (windows)
		XFree(windows);
	return result;
}
