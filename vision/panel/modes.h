/* The few colours that an element of the picture consists of: a panel's lines
 * and its cells where blurred or faint edges joined them, and what of the
 * picture has one of these colours. */
#ifndef PANEL_MODES_H
#define PANEL_MODES_H

#include "elements.h"

/* Modes nearer than this are one. */
#define MODES_APART 30.0

/* An element's colours are sorted into so many modes: line, cell and what
 * else ran together. */
enum { MODES = 3 };

/* A colour that many of an element's pixels have, and how near to it a pixel
 * must be to count. */
struct mode {
	double red, green, blue;
	long weight;
	double reach;
};

/* The element's colours, near ones joined; returns how many. Edges that are
 * blurred or faint join a panel's lines and cells into one element: then
 * these are its modes. */
int modes_find(const struct elements *elements, int element,
	       struct mode modes[MODES]);

/* The same of any colours, no more than so many. */
enum { MODES_SAMPLES = 3000 };
int modes_of(const uint32_t *samples, int count, struct mode modes[MODES]);

/* The same of what other fields take of its box. */
int modes_find_beside(const struct elements *elements, int element,
		      struct mode modes[MODES]);

/* The same of all that lies in its box. */
int modes_find_within(const struct elements *elements, int element,
		      struct mode modes[MODES]);

/* The square of the distance of two colours. */
double mode_squared(const struct mode *mode, uint32_t pixel);
uint32_t mode_colour(const struct mode *mode);

/* Marks by 1 which of the places px_x + i step, px_y (whole shrunk pixels, of
 * which each counts by its mean) have the mode's colour. */
void mode_mark_row(const struct mode *mode, const struct elements *elements,
		   int px_x, int px_y, int step, uint8_t *marks, int count);

#endif
