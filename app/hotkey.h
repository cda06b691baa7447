/* Keys that a program in the background holds, whatever has the focus.
 *
 * They are taken with every combination of lock keys, and taken again when the
 * keyboard's layout changes. A key held down counts as one press. */
#ifndef HOTKEY_H
#define HOTKEY_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

/* A key with modifiers, as a person writes it: "F9", "Ctrl+Alt+S",
 * "Super+Print", "Shift+F9". */
struct hotkey {
	unsigned long key;  /* KeySym */
	unsigned modifiers; /* bits of enum hotkey_modifier */
	char name[48];
};

enum hotkey_modifier {
	HOTKEY_SHIFT = 1 << 0,
	HOTKEY_CTRL = 1 << 1,
	HOTKEY_ALT = 1 << 2,
	HOTKEY_SUPER = 1 << 3,
	HOTKEY_ALTGR = 1 << 4,
};

/* Returns 0, or -1 with a sentence: no such key or modifier. */
int hotkey_parse(const char *text, struct hotkey *hotkey,
		 struct problem *problem);

/* The same, but refuses what people type, alone or with Shift: once held, no
 * other program gets it. `force`: takes it all the same. */
int hotkey_choose(const char *text, bool force, struct hotkey *hotkey,
		  struct problem *problem);

/* As desktops want it, "CTRL+ALT+s" (the shortcuts specification of
 * freedesktop.org); "" where a modifier has no name there or it is too long. */
void hotkey_trigger(const struct hotkey *hotkey, char *text, size_t size);

enum { HOTKEYS_MAX = 5 };

/* The instance that `solveglass watch' is. */
#define HOTKEY_WATCH "SOLVEGLASS_WATCH"

struct hotkeys;

/* Connects, `display` NULL: $DISPLAY. NULL with `problem` filled in where no
 * server answers, or where another process already holds hotkeys there:
 * `instance` names what there may be one of on a display. */
struct hotkeys *hotkeys_open(const char *display, const char *instance,
			     struct problem *problem);
void hotkeys_close(struct hotkeys *hotkeys);

/* Takes another key; its number is how many were taken before it. Returns 0,
 * or -1: another program has it, or the keyboard lacks it. */
int hotkeys_take(struct hotkeys *hotkeys, const struct hotkey *hotkey,
		 struct problem *problem);

int hotkeys_fd(const struct hotkeys *hotkeys);
/* Did something come that polling does not tell, with an earlier answer of the
 * server? To be asked before polling. */
bool hotkeys_pending(const struct hotkeys *hotkeys);

/* The next press of one of them, without waiting. Returns 1 with its number
 * in *which, 0 where there is none left, -1 with `problem` filled in: the
 * display is gone. Where the layout has changed and a key cannot be held any
 * more, 0 with a sentence in *note; else *note is empty. */
int hotkeys_next(struct hotkeys *hotkeys, int *which, struct problem *note,
		 struct problem *problem);

#endif
