#include "panel_graph.h"

#include <string.h>

static const int around[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

int panel_graph_at(const struct panel_graph *graph, int x, int y)
{
	const struct panel *panel = graph->panel;
	int across = (panel_width(panel) + 1) / 2; /* vertices a row */

	if (panel_is_cell(x, y))
		return y / 2 * panel->columns + x / 2;
	if (panel_is_vertex(x, y))
		return y / 2 * across + x / 2;
	/* a row of level edges, then a row of upright ones */
	return y / 2 * (panel->columns + across) +
	       (y & 1 ? panel->columns : 0) + x / 2;
}

/* The number of what lies beside x, y; GRAPH_NONE where the panel ends. */
static int beside(const struct panel_graph *graph, int x, int y, int dx, int dy)
{
	x += dx;
	y += dy;
	if (!panel_wrap(graph->panel, &x, y))
		return GRAPH_NONE;
	return panel_graph_at(graph, x, y);
}

/* The mirror image's number; x, y itself without symmetry, GRAPH_NONE where
 * an odd cylinder has none. */
static int mirror_of(const struct panel_graph *graph, int x, int y)
{
	int mx = x;
	int my = y;

	if (graph->panel->symmetry != PANEL_SYMMETRY_NONE)
		panel_mirror(graph->panel, x, y, &mx, &my);
	if (((mx ^ x) & 1) || ((my ^ y) & 1))
		return GRAPH_NONE;
	return panel_graph_at(graph, mx, my);
}

static void add_vertex(struct panel_graph *graph, int x, int y)
{
	int number = panel_graph_at(graph, x, y);
	struct graph_vertex *vertex = &graph->vertices[number];

	vertex->x = (uint8_t)x;
	vertex->y = (uint8_t)y;
	vertex->dot = graph->panel->spots[y][x].dot;
	vertex->cell = GRAPH_NONE;
	vertex->mirror = (int16_t)mirror_of(graph, x, y);
	for (int i = 0; i < 4; i++)
		vertex->edges[i] = (int16_t)beside(graph, x, y, around[i][0],
						   around[i][1]);
	if (number >= graph->vertex_count)
		graph->vertex_count = number + 1;
}

static void add_edge(struct panel_graph *graph, int x, int y)
{
	int number = panel_graph_at(graph, x, y);
	struct graph_edge *edge = &graph->edges[number];
	int dx = x & 1;
	int dy = y & 1;

	edge->x = (uint8_t)x;
	edge->y = (uint8_t)y;
	edge->upright = dy;
	edge->dot = graph->panel->spots[y][x].dot;
	edge->mirror = (int16_t)mirror_of(graph, x, y);
	edge->ends[0] = (int16_t)beside(graph, x, y, -dx, -dy);
	edge->ends[1] = (int16_t)beside(graph, x, y, dx, dy);
	edge->cells[0] = (int16_t)beside(graph, x, y, -dy, -dx);
	edge->cells[1] = (int16_t)beside(graph, x, y, dy, dx);
	edge->usable = graph->panel->spots[y][x].edge == PANEL_EDGE_WHOLE &&
		       edge->ends[0] != edge->ends[1];
	if (number >= graph->edge_count)
		graph->edge_count = number + 1;
}

static void add_cell(struct panel_graph *graph, int x, int y)
{
	static const int order[4][2] = {
		{ 0, -1 }, { 0, 1 }, { -1, 0 }, { 1, 0 }
	};
	int number = panel_graph_at(graph, x, y);
	struct graph_cell *cell = &graph->cells[number];

	cell->symbol = &graph->panel->cells[y / 2][x / 2];
	cell->mirror = (int16_t)mirror_of(graph, x, y);
	for (int i = 0; i < 4; i++)
		cell->edges[i] =
			(int16_t)beside(graph, x, y, order[i][0], order[i][1]);
	if (number >= graph->cell_count)
		graph->cell_count = number + 1;
}

/* Where a panel has nothing but dots and triangles regions do not matter, and
 * no cell is outside (rule 5). */
static bool regions_matter(const struct panel *panel)
{
	for (int y = 0; y < panel->rows; y++)
		for (int x = 0; x < panel->columns; x++)
			if (panel->cells[y][x].kind != PANEL_EMPTY &&
			    panel->cells[y][x].kind != PANEL_TRIANGLE)
				return true;
	return false;
}

/* Cells that edges not drawn open to the outside, by growing until nothing
 * changes: few panels have any. */
static void find_outside(struct panel_graph *graph)
{
	bool changed = regions_matter(graph->panel);

	while (changed) {
		changed = false;
		for (int i = 0; i < graph->edge_count; i++) {
			const struct graph_edge *edge = &graph->edges[i];
			const struct panel_spot *spot =
				&graph->panel->spots[edge->y][edge->x];

			if (spot->edge != PANEL_EDGE_MISSING)
				continue;
			for (int k = 0; k < 2; k++) {
				int from = edge->cells[k];
				int to = edge->cells[1 - k];

				if (to == GRAPH_NONE ||
				    graph->cells[to].outside ||
				    (from != GRAPH_NONE &&
				     !graph->cells[from].outside))
					continue;
				graph->cells[to].outside = true;
				graph->has_outside = true;
				changed = true;
			}
		}
	}
	for (int i = 0; i < graph->edge_count; i++)
		for (int k = 0; k < 2; k++) {
			int16_t *cell = &graph->edges[i].cells[k];

			if (*cell != GRAPH_NONE && graph->cells[*cell].outside)
				*cell = GRAPH_NONE;
		}
}

/* The outside takes the missing edges that it comes in by, and the vertices
 * beside them unless there is a dot. */
static void spread_outside(struct panel_graph *graph)
{
	for (int i = 0; i < graph->edge_count; i++) {
		struct graph_edge *edge = &graph->edges[i];
		const struct panel_spot *spot =
			&graph->panel->spots[edge->y][edge->x];

		edge->outside = spot->edge == PANEL_EDGE_MISSING &&
				(edge->cells[0] == GRAPH_NONE ||
				 edge->cells[1] == GRAPH_NONE);
		if (!edge->outside)
			continue;
		for (int k = 0; k < 2; k++)
			if (!graph->vertices[edge->ends[k]].dot)
				graph->vertices[edge->ends[k]].outside = true;
	}
}

static void add_node(struct panel_graph *graph, int node, bool outside)
{
	if (!outside)
		graph->nodes[graph->node_count++] = (int16_t)node;
}

/* An edge lies beside its cells and vertices. */
static void put_beside(struct panel_graph *graph, int edge, int node)
{
	int16_t *beside = graph->beside[GRAPH_EDGE_NODE + edge];

	while (*beside != GRAPH_NONE)
		beside++;
	*beside = (int16_t)node;
	beside = graph->beside[node];
	while (*beside != GRAPH_NONE)
		beside++;
	*beside = (int16_t)(GRAPH_EDGE_NODE + edge);
}

static void list_beside(struct panel_graph *graph)
{
	for (int i = 0; i < graph->node_count; i++)
		for (int k = 0; k < 4; k++)
			graph->beside[graph->nodes[i]][k] = GRAPH_NONE;
	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		for (int k = 0; k < 2 && !edge->outside; k++) {
			int vertex = edge->ends[k];

			if (edge->cells[k] != GRAPH_NONE)
				put_beside(graph, i, edge->cells[k]);
			if (!graph->vertices[vertex].outside)
				put_beside(graph, i,
					   GRAPH_VERTEX_NODE + vertex);
		}
	}
}

