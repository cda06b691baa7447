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

static inline bool on_rim(const struct panel *panel, int x, int y)
{
	return y == 0 || y == panel_height(panel) - 1 ||
	       (!panel->wraps && (x == 0 || x == panel_width(panel) - 1));
}

/* Edges at the rim that are not drawn: cells lie open to the outside, and
 * regions go round their corners. */
static inline void open_rim(struct rng *rng, struct panel *panel)
{
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++)
			if (panel_is_edge(x, y) &&
			    rng_below(rng, on_rim(panel, x, y) ? 8 : 24) == 0)
				panel->spots[y][x].edge = PANEL_EDGE_MISSING;
}

/* A vertex on the rim or the middle of an edge that leads there. */
static inline void rim_end(struct rng *rng, struct panel *panel, bool middle,
			   bool end)
{
	uint32_t width = (uint32_t)panel_width(panel);
	uint32_t height = (uint32_t)panel_height(panel);
	int x, y, mx, my;

	do {
		x = 2 * (int)rng_below(rng, (width + 1) / 2);
		y = 2 * (int)rng_below(rng, (height + 1) / 2);
	} while (x >= (int)width || !on_rim(panel, x, y));
	while (middle) {
		int along = rng_below(rng, 2) ? 1 : -1;
		bool upright = rng_below(rng, 2);
		int to_x = upright ? x : x + along;
		int to_y = upright ? y + along : y;

		if (!panel_wrap(panel, &to_x, to_y))
			continue;
		x = to_x;
		y = to_y;
		break;
	}
	*(end ? &panel->spots[y][x].end : &panel->spots[y][x].start) = true;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	panel_mirror(panel, x, y, &mx, &my);
	*(end ? &panel->spots[my][mx].end : &panel->spots[my][mx].start) = true;
}

/* A polyomino of up to five squares, mostly in one piece. */
static inline void random_piece(struct rng *rng, struct panel_cell *cell)
{
	uint64_t shape = 1;
	int x = 2, y = 2, n = rng_between(rng, 0, 3);

	shape = (uint64_t)1 << (PANEL_SHAPE_MAX * y + x);
	while (n-- > 0) {
		int step = (int)rng_below(rng, 8) == 0 ? 2 : 1;

		if (rng_below(rng, 2))
			x += rng_below(rng, 2) ? step : -step;
		else
			y += rng_below(rng, 2) ? step : -step;
		if (x < 0 || y < 0 || x > 4 || y > 4)
			break;
		shape |= (uint64_t)1 << (PANEL_SHAPE_MAX * y + x);
	}
	cell->kind = PANEL_POLYOMINO;
	cell->shape = panel_shape_trim(shape);
	cell->rotatable = rng_below(rng, 2);
	cell->negative = false;
}

/* More pairs of a start and an end than are searched one by one. */
static inline void crowd_ends(struct rng *rng, struct panel *panel)
{
	for (int y = 0; y < panel_height(panel); y += 2)
		for (int x = 0; x < panel_width(panel); x += 2) {
			panel->spots[y][x].start |= rng_below(rng, 8) > 0;
			panel->spots[y][x].end |= rng_below(rng, 8) > 0;
		}
}

/* Panels whose lines run from rim to rim, as those that proofs by sides and by
 * whole regions are made on: with open rims, half edges, cylinders, symmetry.
 * Up to 4 by 4 cells; those of 4 columns have at most `rows_beside_four`. */
static inline void random_rim_panel_up_to(uint64_t seed, int rows_beside_four,
					  struct puzzle *puzzle)
{
	struct panel *panel = &puzzle->as.panel;
	struct rng rng;
	int columns, rows, others, pieces, colours;
	bool wraps, crowded, middles, takes_away;

	rng_seed(&rng, seed);
	memset(puzzle, 0, sizeof *puzzle);
	puzzle->family = FAMILY_panel;
	wraps = rng_below(&rng, 8) == 0;
	crowded = rng_below(&rng, 32) == 0;
	columns = rng_between(&rng, 2, crowded ? 3 : 4);
	rows = rng_between(&rng, 2,
			   crowded        ? 2
			   : columns == 4 ? rows_beside_four
					  : 4);
	panel_init(panel, columns, rows, wraps);
	if (rng_below(&rng, 2))
		panel->rules = rng_below(&rng, 1 << PANEL_RULES_COUNT);
	if (rng_below(&rng, 4) == 0)
		panel->symmetry = (enum panel_symmetry)rng_between(
			&rng, PANEL_HORIZONTAL,
			wraps ? PANEL_PARALLEL : PANEL_ROTATIONAL);
	middles = rng_below(&rng, 3) == 0;
	takes_away = rng_below(&rng, 4) == 0;
	if (middles && rng_below(&rng, 2))
		panel->rules |= PANEL_FAT_STARTS;
	random_spots(&rng, panel, rng_below(&rng, 4) == 0);
	if (rng_below(&rng, 3) == 0)
		open_rim(&rng, panel);
	for (int i = 0; i < 2; i++)
		for (int n = rng_below(&rng, 3) ? 1 : 2; n > 0; n--)
			rim_end(&rng, panel, middles && rng_below(&rng, 3), i);
	if (crowded)
		crowd_ends(&rng, panel);
	pieces = rng_between(&rng, 1, 3);
	others = rng_between(&rng, 0, 2);
	colours = rng_between(&rng, 1, 3);
	for (int i = 0; i < pieces + others; i++) {
		struct panel_cell *cell =
			&panel->cells[rng_below(&rng, (uint32_t)rows)]
				     [rng_below(&rng, (uint32_t)columns)];

		random_cell(&rng, cell, colours, takes_away, takes_away);
		if (i < pieces)
			random_piece(&rng, cell);
	}
}

static inline void random_rim_panel(uint64_t seed, struct puzzle *puzzle)
{
	random_rim_panel_up_to(seed, 3, puzzle);
}

#endif
