/* What is drawn along a panel's lines in a colour of its own: the edges that it
 * covers, and what tells it from line and ground. */
#ifndef PANEL_DRAWN_H
#define PANEL_DRAWN_H

#include "sheet.h"

struct drawn {
	const struct sheet *sheet;
	struct colour ground[3]; /* of most cells, a plane */
	struct colour colour;    /* in the light of the panel's middle */
	double reach;            /* how far from it its pixels may be */
	double half;             /* half the line's width, cells */
	bool rimmed;             /* hardly of another colour than the ground */
	/* of the doubled lattice: edges that it covers */
	bool on[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
};

/* Looks for it; the sheet's pixels are worked out (sheet_fill). Returns how
 * many edges it covers. */
int drawn_find(const struct sheet *sheet, struct drawn *drawn);
/* Where it covers none: takes the colour of what lies on a vertex, of the
 * doubled lattice, for its own, if neither line nor ground. */
bool drawn_take_disc(struct drawn *drawn, int x, int y);
/* Has a place its colour? */
bool drawn_at(const struct drawn *drawn, double x, double y);
/* The ground at a place, as most cells have it. */
struct colour drawn_ground(const struct drawn *drawn, double x, double y);
/* How much light falls onto a place, as a share of that in the middle: what
 * lies over the panel is lit as it is. */
float drawn_light(const struct drawn *drawn, double x, double y);

/* The last of the doubled lattice's columns, and of its rows. */
static inline int drawn_columns(const struct drawn *drawn)
{
	return 2 * drawn->sheet->columns;
}

static inline int drawn_rows(const struct drawn *drawn)
{
	return 2 * drawn->sheet->rows;
}

static inline struct colour colour_lit(struct colour c, float light)
{
	return (struct colour){ light * c.red, light * c.green,
				light * c.blue };
}

#endif
