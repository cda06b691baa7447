/* From the pixels of any X visual to those of struct image. */
#ifndef X11_PIXELS_H
#define X11_PIXELS_H

#include <X11/Xlib.h>

#include <stdbool.h>

#include "image.h"
#include "problem.h"

/* Converts the whole of `from` to row `y` and column `x` onwards of `to`,
 * which must have room for it. `visual` says what its bits mean; depths of
 * 15, 16, 24, 30 and 32 bits and either byte order are known. */
int x11_pixels_convert(const XImage *from, const Visual *visual,
		       struct image *to, int x, int y, struct problem *problem);

#endif
