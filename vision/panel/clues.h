/* What was seen of a panel as a puzzle, with a reading for every clue: each
 * edge, dot, start, end and symbol with how sure it is and what else it may
 * be, named as panel_clue.h names them. */
#ifndef PANEL_CLUES_H
#define PANEL_CLUES_H

#include "panel_lines.h"
#include "sheet.h"
#include "symbols.h"
#include "sighting.h"

struct panel_looks {
	bool wraps; /* then `lines` has no last column */
	bool round; /* a pillar's: its light differs all around */
	struct panel_lines lines;
	struct symbol_look symbols[PANEL_SIDE_MAX][PANEL_SIDE_MAX];
};

/* Fills in the sighting's panel and adds its readings; its confidence, which
 * must be set, is multiplied by theirs. Returns 0, or -1 with `problem`. */
int clues_take(const struct sheet *sheet, const struct panel_looks *looks,
	       struct sighting *sighting, struct problem *problem);

/* Are nearly all edges, starts, ends and dots read surely? Then there is a
 * panel, however little the rest is made out: its confidence is no less than
 * what a sighting must have. */
bool clues_show_frame(const struct panel_lines *lines);

#endif
