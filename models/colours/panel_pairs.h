/* Pairs of symbols of panels as the reader sees them in scenes (scenes/), drawn
 * once and kept in a file. */
#ifndef PANEL_PAIRS_H
#define PANEL_PAIRS_H

#include <stdint.h>
#include <stdio.h>

#include "colour_pair.h"
#include "problem.h"

struct panel_pair {
	uint32_t panel;      /* the same for all of one, which lie together */
	uint16_t symbols;    /* that panel has so many, */
	uint16_t one, other; /* of which these are two: below, less than */
	uint16_t same;       /* 1: they share a colour */
	float top;           /* the brightest of all */
	struct symbol_tint tints[2];
};

/* Draws scenes from number `first` on and appends the pairs of symbols of each
 * of their panels whose kinds are read rightly. Returns 0, or -1 with `problem`
 * filled in. */
int panel_pairs_draw(long first, long count, FILE *file,
		     struct problem *problem);

struct panel_pairs {
	struct panel_pair *list;
	long count;
};

/* Reads such a file. Returns 0, or -1 with `problem` filled in;
 * panel_pairs_fini frees in both cases. */
int panel_pairs_read(struct panel_pairs *pairs, const char *path,
		     struct problem *problem);
void panel_pairs_fini(struct panel_pairs *pairs);

#endif
