/* Cells are settled by rows from the top: when it is a cell's turn, every
 * piece laid from then on covers it first or lies wholly after it. What the
 * cell still needs must be met by pieces of which it is the first cell: a
 * positive where something is needed, a negative where too much lies. So
 * negatives are laid where something must be taken away, not everywhere. */
#include "panel_fit.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "panel_memory.h"
#include "rng.h"

enum {
	SQUARES_MAX = PANEL_SHAPE_MAX * PANEL_SHAPE_MAX,
	/* Answers remembered, one for each of two keys: 65536 hold those of all
	 * but the hardest panels. */
	PLACES_MAX = 1 << 16,
	TRIES_PER_LOOK = 1 << 14, /* between two looks at the clock */
	WORDS_MAX = (GRAPH_CELLS_MAX + 63) / 64,
};

/* One way to lay a kind of piece. */
struct placement {
	int16_t type;
	int16_t next; /* another one with the same first cell, or -1 */
	int16_t cell_count, edge_count;
	int first; /* in `items`: its cells, then the edges that it needs or,
		    * of a negative, lends (`precise`) */
	uint64_t cells[WORDS_MAX];
};

struct kind {
	uint64_t shape;
	bool rotatable, negative;
	int size;
};

struct panel_fit {
	const struct panel_graph *graph;
	struct kind kinds[FIT_TYPES_MAX];
	int kind_count;
	int16_t types[GRAPH_CELLS_MAX];
	/* made at the first question */
	bool placed;
	struct placement *placements;
	size_t placement_count, placement_capacity;
	int16_t *items;
	size_t item_count, item_capacity;
	int positives_at[GRAPH_CELLS_MAX]; /* first placement, or -1 */
	int negatives_at[GRAPH_CELLS_MAX];
	/* placements that cover a cell, cell by cell */
	int16_t *over;
	int over_start[GRAPH_CELLS_MAX + 1];
	struct panel_memory memory;
	uint64_t cell_keys[GRAPH_CELLS_MAX][2];
	uint64_t edge_keys[GRAPH_EDGES_MAX][2];
	uint64_t type_keys[FIT_TYPES_MAX][2];
	/* the question at hand */
	const struct deadline *deadline;
	int16_t need[GRAPH_CELLS_MAX];
	uint64_t needed[WORDS_MAX]; /* cells whose need is above nought */
	int words;                  /* so many of them are used */
	int16_t reach[GRAPH_EDGES_MAX];
	int overreach; /* edges whose reach is below nought */
	int excess;    /* squares that lie where nothing is needed */
	uint16_t left[FIT_TYPES_MAX];
	int positives_left, negatives_left;
	int positive_squares, negative_squares; /* of those left */
	unsigned tries;
	bool late;
};

static int kind_of(struct panel_fit *fit, const struct panel_cell *symbol)
{
	uint64_t shape = symbol->shape;
	struct kind *kind;

	/* turned pieces are the same kind: the smallest number names them */
	if (symbol->rotatable)
		for (int i = 0; i < 4; i++) {
			uint64_t turned = symbol->shape;

			for (int k = 0; k < i; k++)
				turned = panel_shape_turn(turned);
			if (turned < shape)
				shape = turned;
		}
	for (int i = 0; i < fit->kind_count; i++)
		if (fit->kinds[i].shape == shape &&
		    fit->kinds[i].rotatable == symbol->rotatable &&
		    fit->kinds[i].negative == symbol->negative)
			return i;
	kind = &fit->kinds[fit->kind_count];
	kind->shape = shape;
	kind->rotatable = symbol->rotatable;
	kind->negative = symbol->negative;
	kind->size = panel_shape_size(shape);
	return fit->kind_count++;
}

struct panel_fit *panel_fit_new(const struct panel_graph *graph)
{
	struct panel_fit *fit = malloc(sizeof *fit);

	if (!fit)
		return NULL;
	memset(fit, 0, offsetof(struct panel_fit, cell_keys));
	fit->graph = graph;
	for (int i = 0; i < graph->cell_count; i++) {
		const struct panel_cell *symbol = graph->cells[i].symbol;

		fit->types[i] = GRAPH_NONE;
		if (!graph->cells[i].outside &&
		    symbol->kind == PANEL_POLYOMINO && symbol->shape)
			fit->types[i] = (int16_t)kind_of(fit, symbol);
	}
	return fit;
}

