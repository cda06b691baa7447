/* Keys that the desktop holds for us, whatever has the focus: what Wayland has
 * in place of grabbing them. The desktop may ask its user first and may give
 * other keys. A thread of its own asks and listens; what comes is read from a
 * pipe. Source: org.freedesktop.portal.GlobalShortcuts, version 1, and
 * org.freedesktop.host.portal.Registry. */
#ifndef SHORTCUTS_WAYLAND_H
#define SHORTCUTS_WAYLAND_H

#include <stdbool.h>

#include "problem.h"

/* The desktop file by whose name desktops know the program; without it some of
 * them give nothing. */
#define SHORTCUTS_APP "org.solveglass.Solveglass"

enum { SHORTCUTS_MAX = 8, SHORTCUT_KEY_BYTES = 160 };

struct shortcut {
	const char *id;          /* "show" */
	const char *description; /* for the desktop's settings */
	const char *trigger;     /* "SHIFT+F9", as the shortcuts specification
				  * has it; "": as the desktop likes */
};

enum shortcuts_event_kind {
	SHORTCUTS_ABSENT,  /* the desktop offers none */
	SHORTCUTS_ASKED,   /* the desktop is asked for them now */
	SHORTCUTS_GIVEN,   /* ... and has answered, or its user took others */
	SHORTCUTS_REFUSED, /* ... and gives none: `problem` */
	SHORTCUTS_LOST,    /* those given are gone: `problem`. ASKED comes
			    * again where the desktop's portal does */
	SHORTCUTS_PRESSED, /* number `which` */
};

struct shortcuts_event {
	enum shortcuts_event_kind kind;
	int which;
	struct problem problem;
	bool given[SHORTCUTS_MAX];
	/* as the desktop calls the key; "" where it does not tell or there is
	 * none yet */
	char keys[SHORTCUTS_MAX][SHORTCUT_KEY_BYTES];
};

/* Does the desktop offer them? Nobody is asked. */
bool shortcuts_are_offered(void);

struct shortcuts;

/* Begins to ask for these, `count` at most SHORTCUTS_MAX, whose texts must
 * outlive it; the desktop has so many seconds for its answer. NULL with
 * `problem` filled in where memory or threads lack. */
struct shortcuts *shortcuts_start(const struct shortcut *wanted, int count,
				  double seconds, struct problem *problem);
/* Gives the keys back. */
void shortcuts_end(struct shortcuts *shortcuts);

int shortcuts_fd(const struct shortcuts *shortcuts);
/* What came next, without waiting. False: there is nothing. */
bool shortcuts_next(struct shortcuts *shortcuts, struct shortcuts_event *event);

#endif
