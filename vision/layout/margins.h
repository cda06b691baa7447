/* Numbers at even steps along two sides of what need not be seen: where the
 * lines through them cross are the squares of a board. */
#ifndef LAYOUT_MARGINS_H
#define LAYOUT_MARGINS_H

#include "grid.h"

struct margins_params {
	/* words less likely a number are none */
	double number_least;
	/* how much higher one number of a line may be than the next */
	double unequal;
	/* how far one may stand off its place in the line, by the step; and
	 * where the next is looked for, in steps: numbers may lack */
	double off;
	int reach;
	/* a line of so many numbers is seen in perspective, where this lessens
	 * what is off by so many times what chance would (F-test) */
	int tilted_least;
	double tilted;
	/* least step, by the numbers' height */
	double step_least;
	/* numbers of a line, at least */
	int members_least;
	/* how much longer the step of one line may be than that of the other */
	double oblong;
	/* how far a line stands off the first or last place of the other, in
	 * steps */
	double beside_least, beside_most;
	/* a square's box is at least and at most so large, and no further off
	 * its place; a frame's sides no further off those of squares: steps */
	double box_least, box_most, box_off, frame_off;
	/* so many boxes tell with the numbers how the board is seen, and so
	 * many without them */
	int boxes_least, many_boxes;
	/* how much smaller or larger than most one may be, by these */
	double whole_off;
	/* a line of squares shows where this share of them has boxes; so many
	 * may lack numbers at either end */
	double seen;
	int lacking;
};

extern const struct margins_params margins_params;

/* Appends the grids, without boxes, of all pairs of lines that may be margins
 * of one board. Returns 0, or -1 where memory lacks. */
int margins_find(const struct token_list *tokens, struct grid_list *list);

#endif
