/* A cairo surface into an X window. Only overlay/window.c includes this. */
#ifndef WINDOW_PIXELS_H
#define WINDOW_PIXELS_H

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <cairo.h>
#include <stdbool.h>

/* Makes a CAIRO_FORMAT_ARGB32 surface the background of `window`, which has
 * its size. The window's shape becomes the pixels that hold anything or, where
 * not `translucent`, those that are more than half opaque. Returns 0, or -1
 * without memory. */
int window_pixels_set(Display *display, Window window,
		      const XVisualInfo *visual, cairo_surface_t *surface,
		      bool translucent);

#endif
