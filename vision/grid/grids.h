/* The families whose puzzles are numbers in a grid or a stack. */
#ifndef GRIDS_H
#define GRIDS_H

#include "claim.h"

extern const struct claim_family claim_cross_sum;
extern const struct claim_family claim_pyramid;
extern const struct claim_family claim_sudoku;
extern const struct claim_family claim_suko;

#endif
