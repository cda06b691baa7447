/* What the checker of panels judges by: a line as it lies on a panel (rules 1
 * and 2) and the regions that it parts (rule 3). */
#ifndef PANEL_BOARD_H
#define PANEL_BOARD_H

#include "puzzle.h"

enum panel_line { PANEL_LINE_NONE, PANEL_LINE_PLAYER, PANEL_LINE_MIRROR };

enum { PANEL_REGION_NONE = -1 };

struct panel_board {
	const struct panel *panel;
	/* [y][x] doubled: enum panel_line on vertices and edges */
	uint8_t line[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	/* edges of which a line covers only half: it starts or ends there */
	bool half[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	/* [y][x] doubled, of cells and of vertices and edges without a line:
	 * from 0, or PANEL_REGION_NONE where open to the outside */
	int16_t region[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	int region_count;
	/* a line jumps or leaves the grid: it parts nothing */
	bool torn;
};

/* Right, down, left, up: doubled x and y. */
extern const int panel_board_steps[4][2];

/* Lays the line, of one point at least, and its mirror image on the panel and
 * finds the regions; these are not there where it is torn. Adds what breaks
 * rules 1 and 2; returns whether to go on (breach_add). */
bool panel_board_init(struct panel_board *board, const struct panel *panel,
		      const struct panel_solution *line,
		      struct breaches *breaches);

#endif
