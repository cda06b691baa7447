/* Boxes that stand like bricks: each row holds one more than the row above it,
 * and each brick lies over the joint of two. */
#ifndef LAYOUT_STACK_H
#define LAYOUT_STACK_H

#include "tokens.h"

enum { STACK_ROWS_LEAST = 3, STACK_ROWS_MOST = 14 };

struct stack {
	int rows;
	int at[STACK_ROWS_MOST][STACK_ROWS_MOST]; /* [row][place]: a token;
						   * -1: it was not seen */
	struct quad px_place[STACK_ROWS_MOST][STACK_ROWS_MOST];
	struct quad px_corners; /* of its bounding box, which leans by tilt */
	double tilt;            /* radians */
	double residual; /* of middles off the middle of the two below, by the
			  * bricks' width: root mean square */
	double spread;   /* of the bricks' heights, by their mean */
};

struct stack_list {
	struct stack *stacks;
	size_t count, capacity;
};

struct stack_params {
	/* how far a brick's height may differ from that of the top one */
	double unequal;
	/* gap between two rows, by the height, at most; negative: overlap; flat
	 * bricks stand as far apart as those of that share of their width */
	double gap_most, gap_least, flat;
	/* how far aside of a row the middle of one below it may stand, by the
	 * brick's width: bricks with gaps wider than themselves */
	double aside;
	/* how far bricks of one row may lie off its line, by the height */
	double off;
	/* no brick stands so near above the middle of another of its size, by
	 * its width: half a step is .5 */
	double joint;
	/* how far a picture leans at most, and how much less makes no
	 * difference, radians */
	double lean_most, lean_step;
	/* a stack without its last rows is one as well where it is off its
	 * joints by less than that share of what it is with them */
	double better;
};

extern const struct stack_params stack_params;

/* Appends every stack whose top has no stack above it. Returns 0, or -1 where
 * memory lacks. */
int stacks_find(const struct token_list *tokens, struct stack_list *list);
/* Appends those whose bricks are of one width, of tokens that all may stand
 * beside each other (agree.h): bricks may lack, words stand for bricks of which
 * nothing else was seen. */
int bricks_find(const struct token_list *tokens, struct stack_list *list);
void stacks_free(struct stack_list *list);

#endif
