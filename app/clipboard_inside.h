/* What clipboard.c and clipboard_put.c share. */
#ifndef CLIPBOARD_INSIDE_H
#define CLIPBOARD_INSIDE_H

#include <X11/Xlib.h>
#include <stdbool.h>

#include "alloc.h"
#include "deadline.h"
#include "xlink.h"

/* Where others put what we ask for. */
#define CLIPBOARD_PROPERTY "SOLVEGLASS_CLIPBOARD"

/* The next event; false where none comes in time or the display is gone. */
bool clipboard_wait(Display *display, XEvent *event,
		    const struct deadline *deadline);

#endif
