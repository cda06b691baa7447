/* The answer in a window of its own, where a compositor lets nothing be drawn
 * over its screen (GNOME). */
#ifndef SHOW_APART_H
#define SHOW_APART_H

#include <signal.h>

#include "image.h"
#include "problem.h"

/* Opens `solveglass view` with the picture, and waits until it is closed, so
 * many seconds (0: for ever), or until *stop. Returns 0, or -1 with `problem`
 * filled in: there is no window, or nowhere to put the picture. */
int show_apart(const struct image *picture, double seconds,
	       const volatile sig_atomic_t *stop, struct problem *problem);

#endif