static void list_nodes(struct panel_graph *graph)
{
	for (int i = 0; i < graph->cell_count; i++)
		add_node(graph, i, graph->cells[i].outside);
	for (int i = 0; i < graph->edge_count; i++)
		add_node(graph, GRAPH_EDGE_NODE + i, graph->edges[i].outside);
	for (int i = 0; i < graph->vertex_count; i++)
		add_node(graph, GRAPH_VERTEX_NODE + i,
			 graph->vertices[i].outside);
	list_beside(graph);
}

/* Cells beside cells and vertices, and which vertices touch the outside. */
static void join(struct panel_graph *graph)
{
	for (int i = 0; i < graph->cell_count; i++)
		for (int k = 0; k < 4; k++) {
			const struct graph_edge *edge =
				&graph->edges[graph->cells[i].edges[k]];

			graph->cells[i].beside[k] =
				edge->cells[edge->cells[0] == i ? 1 : 0];
		}
	for (int i = 0; i < graph->edge_count; i++)
		for (int k = 0; k < 4; k++) {
			const struct graph_edge *edge = &graph->edges[i];
			struct graph_vertex *end =
				&graph->vertices[edge->ends[k / 2]];

			if (edge->cells[k % 2] == GRAPH_NONE)
				end->rim = true;
			else
				end->cell = edge->cells[k % 2];
		}
}

static bool is_whole(const struct panel_graph *graph, int edge)
{
	const struct graph_edge *here = &graph->edges[edge];

	return graph->panel->spots[here->y][here->x].edge == PANEL_EDGE_WHOLE;
}

