/* What is known about a line while it is searched: which edges carry one,
 * which cells are sure to share a region, and what follows from either.
 *
 * With symmetry an edge and its mirror image carry a line together, so both
 * lines are settled at once. Every change is undone in one go. */
#ifndef PANEL_STATE_H
#define PANEL_STATE_H

#include "panel_areas.h"
#include "panel_fit.h"

enum edge_state {
	EDGE_UNKNOWN,
	EDGE_OFF,
	EDGE_ON,
	/* half an edge that a line covers and that yet parts regions; see
	 * panel_state.walls */
	EDGE_WALL,
};

/* How many edges of a vertex carry a line. */
enum degree {
	DEGREE_PASSED, /* none or two */
	DEGREE_NONE,   /* the line is but this point */
	DEGREE_ONE,    /* it starts or ends here */
	DEGREE_MAYBE,  /* an end among several: none, one or two */
};

/* What the half edge of a start in the middle of an edge does (fat starts). A
 * region goes round it at the edge's other end unless a line passes there, so
 * that decides, and is settled before the search. */
enum start_half {
	HALF_JOINS,
	HALF_PARTS,      /* regions */
	HALF_IS_PASSED,  /* it parts regions: a line passes the other end */
	HALF_IS_ROUNDED, /* it parts none: no line passes there */
};

/* Where a line starts and ends. A start or end in the middle of an edge is
 * given as the vertex that the line goes to or comes from, and that edge. */
struct line_ends {
	int start, start_edge; /* start GRAPH_NONE: the line is one middle */
	int end, end_edge;     /* end GRAPH_NONE: any end on a vertex */
	enum start_half half;
};

struct panel_cover;

struct undo {
	int16_t *where;
	int16_t old;
};

struct group_undo {
	int16_t kept, absorbed; /* absorbed GRAPH_NONE: only changed */
	struct group old;
};

/* Enough for every change on one path through the search: each edge, vertex
 * and cell changes a few times. */
enum { UNDO_MAX = 1 << 15, GROUP_UNDO_MAX = 1 << 12, QUEUE_MAX = 1 << 13 };

struct panel_state {
	const struct panel_graph *graph;
	struct panel_fit *fit;
	struct panel_cover *cover; /* or NULL */
	const struct deadline *deadline;
	struct line_ends ends;
	bool mirrored;
	bool separating; /* every edge with a line parts two regions: the
			  * line runs from rim to rim of a flat panel */
	/* Conclude also what takes longer to work out: panel_pair.h and
	 * panel_side.h. Set it after panel_state_init. */
	bool thorough;
	bool sided; /* ... and which side the rim belongs to is known */
	bool late;  /* the deadline passed: what failed may not have */
	/* The mirror image's start and end in the middle of an edge part
	 * regions, as on the site that published panels come from: another
	 * reading of rule 3 than ours. Set it after panel_state_init. */
	bool walls;
	bool turned; /* `ends` are swapped: the search goes backwards. Set it
		      * after panel_state_init. */

	/* where `sided`: 1 and 2 of edges of the rim, 0 of others */
	int8_t rim_side[GRAPH_EDGES_MAX];
	int16_t rim[4 * PANEL_SIDE_MAX]; /* edges of the rim */
	int rim_count;

	int16_t edge[GRAPH_EDGES_MAX]; /* enum edge_state */
	int16_t half[GRAPH_EDGES_MAX]; /* a start or end in its middle: off,
					* but it counts for its cells */
	int16_t degree[GRAPH_VERTICES_MAX]; /* enum degree */
	int16_t on[GRAPH_VERTICES_MAX], unknown[GRAPH_VERTICES_MAX];
	int16_t must[GRAPH_VERTICES_MAX];   /* a line must pass */
	int16_t missed[GRAPH_VERTICES_MAX]; /* a dot that none passes */
	/* of a vertex where a piece of line stops: where it stops at its
	 * other side; a vertex without line names itself */
	int16_t other[GRAPH_VERTICES_MAX];
	int16_t walked[GRAPH_VERTICES_MAX]; /* on the line from the start */
	int16_t cell_on[GRAPH_CELLS_MAX], cell_unknown[GRAPH_CELLS_MAX];
	int16_t strict[GRAPH_CELLS_MAX]; /* no eliminator can mend it */
	int16_t wrong[GRAPH_CELLS_MAX];  /* a triangle at fault */
	int16_t parent[GRAPH_NODES_MAX]; /* of groups; the root itself */
	int16_t judged[GRAPH_CELLS_MAX]; /* roots of finished regions */
	int16_t tip, tip_edge;           /* how far `walked` goes */
	int16_t length;                  /* edges from the start to there */
	struct group groups[GRAPH_NODES_MAX]; /* of roots */
	struct panel_areas areas; /* as panel_state_conclude last found them */

