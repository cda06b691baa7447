/* Drawings over the screen of an X server: what window_x11.c, window_follow.c
 * and window_wait.c share. */
#ifndef WINDOW_X11_H
#define WINDOW_X11_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include "window_driver.h"

struct x11_overlay {
	struct overlay overlay; /* first */
	struct xlink *link;
	Display *display;
	Window root;
	XVisualInfo visual;
	bool has_alpha; /* visual is a 32-bit one */
	Colormap colormap;
	Atom compositor; /* selection _NET_WM_CM_Sn */
	bool composited;
	int fixes_event;
	int randr_event;  /* 0: not there */
	int input_opcode; /* of XInput 2; 0: not asked for, or not there */
	Window window;    /* None until first shown */
	bool mapped;
	struct overlay_content content; /* zeroed: nothing is shown */
	struct box scr_box;             /* the window's place */
	struct box game;                /* the followed window's place when the
					 * content was shown */
	Window follow;    /* the window whose events we get, or None */
	Window frame;     /* its ancestor below the root, or None */
	bool frame_moved; /* something happened to either of them */
	bool game_hidden; /* when it was shown */
};

/* Looks whether a compositor runs. */
void overlay_find_compositor(struct x11_overlay *overlay);

/* Paints the content into the window, sized to its marks. */
int overlay_paint(struct x11_overlay *overlay, struct problem *problem);

/* Maps the painted window just above the game's, or on top. */
void overlay_map(struct x11_overlay *overlay);
void overlay_unmap(struct x11_overlay *overlay);

/* Asks to be told of what happens to the content's game window, or to none
 * any more, and notes where it is. */
int overlay_start_following(struct x11_overlay *overlay,
			    struct problem *problem);

/* Deals with one event. Returns true where that ends the show. */
bool overlay_handle(struct x11_overlay *overlay, const XEvent *event,
		    enum overlay_end *end);

/* Does what several events may have asked for, once. Returns as above. */
bool overlay_settle(struct x11_overlay *overlay, enum overlay_end *end);

/* As window.h has them. */
int overlay_turn_x11(struct overlay *overlay, enum overlay_end *end,
		     struct problem *problem);
int overlay_wait_x11(struct overlay *overlay, const struct deadline *deadline,
		     enum overlay_end *end, struct problem *problem);

#endif
