#include "smt2_panel_form.h"

#include <stdlib.h>

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
