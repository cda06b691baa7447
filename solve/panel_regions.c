/* A region grows from one of its symbols over cells beside it. Each cell that
 * it comes to is either in, and then some piece covers it, or out for good, so
 * that no region is come by twice but with its pieces laid otherwise. What
 * must be in and can no longer be reached with the squares left ends it. */
#include "panel_regions.h"

#include <string.h>

enum { TRIES_PER_LOOK = 256 }; /* between two looks at the clock */

/* What is known about the panel. */
struct finder {
	struct panel_regions *regions;
	struct panel_state *state;
	struct rng *rng;
	struct cell_set around[CELL_SET_MAX]; /* cells beside, without line */
	struct cell_set groups[CELL_SET_MAX]; /* of each cell */
	struct cell_set rim;
	/* symbols that one piece may cover together with each, and how many at
	 * most */
	uint32_t together[REGION_SYMBOLS_MAX];
	int together_most;
	/* by cells: 1 and more numbers the regions found */
	int16_t known[2 * REGIONS_MAX];
	/* the choice of symbols at hand */
	uint32_t symbols;
	struct cell_set targets; /* their cells */
	int16_t at_hand[FIT_TYPES_MAX];
	int64_t tries_left;
};

/* As far as a region has grown. */
struct patch {
	struct cell_set taken, covered;
	struct cell_set allowed; /* cells that are not out */
	struct group sum;
	int left; /* squares of pieces not laid */
	int pieces_left;
};

static struct cell_set cells_beside(const struct finder *finder,
				    const struct cell_set *cells)
{
	struct cell_set beside = { { 0 } };

	for (int i = 0; i < CELL_SET_WORDS; i++)
		for (uint64_t rest = cells->bits[i]; rest; rest &= rest - 1)
			cell_set_unite(&beside,
				       &finder->around[64 * i +
						       __builtin_ctzll(rest)]);
	return beside;
}

/* Are there pieces left for all symbols? Each covers but one of those that lie
 * far from others. */
static bool may_cover_all(const struct finder *finder,
			  const struct patch *patch)
{
	uint32_t open = 0;
	int crowd = 0;

	for (uint32_t rest = finder->symbols; rest; rest &= rest - 1) {
		int i = __builtin_ctz(rest);

		if (!cell_set_has(&patch->covered, finder->regions->symbols[i]))
			open |= (uint32_t)1 << i;
	}
	for (uint32_t rest = open; rest; rest &= rest - 1)
		crowd += (finder->together[__builtin_ctz(rest)] & open) != 0;
	return __builtin_popcount(open) - crowd +
		       (crowd + finder->together_most - 1) /
			       finder->together_most <=
	       patch->pieces_left;
}

/* The smallest rectangle round cells. */
struct frame {
	int left, right, top, bottom;
};

static struct frame frame_of(const struct finder *finder,
			     const struct cell_set *cells)
{
	const struct panel *panel = finder->state->graph->panel;
	struct frame frame = { panel->columns, 0, panel->rows, 0 };

	for (int i = 0; i < CELL_SET_WORDS; i++)
		for (uint64_t rest = cells->bits[i]; rest; rest &= rest - 1) {
			int cell = 64 * i + __builtin_ctzll(rest);
			int x = panel->wraps ? 0 : cell % panel->columns;
			int y = cell / panel->columns;

			frame.left = x < frame.left ? x : frame.left;
			frame.right = x > frame.right ? x : frame.right;
			frame.top = y < frame.top ? y : frame.top;
			frame.bottom = y > frame.bottom ? y : frame.bottom;
		}
	return frame;
}

static int half_round(struct frame frame)
{
	return frame.right - frame.left + frame.bottom - frame.top;
}

/* Do the cells fit into a region with so many more squares? Each makes the
 * region at most a row higher or a column wider. */
static bool may_span(const struct finder *finder, const struct patch *patch,
		     int room)
{
	struct cell_set all = patch->taken;

	cell_set_unite(&all, &finder->targets);
	return half_round(frame_of(finder, &all)) -
		       half_round(frame_of(finder, &patch->taken)) <=
	       room;
}

/* Are the targets, and the rim, within so many cells as there are squares
 * left? */
static bool may_reach_all(const struct finder *finder,
			  const struct patch *patch)
{
	struct cell_set seen = patch->taken;
	struct cell_set front = patch->taken;
	int room = patch->left - cell_set_size(&patch->taken) +
		   cell_set_size(&patch->covered);
	bool rim = !finder->state->separating;

	if (room < 0 || !may_cover_all(finder, patch))
		return false;
	for (int i = 0; i <= room; i++) {
		if ((rim || cell_set_meets(&seen, &finder->rim)) &&
		    cell_set_within(&finder->targets, &seen))
			return true;
		if (i == 0 && !may_span(finder, patch, room))
			return false;
		front = cells_beside(finder, &front);
		for (int k = 0; k < CELL_SET_WORDS; k++)
			front.bits[k] &= patch->allowed.bits[k] & ~seen.bits[k];
		cell_set_unite(&seen, &front);
	}
	return false;
}

