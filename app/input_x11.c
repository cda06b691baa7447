/* input.h on an X display: XTEST moves and presses, XInput 2 tells of others.
 */
#include <X11/XKBlib.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "deadline.h"
#include "hotkey.h"
#include "input_driver.h"
#include "language.h"
#include "xlink.h"

/* How long we wait until the person lets go of what started us. */
static const double HELD_SECONDS = 5;
/* A window manager that makes a window the active one needs so long; what is
 * pressed into a window that is not active only activates it in some. */
static const double ACTIVATE_SECONDS = 0.3;
/* How late the pointer may come to where we put it: window managers take each
 * press first, and on a busy machine they take their time. */
static const double LATE_SECONDS = 10;
/* Between looks at the connection while waiting: how late we notice Ctrl-C. */
enum { LOOK_MS = 20 };

/* Device ids are one byte in the server; its masks have the first buttons. */
enum { MASKED_BUTTONS = 5, BUTTONS = 10, HELD_KEYS_MAX = 8, DEVICES = 256 };

struct x11_input {
	struct input base; /* first */
	struct xlink *link;
	Display *display;
	Window root;
	int opcode;          /* of XInput */
	bool xtest[DEVICES]; /* presses by XTEST come from these */
	bool placed;         /* the pointer is at x, y, where we put it */
	int x, y;
	/* where it was seen last: while another program, such as a window
	 * manager, looks at a press first, the server keeps back what comes
	 * after it, our own motion as well */
	int seen_x, seen_y;
	/* presses that we asked for and that were reported: more of them than
	 * we asked for are another program's */
	unsigned long sent, seen;
	bool held[BUTTONS];
	KeyCode held_keys[HELD_KEYS_MAX];
	int held_key_count;
};

static struct x11_input *of(struct input *input)
{
	return (struct x11_input *)input;
}

static bool has_extensions(struct x11_input *input, struct problem *problem)
{
	int event, error;
	int major = 2, minor = 2;

	if (!XTestQueryExtension(input->display, &event, &error, &major,
				 &minor)) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "the X server lacks XTEST, without which no "
			    "answer can be entered");
		return false;
	}
	major = minor = 2;
	if (!XQueryExtension(input->display, "XInputExtension", &input->opcode,
			     &event, &error) ||
	    XIQueryVersion(input->display, &major, &minor) != Success) {
		problem_set(problem, PROBLEM_ENVIRONMENT,
			    "the X server lacks XInput 2, without which a "
			    "touch of the mouse goes unnoticed");
		return false;
	}
	return true;
}

/* Lets go of every button and key that we hold. */
static void release(struct input *base)
{
	struct x11_input *input = of(base);

	if (xlink_is_lost(input->link))
		return;
	for (unsigned i = 1; i < BUTTONS; i++)
		if (input->held[i])
			XTestFakeButtonEvent(input->display, i, False, 0);
	while (input->held_key_count > 0)
		XTestFakeKeyEvent(input->display,
				  input->held_keys[--input->held_key_count],
				  False, 0);
	memset(input->held, 0, sizeof input->held);
	XSync(input->display, False);
}

static bool is_xtest(struct x11_input *input, int device)
{
	Atom atom = XInternAtom(input->display, "XTEST Device", False);
	Atom type = None;
	int format;
	unsigned long count = 0, left;
	unsigned char *data = NULL;
	bool is = false;

	if (XIGetProperty(input->display, device, atom, 0, 1, False,
			  AnyPropertyType, &type, &format, &count, &left,
			  &data) == Success &&
	    data)
		is = count && data[0];
	if (data)
		XFree(data);
	return is;
}

static void find_xtest(struct x11_input *input)
{
	int count = 0;
	XIDeviceInfo *devices =
		XIQueryDevice(input->display, XIAllDevices, &count);

	for (int i = 0; i < count; i++) {
		int id = devices[i].deviceid;

		if (id >= 0 && id < DEVICES)
			input->xtest[id] = is_xtest(input, id);
	}
	if (devices)
		XIFreeDeviceInfo(devices);
}

/* What one event says of a hand that is not ours; NULL: nothing. */
static const char *alien(struct x11_input *input, const XIRawEvent *raw)
{
	int device = raw->sourceid;
	bool ours = device >= 0 && device < DEVICES && input->xtest[device];

	switch (raw->evtype) {
	case XI_RawMotion:
		/* ours is known by where the pointer comes to stand */
		return ours ? NULL : _("the mouse was moved");
	case XI_RawButtonPress:
	case XI_RawKeyPress:
		if (ours && ++input->seen <= input->sent)
			return NULL;
		return raw->evtype == XI_RawKeyPress
			       ? _("a key was pressed")
			       : _("a mouse button was pressed");
	default:
		return ours ? NULL : _("the screen was touched");
	}
}

