/* Regions of a board that the line does not fill do not meet: where three
 * meet, or two touch at a corner, the line would branch or cross. So pieces
 * either lie apart, each over its own symbol, or share a region that covers
 * the symbols of all of them. Symbols next to each other share one anyway;
 * where a region finds no place it joins the nearest one. */
#include "panel_lay.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* Regions tried a run: each costs as much as a node of the search. */
	TRIES_MAX = 300,
	/* Ways looked at for one region, where it holds many pieces. */
	WAYS_MAX = 20000,
	WAYS_PER_LOOK = 64, /* between two looks at the clock */
};

/* A piece as its symbol asks for it. */
struct piece {
	int16_t cell; /* of the symbol */
	int16_t type;
	int16_t region; /* number of the first piece that it shares one with */
	bool laid, covered;
};

struct layer {
	struct panel_state *state;
	struct rng *rng;
	struct piece *pieces; /* in random order */
	int count;
	int16_t symbol[GRAPH_CELLS_MAX];  /* number of the piece, or none */
	int16_t covered[GRAPH_CELLS_MAX]; /* region there, or none */
	int tries, ways;
};

bool panel_lay_can(const struct panel_graph *graph, struct panel_fit *fit)
{
	return graph->has_polyominoes && !graph->has_negatives &&
	       graph->eliminators == 0 && panel_fit_way_count(fit) > 0;
}

/* The edges round the region carry a line, those within it do not. */
static bool settle_edges(struct layer *layer, int region)
{
	struct panel_state *state = layer->state;

	for (int i = 0; i < state->graph->cell_count; i++) {
		const struct graph_cell *cell = &state->graph->cells[i];

		for (int k = 0; k < 4 && layer->covered[i] == region; k++) {
			int beside = cell->beside[k];

			if (beside != GRAPH_NONE &&
			    !panel_state_set(state, cell->edges[k],
					     layer->covered[beside] == region
						     ? EDGE_OFF
						     : EDGE_ON))
				return false;
		}
	}
	return panel_state_conclude(state);
}

/* Do the cells of the region hang together? */
static bool is_whole(const struct layer *layer, int region)
{
	const struct panel_graph *graph = layer->state->graph;
	int16_t stack[GRAPH_CELLS_MAX];
	bool seen[GRAPH_CELLS_MAX] = { false };
	int depth = 0, left = 0;

	for (int i = 0; i < graph->cell_count; i++)
		left += layer->covered[i] == region;
	stack[depth++] = layer->pieces[region].cell;
	seen[stack[0]] = true;
	while (depth) {
		const struct graph_cell *cell = &graph->cells[stack[--depth]];

		left--;
		for (int k = 0; k < 4; k++) {
			int beside = cell->beside[k];

			if (beside == GRAPH_NONE || seen[beside] ||
			    layer->covered[beside] != region)
				continue;
			seen[beside] = true;
			stack[depth++] = (int16_t)beside;
		}
	}
	return left == 0;
}

/* A piece of the region's that is still to be laid and of the type. */
static struct piece *find_piece(struct layer *layer, int region, int type)
{
	for (int i = 0; i < layer->count; i++)
		if (layer->pieces[i].region == region &&
		    layer->pieces[i].type == type && !layer->pieces[i].laid)
			return &layer->pieces[i];
	return NULL;
}

/* May it lie there, and over the target's symbol if there is one? */
static bool may_lie(const struct layer *layer, const int16_t *cells, int count,
		    int region, int target)
{
	bool covers = target == GRAPH_NONE;

	for (int i = 0; i < count; i++) {
		int symbol = layer->symbol[cells[i]];

		if (layer->covered[cells[i]] != GRAPH_NONE ||
		    layer->state->graph->cells[cells[i]].outside ||
		    (symbol != GRAPH_NONE &&
		     layer->pieces[symbol].region != region))
			return false;
		covers |= cells[i] == target;
	}
	return covers;
}

static void cover(struct layer *layer, const int16_t *cells, int count,
		  int region, bool laid)
{
	for (int i = 0; i < count; i++) {
		int symbol = layer->symbol[cells[i]];

		layer->covered[cells[i]] =
			(int16_t)(laid ? region : GRAPH_NONE);
		if (symbol != GRAPH_NONE)
			layer->pieces[symbol].covered = laid;
	}
}

/* A symbol of the region that no piece covers yet. */
static int find_target(const struct layer *layer, int region, bool *all_laid)
{
	int target = GRAPH_NONE;

	*all_laid = true;
	for (int i = 0; i < layer->count; i++) {
		if (layer->pieces[i].region != region)
			continue;
		*all_laid &= layer->pieces[i].laid;
		if (!layer->pieces[i].covered)
			target = layer->pieces[i].cell;
	}
	return target;
}

/* All pieces of the region lie. */
static bool close_region(struct layer *layer, int region)
{
	struct state_mark mark = panel_state_mark(layer->state);

	if (!is_whole(layer, region))
		return false;
	layer->tries++;
	if (settle_edges(layer, region))
		return true;
	panel_state_undo(layer->state, mark);
	return false;
}

