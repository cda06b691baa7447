/* Puzzles as tests write them down, and what is seen of them in a picture. */
#ifndef SEEN_H
#define SEEN_H

#include <jansson.h>

#include "buffer.h"
#include "image.h"
#include "vision.h"

/* The puzzle that the JSON describes; puzzle_fini frees. */
static inline struct puzzle puzzle_of(const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	struct puzzle puzzle;

	assert_non_null(json);
	assert_int_equal(puzzle_from_json(json, &puzzle, NULL), 0);
	json_decref(json);
	return puzzle;
}

/* What is seen of one family; sighting_list_fini frees. */
static inline struct sighting_list seen_in(const struct image *image,
					   enum family family)
{
	struct sighting_list list = { 0 };
	struct vision *vision = vision_new(NULL);

	assert_non_null(vision);
	assert_int_equal(vision_read(vision, image, 1u << family, &list, NULL),
			 0);
	vision_free(vision);
	return list;
}

/* One puzzle is seen, and it is this one. */
static inline void assert_seen(const struct sighting_list *list,
			       const struct puzzle *puzzle)
{
	struct buffer why;

	assert_int_equal(list->count, 1);
	buffer_init(&why);
	if (!puzzle_equal(puzzle, &list->sightings[0].puzzle, &why))
		fail_msg("%s", buffer_text(&why));
	buffer_fini(&why);
}

#endif