/* Everything reported so far. */
static const char *look(struct x11_input *input)
{
	const char *how = NULL;

	XSync(input->display, False);
	while (!xlink_is_lost(input->link) && XPending(input->display)) {
		XEvent event;

		XNextEvent(input->display, &event);
		if (event.xcookie.type != GenericEvent ||
		    event.xcookie.extension != input->opcode ||
		    !XGetEventData(input->display, &event.xcookie))
			continue;
		if (!how)
			how = alien(input, event.xcookie.data);
		XFreeEventData(input->display, &event.xcookie);
	}
	return how;
}

enum pointer { POINTER_PLACED, POINTER_LATE, POINTER_MOVED };

/* Whether somebody took the pointer away, without an event of it (another
 * program may), or what we did has yet to be done: a press by somebody else is
 * an event of its own. */
static enum pointer look_at_pointer(struct x11_input *input)
{
	Window root, child;
	int x, y, in_x, in_y;
	unsigned mask;

	XQueryPointer(input->display, input->root, &root, &child, &x, &y, &in_x,
		      &in_y, &mask);
	for (int i = 0; i < MASKED_BUTTONS; i++)
		if (!(mask & Button1Mask << i) != !input->held[i + 1])
			return POINTER_LATE;
	if (!input->placed)
		return POINTER_PLACED;
	if (x != input->x || y != input->y)
		return x == input->seen_x && y == input->seen_y ? POINTER_LATE
								: POINTER_MOVED;
	input->seen_x = x;
	input->seen_y = y;
	return POINTER_PLACED;
}

/* Once; `late` says whether the pointer has yet to come. */
static enum input_end watch_once(struct x11_input *input, bool *late,
				 struct problem *problem)
{
	const char *how = look(input);
	enum pointer pointer;

	*late = false;
	if (xlink_is_lost(input->link))
		return input_failed(&input->base, _("the X display is gone"),
				    problem);
	if (input->base.target.stop && *input->base.target.stop)
		return input_stopped(&input->base, _("interrupted"), problem);
	if (how)
		return input_stopped(&input->base, how, problem);
	pointer = look_at_pointer(input);
	*late = pointer == POINTER_LATE;
	return pointer == POINTER_MOVED
		       ? input_stopped(&input->base, _("the mouse was moved"),
				       problem)
		       : INPUT_DONE;
}

static void nap(struct input *base, double seconds)
{
	struct pollfd fd = { ConnectionNumber(of(base)->display), POLLIN, 0 };
	double ms = seconds * 1000;

	poll(&fd, 1, ms < LOOK_MS ? (int)ms : LOOK_MS);
}

static enum input_end watch(struct input *base, struct problem *problem)
{
	struct x11_input *input = of(base);
	struct deadline deadline = deadline_in(LATE_SECONDS, NULL);
	bool late;
	enum input_end end = watch_once(input, &late, problem);

	while (end == INPUT_DONE && late) {
		if (deadline_passed(&deadline))
			return input_failed(
				&input->base,
				_("another program holds the pointer"),
				problem);
		nap(base, LATE_SECONDS);
		end = watch_once(input, &late, problem);
	}
	return end;
}

/* Is any key or button down? */
static bool is_held(struct x11_input *input)
{
	static const char none[32];
	Window root, child;
	int x, y, in_x, in_y;
	unsigned mask = 0;
	char keys[32] = { 0 };

	XQueryKeymap(input->display, keys);
	XQueryPointer(input->display, input->root, &root, &child, &x, &y, &in_x,
		      &in_y, &mask);
	return memcmp(keys, none, sizeof keys) != 0 ||
	       mask & (Button1Mask | Button2Mask | Button3Mask | Button4Mask |
		       Button5Mask);
}

/* By the window manager (EWMH 1.5, _NET_ACTIVE_WINDOW, source 2: a pager),
 * or where none runs directly. */
