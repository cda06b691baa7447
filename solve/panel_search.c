#include "panel_search.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "panel_cover.h"
#include "panel_past.h"
#include "panel_place.h"
#include "panel_state.h"

enum {
	/* Pairs of a start and an end that are searched one by one; a panel
	 * with more is searched with all ends at once. A known end prunes far
	 * better, but each pair is a search of its own. */
	PAIRS_MAX = 64,
	NODES_PER_LOOK = 64, /* between two looks at the clock */
	/* Nodes after which more is concluded at each: nine panels in ten are
	 * done by then, a fourth sooner than if it were always concluded; of
	 * those published that take longest, 100 did no better. */
	THOROUGH_NODES = 1000,
	KEYS_MAX = 8, /* of states that part ways at one vertex */
	/* Edges walked from the start after which parts of a search go their
	 * own ways: subtrees enough to be shared out evenly, few enough that
	 * what all parts walk is soon done. */
	PART_DEPTH = 8,
	/* Where pieces are laid first: nodes allowed for each piece that may
	 * be tried for one choice of symbols, and regions that may be closed
	 * for each node. On 300 boards of 10x10 with few polyominoes, made at
	 * random or from a line, half and twice as many of either took as
	 * long; with no more closed than nodes one took ten times as long. */
	NODES_A_TRY = 4,
	CLOSED_A_NODE = 8,
};

struct task {
	struct line_ends ends;
	bool is_twin;
};

struct panel_search {
	struct panel_graph graph;
	struct panel_fit *fit;
	struct panel_cover *cover; /* or NULL */
	struct panel_past *past;   /* or NULL */
	bool shares_past;          /* another search's */
	struct task *tasks;
	size_t task_count, task_capacity;
	struct panel_state state;
	/* the run at hand */
	const struct search_options *options;
	uint64_t nodes, nodes_end;
	bool turned;  /* from end to start */
	bool recalls; /* what failed before */
	int run;      /* what a key is of, besides the state */
	uint64_t found;
	int depth;                 /* edges chosen, not concluded */
	int subtrees;              /* of PART_DEPTH, so far */
	double done;               /* share of the search tree */
	struct panel_place *place; /* to lay pieces first, or NULL */
	enum search_end drawn;     /* of the last line round them */
};

/* One way to start or end: a vertex, or an edge's middle and the vertex next
 * to it. */
struct way {
	int vertex, edge;
	int x, y; /* of the start or end itself */
};

struct way_list {
	struct way *ways;
	size_t count, capacity;
};

static int add_way(struct way_list *list, int vertex, int edge, int x, int y)
{
	if (alloc_grow(&list->ways, &list->capacity, list->count + 1,
		       sizeof *list->ways) < 0)
		return -1;
	list->ways[list->count++] = (struct way){ vertex, edge, x, y };
	return 0;
}

/* Is there a start (an end) whose mirror image is one too? */
static bool is_valid(const struct panel *panel, int x, int y, bool end)
{
	const struct panel_spot *spot = &panel->spots[y][x];
	int mx, my;

	if (panel_is_cell(x, y) || !(end ? spot->end : spot->start))
		return false;
	if (panel->symmetry == PANEL_SYMMETRY_NONE)
		return true;
	panel_mirror(panel, x, y, &mx, &my);
	if (panel_is_cell(mx, my) ||
	    panel_is_vertex(x, y) != panel_is_vertex(mx, my))
		return false;
	spot = &panel->spots[my][mx];
	return end ? spot->end : spot->start;
}

static int list_ways(const struct panel_graph *graph, bool ends,
		     struct way_list *list)
{
	const struct panel *panel = graph->panel;

	for (int y = 0; y < panel_height(panel); y++)
		for (int x = 0; x < panel_width(panel); x++) {
			int number;

			if (!is_valid(panel, x, y, ends))
				continue;
			number = panel_graph_at(graph, x, y);
			if (panel_is_vertex(x, y)) {
				if (add_way(list, number, GRAPH_NONE, x, y) < 0)
					return -1;
				continue;
			}
			for (int i = 0; i < 2; i++)
				if (add_way(list, graph->edges[number].ends[i],
					    number, x, y) < 0)
					return -1;
		}
	return 0;
}

static int add_task_of(struct panel_search *search,
		       const struct line_ends *ends)
{
	if (alloc_grow(&search->tasks, &search->task_capacity,
		       search->task_count + 1, sizeof *search->tasks) < 0)
		return -1;
	search->tasks[search->task_count++] =
		(struct task){ .ends = *ends, .is_twin = false };
	return 0;
}

