#include "x11_changes.h"

#include <X11/Xlib.h>
#include <X11/extensions/Xdamage.h>
#include <stdlib.h>

#include "language.h"
#include "xlink.h"

struct x11_changes {
	struct xlink *link;
	Display *display;
	int damage_event; /* number of XDamageNotify */
	screen_id window;
	Damage damage;
};

struct x11_changes *x11_changes_open(const char *display,
				     struct problem *problem)
{
	struct x11_changes *changes = calloc(1, sizeof *changes);
	int error, major = 1, minor = 1;

	if (!changes) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an X connection");
		return NULL;
	}
	changes->link = xlink_open(display, problem);
	if (!changes->link) {
		free(changes);
		return NULL;
	}
	changes->display = xlink_display(changes->link);
	if (!XDamageQueryExtension(changes->display, &changes->damage_event,
				   &error) ||
	    !XDamageQueryVersion(changes->display, &major, &minor)) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "the X server lacks the extension Damage, changes "
			    "cannot be seen");
		x11_changes_close(changes);
		return NULL;
	}
	return changes;
}

void x11_changes_close(struct x11_changes *changes)
{
	if (!changes)
		return;
	xlink_close(changes->link);
	free(changes);
}

void x11_changes_follow(struct x11_changes *changes, screen_id window)
{
	if (xlink_is_lost(changes->link) || window == changes->window)
		return;
	/* a window that has gone took its damage with it: an error that
	 * nobody misses */
	if (changes->damage)
		XDamageDestroy(changes->display, changes->damage);
	changes->damage = None;
	changes->window = window;
	if (window)
		changes->damage = XDamageCreate(changes->display, window,
						XDamageReportNonEmpty);
	xlink_trap(changes->link);
}

screen_id x11_changes_screen(const struct x11_changes *changes)
{
	return DefaultRootWindow(changes->display);
}

int x11_changes_fd(const struct x11_changes *changes)
{
	return ConnectionNumber(changes->display);
}

bool x11_changes_pending(const struct x11_changes *changes)
{
	return !xlink_is_lost(changes->link) &&
	       XEventsQueued(changes->display, QueuedAlready) > 0;
}

int x11_changes_take(struct x11_changes *changes, struct problem *problem)
{
	int changed = 0;

	while (!xlink_is_lost(changes->link) && XPending(changes->display)) {
		XEvent event;

		XNextEvent(changes->display, &event);
		if (event.type != changes->damage_event + XDamageNotify)
			continue;
		/* from now on it counts again */
		XDamageSubtract(changes->display,
				((XDamageNotifyEvent *)&event)->damage, None,
				None);
		XFlush(changes->display);
		changed = 1;
	}
	if (xlink_is_lost(changes->link))
		return xlink_problem(changes->link, -1, _("go on"), problem);
	return changed;
}
