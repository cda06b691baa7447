/* Does the game show what was entered? Told mark by mark from pictures of it,
 * one from before anything was entered and one from now, in which the puzzle
 * lies at the same place. */
#ifndef PLAY_LOOK_H
#define PLAY_LOOK_H

#include "geometry.h"
#include "image.h"
#include "pipeline.h"
#include "play_marks.h"

enum play_seen {
	PLAY_SEEN_THERE, /* of an empty mark: nothing is there */
	PLAY_SEEN_MISSING,
	PLAY_SEEN_OTHER, /* something else is */
	PLAY_SEEN_NOTE,  /* a number is, as a player's note */
	PLAY_SEEN_UNSURE,
};

struct play_sight {
	enum play_seen seen;
	/* PLAY_SEEN_OTHER: the number, the tile that is there; -1: it has
	 * none. A line: how many of its points it has passed. */
	int number;
};

struct play_look; /* the network that reads numbers, once it is needed */

/* For marks of the outcome's puzzle. NULL if memory runs out. */
struct play_look *play_look_new(const struct outcome *outcome,
				struct problem *problem);
void play_look_free(struct play_look *look);

/* One sight for each mark. Returns 0, or -1 if memory runs out. */
int play_look_marks(struct play_look *look, const struct image *before,
		    const struct image *now, const struct play_marks *marks,
		    struct play_sight *sights, struct problem *problem);

/* How far the line has come from one of its points, `leg` - 1, towards the next
 * and beyond it, in cells. */
double play_look_tip(const struct image *before, const struct image *now,
		     const struct homography *cell_to_px,
		     const struct play_mark *mark, int leg);

/* Do the clues of a puzzle that was read from `before` stand where they stood,
 * whatever their colours? Clues where `is_ours` says so are not looked at; it
 * may be NULL. */
bool play_look_same_clues(const struct image *before, const struct image *now,
			  const struct outcome *outcome,
			  bool (*is_ours)(const void *data,
					  const struct box *px_box),
			  const void *data);

/* Has anything changed within half a cell around a point? */
bool play_look_changed(const struct image *before, const struct image *now,
		       const struct homography *cell_to_px, struct point cell);

/* Of several pictures of a game the steady part: each pixel as it is in that
 * one where it is most like `before`, so that a caret that blinks is not there.
 * All have one size; goes into the first. */
void play_look_steady(const struct image *before, struct image *first,
		      const struct image *other);

#endif
