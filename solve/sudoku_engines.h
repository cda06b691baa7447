/* The engines of sudoku (engines.h). They share no code but what a row, a
 * column and a box are. */
#ifndef SUDOKU_ENGINES_H
#define SUDOKU_ENGINES_H

#include "engines.h"
#include "rng.h"

enum { SUDOKU_GROUP_KINDS = 3 }; /* row, column, box */

/* A cell and what it belongs to. */
struct sudoku_place {
	int x, y;
	int groups[SUDOKU_GROUP_KINDS]; /* its row, its column, its box */
};

/* Cell `at` by rows from the top left. */
struct sudoku_place sudoku_place(const struct sudoku *sudoku, int at);

/* Depth first over bit masks; in search_sudoku.c. */
enum finish sudoku_search(struct finder *finder, struct problem *problem);
/* The same, what is tried next chosen at random. */
enum finish sudoku_search_random(struct finder *finder, struct rng *rng,
				 struct problem *problem);

/* Exact cover; in cover_sudoku.c. */
enum finish sudoku_cover(struct finder *finder, struct problem *problem);

/* Z3; in z3_sudoku.c. */
enum finish sudoku_z3(struct finder *finder, struct problem *problem);

/* Hands over a solution, its numbers by rows. */
enum finish sudoku_found(struct finder *finder, const int *numbers,
			 struct problem *problem);

#endif
