/* Pieces that already lie on the frame. */
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
	int covered;       /* squares under pieces */
	double confidence; /* that they are these; 1 where none lies
			    * there */
};

/* Tells covered squares from empty ones by their colour, and cuts the covered
 * ones into tetrominoes along the strongest borders. Returns 0, or -1 without
 * memory. */
int sigils_played_find(const struct sigils_view *view,
		       struct sigils_played *played);

#endif
