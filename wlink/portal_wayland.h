/* A picture of the screen by xdg-desktop-portal: slower than by the compositor
 * itself, and the desktop may ask its user first, but there on GNOME and KDE.
 * Source: org.freedesktop.portal.Screenshot and .Request. */
#ifndef PORTAL_WAYLAND_H
#define PORTAL_WAYLAND_H

#include <stdbool.h>
#include <stddef.h>

#include "problem.h"

/* Does a portal on the session's bus take pictures? Nobody is asked. */
bool portal_is_there(void);

/* Has a picture of all monitors taken, waiting so long at most for the answer.
 * Returns 0 with the name of a PNG file, which is the caller's to remove, or -1
 * with `problem` filled in: there is none, the user said no, did not answer, or
 * the portal went away. */
int portal_screenshot(double seconds, char *path, size_t size,
		      struct problem *problem);

#endif
