/* Four places at the corners of a rectangle: numbers alike, with none like them
 * between them or in step with them on all sides, or where boxes of three
 * columns and rows meet. They are what a Suko's circles are. */
#ifndef LAYOUT_QUARTET_H
#define LAYOUT_QUARTET_H

#include "tokens.h"

struct quartet {
	int at[4]; /* tokens by rows: the discs or boxes that hold but the
		    * number, else the words; -1: none is seen */
	/* to the picture from the plane on which they stand at 1,1 2,1 1,2
	 * and 2,2 */
	struct homography unit_to_px;
	double residual; /* of one of them off the parallelogram of the others,
			  * by the shorter step */
	double uneven;   /* of one step's length by the other's, logarithm */
	double boxed;    /* share that are boxes or discs, or of the nine
			  * boxes around */
	int beside;      /* things like them that stand in step with them */
};

struct quartet_list {
	struct quartet *quartets;
	size_t count, capacity;
};

struct quartet_params {
	/* words less likely a number are none */
	double number_least;
	/* sides of a box around a number, by its height, at most */
	double box_most;
	/* how much higher one number, or larger one box, may be */
	double unequal;
	/* step, by the width of the wider, at least, and by the number's
	 * height, at most */
	double step_least, step_most;
	/* how much longer one step may be than the other */
	double oblong;
	/* how far a step may lean, by its length; how far the fourth may stand
	 * off the parallelogram of the others, by the shorter step */
	double lean, off;
	/* what several sources show of one thing differs by less, by its size
	 */
	double twins;
	/* what stands no further from a place, by the step, stands there */
	double in_step;
	/* things in step at most */
	int beside_most;
	/* boxes of three columns and rows, at least; how much one's side may
	 * differ from another's, and its middle be off, by that side; and gap
	 * between two, by it, at most */
	int boxes_least;
	double box_unequal, box_off, box_gap;
};

extern const struct quartet_params quartet_params;

/* Appends all there are. Returns 0, or -1 where memory lacks. */
int quartets_find(const struct token_list *tokens, struct quartet_list *list);
void quartets_free(struct quartet_list *list);

/* A rectangle of the quartet's plane, in the picture. */
struct quad quartet_px_quad(const struct quartet *quartet, double left,
			    double top, double right, double bottom);

#endif
