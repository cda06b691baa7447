/* An exact cover of the symbols by regions: the symbol with the fewest regions
 * left is next, each region is closed in turn, and what the state concludes
 * from that strikes out others. */
#include "panel_place.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* So many pieces tried, or regions closed, take as long as a node of the
 * search on a board of 10x10: 0.4 and 4 microseconds beside some 20. */
enum { TRIES_A_NODE = 40, CLOSED_A_NODE = 4 };

struct panel_place {
	struct panel_regions regions;
	/* numbers of regions left, one list after the other as the choice goes
	 * on */
	int16_t left[(REGION_SYMBOLS_MAX + 2) * REGIONS_MAX];
	/* the run at hand */
	struct panel_state *state;
	const struct place_options *options;
	int64_t closed;
	bool unsure;
};

/* The state as regions meet it. */
struct board {
	struct cell_set done;               /* cells of finished regions */
	struct cell_set sides[2];           /* cells left and right */
	struct cell_set with[CELL_SET_MAX]; /* cells surely in one region */
	struct cell_set cut[CELL_SET_MAX];  /* cells beyond lines */
};

struct panel_place *panel_place_new(void)
{
	return alloc_array(1, sizeof(struct panel_place));
}

void panel_place_free(struct panel_place *place)
{
	free(place);
}

static void read_board(const struct panel_state *state, struct board *board)
{
	const struct panel_graph *graph = state->graph;
	struct cell_set by_root[CELL_SET_MAX];

	memset(by_root, 0, sizeof by_root);
	memset(board->sides, 0, sizeof board->sides);
	for (int i = 0; i < graph->cell_count; i++) {
		const struct graph_cell *cell = &graph->cells[i];
		int root = panel_state_root(state, i);

		cell_set_put(&by_root[root], i);
		for (int side = 0; side < 2; side++)
			if (state->groups[root].side == side + 1)
				cell_set_put(&board->sides[side], i);
		if (cell->outside || !state->areas.open[state->areas.area[i]])
			cell_set_put(&board->done, i);
		memset(&board->cut[i], 0, sizeof *board->cut);
		for (int k = 0; k < 4; k++)
			if (cell->beside[k] != GRAPH_NONE &&
			    state->edge[cell->edges[k]] == EDGE_ON)
				cell_set_put(&board->cut[i], cell->beside[k]);
	}
	for (int i = 0; i < graph->cell_count; i++)
		board->with[i] = by_root[panel_state_root(state, i)];
}

/* May the region still be closed? */
static bool is_left(const struct board *board, const struct cell_set *cells)
{
	if (cell_set_meets(cells, &board->done) ||
	    (cell_set_meets(cells, &board->sides[0]) &&
	     cell_set_meets(cells, &board->sides[1])))
		return false;
	for (int i = 0; i < CELL_SET_WORDS; i++)
		for (uint64_t rest = cells->bits[i]; rest; rest &= rest - 1) {
			int cell = 64 * i + __builtin_ctzll(rest);

			if (!cell_set_within(&board->with[cell], cells) ||
			    cell_set_meets(&board->cut[cell], cells))
				return false;
		}
	return true;
}

/* Lists the regions of `list` that are left after it; returns how many. */
static int strike_out(const struct panel_place *place,
		      const struct board *board, int16_t *list, int count)
{
	int left = 0;

	for (int i = 0; i < count; i++)
		if (is_left(board, &place->regions.regions[list[i]].cells))
			list[count + left++] = list[i];
	return left;
}

/* The symbol with the fewest regions of those listed; GRAPH_NONE where every
 * one has its own. */
static int choose_symbol(const struct panel_place *place,
			 const struct board *board, const int16_t *list,
			 int count)
{
	const struct panel_regions *regions = &place->regions;
	int counts[REGION_SYMBOLS_MAX] = { 0 };
	int chosen = GRAPH_NONE;

	for (int i = 0; i < count; i++)
		for (uint32_t rest = regions->regions[list[i]].symbols; rest;
		     rest &= rest - 1)
			counts[__builtin_ctz(rest)]++;
	for (int i = 0; i < regions->symbol_count; i++)
		if (!cell_set_has(&board->done, regions->symbols[i]) &&
		    (chosen == GRAPH_NONE || counts[i] < counts[chosen]))
			chosen = i;
	return chosen;
}