/* Where fat starts matter: HALF_JOINS where this one does not, HALF_PARTS
 * where it does whatever the line does, else HALF_IS_PASSED. */
static enum start_half half_of_start(const struct panel_graph *graph, int edge)
{
	const int16_t *cells;

	if (!(graph->panel->rules & PANEL_FAT_STARTS) || edge == GRAPH_NONE)
		return HALF_JOINS;
	/* vertices are parts of regions there and join what is beside them */
	if (graph->has_outside)
		return HALF_PARTS;
	cells = graph->edges[edge].cells;
	return cells[0] == GRAPH_NONE || cells[1] == GRAPH_NONE
		       ? HALF_JOINS
		       : HALF_IS_PASSED;
}

static int add_task(struct panel_search *search, int start, int start_edge,
		    int end, int end_edge)
{
	struct line_ends ends = { start, start_edge, end, end_edge,
				  half_of_start(&search->graph, start_edge) };

	if (ends.half == HALF_IS_PASSED) {
		/* nothing passes a vertex where the line is but a point */
		if (start != GRAPH_NONE && add_task_of(search, &ends) < 0)
			return -1;
		ends.half = start == GRAPH_NONE ? HALF_JOINS : HALF_IS_ROUNDED;
	}
	return add_task_of(search, &ends);
}

/* A start and an end in the middle of one edge: the line is but that point,
 * once for both ways to leave it. */
static int add_pair(struct panel_search *search, const struct way *start,
		    const struct way *end)
{
	if (start->edge == GRAPH_NONE || start->edge != end->edge)
		return add_task(search, start->vertex, start->edge, end->vertex,
				end->edge);
	if (start->vertex != end->vertex ||
	    start->vertex != search->graph.edges[start->edge].ends[0])
		return 0;
	return add_task(search, GRAPH_NONE, start->edge, GRAPH_NONE,
			GRAPH_NONE);
}

/* All ends on vertices at once, but for the start itself; the others one by
 * one. */
static int add_start(struct panel_search *search, const struct way *start,
		     const struct way_list *ends)
{
	bool free_end = false;

	for (size_t i = 0; i < ends->count; i++) {
		const struct way *end = &ends->ways[i];

		if (end->edge == GRAPH_NONE && end->vertex != start->vertex) {
			free_end = true;
			continue;
		}
		if (add_pair(search, start, end) < 0)
			return -1;
	}
	if (!free_end)
		return 0;
	return add_task(search, start->vertex, start->edge, GRAPH_NONE,
			GRAPH_NONE);
}

static int mirror_number(const struct panel_search *search, int vertex)
{
	return vertex == GRAPH_NONE ? GRAPH_NONE
				    : search->graph.vertices[vertex].mirror;
}

static int mirror_edge(const struct panel_search *search, int edge)
{
	return edge == GRAPH_NONE ? GRAPH_NONE
				  : search->graph.edges[edge].mirror;
}

static void find_twins(struct panel_search *search)
{
	const struct panel_graph *graph = &search->graph;

	if (graph->panel->symmetry == PANEL_SYMMETRY_NONE)
		return;
	for (int i = 0; i < graph->vertex_count; i++)
		if (graph->vertices[i].dot == PANEL_DOT_CYAN ||
		    graph->vertices[i].dot == PANEL_DOT_YELLOW)
			return;
	for (int i = 0; i < graph->edge_count; i++)
		if (graph->edges[i].dot == PANEL_DOT_CYAN ||
		    graph->edges[i].dot == PANEL_DOT_YELLOW)
			return;
	for (size_t i = 0; i < search->task_count; i++) {
		const struct line_ends *ends = &search->tasks[i].ends;

		for (size_t k = 0; k < i; k++) {
			const struct line_ends *other = &search->tasks[k].ends;

			if (mirror_number(search, ends->start) ==
				    other->start &&
			    mirror_number(search, ends->end) == other->end &&
			    mirror_edge(search, ends->start_edge) ==
				    other->start_edge &&
			    mirror_edge(search, ends->end_edge) ==
				    other->end_edge &&
			    ends->half == other->half)
				search->tasks[i].is_twin = true;
		}
	}
}