/* Takes in the group of the cell. */
static bool take(const struct finder *finder, int cell, struct patch *patch)
{
	const struct panel_state *state = finder->state;
	const struct cell_set *group = &finder->groups[cell];

	if (!cell_set_within(group, &patch->allowed))
		return false;
	cell_set_unite(&patch->taken, group);
	panel_state_add_group(&patch->sum,
			      &state->groups[panel_state_root(state, cell)]);
	return panel_state_bears(state, &patch->sum);
}

/* Do the cells hang together? Pieces of several parts may lie in regions that
 * do not touch, which are then found one by one. Where the outside comes in a
 * region may go round corners. */
static bool is_one_region(const struct finder *finder,
			  const struct cell_set *cells)
{
	struct cell_set seen = { { 0 } };
	struct cell_set front = { { 0 } };
	int cell = cell_set_first_but(cells, &seen);

	if (finder->state->graph->has_outside)
		return true;
	for (cell_set_put(&front, cell); cell != GRAPH_NONE;
	     cell = cell_set_first_but(&front, &seen)) {
		cell_set_unite(&seen, &front);
		front = cells_beside(finder, &front);
		for (int i = 0; i < CELL_SET_WORDS; i++)
			front.bits[i] &= cells->bits[i];
	}
	return cell_set_within(cells, &seen);
}

static void keep(struct finder *finder, const struct patch *patch)
{
	struct panel_regions *regions = finder->regions;
	uint64_t place = patch->taken.bits[0] * 0x9e3779b97f4a7c15 ^
			 patch->taken.bits[1] * 0xc2b2ae3d27d4eb4f;
	struct region *region;

	if (!is_one_region(finder, &patch->taken))
		return;
	place ^= place >> 29;
	for (;; place++) {
		int16_t known = finder->known[place % (2 * REGIONS_MAX)];

		if (!known)
			break;
		region = &regions->regions[known - 1];
		if (cell_set_within(&region->cells, &patch->taken) &&
		    cell_set_within(&patch->taken, &region->cells))
			return;
	}
	if (regions->count == REGIONS_MAX) {
		regions->complete = false;
		return;
	}
	region = &regions->regions[regions->count++];
	region->cells = patch->taken;
	region->symbols = finder->symbols;
	finder->known[place % (2 * REGIONS_MAX)] = (int16_t)regions->count;
}

static void grow(struct finder *finder, struct patch *patch);

/* Lays a piece, and what is needed then. */
static void lay_way(struct finder *finder, const struct patch *patch,
		    const struct cell_set *cells, int type)
{
	struct patch next;
	int cell;

	if (finder->at_hand[type] <= 0 ||
	    !cell_set_within(cells, &patch->allowed) ||
	    cell_set_meets(cells, &patch->covered))
		return;
	finder->tries_left--;
	if (++finder->regions->tries % TRIES_PER_LOOK == 0 &&
	    deadline_passed(finder->state->deadline))
		finder->state->late = true;
	next = *patch;
	cell_set_unite(&next.covered, cells);
	next.pieces_left--;
	next.left -= panel_fit_size(finder->state->fit, type);
	while ((cell = cell_set_first_but(cells, &next.taken)) != GRAPH_NONE)
		if (!take(finder, cell, &next))
			return;
	if (!may_reach_all(finder, &next))
		return;
	finder->at_hand[type]--;
	grow(finder, &next);
	finder->at_hand[type]++;
}

/* Every piece over the cell, from a random one on. */
static void lay_over(struct finder *finder, const struct patch *patch, int cell)
{
	const struct panel_state *state = finder->state;
	int count;
	const int16_t *ways = panel_fit_ways_at(state->fit, cell, &count);
	int first = count ? (int)rng_below(finder->rng, (uint32_t)count) : 0;

	for (int i = 0; i < count; i++) {
		int type;
		const struct cell_set *cells = panel_cover_way(
			state->cover, ways[(first + i) % count], &type);

		if (finder->tries_left <= 0 || state->late) {
			finder->regions->complete = false;
			return;
		}
		lay_way(finder, patch, cells, type);
	}
}

/* `patch` is used up. */
static void grow(struct finder *finder, struct patch *patch)
{
	for (;;) {
		int cell = cell_set_first_but(&patch->taken, &patch->covered);
		struct cell_set beside;
		struct patch next;

		if (cell != GRAPH_NONE) {
			lay_over(finder, patch, cell);
			return;
		}
		if (patch->left == 0) {
			keep(finder, patch);
			return;
		}
		if (finder->tries_left <= 0 || finder->state->late) {
			finder->regions->complete = false;
			return;
		}
		beside = cells_beside(finder, &patch->taken);
		for (int i = 0; i < CELL_SET_WORDS; i++)
			beside.bits[i] &= patch->allowed.bits[i];
		cell = cell_set_first_but(&beside, &patch->taken);
		if (cell == GRAPH_NONE)
			return;
		next = *patch;
		if (take(finder, cell, &next) && may_reach_all(finder, &next))
			grow(finder, &next);
		for (int i = 0; i < CELL_SET_WORDS; i++)
			patch->allowed.bits[i] &= ~finder->groups[cell].bits[i];
		if (!may_reach_all(finder, patch))
			return;
	}
}

