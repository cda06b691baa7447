/* An answer that a player enters by hand: the places where something is
 * entered, family by family, and what a press or a digit does there. */
#ifndef HAND_H
#define HAND_H

#include "drawing.h"
#include "puzzle.h"

/* A cell that takes a number, a side between two squares of Train Tracks, a
 * square of a frame, a vertex of a panel (or an edge's middle where a line
 * starts or ends). */
struct hand_site {
	struct board_place place; /* its x and y are the family's own */
	struct point cell;        /* its middle, in puzzle units */
	bool wrong;               /* as the last check found */
};

/* Most sites of any board: the sides of 30 by 30 squares are 1,740. */
enum { HAND_SITES_MAX = 2048 };

struct hand {
	struct puzzle puzzle;    /* a copy that owns nothing; rules included */
	struct solution mine;    /* numbers not yet entered: SOLUTION_OPEN */
	struct hand_site *sites; /* owned; at least one */
	size_t site_count;
	size_t at;                /* the site that keys act on */
	struct breaches breaches; /* that the last check found; ringed */
};

/* Nothing entered but what the puzzle gives. Returns 0, or -1 with `problem`
 * filled in: there is nothing to enter, or memory runs out. */
int hand_init(struct hand *hand, const struct puzzle *puzzle,
	      struct problem *problem);
void hand_fini(struct hand *hand);

/* Moves to the nearest site in this direction; stays where there is none. */
void hand_move(struct hand *hand, int dx, int dy);
/* Moves to the site nearest to a point. False where none is within half a
 * cell. */
bool hand_move_to(struct hand *hand, struct point cell);
/* Whether sites take numbers; else they are pressed. */
bool hand_is_typed(const struct hand *hand);
/* Lays or takes up what is at the site. NULL, or a sentence about what could
 * not be done. */
const char *hand_press(struct hand *hand);
/* Appends a digit to the site's number, or begins a new one where it would
 * become larger than any of the family's. */
void hand_type(struct hand *hand, int digit);
/* Takes the last digit away; `all`: the number. */
void hand_erase(struct hand *hand, bool all);
void hand_negate(struct hand *hand);

/* The place, and what is there, in words. */
void hand_put_words(const struct hand *hand, struct buffer *out);
/* What was entered, a ring around the site, and rings around what is wrong.
 * Returns 0, or -1 if memory runs out. */
int hand_draw(const struct hand *hand, struct drawing *drawing);

enum hand_verdict {
	HAND_RIGHT,   /* it is the answer, or one of them */
	HAND_WRONG,   /* what is wrong is marked */
	HAND_SO_FAR,  /* nothing is wrong, but it is not whole */
	HAND_UNKNOWN, /* whether hand_rest has an answer tells; text is empty */
};

/* Marks what is wrong until the next change, and appends a sentence. `only` is
 * the puzzle's answer where it has just one; else NULL. */
enum hand_verdict hand_check(struct hand *hand, const struct solution *only,
			     struct buffer *text);
void hand_clear_marks(struct hand *hand);
/* The puzzle that is left when what was entered counts as given: it has an
 * answer where what was entered can be completed. False where it cannot be
 * written so. It owns nothing. */
bool hand_rest(const struct hand *hand, struct puzzle *rest);

#endif