static int make_tasks(struct panel_search *search)
{
	struct way_list starts = { 0 };
	struct way_list ends = { 0 };
	int result = -1;

	if (list_ways(&search->graph, false, &starts) < 0 ||
	    list_ways(&search->graph, true, &ends) < 0)
		goto fail;
	for (size_t i = 0; i < starts.count; i++) {
		if (starts.count * ends.count > PAIRS_MAX) {
			if (add_start(search, &starts.ways[i], &ends) < 0)
				goto fail;
			continue;
		}
		for (size_t k = 0; k < ends.count; k++)
			if (add_pair(search, &starts.ways[i], &ends.ways[k]) <
			    0)
				goto fail;
	}
	find_twins(search);
	result = 0;
fail:
	free(starts.ways);
	free(ends.ways);
	return result;
}

static struct panel_search *search_new(const struct panel *panel,
				       const struct panel_search *beside,
				       struct problem *problem)
{
	struct panel_search *search = malloc(sizeof *search);

	if (!search) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to search a panel");
		return NULL;
	}
	panel_graph_init(&search->graph, panel);
	search->tasks = NULL;
	search->task_count = 0;
	search->task_capacity = 0;
	search->nodes = 0;
	search->found = 0;
	search->place = NULL;
	search->shares_past = beside != NULL;
	search->past = beside ? beside->past : panel_past_new(&search->graph);
	search->fit = panel_fit_new(&search->graph);
	search->cover = search->fit
				? panel_cover_new(&search->graph, search->fit)
				: NULL;
	if (!search->fit || make_tasks(search) < 0) {
		problem_set(problem, PROBLEM_MEMORY,
			    "no memory to search a panel");
		panel_search_free(search);
		return NULL;
	}
	return search;
}

struct panel_search *panel_search_new(const struct panel *panel,
				      struct problem *problem)
{
	return search_new(panel, NULL, problem);
}

struct panel_search *panel_search_beside(const struct panel_search *search)
{
	if (search->past)
		panel_past_share(search->past);
	return search_new(search->graph.panel, search, NULL);
}

void panel_search_free(struct panel_search *search)
{
	if (!search)
		return;
	if (!search->shares_past)
		panel_past_free(search->past);
	panel_place_free(search->place);
	panel_cover_free(search->cover);
	panel_fit_free(search->fit);
	free(search->tasks);
	free(search);
}

const struct panel_graph *panel_search_graph(const struct panel_search *search)
{
	return &search->graph;
}

int panel_search_task_count(const struct panel_search *search)
{
	return (int)search->task_count;
}

bool panel_search_is_twin(const struct panel_search *search, int task)
{
	return search->tasks[task].is_twin;
}

uint64_t panel_search_nodes(const struct panel_search *search)
{
	return search->nodes;
}

static void put(struct panel_solution *line, int x, int y)
{
	line->path[line->length++] =
		(struct panel_at){ (uint8_t)x, (uint8_t)y };
}

/* The line's points from its start on; on a cylinder of two columns, where
 * the vertices do not tell which edge joins them, the middles of edges that
 * are run over to the left are points too (panel.h). */
static void read_line(const struct panel_search *search,
		      struct panel_solution *line)
{
	const struct panel_graph *graph = &search->graph;
	const struct panel_state *state = &search->state;
	const struct line_ends *ends = &state->ends;
	int vertex = ends->start;
	int edge = GRAPH_NONE;

	line->length = 0;
	if (ends->start_edge != GRAPH_NONE)
		put(line, graph->edges[ends->start_edge].x,
		    graph->edges[ends->start_edge].y);
	while (vertex != GRAPH_NONE) {
		const struct graph_vertex *here = &graph->vertices[vertex];
		int next = GRAPH_NONE;

		put(line, here->x, here->y);
		for (int i = 0; i < 4; i++)
			if (here->edges[i] != GRAPH_NONE &&
			    here->edges[i] != edge &&
			    state->edge[here->edges[i]] == EDGE_ON) {
				next = here->edges[i];
				if (i == (search->turned ? 0 : 2) &&
				    graph->panel->wraps &&
				    graph->panel->columns == 2)
					put(line, graph->edges[next].x,
					    graph->edges[next].y);
			}
		edge = next;
		if (edge == GRAPH_NONE)
			break;
		vertex = graph->edges[edge]
				 .ends[graph->edges[edge].ends[0] == vertex];
	}
	if (ends->end_edge != GRAPH_NONE)
		put(line, graph->edges[ends->end_edge].x,
		    graph->edges[ends->end_edge].y);
}