/* Who may pass where: both the place and its mirror image must be there, they
 * must not be the same, and the colours of dots must agree. */
static void permit(struct panel_graph *graph)
{
	bool mirrored = graph->panel->symmetry != PANEL_SYMMETRY_NONE;

	for (int i = 0; i < graph->vertex_count; i++) {
		struct graph_vertex *vertex = &graph->vertices[i];
		int mirror = vertex->mirror;

		vertex->player_may = vertex->dot != PANEL_DOT_YELLOW;
		if (mirrored && (mirror == GRAPH_NONE || mirror == i ||
				 graph->vertices[mirror].dot == PANEL_DOT_CYAN))
			vertex->player_may = false;
	}
	for (int i = 0; i < graph->edge_count; i++) {
		struct graph_edge *edge = &graph->edges[i];
		int mirror = edge->mirror;

		edge->player_may = edge->dot != PANEL_DOT_YELLOW;
		if (mirrored && (mirror == GRAPH_NONE || mirror == i ||
				 graph->edges[mirror].dot == PANEL_DOT_CYAN))
			edge->player_may = false;
		edge->half_may = edge->player_may && is_whole(graph, i) &&
				 is_whole(graph, mirror);
	}
	/* neither line can use what lacks a mirror image; done apart, so that
	 * an edge and its image both see the panel as it is drawn */
	for (int i = 0; i < graph->edge_count && mirrored; i++) {
		struct graph_edge *edge = &graph->edges[i];

		if (edge->mirror == GRAPH_NONE || edge->mirror == i ||
		    !graph->edges[edge->mirror].usable)
			edge->usable = false;
	}
	for (int i = 0; i < graph->edge_count; i++) {
		struct graph_edge *edge = &graph->edges[i];

		edge->player_may = edge->player_may && edge->usable &&
				   graph->vertices[edge->ends[0]].player_may &&
				   graph->vertices[edge->ends[1]].player_may;
	}
	for (int i = 0; i < graph->edge_count; i++) {
		struct graph_edge *edge = &graph->edges[i];

		edge->usable =
			edge->usable && (edge->player_may ||
					 graph->edges[edge->mirror].player_may);
	}
}

static void list_next(struct panel_graph *graph)
{
	for (int i = 0; i < graph->vertex_count; i++) {
		struct graph_vertex *vertex = &graph->vertices[i];
		int count = 0;

		for (int k = 0; k < 4; k++) {
			const struct graph_edge *edge;

			vertex->next[k] = GRAPH_NONE;
			if (vertex->edges[k] == GRAPH_NONE)
				continue;
			edge = &graph->edges[vertex->edges[k]];
			if (!edge->player_may)
				continue;
			vertex->ways[count] = vertex->edges[k];
			vertex->next[count++] = edge->ends[edge->ends[0] == i];
		}
	}
}

void panel_graph_init(struct panel_graph *graph, const struct panel *panel)
{
	graph->panel = panel;
	graph->vertex_count = 0;
	graph->edge_count = 0;
	graph->cell_count = 0;
	graph->eliminators = 0;
	graph->has_negatives = false;
	graph->has_polyominoes = false;
	graph->has_symbols = false;
	graph->has_outside = false;
	graph->node_count = 0;
	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			if (panel_is_vertex(x, y))
				add_vertex(graph, x, y);
			else if (panel_is_edge(x, y))
				add_edge(graph, x, y);
			else
				add_cell(graph, x, y);
			if (!panel_is_cell(x, y) && panel->spots[y][x].dot)
				graph->has_symbols = true;
		}
	for (int i = 0; i < graph->cell_count; i++)
		graph->cells[i].outside = false;
	find_outside(graph);
	for (int i = 0; i < graph->vertex_count; i++)
		graph->vertices[i].rim = graph->vertices[i].outside = false;
	spread_outside(graph);
	list_nodes(graph);
	join(graph);
	permit(graph);
	list_next(graph);
	for (int i = 0; i < graph->cell_count; i++) {
		const struct panel_cell *symbol = graph->cells[i].symbol;

		if (graph->cells[i].outside || symbol->kind == PANEL_EMPTY)
			continue;
		graph->has_symbols = true;
		graph->eliminators += symbol->kind == PANEL_ELIMINATOR;
		if (symbol->kind != PANEL_POLYOMINO || !symbol->shape)
			continue;
		graph->has_polyominoes = true;
		graph->has_negatives |= symbol->negative;
	}
}
