/* The families whose puzzles stand in a grid, a stack or a quartet. */
#ifndef GRIDS_H
#define GRIDS_H

#include "claim.h"

extern const struct claim_family claim_cross_sum;
extern const struct claim_family claim_pyramid;
extern const struct claim_family claim_sudoku;
extern const struct claim_family claim_suko;
extern const struct claim_family claim_tracks;

#endif
