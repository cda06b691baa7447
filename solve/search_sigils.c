#include "search_sigils.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "rng.h"

enum {
	/* Steps between two looks at the clock (some 50 us). */
	STEPS_A_LOOK = 1024,
	/* States remembered: 96 MB. Beyond, the search goes on with what it
	 * has: slower, not wrong. */
	MEMO_MAX = 1 << 22,
	MEMO_FIRST = 1 << 10,
	/* Partial tilings kept of each size by the search for few turns.
	 * Chosen so that the real boards take about a millisecond; twice as
	 * many save one more turn on 4 of 131. */
	BEAM = 160,
};

struct memo {
	uint64_t window, rest; /* rest: pieces left and first free square */
	uint64_t count;        /* tilings of what is left */
};

struct sigils_search {
	const struct sigils *sigils;
	const struct deadline *deadline;
	struct sigils_board board;
	struct sigils_state start;
	struct memo *memo; /* open addressing; rest 0: free */
	size_t memo_size, memo_used;
	struct sigils_move moves[SIGILS_PIECES_MAX];
	unsigned steps, steps_max;
	bool even;     /* as many squares to fill as the pieces have */
	bool late;     /* the deadline has passed, or the limit */
	bool overflow; /* a count beyond 64 bits */
	bool (*tried)(void *data, const struct sigils_solution *part,
		      double done);
	double done; /* share of the search tree, where somebody watches */
	void *tried_data;
	struct rng *rng; /* NULL: forms in their order */
};

struct sigils_search *sigils_search_new(const struct sigils *sigils,
					const struct deadline *deadline,
					bool reversed)
{
	struct sigils_search *search = alloc_array(1, sizeof *search);

	if (!search)
		return NULL;
	search->sigils = sigils;
	search->deadline = deadline;
	search->even = sigils_squares(sigils) == 4 * sigils->piece_count;
	sigils_board_init(&search->board, sigils, reversed);
	sigils_board_start(&search->board, sigils, &search->start);
	search->memo_size = MEMO_FIRST;
	search->memo = alloc_array(search->memo_size, sizeof *search->memo);
	if (!search->memo) {
		free(search);
		return NULL;
	}
	return search;
}

void sigils_search_free(struct sigils_search *search)
{
	if (!search)
		return;
	free(search->memo);
	free(search);
}

void sigils_search_limit(struct sigils_search *search, unsigned steps)
{
	search->steps = 0;
	search->steps_max = steps;
}

static bool out_of_time(struct sigils_search *search)
{
	if (search->steps_max && search->steps == search->steps_max)
		search->late = true;
	if (++search->steps % STEPS_A_LOOK == 0 && !search->late)
		search->late = deadline_passed(search->deadline);
	return search->late;
}

/* Never 0: the first free square counts from 1. */
static uint64_t rest_of(const struct sigils_state *state)
{
	return state->left | (uint64_t)(state->at + 1)
				     << (SIGILS_LEFT_BITS * SIGILS_KIND_COUNT);
}

static uint64_t hash(uint64_t window, uint64_t rest)
{
	uint64_t h = (window ^ (rest * 0x9e3779b97f4a7c15ull)) *
		     0xbf58476d1ce4e5b9ull;

	return h ^ h >> 29;
}

static struct memo *memo_slot(struct memo *memo, size_t size, uint64_t window,
			      uint64_t rest)
{
	size_t at = hash(window, rest) & (size - 1);

	while (memo[at].rest &&
	       (memo[at].rest != rest || memo[at].window != window))
		at = (at + 1) & (size - 1);
	return &memo[at];
}

static void memo_grow(struct sigils_search *search)
{
	size_t size = 2 * search->memo_size;
	struct memo *memo = alloc_array(size, sizeof *memo);

	if (!memo)
		return; /* what is there stays good */
	for (size_t i = 0; i < search->memo_size; i++)
		if (search->memo[i].rest)
			*memo_slot(memo, size, search->memo[i].window,
				   search->memo[i].rest) = search->memo[i];
	free(search->memo);
	search->memo = memo;
	search->memo_size = size;
}

static void remember(struct sigils_search *search,
		     const struct sigils_state *state, uint64_t count)
{
	uint64_t rest = rest_of(state);
	struct memo *slot;

	if (2 * (search->memo_used + 1) > search->memo_size) {
		if (search->memo_size < MEMO_MAX)
			memo_grow(search);
		if (2 * (search->memo_used + 1) > search->memo_size)
			return;
	}
	slot = memo_slot(search->memo, search->memo_size, state->window, rest);
	search->memo_used += slot->rest == 0;
	*slot = (struct memo){ state->window, rest, count };
}

