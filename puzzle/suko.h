/* Suko, and Sujiko, its form without areas.
 *
 * Rules (RULES.md):
 *  1 The nine cells hold 1 to 9, each once.
 *  2 Each circle is the sum of the four cells around it.
 *  3 Each area sums to its total.
 *  4 Givens stay.
 */
#ifndef SUKO_H
#define SUKO_H

#include <stdbool.h>

enum {
	SUKO_CELLS = 9,   /* by rows from the top left */
	SUKO_CIRCLES = 4, /* top left, top right, bottom left, right */
	SUKO_AREAS_MAX = 9,
	SUKO_TOTAL_MAX = 999,
	SUKO_UNKNOWN = -1, /* a circle or total that is not shown */
	SUKO_BLANK = 0,    /* a cell that is not given */
};

struct suko_area {
	int total;       /* or SUKO_UNKNOWN */
	char colour[16]; /* any name: says which total belongs to
			  * which cells, no more */
	bool cells[SUKO_CELLS];
};

struct suko {
	int circles[SUKO_CIRCLES];
	int area_count;
	struct suko_area areas[SUKO_AREAS_MAX]; /* no cell in two */
	int givens[SUKO_CELLS];                 /* 1 to 9, or SUKO_BLANK */
};

struct suko_solution {
	int cells[SUKO_CELLS];
};

/* No areas, no givens, no circle known. */
void suko_init(struct suko *suko);

/* The four cells around a circle. */
void suko_around(int circle, int cells[4]);

#endif
