#include "z3_panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "language.h"
#include "panel_graph.h"
#include "smt.h"

/* Clauses found on the way, each a count and its literals: kept for a fresh
 * solver, which names the same literals by the same numbers. */
struct clauses {
	int *items;
	size_t count, capacity;
};

/* One way for the line to begin or to end: on a vertex, or in the middle of an
 * edge and from there to one of its vertices (or to none: the line is but that
 * point). */
struct way {
	int literal;
	int vertex, edge; /* or GRAPH_NONE */
};

enum { WAYS_MAX = GRAPH_VERTICES_MAX + 3 * GRAPH_EDGES_MAX };

/* A panel as a formula. */
struct encoding {
	const struct panel_graph *graph;
	struct smt *smt;
	int go[GRAPH_EDGES_MAX], back[GRAPH_EDGES_MAX]; /* 0: no line there */
	int line[GRAPH_EDGES_MAX]; /* of either player, or 0 */
	int used[GRAPH_VERTICES_MAX];
	int order[GRAPH_VERTICES_MAX];
	struct way starts[WAYS_MAX], ends[WAYS_MAX];
	int start_count, end_count;
	int half[GRAPH_EDGES_MAX]; /* a line covers half of it; or 0 */
	int colours[GRAPH_CELLS_MAX][PANEL_COLOUR_COUNT];
	struct clauses clauses;
};

/* Is there a start (an end) whose mirror image is one too? */
static bool is_both(const struct panel *panel, int x, int y, bool end)
{
	const struct panel_spot *a = &panel->spots[y][x];
	const struct panel_spot *b = a;
	int mx, my;

	if (panel->symmetry != PANEL_SYMMETRY_NONE) {
		panel_mirror(panel, x, y, &mx, &my);
		b = &panel->spots[my][mx];
	}
	return end ? a->end && b->end : a->start && b->start;
}

static void add_way(struct way *ways, int *count, int literal, int vertex,
		    int edge)
{
	ways[(*count)++] = (struct way){ literal, vertex, edge };
}

/* The ways to begin, or to end, in the middle of an edge. */
static void name_halves(struct encoding *encoding, bool end)
{
	const struct panel_graph *graph = encoding->graph;
	struct way *ways = end ? encoding->ends : encoding->starts;
	int *count = end ? &encoding->end_count : &encoding->start_count;

	for (int i = 0; i < graph->edge_count; i++) {
		const struct graph_edge *edge = &graph->edges[i];

		if (!edge->half_may ||
		    !is_both(graph->panel, edge->x, edge->y, end))
			continue;
		if (!encoding->half[i])
			encoding->half[i] = smt_bool(encoding->smt);
		if (!encoding->half[edge->mirror])
			encoding->half[edge->mirror] = smt_bool(encoding->smt);
		for (int k = 0; k < 2; k++)
			if (graph->vertices[edge->ends[k]].player_may)
				add_way(ways, count, smt_bool(encoding->smt),
					edge->ends[k], i);
		if (!end && is_both(graph->panel, edge->x, edge->y, true)) {
			int literal = smt_bool(encoding->smt);

			add_way(encoding->starts, &encoding->start_count,
				literal, GRAPH_NONE, i);
			add_way(encoding->ends, &encoding->end_count, literal,
				GRAPH_NONE, i);
		}
	}
}

static void name_all(struct encoding *encoding)
{
	const struct panel_graph *graph = encoding->graph;
	struct smt *smt = encoding->smt;

	for (int i = 0; i < graph->edge_count; i++) {
		bool may = graph->edges[i].player_may;

		encoding->go[i] = may ? smt_bool(smt) : 0;
		encoding->back[i] = may ? smt_bool(smt) : 0;
		encoding->line[i] = graph->edges[i].usable ? smt_bool(smt) : 0;
	}
	for (int i = 0; i < graph->vertex_count; i++) {
		encoding->used[i] = smt_bool(smt);
		encoding->order[i] = smt_int(smt, 0, graph->vertex_count);
		if (!graph->vertices[i].player_may)
			continue;
		if (is_both(graph->panel, graph->vertices[i].x,
			    graph->vertices[i].y, false))
			add_way(encoding->starts, &encoding->start_count,
				smt_bool(smt), i, GRAPH_NONE);
		if (is_both(graph->panel, graph->vertices[i].x,
			    graph->vertices[i].y, true))
			add_way(encoding->ends, &encoding->end_count,
				smt_bool(smt), i, GRAPH_NONE);
	}
	name_halves(encoding, false);
	name_halves(encoding, true);
}

/* half[e]: the line or its image begins or ends in the middle of the edge.
 * Nothing else may touch it there. */
