#include "smt2_panel.h"

#include <stdio.h>
#include <stdlib.h>

#include "smt2_panel_form.h"

/* Half of the edge, from or to its middle, is covered by the player. */
static void define_half(struct form *form, int edge)
{
	struct buffer *out = form->out;

	buffer_printf(out, "(define-fun half_%d () Bool (or false", edge);
	for (int i = 0; i < form->start_count; i++)
		if (form->starts[i].edge == edge)
			buffer_printf(out, " start_%d", i);
	for (int i = 0; i < form->end_count; i++)
		if (form->ends[i].edge == edge)
			buffer_printf(out, " end_%d", i);
	for (int i = 0; i < form->point_count; i++)
		if (form->points[i] == edge)
			buffer_printf(out, " point_%d", edge);
	buffer_puts(out, "))\n");
}

/* Half of the edge parts what lies beside it: the player starts there, and
 * the rules say so. */
static void define_fat(struct form *form, int edge)
{
	struct buffer *out = form->out;

	buffer_printf(out, "(define-fun fat_%d () Bool (or false", edge);
	for (int i = 0; i < form->start_count; i++)
		if (form->starts[i].edge == edge)
			buffer_printf(out, " start_%d", i);
	for (int i = 0; i < form->point_count; i++)
		if (form->points[i] == edge)
			buffer_printf(out, " point_%d", edge);
	buffer_puts(out, "))\n");
}

/* A region goes round the half edge at the other end unless a line passes
 * there; where vertices are parts of regions that follows by itself. */
static void put_fat(struct form *form, int edge, int mirror)
{
	const int16_t *ends = form->graph.edges[edge].ends;

	buffer_printf(form->out, " (and (or fat_%d fat_%d)", edge, mirror);
	if (!form->graph.has_outside)
		buffer_printf(form->out, " passed_%d passed_%d", ends[0],
			      ends[1]);
	buffer_puts(form->out, ")");
}

/* What parts regions, and what counts for triangles and dots. */
static void define_lines(struct form *form)
{
	const struct panel_graph *graph = &form->graph;
	bool fat = graph->panel->rules & PANEL_FAT_STARTS;
	struct buffer *out = form->out;

	for (int i = 0; i < graph->vertex_count; i++) {
		int mirror = graph->vertices[i].mirror;

		buffer_printf(out,
			      "(define-fun passed_%d () Bool "
			      "(or used_%d used_%d))\n",
			      i, i, mirror == GRAPH_NONE ? i : mirror);
	}
	buffer_puts(out, "; on_E: a line parts what lies beside edge E; "
			 "seen_E: it counts there, be it half\n");
	for (int i = 0; i < graph->edge_count && fat; i++)
		define_fat(form, i);
	for (int i = 0; i < graph->edge_count; i++) {
		int mirror = graph->edges[i].mirror;

		if (mirror == GRAPH_NONE)
			mirror = i;
		buffer_printf(out,
			      "(define-fun on_%d () Bool (or own_%d own_%d", i,
			      i, mirror);
		if (fat)
			put_fat(form, i, mirror);
		buffer_printf(out,
			      "))\n(define-fun seen_%d () Bool "
			      "(or own_%d own_%d half_%d half_%d))\n",
			      i, i, mirror, i, mirror);
	}
}

static void declare(struct form *form)
{
	const struct panel_graph *graph = &form->graph;
	struct buffer *out = form->out;
	int bits = smt2_bits_for(graph->vertex_count);

	for (int i = 0; i < form->start_count; i++)
		buffer_printf(out, "(declare-const start_%d Bool)\n", i);
	for (int i = 0; i < form->end_count; i++)
		buffer_printf(out, "(declare-const end_%d Bool)\n", i);
	for (int i = 0; i < form->point_count; i++)
		buffer_printf(out, "(declare-const point_%d Bool)\n",
			      form->points[i]);
	for (int i = 0; i < graph->vertex_count; i++)
		buffer_printf(out,
			      "(declare-const used_%d Bool)\n"
			      "(declare-const at_%d (_ BitVec %d))\n",
			      i, i, bits);
	for (int i = 0; i < graph->edge_count; i++) {
		if (smt2_is_drawable(form, i))
			buffer_printf(out,
				      "(declare-const go_%d Bool)\n"
				      "(declare-const back_%d Bool)\n"
				      "(define-fun own_%d () Bool "
				      "(or go_%d back_%d))\n",
				      i, i, i, i, i);
		else
			buffer_printf(out,
				      "(define-fun own_%d () Bool false)\n", i);
		define_half(form, i);
	}
	define_lines(form);
}

