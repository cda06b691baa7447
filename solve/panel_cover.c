#include "panel_cover.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Pieces tried for one question before it counts as answered by yes: what
 * takes longer costs more than it prunes. */
enum { TRIES_MAX = 200 };

/* After such an answer the same group is not asked about for so many times. */
enum { REST = 32 };

struct way {
	struct cover_set cells;
	int16_t type;
};

struct panel_cover {
	const struct panel_graph *graph;
	struct panel_fit *fit;
	struct way *ways;
	int way_count;
	/* the area at hand */
	const struct panel_state *state;
	int16_t roots[COVER_CELLS_MAX];   /* of its cells */
	int16_t members[COVER_CELLS_MAX]; /* its groups' roots */
	int member_count;
	struct cover_set sets[COVER_CELLS_MAX]; /* by root */
	struct cover_set area;                  /* all its cells */
	/* the question at hand */
	struct cover_set allowed;
	int16_t at_hand[FIT_TYPES_MAX]; /* pieces not laid yet, by kind */
	int16_t owed[FIT_TYPES_MAX];    /* of those taken in, not laid yet */
	int squares;                    /* of all pieces at hand */
	int negatives;                  /* squares they may have too many */
	bool lenient;
	int tries;
	struct cover_set witness; /* of the last yes: the groups taken in */
	/* by root, from earlier questions: a region found, if any, and how
	 * long not to ask */
	struct cover_set witnesses[COVER_CELLS_MAX];
	int8_t rest[COVER_CELLS_MAX];
};

static bool has(const struct cover_set *set, int cell)
{
	return set->bits[cell / 64] >> (cell % 64) & 1;
}

static void put(struct cover_set *set, int cell)
{
	set->bits[cell / 64] |= (uint64_t)1 << (cell % 64);
}

static bool is_within(const struct cover_set *set, const struct cover_set *in)
{
	uint64_t out = 0;

	for (int i = 0; i < COVER_WORDS; i++)
		out |= set->bits[i] & ~in->bits[i];
	return out == 0;
}

static bool meets(const struct cover_set *a, const struct cover_set *b)
{
	uint64_t both = 0;

	for (int i = 0; i < COVER_WORDS; i++)
		both |= a->bits[i] & b->bits[i];
	return both != 0;
}

static void unite(struct cover_set *set, const struct cover_set *with)
{
	for (int i = 0; i < COVER_WORDS; i++)
		set->bits[i] |= with->bits[i];
}

static int size_of(const struct cover_set *set)
{
	int size = 0;

	for (int i = 0; i < COVER_WORDS; i++)
		size += __builtin_popcountll(set->bits[i]);
	return size;
}

/* The first cell of `set` that `but` lacks, or GRAPH_NONE. */
static int first_but(const struct cover_set *set, const struct cover_set *but)
{
	for (int i = 0; i < COVER_WORDS; i++) {
		uint64_t rest = set->bits[i] & ~but->bits[i];

		if (rest)
			return 64 * i + __builtin_ctzll(rest);
	}
	return GRAPH_NONE;
}

static void list_ways(struct panel_cover *cover)
{
	for (int i = 0; i < cover->way_count; i++) {
		int cells, type;
		const int16_t *list =
			panel_fit_way(cover->fit, i, &cells, &type);

		cover->ways[i].type = (int16_t)type;
		for (int k = 0; k < cells; k++)
			put(&cover->ways[i].cells, list[k]);
	}
}

struct panel_cover *panel_cover_new(const struct panel_graph *graph,
				    struct panel_fit *fit)
{
	struct panel_cover *cover;
	int count;

	if (!graph->has_polyominoes || graph->cell_count > COVER_CELLS_MAX)
		return NULL;
	count = panel_fit_way_count(fit);
	cover = count < 0 ? NULL : alloc_array(1, sizeof *cover);
	if (!cover)
		return NULL;
	cover->graph = graph;
	cover->fit = fit;
	cover->way_count = count;
	cover->ways = alloc_array((size_t)count + 1, sizeof *cover->ways);
	if (!cover->ways) {
		panel_cover_free(cover);
		return NULL;
	}
	list_ways(cover);
	return cover;
}

void panel_cover_free(struct panel_cover *cover)
{
	if (!cover)
		return;
	free(cover->ways);
	free(cover);
}

