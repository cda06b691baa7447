/* Rule 9 of a panel's formula, of polyominoes: they may be cancelled only where
 * all of the region, laid as they are, do not cover it. That no way to lay them
 * does cannot be said by a formula without quantifiers, so the regions that
 * they cover are found here, and listed. */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "smt2_panel_pieces.h"

enum {
	/* Cells of which every set is looked at, and polyominoes: 33 million,
	 * some seconds. */
	CELLS_MAX = 25,
	/* Bytes of the list: what z3 still reads in some ten seconds. */
	LIST_MAX = 64 << 20,
	/* Pieces laid to make it: a minute. */
	TRIES_MAX = 1000000000,
};

struct list {
	struct form *form;
	struct smt2_pieces pieces;
	int cells[CELLS_MAX]; /* that may belong to a region */
	int cell_count;
	uint32_t beside[CELLS_MAX]; /* the cells beside each, a bit each */
	uint32_t eliminators, polyominoes; /* the cells that hold one */
	int64_t tries;
	/* the set looked at: its cells, and which polyominoes are in it */
	uint32_t region;
	uint32_t within;
	bool done; /* they cover it whatever lines there are */
	int need[GRAPH_CELLS_MAX];
	int reach[GRAPH_EDGES_MAX]; /* how often pieces reach over an edge */
	size_t start;               /* of the list in the formula */
};

static bool is_too_long(const struct list *list)
{
	return list->tries > TRIES_MAX ||
	       list->form->out->length - list->start > LIST_MAX;
}

/* They cover the region where no line lies on the edges that they reach over:
 * then none may be cancelled. `whole`: whatever the region, if it holds these
 * polyominoes. */
static void put_clause(struct list *list, bool whole)
{
	struct buffer *out = list->form->out;
	const struct smt2_piece *pieces = list->pieces.pieces;
	int first = 0;

	while (!(list->within >> first & 1))
		first++;
	buffer_puts(out, "(assert (or");
	for (int i = 0; !whole && i < list->cell_count; i++)
		buffer_printf(out,
			      list->region >> i & 1
				      ? " (not (= region_%d region_%d))"
				      : " (= region_%d region_%d)",
			      pieces[first].cell, list->cells[i]);
	for (int i = 0; whole && i < list->pieces.count; i++)
		buffer_printf(out,
			      list->within >> i & 1
				      ? " (not (= region_%d region_%d))"
				      : " (= region_%d region_%d)",
			      pieces[first].cell, pieces[i].cell);
	for (int i = 0; i < list->form->graph.edge_count; i++)
		if (list->reach[i] > 0)
			buffer_printf(out, " seen_%d", i);
	buffer_puts(out, " (not (or false");
	for (int i = 0; i < list->pieces.count; i++)
		if (list->within >> i & 1)
			buffer_printf(out, " gone_%d", pieces[i].cell);
	buffer_puts(out, "))))\n");
}

/* The pieces lie and make what they have to: may they, for the edges? Of a
 * region each edge is free once; `zero`: of nothing none is. */
static void take_cover(struct list *list, bool zero)
{
	int most = 0;

	for (int i = 0; i < list->form->graph.edge_count; i++)
		most = list->reach[i] > most ? list->reach[i] : most;
	if (most > (zero ? 0 : 1))
		return;
	put_clause(list, zero);
	list->done = most == 0;
}

static void change(struct list *list, const struct smt2_piece *piece,
		   const struct smt2_cover *cover, int times)
{
	int sign = piece->symbol->negative ? 1 : -1;

	for (int i = 0; i < cover->cell_count; i++)
		list->need[cover->cells[i]] += sign * times;
	for (int i = 0; i < cover->edge_count; i++)
		list->reach[cover->edges[i]] -= sign * times;
}

/* May a positive lie so? Negatives lie already. */
static bool is_needed(const struct list *list, const struct smt2_cover *cover)
{
	for (int i = 0; i < cover->cell_count; i++)
		if (list->need[cover->cells[i]] < 1)
			return false;
	return true;
}

static bool covers(const struct smt2_cover *cover, int cell)
{
	for (int i = 0; i < cover->cell_count; i++)
		if (cover->cells[i] == cell)
			return true;
	return false;
}

static bool lays_negative(const struct list *list, uint32_t left)
{
	for (int i = 0; i < list->pieces.count; i++)
		if ((left >> i & 1) && list->pieces.pieces[i].symbol->negative)
			return true;
	return false;
}

static int first_need(const struct list *list)
{
	for (int i = 0; i < list->form->graph.cell_count; i++)
		if (list->need[i])
			return i;
	return GRAPH_NONE;
}

/* Lays the pieces that are left in every way: negatives first, anywhere, then
 * over the first cell that needs it each positive in turn. */
static void lay_left(struct list *list, uint32_t left, bool zero)
{
	bool negative = lays_negative(list, left);
	int cell = first_need(list);

	if (!left) {
		if (cell == GRAPH_NONE)
			take_cover(list, zero);
		return;
	}
	if (!negative && cell == GRAPH_NONE)
		return;
	for (int i = 0; i < list->pieces.count; i++) {
		const struct smt2_piece *piece = &list->pieces.pieces[i];

		if (!(left >> i & 1) || piece->symbol->negative != negative)
			continue;
		for (int k = 0; k < piece->lay_count; k++) {
			struct smt2_cover cover;

			if (list->done || is_too_long(list))
				return;
			smt2_pieces_cover(&list->pieces, piece, k, &cover);
			if (!(list->form->graph.panel->rules & PANEL_PRECISE))
				cover.edge_count = 0;
			if (!negative &&
			    (!covers(&cover, cell) || !is_needed(list, &cover)))
				continue;
			list->tries++;
			change(list, piece, &cover, 1);
			lay_left(list, left & ~((uint32_t)1 << i), zero);
			change(list, piece, &cover, -1);
		}
		/* the same in another order */
		if (negative)
			return;
	}
}