/* The edges round the region carry a line, those within it do not. */
static bool settle_edges(struct panel_state *state,
			 const struct cell_set *region)
{
	for (int i = 0; i < state->graph->cell_count; i++) {
		const struct graph_cell *cell = &state->graph->cells[i];

		for (int k = 0; k < 4 && cell_set_has(region, i); k++) {
			int beside = cell->beside[k];

			if (beside != GRAPH_NONE &&
			    state->edge[cell->edges[k]] != EDGE_WALL &&
			    !panel_state_set(state, cell->edges[k],
					     cell_set_has(region, beside)
						     ? EDGE_OFF
						     : EDGE_ON))
				return false;
		}
	}
	return panel_state_conclude(state);
}

/* The state is concluded; `list` holds the regions that were left before.
 * False stops it. */
static bool place_rest(struct panel_place *place, const struct cell_set *done,
		       int16_t *list, int count)
{
	struct panel_state *state = place->state;
	struct board board = { .done = *done };
	int16_t *rest = list + count;
	int left, symbol;

	read_board(state, &board);
	left = strike_out(place, &board, list, count);
	symbol = choose_symbol(place, &board, rest, left);
	if (symbol == GRAPH_NONE)
		return place->options->visit(place->options->data,
					     &place->unsure);
	for (int i = 0; i < left && !state->late; i++) {
		const struct region *region = &place->regions.regions[rest[i]];
		struct state_mark mark = panel_state_mark(state);
		struct cell_set with = board.done;
		bool goes_on = true;

		if (!(region->symbols >> symbol & 1))
			continue;
		if (place->closed++ >= place->options->closed_max) {
			place->unsure = true;
			return true;
		}
		cell_set_unite(&with, &region->cells);
		if (settle_edges(state, &region->cells))
			goes_on = place_rest(place, &with, rest, left);
		panel_state_undo(state, mark);
		if (!goes_on)
			return false;
	}
	return true;
}

/* Those of few symbols first, else at random. */
static void shuffle(struct panel_place *place, struct rng *rng)
{
	const struct panel_regions *regions = &place->regions;
	int first = 0;

	for (int i = 0; i < regions->count; i++) {
		int other;

		if (__builtin_popcount(regions->regions[i].symbols) >
		    __builtin_popcount(regions->regions[first].symbols))
			first = i;
		other = first + (int)rng_below(rng, (uint32_t)(i - first) + 1);
		place->left[i] = place->left[other];
		place->left[other] = (int16_t)i;
	}
}

bool panel_place_can(const struct panel_graph *graph,
		     const struct panel_fit *fit)
{
	int symbols = 0;

	if (!graph->has_polyominoes || graph->has_negatives ||
	    graph->eliminators || graph->cell_count > CELL_SET_MAX)
		return false;
	for (int i = 0; i < graph->cell_count; i++)
		symbols += panel_fit_type(fit, i) != GRAPH_NONE;
	return symbols > 0 && symbols <= REGION_SYMBOLS_MAX;
}

enum place_end panel_place_run(struct panel_place *place,
			       struct panel_state *state,
			       const struct place_options *options,
			       uint64_t *work)
{
	struct state_mark mark = panel_state_mark(state);
	struct cell_set none = { { 0 } };
	bool goes_on = true;

	*work = 1;
	if (!panel_state_conclude(state)) {
		panel_state_undo(state, mark);
		return state->late ? PLACE_PARTIAL : PLACE_DONE;
	}
	place->state = state;
	place->options = options;
	place->closed = 0;
	place->unsure = !state->separating || state->graph->has_outside ||
			state->walls || state->ends.half != HALF_JOINS;
	panel_regions_find(&place->regions, state, options->rng,
			   options->tries_max);
	shuffle(place, options->rng);
	place->unsure |= !place->regions.complete;
	goes_on = place_rest(place, &none, place->left, place->regions.count);
	*work += (uint64_t)(place->closed / CLOSED_A_NODE +
			    place->regions.tries / TRIES_A_NODE);
	panel_state_undo(state, mark);
	if (!goes_on)
		return PLACE_STOPPED;
	return place->unsure || state->late ? PLACE_PARTIAL : PLACE_DONE;
}
