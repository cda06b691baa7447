#include "search_tracks.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "rng.h"

enum {
	CELLS_MAX = TRACKS_SIDE_MAX * TRACKS_SIDE_MAX,
	NODES_MAX = CELLS_MAX + 2, /* and what lies beyond each port */
	EDGES_MAX = 2 * CELLS_MAX,
	LINES_MAX = 2 * TRACKS_SIDE_MAX,
	CUTS_MAX = 2 * TRACKS_SIDE_MAX,
	ITEMS_MAX = NODES_MAX + LINES_MAX + CUTS_MAX,
	TRAIL_MAX = EDGES_MAX + CELLS_MAX,
};

/* Nodes of the search tree after which every edge is tried, not only those at
 * the fragments' ends: dearer, but fewer are needed. Most boards need less. */
enum { THOROUGH_AFTER = 30 };

enum state { UNKNOWN, YES, NO };

/* Squares are nodes 0 .. cells-1; node `cells` lies beyond the entry, the one
 * after it beyond the exit. */
struct edge {
	short end[2];
	short cut;       /* the cut it crosses, -1 at a port */
	short joined[2]; /* the fragments' ends it joined, for undo */
	uint8_t side;    /* of end[0] where end[1] lies */
	uint8_t state;
};

struct node {
	short edges[4];
	short lines[2];
	short mate; /* the other end of the fragment it ends */
	int edge_count;
	int yes, unknown; /* edges */
	uint8_t state;    /* carries track? */
};

/* A row or column. */
struct line {
	short nodes[TRACKS_SIDE_MAX];
	int count, total;
	int yes, unknown; /* squares */
};

/* The border between two neighbouring rows or columns. */
struct cut {
	short edges[TRACKS_SIDE_MAX];
	int count;
	int yes, unknown;
	bool odd; /* crossed an odd number of times */
};

struct search {
	struct finder *finder;
	struct problem *problem;
	const struct tracks *tracks;
	int cells, edge_count, line_count, cut_count;
	uint64_t explored; /* nodes of the search tree */
	double done;       /* share of it */
	bool thorough;     /* after many of them: try all edges */
	int undecided;     /* edges */
	int open;          /* used squares with less than two edges */
	int short_lines;   /* lines that want more squares */
	struct edge edges[EDGES_MAX];
	struct node nodes[NODES_MAX];
	struct line lines[LINES_MAX];
	struct cut cuts[CUTS_MAX];
	/* What was decided, in order: edges, or EDGES_MAX + square. */
	short trail[TRAIL_MAX];
	int trail_length;
	/* Nodes, lines and cuts to be looked at again. */
	short dirty[ITEMS_MAX];
	int dirty_count;
	bool is_dirty[ITEMS_MAX];
	/* reach() works here: explore() calls itself, its frame stays small */
	bool seen[NODES_MAX];
	short stack[NODES_MAX];
};

static void touch(struct search *search, int item)
{
	if (search->is_dirty[item])
		return;
	search->is_dirty[item] = true;
	search->dirty[search->dirty_count++] = (short)item;
}

static void forget_dirty(struct search *search)
{
	while (search->dirty_count)
		search->is_dirty[search->dirty[--search->dirty_count]] = false;
}

static bool set_node(struct search *search, int at, enum state state)
{
	struct node *node = &search->nodes[at];

	if (node->state != UNKNOWN)
		return node->state == state;
	node->state = (uint8_t)state;
	search->trail[search->trail_length++] = (short)(EDGES_MAX + at);
	search->open += state == YES && node->yes < 2;
	for (int i = 0; i < 2; i++) {
		struct line *line = &search->lines[node->lines[i]];

		line->unknown--;
		line->yes += state == YES;
		search->short_lines -= state == YES && line->yes == line->total;
		touch(search, NODES_MAX + node->lines[i]);
	}
	touch(search, at);
	return true;
}

static void unset_node(struct search *search, int at)
{
	struct node *node = &search->nodes[at];
	bool was_used = node->state == YES;

	search->open -= was_used && node->yes < 2;
	for (int i = 0; i < 2; i++) {
		struct line *line = &search->lines[node->lines[i]];

		search->short_lines += was_used && line->yes == line->total;
		line->yes -= was_used;
		line->unknown++;
	}
	node->state = UNKNOWN;
}

static bool beyond(const struct search *search, int node)
{
	return node >= search->cells;
}