static void turn_round(struct panel_solution *line)
{
	for (int i = 0, k = line->length - 1; i < k; i++, k--) {
		struct panel_at kept = line->path[i];

		line->path[i] = line->path[k];
		line->path[k] = kept;
	}
}

/* The line up to its tip, which the state knows from the start on; false: who
 * watches has seen enough. */
static bool show(struct panel_search *search)
{
	struct panel_solution part;

	if (!search->options->tried)
		return true;
	read_line(search, &part);
	return search->options->tried(search->options->data, &part,
				      search->done);
}

static bool is_parted(const struct panel_search *search)
{
	return search->options->parts > 1;
}

static bool hand_over(struct panel_search *search)
{
	struct panel_solution line;

	/* what all parts come by is the first one's */
	if (is_parted(search) && search->depth < PART_DEPTH &&
	    search->options->part)
		return true;
	search->found++;
	read_line(search, &line);
	if (search->turned)
		turn_round(&line);
	return search->options->visit(search->options->data, &line);
}

/* The edge at the tip to decide next; GRAPH_NONE where there is none. */
static int choose(struct panel_search *search)
{
	const struct panel_state *state = &search->state;
	const struct panel_graph *graph = &search->graph;
	const int16_t *edges;
	int chosen = GRAPH_NONE;
	int best = 0;

	if (state->tip == GRAPH_NONE)
		return GRAPH_NONE;
	edges = graph->vertices[state->tip].edges;
	for (int i = 0; i < 4; i++) {
		int next, score;

		if (edges[i] == GRAPH_NONE ||
		    state->edge[edges[i]] != EDGE_UNKNOWN)
			continue;
		next = graph->edges[edges[i]]
			       .ends[graph->edges[edges[i]].ends[0] ==
				     state->tip];
		score = 16 - 4 * state->unknown[next];
		if (search->options->rng)
			score += (int)rng_below(search->options->rng, 12);
		if (chosen == GRAPH_NONE || score > best) {
			chosen = edges[i];
			best = score;
		}
	}
	return chosen;
}

/* Is the line already too long to become shorter than wanted? */
static bool is_too_long(const struct panel_search *search)
{
	return search->options->shorter_than &&
	       search->state.length >= *search->options->shorter_than;
}

static bool is_time_up(struct panel_search *search)
{
	const struct search_options *options = search->options;

	if (search->nodes % NODES_PER_LOOK)
		return false;
	search->state.thorough |= search->nodes >= THOROUGH_NODES;
	if (options->progress)
		options->progress(options->data, search->done);
	return deadline_passed(options->deadline);
}

/* The line may end at the tip. With one end that is all; else it may also go
 * on to another one. */
static enum search_end try_finish(struct panel_search *search)
{
	struct panel_state *state = &search->state;
	struct state_mark mark = panel_state_mark(state);
	enum search_end end = SEARCH_DONE;

	if (panel_state_finish(state) && !is_too_long(search) &&
	    !hand_over(search))
		end = SEARCH_STOPPED;
	panel_state_undo(state, mark);
	return end;
}

/* From here on the tip is a vertex like others. */
static void pass_by(struct panel_state *state)
{
	int mirror = state->graph->vertices[state->tip].mirror;

	panel_state_note(state, &state->degree[state->tip], DEGREE_PASSED);
	panel_state_note(state, &state->degree[mirror], DEGREE_PASSED);
}

static enum search_end descend(struct panel_search *search, double share);

/* The same one edge further on; leaves out what is another part's. */
static enum search_end go_deeper(struct panel_search *search, double share)
{
	enum search_end end = SEARCH_DONE;

	search->depth++;
	if (is_parted(search) && search->depth == PART_DEPTH &&
	    search->subtrees++ % search->options->parts !=
		    search->options->part)
		search->done += share;
	else
		end = descend(search, share);
	search->depth--;
	return end;
}

/* May what failed before be left out here, and what fails be kept? Not where
 * other parts do some of it. */
static bool recalls(const struct panel_search *search)
{
	return search->recalls &&
	       (!is_parted(search) || search->depth >= PART_DEPTH);
}

/* Finds all lines that agree with the state; `share` is what this part is of
 * the whole. */
static enum search_end descend(struct panel_search *search, double share)
{
	struct panel_state *state = &search->state;
	struct memory_key keys[KEYS_MAX];
	int key_count = 0;
	uint64_t found = search->found;

