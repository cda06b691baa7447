/* Drawings in a window over the screen, through which clicks and keys pass.
 *
 * On Wayland they are surfaces of wlr-layer-shell, one an output that any of
 * them lies on. On X11, with a compositor running the window is translucent;
 * its shape is always that of the strokes, so that nothing else is ever hidden,
 * not even while a compositor has just ended or leaves a full screen game
 * alone. A compositor that starts or ends meanwhile is noticed. The window
 * never takes the focus. */
#ifndef WINDOW_H
#define WINDOW_H

#include <signal.h>

#include "deadline.h"
#include "drawing.h"
#include "image.h"

struct overlay;

/* What to show, where. */
struct overlay_content {
	/* cell_to_px counts from the top left of px_origin's picture; the
	 * drawings must stay valid until another content is shown, or
	 * overlay_close */
	const struct layer *layers;
	size_t layer_count;
	/* in place of layers: a card with this line, inside the lower rim of
	 * scr_keep; must stay valid as they must. NULL: layers */
	const char *card;
	struct note_style note; /* how the card looks */
	int scr_x, scr_y;       /* the screen pixel that is their pixel 0,0 */
	double scale; /* at which these are counted (screen.h); 0: 1 */
	/* a click inside is for the game; one elsewhere ends the show */
	struct box scr_keep;
	/* the game's window: the overlay moves, hides and ends with it; 0
	 * where it belongs to none */
	unsigned long follow;
	/* lie just above that window, below what covers it; else over all */
	bool stacked;
};

enum overlay_end {
	OVERLAY_ON,      /* it goes on */
	OVERLAY_TIME,    /* the deadline has passed */
	OVERLAY_STOP,    /* deadline.stop was set */
	OVERLAY_ESCAPE,  /* Escape was pressed */
	OVERLAY_CLICK,   /* a click elsewhere */
	OVERLAY_CHANGED, /* the game's window has another size now, or
			  * without one the screen's monitors changed */
	OVERLAY_GONE,    /* the game's window was closed */
};

/* Connects to the X display named; `display` NULL: to what screen_open connects
 * to (capture/screen.h). NULL with `problem` filled in (no display, no Shape or
 * Fixes extension). */
struct overlay *overlay_open(const char *display, struct problem *problem);
/* One that shows nothing, for where nothing can be drawn over the screen:
 * overlay_show fails. NULL: no memory. */
struct overlay *overlay_open_nowhere(struct problem *problem);
/* Leaves nothing behind: no window, no grabbed key. */
void overlay_close(struct overlay *overlay);

/* Shows the content in place of what was shown before; it is on the screen
 * (handed to the server) on return. */
int overlay_show(struct overlay *overlay, const struct overlay_content *content,
		 struct problem *problem);
/* Takes it from the screen, forgets the content, and follows nothing. */
void overlay_hide(struct overlay *overlay);

/* For a loop of one's own: what to poll for reading, and to call then. Follows
 * the game's window and the compositor. Returns 0 with *end saying whether and
 * why the show should end now (ON, CHANGED or GONE; nothing is hidden by that),
 * or -1 (the display is gone). */
int overlay_fd(const struct overlay *overlay);
/* Did something come that polling does not tell, with an earlier answer of the
 * server? To be asked before polling. */
bool overlay_pending(const struct overlay *overlay);
int overlay_turn(struct overlay *overlay, enum overlay_end *end,
		 struct problem *problem);

/* Loads typefaces, for which the first text would otherwise wait. */
void overlay_warm_up(void);

/* Does the work of an overlay that is shown, until something ends the show.
 * Escape is taken from other programs meanwhile, no other key; where another
 * program has it already, Escape does not end the show, nor does it on Wayland,
 * where clicks elsewhere are not seen either. Returns 0 with *end set, or -1
 * (the display is gone). */
int overlay_wait(struct overlay *overlay, const struct deadline *deadline,
		 enum overlay_end *end, struct problem *problem);

/* Wayland, where captures show the overlay as well: puts the pixels of `before`
 * in place of those that it covers in `now`, a later picture of the same size
 * whose pixel 0,0 is the screen pixel scr_x, scr_y. On X11 nothing is to be
 * done. Returns 0, or -1 with `problem` filled in: no memory. */
int overlay_see_below(const struct overlay *overlay, const struct image *before,
		      struct image *now, int scr_x, int scr_y,
		      struct problem *problem);

/* The overlay's own window, for tests and for capturing around it; 0 on
 * Wayland. */
unsigned long overlay_window(const struct overlay *overlay);
bool overlay_is_translucent(const struct overlay *overlay);

#endif