/* Joins the fragments at the ends of an edge; false where it is one. */
static bool join(struct search *search, struct edge *edge)
{
	struct node *nodes = search->nodes;
	short left = nodes[edge->end[0]].mate;
	short right = nodes[edge->end[1]].mate;

	edge->joined[0] = left;
	edge->joined[1] = right;
	touch(search, left);
	touch(search, right);
	nodes[left].mate = right;
	nodes[right].mate = left;
	return left != edge->end[1];
}

static bool set_edge(struct search *search, int at, enum state state)
{
	struct edge *edge = &search->edges[at];

	if (edge->state != UNKNOWN)
		return edge->state == state;
	if (state == YES && (search->nodes[edge->end[0]].yes == 2 ||
			     search->nodes[edge->end[1]].yes == 2))
		return false;
	edge->state = (uint8_t)state;
	search->trail[search->trail_length++] = (short)at;
	search->undecided--;
	for (int i = 0; i < 2; i++) {
		struct node *node = &search->nodes[edge->end[i]];

		node->unknown--;
		node->yes += state == YES;
		search->open -=
			state == YES && node->state == YES && node->yes == 2;
		touch(search, edge->end[i]);
	}
	if (edge->cut >= 0) {
		search->cuts[edge->cut].unknown--;
		search->cuts[edge->cut].yes += state == YES;
		touch(search, NODES_MAX + LINES_MAX + edge->cut);
	}
	return state != YES || join(search, edge);
}

static void unset_edge(struct search *search, int at)
{
	struct edge *edge = &search->edges[at];
	bool was_yes = edge->state == YES;

	if (was_yes) {
		search->nodes[edge->joined[0]].mate = edge->end[0];
		search->nodes[edge->joined[1]].mate = edge->end[1];
	}
	for (int i = 0; i < 2; i++) {
		struct node *node = &search->nodes[edge->end[i]];

		search->open += was_yes && node->state == YES && node->yes == 2;
		node->unknown++;
		node->yes -= was_yes;
	}
	if (edge->cut >= 0) {
		search->cuts[edge->cut].unknown++;
		search->cuts[edge->cut].yes -= was_yes;
	}
	edge->state = UNKNOWN;
	search->undecided++;
}

static void undo(struct search *search, int length)
{
	forget_dirty(search);
	while (search->trail_length > length) {
		int item = search->trail[--search->trail_length];

		if (item < EDGES_MAX)
			unset_edge(search, item);
		else
			unset_node(search, item - EDGES_MAX);
	}
}

/* Gives all undecided edges of a node one state. */
static bool set_rest(struct search *search, const struct node *node,
		     enum state state)
{
	for (int i = 0; i < node->edge_count; i++)
		if (search->edges[node->edges[i]].state == UNKNOWN &&
		    !set_edge(search, node->edges[i], state))
			return false;
	return true;
}

/* The undecided edge between two nodes, or -1. */
static int edge_between(const struct search *search, int a, int b)
{
	const struct node *node = &search->nodes[a];

	for (int i = 0; i < node->edge_count; i++) {
		const struct edge *edge = &search->edges[node->edges[i]];

		if (edge->state == UNKNOWN &&
		    (edge->end[0] == b || edge->end[1] == b))
			return node->edges[i];
	}
	return -1;
}

/* Rule 5 at a fragment's end: no edge to its other end; with the track whole
 * there is no further edge at all. */
static bool look_at_end(struct search *search, int at)
{
	int mate = search->nodes[at].mate;
	int edge;

	if (beyond(search, at) && beyond(search, mate)) {
		for (int i = 0; i < search->edge_count; i++)
			if (search->edges[i].state == UNKNOWN &&
			    !set_edge(search, i, NO))
				return false;
		return true;
	}
	edge = edge_between(search, at, mate);
	return edge < 0 || set_edge(search, edge, NO);
}

static bool look_at_node(struct search *search, int at)
{
	struct node *node = &search->nodes[at];

	if (node->yes == 1 && !look_at_end(search, at))
		return false;
	if (beyond(search, at))
		return true;
	if (node->yes == 2)
		return set_node(search, at, YES) && set_rest(search, node, NO);
	if (node->yes == 1) {
		if (!set_node(search, at, YES) || node->unknown == 0)
			return false;
		return node->unknown > 1 || set_rest(search, node, YES);
	}
	if (node->state == NO)
		return set_rest(search, node, NO);
	if (node->unknown < 2)
		return set_node(search, at, NO);
	return node->state != YES || node->unknown > 2 ||
	       set_rest(search, node, YES);
}

