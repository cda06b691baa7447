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
	struct cell_set cells;
	int16_t type;
};

struct panel_cover {
	const struct panel_graph *graph;
	struct panel_fit *fit;
	struct way *ways;
	int way_count;
	/* the area at hand */
	const struct panel_state *state;
	int16_t roots[CELL_SET_MAX];   /* of its cells */
	int16_t members[CELL_SET_MAX]; /* its groups' roots */
	int member_count;
	struct cell_set sets[CELL_SET_MAX]; /* by root */
	struct cell_set area;               /* all its cells */
	/* the question at hand */
	struct cell_set allowed;
	int16_t at_hand[FIT_TYPES_MAX]; /* pieces not laid yet, by kind */
	int16_t owed[FIT_TYPES_MAX];    /* of those taken in, not laid yet */
	int squares;                    /* of all pieces at hand */
	int negatives;                  /* squares they may have too many */
	bool lenient;
	int tries;
	struct cell_set witness; /* of the last yes: the groups taken in */
	/* by root, from earlier questions: a region found, if any, and how
	 * long not to ask */
	struct cell_set witnesses[CELL_SET_MAX];
	int8_t rest[CELL_SET_MAX];
};

static void list_ways(struct panel_cover *cover)
{
	for (int i = 0; i < cover->way_count; i++) {
		int cells, type;
		const int16_t *list =
			panel_fit_way(cover->fit, i, &cells, &type);

		cover->ways[i].type = (int16_t)type;
		for (int k = 0; k < cells; k++)
			cell_set_put(&cover->ways[i].cells, list[k]);
	}
}

struct panel_cover *panel_cover_new(const struct panel_graph *graph,
				    struct panel_fit *fit)
{
	struct panel_cover *cover;
	int count;

	if (!graph->has_polyominoes || graph->cell_count > CELL_SET_MAX)
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

const struct cell_set *panel_cover_way(const struct panel_cover *cover, int way,
				       int *type)
{
	*type = cover->ways[way].type;
	return &cover->ways[way].cells;
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
		cell_set_put(&cover->sets[cover->roots[area->cells[i]]],
			     area->cells[i]);
		cell_set_put(&cover->area, area->cells[i]);
	}
}

/* Adds the positives of the cells in `set` to `count`; returns their squares.
 */
static int count_pieces(const struct panel_cover *cover,
			const struct cell_set *set, int16_t *count, int sign)
{
	int squares = 0;

	for (int i = 0; i < CELL_SET_WORDS; i++)
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
	struct cell_set taken;   /* groups taken in */
	struct cell_set covered; /* by pieces laid */
	int excess;              /* squares that lie where none is needed */
};

static bool complete(struct panel_cover *cover, const struct partial *partial);

/* Goes on with the way laid and the groups taken in that `next` has. */
static bool go_on(struct panel_cover *cover, const struct partial *partial,
		  const struct partial *next, const struct way *way)
{
	struct cell_set fresh;
	bool done;

	if (cell_set_size(&next->taken) > cover->squares)
		return false;
	for (int i = 0; i < CELL_SET_WORDS; i++)
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
		      const struct cell_set *left)
{
	struct partial with = *next;
	struct partial without = *next;
	struct cell_set rest = *left;
	int cell = cell_set_first_but(left, &next->taken);
	const struct cell_set *group;

	if (cell == GRAPH_NONE)
		return go_on(cover, partial, next, way);
	group = &cover->sets[cover->roots[cell]];
	for (int i = 0; i < CELL_SET_WORDS; i++)
		rest.bits[i] &= ~group->bits[i];
	without.excess += cell_set_size(left) - cell_set_size(&rest);
	if (cell_set_within(group, &cover->allowed)) {
		cell_set_unite(&with.taken, group);
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
	struct cell_set left = way->cells;

	for (int i = 0; i < CELL_SET_WORDS; i++) {
		/* on what is covered already, or beyond the area */
		next.excess += __builtin_popcountll(
			way->cells.bits[i] &
			(partial->covered.bits[i] | ~cover->area.bits[i]));
		left.bits[i] &= cover->area.bits[i] & ~partial->taken.bits[i] &
				~partial->covered.bits[i];
	}
	cell_set_unite(&next.covered, &way->cells);
	return next.excess <= cover->negatives &&
	       reach_out(cover, partial, &next, way, &left);
}

static bool may_lie(const struct panel_cover *cover,
		    const struct partial *partial, const struct way *way)
{
	if (cover->at_hand[way->type] <= 0)
		return false;
	return cover->negatives ||
	       (cell_set_within(&way->cells, &cover->allowed) &&
		!cell_set_meets(&way->cells, &partial->covered));
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
	int cell = cell_set_first_but(&partial->taken, &partial->covered);
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
	const struct cell_set *witness = &cover->witnesses[root];

	if (!cell_set_within(&cover->sets[root], witness) ||
	    !cell_set_within(witness, &cover->allowed))
		return false;
	for (int i = 0; i < cover->member_count; i++) {
		const struct cell_set *set = &cover->sets[cover->members[i]];

		if (cell_set_meets(set, witness) &&
		    !cell_set_within(set, witness))
			return false;
	}
	return true;
}

/* The cells of `within` that are joined to `root` inside it. */
static struct cell_set joined_within(const struct panel_cover *cover, int root,
				     const struct cell_set *within)
{
	const struct panel_graph *graph = cover->graph;
	struct cell_set joined = { { 0 } };
	int16_t stack[CELL_SET_MAX];
	int depth = 0;

	cell_set_put(&joined, root);
	stack[depth++] = (int16_t)root;
	while (depth) {
		const struct graph_cell *cell = &graph->cells[stack[--depth]];

		for (int k = 0; k < 4; k++) {
			int there = cell->beside[k];

			if (there == GRAPH_NONE ||
			    !cell_set_has(within, there) ||
			    cell_set_has(&joined, there) ||
			    panel_state_parts(cover->state, cell->edges[k]))
				continue;
			cell_set_put(&joined, there);
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
	const struct cell_set *witness = &cover->witnesses[root];
	struct cell_set seen = cover->sets[root];
	struct cell_set joined;
	int cell;

	if (!cell_set_within(&seen, witness))
		return false;
	while ((cell = cell_set_first_but(witness, &seen)) != GRAPH_NONE) {
		int other = cover->roots[cell];

		/* a cell of another area has kept an older root */
		if (!cell_set_has(&cover->area, cell) ||
		    !cell_set_within(&cover->sets[other], witness) ||
		    !may_share(data, root, other))
			return false;
		cell_set_unite(&seen, &cover->sets[other]);
	}
	joined = joined_within(cover, root, witness);
	return cell_set_within(witness, &joined);
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
			cell_set_unite(&cover->allowed, &cover->sets[other]);
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
