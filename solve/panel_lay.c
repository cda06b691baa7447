/* Region by region: that of a symbol which has none yet is made of whole
 * groups, starting with the symbol's. What is not covered is covered by pieces
 * at hand, those of all symbols that the region may come to hold; a piece that
 * reaches into another group takes it in. Once all is covered, and just the
 * pieces of its symbols lie there, the region may be closed; else, and where
 * that leads nowhere, it goes on over its rim. Regions that do not reach the
 * rim of the board cannot be: the line round them would be a loop. */
#include "panel_lay.h"

#include <string.h>

#include "panel_cover.h"

enum {
	/* Regions tried a run: each costs as much as a node of the search. */
	TRIES_MAX = 300,
	/* Pieces laid a run: some milliseconds. */
	WAYS_MAX = 8000,
	/* ... and before it starts anew with other regions first. Without
	 * that hardly any region was closed on the published panels that take
	 * longest; 400 and 500 do alike. */
	ATTEMPT_WAYS = 400,
	/* A region is made of one piece, and with two chances in three of one
	 * more, again and again: three on average, so that small regions come
	 * first and large ones do come. */
	MORE_PIECES = 3,
	WAYS_A_NODE = 40,   /* a node of the search takes as long as so many */
	WAYS_PER_LOOK = 64, /* between two looks at the clock */
};

struct layer {
	struct panel_state *state;
	struct rng *rng;
	struct cell_set done;           /* regions that are closed */
	int16_t cells[GRAPH_CELLS_MAX]; /* with polyominoes, in random order */
	int count;
	int tries, ways;
	int ways_end; /* of this attempt */
};

/* A region that is being laid: in which area, and of what. */
struct plot {
	struct layer *layer;
	struct cell_set free;         /* cells of the area not done yet */
	int16_t leader[CELL_SET_MAX]; /* of each cell, the first of its group */
	struct cell_set groups[CELL_SET_MAX]; /* by leader */
	/* by kind: pieces that symbols in `free` ask for and that do not lie */
	int16_t at_hand[FIT_TYPES_MAX];
	/* by kind: symbols taken in less pieces laid */
	int16_t owed[FIT_TYPES_MAX];
	int pieces_left; /* that it may be made of */
};

/* As far as it has come. */
struct ground {
	struct cell_set taken, covered;
	struct group sum;
};

bool panel_lay_can(const struct panel_graph *graph,
		   const struct panel_cover *cover)
{
	return cover && !graph->has_negatives && graph->eliminators == 0;
}

static bool lay_all(struct layer *layer);

/* Has it been tried long enough? */
static bool is_enough(const struct layer *layer)
{
	return layer->tries > TRIES_MAX || layer->ways > layer->ways_end ||
	       layer->state->late;
}

static void list_groups(struct plot *plot, int area)
{
	const struct panel_areas *areas = &plot->layer->state->areas;
	const struct cell_set *done = &plot->layer->done;
	int16_t leaders[GRAPH_NODES_MAX]; /* by root */

	memset(&plot->free, 0, sizeof plot->free);
	for (int turn = 0; turn < 2; turn++)
		for (int i = areas->start[area]; i < areas->start[area + 1];
		     i++) {
			int cell = areas->order[i];
			int16_t *leader = &leaders[areas->root[cell]];

			if (cell_set_has(done, cell))
				continue;
			cell_set_put(&plot->free, cell);
			if (turn == 0) {
				*leader = (int16_t)cell;
				memset(&plot->groups[cell], 0,
				       sizeof *plot->groups);
				continue;
			}
			plot->leader[cell] = *leader;
			cell_set_put(&plot->groups[*leader], cell);
		}
}

/* Adds the polyominoes of the cells to `count`, or takes them off. */
static void count_pieces(const struct panel_fit *fit,
			 const struct cell_set *cells, int16_t *count, int sign)
{
	for (int i = 0; i < CELL_SET_WORDS; i++)
		for (uint64_t rest = cells->bits[i]; rest; rest &= rest - 1) {
			int type = panel_fit_type(
				fit, 64 * i + __builtin_ctzll(rest));

			if (type != GRAPH_NONE)
				count[type] = (int16_t)(count[type] + sign);
		}
}

static void start_plot(struct plot *plot, struct layer *layer, int area)
{
	const struct panel_fit *fit = layer->state->fit;

	plot->layer = layer;
	list_groups(plot, area);
	memset(plot->at_hand, 0,
	       (size_t)panel_fit_type_count(fit) * sizeof *plot->at_hand);
	memset(plot->owed, 0,
	       (size_t)panel_fit_type_count(fit) * sizeof *plot->owed);
	count_pieces(fit, &plot->free, plot->at_hand, 1);
	plot->pieces_left = 1;
	while (rng_below(layer->rng, MORE_PIECES))
		plot->pieces_left++;
}