static bool look_at_line(struct search *search, const struct line *line)
{
	enum state state;

	if (line->total == TRACKS_UNKNOWN)
		return true;
	if (line->yes > line->total || line->yes + line->unknown < line->total)
		return false;
	if (line->yes == line->total)
		state = NO;
	else if (line->yes + line->unknown == line->total)
		state = YES;
	else
		return true;
	for (int i = 0; i < line->count && line->unknown; i++)
		if (search->nodes[line->nodes[i]].state == UNKNOWN &&
		    !set_node(search, line->nodes[i], state))
			return false;
	return true;
}

static bool look_at_cut(struct search *search, const struct cut *cut)
{
	bool odd = cut->yes % 2;

	if (cut->unknown == 0)
		return odd == cut->odd;
	if (cut->unknown > 1)
		return true;
	for (int i = 0; i < cut->count; i++)
		if (search->edges[cut->edges[i]].state == UNKNOWN)
			return set_edge(search, cut->edges[i],
					odd == cut->odd ? NO : YES);
	return true;
}

/* The edge that would make the track whole is not to be taken while squares
 * are left over or wanted (rules 3 and 5). */
static bool look_at_gap(struct search *search)
{
	int entry = search->nodes[search->cells].mate;
	int exit = search->nodes[search->cells + 1].mate;
	int edge = -1;

	if (!beyond(search, entry) && !beyond(search, exit))
		edge = edge_between(search, entry, exit);
	if (edge < 0 || (search->open == 2 && search->short_lines == 0))
		return true;
	return set_edge(search, edge, NO);
}

static bool propagate(struct search *search)
{
	while (search->dirty_count) {
		int item = search->dirty[--search->dirty_count];
		bool holds;

		search->is_dirty[item] = false;
		if (item < NODES_MAX)
			holds = look_at_node(search, item);
		else if (item < NODES_MAX + LINES_MAX)
			holds = look_at_line(search,
					     &search->lines[item - NODES_MAX]);
		else
			holds = look_at_cut(
				search,
				&search->cuts[item - NODES_MAX - LINES_MAX]);
		if (holds && !search->dirty_count)
			holds = look_at_gap(search);
		if (!holds) {
			forget_dirty(search);
			return false;
		}
	}
	return true;
}

/* Squares that no track from the entry can reach stay empty. */
static bool reach(struct search *search)
{
	bool *seen = search->seen;
	short *stack = search->stack;
	int height = 0;

	memset(seen, 0, sizeof search->seen);
	stack[height++] = (short)search->cells;
	seen[search->cells] = true;
	while (height) {
		const struct node *node = &search->nodes[stack[--height]];

		for (int i = 0; i < node->edge_count; i++) {
			const struct edge *edge =
				&search->edges[node->edges[i]];
			/* the end that is not this node */
			int next =
				edge->end[&search->nodes[edge->end[0]] == node];

			if (edge->state == NO || seen[next])
				continue;
			seen[next] = true;
			stack[height++] = (short)next;
		}
	}
	if (!seen[search->cells + 1])
		return false;
	for (int i = 0; i < search->cells; i++)
		if (!seen[i] && !set_node(search, i, NO))
			return false;
	return true;
}

static bool settle(struct search *search)
{
	int before;

	do {
		if (!propagate(search))
			return false;
		before = search->trail_length;
		if (!reach(search)) {
			forget_dirty(search);
			return false;
		}
	} while (search->trail_length > before);
	return true;
}

/* What follows from one edge: how much is decided, or -1 where it cannot
 * be. Leaves all as it was. */
static int try_edge(struct search *search, int edge, enum state state)
{
	int mark = search->trail_length;
	bool holds = set_edge(search, edge, state) &&
		     (search->thorough ? settle(search) : propagate(search));
	int decided = holds ? search->trail_length - mark : -1;

	undo(search, mark);
	return decided;
}

enum { IMPOSSIBLE = -1, DECIDED, OPEN, LATE };

/* Tries the edges at the fragments' ends. OPEN leaves the best edge to guess
 * in *best. */
