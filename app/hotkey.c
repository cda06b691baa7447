#include "hotkey.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/keysym.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "language.h"
#include "xlink.h"

static const struct modifier {
	const char *name;
	unsigned bit;  /* enum hotkey_modifier */
	unsigned mask; /* as in XGrabKey, where the keyboard has no `key` */
	KeySym key;
} modifiers[] = {
	{ "shift", HOTKEY_SHIFT, ShiftMask, NoSymbol },
	{ "ctrl", HOTKEY_CTRL, ControlMask, NoSymbol },
	{ "control", HOTKEY_CTRL, ControlMask, NoSymbol },
	{ "alt", HOTKEY_ALT, Mod1Mask, XK_Alt_L },
	{ "mod1", HOTKEY_ALT, Mod1Mask, XK_Alt_L },
	{ "super", HOTKEY_SUPER, Mod4Mask, XK_Super_L },
	{ "win", HOTKEY_SUPER, Mod4Mask, XK_Super_L },
	{ "mod4", HOTKEY_SUPER, Mod4Mask, XK_Super_L },
	{ "altgr", HOTKEY_ALTGR, Mod5Mask, XK_ISO_Level3_Shift },
	{ "mod5", HOTKEY_ALTGR, Mod5Mask, XK_ISO_Level3_Shift },
};

enum { MODIFIERS = sizeof modifiers / sizeof *modifiers };

struct held {
	struct hotkey hotkey;
	KeyCode code;  /* 0: not held at present */
	unsigned mask; /* its modifiers on this keyboard */
	bool down;
};

struct hotkeys {
	struct xlink *link;
	Display *display;
	int xkb_event; /* 0: there is no XKB */
	struct held held[HOTKEYS_MAX];
	int count;
	unsigned locks; /* modifiers that lock keys sit on */
};

/* In the ways people write it: "F9", "f9", "print", "s", "+". */
static KeySym find_key(const char *name)
{
	char text[48];
	size_t length = strlen(name);
	KeySym key;

	if (length >= sizeof text || !length)
		return NoSymbol;
	/* keysyms of Latin 1 are its characters */
	if (length == 1 && isgraph((unsigned char)name[0]))
		return (KeySym)tolower((unsigned char)name[0]);
	key = XStringToKeysym(name);
	for (size_t i = 0; i <= length; i++)
		text[i] = (char)tolower((unsigned char)name[i]);
	if (key == NoSymbol)
		key = XStringToKeysym(text);
	text[0] = (char)toupper((unsigned char)text[0]);
	if (key == NoSymbol)
		key = XStringToKeysym(text);
	return key;
}

static unsigned find_modifier(const char *name, size_t length)
{
	for (int i = 0; i < MODIFIERS; i++)
		if (strlen(modifiers[i].name) == length &&
		    !strncasecmp(name, modifiers[i].name, length))
			return modifiers[i].bit;
	return 0;
}

int hotkey_parse(const char *text, struct hotkey *hotkey,
		 struct problem *problem)
{
	const char *rest = text;

	memset(hotkey, 0, sizeof *hotkey);
	snprintf(hotkey->name, sizeof hotkey->name, "%s", text);
	while (rest[0]) {
		size_t length = strcspn(rest, "+");
		unsigned bit;

		/* the last part is the key; "Ctrl++" means the key plus */
		if (!rest[length] || length == 0)
			break;
		bit = find_modifier(rest, length);
		if (!bit)
			return problem_set(problem, PROBLEM_INPUT,
					   "no such modifier: '%.*s'",
					   (int)(length > 40 ? 40 : length),
					   rest);
		hotkey->modifiers |= bit;
		rest += length + 1;
	}
	hotkey->key = find_key(rest);
	if (hotkey->key == NoSymbol)
		return problem_set(problem, PROBLEM_INPUT,
				   "expected a key such as F9 or Ctrl+Alt+S: "
				   "'%.40s'",
				   text);
	return 0;
}

/* Letters, digits and signs, and what people type between them. */
static bool is_typed(KeySym key)
{
	/* Latin 1, the other alphabets, and Unicode (keysymdef.h) */
	bool sign = (key >= 0x20 && key < 0xfe00) ||
		    (key >= 0x1000100 && key <= 0x110ffff);

	return sign || key == XK_Return || key == XK_Tab ||
	       key == XK_BackSpace || key == XK_Escape || key == XK_Delete ||
	       (key >= XK_Home && key <= XK_End) ||
	       (key >= XK_KP_Space && key <= XK_KP_9);
}

