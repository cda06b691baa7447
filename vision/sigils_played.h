/* Pieces that already lie on the frame, and holes in it. */
#ifndef SIGILS_PLAYED_H
#define SIGILS_PLAYED_H

#include "sigils.h"
#include "sigils_view.h"

struct sigils_placed {
	enum sigils_kind kind;
	int turns;
	int x[4], y[4]; /* frame squares */
};

struct sigils_played {
	int count;
	struct sigils_placed pieces[SIGILS_PIECES_MAX];
	int covered; /* squares under pieces */
	int holes;   /* squares that are none */
	bool hole[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX];
	double confidence; /* that all this is so; 1 where nothing lies
			    * there */
};

/* Tells squares that are covered from empty ones by their colour, takes those
 * that show the ground around the frame for holes, and cuts the others into
 * tetrominoes along the strongest borders. Returns 0, or -1 without
 * memory. */
int sigils_played_find(const struct sigils_view *view,
		       struct sigils_played *played);

/* The colour of a square of the frame, or beyond it, in the middle: the median
 * of nine parts, so that a sign, a cursor or a line does not count. */
void sigils_square_colour(const struct sigils_view *view, int x, int y,
			  double colour[SIGILS_COLOURS]);
/* In the units of sigils_ground_apart. */
double sigils_colours_apart(const double *a, const double *b);

/* How many of the holes look more like a thing of this colour than like the
 * ground? They may be a piece that lies there. */
int sigils_played_holes_like(const struct sigils_view *view,
			     const struct sigils_played *played,
			     const uint8_t colour[SIGILS_COLOURS]);

#endif