/* Is the number of completions known? */
static bool recall(const struct sigils_search *search,
		   const struct sigils_state *state, uint64_t *count)
{
	const struct memo *slot = memo_slot(search->memo, search->memo_size,
					    state->window, rest_of(state));

	*count = slot->count;
	return slot->rest != 0;
}

/* Tilings of what is left of `state`: at most 100 deep, one piece a level. */
static uint64_t count_from(struct sigils_search *search,
			   const struct sigils_state *state)
{
	uint64_t sum = 0, count;

	if (!state->left)
		return 1;
	if (recall(search, state, &count))
		return count;
	for (int form = 0; form < SIGILS_FORMS; form++) {
		struct sigils_state next;

		if (!sigils_board_lay(&search->board, state, form, &next))
			continue;
		if (out_of_time(search))
			return sum;
		if (__builtin_add_overflow(sum, count_from(search, &next),
					   &sum)) {
			search->overflow = true;
			sum = UINT64_MAX;
		}
	}
	if (!search->late)
		remember(search, state, sum);
	return sum;
}

enum search_answer sigils_search_count(struct sigils_search *search,
				       uint64_t *count)
{
	search->late = deadline_passed(search->deadline);
	search->overflow = false;
	*count = search->late || !search->even
			 ? 0
			 : count_from(search, &search->start);
	if (search->late || search->overflow)
		return SEARCH_UNKNOWN;
	return *count ? SEARCH_FOUND : SEARCH_NONE;
}

void sigils_search_watch(struct sigils_search *search,
			 bool (*tried)(void *data,
				       const struct sigils_solution *part,
				       double done),
			 void *data, struct rng *rng)
{
	search->tried = tried;
	search->tried_data = data;
	search->rng = rng;
}

/* Shows the first moves, where somebody watches. */
static void show(struct sigils_search *search, int count)
{
	struct sigils_solution part;

	if (!search->tried)
		return;
	sigils_board_solution(&search->board, search->sigils, search->moves,
			      count, &part);
	search->late |= !search->tried(search->tried_data, &part, search->done);
}

struct each {
	struct sigils_search *search;
	bool (*take)(void *data, const struct sigils_solution *solution);
	void *data;
	bool stopped;
};

/* In how many ways can the next square be covered? */
static int count_ways(const struct sigils_search *search,
		      const struct sigils_state *state)
{
	struct sigils_state next;
	int count = 0;

	for (int form = 0; form < SIGILS_FORMS; form++)
		count += sigils_board_lay(&search->board, state, form, &next);
	return count;
}

/* Returns whether anything was found below, which is this share of the search
 * tree; what proves empty is remembered as such. */
static bool each_from(struct each *each, const struct sigils_state *state,
		      int depth, double share)
{
	struct sigils_search *search = each->search;
	struct sigils_solution solution;
	int first = search->rng ? (int)rng_below(search->rng, SIGILS_FORMS) : 0;
	int ways = search->tried && state->left ? count_ways(search, state) : 0;
	bool found = false;
	uint64_t count;

	if (!state->left) {
		search->done += share;
		sigils_board_solution(&search->board, search->sigils,
				      search->moves, depth, &solution);
		each->stopped = !each->take(each->data, &solution);
		return true;
	}
	if (recall(search, state, &count) && !count) {
		search->done += share;
		return false;
	}
	if (!ways)
		search->done += share;
	for (int i = 0; i < SIGILS_FORMS && !each->stopped; i++) {
		int form = (first + i) % SIGILS_FORMS;
		struct sigils_state next;

		if (!sigils_board_lay(&search->board, state, form, &next))
			continue;
		if (out_of_time(search))
			return found;
		search->moves[depth] =
			(struct sigils_move){ (uint16_t)state->at,
					      (uint8_t)form };
		show(search, depth + 1);
		found |= each_from(each, &next, depth + 1,
				   ways ? share / ways : 0);
	}
	if (!found && !search->late && !each->stopped)
		remember(search, state, 0);
	return found;
}

enum search_answer sigils_search_each(
	struct sigils_search *search,
	bool (*take)(void *data, const struct sigils_solution *solution),
	void *data)
{
	struct each each = { search, take, data, false };
	bool found;

	search->late = deadline_passed(search->deadline);
	found = !search->late && search->even &&
		each_from(&each, &search->start, 0, 1);
	if (each.stopped)
		return SEARCH_FOUND;
	if (search->late)
		return SEARCH_UNKNOWN;
	return found ? SEARCH_FOUND : SEARCH_NONE;
}

/* A partial tiling in the beam. */
struct beam_node {
	struct sigils_state state;
	int parent; /* in the layer before */
	struct sigils_move move;
	int16_t turns;
	uint8_t used[SIGILS_KIND_COUNT][4]; /* pieces laid, by pose */
};

