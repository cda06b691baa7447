/* What an overlay shows, painted: the same on X11 and on Wayland. */
#ifndef CONTENT_H
#define CONTENT_H

#include <cairo.h>

#include "window.h"

/* Where the marks of all layers lie, with their rims, from the content's pixel
 * 0,0. Without width where there are none. */
struct box content_marks_box(const struct overlay_content *content);

/* Paints it into a surface that lies at px_box, counted so; of a card the size
 * counts. `soft`: the surface will be blended with what lies below; else its
 * pixels are there or not. */
void content_paint(cairo_t *cairo, const struct overlay_content *content,
		   const struct box *px_box, double card_scale, bool soft);

#endif
