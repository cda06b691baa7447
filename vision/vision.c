#include "vision.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

static const struct read_family *const families[FAMILY_COUNT] = {
#define FAMILY(id, name, title) [FAMILY_##id] = &read_##id,
#include "families.def"
#undef FAMILY
};

struct vision {
	int unused;
};

struct vision *vision_new(struct problem *problem)
{
	struct vision *vision = alloc_array(1, sizeof *vision);

	if (!vision)
		problem_set(problem, PROBLEM_MEMORY, "no memory for vision");
	return vision;
}

void vision_free(struct vision *vision)
{
	free(vision);
}

static void fini_sighting(struct sighting *sighting)
{
	puzzle_fini(&sighting->puzzle);
	free(sighting->readings);
}

void sighting_list_fini(struct sighting_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		fini_sighting(&list->sightings[i]);
	free(list->sightings);
	memset(list, 0, sizeof *list);
}

int sighting_list_add(struct sighting_list *list, struct sighting *sighting,
		      struct problem *problem)
{
	if (alloc_grow(&list->sightings, &list->capacity, list->count + 1,
		       sizeof *list->sightings) < 0) {
		fini_sighting(sighting);
		return problem_set(problem, PROBLEM_MEMORY,
				   "no memory for sightings");
	}
	list->sightings[list->count++] = *sighting;
	return 0;
}

int sighting_add_reading(struct sighting *sighting,
			 const struct reading *reading)
{
	if (alloc_grow(&sighting->readings, &sighting->reading_capacity,
		       sighting->reading_count + 1,
		       sizeof *sighting->readings) < 0)
		return -1;
	sighting->readings[sighting->reading_count++] = *reading;
	return 0;
}

int vision_read(struct vision *vision, const struct image *image,
		unsigned families_wanted, struct sighting_list *list,
		struct problem *problem)
{
	(void)image;
	for (int i = 0; i < FAMILY_COUNT; i++)
		if ((families_wanted & (1u << i)) && families[i]->read &&
		    families[i]->read(vision, NULL, list, problem) < 0)
			return -1;
	return 0;
}
