/* What a solver says of a panel's formula, read as a line. */
#include <stdio.h>
#include <stdlib.h>

#include "smt2_panel.h"
#include "smt2_panel_form.h"

static bool holds(const json_t *values, const char *name, int number)
{
	char text[24];

	snprintf(text, sizeof text, "%s_%d", name, number);
	return json_is_true(json_object_get(values, text));
}

static void put_point(struct panel_solution *line, int x, int y)
{
	if (line->length < PANEL_PATH_MAX)
		line->path[line->length++] =
			(struct panel_at){ (uint8_t)x, (uint8_t)y };
}

/* Follows the line from a vertex. */
static void follow(const struct form *form, const json_t *values, int vertex,
		   struct panel_solution *line)
{
	const struct panel_graph *graph = &form->graph;
	bool marks_left = graph->panel->wraps && graph->panel->columns == 2;

	for (int left = graph->vertex_count; left > 0; left--) {
		const struct graph_vertex *here = &graph->vertices[vertex];
		int next = GRAPH_NONE;

		put_point(line, here->x, here->y);
		for (int i = 0; i < 4 && next == GRAPH_NONE; i++) {
			int number = here->edges[i];
			const struct graph_edge *edge;
			bool forward;

			if (number == GRAPH_NONE ||
			    !smt2_is_drawable(form, number))
				continue;
			edge = &graph->edges[number];
			forward = edge->ends[0] == vertex;
			if (!holds(values, forward ? "go" : "back", number))
				continue;
			next = edge->ends[forward];
			if (marks_left && i == 2)
				put_point(line, edge->x, edge->y);
		}
		if (next == GRAPH_NONE)
			return;
		vertex = next;
	}
}

int smt2_panel_values(const struct puzzle *puzzle, const json_t *values,
		      struct solution *solution, struct problem *problem)
{
	struct panel_solution *line = &solution->as.panel;
	struct form *form = smt2_form_new(puzzle, NULL, problem);
	const struct graph_edge *edges;
	int result = 0;

	if (!form)
		return -1;
	edges = form->graph.edges;
	line->length = 0;
	for (int i = 0; i < form->point_count; i++)
		if (holds(values, "point", form->points[i]))
			put_point(line, edges[form->points[i]].x,
				  edges[form->points[i]].y);
	for (int i = 0; i < form->start_count; i++) {
		const struct way *way = &form->starts[i];

		if (!holds(values, "start", i))
			continue;
		if (way->edge != GRAPH_NONE)
			put_point(line, edges[way->edge].x, edges[way->edge].y);
		follow(form, values, way->vertex, line);
	}
	for (int i = 0; i < form->end_count; i++)
		if (holds(values, "end", i) && form->ends[i].edge != GRAPH_NONE)
			put_point(line, edges[form->ends[i].edge].x,
				  edges[form->ends[i].edge].y);
	if (line->length == 0)
		result = problem_set(problem, PROBLEM_INPUT,
				     "the reply names no start");
	free(form);
	return result;
}
