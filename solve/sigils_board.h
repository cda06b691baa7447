/* The board of a sigils search: which piece may lie where, square by square.
 *
 * A search fills the first free square, row by row, with the first square (by
 * rows) of some piece. What is covered beyond the first free square then lies
 * within three rows, and with the shorter side across fits one word: two
 * partial tilings with the same word, the same first free square and the same
 * pieces left can be completed in the same ways (the "broken profile" of
 * tiling counts, e.g. Knuth, TAOCP 7.1.4). */
#ifndef SIGILS_BOARD_H
#define SIGILS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "sigils.h"

enum {
	/* 1 + 2 + 4 * 3 + 2 * 2 poses: I O, T J L and so on */
	SIGILS_FORMS = 2 + 1 + 3 * 4 + 2 * 2,
	SIGILS_AREA_MAX = SIGILS_SIDE_MAX * SIGILS_SIDE_MAX,
	/* bits for the number of pieces left of a kind, in `left` */
	SIGILS_LEFT_BITS = 7,
};

/* A piece in one pose, on the board. */
struct sigils_form {
	uint64_t mask;            /* relative to its first square */
	uint8_t kind, pose;       /* as sigils_shape counts them */
	int8_t x[4], y[4];        /* relative to the first square */
	int8_t left, right, down; /* extent around the first square */
};

struct sigils_board {
	int width, height; /* width <= height */
	int turns;         /* clockwise, of the board against the frame */
	int columns, rows; /* the puzzle's */
	uint64_t holes[SIGILS_AREA_MAX + 1]; /* the next 64 squares from
					      * each; beyond the end: set */
	struct sigils_form forms[SIGILS_FORMS];
	/* how many pieces of a kind lie in each pose in the tray */
	uint8_t tray[SIGILS_KIND_COUNT][4];
};

/* A partial tiling as far as its completion is concerned. */
struct sigils_state {
	uint64_t window; /* squares covered, from `at` on; bit 0 is 0 */
	uint64_t left;   /* pieces left, SIGILS_LEFT_BITS a kind */
	int16_t at;      /* first free square; the area at the end */
	int16_t chess;   /* dark minus light free squares */
	int16_t stripe;  /* the same with every other row dark */
};

/* Form `form` with its first square on square `at` of the board. */
struct sigils_move {
	uint16_t at;
	uint8_t form;
};

/* `reversed`: turned by half more. */
void sigils_board_init(struct sigils_board *board, const struct sigils *sigils,
		       bool reversed);
void sigils_board_start(const struct sigils_board *board,
			const struct sigils *sigils,
			struct sigils_state *state);

static inline int sigils_left(uint64_t left, int kind)
{
	return (int)(left >> (SIGILS_LEFT_BITS * kind)) &
	       ((1 << SIGILS_LEFT_BITS) - 1);
}

/* Where a square of the board lies in the puzzle's frame. */
void sigils_board_place(const struct sigils_board *board, int square, int *x,
			int *y);

/* Lays the form on the first free square; false where it does not fit, none
 * is left, or colours show that the rest cannot be filled. */
bool sigils_board_lay(const struct sigils_board *board,
		      const struct sigils_state *state, int form,
		      struct sigils_state *next);

/* The fewest quarter turns with which the tray's pieces of `kind` come to lie
 * in `used` poses (how many in each). */
int sigils_board_turns(const struct sigils_board *board, int kind,
		       const uint8_t used[4]);

/* The solution made of `count` moves, whatever their order and the board's
 * turns: pieces of a kind are handed out so that few are turned, by rows, the
 * first in the tray first. */
void sigils_board_solution(const struct sigils_board *board,
			   const struct sigils *sigils,
			   const struct sigils_move *moves, int count,
			   struct sigils_solution *solution);

#endif
