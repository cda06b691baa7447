/* Which numbers of a board are printed, and which has its player entered? A
 * player's own are no clues: they may be wrong. They are told by how they look:
 * lower than the others (pencil marks), in cells that look as the blank ones
 * do, or in another ink. */
#ifndef GRID_WHOSE_H
#define GRID_WHOSE_H

#include "claim.h"
#include "cross_sum.h"

enum { WHOSE_MOST = CROSS_SUM_SIDE_MAX * CROSS_SUM_SIDE_MAX };

/* The cells of a board. */
struct whose {
	const struct slot *slots[WHOSE_MOST];
	int values[WHOSE_MOST]; /* -1: blank, and what a player entered */
	int count;
	int side;  /* of a sudoku, in whose boxes inks may differ; 0: of none */
	int least; /* so many numbers are printed at least */
	/* numbers that are surely printed, where others that are all in one ink
	 * may be a player's; NULL: there are none */
	const struct slot *printed;
	int printed_count;
	bool entered[WHOSE_MOST]; /* set by whose_find */
	/* ... the number, where it is no pencil mark; else not set or -1 */
	int played[WHOSE_MOST];
	int entered_count; /* ... without pencil marks */
	bool sure;         /* ... by their ink */
	double doubt;      /* ... that others are a player's */
};

/* So much doubt there is where looks do not tell clearly. */
#define WHOSE_DOUBT .15

void whose_find(struct whose *whose);
/* Marks a slot as its clue's: what a player entered is none. */
struct slot whose_slot(const struct whose *whose, int i);
/* How far two colours are apart, summed over the channels. */
int whose_apart(uint32_t a, uint32_t b);
/* Fills that are no further apart are one. */
enum { FILL_APART = 24 };

#endif