int hotkey_choose(const char *text, bool force, struct hotkey *hotkey,
		  struct problem *problem)
{
	if (hotkey_parse(text, hotkey, problem) < 0)
		return -1;
	if (force || hotkey->modifiers & ~(unsigned)HOTKEY_SHIFT ||
	    !is_typed(hotkey->key))
		return 0;
	return problem_set(problem, PROBLEM_INPUT,
			   "no other program would get the key '%.40s' any "
			   "more; choose one such as F9 or Ctrl+Alt+S, or "
			   "add --force-hotkey",
			   text);
}

void hotkey_trigger(const struct hotkey *hotkey, char *text, size_t size)
{
	static const struct {
		unsigned bit;
		const char *name;
	} names[] = {
		{ HOTKEY_CTRL, "CTRL+" },
		{ HOTKEY_ALT, "ALT+" },
		{ HOTKEY_SHIFT, "SHIFT+" },
		{ HOTKEY_SUPER, "LOGO+" },
	};
	const char *key = XKeysymToString(hotkey->key);
	char prefix[32] = "";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (hotkey->modifiers & names[i].bit)
			snprintf(prefix + strlen(prefix),
				 sizeof prefix - strlen(prefix), "%s",
				 names[i].name);
	if (!key || hotkey->modifiers & HOTKEY_ALTGR ||
	    snprintf(text, size, "%s%s", prefix, key) >= (int)size)
		text[0] = '\0';
}

/* One process a display: whoever owns the selection. It goes with its owner,
 * however that ends. Returns 0, or -1 where somebody has it. */
static int claim(struct hotkeys *hotkeys, const char *instance,
		 struct problem *problem)
{
	Display *display = hotkeys->display;
	char name[64];
	Window window, owner;
	Atom atom;

	snprintf(name, sizeof name, "_%s_S%d", instance,
		 DefaultScreen(display));
	atom = XInternAtom(display, name, False);
	window = XCreateSimpleWindow(display, DefaultRootWindow(display), -1,
				     -1, 1, 1, 0, 0, 0);
	/* between the question and the claim nobody else may come */
	XGrabServer(display);
	owner = XGetSelectionOwner(display, atom);
	if (owner == None)
		XSetSelectionOwner(display, atom, window, CurrentTime);
	XUngrabServer(display);
	if (xlink_check(hotkeys->link) < 0)
		return xlink_problem(hotkeys->link, -1, "begin", problem);
	if (owner != None)
		return problem_set(problem, PROBLEM_ENVIRONMENT,
				   "it is already running on this display");
	return 0;
}

struct hotkeys *hotkeys_open(const char *display, const char *instance,
			     struct problem *problem)
{
	struct hotkeys *hotkeys = calloc(1, sizeof *hotkeys);
	int opcode, error;
	int major = XkbMajorVersion, minor = XkbMinorVersion;

	if (!hotkeys) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for hotkeys");
		return NULL;
	}
	hotkeys->link = xlink_open(display, problem);
	if (!hotkeys->link) {
		free(hotkeys);
		return NULL;
	}
	hotkeys->display = xlink_display(hotkeys->link);
	if (claim(hotkeys, instance, problem) < 0) {
		hotkeys_close(hotkeys);
		return NULL;
	}
	if (!XkbQueryExtension(hotkeys->display, &opcode, &hotkeys->xkb_event,
			       &error, &major, &minor)) {
		hotkeys->xkb_event = 0;
		return hotkeys;
	}
	/* a key held down repeats without releases in between */
	XkbSetDetectableAutoRepeat(hotkeys->display, True, NULL);
	XkbSelectEvents(hotkeys->display, XkbUseCoreKbd,
			XkbNewKeyboardNotifyMask | XkbMapNotifyMask,
			XkbNewKeyboardNotifyMask | XkbMapNotifyMask);
	return hotkeys;
}

void hotkeys_close(struct hotkeys *hotkeys)
{
	if (!hotkeys)
		return;
	/* grabs and the selection go with the connection */
	xlink_close(hotkeys->link);
	free(hotkeys);
}

int hotkeys_fd(const struct hotkeys *hotkeys)
{
	return ConnectionNumber(hotkeys->display);
}

bool hotkeys_pending(const struct hotkeys *hotkeys)
{
	return !xlink_is_lost(hotkeys->link) &&
	       XEventsQueued(hotkeys->display, QueuedAlready) > 0;
}

static unsigned mask_of(struct hotkeys *hotkeys, unsigned bits)
{
	unsigned mask = 0;

	for (int i = 0; i < MODIFIERS; i++) {
		const struct modifier *modifier = &modifiers[i];
		unsigned found = 0;

		if (!(bits & modifier->bit))
			continue;
		if (modifier->key != NoSymbol)
			found = xlink_modifier(hotkeys->link, modifier->key);
		mask |= found ? found : modifier->mask;
	}
	return mask;
}

static unsigned find_locks(struct hotkeys *hotkeys)
{
	return LockMask | xlink_modifier(hotkeys->link, XK_Num_Lock) |
	       xlink_modifier(hotkeys->link, XK_Scroll_Lock);
}

