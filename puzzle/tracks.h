/* Train Tracks: lay one track from the entry to the exit.
 *
 * Rules (RULES.md):
 *  1 One track runs from the entry to the exit and nowhere leaves the board
 *    otherwise.
 *  2 Neighbouring pieces join; no gap, crossing or branch.
 *  3 Each row and column holds as many pieces as its total says.
 *  4 Given pieces stay, and given half pieces are part of the track.
 *  5 There is no separate loop.
 */
#ifndef TRACKS_H
#define TRACKS_H

#include <stdint.h>

enum {
	TRACKS_SIDE_MIN = 2,
	TRACKS_SIDE_MAX = 30,
	TRACKS_UNKNOWN = -1 /* a total not shown, a square not given */
};

/* A tile is the sum of the sides it joins; 0 is a square without track. */
enum tracks_side {
	TRACKS_RIGHT = 1,
	TRACKS_BOTTOM = 2,
	TRACKS_LEFT = 4,
	TRACKS_TOP = 8,
};

/* The ways out of a square: the side of the next one that meets it, and where
 * that lies; a way and its opposite stand side by side, so that i ^ 1 is the
 * opposite of i. */
struct tracks_way {
	enum tracks_side side, back;
	const char *name;
	int dx, dy;
};
extern const struct tracks_way tracks_ways[4];

/* Where the track crosses the rim: the side of the board and the square,
 * counted along it. */
struct tracks_port {
	enum tracks_side side;
	int index;
};

/* Squares are [row][column]. */
struct tracks {
	int columns, rows;
	int column_totals[TRACKS_SIDE_MAX]; /* or TRACKS_UNKNOWN */
	int row_totals[TRACKS_SIDE_MAX];
	int8_t given[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX]; /* tile or unknown */
	uint8_t half[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX]; /* sides known to
							 * carry track */
	struct tracks_port entry, exit;
};

struct tracks_solution {
	uint8_t tiles[TRACKS_SIDE_MAX][TRACKS_SIDE_MAX];
};

/* An empty board without totals or clues; entry and exit are zeroed. */
void tracks_init(struct tracks *tracks, int columns, int rows);

/* The square a port lies at: *x, *y. */
void tracks_port_square(const struct tracks *tracks,
			const struct tracks_port *port, int *x, int *y);

#endif
