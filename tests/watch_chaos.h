/* For tests and benches: whatever may happen to a game's window, at random,
 * while solveglass watch looks at it. */
#ifndef WATCH_CHAOS_H
#define WATCH_CHAOS_H

#include <X11/extensions/XTest.h>
#include <X11/extensions/Xrandr.h>
#include <X11/keysym.h>

#include "rng.h"
#include "xvfb.h"

struct chaos {
	struct xvfb *server;
	Display *display;
	Window game;
	struct rng rng;
	/* its own doings */
	Window other;     /* a window that covers, is raised and destroyed */
	pid_t compositor; /* 0: none runs */
	bool monitors;    /* two pretended ones */
	int counts[12];
};

static inline int chaos_below(struct chaos *chaos, int below)
{
	return (int)rng_below(&chaos->rng, (uint32_t)below);
}

static inline void chaos_key(struct chaos *chaos, bool shift)
{
	Display *display = chaos->display;
	KeyCode code = XKeysymToKeycode(display, XK_F9);
	KeyCode shift_code = XKeysymToKeycode(display, XK_Shift_L);

	if (shift)
		XTestFakeKeyEvent(display, shift_code, True, 0);
	XTestFakeKeyEvent(display, code, True, 0);
	XTestFakeKeyEvent(display, code, False, 0);
	if (shift)
		XTestFakeKeyEvent(display, shift_code, False, 0);
}

static inline void chaos_compositor(struct chaos *chaos)
{
	char *argv[] = { (char *)"xcompmgr", NULL };

	if (chaos->compositor) {
		xvfb_quit(chaos->server, chaos->compositor);
		chaos->compositor = 0;
	} else {
		chaos->compositor = xvfb_run(chaos->server, NULL, argv);
	}
}

/* One half of the screen becomes a monitor, or all of it again. */
static inline void chaos_monitors(struct chaos *chaos)
{
	Window root = DefaultRootWindow(chaos->display);
	Atom name = XInternAtom(chaos->display, "HALF", False);
	XRRMonitorInfo monitor = { .name = name,
				   .width = 640,
				   .height = 800,
				   .mwidth = 200,
				   .mheight = 250 };

	chaos->monitors = !chaos->monitors;
	if (chaos->monitors)
		XRRSetMonitor(chaos->display, root, &monitor);
	else
		XRRDeleteMonitor(chaos->display, root, name);
}

static inline void chaos_other(struct chaos *chaos)
{
	Display *display = chaos->display;

	if (chaos->other && chaos_below(chaos, 3)) {
		if (chaos_below(chaos, 2))
			XRaiseWindow(display, chaos->other);
		else
			XLowerWindow(display, chaos->other);
		return;
	}
	if (chaos->other) {
		XDestroyWindow(display, chaos->other);
		chaos->other = None;
		return;
	}
	chaos->other = XCreateSimpleWindow(
		display, DefaultRootWindow(display), chaos_below(chaos, 900),
		chaos_below(chaos, 600), 300, 300, 0, 0, 0x335577);
	XMapRaised(display, chaos->other);
}

/* One random event. */
static inline void chaos_step(struct chaos *chaos)
{
	Display *display = chaos->display;
	int kind = chaos_below(chaos, 12);

	chaos->counts[kind]++;
	switch (kind) {
	case 0:
	case 1:
		XMoveWindow(display, chaos->game,
			    chaos_below(chaos, 1200) - 200,
			    chaos_below(chaos, 800) - 100);
		break;
	case 2:
		XResizeWindow(display, chaos->game,
			      (unsigned)(200 + chaos_below(chaos, 500)),
			      (unsigned)(200 + chaos_below(chaos, 500)));
		break;
	case 3:
		XIconifyWindow(display, chaos->game, DefaultScreen(display));
		break;
	case 4:
		XMapRaised(display, chaos->game);
		break;
	case 5:
		XUnmapWindow(display, chaos->game);
		break;
	case 6:
		XRaiseWindow(display, chaos->game);
		break;
	case 7:
		chaos_other(chaos);
		break;
	case 8:
		/* starting a program takes its time: less often */
		if (chaos_below(chaos, 4) == 0)
			chaos_compositor(chaos);
		else
			XSetInputFocus(display, PointerRoot, RevertToParent,
				       CurrentTime);
		break;
	case 9:
		chaos_monitors(chaos);
		break;
	default:
		chaos_key(chaos, kind == 11);
		break;
	}
	XSync(display, False);
	if (chaos_below(chaos, 2))
		xvfb_sleep(chaos_below(chaos, 60));
}

/* So many events; false where the process `watch` has ended meanwhile. */
static inline bool chaos_run(struct chaos *chaos, int events, pid_t watch)
{
	/* windows come and go */
	XErrorHandler before = XSetErrorHandler(xvfb_ignore);
	bool alive = true;

	for (int i = 0; i < events && alive; i++) {
		chaos_step(chaos);
		alive = waitpid(watch, NULL, WNOHANG) == 0;
	}
	/* the game back in sight */
	if (chaos->other)
		XDestroyWindow(chaos->display, chaos->other);
	chaos->other = None;
	XMoveResizeWindow(chaos->display, chaos->game, 300, 200, 400, 440);
	XMapRaised(chaos->display, chaos->game);
	XSync(chaos->display, False);
	xvfb_sleep(500);
	XSetInputFocus(chaos->display, chaos->game, RevertToParent,
		       CurrentTime);
	XSync(chaos->display, False);
	XSetErrorHandler(before);
	return alive;
}

#endif