static void activate(struct x11_input *input)
{
	unsigned long manager[1];
	Window window = input->base.target.window.id;
	XEvent event = {
		.xclient = { .type = ClientMessage,
			     .window = window,
			     .message_type =
				     XInternAtom(input->display,
						 "_NET_ACTIVE_WINDOW", False),
			     .format = 32,
			     .data.l = { 2, CurrentTime } },
	};

	xlink_trap(input->link);
	if (xlink_property(input->link, input->root, "_NET_SUPPORTING_WM_CHECK",
			   AnyPropertyType, manager, 1) == 1)
		XSendEvent(input->display, input->root, False,
			   SubstructureNotifyMask | SubstructureRedirectMask,
			   &event);
	else
		XSetInputFocus(input->display, window, RevertToPointerRoot,
			       CurrentTime);
	/* a window that refuses is noticed when a key is due */
	xlink_check(input->link);
}

static void select_raw(struct x11_input *input)
{
	unsigned char bits[XIMaskLen(XI_LASTEVENT)] = { 0 };
	XIEventMask mask = { XIAllMasterDevices, sizeof bits, bits };

	XISetMask(bits, XI_RawMotion);
	XISetMask(bits, XI_RawButtonPress);
	XISetMask(bits, XI_RawKeyPress);
	XISetMask(bits, XI_RawTouchBegin);
	XISelectEvents(input->display, input->root, &mask, 1);
	XSync(input->display, False);
}

static enum input_end begin(struct input *base, struct problem *problem)
{
	struct x11_input *input = of(base);
	struct deadline deadline = deadline_in(HELD_SECONDS, NULL);
	enum input_end end;

	input->placed = false;
	while (is_held(input)) {
		if (deadline_passed(&deadline))
			return input_failed(
				&input->base,
				_("a key or mouse button is held down"),
				problem);
		end = input_wait(base, LOOK_MS / 1000.0, problem);
		if (end != INPUT_DONE)
			return end;
	}
	activate(input);
	find_xtest(input);
	select_raw(input);
	return input_wait(base, ACTIVATE_SECONDS, problem);
}

/* Does the window still lie where it lay, below the pointer? In few questions
 * to the server: between a look at the game and a click nothing may take long.
 */
static bool is_in_place(struct x11_input *input)
{
	const struct screen_window *window = &input->base.target.window;
	const struct box *box = &window->scr_box;
	Window root, top = None, child;
	int x, y, in_x, in_y;
	unsigned mask, width, height, border, depth;

	xlink_trap(input->link);
	return XQueryPointer(input->display, input->root, &root, &top, &x, &y,
			     &in_x, &in_y, &mask) &&
	       top == window->frame &&
	       XTranslateCoordinates(input->display, window->id, input->root, 0,
				     0, &x, &y, &child) &&
	       XGetGeometry(input->display, window->id, &root, &in_x, &in_y,
			    &width, &height, &border, &depth) &&
	       x == box->x && y == box->y && (int)width == box->width &&
	       (int)height == box->height;
}

static enum input_end check_pointer(struct x11_input *input,
				    struct problem *problem)
{
	struct screen_window found = { 0 };
	int result;

	if (is_in_place(input))
		return INPUT_DONE;
	result = screen_window_under_pointer(input->base.target.screen, &found,
					     NULL);
	return input_check_window(&input->base, result, &found, problem);
}

static enum input_end check_focus(struct x11_input *input,
				  struct problem *problem)
{
	struct screen_window found;
	Window focus = None;
	int revert;

	XGetInputFocus(input->display, &focus, &revert);
	/* keys then go to where the pointer is */
	if (focus == PointerRoot)
		return check_pointer(input, problem);
	if (focus == None ||
	    screen_window_by_id(input->base.target.screen, focus, &found,
				NULL) < 0 ||
	    found.frame != input->base.target.window.frame)
		return input_failed(&input->base,
				    _("another window has the keyboard"),
				    problem);
	return INPUT_DONE;
}

static void press_key(struct x11_input *input, KeyCode code)
{
	if (input->held_key_count == HELD_KEYS_MAX)
		return;
	input->held_keys[input->held_key_count++] = code;
	input->sent++;
	XTestFakeKeyEvent(input->display, code, True, 0);
}

/* The key that has `keysym`, alone or with Shift. */
static KeyCode find_key(struct x11_input *input, KeySym keysym, bool *shift)
{
	KeyCode code = XKeysymToKeycode(input->display, keysym);

	*shift = code &&
		 XkbKeycodeToKeysym(input->display, code, 0, 0) != keysym &&
		 XkbKeycodeToKeysym(input->display, code, 0, 1) == keysym;
	return code;
}