void panel_cover_enter(struct panel_cover *cover, const struct cover_area *area)
{
	cover->state = area->state;
	cover->negatives = area->negatives;
	cover->lenient = area->lenient;
	cover->member_count = 0;
	for (int i = 0; i < area->cell_count; i++) {
		int cell = area->cells[i];
		int root = panel_state_root(area->state, cell);

		cover->roots[cell] = (int16_t)root;
		if (root != cell)
			continue;
		cover->members[cover->member_count++] = (int16_t)root;
		memset(&cover->sets[root], 0, sizeof *cover->sets);
	}
	memset(&cover->area, 0, sizeof cover->area);
	for (int i = 0; i < area->cell_count; i++) {
		put(&cover->sets[cover->roots[area->cells[i]]], area->cells[i]);
		put(&cover->area, area->cells[i]);
	}
}

/* Adds the positives of the cells in `set` to `count`; returns their squares.
 */
static int count_pieces(const struct panel_cover *cover,
			const struct cover_set *set, int16_t *count, int sign)
{
	int squares = 0;

	for (int i = 0; i < COVER_WORDS; i++)
		for (uint64_t rest = set->bits[i]; rest; rest &= rest - 1) {
			int cell = 64 * i + __builtin_ctzll(rest);
			int type = panel_fit_type(cover->fit, cell);

			if (type == GRAPH_NONE ||
			    panel_fit_is_negative(cover->fit, type))
				continue;
			count[type] = (int16_t)(count[type] + sign);
			squares += panel_fit_size(cover->fit, type);
		}
	return squares;
}

/* What the region surely holds, as far as it is worked out. */
struct partial {
	struct cover_set taken;   /* groups taken in */
	struct cover_set covered; /* by pieces laid */
	int excess;               /* squares that lie where none is needed */
};

static bool complete(struct panel_cover *cover, const struct partial *partial);

/* Goes on with the way laid and the groups taken in that `next` has. */
static bool go_on(struct panel_cover *cover, const struct partial *partial,
		  const struct partial *next, const struct way *way)
{
	struct cover_set fresh;
	bool done;

	if (size_of(&next->taken) > cover->squares)
		return false;
	for (int i = 0; i < COVER_WORDS; i++)
		fresh.bits[i] = next->taken.bits[i] & ~partial->taken.bits[i];
	count_pieces(cover, &fresh, cover->owed, 1);
	cover->at_hand[way->type]--;
	cover->owed[way->type]--;
	done = complete(cover, next);
	cover->owed[way->type]++;
	cover->at_hand[way->type]++;
	count_pieces(cover, &fresh, cover->owed, -1);
	return done;
}

/* What the way covers of the other groups: each is taken in, or what lies there
 * is too much and a negative takes it away. */
static bool reach_out(struct panel_cover *cover, const struct partial *partial,
		      const struct partial *next, const struct way *way,
		      const struct cover_set *left)
{
	struct partial with = *next;
	struct partial without = *next;
	struct cover_set rest = *left;
	int cell = first_but(left, &next->taken);
	const struct cover_set *group;

	if (cell == GRAPH_NONE)
		return go_on(cover, partial, next, way);
	group = &cover->sets[cover->roots[cell]];
	for (int i = 0; i < COVER_WORDS; i++)
		rest.bits[i] &= ~group->bits[i];
	without.excess += size_of(left) - size_of(&rest);
	if (is_within(group, &cover->allowed)) {
		unite(&with.taken, group);
		if (reach_out(cover, partial, &with, way, &rest))
			return true;
	}
	return without.excess <= cover->negatives &&
	       reach_out(cover, partial, &without, way, &rest);
}

static bool lay_way(struct panel_cover *cover, const struct partial *partial,
		    const struct way *way)
{
	struct partial next = *partial;
	struct cover_set left = way->cells;

	for (int i = 0; i < COVER_WORDS; i++) {
		/* on what is covered already, or beyond the area */
		next.excess += __builtin_popcountll(
			way->cells.bits[i] &
			(partial->covered.bits[i] | ~cover->area.bits[i]));
		left.bits[i] &= cover->area.bits[i] & ~partial->taken.bits[i] &
				~partial->covered.bits[i];
	}
	unite(&next.covered, &way->cells);
	return next.excess <= cover->negatives &&
	       reach_out(cover, partial, &next, way, &left);
}

static bool may_lie(const struct panel_cover *cover,
		    const struct partial *partial, const struct way *way)
{
	if (cover->at_hand[way->type] <= 0)
		return false;
	return cover->negatives || (is_within(&way->cells, &cover->allowed) &&
				    !meets(&way->cells, &partial->covered));
}

/* Is there a place for every kind of piece that is still owed? */
static bool owed_may_lie(const struct panel_cover *cover,
			 const struct partial *partial)
{
	int types = panel_fit_type_count(cover->fit);

	if (cover->lenient || cover->negatives)
		return true;
	for (int type = 0; type < types; type++) {
		bool found = cover->owed[type] <= 0;

		for (int i = 0; i < cover->way_count && !found; i++) {
			const struct way *way = &cover->ways[i];

			found = way->type == type &&
				may_lie(cover, partial, way);
		}
		if (!found)
			return false;
	}
	return true;
}

