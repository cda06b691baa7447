/* A panel as a graph: what the search engine walks on. Vertices, edges and
 * cells are numbered by rows; nothing here changes while searching. */
#ifndef PANEL_GRAPH_H
#define PANEL_GRAPH_H

#include "panel.h"

enum {
	GRAPH_VERTICES_MAX = (PANEL_SIDE_MAX + 1) * (PANEL_SIDE_MAX + 1),
	GRAPH_EDGES_MAX = 2 * (PANEL_SIDE_MAX + 1) * PANEL_SIDE_MAX,
	GRAPH_CELLS_MAX = PANEL_SIDE_MAX * PANEL_SIDE_MAX,
	/* What a region consists of: cells and, on panels with cells open to
	 * the outside, whose corners a region may go round, edges and
	 * vertices. Node of cell n: n; of edge n and vertex n: so much more. */
	GRAPH_EDGE_NODE = GRAPH_CELLS_MAX,
	GRAPH_VERTEX_NODE = GRAPH_EDGE_NODE + GRAPH_EDGES_MAX,
	GRAPH_NODES_MAX = GRAPH_VERTEX_NODE + GRAPH_VERTICES_MAX,
	GRAPH_NONE = -1,
};

struct graph_vertex {
	int16_t edges[4]; /* right, down, left, up; or GRAPH_NONE */
	/* where the player's line can go on to, over which edges; GRAPH_NONE
	 * after the last */
	int16_t next[4], ways[4];
	int16_t mirror;  /* itself without symmetry; or GRAPH_NONE */
	int16_t cell;    /* one beside it that may belong to a region */
	uint8_t x, y;    /* doubled */
	uint8_t dot;     /* enum panel_dot */
	bool rim;        /* touches what lies outside */
	bool outside;    /* belongs to no region */
	bool player_may; /* no dot or mirror image forbids the player's line */
};

struct graph_edge {
	int16_t ends[2];  /* vertices: left or upper one first */
	int16_t cells[2]; /* above and below, or left and right; GRAPH_NONE:
			   * beyond the rim or open to the outside */
	int16_t mirror;
	uint8_t x, y;
	uint8_t dot;
	bool usable; /* a line may run over it */
	bool player_may;
	bool half_may; /* the player's line may start or end in its middle */
	bool upright;
	bool outside; /* belongs to no region */
};

struct graph_cell {
	int16_t edges[4];  /* above, below, left, right */
	int16_t beside[4]; /* cells over those edges, or GRAPH_NONE */
	int16_t mirror;    /* itself without symmetry; or GRAPH_NONE */
	const struct panel_cell *symbol;
	bool outside; /* open to the outside: belongs to no region */
};

struct panel_graph {
	const struct panel *panel;
	int vertex_count, edge_count, cell_count;
	int eliminators;  /* in cells that may belong to a region */
	bool has_outside; /* some cell is open to the outside */
	bool has_negatives, has_polyominoes, has_symbols;
	/* Where has_outside: all nodes that may belong to a region, and those
	 * beside each, GRAPH_NONE after the last. */
	int16_t nodes[GRAPH_NODES_MAX];
	int node_count;
	int16_t beside[GRAPH_NODES_MAX][4];
	struct graph_vertex vertices[GRAPH_VERTICES_MAX];
	struct graph_edge edges[GRAPH_EDGES_MAX];
	struct graph_cell cells[GRAPH_CELLS_MAX];
};

/* `panel` must outlive the graph. */
void panel_graph_init(struct panel_graph *graph, const struct panel *panel);

/* The number of the vertex, edge or cell at doubled x, y on the panel. */
int panel_graph_at(const struct panel_graph *graph, int x, int y);

#endif
