/* What happens around an overlay: the game's window, the compositor, the
 * monitors. */
#include <X11/Xutil.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>

#include "language.h"
#include "window_x11.h"
#include "xlink.h"

/* Where the game's window is. Returns 0, or -1 where it is gone. */
static int find_game(struct x11_overlay *overlay, struct box *box,
		     bool *viewable)
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
	*viewable = attributes.map_state == IsViewable;
	return 0;
}

static Window frame_of(struct x11_overlay *overlay, Window window)
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

/* Window managers move the frame, and hide it or what is in it. */
static void choose_events(struct x11_overlay *overlay, Window window,
			  Window frame)
{
	Window old[2] = { overlay->follow, overlay->frame };

	for (int i = 0; i < 2; i++)
		if (old[i] && old[i] != window && old[i] != frame)
			XSelectInput(overlay->display, old[i], NoEventMask);
	if (window && window != overlay->follow)
		XSelectInput(overlay->display, window, StructureNotifyMask);
	if (frame && frame != window && frame != overlay->frame)
		XSelectInput(overlay->display, frame, StructureNotifyMask);
	overlay->follow = window;
	overlay->frame = frame;
}

int overlay_start_following(struct x11_overlay *overlay,
			    struct problem *problem)
{
	Window window = overlay->content.follow;
	Window frame = window ? frame_of(overlay, window) : None;
	bool viewable = true;

	choose_events(overlay, window, frame);
	if (window && find_game(overlay, &overlay->game, &viewable) < 0)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "window '0x%lx' is gone", window);
	overlay->game_hidden = !viewable;
	return 0;
}

/* The game's window was moved, resized, hidden or shown. Returns true where
 * that ends the show. */
static bool follow_game(struct x11_overlay *overlay, enum overlay_end *end)
{
	struct overlay_content *content = &overlay->content;
	bool viewable;
	struct box now;
	int dx, dy;

	if (find_game(overlay, &now, &viewable) < 0) {
		*end = OVERLAY_GONE;
		return true;
	}
	if (now.width != overlay->game.width ||
	    now.height != overlay->game.height) {
		*end = OVERLAY_CHANGED;
		return true;
	}
	if (!viewable) {
		overlay_unmap(overlay);
		return false;
	}
	dx = now.x - overlay->game.x;
	dy = now.y - overlay->game.y;
	overlay->game = now;
	content->scr_x += dx;
	content->scr_y += dy;
	content->scr_keep.x += dx;
	content->scr_keep.y += dy;
	overlay->scr_box.x += dx;
	overlay->scr_box.y += dy;
	if (dx || dy)
		XMoveWindow(overlay->display, overlay->window,
			    overlay->scr_box.x, overlay->scr_box.y);
	overlay_map(overlay);
	return false;
}

static void follow_compositor(struct x11_overlay *overlay)
{
	bool before = overlay->composited;

	overlay_find_compositor(overlay);
	if (before != overlay->composited &&
	    (overlay->content.layer_count || overlay->content.card))
		overlay_paint(overlay, NULL);
}

bool overlay_handle(struct x11_overlay *overlay, const XEvent *event,
		    enum overlay_end *end)
{
	Window follow = overlay->content.follow;

	if (event->type == overlay->fixes_event + XFixesSelectionNotify) {
		follow_compositor(overlay);
		return false;
	}
	if (overlay->randr_event &&
	    (event->type == overlay->randr_event + RRScreenChangeNotify ||
	     event->type == overlay->randr_event + RRNotify)) {
		*end = OVERLAY_CHANGED;
		return overlay->content.layer_count && !follow;
	}
	switch (event->type) {
	case DestroyNotify:
		*end = OVERLAY_GONE;
		return follow && event->xdestroywindow.window == follow;
	case ReparentNotify:
		/* a window manager came or went: another frame */
		if (follow && overlay_start_following(overlay, NULL) < 0) {
			*end = OVERLAY_GONE;
			return true;
		}
		overlay->frame_moved = true;
		return false;
	case ConfigureNotify:
	case MapNotify:
	case UnmapNotify:
		overlay->frame_moved = true;
		return false;
	default:
		return false;
	}
}

bool overlay_settle(struct x11_overlay *overlay, enum overlay_end *end)
{
	bool moved = overlay->frame_moved;

	overlay->frame_moved = false;
	return moved && overlay->content.follow && follow_game(overlay, end);
}

int overlay_turn_x11(struct overlay *base, enum overlay_end *end,
		     struct problem *problem)
{
	struct x11_overlay *overlay = (struct x11_overlay *)base;

	*end = OVERLAY_ON;
	while (!xlink_is_lost(overlay->link) && XPending(overlay->display)) {
		bool ended = false;

		while (!ended && XPending(overlay->display)) {
			XEvent event;

			XNextEvent(overlay->display, &event);
			ended = overlay_handle(overlay, &event, end);
		}
		if (ended || overlay_settle(overlay, end))
			break;
		*end = OVERLAY_ON;
	}
	if (xlink_is_lost(overlay->link))
		return xlink_problem(overlay->link, -1, _("go on"), problem);
	XFlush(overlay->display);
	return 0;
}
