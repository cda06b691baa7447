/* Rule 8 of a panel's formula: way_P says how the P-th polyomino lies. For the
 * first of a region's polyominoes the pieces that lie there are added up, cell
 * by cell: they make one on each of its cells and nought elsewhere, or, where
 * their sizes make nought, nought everywhere. */
#include "smt2_panel_pieces.h"

#include <stdlib.h>

#include "alloc.h"

/* Terms of a formula, for each two polyominoes and each cell: some 60 bytes
 * each. A panel of 10 by 10 cells with 40 polyominoes has 80,000. */
enum { TERMS_MAX = 2000000 };

static void find_turns(struct smt2_piece *piece)
{
	uint64_t shape = piece->symbol->shape;

	piece->size = panel_shape_size(shape);
	for (int i = 0; i < (piece->symbol->rotatable ? 4 : 1); i++) {
		bool known = false;

		for (int k = 0; k < piece->turn_count; k++)
			known |= piece->turns[k] == shape;
		if (!known)
			piece->turns[piece->turn_count++] = shape;
		shape = panel_shape_turn(shape);
	}
}

/* The cell under a square; GRAPH_NONE off the board. */
static int cell_under(const struct panel_graph *graph, int column, int row)
{
	int x = 2 * column + 1;

	if (!panel_wrap(graph->panel, &x, 2 * row + 1))
		return GRAPH_NONE;
	return panel_graph_at(graph, x, 2 * row + 1);
}

static void add_edge(const struct panel_graph *graph, struct smt2_cover *cover,
		     int x, int y)
{
	panel_wrap(graph->panel, &x, y);
	cover->edges[cover->edge_count++] =
		(int16_t)panel_graph_at(graph, x, y);
}

/* A positive needs the edges between its squares; a negative frees all edges
 * of its own, each once. */
static void cover_edges(const struct smt2_pieces *pieces,
			const struct smt2_piece *piece,
			const struct smt2_lay *lay, int x, int y,
			struct smt2_cover *cover)
{
	uint64_t shape = piece->turns[lay->turn];
	bool negative = piece->symbol->negative;
	int left = 2 * (lay->left + x), top = 2 * (lay->top + y);

	if (negative || panel_shape_has(shape, x + 1, y))
		add_edge(pieces->graph, cover, left + 2, top + 1);
	if (negative || panel_shape_has(shape, x, y + 1))
		add_edge(pieces->graph, cover, left + 1, top + 2);
	if (negative && !panel_shape_has(shape, x - 1, y))
		add_edge(pieces->graph, cover, left, top + 1);
	if (negative && !panel_shape_has(shape, x, y - 1))
		add_edge(pieces->graph, cover, left + 1, top);
}

void smt2_pieces_cover(const struct smt2_pieces *pieces,
		       const struct smt2_piece *piece, int lay,
		       struct smt2_cover *cover)
{
	const struct smt2_lay *here = &piece->lays[lay];

	cover->cell_count = cover->edge_count = 0;
	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int cell;

			if (!panel_shape_has(piece->turns[here->turn], x, y))
				continue;
			cell = cell_under(pieces->graph, here->left + x,
					  here->top + y);
			if (cell == GRAPH_NONE)
				continue;
			cover->cells[cover->cell_count++] = (int16_t)cell;
			cover_edges(pieces, piece, here, x, y, cover);
		}
}

/* Pieces lie on the board wholly; negatives may hang over its rim where the
 * rules say so. */
static bool may_lie(const struct smt2_pieces *pieces,
		    const struct smt2_piece *piece, int lay)
{
	bool hangs = piece->symbol->negative &&
		     (pieces->graph->panel->rules & PANEL_HANGING);
	struct smt2_cover cover;

	smt2_pieces_cover(pieces, piece, lay, &cover);
	return cover.cell_count >= (hangs ? 1 : piece->size);
}

static int find_lays(const struct smt2_pieces *pieces, struct smt2_piece *piece)
{
	const struct panel *panel = pieces->graph->panel;
	int beyond = PANEL_SHAPE_MAX - 1;
	int left = panel->wraps ? 0 : -beyond;

	piece->lays = alloc_array((size_t)(4 * (panel->columns + beyond) *
					   (panel->rows + beyond)),
				  sizeof *piece->lays);
	if (!piece->lays)
		return -1;
	for (int turn = 0; turn < piece->turn_count; turn++)
		for (int y = -beyond; y < panel->rows; y++)
			for (int x = left; x < panel->columns; x++) {
				piece->lays[piece->lay_count] =
					(struct smt2_lay){ (uint8_t)turn,
							   (int8_t)x,
							   (int8_t)y };
				piece->lay_count += may_lie(pieces, piece,
							    piece->lay_count);
			}
	return 0;
}

