/* What window.c and window_wait.c share. */
#ifndef WINDOW_INSIDE_H
#define WINDOW_INSIDE_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include "window.h"

struct overlay {
	struct xlink *link;
	Display *display;
	Window root;
	XVisualInfo visual;
	bool has_alpha; /* visual is a 32-bit one */
	Colormap colormap;
	Atom compositor; /* selection _NET_WM_CM_Sn */
	bool composited;
	int fixes_event;
	int input_opcode; /* of XInput 2; 0: not there */
	Window window;    /* None until first shown */
	bool mapped;
	struct overlay_content content;
	struct box scr_box; /* the window's place */
	struct box game;    /* the followed window's place when the
			     * content was shown */
};

/* Looks whether a compositor runs. */
void overlay_find_compositor(struct overlay *overlay);

/* Paints the content into the window, sized to its marks. */
int overlay_paint(struct overlay *overlay, struct problem *problem);

/* Maps the painted window on top. */
void overlay_map(struct overlay *overlay);

/* Asks to be told of what happens to the game's window, and notes where it
 * is. */
int overlay_start_following(struct overlay *overlay, struct problem *problem);

#endif