static int look_ahead(struct search *search, int *best)
{
	bool again = true;

	while (again) {
		double best_score = -1;

		again = false;
		*best = -1;
		for (int i = 0; i < search->cells; i++) {
			int at = search->finder->reversed
					 ? search->cells - 1 - i
					 : i;
			const struct node *node = &search->nodes[at];

			if (deadline_passed(&search->finder->deadline))
				return LATE;
			if (!search->thorough &&
			    (node->state != YES || node->yes == 2))
				continue;
			for (int j = 0; j < node->edge_count; j++) {
				int edge = node->edges[j];
				int yes, no;

				if (search->edges[edge].state != UNKNOWN)
					continue;
				yes = try_edge(search, edge, YES);
				no = try_edge(search, edge, NO);
				if (yes < 0 && no < 0)
					return IMPOSSIBLE;
				if (yes < 0 || no < 0) {
					set_edge(search, edge,
						 yes < 0 ? NO : YES);
					if (!settle(search))
						return IMPOSSIBLE;
					again = true;
					continue;
				}
				if (best_score < (yes + 1.0) * (no + 1.0)) {
					best_score = (yes + 1.0) * (no + 1.0);
					*best = edge;
				}
			}
		}
	}
	if (search->undecided == 0)
		return DECIDED;
	return *best >= 0 ? OPEN : IMPOSSIBLE;
}

/* The edges that carry track so far. */
static void read_tiles(const struct search *search, struct solution *solution)
{
	int columns = search->tracks->columns;

	for (int i = 0; i < search->edge_count; i++) {
		const struct edge *edge = &search->edges[i];
		uint8_t(*tiles)[TRACKS_SIDE_MAX] = solution->as.tracks.tiles;
		int a = edge->end[0], b = edge->end[1];

		if (edge->state != YES)
			continue;
		tiles[a / columns][a % columns] |= edge->side;
		if (beyond(search, b))
			continue;
		tiles[b / columns][b % columns] |=
			edge->side == TRACKS_RIGHT ? TRACKS_LEFT : TRACKS_TOP;
	}
}

static bool show(const struct search *search)
{
	struct solution part = { .family = FAMILY_tracks };

	read_tiles(search, &part);
	return finder_tried(search->finder, &part, search->done);
}

static enum finish emit(struct search *search)
{
	struct solution solution = { .family = FAMILY_tracks };

	read_tiles(search, &solution);
	return finder_found(search->finder, &solution, search->problem);
}

/* Everything below the present node of the search tree, which is this share of
 * it. Depth is bounded by the number of edges: each guess decides one. */
static enum finish explore(struct search *search, double share)
{
	int mark = search->trail_length;
	enum finish finish = FINISH_ALL;
	bool turned = search->finder->rng ? rng_below(search->finder->rng, 2)
					  : search->finder->reversed;
	int edge = -1, more;

	search->explored++;
	search->thorough = search->explored > THOROUGH_AFTER;
	if (deadline_passed(&search->finder->deadline) ||
	    (search->finder->nodes_max &&
	     search->explored > search->finder->nodes_max))
		return FINISH_TIME;
	more = settle(search) ? look_ahead(search, &edge) : IMPOSSIBLE;
	if (search->finder->watch && !show(search))
		more = LATE;
	if (more == DECIDED)
		finish = emit(search);
	if (more == LATE)
		finish = FINISH_TIME;
	if (more != OPEN)
		search->done += share;
	for (int i = 0; more == OPEN && i < 2 && finish == FINISH_ALL; i++) {
		bool first = (i == 0) != turned;
		int inner = search->trail_length;

		if (set_edge(search, edge, first ? YES : NO))
			finish = explore(search, share / 2);
		else
			search->done += share / 2;
		undo(search, inner);
	}
	undo(search, mark);
	return finish;
}

static void add_edge(struct search *search, int a, int b, int side, int cut)
{
	int at = search->edge_count++;
	struct edge *edge = &search->edges[at];
	const int ends[2] = { a, b };

	*edge = (struct edge){ .end = { (short)a, (short)b },
			       .cut = (short)cut,
			       .side = (uint8_t)side };
	for (int i = 0; i < 2; i++) {
		struct node *node = &search->nodes[ends[i]];

		node->edges[node->edge_count++] = (short)at;
		node->unknown++;
	}
	if (cut >= 0) {
		struct cut *crossed = &search->cuts[cut];

		crossed->edges[crossed->count++] = (short)at;
		crossed->unknown++;
	}
	search->undecided++;
}

static void build_lines(struct search *search)
{
	const struct tracks *tracks = search->tracks;

	search->line_count = tracks->rows + tracks->columns;
	for (int i = 0; i < search->line_count; i++) {
		struct line *line = &search->lines[i];
		bool row = i < tracks->rows;

		line->count = row ? tracks->columns : tracks->rows;
		line->total = row ? tracks->row_totals[i]
				  : tracks->column_totals[i - tracks->rows];
		line->unknown = line->count;
		search->short_lines += line->total > 0;
		for (int j = 0; j < line->count; j++) {
			int at = row ? i * tracks->columns + j
				     : j * tracks->columns + i - tracks->rows;

			line->nodes[j] = (short)at;
			search->nodes[at].lines[!row] = (short)i;
		}
	}
}