void panel_fit_free(struct panel_fit *fit)
{
	if (!fit)
		return;
	free(fit->placements);
	free(fit->items);
	free(fit->over);
	panel_memory_fini(&fit->memory);
	free(fit);
}

int panel_fit_type_count(const struct panel_fit *fit)
{
	return fit->kind_count;
}

int panel_fit_type(const struct panel_fit *fit, int cell)
{
	return fit->types[cell];
}

/* A shape laid with its corner at left, top, while it is worked out. */
struct lay {
	int16_t cells[SQUARES_MAX];
	int16_t edges[4 * SQUARES_MAX];
	int cell_count, edge_count;
};

/* The cell of square x, y; GRAPH_NONE off the board. */
static int cell_at(const struct panel_graph *graph, int left, int top, int x,
		   int y)
{
	int dx = 2 * (left + x) + 1;
	int dy = 2 * (top + y) + 1;

	if (!panel_wrap(graph->panel, &dx, dy))
		return GRAPH_NONE;
	return panel_graph_at(graph, dx, dy);
}

static void add_lay_edge(struct lay *lay, int edge)
{
	lay->edges[lay->edge_count++] = (int16_t)edge;
}

/* The edges that the square x, y of a shape, the one laid last, needs or lends.
 * Positives need the edges between their squares. Negatives lend every edge
 * around theirs, as the site of the `precise` rules has it. */
static void lay_edges(const struct panel_graph *graph, const struct kind *kind,
		      uint64_t shape, int x, int y, struct lay *lay)
{
	const int16_t *edges =
		graph->cells[lay->cells[lay->cell_count - 1]].edges;

	if (!(graph->panel->rules & PANEL_PRECISE))
		return;
	if (kind->negative || panel_shape_has(shape, x + 1, y))
		add_lay_edge(lay, edges[3]);
	if (kind->negative || panel_shape_has(shape, x, y + 1))
		add_lay_edge(lay, edges[1]);
	if (kind->negative && !panel_shape_has(shape, x - 1, y))
		add_lay_edge(lay, edges[2]);
	if (kind->negative && !panel_shape_has(shape, x, y - 1))
		add_lay_edge(lay, edges[0]);
}

/* Works out the placement; false where it may not lie there. */
static bool lay_out(const struct panel_graph *graph, const struct kind *kind,
		    uint64_t shape, int left, int top, struct lay *lay)
{
	bool hangs = kind->negative && (graph->panel->rules & PANEL_HANGING);

	lay->cell_count = 0;
	lay->edge_count = 0;
	for (int y = 0; y < PANEL_SHAPE_MAX; y++)
		for (int x = 0; x < PANEL_SHAPE_MAX; x++) {
			int cell;

			if (!panel_shape_has(shape, x, y))
				continue;
			cell = cell_at(graph, left, top, x, y);
			if (cell == GRAPH_NONE && !hangs)
				return false;
			if (cell == GRAPH_NONE)
				continue;
			lay->cells[lay->cell_count++] = (int16_t)cell;
			lay_edges(graph, kind, shape, x, y, lay);
		}
	return lay->cell_count > 0;
}

static int add_placement(struct panel_fit *fit, int type, const struct lay *lay)
{
	int count = lay->cell_count + lay->edge_count;
	struct placement *placement;
	int first = lay->cells[0];
	int *list;

	for (int i = 1; i < lay->cell_count; i++)
		if (lay->cells[i] < first)
			first = lay->cells[i];
	list = fit->kinds[type].negative ? &fit->negatives_at[first]
					 : &fit->positives_at[first];
	if (fit->placement_count >= INT16_MAX ||
	    alloc_grow(&fit->placements, &fit->placement_capacity,
		       fit->placement_count + 1, sizeof *fit->placements) < 0 ||
	    alloc_grow(&fit->items, &fit->item_capacity,
		       fit->item_count + (size_t)count, sizeof *fit->items) < 0)
		return -1;
	placement = &fit->placements[fit->placement_count];
	placement->type = (int16_t)type;
	placement->cell_count = (int16_t)lay->cell_count;
	placement->edge_count = (int16_t)lay->edge_count;
	placement->first = (int)fit->item_count;
	placement->next = (int16_t)*list;
	*list = (int)fit->placement_count++;
	memset(placement->cells, 0, sizeof placement->cells);
	for (int i = 0; i < lay->cell_count; i++)
		placement->cells[lay->cells[i] / 64] |= (uint64_t)1
							<< lay->cells[i] % 64;
	memcpy(fit->items + fit->item_count, lay->cells,
	       (size_t)lay->cell_count * sizeof *fit->items);
	memcpy(fit->items + fit->item_count + lay->cell_count, lay->edges,
	       (size_t)lay->edge_count * sizeof *fit->items);
	fit->item_count += (size_t)count;
	return 0;
}

