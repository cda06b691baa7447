/* Keys of 128 bits, to be known again: a table of places, one for each of
 * them by its first word. What falls on a taken place replaces what is there.
 * The table is small until it fills, so that a puzzle that is soon solved does
 * not pay for one that is not. */
#ifndef PANEL_MEMORY_H
#define PANEL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_key {
	uint64_t words[2];
};

/* All zero but `places_max`, a power of two, is an empty one. */
struct panel_memory {
	size_t places_max;
	size_t place_count;
	size_t written; /* since it last grew */
	struct memory_key *places;
};

void panel_memory_fini(struct panel_memory *memory);

/* From now on several threads may use it at once, without a lock: it does not
 * grow any more. */
void panel_memory_share(struct panel_memory *memory);

/* Forgets the key at once if memory runs out. A key of noughts is none. */
void panel_memory_note(struct panel_memory *memory,
		       const struct memory_key *key);
bool panel_memory_knows(const struct panel_memory *memory,
			const struct memory_key *key);

#endif
