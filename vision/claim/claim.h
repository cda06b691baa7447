/* What a family says of a layout: which slots it has there, what is read in
 * each, and how well all of that agrees.
 *
 * A family looks at a scene (tokens, layouts, readings; no pixels) and puts
 * forward claims. The features of a claim mean the same for all families; one
 * fitted score makes of them the chance that the claim is what the picture
 * shows (claim_judge).
 */
#ifndef CLAIM_H
#define CLAIM_H

#include "grid.h"
#include "ground.h"
#include "number.h"
#include "problem.h"
#include "puzzle.h"
#include "square.h"
#include "stack.h"
#include "tokens.h"

/* A place of a layout. */
struct slot {
	int token;  /* -1: nothing is seen there */
	bool boxed; /* it is a box or a disc */
	/* what is read in it; NULL: nothing stands in it, and nothing was to be
	 * read */
	const struct number_reading *reading;
	struct quad px_place; /* that was read, or the slot */
	int words;            /* that it holds */
	double px_text;       /* height of the highest; 0: none */
	bool nested;          /* in another box */
	bool leans;           /* was read as if it stood upright, so far */
	bool unsure_word;     /* its word reaches in from the box's rim, or was
			       * seen elsewhere: digits may lack */
	bool entered;         /* by a player: no clue, whatever it is */
	int played;           /* ... the number; -1: it is a pencil mark */
	uint32_t fill;        /* 0xRRGGBB */
	const struct square_reading *square; /* what is drawn there; NULL: it
					      * was not looked at */
};

struct slot_grid {
	const struct grid *grid;
	struct slot slots[GRID_SIDE_MOST][GRID_SIDE_MOST]; /* [row][column] */
};

struct slot_stack {
	const struct stack *stack;
	struct slot slots[STACK_ROWS_MOST][STACK_ROWS_MOST]; /* [row][place] */
};

/* A number that stands beside a quartet. */
struct slot_number {
	struct slot slot;
	struct point unit_at; /* on the quartet's plane */
	double unit_height;   /* of its text */
	struct around around;
};

struct slot_quartet {
	const struct quartet *quartet;
	struct slot circles[4], cells[GROUND_CELLS]; /* by rows */
	struct ground ground;
	struct slot_number *numbers; /* beside it */
	size_t number_count;
};

struct scene {
	const struct token_list *tokens;
	bool agreed; /* they are what several sources agree on */
	const struct number_reading *words; /* of each token; where it is no
					     * word all is 0 */
	const struct slot_grid *grids;
	size_t grid_count;
	size_t margin_count; /* those that margins show, after the others */
	const struct slot_stack *stacks;
	size_t stack_count;
	const struct slot_quartet *quartets;
	size_t quartet_count;
};

/* The features of the score; each is about 0 where all is well and grows with
 * what speaks against the claim, but where it says otherwise. */
enum claim_feature {
	CLAIM_EMPTY,     /* share of its slots where nothing is seen */
	CLAIM_UNBOXED,   /* share of its cells that are no boxes */
	CLAIM_RESIDUAL,  /* of the layout's fit, by the cells' size, x 10; of a
			  * stack's x 60 */
	CLAIM_UNEVEN,    /* spread of the steps between columns and rows */
	CLAIM_TEXT,      /* spread of the text's heights */
	CLAIM_BESIDE,    /* numbers and boxes on it and next to it that stay
			  * unexplained, by the root of its slots: the root of
			  * that, as the first one tells most */
	CLAIM_STRANGE,   /* the same of other words in its slots */
	CLAIM_DIGITS,    /* the same of -log of the readings' likelihood */
	CLAIM_CHECKS,    /* log2 of 1 + how many independent sums (rules) of
			  * what is read hold: speaks for it */
	CLAIM_SEEN,      /* log2 of 1 + slots where something is, / 4: for it */
	CLAIM_MIXED,     /* how hardly its areas' colours differ, or, without
			  * areas, how much its cells' do */
	CLAIM_UNMATCHED, /* how badly the totals' colours match the areas' */
	CLAIM_QUARTET,   /* 1: it is made of a quartet. Then TEXT is not looked
			  * at,   and BESIDE tells how far off its totals stand */
	CLAIM_STACK,     /* 1: it is made of a stack */
	CLAIM_AGREED,    /* 1 where it was made of what sources agree on */
	CLAIM_FEATURES
};

struct claim_clue {
	char name[24]; /* as puzzle_set_clue takes it: "cells[1][2]" */
	int value;     /* -1: blank */
	/* what is read there; NULL: nothing, without a doubt */
	const struct number_reading *reading;
	/* ... of a square, of whose sides the value is the sum; NULL */
	const struct square_reading *square;
	struct quad px_place;
	int token;    /* that it was read of; -1 */
	bool word;    /* a word stands there */
	bool total;   /* ... a number, where the claim is right */
	bool entered; /* ... by a player: its value is no clue */
	int played;   /* ... the number; -1: it is a pencil mark */
};

