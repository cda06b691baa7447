/* Where the lines of a sheet's lattice really lie and how wide they are: for
 * sheet.c only. */
#ifndef PANEL_SURVEY_H
#define PANEL_SURVEY_H

#include "sheet.h"

/* What the lines around a vertex say about where it lies. */
struct offsets {
	double sum[2];
	int count[2];
	int steady, wide; /* of them, by survey_steady */
};

enum { SURVEY_MOST = 4 * (PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1) };

struct survey {
	struct offsets vertex[PANEL_SIDE_MAX + 1][PANEL_SIDE_MAX + 1];
	float widths[SURVEY_MOST];
	float sorted[SURVEY_MOST]; /* the same, for their median */
	/* the vertex beside which each of them was measured */
	struct offsets *beside[SURVEY_MOST];
	/* where their middles lie, and on which lines of the lattice they are:
	 * the coordinate across them */
	struct point at[SURVEY_MOST];
	struct point should[SURVEY_MOST];
	struct known_part across[SURVEY_MOST];
	int taken, seen;
};

/* Measures the lines a quarter from either end of every edge. */
void survey_take(const struct sheet *sheet, struct survey *survey);

/* Puts the lattice onto the lines seen; how much each counts changes. Returns
 * how far its corners moved, cells. */
double survey_refine(struct sheet *sheet, struct survey *survey);

/* Of the lines seen how many are as wide as the middle one; or, where that is
 * more, of the outermost and of the others as that of these? Those beside
 * a vertex where all are wider tell nothing: a start's disc covers them. To be
 * asked once. */
double survey_steady(const struct sheet *sheet, struct survey *survey);

#endif
