/* A card: one line of text in a small dark box, at a window's lower rim. */
#ifndef CARD_H
#define CARD_H

#include <cairo.h>
#include <stdbool.h>

#include "geometry.h"
#include "problem.h"
#include "style.h"

/* How a card of this text lies inside the lower rim of scr_rim, where no title
 * bar is, a window manager's or a program's own: the pixels of the screen that
 * it takes. `scale`: 1 for 96 dots an inch, 2 for twice as many. Empty where
 * scr_rim is off the screen. */
struct box card_place(const char *text, const struct note_style *style,
		      const struct box *scr_rim, const struct box *scr_screen,
		      double scale);

/* Paints it into a surface of the place's size. `soft`: the surface will be
 * blended with what lies below; else its pixels are there or not. */
void card_paint(cairo_t *cairo, const char *text,
		const struct note_style *style, const struct box *place,
		double scale, bool soft);

#endif
