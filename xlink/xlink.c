#include "xlink.h"

#include <X11/XKBlib.h>
#include <X11/Xlibint.h>
#include <X11/Xproto.h>
#include <X11/keysym.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "language.h"

/* Xlibint.h defines these for its own use. */
#undef min
#undef max

struct xlink {
	Display *display;
	_XAsyncHandler handler;
	int error; /* first error code since xlink_trap */
	bool lost;
};

/* Called by Xlib for each reply and error of this display; "True" says that
 * an error is dealt with and must not reach the process-wide handler. */
static Bool on_reply(Display *display, xReply *reply, char *buffer, int length,
		     XPointer data)
{
	struct xlink *link = (struct xlink *)data;

	(void)display;
	(void)buffer;
	(void)length;
	if (reply->generic.type != X_Error)
		return False;
	if (!link->error)
		link->error = reply->error.errorCode;
	return True;
}

/* Called when the connection breaks, in place of exit(). */
static void on_lost(Display *display, void *data)
{
	struct xlink *link = data;

	(void)display;
	link->lost = true;
}

/* Xlib's own prints to stderr. Nothing is kept here, so that it does not
 * matter that this one handler belongs to the whole process. */
static int on_io_error(Display *display)
{
	(void)display;
	return 0;
}

struct xlink *xlink_open(const char *name, struct problem *problem)
{
	struct xlink *link = calloc(1, sizeof *link);
	const char *shown = XDisplayName(name);

	if (!link) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory for an X connection");
		return NULL;
	}
	link->display = XOpenDisplay(name);
	if (!link->display) {
		if (*shown)
			problem_set(problem, PROBLEM_ENVIRONMENT,
				    "no X display answers at '%.100s'", shown);
		else
			problem_set(problem, PROBLEM_ENVIRONMENT,
				    "no X display: DISPLAY is not set");
		free(link);
		return NULL;
	}
	link->handler.handler = on_reply;
	link->handler.data = (XPointer)link;
	LockDisplay(link->display);
	link->handler.next = link->display->async_handlers;
	link->display->async_handlers = &link->handler;
	UnlockDisplay(link->display);
	XSetIOErrorHandler(on_io_error);
	XSetIOErrorExitHandler(link->display, on_lost, link);
	return link;
}

void xlink_close(struct xlink *link)
{
	if (!link)
		return;
	/* the handler stays in place until the last reply has come */
	XCloseDisplay(link->display);
	free(link);
}

Display *xlink_display(const struct xlink *link)
{
	return link->display;
}

void xlink_trap(struct xlink *link)
{
	if (!link->lost)
		XSync(link->display, False);
	link->error = 0;
}

int xlink_check(struct xlink *link)
{
	if (!link->lost)
		XSync(link->display, False);
	return link->lost ? -1 : link->error;
}

bool xlink_is_lost(const struct xlink *link)
{
	return link->lost;
}

int xlink_problem(struct xlink *link, int code, const char *what,
		  struct problem *problem)
{
	char text[80] = "";

	if (code < 0 || link->lost)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "cannot %s: the X display is gone", what);
	XGetErrorText(link->display, code, text, sizeof text);
	return problem_set(problem, PROBLEM_ENVIRONMENT, "cannot %s: '%s'",
			   what, text);
}

int xlink_property(struct xlink *link, Window window, const char *name,
		   Atom type, unsigned long *values, int max)
{
	Atom atom = XInternAtom(link->display, name, True);
	unsigned char *data = NULL;
	unsigned long count = 0;
	unsigned long left;
	Atom got_type = None;
	int format = 0;
	int kept = 0;

	if (atom == None ||
	    XGetWindowProperty(link->display, window, atom, 0, max, False, type,
			       &got_type, &format, &count, &left,
			       &data) != Success)
		return 0;
	if (data && format == 32 && got_type != None)
		kept = count < (unsigned long)max ? (int)count : max;
	if (kept)
		memcpy(values, data, (size_t)kept * sizeof *values);
	if (data)
		XFree(data);
	return kept;
}

unsigned xlink_modifier(struct xlink *link, KeySym key)
{
	KeyCode code = XKeysymToKeycode(link->display, key);
	XModifierKeymap *map = XGetModifierMapping(link->display);
	unsigned mask = 0;

	if (!map)
		return 0;
	for (int i = 0; code && i < 8 * map->max_keypermod; i++)
		if (map->modifiermap[i] == code)
			mask |= 1u << (i / map->max_keypermod);
	XFreeModifiermap(map);
	return mask;
}