static void put_halves(struct encoding *encoding)
{
	const struct panel_graph *graph = encoding->graph;
	struct smt *smt = encoding->smt;

	for (int i = 0; i < graph->edge_count; i++) {
		int literals[16];
		int count = 0;

		if (!encoding->half[i])
			continue;
		if (encoding->line[i])
			smt_either(smt, -encoding->half[i], -encoding->line[i]);
		for (int turn = 0; turn < 2; turn++) {
			const struct way *ways =
				turn ? encoding->ends : encoding->starts;
			int ways_count = turn ? encoding->end_count
					      : encoding->start_count;

			for (int k = 0; k < ways_count; k++)
				if (ways[k].edge == i ||
				    ways[k].edge == graph->edges[i].mirror)
					literals[count++] = ways[k].literal;
		}
		for (int k = 0; k < count; k++) {
			smt_either(smt, -literals[k], encoding->half[i]);
			for (int m = 0; m < k; m++)
				if (literals[m] != literals[k])
					smt_either(smt, -literals[k],
						   -literals[m]);
		}
		literals[count++] = -encoding->half[i];
		smt_clause(smt, literals, count);
	}
}

/* line[e]: the player's line or its image runs over the edge. */
static void put_lines(struct encoding *encoding)
{
	const struct panel_graph *graph = encoding->graph;

	for (int i = 0; i < graph->edge_count; i++) {
		int mirror = graph->edges[i].mirror;
		int literals[5];
		int count = 0;

		if (!encoding->line[i])
			continue;
		if (encoding->go[i]) {
			literals[count++] = encoding->go[i];
			literals[count++] = encoding->back[i];
		}
		if (mirror != i && encoding->go[mirror]) {
			literals[count++] = encoding->go[mirror];
			literals[count++] = encoding->back[mirror];
		}
		for (int k = 0; k < count; k++)
			smt_either(encoding->smt, -literals[k],
				   encoding->line[i]);
		literals[count++] = -encoding->line[i];
		smt_clause(encoding->smt, literals, count);
	}
}

/* Rule 1: just one of them if the vertex is used, none otherwise. */
static void put_degree(struct encoding *encoding, int vertex, bool in)
{
	const struct panel_graph *graph = encoding->graph;
	int literals[4 + 5 + 1]; /* edges, ways to begin or end here, used */
	const struct way *ways = in ? encoding->starts : encoding->ends;
	int ways_count = in ? encoding->start_count : encoding->end_count;
	int count = 0;

	for (int i = 0; i < 4; i++) {
		int edge = graph->vertices[vertex].edges[i];
		bool first;

		if (edge == GRAPH_NONE || !encoding->go[edge])
			continue;
		first = graph->edges[edge].ends[0] == vertex;
		literals[count++] =
			first == in ? encoding->back[edge] : encoding->go[edge];
	}
	for (int i = 0; i < ways_count; i++)
		if (ways[i].vertex == vertex)
			literals[count++] = ways[i].literal;
	for (int i = 0; i < count; i++) {
		smt_either(encoding->smt, -literals[i], encoding->used[vertex]);
		for (int k = 0; k < i; k++)
			smt_either(encoding->smt, -literals[i], -literals[k]);
	}
	literals[count++] = -encoding->used[vertex];
	smt_clause(encoding->smt, literals, count);
}

static void put_exactly_one(struct encoding *encoding, const struct way *ways,
			    int count)
{
	int literals[WAYS_MAX];

	for (int i = 0; i < count; i++)
		literals[i] = ways[i].literal;
	smt_exactly(encoding->smt, literals, count, 1);
}

static void put_path(struct encoding *encoding)
{
	const struct panel_graph *graph = encoding->graph;
	struct smt *smt = encoding->smt;

	put_exactly_one(encoding, encoding->starts, encoding->start_count);
	put_exactly_one(encoding, encoding->ends, encoding->end_count);
	put_halves(encoding);
	for (int i = 0; i < graph->vertex_count; i++) {
		int mirror = graph->vertices[i].mirror;

		put_degree(encoding, i, true);
		put_degree(encoding, i, false);
		if (mirror != i && mirror != GRAPH_NONE)
			smt_either(smt, -encoding->used[i],
				   -encoding->used[mirror]);
	}
	/* no loop apart: numbers grow along the line */
	for (int i = 0; i < graph->edge_count; i++) {
		int a = encoding->order[graph->edges[i].ends[0]];
		int b = encoding->order[graph->edges[i].ends[1]];

		if (!encoding->go[i])
			continue;
		smt_either(smt, -encoding->go[i], smt_less(smt, a, b));
		smt_either(smt, -encoding->back[i], smt_less(smt, b, a));
	}
}