struct beam {
	struct beam_node *layers; /* BEAM nodes a layer */
	int counts[SIGILS_PIECES_MAX + 1];
	struct beam_node *next; /* candidates for the next layer */
	size_t next_count, next_capacity;
	bool dropped;
};

/* Few turns first; then an even front, which is easier to go on from. The
 * rest makes the order total, so that the answer does not depend on qsort. */
static int compare_nodes(const void *left, const void *right)
{
	const struct beam_node *a = left, *b = right;
	int tall_a = __builtin_clzll(a->state.window | 1);
	int tall_b = __builtin_clzll(b->state.window | 1);

	if (a->turns != b->turns)
		return a->turns - b->turns;
	if (tall_a != tall_b)
		return tall_b - tall_a;
	if (a->state.window != b->state.window)
		return a->state.window < b->state.window ? -1 : 1;
	if (a->state.left != b->state.left)
		return a->state.left < b->state.left ? -1 : 1;
	return a->parent != b->parent ? a->parent - b->parent
				      : a->move.form - b->move.form;
}

static int beam_expand(struct sigils_search *search, struct beam *beam,
		       const struct beam_node *node, int parent)
{
	for (int form = 0; form < SIGILS_FORMS; form++) {
		const struct sigils_form *piece = &search->board.forms[form];
		struct beam_node *next;
		struct sigils_state state;
		int before, after;

		if (!sigils_board_lay(&search->board, &node->state, form,
				      &state))
			continue;
		if (alloc_grow(&beam->next, &beam->next_capacity,
			       beam->next_count + 1, sizeof *beam->next) < 0)
			return -1;
		next = &beam->next[beam->next_count++];
		*next = *node;
		next->state = state;
		next->parent = parent;
		next->move = (struct sigils_move){ (uint16_t)node->state.at,
						   (uint8_t)form };
		before = sigils_board_turns(&search->board, piece->kind,
					    next->used[piece->kind]);
		next->used[piece->kind][piece->pose]++;
		after = sigils_board_turns(&search->board, piece->kind,
					   next->used[piece->kind]);
		next->turns = (int16_t)(next->turns + after - before);
	}
	return 0;
}

/* Keeps the best candidates as layer `layer`; of those that can be completed
 * in the same ways only the least turned. */
static void beam_select(struct beam *beam, int layer)
{
	struct beam_node *kept = beam->layers + (size_t)layer * BEAM;
	int count = 0;

	if (beam->next_count)
		qsort(beam->next, beam->next_count, sizeof *beam->next,
		      compare_nodes);
	for (size_t i = 0; i < beam->next_count; i++) {
		const struct beam_node *node = &beam->next[i];
		int same = 0;

		while (same < count &&
		       (kept[same].state.window != node->state.window ||
			kept[same].state.left != node->state.left))
			same++;
		if (same < count)
			continue;
		if (count == BEAM) {
			beam->dropped = true;
			break;
		}
		kept[count++] = *node;
	}
	beam->counts[layer] = count;
	beam->next_count = 0;
}

static enum search_answer run_beam(struct sigils_search *search,
				   struct beam *beam,
				   struct sigils_solution *solution)
{
	int pieces = search->sigils->piece_count;
	const struct beam_node *node;

	beam->layers[0].state = search->start;
	beam->counts[0] = 1;
	for (int layer = 0; layer < pieces; layer++) {
		node = beam->layers + (size_t)layer * BEAM;
		for (int i = 0; i < beam->counts[layer]; i++)
			if (beam_expand(search, beam, node + i, i) < 0)
				return SEARCH_UNKNOWN;
		if (deadline_passed(search->deadline))
			return SEARCH_UNKNOWN;
		beam_select(beam, layer + 1);
		if (!beam->counts[layer + 1])
			return beam->dropped ? SEARCH_UNKNOWN : SEARCH_NONE;
	}
	node = beam->layers + (size_t)pieces * BEAM;
	for (int layer = pieces; layer > 0; layer--) {
		search->moves[layer - 1] = node->move;
		node = beam->layers + (size_t)(layer - 1) * BEAM + node->parent;
	}
	sigils_board_solution(&search->board, search->sigils, search->moves,
			      pieces, solution);
	return SEARCH_FOUND;
}

enum search_answer sigils_search_easiest(struct sigils_search *search,
					 struct sigils_solution *solution)
{
	struct beam beam = { 0 };
	enum search_answer answer = SEARCH_UNKNOWN;

	if (!search->even)
		return SEARCH_NONE;
	beam.layers =
		alloc_array((size_t)(search->sigils->piece_count + 1) * BEAM,
			    sizeof *beam.layers);
	if (beam.layers)
		answer = run_beam(search, &beam, solution);
	free(beam.layers);
	free(beam.next);
	return answer;
}
