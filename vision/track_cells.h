/* What the cells of a Train Tracks board hold: given pieces, the player's, and
 * marks. */
#ifndef TRACK_CELLS_H
#define TRACK_CELLS_H

#include "track_pieces.h"
#include "tracks.h"

struct track_cells {
	int columns, rows;
	struct track_piece pieces[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
	bool given[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
	bool half[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX]; /* a given half piece */
	int explained, strange;  /* cells with track, cells with other ink */
	double strongest;        /* contrast of a piece */
	double others_certainty; /* that no piece taken for the player's is
				  * given, and nothing else a piece */
};

/* Looks at all cells of a lattice of at most TRACKS_SIDE_MAX to each side.
 * Returns 0, or -1 without memory. */
int track_cells_look(const struct elements *elements,
		     const struct lattice *lattice, struct track_cells *cells);

/* Tells given pieces from the player's. */
void track_cells_choose(struct track_cells *cells);

/* The sides of a cell that are the board's, a sum of enum tracks_side. */
int track_cells_outward(const struct track_cells *cells, int x, int y);

/* How certain it is that all pieces are what they were taken for, 0..1. */
double track_cells_certainty(const struct track_cells *cells);

#endif