static bool complete(struct panel_cover *cover, const struct partial *partial)
{
	int cell = first_but(&partial->taken, &partial->covered);
	const int16_t *ways;
	int count;

	if (cell == GRAPH_NONE) {
		cover->witness = partial->taken;
		return owed_may_lie(cover, partial);
	}
	ways = panel_fit_ways_at(cover->fit, cell, &count);
	for (int i = 0; i < count; i++) {
		const struct way *way = &cover->ways[ways[i]];

		if (!may_lie(cover, partial, way))
			continue;
		if (++cover->tries > TRIES_MAX)
			return true;
		if (lay_way(cover, partial, way))
			return true;
	}
	return false;
}

/* Is the region found earlier for the group still one? Its groups may have
 * grown together, but none of them beyond it. */
static bool still_holds(const struct panel_cover *cover, int root)
{
	const struct cover_set *witness = &cover->witnesses[root];

	if (!is_within(&cover->sets[root], witness) ||
	    !is_within(witness, &cover->allowed))
		return false;
	for (int i = 0; i < cover->member_count; i++) {
		const struct cover_set *set = &cover->sets[cover->members[i]];

		if (meets(set, witness) && !is_within(set, witness))
			return false;
	}
	return true;
}

/* The cells of `within` that are joined to `root` inside it. */
static struct cover_set joined_within(const struct panel_cover *cover, int root,
				      const struct cover_set *within)
{
	const struct panel_graph *graph = cover->graph;
	struct cover_set joined = { { 0 } };
	int16_t stack[COVER_CELLS_MAX];
	int depth = 0;

	put(&joined, root);
	stack[depth++] = (int16_t)root;
	while (depth) {
		const struct graph_cell *cell = &graph->cells[stack[--depth]];

		for (int k = 0; k < 4; k++) {
			int there = cell->beside[k];

			if (there == GRAPH_NONE || !has(within, there) ||
			    has(&joined, there) ||
			    panel_state_parts(cover->state, cell->edges[k]))
				continue;
			put(&joined, there);
			stack[depth++] = (int16_t)there;
		}
	}
	return joined;
}

/* As still_holds, judged from the region found earlier alone: it must be
 * joined within itself, of whole groups that may share a region. Most
 * questions end here. */
static bool plainly_holds(const struct panel_cover *cover, int root,
			  bool (*may_share)(const void *data, int root,
					    int other),
			  const void *data)
{
	const struct cover_set *witness = &cover->witnesses[root];
	struct cover_set seen = cover->sets[root];
	struct cover_set joined;
	int cell;

	if (!is_within(&seen, witness))
		return false;
	while ((cell = first_but(witness, &seen)) != GRAPH_NONE) {
		int other = cover->roots[cell];

		/* a cell of another area has kept an older root */
		if (!has(&cover->area, cell) ||
		    !is_within(&cover->sets[other], witness) ||
		    !may_share(data, root, other))
			return false;
		unite(&seen, &cover->sets[other]);
	}
	joined = joined_within(cover, root, witness);
	return is_within(witness, &joined);
}

bool panel_cover_may(struct panel_cover *cover, int root,
		     bool (*may_share)(const void *data, int root, int other),
		     const void *data)
{
	int types = panel_fit_type_count(cover->fit);
	struct partial partial = { .taken = cover->sets[root] };

	if (cover->rest[root] > 0) {
		cover->rest[root]--;
		return true;
	}
	if (plainly_holds(cover, root, may_share, data))
		return true;
	cover->allowed = cover->sets[root];
	for (int i = 0; i < cover->member_count; i++) {
		int other = cover->members[i];

		if (other == root || may_share(data, root, other))
			unite(&cover->allowed, &cover->sets[other]);
	}
	if (!cover->graph->has_outside)
		cover->allowed = joined_within(cover, root, &cover->allowed);
	if (still_holds(cover, root))
		return true;
	memset(cover->at_hand, 0, (size_t)types * sizeof *cover->at_hand);
	memset(cover->owed, 0, (size_t)types * sizeof *cover->owed);
	cover->squares =
		count_pieces(cover, &cover->allowed, cover->at_hand, 1);
	count_pieces(cover, &partial.taken, cover->owed, 1);
	cover->tries = 0;
	if (!complete(cover, &partial))
		return false;
	if (cover->tries > TRIES_MAX)
		cover->rest[root] = REST;
	else
		cover->witnesses[root] = cover->witness;
	return true;
}