static int place_kind(struct panel_fit *fit, int type)
{
	const struct panel *panel = fit->graph->panel;
	const struct kind *kind = &fit->kinds[type];
	bool hangs = kind->negative && (panel->rules & PANEL_HANGING);
	int out_y = hangs ? PANEL_SHAPE_MAX - 1 : 0;
	int out_x = panel->wraps ? 0 : out_y;
	uint64_t shape = kind->shape;
	uint64_t seen[4];

	for (int turn = 0; turn < (kind->rotatable ? 4 : 1); turn++) {
		bool known = false;

		seen[turn] = shape;
		for (int i = 0; i < turn; i++)
			known |= seen[i] == shape;
		for (int top = -out_y; top < panel->rows && !known; top++)
			for (int left = -out_x; left < panel->columns; left++) {
				struct lay lay;

				if (lay_out(fit->graph, kind, shape, left, top,
					    &lay) &&
				    add_placement(fit, type, &lay) < 0)
					return -1;
			}
		shape = panel_shape_turn(shape);
	}
	return 0;
}

/* Lists the placements by the cells they cover. */
static int sort_by_cells(struct panel_fit *fit)
{
	int fill[GRAPH_CELLS_MAX] = { 0 };
	int cells = fit->graph->cell_count;
	int total = 0;

	for (int turn = 0; turn < 2; turn++) {
		for (size_t i = 0; i < fit->placement_count; i++) {
			const struct placement *way = &fit->placements[i];
			const int16_t *items = fit->items + way->first;

			for (int k = 0; k < way->cell_count; k++) {
				int *here = &fill[items[k]];

				if (turn)
					fit->over[*here] = (int16_t)i;
				++*here;
			}
		}
		for (int i = 0; i < cells && !turn; i++) {
			fit->over_start[i] = total;
			total += fill[i];
			fill[i] = fit->over_start[i];
		}
		if (turn)
			break;
		fit->over_start[cells] = total;
		free(fit->over);
		fit->over = alloc_array((size_t)total + 1, sizeof *fit->over);
		if (!fit->over)
			return -1;
	}
	return 0;
}

static int place_all(struct panel_fit *fit)
{
	const struct panel_graph *graph = fit->graph;
	struct rng rng;

	/* after a failure it is tried again from the start */
	fit->placement_count = 0;
	fit->item_count = 0;
	/* the keys that a region's hash is summed from: any numbers will do */
	rng_seed(&rng, 1);
	for (int i = 0; i < graph->cell_count; i++) {
		fit->positives_at[i] = -1;
		fit->negatives_at[i] = -1;
		fit->cell_keys[i][0] = rng_next(&rng);
		fit->cell_keys[i][1] = rng_next(&rng);
	}
	for (int i = 0; i < graph->edge_count; i++) {
		fit->edge_keys[i][0] = rng_next(&rng);
		fit->edge_keys[i][1] = rng_next(&rng);
	}
	for (int type = 0; type < fit->kind_count; type++) {
		fit->type_keys[type][0] = rng_next(&rng);
		fit->type_keys[type][1] = rng_next(&rng);
		if (place_kind(fit, type) < 0)
			return -1;
	}
	if (sort_by_cells(fit) < 0)
		return -1;
	fit->memory.places_max = PLACES_MAX;
	fit->placed = true;
	return 0;
}

/* Lays or, with sign -1, takes up a piece. False where a positive now covers
 * what nothing can take away any more. */
