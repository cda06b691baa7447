/* Rule 9 of a panel's formula: what eliminators cancel. What stands here holds
 * only where there are eliminators; else nothing is cancelled.
 *
 * A fault is one of the region as it stands, the eliminators' colours counted
 * for stars. What must be cancelled is: missed dots, wrong triangles, stars
 * that nothing shares a colour with; squares, crowded stars and polyominoes
 * (smt2_panel_fits.c) may be. What is left has no fault, without the
 * eliminators' colours. */
#include "smt2_panel_form.h"

static bool is_kind(const struct form *form, int cell, enum panel_kind kind)
{
	return !form->graph.cells[cell].outside &&
	       form->graph.cells[cell].symbol->kind == kind;
}

/* Calls `visit` for each dot that can be missed: its node. */
static void for_dots(struct form *form,
		     void (*visit)(struct form *form, int node, void *data),
		     void *data)
{
	const struct panel_graph *graph = &form->graph;

	for (int i = 0; i < graph->vertex_count; i++)
		if (graph->vertices[i].dot &&
		    smt2_region_of(form, GRAPH_VERTEX_NODE + i) != GRAPH_NONE)
			visit(form, GRAPH_VERTEX_NODE + i, data);
	for (int i = 0; i < graph->edge_count; i++)
		if (graph->edges[i].dot &&
		    smt2_region_of(form, GRAPH_EDGE_NODE + i) != GRAPH_NONE)
			visit(form, GRAPH_EDGE_NODE + i, data);
}

static void declare_missed(struct form *form, int node, void *data)
{
	(void)data;
	buffer_printf(form->out, "(declare-const missed_%d Bool)\n", node);
}

void smt2_declare_gone(struct form *form)
{
	if (!form->graph.eliminators)
		return;
	buffer_puts(form->out, "; rule 9: gone_C, the symbol of cell C is "
			       "cancelled; missed_D, so is a dot\n");
	for (int i = 0; i < form->graph.cell_count; i++)
		if (smt2_may_go(form, i))
			buffer_printf(form->out,
				      "(declare-const gone_%d Bool)\n", i);
	for_dots(form, declare_missed, NULL);
}

/* Squares of two colours: one of them goes; none goes without the other. */
static void put_square(struct form *form, int cell)
{
	const struct panel_graph *graph = &form->graph;
	int colour = graph->cells[cell].symbol->colour;

	buffer_printf(form->out, "(assert (=> gone_%d (or false", cell);
	for (int i = 0; i < graph->cell_count; i++)
		if (is_kind(form, i, PANEL_SQUARE) &&
		    graph->cells[i].symbol->colour != colour)
			buffer_printf(form->out, " (= region_%d region_%d)",
				      cell, i);
	buffer_puts(form->out, ")))\n");
	for (int i = 0; i < cell; i++)
		if (is_kind(form, i, PANEL_SQUARE) &&
		    graph->cells[i].symbol->colour != colour)
			buffer_printf(form->out,
				      "(assert (=> (= region_%d region_%d) "
				      "(or gone_%d gone_%d)))\n",
				      cell, i, cell, i);
}

/* How many things share the star's region and colour: with `all` as it stands,
 * else what is left. */
static void put_things(struct form *form, int star, bool all)
{
	const struct panel_graph *graph = &form->graph;
	int colour = graph->cells[star].symbol->colour;

	buffer_puts(form->out, "(+ 0 0");
	for (int i = 0; i < graph->cell_count; i++) {
		const struct panel_cell *symbol = graph->cells[i].symbol;

		if (i == star || graph->cells[i].outside ||
		    symbol->kind == PANEL_EMPTY || symbol->colour != colour ||
		    (!all && symbol->kind == PANEL_ELIMINATOR))
			continue;
		buffer_printf(form->out, " (ite (and (= region_%d region_%d) ",
			      star, i);
		if (all)
			buffer_puts(form->out, "true");
		else
			smt2_put_stays(form, i);
		buffer_puts(form->out, ") 1 0)");
	}
	buffer_puts(form->out, ")");
}

static void put_star(struct form *form, int star)
{
	struct buffer *out = form->out;

	buffer_printf(out, "(define-fun about_%d () Int ", star);
	put_things(form, star, true);
	buffer_printf(out,
		      ")\n(assert (=> (< about_%d 1) gone_%d))\n"
		      "(assert (=> (= about_%d 1) (not gone_%d)))\n"
		      "(assert (=> (not gone_%d) (= 1 ",
		      star, star, star, star, star);
	put_things(form, star, false);
	buffer_puts(out, ")))\n");
}

/* Is the node in the region of the eliminator? */
static void put_beside(struct form *form, int eliminator, int node)
{
	buffer_printf(form->out, "(= region_%d region_%d)", eliminator,
		      smt2_region_of(form, node));
}

static void count_missed(struct form *form, int node, void *data)
{
	const int *eliminator = data;

	buffer_printf(form->out, " (ite (and missed_%d ", node);
	put_beside(form, *eliminator, node);
	buffer_puts(form->out, ") 1 0)");
}

/* Each cancels one; of those left over two cancel each other, unless the rules
 * say otherwise. */
static void put_balance(struct form *form, int eliminator)
{
	const struct panel_graph *graph = &form->graph;
	bool strict = graph->panel->rules & PANEL_STRICT_ELIMINATORS;
	struct buffer *out = form->out;

	buffer_printf(out, "(define-fun spare_%d () Int (- (+ 0 0", eliminator);
	for (int i = 0; i < graph->cell_count; i++)
		if (is_kind(form, i, PANEL_ELIMINATOR))
			buffer_printf(out, " (ite (= region_%d region_%d) 1 0)",
				      eliminator, i);
	buffer_puts(out, ") (+ 0 0");
	for (int i = 0; i < graph->cell_count; i++)
		if (smt2_may_go(form, i))
			buffer_printf(out,
				      " (ite (and gone_%d (= region_%d "
				      "region_%d)) 1 0)",
				      i, eliminator, i);
	for_dots(form, count_missed, &eliminator);
	buffer_printf(out, ")))\n(assert (or (= spare_%d 0)", eliminator);
	for (int left = 2; left <= graph->eliminators && !strict; left += 2)
		buffer_printf(out, " (= spare_%d %d)", eliminator, left);
	buffer_puts(out, "))\n");
}

/* What is cancelled has an eliminator in its region. */
static void need_eliminator(struct form *form, int node, void *name)
{
	buffer_printf(form->out, "(assert (=> %s_%d (or false", (char *)name,
		      node);
	for (int i = 0; i < form->graph.cell_count; i++) {
		if (!is_kind(form, i, PANEL_ELIMINATOR))
			continue;
		buffer_puts(form->out, " ");
		put_beside(form, i, node);
	}
	buffer_puts(form->out, ")))\n");
}

void smt2_put_eliminators(struct form *form)
{
	static char gone[] = "gone", missed[] = "missed";
	const struct panel_graph *graph = &form->graph;

	if (!graph->eliminators)
		return;
	buffer_puts(form->out, "; rules 6, 7 and 9\n");
	for (int i = 0; i < graph->cell_count; i++) {
		if (is_kind(form, i, PANEL_SQUARE))
			put_square(form, i);
		if (is_kind(form, i, PANEL_STAR))
			put_star(form, i);
		if (is_kind(form, i, PANEL_ELIMINATOR))
			put_balance(form, i);
		if (smt2_may_go(form, i))
			need_eliminator(form, i, gone);
	}
	for_dots(form, need_eliminator, missed);
}
