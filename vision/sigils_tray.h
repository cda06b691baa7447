/* Which of the blobs in a view are the pieces of a tray? */
#ifndef SIGILS_TRAY_H
#define SIGILS_TRAY_H

#include <stdbool.h>

#include "elements.h"
#include "sigils_blobs.h"
#include "sigils_counts.h"

struct sigils_tray {
	/* pieces of one size, the likeliest first; they point into the blobs
	 * and hold until those change */
	const struct sigils_blob *pieces[SIGILS_PIECES_MAX];
	/* how many of each, with the confidence of that; 1 and 1 where the
	 * tray shows each piece by itself */
	struct sigils_count copies[SIGILS_PIECES_MAX];
	int count; /* of blobs */
	int total; /* of pieces */
	double pitch_low, pitch_high;
	double worth;  /* sum of likenesses */
	int strangers; /* what looks like further pieces */
	int on_frame;  /* what looks like pieces of this size on the frame */
};

/* Finds the tray that comes closest to `need` pieces. */
void sigils_tray_find(struct glyphs *glyphs, const struct elements *elements,
		      const struct sigils_view *view,
		      const struct sigils_blobs *blobs, int need,
		      struct sigils_tray *tray);

/* The probability that blob `at` is the piece that it looks like: less where it
 * hardly stands out from the ground, as the others do. */
double sigils_tray_confidence(const struct sigils_tray *tray, int at);

/* Is each of its pieces sure, and no stranger beside them? */
bool sigils_tray_is_sure(const struct sigils_tray *tray);
/* ... and are they exactly as many as needed? */
bool sigils_tray_is_settled(const struct sigils_tray *tray, int need);

/* Does it hold enough pieces that are no rectangles to be a tray at all?
 * Buttons, input fields and tiles are like I and O. */
bool sigils_tray_is_tray(const struct sigils_tray *tray);
/* Or may it, if numbers beside its pieces say how many there are of each? */
bool sigils_tray_may_be(const struct sigils_tray *tray);

/* The size of the blob's box in the picture. */
struct box sigils_blob_box(const struct sigils_view *view,
			   const struct sigils_blob *blob);

/* A point in the middle of one of its squares, the one nearest to the middle
 * of all, in squares of the frame. */
struct point sigils_blob_middle(const struct sigils_view *view,
				const struct sigils_blob *blob);

#endif
