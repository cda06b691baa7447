/* One clue of a panel by its name, as readers of pictures name it
 * (puzzle_set_clue). x and y are doubled coordinates, values are JSON:
 *
 *   edges[3,2]         "whole", "gap" or "missing"
 *   dots[4,4]          null or a dot's colour
 *   starts[0,8]        true or false
 *   ends[8,0]          null or the direction of its stub, [1,-1]
 *   cells[1,3]         null or the symbol but for its colour: "square",
 *                      "star", "eliminator", "triangle 2", "polyomino ##/.#",
 *                      "polyomino turned hollow ##/.#"
 *   cells[1,3].colour  a colour's name */
#ifndef PANEL_CLUE_H
#define PANEL_CLUE_H

#include <stddef.h>

#include "panel.h"
#include "puzzle.h"

/* The symbol's text as above; with a name this long nothing is cut off. */
enum { PANEL_CLUE_TEXT = 100 };
void panel_symbol_text(const struct panel_cell *cell, char *text, size_t size);

/* Returns 0, or -1 with `problem` filled in where there is no such clue or
 * value; the puzzle is then as it was. */
int panel_set_clue(struct puzzle *puzzle, const char *clue,
		   const char *json_value, struct problem *problem);

#endif