	int16_t queue[QUEUE_MAX]; /* edges just settled */
	int queue_start, queue_end;
	struct undo undo[UNDO_MAX];
	int undo_count;
	struct group_undo group_undo[GROUP_UNDO_MAX];
	int group_undo_count;
};

/* A point to return to. */
struct state_mark {
	int undo_count, group_undo_count;
};

/* Everything unknown. `graph`, `fit` and `cover`, which may be NULL, must
 * outlive the state. */
void panel_state_init(struct panel_state *state,
		      const struct panel_graph *graph, struct panel_fit *fit,
		      struct panel_cover *cover);

/* Sets the ends of the line and what follows. False: there is no such line.
 * Whatever it returns, undo before anything else. */
bool panel_state_begin(struct panel_state *state, const struct line_ends *ends);

struct state_mark panel_state_mark(const struct panel_state *state);
void panel_state_undo(struct panel_state *state, struct state_mark mark);

/* Settles an edge. Both return false where a rule is broken. */
bool panel_state_set(struct panel_state *state, int edge,
		     enum edge_state value);
/* Draws every conclusion from what was settled, and judges the regions that
 * are finished. Call it after panel_state_set; panel_state_set alone only
 * takes note. */
bool panel_state_conclude(struct panel_state *state);

/* Has the line reached its end? (With any end: is it at one?) */
bool panel_state_is_complete(const struct panel_state *state);
/* The line ends here: no other edge carries one. False where that breaks a
 * rule. */
bool panel_state_finish(struct panel_state *state);

/* The group a node belongs to; a cell unless it has none. */
static inline int panel_state_root(const struct panel_state *state, int node)
{
	while (state->parent[node] != node)
		node = state->parent[node];
	return node;
}

/* Does the edge, as it is settled, part the cells beside it? */
static inline bool panel_state_parts(const struct panel_state *state, int edge)
{
	return state->edge[edge] >= EDGE_ON;
}

/* For the modules below. */
void panel_state_note(struct panel_state *state, int16_t *where, int value);
struct group *panel_state_change_group(struct panel_state *state, int root);
/* How many symbols of the group have to be cancelled at least, whatever else
 * comes to share its region. `firm`, which may be NULL: those that no further
 * fault can be one of, as a wrong triangle may be one too many beside a star.
 */
int panel_state_faults(const struct group *group, int *firm);
/* Can so many eliminators as there may be still mend what it holds? */
bool panel_state_bears(const struct panel_state *state,
		       const struct group *group);
/* May the player's line end on this vertex? */
bool panel_state_may_end(const struct panel_state *state, int vertex);
/* Must the line pass here, whatever eliminators do? */
bool panel_state_demand(struct panel_state *state, int vertex);
bool panel_state_demand_triangle(struct panel_state *state, int cell);
/* Settles what the queue holds. */
bool panel_state_propagate(struct panel_state *state);
/* `group` joins `to`. */
void panel_state_add_symbols(struct group *to, const struct group *group);
static inline void panel_state_add_group(struct group *to,
					 const struct group *group)
{
	to->size = (int16_t)(to->size + group->size);
	to->side |= group->side;
	to->missed = (int16_t)(to->missed + group->missed);
	if (group->holds)
		panel_state_add_symbols(to, group);
}
/* panel_judge.c: is the finished region content? `root` is its group. */
bool panel_state_judge(struct panel_state *state, int root,
		       const int16_t *cells, int count);

#endif
