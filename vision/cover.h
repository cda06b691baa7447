/* Pictures in which what was read is covered, so that what stands beside it is
 * all that can be found. */
#ifndef COVER_H
#define COVER_H

#include "image.h"
#include "sighting.h"

/* Makes `covered` the same picture with each puzzle that is found, and what was
 * left out, painted over in the colour of the ground around it. Returns 0, or
 * -1 with `problem` filled in; image_fini(covered) in both cases. */
int cover_found(const struct image *image, const struct sighting_list *list,
		struct image *covered, struct problem *problem);

#endif