/* Has it been tried long enough? */
static bool is_enough(struct layer *layer)
{
	struct panel_state *state = layer->state;

	if (++layer->ways % WAYS_PER_LOOK == 0 &&
	    deadline_passed(state->deadline))
		state->late = true;
	return layer->tries > TRIES_MAX || layer->ways > WAYS_MAX ||
	       state->late;
}

/* Lays the rest of the region's pieces, in the first way that contradicts
 * nothing; each is tried from a random way on. */
static bool lay_rest(struct layer *layer, int region)
{
	struct panel_fit *fit = layer->state->fit;
	int ways = panel_fit_way_count(fit);
	const int16_t *over = NULL;
	int first;
	bool all_laid;
	int target = find_target(layer, region, &all_laid);

	if (all_laid)
		return target == GRAPH_NONE && close_region(layer, region);
	if (target != GRAPH_NONE)
		over = panel_fit_ways_at(fit, target, &ways);
	first = (int)rng_below(layer->rng, (uint32_t)ways + !ways);
	for (int i = 0; i < ways; i++) {
		int way = (first + i) % ways;
		struct piece *piece;
		int count, type;
		const int16_t *cells = panel_fit_way(
			fit, over ? over[way] : way, &count, &type);

		if (!may_lie(layer, cells, count, region, target))
			continue;
		piece = find_piece(layer, region, type);
		if (!piece)
			continue;
		if (is_enough(layer))
			return false;
		cover(layer, cells, count, region, true);
		piece->laid = true;
		if (lay_rest(layer, region))
			return true;
		piece->laid = false;
		cover(layer, cells, count, region, false);
	}
	return false;
}

static int distance(const struct layer *layer, int a, int b)
{
	int columns = layer->state->graph->panel->columns;
	int x = abs(layer->pieces[a].cell % columns -
		    layer->pieces[b].cell % columns);
	int y = abs(layer->pieces[a].cell / columns -
		    layer->pieces[b].cell / columns);

	if (layer->state->graph->panel->wraps && 2 * x > columns)
		x = columns - x;
	return x > y ? x : y;
}

static void join(struct layer *layer, int a, int b)
{
	int kept = layer->pieces[a].region;
	int gone = layer->pieces[b].region;

	for (int i = 0; i < layer->count; i++)
		if (layer->pieces[i].region == gone)
			layer->pieces[i].region = (int16_t)kept;
}

/* Joins the region to the nearest one. */
static void join_nearest(struct layer *layer, int region)
{
	int best = INT16_MAX, a = 0, b = 0;

	for (int i = 0; i < layer->count; i++)
		for (int k = 0; k < layer->count; k++) {
			if (layer->pieces[i].region != region ||
			    layer->pieces[k].region == region ||
			    distance(layer, i, k) >= best)
				continue;
			best = distance(layer, i, k);
			a = i;
			b = k;
		}
	if (best < INT16_MAX)
		join(layer, a, b);
}

static void take_pieces(struct layer *layer)
{
	const struct panel_graph *graph = layer->state->graph;

	for (int i = 0; i < graph->cell_count; i++) {
		int type = panel_fit_type(layer->state->fit, i);
		int place;

		layer->symbol[i] = GRAPH_NONE;
		if (type == GRAPH_NONE)
			continue;
		place = (int)rng_below(layer->rng, (uint32_t)layer->count + 1);
		layer->pieces[layer->count] = layer->pieces[place];
		layer->pieces[place] = (struct piece){
			.cell = (int16_t)i,
			.type = (int16_t)type,
		};
		layer->count++;
	}
	for (int i = 0; i < layer->count; i++) {
		layer->pieces[i].region = (int16_t)i;
		layer->symbol[layer->pieces[i].cell] = (int16_t)i;
	}
	for (int i = 0; i < layer->count; i++)
		for (int k = 0; k < i; k++)
			if (distance(layer, i, k) < 2)
				join(layer, i, k);
}

/* Lays region by region. Returns the one that finds no place, or none. */
static int lay_all(struct layer *layer)
{
	for (int i = 0; i < layer->state->graph->cell_count; i++)
		layer->covered[i] = GRAPH_NONE;
	for (int i = 0; i < layer->count; i++) {
		layer->pieces[i].laid = false;
		layer->pieces[i].covered = false;
	}
	for (int i = 0; i < layer->count; i++)
		if (layer->pieces[i].region == i && !lay_rest(layer, i))
			return i;
	return GRAPH_NONE;
}

bool panel_lay(struct panel_state *state, struct rng *rng, int *tries)
{
	struct piece pieces[GRAPH_CELLS_MAX];
	struct layer layer = { .state = state, .rng = rng, .pieces = pieces };
	struct state_mark mark;
	bool found = false;

	take_pieces(&layer);
	*tries = 1;
	if (!panel_state_conclude(state))
		return false;
	mark = panel_state_mark(state);
	while (!found && layer.tries <= TRIES_MAX && layer.ways <= WAYS_MAX &&
	       !state->late) {
		int region = lay_all(&layer);

		found = region == GRAPH_NONE;
		if (found)
			break;
		panel_state_undo(state, mark);
		layer.tries++;
		if (rng_below(rng, 2))
			join_nearest(&layer, region);
	}
	*tries += layer.tries;
	return found;
}