static bool lay(struct panel_fit *fit, const struct placement *placement,
		int sign)
{
	const int16_t *items = fit->items + placement->first;
	const struct kind *kind = &fit->kinds[placement->type];
	int change = kind->negative ? sign : -sign;
	bool good = true;

	for (int i = 0; i < placement->cell_count; i++) {
		int16_t *need = &fit->need[items[i]];

		fit->excess -= *need < 0 ? -*need : 0;
		*need = (int16_t)(*need + change);
		fit->excess += *need < 0 ? -*need : 0;
		if (*need == (change > 0 ? 1 : 0))
			fit->needed[items[i] / 64] ^= (uint64_t)1
						      << items[i] % 64;
		good &= *need >= -fit->negatives_left;
	}
	items += placement->cell_count;
	for (int i = 0; i < placement->edge_count; i++) {
		int16_t *reach = &fit->reach[items[i]];

		fit->overreach -= *reach < 0;
		*reach = (int16_t)(*reach + change);
		fit->overreach += *reach < 0;
	}
	fit->left[placement->type] =
		(uint16_t)(fit->left[placement->type] - sign);
	if (kind->negative) {
		fit->negatives_left -= sign;
		fit->negative_squares -= sign * kind->size;
	} else {
		fit->positives_left -= sign;
		fit->positive_squares -= sign * kind->size;
	}
	return good;
}

static bool settle(struct panel_fit *fit, int cell);

/* A positive's squares that would lie where nothing is needed: can what is
 * left of the negatives take them away? */
static bool may_lie(const struct panel_fit *fit,
		    const struct placement *placement)
{
	int excess = fit->excess;

	for (int i = 0; i < fit->words; i++)
		excess += __builtin_popcountll(placement->cells[i] &
					       ~fit->needed[i]);
	return excess <= fit->negative_squares;
}

/* Tries every piece that has `cell` as its first. */
static bool try_all(struct panel_fit *fit, int cell, int placement)
{
	for (; placement >= 0; placement = fit->placements[placement].next) {
		const struct placement *way = &fit->placements[placement];
		bool done;

		if (!fit->left[way->type] ||
		    (!fit->kinds[way->type].negative && !may_lie(fit, way)))
			continue;
		if (++fit->tries % TRIES_PER_LOOK == 0 &&
		    deadline_passed(fit->deadline))
			fit->late = true;
		if (fit->late)
			return false;
		done = lay(fit, way, 1) && settle(fit, cell);
		lay(fit, way, -1);
		if (done)
			return true;
	}
	return false;
}

/* Settles `cell` and all after it. */
static bool settle(struct panel_fit *fit, int cell)
{
	int cells = fit->graph->cell_count;

	if (fit->excess > fit->negative_squares ||
	    (fit->overreach && fit->negatives_left == 0))
		return false;
	if (fit->negatives_left == 0)
		while (cell < cells && fit->need[cell] == 0)
			cell++;
	if (cell == cells)
		return fit->positives_left == 0 && fit->negatives_left == 0 &&
		       fit->overreach == 0;
	if (fit->need[cell] == 0 && settle(fit, cell + 1))
		return true;
	if (fit->need[cell] < 0)
		return fit->negatives_left > 0 &&
		       try_all(fit, cell, fit->negatives_at[cell]);
	/* one more than needed only where a negative takes it away */
	if (fit->positives_left == 0 ||
	    (fit->need[cell] == 0 && fit->negatives_left == 0))
		return false;
	return try_all(fit, cell, fit->positives_at[cell]);
}

static void hash_add(uint64_t key[2], const uint64_t part[2], uint64_t times)
{
	key[0] += part[0] * times;
	key[1] += part[1] * times;
}

static void hash_task(const struct panel_fit *fit, const struct fit_task *task,
		      bool empty, uint64_t key[2])
{
	key[0] = 1;
	key[1] = 1;
	for (int type = 0; type < fit->kind_count; type++)
		hash_add(key, fit->type_keys[type], task->types[type]);
	if (empty)
		return;
	for (int i = 0; i < task->cell_count; i++) {
		int cell = task->cells[i];

		hash_add(key, fit->cell_keys[cell], 1);
		for (int k = 0; k < 4 && task->lines; k++) {
			int edge = fit->graph->cells[cell].edges[k];

			if (task->lines[edge])
				hash_add(key, fit->edge_keys[edge], 1);
		}
	}
}

