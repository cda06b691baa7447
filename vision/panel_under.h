/* Which pixels of a fitted sheet look like line or ground under a white veil:
 * for panel_veil.c only. */
#ifndef PANEL_UNDER_H
#define PANEL_UNDER_H

#include <stdbool.h>

#include "panel_sheet.h"

/* A veil covers by this much: the pointer 41 %, the halo 30 %, both 59 %. */
#define VEIL_LEAST 0.18
#define VEIL_MOST 0.68
/* What shines through is line or ground within this share of their
 * contrast. */
#define VEIL_OFF 0.22

/* By pixels of the sheet. */
struct veil {
	struct sheet *sheet; /* not owned, as nothing else */
	struct colour ground;
	float *cover; /* 0: no veil seen at this pixel */
	bool *is_line;
	int *stack; /* while blobs are filled, and what they have seen */
	bool *seen;
};

/* Where a row or column of the sheet lies. */
static inline double under_cell(int pixel)
{
	return (pixel + 0.5) / SHEET_CELL - SHEET_MARGIN;
}

static inline struct point under_point(const struct sheet *sheet, int i)
{
	return (struct point){ under_cell(i % sheet->width),
			       under_cell(i / sheet->width) };
}

/* Is the colour nearer than that? Most are, so the root is left out. */
static inline bool under_is_near(struct colour a, struct colour b, float bound)
{
	float red = a.red - b.red, green = a.green - b.green;
	float blue = a.blue - b.blue;

	return red * red + green * green + blue * blue < bound * bound;
}

/* What share of a grey makes one colour of another; *off: how far it is from
 * what that makes. */
double under_part(struct colour c, struct colour from, float to, double *off);

/* Fills in what is covered, and whether it is line. Returns whether anything
 * is, or -1 without memory. */
int under_find(struct veil *veil);

#endif