int smt2_pieces_init(struct smt2_pieces *pieces,
		     const struct panel_graph *graph)
{
	*pieces = (struct smt2_pieces){ .graph = graph };
	pieces->pieces =
		alloc_array((size_t)graph->cell_count, sizeof *pieces->pieces);
	if (!pieces->pieces)
		return -1;
	for (int i = 0; i < graph->cell_count; i++) {
		const struct panel_cell *symbol = graph->cells[i].symbol;
		struct smt2_piece *piece = &pieces->pieces[pieces->count];

		if (symbol->kind != PANEL_POLYOMINO || !symbol->shape ||
		    graph->cells[i].outside)
			continue;
		piece->symbol = symbol;
		piece->cell = i;
		pieces->count++;
		find_turns(piece);
		pieces->squares += piece->size;
		if (find_lays(pieces, piece) < 0) {
			smt2_pieces_fini(pieces);
			return -1;
		}
	}
	return 0;
}

void smt2_pieces_fini(struct smt2_pieces *pieces)
{
	for (int i = 0; i < pieces->count; i++)
		free(pieces->pieces[i].lays);
	free(pieces->pieces);
	*pieces = (struct smt2_pieces){ 0 };
}

/* While rule 8 is written. */
struct sums {
	struct form *form;
	const struct smt2_pieces *pieces;
	int bits; /* of numbers, two's complement */
	/* [piece * graph->cell_count + cell], and of edges the same: has the
	 * formula a name for how often the piece is there? */
	bool *covers, *edges;
};

static int times(const int16_t *list, int count, int what)
{
	int found = 0;

	for (int i = 0; i < count; i++)
		found += list[i] == what;
	return found;
}

/* How often piece `number` lies on the cell (or edge) `what`: on a narrow
 * cylinder it may more than once. Returns whether it ever does; the first time
 * that is written begins the definition. */
static bool define_times(struct sums *sums, int number, bool edge, int what)
{
	const struct smt2_piece *piece = &sums->pieces->pieces[number];
	int way_bits = smt2_bits_for(piece->lay_count);
	struct buffer *out = sums->form->out;
	bool any = false;

	for (int lay = 0; lay < piece->lay_count; lay++) {
		struct smt2_cover cover;
		int count;

		smt2_pieces_cover(sums->pieces, piece, lay, &cover);
		count = edge ? times(cover.edges, cover.edge_count, what)
			     : times(cover.cells, cover.cell_count, what);
		if (!count)
			continue;
		if (!any)
			buffer_printf(out,
				      "(define-fun %s_%d_%d () (_ BitVec %d) "
				      "(bvadd (_ bv0 %d) (_ bv0 %d)",
				      edge ? "edge" : "cover", number, what,
				      sums->bits, sums->bits, sums->bits);
		any = true;
		buffer_printf(out,
			      " (ite (= way_%d (_ bv%d %d)) (_ bv%d %d) (_ bv0 "
			      "%d))",
			      number, lay, way_bits, count, sums->bits,
			      sums->bits);
	}
	if (any)
		buffer_puts(out, "))\n");
	return any;
}

static void define_piece(struct sums *sums, int number)
{
	const struct panel_graph *graph = &sums->form->graph;
	const struct smt2_piece *piece = &sums->pieces->pieces[number];
	int way_bits = smt2_bits_for(piece->lay_count);

	buffer_printf(sums->form->out,
		      "; polyomino %d in cell %d\n(define-fun lies_%d () Bool ",
		      number, piece->cell, number);
	smt2_put_stays(sums->form, piece->cell);
	buffer_puts(sums->form->out, ")\n");
	if (piece->lay_count)
		buffer_printf(sums->form->out,
			      "(declare-const way_%d (_ BitVec %d))\n"
			      "(assert (bvult way_%d (_ bv%d %d)))\n",
			      number, way_bits, number, piece->lay_count,
			      way_bits);
	for (int i = 0; i < graph->cell_count; i++)
		sums->covers[number * graph->cell_count + i] =
			define_times(sums, number, false, i);
	for (int i = 0;
	     i < graph->edge_count && (graph->panel->rules & PANEL_PRECISE);
	     i++)
		sums->edges[number * graph->edge_count + i] =
			define_times(sums, number, true, i);
}

