/* A picture's tokens, layouts and claims, as sightings: the stages of vision's
 * subfolders in their order. */
#ifndef SPINE_H
#define SPINE_H

#include "claim.h"
#include "number.h"
#include "sigils_claim.h"
#include "square.h"
#include "sighting.h"

/* The families that are read so, a bit each. */
unsigned spine_families(void);

/* The networks; one of these a thread. What is NULL is made when first needed.
 */
struct readers {
	struct number_reader *numbers;
	struct square_reader *squares;
	struct sitting *paused; /* a brief look that ended early; or NULL */
};

void readers_free(struct readers *readers);

/* Told of each source of evidence: what it shows, and what is claimed. */
struct spine_viewer {
	void (*view)(void *data, const struct scene *scene,
		     const struct claim_list *claims);
	/* ... the same of sigils, likeliest first; NULL where unwanted */
	void (*view_sigils)(void *data, const struct sigils_claims *claims);
	void *data;
};

/* What a picture shows beside what was read of it: nothing that may be a
 * puzzle, something as large as one, numbers or boxes of one size; the latter
 * where the plain sources claimed nothing, and no other was asked. */
enum spine_left { LEFT_NOTHING, LEFT_PICTURE, LEFT_BOARD, LEFT_UNCLAIMED };

/* Appends the best claims of the wanted families that do not overlap, those
 * that are at all likely; `viewer` and `left` may be NULL. A `brief` look ends
 * where the plain sources of evidence claim nothing. Returns 0, or -1 with
 * `problem` filled in. */
int spine_read(struct readers *readers, const struct image *image,
	       unsigned wanted, bool brief, const struct spine_viewer *viewer,
	       struct sighting_list *list, enum spine_left *left,
	       struct problem *problem);
/* Goes on with the last brief look at a picture, which is still there, where
 * the plain sources claimed nothing. */
int spine_resume(struct readers *readers, struct sighting_list *list,
		 enum spine_left *left, struct problem *problem);

#endif