/* Takes in the group of the cell; false where it does not go with the rest. */
static bool take(const struct plot *plot, int cell, struct ground *ground)
{
	const struct panel_state *state = plot->layer->state;
	int leader = plot->leader[cell];
	int root = panel_state_root(state, cell);

	cell_set_unite(&ground->taken, &plot->groups[leader]);
	panel_state_add_group(&ground->sum, &state->groups[root]);
	return panel_state_bears(state, &ground->sum);
}

/* Does the region reach the rim, and hang together? */
static bool may_close(const struct plot *plot, const struct cell_set *region)
{
	const struct panel_state *state = plot->layer->state;
	struct cell_set seen = { { 0 } };
	int16_t stack[CELL_SET_MAX];
	int depth = 0;
	bool rim = false;

	stack[depth++] = (int16_t)cell_set_first_but(region, &seen);
	cell_set_put(&seen, stack[0]);
	while (depth) {
		const struct graph_cell *cell =
			&state->graph->cells[stack[--depth]];

		for (int k = 0; k < 4; k++) {
			int beside = cell->beside[k];

			if (panel_state_parts(state, cell->edges[k]))
				continue;
			rim |= beside == GRAPH_NONE;
			if (beside == GRAPH_NONE ||
			    !cell_set_has(region, beside) ||
			    cell_set_has(&seen, beside))
				continue;
			cell_set_put(&seen, beside);
			stack[depth++] = (int16_t)beside;
		}
	}
	/* round the corners of what is open to the outside it may, too */
	return rim &&
	       (state->graph->has_outside || cell_set_within(region, &seen));
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
			    !panel_state_set(state, cell->edges[k],
					     cell_set_has(region, beside)
						     ? EDGE_OFF
						     : EDGE_ON))
				return false;
		}
	}
	return panel_state_conclude(state);
}

/* Nothing but the region as it is; and then the other ones. */
static bool close_region(struct plot *plot, const struct cell_set *region)
{
	struct layer *layer = plot->layer;
	struct state_mark mark = panel_state_mark(layer->state);
	struct cell_set done = layer->done;

	layer->tries++;
	cell_set_unite(&layer->done, region);
	if (settle_edges(layer->state, region) && lay_all(layer))
		return true;
	layer->done = done;
	panel_state_undo(layer->state, mark);
	return false;
}

static bool grow(struct plot *plot, const struct ground *ground);

/* What it comes to with the piece laid: the groups that it reaches into are
 * taken in. False where it may not lie there. */
static bool reach_out(const struct plot *plot, const struct ground *ground,
		      const struct cell_set *cells, struct ground *next)
{
	int cell;

	if (!cell_set_within(cells, &plot->free) ||
	    cell_set_meets(cells, &ground->covered))
		return false;
	*next = *ground;
	cell_set_unite(&next->covered, cells);
	while ((cell = cell_set_first_but(cells, &next->taken)) != GRAPH_NONE)
		if (!take(plot, cell, next))
			return false;
	return true;
}

/* Lays a piece, and what is needed then. */
static bool lay_way(struct plot *plot, const struct ground *ground,
		    const struct cell_set *cells, int type)
{
	struct layer *layer = plot->layer;
	struct panel_fit *fit = layer->state->fit;
	struct cell_set fresh;
	struct ground next;
	bool done;

	if (plot->at_hand[type] <= 0 || !plot->pieces_left || is_enough(layer))
		return false;
	if (++layer->ways % WAYS_PER_LOOK == 0 &&
	    deadline_passed(layer->state->deadline))
		layer->state->late = true;
	if (!reach_out(plot, ground, cells, &next))
		return false;
	for (int i = 0; i < CELL_SET_WORDS; i++)
		fresh.bits[i] = next.taken.bits[i] & ~ground->taken.bits[i];
	count_pieces(fit, &fresh, plot->owed, 1);
	plot->owed[type]--;
	plot->at_hand[type]--;
	plot->pieces_left--;
	done = grow(plot, &next);
	plot->pieces_left++;
	plot->at_hand[type]++;
	plot->owed[type]++;
	count_pieces(fit, &fresh, plot->owed, -1);
	return done;
}

