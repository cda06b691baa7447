/* Number pyramid (Round-Up, number wall).
 *
 * Rules (RULES.md):
 *  1 Each number is the sum of the two below it.
 *  2 Givens stay; blanks are whole numbers within minimum .. maximum, where
 *    these are said; else those of blanks.h.
 */
#ifndef PYRAMID_H
#define PYRAMID_H

enum {
	PYRAMID_ROWS_MIN = 2,
	PYRAMID_ROWS_MAX = 12,
	PYRAMID_NUMBER_MAX = 999999999,
	PYRAMID_BLANK = -1
};

/* Row y, counted from the top, has the numbers [y][0] .. [y][y]; below [y][x]
 * lie [y + 1][x] and [y + 1][x + 1]. */
struct pyramid {
	int height; /* rows */
	int rows[PYRAMID_ROWS_MAX][PYRAMID_ROWS_MAX];
	int minimum, maximum; /* of the blanks, or as blanks.h has them where
			       * not said */
};

struct pyramid_solution {
	int rows[PYRAMID_ROWS_MAX][PYRAMID_ROWS_MAX];
};

/* All blank, no bounds said. */
void pyramid_init(struct pyramid *pyramid, int height);

#endif
