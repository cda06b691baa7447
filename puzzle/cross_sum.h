/* Cross-sum (Total Concentration): fill the blanks so that every line sums to
 * its total.
 *
 * Rules (RULES.md):
 *  1 Each row and column sums to its total.
 *  2 So does each diagonal that has one.
 *  3 Givens stay; blanks are whole numbers within minimum .. maximum, where
 *    these are said; else those of blanks.h.
 */
#ifndef CROSS_SUM_H
#define CROSS_SUM_H

enum {
	CROSS_SUM_SIDE_MIN = 2,
	CROSS_SUM_SIDE_MAX = 12,
	CROSS_SUM_NUMBER_MAX = 9999999, /* of any cell or total */
	CROSS_SUM_UNKNOWN = -1,         /* a blank, a total that is not shown */
};

/* Cells are [row][column]. */
struct cross_sum {
	int columns, rows;
	int cells[CROSS_SUM_SIDE_MAX][CROSS_SUM_SIDE_MAX];
	int row_totals[CROSS_SUM_SIDE_MAX];
	int column_totals[CROSS_SUM_SIDE_MAX];
	int diagonal_up;      /* bottom left to top right; square only */
	int diagonal_down;    /* top left to bottom right */
	int minimum, maximum; /* of the blanks, or as blanks.h has them where
			       * not said */
};

struct cross_sum_solution {
	int cells[CROSS_SUM_SIDE_MAX][CROSS_SUM_SIDE_MAX];
};

/* All blank, no totals, no bounds said. */
void cross_sum_init(struct cross_sum *cross_sum, int columns, int rows);

#endif
