/* Reads a picture as sigils. After cmocka. */
#ifndef READ_SIGILS_H
#define READ_SIGILS_H

#include "vision.h"

/* A reading of less than this is no claim. */
static const double SURE = 0.8;

/* The caller frees the list. */
static inline void read_sigils_in(const struct image *image,
				  struct sighting_list *list)
{
	struct problem problem = { 0 };
	struct vision *vision = vision_new(&problem);

	assert_non_null(vision);
	memset(list, 0, sizeof *list);
	if (vision_read(vision, image, 1u << FAMILY_sigils, list, &problem) < 0)
		fail_msg("%s", problem.text);
	vision_free(vision);
}

#endif
