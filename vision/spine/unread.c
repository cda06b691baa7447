#include "look.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* Slots that were not read, or as if they stood upright, by their places. */
struct unread {
	struct slot **slots;
	size_t count, capacity;
};

static bool is_unread(const struct slot *slot)
{
	return slot->leans || (!slot->reading && slot->token < 0);
}

static int by_place(const void *a, const void *b)
{
	const struct slot *const *p = a, *const *q = b;

	return memcmp(&(*p)->px_place, &(*q)->px_place, sizeof(*p)->px_place);
}

/* Adds those of the slots that are no empty ones beyond a layout's. */
static int add_unread(struct unread *unread, struct slot *slots, int count)
{
	for (int i = 0; i < count; i++) {
		if (!is_unread(&slots[i]) || slots[i].px_place.corner[2].x == 0)
			continue;
		if (alloc_grow(&unread->slots, &unread->capacity,
			       unread->count + 1, sizeof *unread->slots) < 0)
			return -1;
		unread->slots[unread->count++] = &slots[i];
	}
	return 0;
}

static int list_unread(struct look *look, struct unread *unread)
{
	int result = 0;

	for (size_t i = 0; i < look->grids.count; i++)
		result |= add_unread(unread, &look->slot_grids[i].slots[0][0],
				     GRID_SIDE_MOST * GRID_SIDE_MOST);
	if (unread->count)
		qsort(unread->slots, unread->count, sizeof *unread->slots,
		      by_place);
	return result;
}

/* Puts the slots at a clue's place down to be read. */
static int add_unread_at(struct look *look, const struct unread *unread,
			 const struct quad *px_place)
{
	struct slot like = { .px_place = *px_place }, *key = &like;
	size_t low = 0, high = unread->count;
	struct quad place = *px_place;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (by_place(&unread->slots[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < unread->count && !by_place(&unread->slots[low], &key);
	     low++) {
		struct slot *slot = unread->slots[low];

		if (!is_unread(slot))
			continue;
		if (look_add_place(look, slot, &place) < 0)
			return -1;
		if (slot->leans)
			slot->reading = NULL;
		slot->leans = false;
	}
	return 0;
}

int look_read_unseen(struct look *look, const struct claim_list *claims,
		     struct number_reader *reader, const struct image *image,
		     const struct pixel_level *level, struct problem *problem)
{
	size_t first = look->slot_count;
	struct unread unread = { 0 };
	int result = claims->count ? list_unread(look, &unread) : 0;

	for (size_t i = 0; i < claims->count; i++) {
		const struct claim *claim = &claims->claims[i];

		if (claim->chance < spine_params.least)
			continue;
		for (size_t k = 0; k < claim->clue_count && result == 0; k++)
			result = add_unread_at(look, &unread,
					       &claim->clues[k].px_place);
	}
	free(unread.slots);
	if (result < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for places");
	if (look->slot_count == first)
		return 0;
	if (look_read_places(look, reader, image, problem) < 0)
		return -1;
	if (look_find_signs(look, level) < 0)
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for signs");
	return (int)(look->slot_count - first);
}
