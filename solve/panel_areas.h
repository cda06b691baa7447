/* The parts of a board that lie open to each other while a line is searched. */
#ifndef PANEL_AREAS_H
#define PANEL_AREAS_H

#include <assert.h>

#include "panel_graph.h"

struct panel_state;

/* Counts by colour, as many as machines add at once. */
enum { GROUP_COLOURS = 16 };

/* Cells that are sure to share a region, summed up. */
struct group {
	int16_t size;
	bool holds;                   /* some symbol */
	int16_t positives, negatives; /* squares of polyominoes */
	int16_t pieces;               /* polyominoes with squares */
	int16_t eliminators;
	int16_t missed; /* dots and triangles that are surely at fault */
	uint16_t squares, stars; /* a bit per colour that there is one of */
	uint8_t things[GROUP_COLOURS]; /* symbols, no eliminators */
	uint8_t square_count[GROUP_COLOURS];
	uint8_t star_count[GROUP_COLOURS];
	uint8_t side; /* 1 left of the line, 2 right of it, 3: impossible */
};

static_assert((int)PANEL_COLOUR_COUNT <= (int)GROUP_COLOURS,
	      "a count for each colour");

/* Cells joined over edges that carry no line so far: what lies in different
 * areas cannot share a region. */
struct panel_areas {
	int16_t order[GRAPH_CELLS_MAX]; /* cells, area by area */
	int16_t root[GRAPH_CELLS_MAX];  /* of groups */
	int16_t area[GRAPH_NODES_MAX];  /* of nodes; of others than cells only
					 * where graph.has_outside */
	struct group sums[GRAPH_NODES_MAX];
	int16_t start[GRAPH_NODES_MAX + 1]; /* in `order` */
	bool open[GRAPH_NODES_MAX];         /* has edges not known yet */
	int count;
	/* Symbols that the eliminators of an area have to cancel at least, and
	 * those of them that no further fault can be one of. A finished area's
	 * eliminators are spent. */
	int16_t faults[GRAPH_NODES_MAX], firm[GRAPH_NODES_MAX];
	/* There are polyominoes among them. */
	bool misfits[GRAPH_NODES_MAX];
};

/* Eliminators of the area that may still cancel what is not known yet. */
static inline int panel_areas_spare(const struct panel_areas *areas, int area)
{
	return areas->sums[area].eliminators - areas->firm[area];
}

/* Must the polyominoes of the area fit, none of them being cancelled? */
static inline bool panel_areas_fits(const struct panel_areas *areas, int area)
{
	return panel_areas_spare(areas, area) <= 0 && !areas->misfits[area];
}

/* No area yet. */
void panel_areas_init(struct panel_areas *areas);

/* Finds the areas of the state as it is; `faults` and `firm` are nought. */
void panel_areas_find(struct panel_areas *areas,
		      const struct panel_state *state);

#endif
