/* Sigils (The Talos Principle, Sigils of Elohim): lay tetrominoes so that
 * they fill a frame.
 *
 * Rules (RULES.md):
 *  1 Every square of the frame but the holes is covered once.
 *  2 Every piece is used exactly once.
 *  3 Pieces are turned, never flipped.
 */
#ifndef SIGILS_H
#define SIGILS_H

#include <stdbool.h>
#include <stdint.h>

#include "problem.h"

enum {
	SIGILS_SIDE_MIN = 1,
	/* The search keeps three rows of the shorter side in one word. */
	SIGILS_SIDE_MAX = 20,
	/* More than the largest frame takes, so that a puzzle with too many
	 * pieces can be read and refused with its reason. */
	SIGILS_PIECES_MAX = 120,
};

/* The standard tetromino names, as seen from the front. */
enum sigils_kind {
	SIGILS_I,
	SIGILS_O,
	SIGILS_T,
	SIGILS_J,
	SIGILS_L,
	SIGILS_S,
	SIGILS_Z,
	SIGILS_KIND_COUNT
};

/* Squares are [row][column]. */
struct sigils {
	int columns, rows;
	int piece_count;
	uint8_t pieces[SIGILS_PIECES_MAX]; /* enum sigils_kind */
	/* How a piece lies in the tray: quarter turns clockwise from the pose
	 * of FORMATS.md, below sigils_poses. No clue: it only decides which
	 * of many answers is the handiest. */
	uint8_t turns[SIGILS_PIECES_MAX];
	/* Where each piece was seen: the middle of its middle square
	 * (sigils_middle_square), in squares of the frame from its top left
	 * corner; no clue either. */
	bool has_places;
	struct sigils_place {
		double x, y;
	} places[SIGILS_PIECES_MAX];
	bool hole[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX];
};

/* The 1-based place of each square's piece in `pieces`, 0 in a hole. */
struct sigils_solution {
	uint8_t grid[SIGILS_SIDE_MAX][SIGILS_SIDE_MAX];
};

/* The four squares of a piece in one pose: offsets right and down, the
 * smallest of each 0, by rows. */
struct sigils_shape {
	int8_t x[4], y[4];
	int8_t width, height;
};

/* A frame without holes and pieces. */
void sigils_init(struct sigils *sigils, int columns, int rows);

/* One of I O T J L S Z. */
char sigils_letter(enum sigils_kind kind);
/* The kind of this letter, SIGILS_KIND_COUNT where there is none. */
enum sigils_kind sigils_kind_of(char letter);

/* Fails where there are SIGILS_PIECES_MAX already. */
int sigils_add_piece(struct sigils *sigils, enum sigils_kind kind,
		     struct problem *problem);

/* How many different poses turning gives: 1, 2 or 4. */
int sigils_poses(enum sigils_kind kind);

/* The shape after `turns` quarter turns clockwise (0 to 3) from the pose of
 * FORMATS.md. */
void sigils_shape(enum sigils_kind kind, int turns, struct sigils_shape *shape);

/* Which of its squares lies nearest to the middle of all, the first of
 * several. */
int sigils_middle_square(const struct sigils_shape *shape);

/* Which pose of which kind covers the four squares? Returns the kind and sets
 * *turns, or SIGILS_KIND_COUNT where they are no tetromino. Any order. */
enum sigils_kind sigils_recognise(const int x[4], const int y[4], int *turns);

/* Squares that are no holes. */
int sigils_squares(const struct sigils *sigils);

#endif