/* Exactly one of the ways, or one point, is taken. */
static void put_one(struct form *form, const char *which, int count)
{
	struct buffer *out = form->out;

	buffer_puts(out, "(assert (or false");
	for (int i = 0; i < count; i++)
		buffer_printf(out, " %s_%d", which, i);
	for (int i = 0; i < form->point_count; i++)
		buffer_printf(out, " point_%d", form->points[i]);
	buffer_puts(out, "))\n");
	for (int i = 0; i < count; i++) {
		for (int k = 0; k < i; k++)
			buffer_printf(out, "(assert (not (and %s_%d %s_%d)))\n",
				      which, i, which, k);
		for (int k = 0; k < form->point_count; k++)
			buffer_printf(out,
				      "(assert (not (and %s_%d point_%d)))\n",
				      which, i, form->points[k]);
	}
	for (int i = 0; i < form->point_count; i++)
		for (int k = 0; k < i; k++)
			buffer_printf(out,
				      "(assert (not (and point_%d "
				      "point_%d)))\n",
				      form->points[i], form->points[k]);
}

/* The line enters (or leaves) the vertex once if it passes it. */
static void put_degree(struct form *form, int vertex, bool in)
{
	const struct panel_graph *graph = &form->graph;
	const struct way *ways = in ? form->starts : form->ends;
	int way_count = in ? form->start_count : form->end_count;
	/* four edges, itself, and the middles of four edges */
	char names[9][24];
	int count = 0;

	for (int i = 0; i < 4; i++) {
		int edge = graph->vertices[vertex].edges[i];
		bool first;

		if (edge == GRAPH_NONE || !smt2_is_drawable(form, edge))
			continue;
		/* in: over an edge towards its end here */
		first = graph->edges[edge].ends[0] == vertex;
		snprintf(names[count++], sizeof *names, "%s_%d",
			 first == in ? "back" : "go", edge);
	}
	for (int i = 0; i < way_count && count < 9; i++)
		if (ways[i].vertex == vertex)
			snprintf(names[count++], sizeof *names, "%s_%d",
				 in ? "start" : "end", i);
	buffer_printf(form->out, "(assert (= used_%d (or false", vertex);
	for (int i = 0; i < count; i++)
		buffer_printf(form->out, " %s", names[i]);
	buffer_puts(form->out, ")))\n");
	for (int i = 0; i < count; i++)
		for (int k = 0; k < i; k++)
			buffer_printf(form->out, "(assert (not (and %s %s)))\n",
				      names[i], names[k]);
}

static void put_line(struct form *form)
{
	const struct panel_graph *graph = &form->graph;
	struct buffer *out = form->out;
	int bits = smt2_bits_for(graph->vertex_count);

	buffer_puts(out, "; rule 1: one start, one end; every vertex in "
			 "between is entered and left once\n");
	put_one(form, "start", form->start_count);
	put_one(form, "end", form->end_count);
	for (int i = 0; i < graph->vertex_count; i++) {
		put_degree(form, i, true);
		put_degree(form, i, false);
	}
	buffer_puts(out, "; rule 1: no loop apart; the vertices are numbered "
			 "along the line\n");
	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		if (edge->half_may)
			buffer_printf(out,
				      "(assert (not (and own_%d half_%d)))\n",
				      i, i);
		if (!smt2_is_drawable(form, i))
			continue;
		buffer_printf(out,
			      "(assert (=> go_%d (= at_%d (bvadd at_%d "
			      "(_ bv1 %d)))))\n"
			      "(assert (=> back_%d (= at_%d (bvadd at_%d "
			      "(_ bv1 %d)))))\n",
			      i, edge->ends[1], edge->ends[0], bits, i,
			      edge->ends[0], edge->ends[1], bits);
	}
	for (int i = 0; i < form->start_count; i++) {
		buffer_printf(out,
			      "(assert (=> start_%d (= at_%d (_ bv0 %d))))\n",
			      i, form->starts[i].vertex, bits);
		for (int k = 0; k < form->end_count; k++)
			if (form->starts[i].edge != GRAPH_NONE &&
			    form->starts[i].edge == form->ends[k].edge)
				buffer_printf(out,
					      "(assert (not (and start_%d "
					      "end_%d)))\n",
					      i, k);
	}
}

