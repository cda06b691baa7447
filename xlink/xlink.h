/* A connection to an X server on which errors are values, not exits.
 *
 * Xlib's error handlers belong to the whole process and, by default, end it.
 * Here each connection has a handler of its own, Xlib's per-display list of
 * asynchronous handlers (the way GTK 3 traps errors): no state is shared
 * between connections or with other code that uses Xlib. A lost connection
 * (the server died, the display went away) is a flag, too. */
#ifndef XLINK_H
#define XLINK_H

#include <X11/Xlib.h>
#include <stdbool.h>

#include "problem.h"

struct xlink;

/* Connects to the display named, or to $DISPLAY where `name` is NULL. Returns
 * NULL with `problem` filled in. One thread at a time may use a connection,
 * and the one that used it last closes it: where it was lost meanwhile, Xlib
 * has it locked by that thread for ever. */
struct xlink *xlink_open(const char *name, struct problem *problem);
void xlink_close(struct xlink *link);

/* Xlib's own. Not to be closed, and not to be used once the connection is
 * lost. */
Display *xlink_display(const struct xlink *link);

/* Forgets errors so far: call before requests whose failure matters. Requests
 * under way are waited for, so that theirs are forgotten as well. */
void xlink_trap(struct xlink *link);

/* Waits until every request is answered. Returns 0, or the code of the first
 * X error since xlink_trap (BadWindow ...), or -1 where the connection is
 * lost. */
int xlink_check(struct xlink *link);
bool xlink_is_lost(const struct xlink *link);

/* Fills in `problem` with what `code` (from xlink_check) means for `what`,
 * such as "grab Escape". Returns -1. */
int xlink_problem(struct xlink *link, int code, const char *what,
		  struct problem *problem);

/* Reads a property of 32-bit values of `type` (AnyPropertyType: whatever) of
 * a window: at most `max` into `values`. Returns how many; 0 where there is
 * no such window or property. */
int xlink_property(struct xlink *link, Window window, const char *name,
		   Atom type, unsigned long *values, int max);

/* The key that has `key` in one of the layouts in use; where none has a letter
 * or a digit (Russian alone), the key that has it on a Latin keyboard. 0: the
 * keyboard has no such key. */
KeyCode xlink_keycode(struct xlink *link, KeySym key);

/* Grabs a key on the root window whatever Caps, Num and Scroll Lock say.
 * `modifiers` as in XGrabKey. Returns 0, or -1 with `problem` filled in:
 * another program has it, or the keyboard has no such key. */
int xlink_grab_key(struct xlink *link, KeySym key, unsigned modifiers,
		   struct problem *problem);
void xlink_ungrab_key(struct xlink *link, KeySym key, unsigned modifiers);
/* Gives back every key this connection has grabbed, also where the keyboard's
 * layout has changed meanwhile. */
void xlink_ungrab_all(struct xlink *link);

/* The modifier bit (as in XGrabKey) that a key such as Num_Lock or Super_L
 * sits on, 0 where it has none: it differs between keyboards. */
unsigned xlink_modifier(struct xlink *link, KeySym key);

#endif
