/* How polyominoes can be laid on a panel, for its formula: what rule 8 and its
 * part of rule 9 share. */
#ifndef SMT2_PANEL_PIECES_H
#define SMT2_PANEL_PIECES_H

#include "smt2_panel_form.h"

/* Where a piece can lie: turned, its corner on a cell that may be beyond the
 * rim or, on a cylinder, its seam. */
struct smt2_lay {
	uint8_t turn;
	int8_t left, top;
};

struct smt2_piece {
	const struct panel_cell *symbol;
	int cell; /* of the symbol */
	int size;
	uint64_t turns[4];
	int turn_count;
	struct smt2_lay *lays;
	int lay_count;
};

struct smt2_pieces {
	const struct panel_graph *graph;
	struct smt2_piece *pieces;
	int count;
	int squares; /* of all */
};

/* What a piece covers as it lies: cells, one for each of its squares on the
 * board, and, for the rules called precise, the edges that a positive needs to
 * be free or a negative frees. */
struct smt2_cover {
	int16_t cells[PANEL_SHAPE_MAX * PANEL_SHAPE_MAX];
	int16_t edges[4 * PANEL_SHAPE_MAX * PANEL_SHAPE_MAX];
	int cell_count, edge_count;
};

/* Those in cells that may belong to a region, and that have squares. Returns
 * 0, or -1 without memory; smt2_pieces_fini frees. `graph` must outlive it. */
int smt2_pieces_init(struct smt2_pieces *pieces,
		     const struct panel_graph *graph);
void smt2_pieces_fini(struct smt2_pieces *pieces);

void smt2_pieces_cover(const struct smt2_pieces *pieces,
		       const struct smt2_piece *piece, int lay,
		       struct smt2_cover *cover);

#endif