static void put_mirror(struct form *form)
{
	const struct panel_graph *graph = &form->graph;

	if (graph->panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	buffer_puts(form->out, "; rule 2: the mirrored line never touches\n");
	for (int i = 0; i < graph->vertex_count; i++) {
		int mirror = graph->vertices[i].mirror;

		if (mirror != GRAPH_NONE)
			buffer_printf(form->out,
				      "(assert (not (and used_%d used_%d)))\n",
				      i, mirror);
	}
	for (int i = 0; i < graph->edge_count; i++) {
		int mirror = graph->edges[i].mirror;

		if (mirror != GRAPH_NONE && mirror != i &&
		    graph->edges[i].half_may)
			buffer_printf(form->out,
				      "(assert (not (and half_%d (or half_%d "
				      "own_%d))))\n",
				      i, mirror, mirror);
	}
}

/* A line passes over the dot, or an eliminator cancels it. */
static void put_dot(struct form *form, int node, const char *passed, int number)
{
	bool may_go = form->graph.eliminators &&
		      smt2_region_of(form, node) != GRAPH_NONE;

	if (may_go)
		buffer_printf(form->out, "(assert (= missed_%d (not %s_%d)))\n",
			      node, passed, number);
	else
		buffer_printf(form->out, "(assert %s_%d)\n", passed, number);
}

static void put_triangle(struct form *form, int cell)
{
	const struct graph_cell *here = &form->graph.cells[cell];
	struct buffer *out = form->out;

	buffer_puts(out, "(assert (= ");
	smt2_put_stays(form, cell);
	buffer_puts(out, " (= (+ ");
	for (int k = 0; k < 4; k++)
		buffer_printf(out, "(ite seen_%d 1 0) ", here->edges[k]);
	buffer_printf(out, ") %d)))\n", here->symbol->count);
}

static void put_dots_and_triangles(struct form *form)
{
	const struct panel_graph *graph = &form->graph;

	buffer_puts(form->out, "; rule 4\n");
	for (int i = 0; i < graph->vertex_count; i++)
		if (graph->vertices[i].dot)
			put_dot(form, GRAPH_VERTEX_NODE + i, "passed", i);
	for (int i = 0; i < graph->edge_count; i++)
		if (graph->edges[i].dot)
			put_dot(form, GRAPH_EDGE_NODE + i, "seen", i);
	buffer_puts(form->out, "; rule 5\n");
	for (int i = 0; i < graph->cell_count; i++)
		if (graph->cells[i].symbol->kind == PANEL_TRIANGLE &&
		    !graph->cells[i].outside)
			put_triangle(form, i);
}

/* Calls `equal` for each two nodes that share a region where the condition,
 * SMT-LIB text, holds. */
static void for_neighbours(struct form *form,
			   void (*equal)(struct form *form, int a, int b,
					 const char *condition))
{
	const struct panel_graph *graph = &form->graph;
	char condition[80];

	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		snprintf(condition, sizeof condition, "(not on_%d)", i);
		if (!graph->has_outside) {
			if (edge->cells[0] != GRAPH_NONE &&
			    edge->cells[1] != GRAPH_NONE)
				equal(form, edge->cells[0], edge->cells[1],
				      condition);
			continue;
		}
		if (edge->outside)
			continue;
		for (int k = 0; k < 2; k++) {
			int end = edge->ends[k];

			snprintf(condition, sizeof condition, "(not on_%d)", i);
			if (edge->cells[k] != GRAPH_NONE)
				equal(form, edge->cells[k], GRAPH_EDGE_NODE + i,
				      condition);
			if (graph->vertices[end].outside)
				continue;
			snprintf(condition, sizeof condition,
				 "(not (or on_%d passed_%d))", i, end);
			equal(form, GRAPH_EDGE_NODE + i,
			      GRAPH_VERTEX_NODE + end, condition);
		}
	}
}

