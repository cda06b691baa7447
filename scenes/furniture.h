/* What stands around a puzzle on a page: text, menus, adverts, other puzzles,
 * number pads, timers, calendars. None of it is a clue. */
#ifndef FURNITURE_H
#define FURNITURE_H

#include "scene.h"

/* Text from its left end, on its foot line; size in the units of `cr`. */
void furniture_text(cairo_t *cr, const struct scene_look *look, struct point at,
		    double size, bool bold, const char *text);

/* Lines of random words that fill the box. */
void furniture_paragraph(cairo_t *cr, const struct scene_look *look,
			 const struct box *box, double px_size,
			 struct rng *rng);

enum { FURNITURE_SIDE_MAX = 3 };

/* What a page with much around its puzzle shows, and the room that takes, in
 * pixels at its four sides. */
struct furniture {
	double px_text; /* size of running text */
	double left, top, right, bottom;
	int bar;        /* enum of furniture.c */
	int lines;      /* of the paragraph under the title */
	int side_count; /* things in the column beside it */
	int side[FURNITURE_SIDE_MAX];
	int foot; /* below it */
};

void furniture_choose(struct furniture *furniture, struct rng *rng);

/* The page is width by height pixels. */
void furniture_draw(cairo_t *cr, const struct scene_look *look,
		    const struct furniture *furniture, int width, int height,
		    struct rng *rng);

#endif
