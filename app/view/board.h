/* What the window shows of a page: its picture with the answers over it, or
 * one of its puzzles drawn as a board. */
#ifndef BOARD_H
#define BOARD_H

#include <cairo.h>

#include "answers.h"

struct board {
	const struct image *image; /* not owned; NULL: drawn as a board */
	struct answers answers;    /* over the picture */
	struct drawing puzzle, answer;
	double bounds[4]; /* of both, in puzzle units */
	int steps;        /* that the whole answer has */
	/* where it was painted last: from puzzle units, or the picture's
	 * pixels, to the window's */
	struct homography to_px;
};

enum { BOARD_ALL_STEPS = -1 };

/* The pictures' answers over `image`, which must outlive the board; where it
 * is NULL the outcome with this number. So many steps of the answers. */
int board_init(struct board *board, const struct image *image,
	       const struct outcome_list *list, size_t number, int steps,
	       struct problem *problem);
void board_fini(struct board *board);

/* Over width by height pixels. `trial`, drawn in place of the answer of a
 * board drawn as a board, may be NULL. */
void board_paint(struct board *board, cairo_t *cairo, int width, int height,
		 bool dark, const struct drawing *trial);

#endif