static bool is_region_node(const struct form *form, int node)
{
	const struct panel_graph *graph = &form->graph;

	if (node < GRAPH_EDGE_NODE)
		return node < graph->cell_count && !graph->cells[node].outside;
	if (!graph->has_outside)
		return false;
	if (node < GRAPH_VERTEX_NODE)
		return node - GRAPH_EDGE_NODE < graph->edge_count;
	return node - GRAPH_VERTEX_NODE < graph->vertex_count;
}

static void equal_colours(struct form *form, int a, int b,
			  const char *condition)
{
	buffer_printf(form->out, "(assert (=> %s (= colour_%d colour_%d)))\n",
		      condition, a, b);
}

static bool has_kind(const struct form *form, enum panel_kind kind)
{
	for (int i = 0; i < form->graph.cell_count; i++)
		if (form->graph.cells[i].symbol->kind == kind)
			return true;
	return false;
}

/* Rule 6: every region has one colour, squares have theirs. Where some may be
 * cancelled it is a matter of pairs (smt2_put_eliminators). */
static void put_squares(struct form *form)
{
	const struct panel_graph *graph = &form->graph;

	if (!has_kind(form, PANEL_SQUARE) || graph->eliminators)
		return;
	buffer_puts(form->out, "; rule 6: every region has one colour\n");
	for (int i = 0; i < GRAPH_NODES_MAX; i++)
		if (is_region_node(form, i))
			buffer_printf(form->out,
				      "(declare-const colour_%d (_ BitVec "
				      "4))\n",
				      i);
	for_neighbours(form, equal_colours);
	for (int i = 0; i < graph->cell_count; i++)
		if (graph->cells[i].symbol->kind == PANEL_SQUARE &&
		    !graph->cells[i].outside)
			buffer_printf(form->out,
				      "(assert (= colour_%d (_ bv%d 4)))\n", i,
				      graph->cells[i].symbol->colour);
}

static void equal_regions(struct form *form, int a, int b,
			  const char *condition)
{
	buffer_printf(form->out, "(assert (=> %s (= region_%d region_%d)))\n",
		      condition, a, b);
}

/* A step of a region's tree: each counts one more than the next to its root.
 * Written as a list of alternatives, node by node, in `trees`. */
struct trees {
	struct buffer texts[GRAPH_NODES_MAX];
	int bits;
};

/* Regions are numbered by one of their nodes, which a tree of steps
 * joins to all others, so that equal numbers mean the same region. */
static void put_step(struct trees *trees, int from, int to,
		     const char *condition)
{
	buffer_printf(&trees->texts[from],
		      " (and %s (= depth_%d (bvadd depth_%d (_ bv1 %d))))",
		      condition, from, to, trees->bits);
}

static void put_trees(struct form *form, struct trees *trees)
{
	const struct panel_graph *graph = &form->graph;
	char condition[80];

	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		snprintf(condition, sizeof condition, "(not on_%d)", i);
		if (!graph->has_outside) {
			if (edge->cells[0] == GRAPH_NONE ||
			    edge->cells[1] == GRAPH_NONE)
				continue;
			put_step(trees, edge->cells[0], edge->cells[1],
				 condition);
			put_step(trees, edge->cells[1], edge->cells[0],
				 condition);
			continue;
		}
		if (edge->outside)
			continue;
		for (int k = 0; k < 2; k++) {
			int node = GRAPH_EDGE_NODE + i;
			int end = GRAPH_VERTEX_NODE + edge->ends[k];

			snprintf(condition, sizeof condition, "(not on_%d)", i);
			if (edge->cells[k] != GRAPH_NONE) {
				put_step(trees, edge->cells[k], node,
					 condition);
				put_step(trees, node, edge->cells[k],
					 condition);
			}
			if (graph->vertices[edge->ends[k]].outside)
				continue;
			snprintf(condition, sizeof condition,
				 "(not (or on_%d passed_%d))", i,
				 edge->ends[k]);
			put_step(trees, node, end, condition);
			put_step(trees, end, node, condition);
		}
	}
}

