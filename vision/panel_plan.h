/* The surroundings of a sheet's lattice, as far as the picture shows them, as a
 * picture of one bit: what has the colour of the lattice's lines. */
#ifndef PANEL_PLAN_H
#define PANEL_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "panel_sheet.h"

/* A straight piece of line: `at` across, from..to along, in cells. */
struct stroke {
	double at, from, to;
};

struct strokes {
	struct stroke *list;
	size_t count, capacity;
};

struct plan {
	const struct sheet *sheet;
	int left, top, right, bottom; /* cells of the lattice, whole */
	bool is_cut;                  /* the picture shows more */
	int cell;                     /* samples a cell */
	int width, height;
	uint8_t *line, *turned; /* by rows, by columns */
	/* lying, upright; none at first: added by whoever looks for them */
	struct strokes strokes[2];
};

/* Of so many cells at most beyond each side of the lattice. Returns 0, or -1
 * without memory; plan_fini frees, strokes too, in both cases. The sheet must
 * outlive the plan. */
int plan_init(struct plan *plan, const struct sheet *sheet, int beyond);
void plan_fini(struct plan *plan);

#endif