static int hold(struct hotkeys *hotkeys, struct held *held,
		struct problem *problem)
{
	struct problem why = { 0 };

	held->code = 0;
	held->down = false;
	held->mask = mask_of(hotkeys, held->hotkey.modifiers);
	if (xlink_grab_key(hotkeys->link, held->hotkey.key, held->mask, &why) <
	    0) {
		if (xlink_is_lost(hotkeys->link))
			return problem_set(problem, why.kind, "%s", why.text);
		return problem_set(problem, why.kind, "hotkey %s: %s",
				   held->hotkey.name, why.text);
	}
	held->code = xlink_keycode(hotkeys->link, held->hotkey.key);
	hotkeys->locks = find_locks(hotkeys);
	return 0;
}

int hotkeys_take(struct hotkeys *hotkeys, const struct hotkey *hotkey,
		 struct problem *problem)
{
	struct held *held;

	if (hotkeys->count == HOTKEYS_MAX)
		return problem_set(problem, PROBLEM_LIMIT,
				   "no more than %d hotkeys", HOTKEYS_MAX);
	for (int i = 0; i < hotkeys->count; i++)
		if (hotkeys->held[i].hotkey.key == hotkey->key &&
		    hotkeys->held[i].hotkey.modifiers == hotkey->modifiers)
			return problem_set(
				problem, PROBLEM_INPUT,
				"hotkey %s already does something else",
				hotkey->name);
	held = &hotkeys->held[hotkeys->count];
	held->hotkey = *hotkey;
	if (hold(hotkeys, held, problem) < 0)
		return -1;
	hotkeys->count++;
	return 0;
}

/* Does the key still sit where it is held? */
static bool is_in_place(struct hotkeys *hotkeys, const struct held *held,
			unsigned locks)
{
	return held->code == xlink_keycode(hotkeys->link, held->hotkey.key) &&
	       held->mask == mask_of(hotkeys, held->hotkey.modifiers) &&
	       locks == hotkeys->locks;
}

/* The layout has changed: the keys may sit elsewhere. Servers also say so
 * where only another keyboard is typed on; then nothing is let go of. */
static void hold_anew(struct hotkeys *hotkeys, struct problem *note)
{
	unsigned locks = find_locks(hotkeys);
	bool moved = false;

	for (int i = 0; i < hotkeys->count; i++)
		moved |= !is_in_place(hotkeys, &hotkeys->held[i], locks);
	if (!moved)
		return;
	xlink_ungrab_all(hotkeys->link);
	for (int i = 0; i < hotkeys->count; i++)
		hold(hotkeys, &hotkeys->held[i], note);
}

static bool is_new_layout(struct hotkeys *hotkeys, XEvent *event)
{
	XkbEvent *xkb = (XkbEvent *)event;

	if (event->type == MappingNotify) {
		XRefreshKeyboardMapping(&event->xmapping);
		return event->xmapping.request != MappingPointer;
	}
	if (!hotkeys->xkb_event || event->type != hotkeys->xkb_event)
		return false;
	if (xkb->any.xkb_type == XkbMapNotify)
		XkbRefreshKeyboardMapping(&xkb->map);
	return xkb->any.xkb_type == XkbMapNotify ||
	       xkb->any.xkb_type == XkbNewKeyboardNotify;
}

/* The number of the hotkey that a key event is about and that is pressed
 * anew, or -1. */
static int pressed(struct hotkeys *hotkeys, const XKeyEvent *event)
{
	unsigned state = event->state & 0xff & ~hotkeys->locks;

	for (int i = 0; i < hotkeys->count; i++) {
		struct held *held = &hotkeys->held[i];

		if (held->code != event->keycode)
			continue;
		if (event->type == KeyRelease) {
			held->down = false;
		} else if (held->mask == state && !held->down) {
			held->down = true;
			return i;
		}
	}
	return -1;
}

int hotkeys_next(struct hotkeys *hotkeys, int *which, struct problem *note,
		 struct problem *problem)
{
	bool anew = false;

	*which = -1;
	while (*which < 0 && !xlink_is_lost(hotkeys->link) &&
	       XPending(hotkeys->display)) {
		XEvent event;

		XNextEvent(hotkeys->display, &event);
		if (event.type == KeyPress || event.type == KeyRelease)
			*which = pressed(hotkeys, &event.xkey);
		else
			anew |= is_new_layout(hotkeys, &event);
	}
	/* once, however many events a change of layout sends */
	if (anew && !xlink_is_lost(hotkeys->link))
		hold_anew(hotkeys, note);
	if (xlink_is_lost(hotkeys->link))
		return xlink_problem(hotkeys->link, -1, _("go on"), problem);
	return *which >= 0;
}