struct claim {
	struct puzzle puzzle;
	struct quad px_corners; /* FORMATS.md "corners" */
	int columns, rows;      /* units along its sides */
	struct claim_clue *clues;
	size_t clue_count, clue_capacity;
	double features[CLAIM_FEATURES];
	bool covers; /* it explains all that stands within its corners */
	/* its clues are those of a stack, row by row: only what stands where
	 * bricks of more rows would is beside it */
	bool stacked;
	/* the squares from x0, y0 of this grid on are still to be looked at:
	 * then its pieces and ends lack, and it is not told of */
	bool wants_squares;
	const struct slot_grid *grid;
	int x0, y0;
	/* "Train Tracks without its two ends in view": it is no whole puzzle,
	 * and only named; NULL: it is one */
	const char *lacking;
	double slots;  /* how many it explains */
	double doubt;  /* that its clues are others, however they are read */
	double chance; /* that it is what the picture shows, but for single
			* clues; set by claim_judge */
};

struct claim_list {
	struct claim *claims;
	size_t count, capacity;
};

enum layout {
	LAYOUT_GRIDS = 1,
	LAYOUT_STACKS = 2,
	LAYOUT_QUARTETS = 4,
	LAYOUT_MARGINS = 8, /* they are among the grids */
};

/* What a family provides. `layouts` has the bits of those it looks at, others
 * need not be found. Appends its claims on the scene, unjudged. Returns 0,
 * or -1 with `problem` filled in. */
struct claim_family {
	enum family family;
	unsigned layouts;
	int (*claim)(const struct scene *scene, struct claim_list *list,
		     struct problem *problem);
};

/* Every value a slot may hold with how likely it is: the readings' likeliest,
 * of numbers within low .. high, and of an empty place where `blank` allows
 * one. Returns it, -1 for blank; *chance how likely it is, 0 where it is
 * neither. */
int slot_value(const struct slot *slot, int low, int high, bool blank,
	       double *chance);

/* How likely a slot holds a number, whichever. */
double slot_number_chance(const struct slot *slot);

/* Adds a clue, a copy. Returns 0, or -1 with `problem` filled in. */
int claim_add_clue(struct claim *claim, const struct slot *slot, int value,
		   struct problem *problem, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
/* The same of a number that the board has in any case. */
int claim_add_total(struct claim *claim, const struct slot *slot, int value,
		    struct problem *problem, const char *name, ...)
	__attribute__((format(printf, 5, 6)));
/* The same of a square's sides. */
int claim_add_square(struct claim *claim, const struct slot *slot, int sides,
		     struct problem *problem, const char *name, int index);
/* How likely it is that the clue's value stands there. */
double claim_clue_chance(const struct claim_clue *clue);
/* Takes over the claim, which is freed on failure. */
int claim_list_add(struct claim_list *list, struct claim *claim,
		   struct problem *problem);
void claim_free(struct claim *claim);
void claim_list_free(struct claim_list *list);

/* Fills in `chance`. */
void claim_judge(struct claim *claim);
/* Of several puzzles that are claimed of one quartet, by whatever source of
 * evidence, one is true at most: each of the list is less likely, the likelier
 * the others among `all`, quartets alone, are, as they were judged; and so are
 * stacks on which a quartet lies. */
void claim_list_weigh(struct claim_list *list, const struct claim_list *all);

/* The features that every claim on cells x0 .. x0+columns-1 of a grid has
 * alike: EMPTY, UNBOXED, RESIDUAL, UNEVEN, TEXT. Blocks of columns and rows may
 * stand apart (0: there are none). */
void claim_measure(struct claim *claim, const struct slot_grid *grid, int x0,
		   int y0, int columns, int rows, int block_columns,
		   int block_rows);
/* Is there room between two of these columns or rows for one that was not seen,
 * or do two things stand side by side? */
bool claim_has_gap(const struct slot_grid *grid, int x0, int y0, int columns,
		   int rows);
/* STRANGE and DIGITS, of a claim whose slots are counted. */
void claim_set_faults(struct claim *claim, double strange, double unlikely);
/* How many faults those are, by the root of the slots. */
double claim_faults(const struct claim *claim);
/* BESIDE: what stands on the claim's place or no further than a cell off it, is
 * a number, or a box as large as one of its own, and is none of its clues; also
 * of the numbers that other sources of evidence showed. */
void claim_look_beside(struct claim *claim, const struct token_list *tokens,
		       const struct token *others, size_t other_count);
/* Sets the corners to the outline of these cells. */
void claim_place(struct claim *claim, const struct slot_grid *grid, int x0,
		 int y0, int columns, int rows);

#endif