/* Every piece over the cell, from a random one on. */
static bool lay_over(struct plot *plot, const struct ground *ground, int cell)
{
	const struct panel_state *state = plot->layer->state;
	int count;
	const int16_t *ways = panel_fit_ways_at(state->fit, cell, &count);
	int first =
		count ? (int)rng_below(plot->layer->rng, (uint32_t)count) : 0;

	for (int i = 0; i < count; i++) {
		int type;
		const struct cell_set *cells = panel_cover_way(
			state->cover, ways[(first + i) % count], &type);

		if (lay_way(plot, ground, cells, type))
			return true;
	}
	return false;
}

/* The cells that it may go on over. */
static int list_frontier(const struct plot *plot, const struct cell_set *taken,
			 int16_t *cells)
{
	const struct panel_state *state = plot->layer->state;
	struct cell_set seen = *taken;
	int count = 0;

	for (int i = 0; i < state->graph->cell_count; i++) {
		const struct graph_cell *cell = &state->graph->cells[i];

		for (int k = 0; k < 4 && cell_set_has(taken, i); k++) {
			int beside = cell->beside[k];

			if (beside == GRAPH_NONE ||
			    !cell_set_has(&plot->free, beside) ||
			    cell_set_has(&seen, beside) ||
			    panel_state_parts(state, cell->edges[k]))
				continue;
			cell_set_put(&seen, beside);
			cells[count++] = (int16_t)beside;
		}
	}
	return count;
}

/* Do just the pieces lie there that its symbols ask for? */
static bool is_even(const struct plot *plot)
{
	int types = panel_fit_type_count(plot->layer->state->fit);

	for (int i = 0; i < types; i++)
		if (plot->owed[i])
			return false;
	return true;
}

/* Lays what the region still needs. */
static bool grow(struct plot *plot, const struct ground *ground)
{
	struct layer *layer = plot->layer;
	int cell = cell_set_first_but(&ground->taken, &ground->covered);
	int16_t cells[CELL_SET_MAX];
	int count, first;

	if (cell != GRAPH_NONE)
		return lay_over(plot, ground, cell);
	if (is_even(plot) && may_close(plot, &ground->taken) &&
	    close_region(plot, &ground->taken))
		return true;
	count = list_frontier(plot, &ground->taken, cells);
	first = count ? (int)rng_below(layer->rng, (uint32_t)count) : 0;
	for (int i = 0; i < count && !is_enough(layer); i++)
		if (lay_over(plot, ground, cells[(first + i) % count]))
			return true;
	return false;
}

/* Is the region of the cell still to be laid? */
static bool is_open(const struct layer *layer, int cell)
{
	const struct panel_areas *areas = &layer->state->areas;

	return !cell_set_has(&layer->done, cell) &&
	       areas->open[areas->area[cell]];
}

/* The state is concluded. */
static bool lay_all(struct layer *layer)
{
	struct plot plot;
	struct ground ground = { .taken = { { 0 } } };
	int i = 0;

	while (i < layer->count && !is_open(layer, layer->cells[i]))
		i++;
	if (i == layer->count)
		return true;
	start_plot(&plot, layer, layer->state->areas.area[layer->cells[i]]);
	if (!take(&plot, layer->cells[i], &ground))
		return false;
	count_pieces(layer->state->fit, &ground.taken, plot.owed, 1);
	return grow(&plot, &ground);
}

/* Which symbols there are, in random order. */
static void list_symbols(struct layer *layer)
{
	const struct panel_state *state = layer->state;

	for (int i = 0; i < state->graph->cell_count; i++) {
		int place;

		if (panel_fit_type(state->fit, i) == GRAPH_NONE)
			continue;
		place = (int)rng_below(layer->rng, (uint32_t)layer->count + 1);
		layer->cells[layer->count++] = layer->cells[place];
		layer->cells[place] = (int16_t)i;
	}
}

bool panel_lay(struct panel_state *state, struct rng *rng, int *tries)
{
	struct layer layer = { .state = state, .rng = rng };
	struct state_mark mark;
	bool laid;

	*tries = 1;
	if (!panel_state_conclude(state))
		return false;
	mark = panel_state_mark(state);
	do {
		memset(&layer.done, 0, sizeof layer.done);
		layer.count = 0;
		list_symbols(&layer);
		layer.tries++;
		layer.ways_end = layer.ways + ATTEMPT_WAYS;
		laid = lay_all(&layer);
		if (!laid)
			panel_state_undo(state, mark);
	} while (!laid && layer.tries <= TRIES_MAX && layer.ways <= WAYS_MAX &&
		 !state->late);
	*tries += layer.tries + layer.ways / WAYS_A_NODE;
	return laid;
}