/* Rules 4 and 5, where no eliminator can mend them. */
static void put_dots_and_triangles(struct encoding *encoding)
{
	const struct panel_graph *graph = encoding->graph;
	struct smt *smt = encoding->smt;

	for (int i = 0; i < graph->vertex_count; i++) {
		int mirror = graph->vertices[i].mirror;

		if (graph->vertices[i].dot)
			smt_either(
				smt, encoding->used[i],
				encoding->used[mirror == GRAPH_NONE ? i
								    : mirror]);
	}
	for (int i = 0; i < graph->edge_count; i++) {
		int literals[2];
		int count = 0;

		if (!graph->edges[i].dot)
			continue;
		if (encoding->line[i])
			literals[count++] = encoding->line[i];
		if (encoding->half[i])
			literals[count++] = encoding->half[i];
		smt_clause(smt, literals, count);
	}
	for (int i = 0; i < graph->cell_count; i++) {
		const struct graph_cell *cell = &graph->cells[i];
		int literals[2 * 4];
		int count = 0;

		if (cell->symbol->kind != PANEL_TRIANGLE || cell->outside)
			continue;
		for (int k = 0; k < 4; k++) {
			if (encoding->line[cell->edges[k]])
				literals[count++] =
					encoding->line[cell->edges[k]];
			if (encoding->half[cell->edges[k]])
				literals[count++] =
					encoding->half[cell->edges[k]];
		}
		if (cell->symbol->count > count)
			smt_clause(smt, NULL, 0);
		else
			smt_exactly(smt, literals, count, cell->symbol->count);
	}
}

/* Rule 6, likewise: a region has one colour. */
static void put_squares(struct encoding *encoding)
{
	const struct panel_graph *graph = encoding->graph;
	struct smt *smt = encoding->smt;
	bool fat = graph->panel->rules & PANEL_FAT_STARTS;
	unsigned squares = 0;

	for (int i = 0; i < graph->cell_count; i++)
		if (graph->cells[i].symbol->kind == PANEL_SQUARE)
			squares |= 1u << graph->cells[i].symbol->colour;
	for (int c = 0; c < PANEL_COLOUR_COUNT; c++) {
		if (!(squares >> c & 1))
			continue;
		for (int i = 0; i < graph->cell_count; i++) {
			const struct panel_cell *symbol =
				graph->cells[i].symbol;

			encoding->colours[i][c] = smt_bool(smt);
			if (symbol->kind == PANEL_SQUARE &&
			    !graph->cells[i].outside)
				smt_unit(smt,
					 symbol->colour == c
						 ? encoding->colours[i][c]
						 : -encoding->colours[i][c]);
		}
		for (int i = 0; i < graph->edge_count; i++) {
			const int16_t *cells = graph->edges[i].cells;
			int line = encoding->line[i];
			int half = fat ? encoding->half[i] : 0;
			int clause[4];
			int count = 2;

			if (cells[0] == GRAPH_NONE || cells[1] == GRAPH_NONE)
				continue;
			if (line)
				clause[count++] = line;
			if (half)
				clause[count++] = half;
			for (int turn = 0; turn < 2; turn++) {
				clause[0] = -encoding->colours[cells[turn]][c];
				clause[1] =
					encoding->colours[cells[1 - turn]][c];
				smt_clause(smt, clause, count);
			}
		}
	}
}

static int build(struct encoding *encoding, struct problem *problem)
{
	encoding->smt = smt_new(problem);
	if (!encoding->smt)
		return -1;
	encoding->start_count = 0;
	encoding->end_count = 0;
	memset(encoding->half, 0, sizeof encoding->half);
	name_all(encoding);
	put_lines(encoding);
	put_path(encoding);
	if (encoding->graph->eliminators == 0) {
		put_dots_and_triangles(encoding);
		put_squares(encoding);
	}
	for (size_t i = 0; i < encoding->clauses.count;) {
		int count = encoding->clauses.items[i];

		smt_clause(encoding->smt, encoding->clauses.items + i + 1,
			   count);
		i += 1 + (size_t)count;
	}
	return 0;
}

static int add_clause(struct encoding *encoding, const int *literals, int count,
		      struct problem *problem)
{
	struct clauses *clauses = &encoding->clauses;

