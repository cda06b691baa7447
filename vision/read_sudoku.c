#include "vision.h"

/* The stages that families share read sudokus (spine.h). */
const struct read_family read_sudoku = { .by_stages = true };
