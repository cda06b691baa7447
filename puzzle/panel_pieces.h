/* Do the polyominoes of a region cover it exactly (rule 8)? The checker's own
 * way, which shares nothing with the solver's. */
#ifndef PANEL_PIECES_H
#define PANEL_PIECES_H

#include "panel.h"

enum panel_fit { PANEL_FITS, PANEL_FITS_NOT, PANEL_FIT_TOO_HARD };

/* What has to be covered. */
struct panel_ground {
	const struct panel *panel; /* extent, wraps and rules count */
	bool region[PANEL_SIDE_MAX][PANEL_SIDE_MAX]; /* [row][column] */
	/* `precise` only, doubled: edges beside the region that carry no
	 * line, not even half of one */
	bool open[PANEL_SPAN_MAX][PANEL_SPAN_MAX];
	/* Placements that may still be tried, now and for other regions; what
	 * is tried is taken off. */
	long *tries_left;
};

/* A piece as it lies: the shape, turned, with its corner on that cell, which
 * may be beyond the rim. */
struct panel_lay {
	const struct panel_cell *cell; /* of `pieces` */
	uint64_t shape;
	int left, top;
};

/* `pieces` are the polyominoes of the region that count. Too hard means that
 * no placement was left to be tried. `lays`, which
 * may be NULL, is room for `count`: there the way found is told, of
 * *lay_count pieces; none where size alone decides. */
enum panel_fit panel_pieces_fit(const struct panel_ground *ground,
				const struct panel_cell *const *pieces,
				int count, struct panel_lay *lays,
				int *lay_count);

/* The cells of the board under the piece, doubled: room for all squares of a
 * shape. Returns how many. */
int panel_lay_cells(const struct panel *panel, const struct panel_lay *lay,
		    struct panel_at *cells);

#endif
