/* Lines that part a quadrilateral into equal cells, seen along all of their
 * length at once: a mask breaks faint, dashed and blurred ones. */
#ifndef IMAGE_DIVIDERS_H
#define IMAGE_DIVIDERS_H

#include <stdbool.h>

#include "geometry.h"
#include "pixels.h"

enum { DIVIDED_MOST = 12 };

struct divider_params {
	/* how much of a line is seen at least, and of an end of it */
	double seen, end_seen;
	/* how far aside that is, and how far it may be from where even steps
	 * have it: cells, and pixels at least */
	double aside, off, aside_least;
	/* least cell, pixels */
	double cell_least;
};

extern const struct divider_params divider_params;

/* Into how many columns (down: rows) lines part the level's quadrilateral: as
 * many as leave each line seen. One that is darker, or lighter, than what lies
 * on both of its sides by `contrast` levels counts in full. Puts where the
 * cells begin and end, 0 .. 1, into `at`: one more than there are. */
int dividers_find(const struct pixel_level *level, const struct quad *quad,
		  double contrast, bool down, double at[DIVIDED_MOST + 1]);

#endif
