#include "panel_count.h"

#include <string.h>

/* Between two looks at the clock: some milliseconds. */
enum { STEPS_PER_LOOK = 1 << 18 };

/* Edges from the start after which parts go their own ways: thousands of
 * subtrees, to be shared out evenly. */
enum { PART_DEPTH = 10 };

struct walker {
	const struct count_options *options;
	uint64_t count;
	uint64_t steps;
	bool late;
	double done; /* share */
	int depth;
	uint64_t subtrees; /* of PART_DEPTH */
	bool ends[GRAPH_VERTICES_MAX];
	bool taken[GRAPH_VERTICES_MAX];
	/* of a vertex: those that the line can go on to */
	int16_t next[GRAPH_VERTICES_MAX][4];
	int8_t next_count[GRAPH_VERTICES_MAX];
	int16_t mirror[GRAPH_VERTICES_MAX];
};

static void look_up(struct walker *walker)
{
	const struct count_options *options = walker->options;

	if (options->progress)
		options->progress(options->data, walker->done, walker->count);
	walker->late = deadline_passed(options->deadline);
}

/* Is what follows another part's? */
static bool is_other_part(struct walker *walker)
{
	const struct count_options *options = walker->options;

	return walker->depth == PART_DEPTH && options->parts > 1 &&
	       walker->subtrees++ % (uint64_t)options->parts !=
		       (uint64_t)options->part;
}

/* How the line can go on from a vertex, which is taken already; `share` is
 * what this is of the whole. */
static void walk(struct walker *walker, int vertex, double share)
{
	double part = share / (walker->next_count[vertex] + 1);

	if (++walker->steps % STEPS_PER_LOOK == 0)
		look_up(walker);
	if (walker->late)
		return;
	if (walker->depth == PART_DEPTH)
		walker->done += share;
	if (is_other_part(walker))
		return;
	/* what all parts come by is the first one's */
	if (walker->depth >= PART_DEPTH || walker->options->part == 0)
		walker->count += walker->ends[vertex];
	walker->depth++;
	for (int i = 0; i < walker->next_count[vertex]; i++) {
		int next = walker->next[vertex][i];
		int mirror = walker->mirror[next];

		if (walker->taken[next])
			continue;
		walker->taken[next] = true;
		walker->taken[mirror] = true;
		walk(walker, next, part);
		walker->taken[next] = false;
		walker->taken[mirror] = false;
		share -= part;
	}
	walker->depth--;
	/* what no way led to is done as well */
	if (walker->depth < PART_DEPTH)
		walker->done += share;
}

static bool is_both(const struct panel_graph *graph, int vertex, bool end)
{
	const struct graph_vertex *here = &graph->vertices[vertex];
	const struct graph_vertex *there;
	const struct panel_spot *first, *second;

	if (!here->player_may)
		return false;
	there = &graph->vertices[here->mirror];
	first = &graph->panel->spots[here->y][here->x];
	second = &graph->panel->spots[there->y][there->x];
	return end ? first->end && second->end : first->start && second->start;
}

bool panel_count_can(const struct panel_graph *graph)
{
	if (graph->has_symbols)
		return false;
	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];
		const struct panel_spot *spot =
			&graph->panel->spots[edge->y][edge->x];

		if (spot->start || spot->end)
			return false;
	}
	return true;
}

bool panel_count_lines(const struct panel_graph *graph,
		       const struct count_options *options, uint64_t *count)
{
	struct walker walker = { .options = options };
	int starts = 0;

	for (int i = 0; i < graph->vertex_count; i++) {
		const struct graph_vertex *vertex = &graph->vertices[i];

		walker.mirror[i] = vertex->mirror;
		walker.ends[i] = is_both(graph, i, true);
		starts += is_both(graph, i, false);
		for (int k = 0; k < 4; k++) {
			const struct graph_edge *edge;

			if (vertex->edges[k] == GRAPH_NONE)
				continue;
			edge = &graph->edges[vertex->edges[k]];
			if (edge->player_may)
				walker.next[i][walker.next_count[i]++] =
					edge->ends[edge->ends[0] == i];
		}
	}
	for (int i = 0; i < graph->vertex_count; i++) {
		if (!is_both(graph, i, false))
			continue;
		walker.taken[i] = true;
		walker.taken[walker.mirror[i]] = true;
		walk(&walker, i, 1.0 / starts);
		walker.taken[i] = false;
		walker.taken[walker.mirror[i]] = false;
	}
	*count += walker.count;
	return !walker.late;
}
