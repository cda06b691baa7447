/* The pieces of track in the cells of a lattice, whatever they are drawn
 * like: rails with sleepers, ribbons, plain lines.
 *
 * A piece is told by where its ink meets the sides of its cell, and by ink
 * that goes on from one side to the other: where it only comes in from a side
 * and stops, it is a stub. */
#ifndef TRACK_PIECES_H
#define TRACK_PIECES_H

#include "elements.h"
#include "lattice.h"
#include "side_numbers.h"
#include "track_shape.h"

/* Red, green, blue, 0..255. */
struct track_colour {
	double c[3];
};

struct track_piece {
	int sides;        /* sum of enum tracks_side that carry ink */
	bool whole;       /* two sides, joined by ink through the cell */
	double certainty; /* 0..1, how far from another reading */
	struct track_colour ground; /* what the cell looks like without it */
	struct track_colour ink;    /* what differs most from it */
	/* the same of its parts that are darker and lighter than the ground
	 * (rails and sleepers, say), each with its share of the ink */
	struct track_colour part[2];
	double part_share[2];
	double contrast;            /* of the stronger part, greatest channel */
	double share;               /* of the cell's middle that is ink */
	struct track_spread spread; /* of the ink, where it is no piece */
	double reach;               /* where one side only carries ink: how far
				     * in it goes on, in cells */
};

/* How far two pieces' colours differ, greatest channel: on the whole or, since
 * how much of each part shows changes from piece to piece, part by part,
 * whichever is less. */
double track_piece_colours(const struct track_piece *a,
			   const struct track_piece *b);

/* What holds for all cells of a board. */
struct track_survey {
	double empty; /* the share of a cell beyond which a field in its middle
		       * leaves no room for a piece */
	double frame[SIDE_COUNT]; /* how far in the board's frame reaches, in
				   * cells */
};

/* Returns 0, or -1 without memory. */
int track_pieces_survey(const struct elements *elements,
			const struct lattice *lattice,
			struct track_survey *survey);

/* Looks at cell x, y. */
void track_piece_look(const struct elements *elements,
		      const struct lattice *lattice,
		      const struct track_survey *survey, int x, int y,
		      struct track_piece *piece);

#endif