/* "(and (= region_A region_B) lies_Q)": it is one of the first one's. */
static void put_with(struct sums *sums, int first, int number)
{
	const struct smt2_piece *pieces = sums->pieces->pieces;

	buffer_printf(sums->form->out, " (and (= region_%d region_%d) lies_%d)",
		      pieces[first].cell, pieces[number].cell, number);
}

/* The first polyomino of a region: first_P, no other comes before it; size_P,
 * what the sizes make; judged_P, there is one, and the shapes count. */
static void define_region(struct sums *sums, int first)
{
	const struct smt2_pieces *pieces = sums->pieces;
	const struct smt2_piece *list = pieces->pieces;
	struct buffer *out = sums->form->out;
	bool shapeless = pieces->graph->panel->rules & PANEL_SHAPELESS_ZERO;
	int bits = sums->bits;

	buffer_printf(out, "(define-fun first_%d () Bool (and true", first);
	for (int i = 0; i < first; i++)
		buffer_printf(out, " (not (= region_%d region_%d))",
			      list[first].cell, list[i].cell);
	buffer_printf(out,
		      "))\n(define-fun size_%d () (_ BitVec %d) (bvadd (_ bv0 "
		      "%d) (_ bv0 %d)",
		      first, bits, bits, bits);
	for (int i = first; i < pieces->count; i++) {
		buffer_puts(out, " (ite");
		put_with(sums, first, i);
		buffer_printf(out,
			      list[i].symbol->negative ? " (bvneg (_ bv%d %d))"
						       : " (_ bv%d %d)",
			      list[i].size, bits);
		buffer_printf(out, " (_ bv0 %d))", bits);
	}
	buffer_printf(out,
		      "))\n(define-fun judged_%d () Bool (and first_%d (or "
		      "false",
		      first, first);
	for (int i = first; i < pieces->count; i++)
		put_with(sums, first, i);
	buffer_puts(out, ")");
	if (shapeless) {
		/* sizes make nought and there is a negative: done */
		buffer_printf(out,
			      " (not (and (= size_%d (_ bv0 %d)) (or "
			      "false",
			      first, bits);
		for (int i = first; i < pieces->count; i++)
			if (list[i].symbol->negative)
				put_with(sums, first, i);
		buffer_puts(out, ")))");
	}
	buffer_printf(out,
		      "))\n(assert (=> judged_%d (bvsge size_%d (_ bv0 "
		      "%d))))\n",
		      first, first, bits);
	for (int i = first; i < pieces->count; i++) {
		if (list[i].lay_count)
			continue;
		buffer_printf(out, "(assert (not (and judged_%d", first);
		put_with(sums, first, i);
		buffer_puts(out, ")))\n");
	}
}

/* What the region's pieces make there, positives taken `sign` times. */
static void put_sum(struct sums *sums, int first, bool edge, int what)
{
	const struct panel_graph *graph = &sums->form->graph;
	const struct smt2_pieces *pieces = sums->pieces;
	struct buffer *out = sums->form->out;
	const bool *there = edge ? sums->edges : sums->covers;
	int size = edge ? graph->edge_count : graph->cell_count;

	for (int i = first; i < pieces->count; i++) {
		/* of edges a positive takes and a negative gives */
		bool minus = pieces->pieces[i].symbol->negative != edge;

		if (!there[i * size + what])
			continue;
		buffer_puts(out, " (ite");
		put_with(sums, first, i);
		buffer_printf(out, minus ? " (bvneg %s_%d_%d)" : " %s_%d_%d",
			      edge ? "edge" : "cover", i, what);
		buffer_printf(out, " (_ bv0 %d))", sums->bits);
	}
}

