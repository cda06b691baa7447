/* Where windows lie under Wayland, by the compositor's own word: the protocol
 * of Wayland itself does not tell. sway and Hyprland are asked, whose sockets
 * $SWAYSOCK and $HYPRLAND_INSTANCE_SIGNATURE name. */
#ifndef PLACES_H
#define PLACES_H

#include <stdbool.h>

#include "geometry.h"
#include "problem.h"

struct place {
	unsigned long id;   /* sway: con_id; Hyprland: address */
	struct box lay_box; /* what the program draws, without decorations; in
			     * the compositor's units */
	bool visible;
	bool focused; /* it has the keyboard */
	char title[128];
	char program[64];    /* app_id; of an X11 program its class */
	char identifier[64]; /* of ext-foreign-toplevel-list; "": not told */
};

struct places;

/* Connects. NULL with `problem` filled in where no such compositor runs. */
struct places *places_open(struct problem *problem);
void places_close(struct places *places);
/* "sway" */
const char *places_compositor(const struct places *places);

/* The window that has the keyboard, or the one with this id. Return 0, or with
 * `problem` filled in 1: there is none, or -1: the compositor does not answer.
 */
int places_focused(struct places *places, struct place *place,
		   struct problem *problem);
int places_by_id(struct places *places, unsigned long id, struct place *place,
		 struct problem *problem);
/* Gives a window the keyboard. Returns 0 or -1. */
int places_focus(struct places *places, unsigned long id,
		 struct problem *problem);
/* All windows, floating ones first, `most` of them at most. Returns how many,
 * or -1. */
int places_list(struct places *places, struct place *list, int most,
		struct problem *problem);

/* Becomes readable when a window was moved, closed, hidden or the like. */
int places_fd(const struct places *places);
/* Was one since the last call? Never waits. */
bool places_take(struct places *places);

#endif
