/* While the overlay is shown: keys and clicks, and what happens around it,
 * until something ends the show. */
#include <X11/extensions/XInput2.h>
#include <X11/keysym.h>
#include <X11/Xutil.h>
#include <poll.h>

#include "language.h"
#include "window_x11.h"
#include "xlink.h"

/* How often `stop` is looked at: a person does not notice a tenth. */
enum { STOP_POLL_MS = 100 };

/* Raw events tell of clicks anywhere without taking them from anyone. */
static void watch_clicks(struct x11_overlay *overlay)
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

static bool is_click_elsewhere(struct x11_overlay *overlay, XEvent *event)
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
static bool handle(struct x11_overlay *overlay, XEvent *event,
		   enum overlay_end *end)
{
	switch (event->type) {
	case KeyPress:
		*end = OVERLAY_ESCAPE;
		return XLookupKeysym(&event->xkey, 0) == XK_Escape;
	case GenericEvent:
		*end = OVERLAY_CLICK;
		return event->xcookie.extension == overlay->input_opcode &&
		       is_click_elsewhere(overlay, event);
	case MappingNotify:
		XRefreshKeyboardMapping(&event->xmapping);
		xlink_grab_key(overlay->link, XK_Escape, 0, NULL);
		return false;
	default:
		return overlay_handle(overlay, event, end);
	}
}

int overlay_wait_x11(struct overlay *base, const struct deadline *deadline,
		     enum overlay_end *end, struct problem *problem)
{
	struct x11_overlay *overlay = (struct x11_overlay *)base;
	struct pollfd fd = { ConnectionNumber(overlay->display), POLLIN, 0 };
	bool ended = false;

	/* another program may have Escape: the other ways remain */
	xlink_grab_key(overlay->link, XK_Escape, 0, NULL);
	if (!overlay->input_opcode)
		watch_clicks(overlay);
	while (!ended && !xlink_is_lost(overlay->link)) {
		double left = deadline_left(deadline);

		while (!ended && XPending(overlay->display)) {
			XEvent event;

			XNextEvent(overlay->display, &event);
			ended = handle(overlay, &event, end);
		}
		if (ended || overlay_settle(overlay, end))
			break;
		if (deadline_stopped(deadline) || deadline_passed(deadline)) {
			*end = deadline_stopped(deadline) ? OVERLAY_STOP
							  : OVERLAY_TIME;
			break;
		}
		XFlush(overlay->display);
		poll(&fd, 1,
		     left * 1000 < STOP_POLL_MS ? (int)(left * 1000) + 1
						: STOP_POLL_MS);
	}
	if (xlink_is_lost(overlay->link))
		return xlink_problem(overlay->link, -1, _("go on"), problem);
	xlink_ungrab_key(overlay->link, XK_Escape, 0);
	return 0;
}