/* The regions with just these symbols. */
static void find_with(struct finder *finder, uint32_t symbols,
		      int64_t tries_max)
{
	const struct panel_regions *regions = finder->regions;
	const struct panel_areas *areas = &finder->state->areas;
	int first = regions->symbols[__builtin_ctz(symbols)];
	int area = areas->area[first];
	struct patch patch = { .left = 0 };
	struct cell_set must = { { 0 } };

	memset(finder->at_hand, 0, sizeof finder->at_hand);
	memset(&finder->targets, 0, sizeof finder->targets);
	for (int i = areas->start[area]; i < areas->start[area + 1]; i++)
		cell_set_put(&patch.allowed, areas->order[i]);
	for (int i = 0; i < regions->symbol_count; i++) {
		int cell = regions->symbols[i];
		int type = panel_fit_type(finder->state->fit, cell);

		if (!(symbols >> i & 1)) {
			for (int k = 0; k < CELL_SET_WORDS; k++)
				patch.allowed.bits[k] &=
					~finder->groups[cell].bits[k];
			continue;
		}
		cell_set_put(&finder->targets, cell);
		cell_set_unite(&must, &finder->groups[cell]);
		patch.left += panel_fit_size(finder->state->fit, type);
		patch.pieces_left++;
		finder->at_hand[type]++;
	}
	finder->symbols = symbols;
	finder->tries_left = tries_max;
	if (cell_set_within(&must, &patch.allowed) &&
	    cell_set_size(&must) <= patch.left && take(finder, first, &patch) &&
	    may_reach_all(finder, &patch))
		grow(finder, &patch);
}

/* What lies beside what, and in whose group. */
static void look_round(struct finder *finder)
{
	const struct panel_state *state = finder->state;
	const struct panel_graph *graph = state->graph;
	struct cell_set by_root[CELL_SET_MAX];

	memset(by_root, 0, sizeof by_root);
	memset(&finder->rim, 0, sizeof finder->rim);
	memset(finder->around, 0, sizeof finder->around);
	for (int i = 0; i < graph->cell_count; i++) {
		const struct graph_cell *cell = &graph->cells[i];

		cell_set_put(&by_root[panel_state_root(state, i)], i);
		for (int k = 0; k < 4; k++) {
			if (panel_state_parts(state, cell->edges[k]))
				continue;
			if (cell->beside[k] == GRAPH_NONE)
				cell_set_put(&finder->rim, i);
			else
				cell_set_put(&finder->around[i],
					     cell->beside[k]);
		}
	}
	for (int i = 0; i < graph->cell_count; i++)
		finder->groups[i] = by_root[panel_state_root(state, i)];
}

/* Which symbols lie so near each other that one piece may cover them. */
static void look_at_pieces(struct finder *finder)
{
	const struct panel_regions *regions = finder->regions;
	int ways = panel_fit_way_count(finder->state->fit);

	finder->together_most = 1;
	for (int way = 0; way < ways; way++) {
		int type;
		const struct cell_set *cells =
			panel_cover_way(finder->state->cover, way, &type);
		uint32_t symbols = 0;
		int count;

		for (int i = 0; i < regions->symbol_count; i++)
			if (cell_set_has(cells, regions->symbols[i]))
				symbols |= (uint32_t)1 << i;
		count = __builtin_popcount(symbols);
		if (count > finder->together_most)
			finder->together_most = count;
		for (uint32_t rest = symbols; rest; rest &= rest - 1) {
			int i = __builtin_ctz(rest);

			finder->together[i] |= symbols & ~((uint32_t)1 << i);
		}
	}
}

/* Every choice of so many symbols. */
static void find_of_size(struct finder *finder, int size, int64_t tries_max)
{
	struct panel_regions *regions = finder->regions;
	uint32_t end = (uint32_t)1 << regions->symbol_count;

	for (uint32_t symbols = 1; symbols < end; symbols++) {
		if (__builtin_popcount(symbols) != size)
			continue;
		if (regions->tries > tries_max * tries_max) {
			regions->complete = false;
			return;
		}
		find_with(finder, symbols, tries_max);
	}
}

void panel_regions_find(struct panel_regions *regions,
			struct panel_state *state, struct rng *rng,
			int64_t tries_max)
{
	struct finder finder = {
		.regions = regions,
		.state = state,
		.rng = rng,
	};
	const struct panel_areas *areas = &state->areas;

	regions->symbol_count = 0;
	regions->count = 0;
	regions->tries = 0;
	regions->complete = true;
	for (int i = 0; i < state->graph->cell_count; i++)
		if (panel_fit_type(state->fit, i) != GRAPH_NONE &&
		    !state->graph->cells[i].outside &&
		    areas->open[areas->area[i]] &&
		    regions->symbol_count < REGION_SYMBOLS_MAX)
			regions->symbols[regions->symbol_count++] = (int16_t)i;
	look_round(&finder);
	look_at_pieces(&finder);
	for (int size = 1; size <= regions->symbol_count; size++)
		find_of_size(&finder, size, tries_max);
}
