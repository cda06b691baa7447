/* What the clipboards of X11 and of Wayland share. */
#ifndef CLIPBOARD_INSIDE_H
#define CLIPBOARD_INSIDE_H

#include <X11/Xlib.h>
#include <stdbool.h>

#include "alloc.h"
#include "clipboard.h"
#include "deadline.h"
#include "xlink.h"

/* How long the owner may keep us waiting for each piece: it may be busy
 * compressing a picture of a whole screen. */
#define CLIPBOARD_SECONDS 5.0

/* What we can use, the best first. */
enum { CLIPBOARD_FORMS = 7 };
extern const char *const clipboard_forms[CLIPBOARD_FORMS];

/* As clipboard_take, from the Wayland compositor; 1 where there is none, or
 * where it does not offer wlr-data-control. */
int clipboard_take_wayland(size_t max, uint8_t **data, size_t *length,
			   struct problem *problem);

/* Takes the clipboard there; NULL where that cannot be. The offer outlives it.
 */
struct clipboard_wayland *
clipboard_hold_wayland(const struct clipboard_offer *offer);
/* Hands it out until another program takes it over or the compositor goes;
 * frees. */
void clipboard_serve_wayland(struct clipboard_wayland *holder);

/* Where others put what we ask for. */
#define CLIPBOARD_PROPERTY "SOLVEGLASS_CLIPBOARD"

/* The next event; false where none comes in time or the display is gone. */
bool clipboard_wait(Display *display, XEvent *event,
		    const struct deadline *deadline);

#endif