/* Cuts: below each row but the last, then right of each column but the
 * last. */
static void build_grid(struct search *search)
{
	const struct tracks *tracks = search->tracks;
	int columns = tracks->columns, rows = tracks->rows;
	int entry[2], exit[2];

	tracks_port_square(tracks, &tracks->entry, &entry[0], &entry[1]);
	tracks_port_square(tracks, &tracks->exit, &exit[0], &exit[1]);
	search->cut_count = rows - 1 + columns - 1;
	for (int y = 0; y < rows - 1; y++)
		search->cuts[y].odd = (entry[1] <= y) != (exit[1] <= y);
	for (int x = 0; x < columns - 1; x++)
		search->cuts[rows - 1 + x].odd =
			(entry[0] <= x) != (exit[0] <= x);
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++) {
			int at = y * columns + x;

			if (x + 1 < columns)
				add_edge(search, at, at + 1, TRACKS_RIGHT,
					 rows - 1 + x);
			if (y + 1 < rows)
				add_edge(search, at, at + columns,
					 TRACKS_BOTTOM, y);
		}
	add_edge(search, entry[1] * columns + entry[0], search->cells,
		 (int)tracks->entry.side, -1);
	add_edge(search, exit[1] * columns + exit[0], search->cells + 1,
		 (int)tracks->exit.side, -1);
}

/* The edge at a square's side: -1 for the rim. */
static int edge_at(const struct search *search, int x, int y, int side)
{
	int columns = search->tracks->columns;
	int at = y * columns + x;
	const struct node *node = &search->nodes[at];

	for (int i = 0; i < node->edge_count; i++) {
		const struct edge *edge = &search->edges[node->edges[i]];
		int own = edge->side;

		if (edge->end[0] != at)
			own = own == TRACKS_RIGHT ? TRACKS_LEFT : TRACKS_TOP;
		if (own == side)
			return node->edges[i];
	}
	return -1;
}

/* Rule 4. */
static bool set_clues(struct search *search, int x, int y)
{
	const struct tracks *tracks = search->tracks;
	int given = tracks->given[y][x];
	int half = tracks->half[y][x];

	for (int side = 1; side <= 8; side *= 2) {
		bool yes = (half & side) ||
			   (given != TRACKS_UNKNOWN && (given & side));
		bool no = given != TRACKS_UNKNOWN && !(given & side);
		int edge = edge_at(search, x, y, side);

		if ((yes && no) || (yes && edge < 0))
			return false;
		if (yes && !set_edge(search, edge, YES))
			return false;
		if (no && edge >= 0 && !set_edge(search, edge, NO))
			return false;
	}
	return given != 0 || set_node(search, y * tracks->columns + x, NO);
}

static bool build(struct search *search)
{
	const struct tracks *tracks = search->tracks;
	bool holds;

	search->cells = tracks->columns * tracks->rows;
	for (int i = 0; i < search->cells + 2; i++)
		search->nodes[i].mate = (short)i;
	build_lines(search);
	build_grid(search);
	holds = set_edge(search, search->edge_count - 2, YES) &&
		set_edge(search, search->edge_count - 1, YES);
	for (int y = 0; y < tracks->rows && holds; y++)
		for (int x = 0; x < tracks->columns && holds; x++)
			holds = set_clues(search, x, y);
	for (int i = 0; i < search->cells; i++)
		touch(search, i);
	for (int i = 0; i < search->line_count; i++)
		touch(search, NODES_MAX + i);
	for (int i = 0; i < search->cut_count; i++)
		touch(search, NODES_MAX + LINES_MAX + i);
	return holds;
}

enum finish search_tracks(struct finder *finder, struct problem *problem)
{
	struct search *search = alloc_array(1, sizeof *search);
	enum finish finish = FINISH_ALL;

	if (!search) {
		problem_set(problem, PROBLEM_MEMORY, "no memory to search");
		return FINISH_FAILED;
	}
	search->finder = finder;
	search->problem = problem;
	search->tracks = &finder->puzzle->as.tracks;
	if (build(search))
		finish = explore(search, 1);
	free(search);
	return finish;
}