	for (;;) {
		struct state_mark mark;
		enum search_end end = SEARCH_DONE;
		int edge;

		search->nodes++;
		if (is_time_up(search))
			return SEARCH_LATE;
		if (search->nodes == search->nodes_end)
			return SEARCH_LIMIT;
		if (!panel_state_conclude(state) || is_too_long(search))
			break;
		if (!show(search))
			return SEARCH_STOPPED;
		if (panel_state_is_complete(state)) {
			end = try_finish(search);
			if (state->late)
				return SEARCH_LATE;
			if (end != SEARCH_DONE)
				return end;
			if (state->ends.end != GRAPH_NONE ||
			    state->tip == GRAPH_NONE)
				break;
			pass_by(state);
		} else if (recalls(search) && key_count < KEYS_MAX) {
			keys[key_count] = panel_past_key(search->past, state,
							 search->run);
			if (panel_past_knows(search->past, &keys[key_count]))
				break;
			key_count++;
		}
		edge = choose(search);
		if (edge == GRAPH_NONE)
			break;
		mark = panel_state_mark(state);
		if (panel_state_set(state, edge, EDGE_ON))
			end = go_deeper(search, share / 2);
		panel_state_undo(state, mark);
		if (end != SEARCH_DONE)
			return end;
		share /= 2;
		if (!panel_state_set(state, edge, EDGE_OFF))
			break;
	}
	search->done += share;
	if (state->late)
		return SEARCH_LATE;
	for (int i = 0; i < key_count && found == search->found; i++)
		panel_past_note(search->past, &keys[i]);
	return SEARCH_DONE;
}

/* What is left when the pieces lie: all of it, if that takes no more nodes than
 * allowed. */
static bool draw_line(void *data, bool *unsure)
{
	struct panel_search *search = data;
	struct panel_state *state = &search->state;
	struct state_mark mark = panel_state_mark(state);
	enum search_end end;

	if (search->options->nodes_max)
		search->nodes_end = search->nodes + search->options->nodes_max;
	end = descend(search, 1);
	panel_state_undo(state, mark);
	*unsure |= end == SEARCH_LIMIT;
	search->drawn = end;
	return end == SEARCH_DONE || end == SEARCH_LIMIT;
}

static enum search_end lay_first(struct panel_search *search)
{
	struct place_options options = {
		.rng = search->options->rng,
		.tries_max = (int64_t)search->options->nodes_max / NODES_A_TRY,
		.closed_max =
			(int64_t)search->options->nodes_max * CLOSED_A_NODE,
		.visit = draw_line,
		.data = search,
	};
	enum place_end end;
	uint64_t work;

	if (!search->place)
		search->place = panel_place_new();
	if (!search->place)
		return SEARCH_LIMIT;
	end = panel_place_run(search->place, &search->state, &options, &work);
	search->nodes += work;
	if (search->state.late)
		return SEARCH_LATE;
	return end == PLACE_DONE      ? SEARCH_DONE
	       : end == PLACE_STOPPED ? search->drawn
				      : SEARCH_LIMIT;
}

bool panel_search_can_lay(const struct panel_search *search)
{
	return search->cover && panel_place_can(&search->graph, search->fit);
}

enum search_end panel_search_run(struct panel_search *search, int task,
				 const struct search_options *options)
{
	struct panel_state *state = &search->state;
	struct line_ends ends = search->tasks[task].ends;

	search->turned = options->backwards && ends.start != GRAPH_NONE &&
			 ends.end != GRAPH_NONE;
	if (search->turned) {
		struct line_ends turned = { ends.end, ends.end_edge, ends.start,
					    ends.start_edge, ends.half };

		ends = turned;
	}
	search->options = options;
	search->done = 0;
	search->depth = 0;
	search->subtrees = 0;
	search->nodes_end =
		options->nodes_max ? search->nodes + options->nodes_max : 0;
	panel_state_init(state, &search->graph, search->fit, search->cover);
	state->deadline = options->deadline;
	state->thorough = options->lay || options->thorough;
	state->walls = options->walls;
	state->turned = search->turned;
	if (!panel_state_begin(state, &ends))
		return state->late ? SEARCH_LATE : SEARCH_DONE;
	search->recalls =
		search->past && !options->shorter_than && panel_past_can(state);
	search->run = 4 * task + 2 * search->turned + options->walls;
	if (options->lay)
		return lay_first(search);
	return descend(search, 1);
}
