/* Where panels may lie: networks of lines of one colour, and the lattice they
 * leave open.
 *
 * A panel's lines are flat fields of one colour; what they enclose are the
 * cells. Breaks join neighbouring cells, so cells are told apart not by being
 * connected but by being wide: the hearts, farther from any line than half
 * the width of a break, stand in columns and rows. A maze with most of its
 * edges gone has no cells; where it stands upright, its lines' own rows and
 * columns give the lattice. */
#ifndef PANEL_FIND_H
#define PANEL_FIND_H

#include "page.h"
#include "panel.h"
#include "sighting.h"

/* A lattice that may be a panel. One unit is a cell, 0,0 the first vertex;
 * the extent is a first guess. */
struct panel_place {
	int columns, rows;
	struct homography cell_to_px;
	bool has_line_colour;
	uint32_t line_colour; /* 0xRRGGBB, about */
	bool guessed;         /* from the lines alone: no cells were seen */
	bool by_edges;        /* guessed where edges alone are seen */
	double told;          /* how much the cells seen say for it; 0: none */
	bool is_clear;        /* read, drawn to the full, with lines alike */
	/* the corners of all its cells, how many these are and whether it is a
	 * cylinder, where it is clear or lacks something */
	struct quad px_cells;
	int cells;
	bool wraps;
	/* The same but for this, so that it is no panel to solve; NULL: not. */
	const char *lacks;
	bool is_told; /* and if so, is it a panel by itself? */
};

struct panel_places {
	struct panel_place *list;
	size_t count, capacity;
};

/* Of which elements: lines are fields; those of few pixels, or that are
 * blurred, may be left as edges alone, strokes, and where these run together it
 * is looked around them. PANEL_BY_CELLS: no lattice is guessed where lines are
 * seen, but no cells. Fields that surround all else, as walls, pages and frames
 * do, are looked at by themselves: hardly any is a panel's. */
enum {
	PANEL_FIELDS = 1,
	PANEL_STROKES = 2,
	PANEL_BY_CELLS = 4,
	PANEL_GROUNDS = 8
};

/* Appends the page's lattices to a zeroed list, or the lattices of networks
 * of lines, as elements of one scale of the page show them, to these: but for
 * what lies in puzzles that were surely read, or in panels that were read at
 * all; those of which the cells say most come first. Both return 0, or -1
 * without memory; panel_places_fini frees in every case. */
int panel_find_lattices(const struct page *page,
			const struct sighting_list *known,
			struct panel_places *places);
int panel_find_networks(const struct elements *elements, unsigned kinds,
			const struct sighting_list *known,
			struct panel_places *places);
/* 0, or -1 without memory. */
int panel_places_add(struct panel_places *places,
		     const struct panel_place *place);
void panel_places_fini(struct panel_places *places);

/* The corners of all its cells, and does a point lie among them? */
struct quad panel_place_corners(const struct panel_place *place);
bool panel_place_takes_in(const struct panel_place *place, struct point px_at);

#endif
