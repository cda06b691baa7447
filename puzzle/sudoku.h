/* Sudoku.
 *
 * Rules (RULES.md):
 *  1 Each row holds each number from 1 to the board's side once.
 *  2 So does each column.
 *  3 So does each box.
 *  4 Givens stay.
 */
#ifndef SUDOKU_H
#define SUDOKU_H

#include <stdbool.h>

enum {
	SUDOKU_SIDE_MAX = 9,
	SUDOKU_BLANK = -1,
};

/* Cells are [row][column]. Boxes tile the board from its top left. */
struct sudoku {
	int side;                  /* 4, 6 or 9: rows, columns, numbers */
	int box_width, box_height; /* cells; their product is the side */
	int cells[SUDOKU_SIDE_MAX][SUDOKU_SIDE_MAX]; /* 1 .. side, or
						      * SUDOKU_BLANK */
};

struct sudoku_solution {
	int cells[SUDOKU_SIDE_MAX][SUDOKU_SIDE_MAX];
};

/* All blank. False, and nothing is done, where no board has that side, or
 * none with boxes of that width (0: as wide as they are unless said: 2, 3 and 3
 * for sides of 4, 6 and 9). */
bool sudoku_init(struct sudoku *sudoku, int side, int box_width);

/* The box, by rows from the top left, that a cell lies in. */
int sudoku_box_of(const struct sudoku *sudoku, int x, int y);

#endif
