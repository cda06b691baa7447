/* The clipboard of a Wayland compositor, where it offers wlr-data-control, or
 * of an X display: taken from, and put on.
 *
 * Source for X11: ICCCM 2 (selections; 2.7.2 INCR, by which large data come in
 * pieces) and the freedesktop clipboard specification. */
#ifndef CLIPBOARD_H
#define CLIPBOARD_H

#include <stddef.h>
#include <stdint.h>

#include "problem.h"

/* Takes what another program left there: a picture (PNG, JPEG or WebP) where
 * it offers one, else text. `display` names one of X11; NULL: Wayland's, else
 * $DISPLAY. Returns 0 with *data to
 * be freed, at most `max` bytes, or -1: nothing there, nothing of use, an
 * owner that does not answer, too much. */
int clipboard_take(const char *display, size_t max, uint8_t **data,
		   size_t *length, struct problem *problem);

/* What is offered; a part of length 0 is not. */
struct clipboard_offer {
	const void *text; /* UTF-8 */
	size_t text_length;
	const void *png;
	size_t png_length;
};

/* Puts it there, as the clipboard's owner, and hands it out until another
 * program takes the clipboard over or the display goes. Runs in a process of
 * its own, as the data live as long as their owner does; returns once they are
 * there. */
int clipboard_put(const char *display, const struct clipboard_offer *offer,
		  struct problem *problem);

#endif
