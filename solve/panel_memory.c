#include "panel_memory.h"

#include <stdlib.h>

#include "alloc.h"

/* FIRST_PLACES: four kilobytes, which nine in ten in-game panels need no more
 * than. Half full it becomes GROWTH times as large. */
enum { FIRST_PLACES = 1 << 8, GROWTH = 4 };

void panel_memory_fini(struct panel_memory *memory)
{
	free(memory->places);
	memory->places = NULL;
	memory->place_count = 0;
}

static struct memory_key *place_of(const struct panel_memory *memory,
				   const struct memory_key *key)
{
	return &memory->places[key->words[0] & (memory->place_count - 1)];
}

static void grow(struct panel_memory *memory, size_t count)
{
	struct panel_memory grown = *memory;

	/* if memory runs out it is not tried again at once */
	memory->written = 0;
	grown.places = alloc_array(count, sizeof *grown.places);
	if (!grown.places)
		return;
	grown.place_count = count;
	for (size_t i = 0; i < memory->place_count; i++) {
		const struct memory_key *key = &memory->places[i];

		if (key->words[0] | key->words[1])
			*place_of(&grown, key) = *key;
	}
	free(memory->places);
	memory->places = grown.places;
	memory->place_count = count;
}

void panel_memory_share(struct panel_memory *memory)
{
	if (memory->place_count < memory->places_max)
		grow(memory, memory->places_max);
	memory->places_max = memory->place_count;
}

/* Two threads may write a place at once: what is half of each is no key. */
void panel_memory_note(struct panel_memory *memory,
		       const struct memory_key *key)
{
	struct memory_key *place;

	if (memory->place_count < memory->places_max) {
		if (memory->place_count == 0)
			grow(memory, FIRST_PLACES);
		else if (++memory->written > memory->place_count / 2)
			grow(memory, GROWTH * memory->place_count);
	}
	if (memory->place_count == 0)
		return;
	place = place_of(memory, key);
	for (int i = 0; i < 2; i++)
		__atomic_store_n(&place->words[i], key->words[i],
				 __ATOMIC_RELAXED);
}

bool panel_memory_knows(const struct panel_memory *memory,
			const struct memory_key *key)
{
	const struct memory_key *place;

	if (memory->place_count == 0)
		return false;
	place = place_of(memory, key);
	for (int i = 0; i < 2; i++)
		if (__atomic_load_n(&place->words[i], __ATOMIC_RELAXED) !=
		    key->words[i])
			return false;
	return true;
}