	if (alloc_grow(&clauses->items, &clauses->capacity,
		       clauses->count + 1 + (size_t)count,
		       sizeof *clauses->items) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for clauses");
	clauses->items[clauses->count++] = count;
	memcpy(clauses->items + clauses->count, literals,
	       (size_t)count * sizeof *literals);
	clauses->count += (size_t)count;
	smt_clause(encoding->smt, literals, count);
	return 0;
}

/* The way that the model takes; NULL: none, which the formula excludes. */
static const struct way *find_way(const struct encoding *encoding,
				  const struct way *ways, int count)
{
	for (int i = 0; i < count; i++)
		if (smt_holds(encoding->smt, ways[i].literal))
			return &ways[i];
	return NULL;
}

static void put_middle(const struct panel_graph *graph, int edge,
		       struct panel_solution *line)
{
	if (edge != GRAPH_NONE && line->length < PANEL_PATH_MAX)
		line->path[line->length++] =
			(struct panel_at){ graph->edges[edge].x,
					   graph->edges[edge].y };
}

/* The line of the model. */
static void read_line(const struct encoding *encoding,
		      struct panel_solution *line)
{
	const struct panel_graph *graph = encoding->graph;
	const struct way *start =
		find_way(encoding, encoding->starts, encoding->start_count);
	const struct way *end =
		find_way(encoding, encoding->ends, encoding->end_count);
	int vertex = start ? start->vertex : GRAPH_NONE;

	line->length = 0;
	if (start)
		put_middle(graph, start->edge, line);
	while (vertex != GRAPH_NONE && line->length < PANEL_PATH_MAX - 1) {
		const struct graph_vertex *here = &graph->vertices[vertex];
		int next = GRAPH_NONE;

		line->path[line->length++] =
			(struct panel_at){ here->x, here->y };
		for (int i = 0; i < 4 && next == GRAPH_NONE; i++) {
			int number = here->edges[i];
			const struct graph_edge *edge;
			bool forward;

			if (number == GRAPH_NONE || !encoding->go[number])
				continue;
			edge = &graph->edges[number];
			forward = edge->ends[0] == vertex;
			if (!smt_holds(encoding->smt,
				       forward ? encoding->go[number]
					       : encoding->back[number]))
				continue;
			next = edge->ends[forward];
			if (i == 2 && graph->panel->wraps &&
			    graph->panel->columns == 2)
				line->path[line->length++] =
					(struct panel_at){ edge->x, edge->y };
		}
		vertex = next;
	}
	if (end && end->vertex != GRAPH_NONE)
		put_middle(graph, end->edge, line);
}

/* The literal that does not hold in the model. */
static int denied(const struct encoding *encoding, int literal)
{
	return smt_holds(encoding->smt, literal) ? -literal : literal;
}

/* Not this region again: the cells joined to the one at fault, with the lines
 * around and within them as they are. What the region holds does not depend
 * on anything else. Where regions may go round corners of the outside, or no
 * cell is named, not this line again. */
static int forbid(struct encoding *encoding, const struct breach *breach,
		  struct problem *problem)
{
	const struct panel_graph *graph = encoding->graph;
	bool joined[GRAPH_CELLS_MAX] = { false };
	int16_t stack[GRAPH_CELLS_MAX];
	int literals[2 * GRAPH_EDGES_MAX];
	int count = 0, depth = 0;
	int x, y;

	if (!graph->has_outside && breach->rule >= 5 &&
	    sscanf(breach->at, "[%d,%d]", &x, &y) == 2 && panel_is_cell(x, y)) {
		int cell = panel_graph_at(graph, x, y);

		joined[cell] = true;
		stack[depth++] = (int16_t)cell;
	} else {
		memset(joined, true, sizeof joined);
	}
	while (depth) {
		const struct graph_cell *cell = &graph->cells[stack[--depth]];

		for (int k = 0; k < 4; k++) {
			int line = encoding->line[cell->edges[k]];
			int there = cell->beside[k];

			if (there == GRAPH_NONE || joined[there] ||
			    (line && smt_holds(encoding->smt, line)))
				continue;
			joined[there] = true;
			stack[depth++] = (int16_t)there;
		}
	}
	for (int i = 0; i < graph->edge_count; i++) {
		const int16_t *cells = graph->edges[i].cells;
		bool near = graph->has_outside || graph->cell_count == 0;

		for (int k = 0; k < 2; k++)
			near |= cells[k] != GRAPH_NONE && joined[cells[k]];
		if (near && encoding->line[i])
			literals[count++] = denied(encoding, encoding->line[i]);
		if (near && encoding->half[i])
			literals[count++] = denied(encoding, encoding->half[i]);
	}
	return add_clause(encoding, literals, count, problem);
}

/* Not this line again, for the next solution: its directed edges, and where
 * it starts. */
static int forbid_line(struct encoding *encoding, struct problem *problem)
{
	const struct panel_graph *graph = encoding->graph;
	int literals[2 * GRAPH_EDGES_MAX + 2];
	const struct way *start =
		find_way(encoding, encoding->starts, encoding->start_count);
	const struct way *end =
		find_way(encoding, encoding->ends, encoding->end_count);
	int count = 0;

	for (int i = 0; i < graph->edge_count; i++) {
		if (!encoding->go[i])
			continue;
		for (int k = 0; k < 2; k++) {
			int way = k ? encoding->go[i] : encoding->back[i];

			if (smt_holds(encoding->smt, way))
				literals[count++] = -way;
		}
	}
	if (start)
		literals[count++] = -start->literal;
	if (end)
		literals[count++] = -end->literal;
	return add_clause(encoding, literals, count, problem);
}

/* A model of the formula: a solution, or one more clause. Returns 1 where
 * there are enough solutions, 0 where it goes on, or -1. */
static int take_model(struct encoding *encoding, const struct puzzle *puzzle,
		      const struct solve_options *options,
		      struct solve_result *result, struct problem *problem)
{
	struct solution solution = { .family = puzzle->family };
	struct breach breach;

