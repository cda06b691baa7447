#include "smt2_panel_form.h"

#include <stdlib.h>

int smt2_bits_for(int largest)
{
	int bits = 1;

	while (largest >> bits)
		bits++;
	return bits;
}

bool smt2_may_go(const struct form *form, int cell)
{
	const struct graph_cell *here = &form->graph.cells[cell];

	if (!form->graph.eliminators || here->outside)
		return false;
	return here->symbol->kind == PANEL_SQUARE ||
	       here->symbol->kind == PANEL_STAR ||
	       here->symbol->kind == PANEL_TRIANGLE ||
	       (here->symbol->kind == PANEL_POLYOMINO && here->symbol->shape);
}

void smt2_put_stays(struct form *form, int cell)
{
	if (smt2_may_go(form, cell))
		buffer_printf(form->out, "(not gone_%d)", cell);
	else
		buffer_puts(form->out, "true");
}

int smt2_region_of(const struct form *form, int node)
{
	const struct panel_graph *graph = &form->graph;
	const struct graph_edge *edge;

	if (node < GRAPH_EDGE_NODE)
		return graph->cells[node].outside ? GRAPH_NONE : node;
	if (node >= GRAPH_VERTEX_NODE) {
		const struct graph_vertex *vertex =
			&graph->vertices[node - GRAPH_VERTEX_NODE];

		if (graph->has_outside)
			return vertex->outside ? GRAPH_NONE : node;
		return vertex->cell;
	}
	edge = &graph->edges[node - GRAPH_EDGE_NODE];
	if (graph->has_outside)
		return edge->outside ? GRAPH_NONE : node;
	return edge->cells[0] != GRAPH_NONE ? edge->cells[0] : edge->cells[1];
}

static bool is_end(const struct panel *panel, int x, int y, bool end)
{
	const struct panel_spot *spot = &panel->spots[y][x];

	return end ? spot->end : spot->start;
}

/* The start (or end) and its mirror image are there. */
static bool is_valid(const struct panel *panel, int x, int y, bool end)
{
	int mx = x;
	int my = y;

	if (panel->symmetry != PANEL_SYMMETRY_NONE)
		panel_mirror(panel, x, y, &mx, &my);
	return !panel_is_cell(mx, my) && is_end(panel, x, y, end) &&
	       is_end(panel, mx, my, end);
}

static int list_ways(const struct panel_graph *graph, bool end,
		     struct way *ways)
{
	int count = 0;

	for (int i = 0; i < graph->vertex_count; i++)
		if (graph->vertices[i].player_may &&
		    is_valid(graph->panel, graph->vertices[i].x,
			     graph->vertices[i].y, end))
			ways[count++] = (struct way){ (int16_t)i, GRAPH_NONE };
	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		if (!edge->half_may ||
		    !is_valid(graph->panel, edge->x, edge->y, end))
			continue;
		for (int k = 0; k < 2; k++)
			if (graph->vertices[edge->ends[k]].player_may)
				ways[count++] = (struct way){ edge->ends[k],
							      (int16_t)i };
	}
	return count;
}

struct form *smt2_form_new(const struct puzzle *puzzle, struct buffer *out,
			   struct problem *problem)
{
	struct form *form = malloc(sizeof *form);
	const struct panel *panel = &puzzle->as.panel;

	if (!form) {
		problem_set(problem, PROBLEM_MEMORY, "no memory for a formula");
		return NULL;
	}
	form->out = out;
	panel_graph_init(&form->graph, panel);
	form->start_count = list_ways(&form->graph, false, form->starts);
	form->end_count = list_ways(&form->graph, true, form->ends);
	form->point_count = 0;
	for (int i = 0; i < form->graph.edge_count; i++) {
		const struct graph_edge *edge = &form->graph.edges[i];

		if (edge->half_may &&
		    is_valid(panel, edge->x, edge->y, false) &&
		    is_valid(panel, edge->x, edge->y, true))
			form->points[form->point_count++] = (int16_t)i;
	}
	return form;
}
