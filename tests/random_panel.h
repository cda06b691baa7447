/* Random panels with all kinds of things, up to 3 by 3 cells: for tests. */
#ifndef RANDOM_PANEL_H
#define RANDOM_PANEL_H

#include <string.h>

#include "puzzle.h"
#include "rng.h"

static inline void random_cell(struct rng *rng, struct panel_cell *cell,
			       int colours, bool eliminators, bool negatives)
{
	uint64_t shape = 0;

	cell->kind = (uint8_t)rng_between(rng, PANEL_SQUARE,
					  eliminators ? PANEL_ELIMINATOR
						      : PANEL_POLYOMINO);
	cell->colour = (uint8_t)rng_below(rng, (uint32_t)colours);
	if (cell->kind == PANEL_TRIANGLE)
		cell->count = rng_between(rng, 1, 4);
	if (cell->kind != PANEL_POLYOMINO)
		return;
	for (int i = rng_between(rng, 1, 3); i > 0; i--)
		shape |= (uint64_t)1 << (PANEL_SHAPE_MAX * rng_below(rng, 2) +
					 rng_below(rng, 3));
	cell->shape = panel_shape_trim(shape);
	cell->rotatable = rng_below(rng, 2);
	cell->negative = negatives && rng_below(rng, 3) == 0;
}

/* A start or an end and, mostly, its mirror image. */
static inline void random_end(struct rng *rng, struct panel *panel,
			      bool middles, bool end)
{
	uint32_t width = (uint32_t)panel_width(panel);
	uint32_t height = (uint32_t)panel_height(panel);
	int x, y, mx, my;

	do {
		x = (int)rng_below(rng, width);
		y = (int)rng_below(rng, height);
	} while (panel_is_cell(x, y) || (panel_is_edge(x, y) && !middles));
	*(end ? &panel->spots[y][x].end : &panel->spots[y][x].start) = true;
	if (panel->symmetry == PANEL_SYMMETRY_NONE || rng_below(rng, 10) == 0)
		return;
	panel_mirror(panel, x, y, &mx, &my);
	*(end ? &panel->spots[my][mx].end : &panel->spots[my][mx].start) = true;
}

static inline void random_spots(struct rng *rng, struct panel *panel, bool dots)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			struct panel_spot *spot = &panel->spots[y][x];

			if (panel_is_cell(x, y))
				continue;
			if (panel_is_edge(x, y) && rng_below(rng, 25) == 0)
				spot->edge = (uint8_t)rng_between(
					rng, PANEL_EDGE_GAP,
					PANEL_EDGE_MISSING);
			if (dots && rng_below(rng, 16) == 0)
				spot->dot = (uint8_t)rng_between(
					rng, PANEL_DOT_BLACK,
					PANEL_DOT_INVISIBLE);
			if (panel->symmetry == PANEL_SYMMETRY_NONE && spot->dot)
				spot->dot = PANEL_DOT_BLACK;
		}
}

/* All kinds of things, up to 3 by 3 cells. */
static inline void random_panel(uint64_t seed, struct puzzle *puzzle)
{
	struct panel *panel = &puzzle->as.panel;
	struct rng rng;
	int columns, rows, colours, density;
	bool wraps, eliminators, negatives;

	rng_seed(&rng, seed);
	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_panel;
	wraps = rng_below(&rng, 5) == 0;
	columns = rng_between(&rng, wraps ? 2 : 1, 3);
	rows = rng_between(&rng, 1, 3);
	panel_init(panel, columns, rows, wraps);
	panel->rules = rng_below(&rng, 1 << PANEL_RULES_COUNT);
	if (rng_below(&rng, 3) == 0)
		panel->symmetry = (enum panel_symmetry)rng_between(
			&rng, PANEL_HORIZONTAL,
			wraps ? PANEL_PARALLEL : PANEL_ROTATIONAL);
	random_spots(&rng, panel, rng_below(&rng, 3) > 0);
	for (int i = 0; i < 2; i++)
		for (int n = rng_between(&rng, 1, 3); n > 0; n--)
			random_end(&rng, panel, seed % 6 == 0, i);
	density = rng_between(&rng, 0, 4);
	colours = rng_between(&rng, 1, 3);
	eliminators = rng_below(&rng, 2);
	negatives = rng_below(&rng, 2);
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			if (rng_between(&rng, 0, 5) < density)
				random_cell(&rng, &panel->cells[y][x], colours,
					    eliminators, negatives);
}

#endif
