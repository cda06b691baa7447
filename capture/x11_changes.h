/* When does a window, or the screen, show something new? */
#ifndef X11_CHANGES_H
#define X11_CHANGES_H

#include "x11.h"

struct x11_changes;

/* Connects; `display` NULL: $DISPLAY. NULL with `problem` filled in where no
 * server answers or it lacks the Damage extension. */
struct x11_changes *x11_changes_open(const char *display,
				     struct problem *problem);
void x11_changes_close(struct x11_changes *changes);

/* From now on tells of this window (with all inside it), 0: of none. What is
 * drawn over it by others is no change. */
void x11_changes_follow(struct x11_changes *changes, screen_id window);

/* The whole screen, to be followed like a window. */
screen_id x11_changes_screen(const struct x11_changes *changes);

/* What to poll for reading. */
int x11_changes_fd(const struct x11_changes *changes);
/* Did something come that polling does not tell, with an earlier answer of the
 * server? To be asked before polling. */
bool x11_changes_pending(const struct x11_changes *changes);

/* Has anything changed since the last call? Never waits. Returns 1, 0, or -1
 * with `problem` filled in: the display is gone. */
int x11_changes_take(struct x11_changes *changes, struct problem *problem);

#endif