/* What the region needs; nothing where the pieces are to cancel out. */
static void set_ground(struct panel_fit *fit, const struct fit_task *task,
		       bool empty)
{
	const struct panel_graph *graph = fit->graph;

	memset(fit->need, 0, (size_t)graph->cell_count * sizeof *fit->need);
	memset(fit->reach, 0, (size_t)graph->edge_count * sizeof *fit->reach);
	memset(fit->needed, 0, sizeof fit->needed);
	fit->words = (graph->cell_count + 63) / 64;
	fit->overreach = 0;
	fit->excess = 0;
	if (empty)
		return;
	for (int i = 0; i < task->cell_count; i++) {
		int cell = task->cells[i];

		fit->need[cell] = 1;
		fit->needed[cell / 64] |= (uint64_t)1 << cell % 64;
		for (int k = 0; k < 4 && task->lines; k++) {
			int edge = graph->cells[cell].edges[k];

			fit->reach[edge] = !task->lines[edge];
		}
	}
}

static void take_pieces(struct panel_fit *fit, const struct fit_task *task)
{
	fit->positives_left = 0;
	fit->negatives_left = 0;
	fit->positive_squares = 0;
	fit->negative_squares = 0;
	for (int type = 0; type < fit->kind_count; type++) {
		int count = task->types[type];
		int squares = count * fit->kinds[type].size;

		fit->left[type] = (uint16_t)count;
		if (fit->kinds[type].negative) {
			fit->negatives_left += count;
			fit->negative_squares += squares;
		} else {
			fit->positives_left += count;
			fit->positive_squares += squares;
		}
	}
}

int panel_fit_covers(struct panel_fit *fit, const struct fit_task *task,
		     const struct deadline *deadline)
{
	unsigned rules = fit->graph->panel->rules;
	struct memory_key key;
	bool covers;
	int rest;

	take_pieces(fit, task);
	if (fit->positives_left + fit->negatives_left == 0)
		return 1;
	rest = fit->positive_squares - fit->negative_squares;
	if (rest < 0)
		return 0;
	if ((rules & PANEL_SHAPELESS_ZERO) && rest == 0 && fit->negatives_left)
		return 1;
	/* part of a negative that hangs over the rim is lost */
	if (rest && rest != task->cell_count &&
	    !((rules & PANEL_HANGING) && fit->negatives_left &&
	      rest < task->cell_count))
		return 0;
	if (!fit->placed && place_all(fit) < 0)
		return -1;
	hash_task(fit, task, rest == 0, key.words);
	/* the last bit is the answer */
	for (int answer = 0; answer < 2; answer++) {
		key.words[1] ^= 1;
		if (panel_memory_knows(&fit->memory, &key))
			return (int)(key.words[1] & 1);
	}
	set_ground(fit, task, rest == 0);
	fit->deadline = deadline;
	fit->late = false;
	covers = settle(fit, 0);
	if (fit->late)
		return -1;
	key.words[1] = (key.words[1] & ~(uint64_t)1) | covers;
	panel_memory_note(&fit->memory, &key);
	return covers;
}

int panel_fit_way_count(struct panel_fit *fit)
{
	if (!fit->placed && place_all(fit) < 0)
		return -1;
	return (int)fit->placement_count;
}

const int16_t *panel_fit_way(const struct panel_fit *fit, int way,
			     int *cell_count, int *type)
{
	const struct placement *placement = &fit->placements[way];

	*cell_count = placement->cell_count;
	*type = placement->type;
	return fit->items + placement->first;
}

const int16_t *panel_fit_ways_at(const struct panel_fit *fit, int cell,
				 int *count)
{
	*count = fit->over_start[cell + 1] - fit->over_start[cell];
	return fit->over + fit->over_start[cell];
}

bool panel_fit_is_negative(const struct panel_fit *fit, int type)
{
	return fit->kinds[type].negative;
}

int panel_fit_size(const struct panel_fit *fit, int type)
{
	return fit->kinds[type].size;
}
