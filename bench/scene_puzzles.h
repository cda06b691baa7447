/* Random puzzles for scenes of a family. */
#ifndef SCENE_PUZZLES_H
#define SCENE_PUZZLES_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzle.h"

/* As many as one picture of the family holds, at most SCENE_PUZZLES_MAX;
 * returns how many, or -1. Where the family can vary what the maker makes,
 * `solvable` keeps to variants that have a solution; else some have none.
 * The caller frees each with puzzle_fini. */
int scene_puzzles_make(enum family family, uint64_t seed, bool solvable,
		       struct puzzle *puzzles, struct problem *problem);

#endif