/* What the sizes of these polyominoes make. */
static int size_of(const struct list *list, uint32_t within, bool *negative)
{
	int size = 0;

	*negative = false;
	for (int i = 0; i < list->pieces.count; i++) {
		const struct smt2_piece *piece = &list->pieces.pieces[i];

		if (!(within >> i & 1))
			continue;
		size += piece->symbol->negative ? -piece->size : piece->size;
		*negative |= piece->symbol->negative;
	}
	return size;
}

static uint32_t polyominoes_in(const struct list *list, uint32_t region)
{
	uint32_t within = 0;

	for (int i = 0; i < list->pieces.count; i++)
		for (int k = 0; k < list->cell_count; k++)
			if ((region >> k & 1) &&
			    list->cells[k] == list->pieces.pieces[i].cell)
				within |= (uint32_t)1 << i;
	return within;
}

/* Where regions go round the corners of open cells, all sets may be. */
static bool may_be_region(const struct list *list, uint32_t region)
{
	uint32_t reached = region & -region;
	uint32_t before = 0;

	if (list->form->graph.has_outside)
		return true;
	while (reached != before) {
		before = reached;
		for (int i = 0; i < list->cell_count; i++)
			if (before >> i & 1)
				reached |= list->beside[i] & region;
	}
	return reached == region;
}

static void look_at_region(struct list *list, uint32_t region)
{
	bool hanging = list->form->graph.panel->rules & PANEL_HANGING;
	bool negative;
	int size;

	list->within = polyominoes_in(list, region);
	size = size_of(list, list->within, &negative);
	if (size <= 0 ||
	    (!(negative && hanging) && size != __builtin_popcount(region)))
		return;
	if (!may_be_region(list, region))
		return;
	list->region = region;
	list->done = false;
	for (int i = 0; i < list->cell_count; i++)
		list->need[list->cells[i]] = region >> i & 1;
	lay_left(list, list->within, false);
}

/* Polyominoes whose sizes make nought cancel out wherever their region lies. */
static void look_at_zero(struct list *list, uint32_t within)
{
	bool shapeless = list->form->graph.panel->rules & PANEL_SHAPELESS_ZERO;
	bool negative;

	if (size_of(list, within, &negative) != 0)
		return;
	list->within = within;
	list->done = false;
	memset(list->need, 0, sizeof list->need);
	if (shapeless)
		put_clause(list, true);
	else
		lay_left(list, within, true);
}

static void find_cells(struct list *list)
{
	const struct panel_graph *graph = &list->form->graph;

	for (int i = 0; i < graph->cell_count; i++) {
		const struct graph_cell *cell = &graph->cells[i];
		uint32_t bit = (uint32_t)1 << list->cell_count;

		if (cell->outside)
			continue;
		if (cell->symbol->kind == PANEL_ELIMINATOR)
			list->eliminators |= bit;
		if (cell->symbol->kind == PANEL_POLYOMINO &&
		    cell->symbol->shape)
			list->polyominoes |= bit;
		list->cells[list->cell_count++] = i;
	}
	for (int i = 0; i < list->cell_count; i++)
		for (int k = 0; k < list->cell_count; k++)
			for (int j = 0; j < 4; j++)
				if (graph->cells[list->cells[i]].beside[j] ==
				    list->cells[k])
					list->beside[i] |= (uint32_t)1 << k;
}

static void put_list(struct list *list)
{
	uint32_t all = ((uint32_t)1 << list->cell_count) - 1;
	uint32_t sets = (uint32_t)1 << list->pieces.count;

	buffer_puts(list->form->out, "; rule 9: polyominoes that cover their "
				     "region are no fault\n");
	for (uint32_t i = 1; i < sets && !is_too_long(list); i++)
		look_at_zero(list, i);
	for (uint32_t i = 1; i <= all && !is_too_long(list); i++)
		if ((i & list->eliminators) && (i & list->polyominoes))
			look_at_region(list, i);
}

static int count_region_cells(const struct panel_graph *graph)
{
	int count = 0;

	for (int i = 0; i < graph->cell_count; i++)
		count += !graph->cells[i].outside;
	return count;
}

int smt2_put_fits(struct form *form, struct problem *problem)
{
	int cells = count_region_cells(&form->graph);
	struct list *list;
	int result = 0;

	if (!form->graph.eliminators || !form->graph.has_polyominoes)
		return 0;
	if (cells > CELLS_MAX)
		return problem_set(
			problem, PROBLEM_LIMIT,
			"the formula would be too large: beside eliminators it "
			"lists the regions that polyominoes cover, up to 2^%d "
			"on %d cells; 2^%d at most",
			cells, cells, CELLS_MAX);
	list = calloc(1, sizeof *list);
	if (!list || smt2_pieces_init(&list->pieces, &form->graph) < 0) {
		free(list);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for a formula");
	}
	list->form = form;
	list->start = form->out->length;
	find_cells(list);
	put_list(list);
	if (is_too_long(list))
		result = problem_set(
			problem, PROBLEM_LIMIT,
			"the formula would be too large: beside eliminators it "
			"lists the regions that polyominoes cover, more than "
			"%d MB of them",
			LIST_MAX >> 20);
	smt2_pieces_fini(&list->pieces);
	free(list);
	return result;
}