/* Every combination of locks; returns how many. */
static int lock_variants(struct xlink *link, unsigned variants[8])
{
	unsigned locks[3] = { LockMask, xlink_modifier(link, XK_Num_Lock),
			      xlink_modifier(link, XK_Scroll_Lock) };
	int count = 1;

	variants[0] = 0;
	for (int i = 0; i < 3; i++) {
		int old = count;

		/* a lock that is missing, or on the modifier of another */
		if (!(locks[i] & ~variants[old - 1]))
			continue;
		for (int k = 0; k < old; k++)
			variants[count++] = variants[k] | locks[i];
	}
	return count;
}

/* The name that XKB gives the key which has this letter or digit on a Latin
 * keyboard: "AD01" is the first of the row below the digits. "": none. */
static void name_key(KeySym key, char name[XkbKeyNameLength + 1])
{
	static const struct {
		const char *row, *keys;
	} rows[] = { { "AE", "1234567890" },
		     { "AD", "qwertyuiop" },
		     { "AC", "asdfghjkl" },
		     { "AB", "zxcvbnm" } };

	name[0] = '\0';
	if (key >= XK_A && key <= XK_Z)
		key += XK_a - XK_A;
	for (size_t i = 0; key < 128 && i < sizeof rows / sizeof *rows; i++) {
		const char *at = strchr(rows[i].keys, (int)key);

		if (key && at)
			snprintf(name, XkbKeyNameLength + 1, "%s%02u",
				 rows[i].row,
				 (unsigned)(at - rows[i].keys + 1) % 100);
	}
}

KeyCode xlink_keycode(struct xlink *link, KeySym key)
{
	KeyCode code = XKeysymToKeycode(link->display, key);
	char name[XkbKeyNameLength + 1];
	XkbDescPtr keyboard;

	name_key(key, name);
	if (code || !name[0])
		return code;
	keyboard = XkbGetMap(link->display, 0, XkbUseCoreKbd);
	if (!keyboard)
		return 0;
	if (XkbGetNames(link->display, XkbKeyNamesMask, keyboard) == Success)
		for (int i = keyboard->min_key_code;
		     !code && i <= keyboard->max_key_code; i++)
			if (!strncmp(keyboard->names->keys[i].name, name,
				     XkbKeyNameLength))
				code = (KeyCode)i;
	XkbFreeKeyboard(keyboard, 0, True);
	return code;
}

int xlink_grab_key(struct xlink *link, KeySym key, unsigned modifiers,
		   struct problem *problem)
{
	Display *display = link->display;
	KeyCode code = xlink_keycode(link, key);
	const char *name = XKeysymToString(key);
	unsigned variants[8];
	int count;
	int error;

	name = name ? name : "?";
	/* grabbing key code 0 would take every key */
	if (!code)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "the keyboard has no key '%s'", name);
	count = lock_variants(link, variants);
	xlink_trap(link);
	for (int i = 0; i < count; i++)
		XGrabKey(display, code, modifiers | variants[i],
			 DefaultRootWindow(display), False, GrabModeAsync,
			 GrabModeAsync);
	error = xlink_check(link);
	if (!error)
		return 0;
	xlink_ungrab_key(link, key, modifiers);
	if (error == BadAccess)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "another program has taken the key '%s'",
				   name);
	return xlink_problem(link, error, _("take a key"), problem);
}

void xlink_ungrab_key(struct xlink *link, KeySym key, unsigned modifiers)
{
	Display *display = link->display;
	KeyCode code = link->lost ? 0 : xlink_keycode(link, key);
	unsigned variants[8];
	int count;

	if (!code)
		return;
	count = lock_variants(link, variants);
	for (int i = 0; i < count; i++)
		XUngrabKey(display, code, modifiers | variants[i],
			   DefaultRootWindow(display));
	XFlush(display);
}

void xlink_ungrab_all(struct xlink *link)
{
	if (link->lost)
		return;
	XUngrabKey(link->display, AnyKey, AnyModifier,
		   DefaultRootWindow(link->display));
	XFlush(link->display);
}
