/* A picture's tokens, layouts and claims, as sightings: the stages of vision's
 * subfolders in their order. */
#ifndef SPINE_H
#define SPINE_H

#include "number.h"
#include "vision.h"

/* The families that are read so, a bit each. */
unsigned spine_families(void);

/* Appends the best claims of the wanted families that do not overlap, those
 * that are at all likely. Returns 0, or -1 with `problem` filled in. */
int spine_read(struct number_reader *reader, const struct image *image,
	       unsigned wanted, struct sighting_list *list,
	       struct problem *problem);


#endif
