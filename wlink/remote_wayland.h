/* Pointer and keyboard by the RemoteDesktop interface of xdg-desktop-portal,
 * which asks its user. Source: org.freedesktop.portal.RemoteDesktop. */
#ifndef REMOTE_WAYLAND_H
#define REMOTE_WAYLAND_H

#include <stdbool.h>
#include <stdint.h>

#include "problem.h"

/* Does the desktop offer it? Nobody is asked. */
bool remote_is_offered(void);

struct remote;

enum { REMOTE_TOKEN_BYTES = 128 };

/* Asks, and waits so many seconds at most. `token` is "" or what an earlier
 * call left there, with which the desktop need not ask its user again; then it
 * is what the next call needs. NULL with `problem` filled in. One thread's. */
struct remote *remote_open(double seconds, char token[REMOTE_TOKEN_BYTES],
			   struct problem *problem);
/* Gives back whatever is held. */
void remote_close(struct remote *remote);

/* All return 0, or -1: the desktop has taken it back, or no monitor that was
 * granted is there. What was asked for comes some milliseconds later. */
int remote_move(struct remote *remote, double lay_x, double lay_y);
int remote_nudge(struct remote *remote, double x, double y);
/* linux/input-event-codes.h */
int remote_button(struct remote *remote, uint32_t code, bool down);
/* enum wl_pointer_axis; clicks of the wheel */
int remote_wheel(struct remote *remote, uint32_t axis, int clicks);
int remote_key(struct remote *remote, uint32_t keysym, bool down);

#endif
