/* Reading puzzles from a picture.
 *
 * The picture is turned into elements (elements.h) whatever its look; each
 * family recognises its arrangement of them and scores it; the best that do
 * not overlap are the puzzles in the picture. */
#ifndef VISION_H
#define VISION_H

#include <stdbool.h>
#include <stddef.h>

#include "geometry.h"
#include "image.h"
#include "problem.h"
#include "puzzle.h"

enum {
	READING_INSTEAD_MAX = 3,
	/* the longest value: "polyomino turned hollow" and five rows of five */
	READING_VALUE_MAX = 64,
};

/* What was read of one clue, and what else it may be. Values are JSON text:
 * "7", "null", "\"L\"". */
struct reading {
	char clue[48];                 /* "row_totals[3]", "cells[1][2]" */
	char value[READING_VALUE_MAX]; /* what stands in the puzzle */
	double confidence;             /* probability that it is right, 0..1 */
	struct {
		char value[READING_VALUE_MAX];
		double confidence;
	} instead[READING_INSTEAD_MAX]; /* next best first */
	int instead_count;
	struct box px_box; /* where it stands; width 0: nowhere */
};

/* A puzzle found in the picture. */
struct sighting {
	struct puzzle puzzle;
	/* puzzle units (cells of the grid; FORMATS.md "corners") to pixels */
	struct homography cell_to_px;
	struct quad px_corners;
	double score;      /* the size of what is explained: among
			    * sightings that overlap and are rather right
			    * than wrong, the best wins, weighted with
			    * its confidence */
	double confidence; /* probability that all of it is right */
	double most;       /* that with all its clues surely read; 0: 1 */
	bool found;        /* surely a puzzle of its family, even where
			    * that is less */
	struct reading *readings; /* every clue that was read */
	size_t reading_count, reading_capacity;
	char note[200]; /* "" or a sentence for the person */
};

/* What was recognised but is nothing to solve. */
struct left_out {
	const char *what; /* "a panel that is already solved" */
	struct quad px_corners;
};

/* So many are told of, the first ones found. */
enum { LEFT_OUT_MOST = 16 };

/* What is misread with more certainty than this is no sighting: most such are
 * no puzzles at all. */
#define SIGHTING_LEAST 0.003

struct sighting_list {
	struct sighting *sightings; /* by rows from the top left */
	size_t count, capacity;
	struct left_out left_out[LEFT_OUT_MOST];
	int left_out_count;
};

struct vision; /* trained models and scratch memory */

/* NULL, with `problem` filled in, where memory lacks. One per thread. */
struct vision *vision_new(struct problem *problem);
void vision_free(struct vision *vision);

/* Where the player says that a panel's starts and ends lie, pixels of the
 * picture: those of a panel in which such a place lies are there, and nowhere
 * else. */
enum { VISION_SAID_MOST = 16 };
struct said {
	struct point px_starts[VISION_SAID_MOST], px_ends[VISION_SAID_MOST];
	int start_count, end_count;
};

/* Of pictures read from now on; a copy is kept. Where anything is said panels
 * alone are looked for. */
void vision_say(struct vision *vision, const struct said *said);
/* For readers: what was said. */
const struct said *vision_said(const struct vision *vision);

/* Finds all puzzles of the families whose bit (1u << enum family) is set in
 * `families`. Appends to a zeroed `list`; finding none is no failure. */
int vision_read(struct vision *vision, const struct image *image,
		unsigned families, struct sighting_list *list,
		struct problem *problem);
void sighting_list_fini(struct sighting_list *list);

/* Views of one pillar, in any order, as one panel that goes around (a
 * cylinder). Its places in a picture are not set: no picture shows it whole.
 * Returns 0 with the sighting appended, or -1 where `count` is not 2 ..
 * VISION_JOIN_MOST, a picture shows no pillar or another one, or they do not
 * show all of it. */
enum { VISION_JOIN_MOST = 4 };
int vision_join(const struct image *const *images, int count,
		struct sighting_list *list, struct problem *problem);

struct page; /* page.h */

/* What a family must provide in vision/read_<identifier>.c. */
struct read_family {
	/* Adds every arrangement that may be a puzzle of this family; NULL
	 * where pictures of it are not read yet. */
	int (*read)(struct vision *vision, const struct page *page,
		    struct sighting_list *list, struct problem *problem);
	/* The same of a picture of which no other family is wanted, and of
	 * which no page was found: its page has that `shrink` (page_find).
	 * NULL: a page must be found. */
	int (*read_picture)(struct vision *vision, const struct image *image,
			    int shrink, struct sighting_list *list,
			    struct problem *problem);
	/* When is this family's turn, at a glance? The least goes first: what
	 * is surely read need not be looked at again. NULL: 0. */
	int (*turn)(const struct page *page);
	/* The shared stages are its reader; without `read` they look for all
	 * such families at once. */
	bool by_stages;
	/* Puzzles of a game's screen, beside which nothing else stands. */
	bool alone;
};

#define FAMILY(id, name, title) extern const struct read_family read_##id;
#include "families.def"
#undef FAMILY

/* For readers: takes over `sighting` (freed on failure). */
int sighting_list_add(struct sighting_list *list, struct sighting *sighting,
		      struct problem *problem);
/* For readers: notes what is left out; a string that stays. Once a place. */
void sighting_list_leave_out(struct sighting_list *list, const char *what,
			     const struct quad *px_corners);
/* For readers: is the point in something that was left out? */
bool sighting_list_left_out(const struct sighting_list *list,
			    struct point px_at);
/* For readers: is the place part of a puzzle that was surely read, so that it
 * cannot be one of its own? It may be larger by its totals, not more. */
bool sighting_list_takes_in(const struct sighting_list *list,
			    const struct quad *px_place);
/* Is what a box holds, more than half of it, a clue of a puzzle that was surely
 * read, such as a total beyond its cells? */
bool sighting_list_has_clue(const struct sighting_list *list,
			    const struct box *px_box);
/* Was any puzzle surely found, if not every clue of it surely read? */
bool sighting_list_has_sure(const struct sighting_list *list);
/* Adds a reading, a copy. Returns 0, or -1 without memory. */
int sighting_add_reading(struct sighting *sighting,
			 const struct reading *reading);

#endif
