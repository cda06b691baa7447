/* How soft a picture is: one taken by a camera often holds no more than one of
 * half as many pixels a side does, a screen's always does. */
#ifndef SOFT_H
#define SOFT_H

#include "image.h"

/* The greatest whole number of times that a picture can be made smaller without
 * losing what it shows, so that at least `pixels_least` remain; 1: none, also
 * where too few edges tell. */
int soft_find_factor(const struct image *image, double pixels_least);

#endif
