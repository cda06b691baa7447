/* Sets of cells as bits. */
#ifndef CELL_SET_H
#define CELL_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "panel_graph.h"

enum {
	CELL_SET_MAX = 128, /* cells of a panel that has such sets */
	CELL_SET_WORDS = CELL_SET_MAX / 64,
};

struct cell_set {
	uint64_t bits[CELL_SET_WORDS];
};

static inline bool cell_set_has(const struct cell_set *set, int cell)
{
	return set->bits[cell / 64] >> (cell % 64) & 1;
}

static inline void cell_set_put(struct cell_set *set, int cell)
{
	set->bits[cell / 64] |= (uint64_t)1 << ((unsigned)cell % 64);
}

static inline bool cell_set_within(const struct cell_set *set,
				   const struct cell_set *in)
{
	uint64_t out = 0;

	for (int i = 0; i < CELL_SET_WORDS; i++)
		out |= set->bits[i] & ~in->bits[i];
	return out == 0;
}

static inline bool cell_set_meets(const struct cell_set *a,
				  const struct cell_set *b)
{
	uint64_t both = 0;

	for (int i = 0; i < CELL_SET_WORDS; i++)
		both |= a->bits[i] & b->bits[i];
	return both != 0;
}

static inline void cell_set_unite(struct cell_set *set,
				  const struct cell_set *with)
{
	for (int i = 0; i < CELL_SET_WORDS; i++)
		set->bits[i] |= with->bits[i];
}

static inline int cell_set_size(const struct cell_set *set)
{
	int size = 0;

	for (int i = 0; i < CELL_SET_WORDS; i++)
		size += __builtin_popcountll(set->bits[i]);
	return size;
}

/* The first cell of `set` that `but` lacks, or GRAPH_NONE. */
static inline int cell_set_first_but(const struct cell_set *set,
				     const struct cell_set *but)
{
	for (int i = 0; i < CELL_SET_WORDS; i++) {
		uint64_t rest = set->bits[i] & ~but->bits[i];

		if (rest)
			return 64 * i + __builtin_ctzll(rest);
	}
	return GRAPH_NONE;
}

#endif
