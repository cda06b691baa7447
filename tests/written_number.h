/* Numbers on pages that tests draw. */
#ifndef WRITTEN_NUMBER_H
#define WRITTEN_NUMBER_H

#include <stdio.h>

#include "picture.h"

/* Its ink is centred at x, y. */
static inline void write_number(cairo_t *cr, double x, double y, int number)
{
	cairo_text_extents_t size;
	char text[16];

	snprintf(text, sizeof text, "%d", number);
	cairo_text_extents(cr, text, &size);
	cairo_move_to(cr, x - size.width / 2 - size.x_bearing,
		      y - size.height / 2 - size.y_bearing);
	cairo_show_text(cr, text);
}

#endif