static void put_cell(struct sums *sums, int first, int cell)
{
	const struct smt2_piece *piece = &sums->pieces->pieces[first];
	struct buffer *out = sums->form->out;
	int bits = sums->bits;

	buffer_printf(out,
		      "(assert (=> judged_%d (= (bvadd (_ bv0 %d) (_ bv0 %d)",
		      first, bits, bits);
	put_sum(sums, first, false, cell);
	buffer_puts(out, ") ");
	if (smt2_region_of(sums->form, cell) != GRAPH_NONE)
		buffer_printf(out,
			      "(ite (and (bvsgt size_%d (_ bv0 %d)) (= "
			      "region_%d region_%d)) (_ bv1 %d) (_ bv0 %d))",
			      first, bits, piece->cell, cell, bits, bits);
	else
		buffer_printf(out, "(_ bv0 %d)", bits);
	buffer_puts(out, ")))\n");
}

/* `precise`: no more pieces reach over the edge than negatives free it for,
 * and one more where it lies in the region and carries no line. */
static void put_edge(struct sums *sums, int first, int edge)
{
	const struct smt2_piece *piece = &sums->pieces->pieces[first];
	int region = smt2_region_of(sums->form, GRAPH_EDGE_NODE + edge);
	struct buffer *out = sums->form->out;
	int bits = sums->bits;

	buffer_printf(out,
		      "(assert (=> judged_%d (bvsge (bvadd (_ bv0 %d) (_ bv0 "
		      "%d)",
		      first, bits, bits);
	if (region != GRAPH_NONE)
		buffer_printf(out,
			      " (ite (and (bvsgt size_%d (_ bv0 %d)) (not "
			      "seen_%d) (= region_%d region_%d)) (_ bv1 %d) "
			      "(_ bv0 %d))",
			      first, bits, edge, piece->cell, region, bits,
			      bits);
	put_sum(sums, first, true, edge);
	buffer_printf(out, ") (_ bv0 %d))))\n", bits);
}

static bool is_used(const struct sums *sums, int edge)
{
	for (int i = 0; i < sums->pieces->count; i++)
		if (sums->edges[i * sums->form->graph.edge_count + edge])
			return true;
	return false;
}

static void put_rule(struct sums *sums)
{
	const struct panel_graph *graph = &sums->form->graph;

	buffer_puts(sums->form->out,
		    "; rule 8: way_P, how polyomino P lies; size_P, what "
		    "those of its region make\n");
	for (int i = 0; i < sums->pieces->count; i++)
		define_piece(sums, i);
	for (int i = 0; i < sums->pieces->count; i++) {
		define_region(sums, i);
		for (int k = 0; k < graph->cell_count; k++)
			put_cell(sums, i, k);
		for (int k = 0; k < graph->edge_count; k++)
			if (is_used(sums, k))
				put_edge(sums, i, k);
	}
}

static int check_size(const struct smt2_pieces *pieces, struct problem *problem)
{
	const struct panel_graph *graph = pieces->graph;
	double pairs = pieces->count * (pieces->count + 1) / 2.0;
	double terms = pairs * graph->cell_count;

	if (graph->panel->rules & PANEL_PRECISE)
		terms += pairs * graph->edge_count;
	if (terms <= TERMS_MAX)
		return 0;
	return problem_set(
		problem, PROBLEM_LIMIT,
		"the formula would be too large: some %.0f terms for "
		"%d polyominoes on %d cells, %d at most",
		terms, pieces->count, graph->cell_count, TERMS_MAX);
}

int smt2_put_pieces(struct form *form, struct problem *problem)
{
	const struct panel_graph *graph = &form->graph;
	struct smt2_pieces pieces;
	struct sums sums = { .form = form, .pieces = &pieces };
	size_t count;
	int result = -1;

	if (smt2_pieces_init(&pieces, graph) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a formula");
	count = (size_t)pieces.count;
	if (check_size(&pieces, problem) < 0)
		goto fail;
	/* a sign, and room for every piece on one cell or edge */
	sums.bits = smt2_bits_for(4 * pieces.squares + 1) + 1;
	sums.covers = alloc_array(count * (size_t)graph->cell_count,
				  sizeof *sums.covers);
	sums.edges = alloc_array(count * (size_t)graph->edge_count,
				 sizeof *sums.edges);
	if (!sums.covers || !sums.edges) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a formula");
		goto fail;
	}
	if (pieces.count)
		put_rule(&sums);
	result = 0;
fail:
	free(sums.covers);
	free(sums.edges);
	smt2_pieces_fini(&pieces);
	return result;
}