static enum input_end do_key(struct x11_input *input,
			     const struct play_action *action,
			     struct problem *problem)
{
	static const struct {
		unsigned modifier;
		KeySym key;
	} modifiers[] = {
		{ HOTKEY_SHIFT, XK_Shift_L },
		{ HOTKEY_CTRL, XK_Control_L },
		{ HOTKEY_ALT, XK_Alt_L },
		{ HOTKEY_SUPER, XK_Super_L },
		{ HOTKEY_ALTGR, XK_ISO_Level3_Shift },
	};
	bool shift;
	KeyCode code = find_key(input, action->key, &shift);
	unsigned wanted = action->modifiers | (shift ? HOTKEY_SHIFT : 0);
	enum input_end end = check_focus(input, problem);

	if (end != INPUT_DONE)
		return end;
	if (!code)
		return input_failed(
			&input->base,
			_("the keyboard lacks a key that is needed"), problem);
	for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++) {
		KeyCode held =
			XKeysymToKeycode(input->display, modifiers[i].key);

		if (wanted & modifiers[i].modifier && held)
			press_key(input, held);
	}
	press_key(input, code);
	while (input->held_key_count > 0)
		XTestFakeKeyEvent(input->display,
				  input->held_keys[--input->held_key_count],
				  False, 0);
	return INPUT_DONE;
}

/* Where it is before we put it anywhere. */
static void find_pointer(struct x11_input *input)
{
	Window root, child;
	int in_x, in_y;
	unsigned mask;

	XQueryPointer(input->display, input->root, &root, &child,
		      &input->seen_x, &input->seen_y, &in_x, &in_y, &mask);
}

static enum input_end do_move(struct x11_input *input,
			      const struct play_action *action,
			      struct problem *problem)
{
	struct box screen;
	double scale;

	screen_bounds(input->base.target.screen, &screen, &scale);
	if (!box_contains(&screen, action->x, action->y))
		return input_failed(
			&input->base,
			_("a part of the puzzle lies off the screen"), problem);
	if (!input->placed)
		find_pointer(input);
	XTestFakeMotionEvent(input->display, -1, action->x, action->y, 0);
	XSync(input->display, False);
	input->x = action->x;
	input->y = action->y;
	input->placed = true;
	return INPUT_DONE;
}

static enum input_end do_press(struct x11_input *input,
			       const struct play_action *action,
			       struct problem *problem)
{
	enum input_end end = check_pointer(input, problem);

	if (end == INPUT_DONE)
		end = input_ask(&input->base);
	if (end != INPUT_DONE)
		return end;
	input->sent++;
	input->held[action->number] = true;
	input->placed &= !input->base.target.relative;
	XTestFakeButtonEvent(input->display, (unsigned)action->number, True, 0);
	return INPUT_DONE;
}

static enum input_end act(struct input *base, const struct play_action *action,
			  struct problem *problem)
{
	struct x11_input *input = of(base);

	switch (action->what) {
	case PLAY_DO_MOVE:
		return do_move(input, action, problem);
	case PLAY_DO_NUDGE:
		/* a program that holds the pointer puts it elsewhere */
		input->placed = false;
		XTestFakeRelativeMotionEvent(input->display, action->x,
					     action->y, 0);
		return INPUT_DONE;
	case PLAY_DO_PRESS:
		return do_press(input, action, problem);
	case PLAY_DO_RELEASE:
		input->held[action->number] = false;
		XTestFakeButtonEvent(input->display, (unsigned)action->number,
				     False, 0);
		return INPUT_DONE;
	case PLAY_DO_KEY:
		return do_key(input, action, problem);
	case PLAY_DO_WAIT:
		break;
	}
	return INPUT_DONE;
}

static void close_input(struct input *base)
{
	xlink_close(of(base)->link);
	free(base);
}

static const struct input_driver driver = {
	.close = close_input,
	.begin = begin,
	.watch = watch,
	.nap = nap,
	.act = act,
	.release = release,
};

struct input *input_open_x11(struct problem *problem)
{
	struct x11_input *input = calloc(1, sizeof *input);

	if (!input) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for input");
		return NULL;
	}
	input->base.driver = &driver;
	input->link = xlink_open(NULL, problem);
	if (!input->link) {
		free(input);
		return NULL;
	}
	input->display = xlink_display(input->link);
	input->root = DefaultRootWindow(input->display);
	if (!has_extensions(input, problem)) {
		close_input(&input->base);
		return NULL;
	}
	return &input->base;
}
