/* While the overlay is shown: the game's window, the compositor, keys and
 * clicks, until something ends the show. */
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xfixes.h>
#include <X11/keysym.h>
#include <X11/Xutil.h>
#include <poll.h>

#include "window_inside.h"
#include "xlink.h"

/* How often `stop` is looked at: a person does not notice a tenth. */
enum { STOP_POLL_MS = 100 };

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

int overlay_start_following(struct overlay *overlay, struct problem *problem)
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
		overlay_map(overlay);
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

		overlay_find_compositor(overlay);
		if (before != overlay->composited && overlay->mapped) {
			overlay_paint(overlay, NULL);
			overlay_map(overlay);
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
		if (overlay_start_following(overlay, NULL) < 0) {
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
