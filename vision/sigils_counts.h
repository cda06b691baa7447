/* Numbers beside the pieces of a tray: how many there are of each. */
#ifndef SIGILS_COUNTS_H
#define SIGILS_COUNTS_H

#include "elements.h"
#include "sigils_blobs.h"

struct glyphs;

struct sigils_count {
	int value; /* -1: no number stands there */
	double confidence;
};

/* The number nearest to each of `count` blobs, which stands beside its
 * squares, not on them. Each number belongs to one blob. */
void sigils_counts_read(struct glyphs *glyphs, const struct elements *elements,
			const struct sigils_view *view,
			const struct sigils_blob *const *blobs, int count,
			struct sigils_count *counts);

#endif