/* Rule 7: with the star, two things of its colour. */
static void put_star(struct form *form, int star)
{
	const struct panel_graph *graph = &form->graph;
	int colour = graph->cells[star].symbol->colour;

	buffer_puts(form->out, "(assert (= (+ 0");
	for (int i = 0; i < graph->cell_count; i++) {
		const struct graph_cell *cell = &graph->cells[i];

		if (i != star && !cell->outside &&
		    cell->symbol->kind != PANEL_EMPTY &&
		    cell->symbol->colour == colour)
			buffer_printf(form->out,
				      " (ite (= region_%d region_%d) 1 0)",
				      star, i);
	}
	buffer_puts(form->out, " 0) 1))\n");
}

/* Numbers for regions, where rules 7 to 9 need them. */
static int put_regions(struct form *form)
{
	struct trees *trees;

	if (!has_kind(form, PANEL_STAR) && !form->graph.has_polyominoes &&
	    !form->graph.eliminators)
		return 0;
	trees = calloc(1, sizeof *trees);
	if (!trees)
		return -1;
	trees->bits = smt2_bits_for(GRAPH_NODES_MAX);
	buffer_puts(form->out, "; rule 3: regions have numbers\n");
	for (int i = 0; i < GRAPH_NODES_MAX; i++)
		if (is_region_node(form, i))
			buffer_printf(form->out,
				      "(declare-const region_%d (_ BitVec "
				      "%d))\n"
				      "(declare-const depth_%d (_ BitVec "
				      "%d))\n",
				      i, trees->bits, i, trees->bits);
	for_neighbours(form, equal_regions);
	put_trees(form, trees);
	for (int i = 0; i < GRAPH_NODES_MAX; i++) {
		if (is_region_node(form, i))
			buffer_printf(form->out,
				      "(assert (or (and (= region_%d (_ bv%d "
				      "%d)) (= depth_%d (_ bv0 %d)))%s))\n"
				      "(assert (bvult depth_%d (_ bv%d %d)))\n",
				      i, i, trees->bits, i, trees->bits,
				      buffer_text(&trees->texts[i]), i,
				      (1 << trees->bits) - 1, trees->bits);
		form->out->failed |= trees->texts[i].failed;
		buffer_fini(&trees->texts[i]);
	}
	free(trees);
	return 0;
}

static void put_stars(struct form *form)
{
	const struct panel_graph *graph = &form->graph;

	if (graph->eliminators)
		return;
	for (int i = 0; i < graph->cell_count; i++)
		if (graph->cells[i].symbol->kind == PANEL_STAR &&
		    !graph->cells[i].outside)
			put_star(form, i);
}

static void put_query(struct form *form)
{
	struct buffer *out = form->out;

	buffer_puts(out, "(check-sat)\n(get-value (");
	for (int i = 0; i < form->start_count; i++)
		buffer_printf(out, " start_%d", i);
	for (int i = 0; i < form->end_count; i++)
		buffer_printf(out, " end_%d", i);
	for (int i = 0; i < form->point_count; i++)
		buffer_printf(out, " point_%d", form->points[i]);
	for (int i = 0; i < form->graph.edge_count; i++)
		if (smt2_is_drawable(form, i))
			buffer_printf(out, " go_%d back_%d", i, i);
	buffer_puts(out, "))\n");
}

int smt2_panel(const struct puzzle *puzzle, struct buffer *out,
	       struct problem *problem)
{
	struct form *form = smt2_form_new(puzzle, out, problem);
	int result = -1;

	if (!form)
		return -1;
	buffer_puts(out, "; A panel of The Witness; the numbers of the rules "
			 "are those of puzzle/panel.h.\n"
			 "(set-option :produce-models true)\n"
			 "(set-logic ALL)\n");
	declare(form);
	put_line(form);
	put_mirror(form);
	if (put_regions(form) < 0) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a formula");
		goto fail;
	}
	smt2_declare_gone(form);
	put_dots_and_triangles(form);
	put_squares(form);
	put_stars(form);
	smt2_put_eliminators(form);
	if (smt2_put_pieces(form, problem) < 0 ||
	    smt2_put_fits(form, problem) < 0)
		goto fail;
	put_query(form);
	result = 0;
fail:
	free(form);
	return result;
}
