/* The regions that polyominoes may make up: for each choice of symbols that
 * may come to share one, every set of cells that just their pieces cover. */
#ifndef PANEL_REGIONS_H
#define PANEL_REGIONS_H

#include "panel_cover.h"
#include "rng.h"

enum {
	/* Symbols with pieces: of more there are too many choices. */
	REGION_SYMBOLS_MAX = 14,
	/* Regions that are kept: a third of a megabyte. */
	REGIONS_MAX = 8192,
};

struct region {
	struct cell_set cells;
	uint32_t symbols; /* a bit per symbol */
};

struct panel_regions {
	int16_t symbols[REGION_SYMBOLS_MAX]; /* cells with polyominoes */
	int symbol_count;
	struct region regions[REGIONS_MAX];
	int count;
	bool complete; /* there are no others */
	int64_t tries; /* pieces laid */
};

/* Lists the regions that the state leaves possible, those of few symbols
 * first. The state is concluded, has a cover, and no more symbols than
 * REGION_SYMBOLS_MAX. Lays no more pieces than `tries_max` for one choice of
 * symbols and the square of it for all, so that choices of many symbols come
 * last; `rng` says which pieces first. Where the deadline passes the state is
 * late. */
void panel_regions_find(struct panel_regions *regions,
			struct panel_state *state, struct rng *rng,
			int64_t tries_max);

#endif