	read_line(encoding, &solution.as.panel);
	if (!puzzle_check(puzzle, &solution, &breach)) {
		/* neither a solution nor to be forbidden */
		if (breach.undecided)
			return 1;
		if (breach.rule <= 2)
			return problem_set(problem, PROBLEM_INPUT,
					   "Z3's answer breaks rule %d: %.160s",
					   breach.rule, breach.text);
		return forbid(encoding, &breach, problem);
	}
	result->count++;
	if (result->solution_count < options->solutions_max &&
	    solve_result_add(result, puzzle, &solution, problem) < 0)
		return -1;
	if (!options->count && result->count >= options->solutions_max)
		return 1;
	return forbid_line(encoding, problem);
}

/* Returns 0 with *complete saying whether all solutions were found, or -1. */
static int run(struct encoding *encoding, const struct puzzle *puzzle,
	       const struct solve_options *options, struct solve_result *result,
	       bool *complete, struct problem *problem)
{
	bool fresh = true;

	*complete = false;
	if (build(encoding, problem) < 0)
		return -1;
	for (;;) {
		enum smt_answer answer =
			smt_check(encoding->smt, &options->deadline, problem);
		int taken;

		if (answer == SMT_FAILED)
			return -1;
		if (answer == SMT_UNKNOWN)
			return 0;
		if (answer == SMT_UNSAT && fresh) {
			*complete = true;
			return 0;
		}
		if (answer == SMT_UNSAT) {
			/* a solver that was fed bit by bit is not believed */
			smt_free(encoding->smt);
			if (build(encoding, problem) < 0)
				return -1;
			fresh = true;
			continue;
		}
		taken = take_model(encoding, puzzle, options, result, problem);
		if (taken)
			return taken < 0 ? -1 : 0;
		fresh = false;
	}
}

static void conclude(struct solve_result *result, bool complete)
{
	result->verdict = result->solution_count ? VERDICT_SOLVED
			  : complete             ? VERDICT_NONE
						 : VERDICT_UNKNOWN;
	result->count_complete = complete;
	result->unique = result->count > 1                ? KNOWN_NO
			 : result->count == 1 && complete ? KNOWN_YES
							  : KNOWN_UNSURE;
	if (result->verdict == VERDICT_NONE)
		snprintf(result->reason, sizeof result->reason,
			 _("no line keeps all rules: a fresh solver agrees"));
	if (result->verdict == VERDICT_UNKNOWN && !result->reason[0])
		snprintf(result->reason, sizeof result->reason,
			 _("not decided in the time allowed"));
	snprintf(result->engine, sizeof result->engine, "z3");
}

int z3_panel(const struct puzzle *puzzle, const struct solve_options *options,
	     struct solve_result *result, struct problem *problem)
{
	struct panel_graph *graph = malloc(sizeof *graph);
	struct encoding *encoding = calloc(1, sizeof *encoding);
	bool complete = false;
	int failed = 0;

	if (!graph || !encoding) {
		failed = problem_set(problem, PROBLEM_MEMORY,
				     "no memory for a formula");
		goto fail;
	}
	panel_graph_init(graph, &puzzle->as.panel);
	encoding->graph = graph;
	failed = run(encoding, puzzle, options, result, &complete, problem);
	smt_free(encoding->smt);
	free(encoding->clauses.items);
	if (failed == 0)
		conclude(result, complete);
fail:
	free(encoding);
	free(graph);
	return failed;
}
