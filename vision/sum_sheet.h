/* Cross-sums on a sheet of numbers, whatever it was found by: a lattice with
 * lines of numbers beside it, or a table of things that align.
 *
 * One line of totals is upright, one level; the total of a diagonal stands
 * where they meet, or at the far end of one of them. Whatever the layout, the
 * totals of the rows and those of the columns have the same sum: that
 * decides between layouts. Where a total is not shown, it is decided by that
 * no line's givens exceed their total. */
#ifndef SUM_SHEET_H
#define SUM_SHEET_H

#include "numbers.h"
#include "puzzle.h"
#include "vision.h"

enum { SHEET_SIDE_MAX = 16 };

/* Embedded in what the sheet was found by. */
struct sum_sheet {
	int columns, rows;
	/* Of a lattice: all of it is the puzzle but for lines of totals at its
	 * rim; those beyond it are columns and rows -1 and `columns`, `rows`
	 * where `outside` (LEFT, TOP, RIGHT, BOTTOM) says so. Otherwise: the
	 * puzzle may be a part of the sheet. */
	bool is_lattice, outside[4];
	/* Of a lattice: how far it goes is a guess, no frame or field tells. */
	bool guessed;
	/* [row + 1][column + 1], read when they are first looked at */
	struct number numbers[SHEET_SIDE_MAX + 2][SHEET_SIDE_MAX + 2];
	bool known[SHEET_SIDE_MAX + 2][SHEET_SIDE_MAX + 2];
	/* Of a lattice: what lines beyond its left and right side hold beyond
	 * their upper and lower end, above 0, whatever those beyond the other
	 * sides hold there. */
	struct number ends[2][2];
	void (*read)(struct sum_sheet *sheet, int column, int row,
		     struct number *number);
	/* May the part of a sheet that is no lattice end before this line
	 * (of columns, or rows), for what goes on there is of other kind? */
	bool column_ends[SHEET_SIDE_MAX + 1], row_ends[SHEET_SIDE_MAX + 1];
};

/* Where cells and totals are on a sheet. */
struct sum_layout {
	int left, top, columns, rows;  /* the cells */
	int row_totals, column_totals; /* the column and the row that hold
					* them */
	int open; /* sides beyond which the sheet goes on */
	double score;
	bool agreed;  /* the sums agree */
	bool partial; /* no totals of one kind are shown */
	bool suits;   /* each line's givens suit its total */
	double confidence;
};

/* The layout that makes most sense. Returns false where none does. */
bool sum_sheet_find(struct sum_sheet *sheet, struct sum_layout *layout);

/* Fills in the sighting's puzzle and readings. Returns 0, or -1 with
 * `problem` filled in. */
int sum_sheet_take(struct sum_sheet *sheet, const struct sum_layout *layout,
		   struct sighting *sighting, struct problem *problem);

#endif
