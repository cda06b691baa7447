/* Puzzles that were found in a picture, and how surely each of their clues was
 * read. */
#ifndef SIGHTING_H
#define SIGHTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "geometry.h"
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
	uint64_t key;                  /* of its pixels; 0: of none */
	struct {
		char value[READING_VALUE_MAX];
		double confidence;
	} instead[READING_INSTEAD_MAX]; /* next best first */
	int instead_count;
	/* a player's own number stands there, which is no clue; it is the first
	 * of `instead` */
	bool entered;
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
	bool is_pillar; /* one side of it: with others it is a panel */
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

void sighting_list_fini(struct sighting_list *list);
/* Takes over `sighting` (freed on failure). */
int sighting_list_add(struct sighting_list *list, struct sighting *sighting,
		      struct problem *problem);
/* Notes what is left out; a string that stays. Once a place: NULL where that is
 * noted. */
struct left_out *sighting_list_leave_out(struct sighting_list *list,
					 const char *what,
					 const struct quad *px_corners);
/* Is the point in something that was left out? */
bool sighting_list_left_out(const struct sighting_list *list,
			    struct point px_at);
/* Is the place part of a puzzle that was surely read, so that it
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

/* Of two sightings that share more of their area than this, one is wrong. */
#define SIGHTING_OVERLAP_MOST 0.3
/* Of two that overlap, one that is rather right than wrong goes before one
 * that is not. */
#define SIGHTING_LIKELY 0.5
/* As sure as this a puzzle is surely read. */
#define SIGHTING_SURE 0.95

/* Is what is read that nothing stands there? */
bool reading_is_blank(const struct reading *reading);
/* Frees what a sighting holds. */
void sighting_fini(struct sighting *sighting);
/* Is it, whatever one or a few of its clues may be, surely a puzzle of its
 * family? */
bool sighting_is_found(const struct sighting *sighting);
/* Does it say that no puzzle is in the picture with which its family does not
 * mix? `alone`: that of games' screens, which have to be read surely, as a
 * doubtful one may be a page's puzzle; pages' puzzles are hardly ever seen
 * where there are none. */
bool sighting_rules_out(const struct sighting *sighting, bool alone);
/* The middle of a sighting's place. */
struct point sighting_middle(const struct quad *px_corners);
/* The share of the smaller one that both cover, by their bounding boxes. */
double sighting_overlap(const struct quad *a, const struct quad *b);
/* Does one of a list take more than this share of a place? Bounds of leaning
 * boards overlap, the boards do not. */
#define SIGHTING_REACHES_MOST 0.15
bool sighting_list_reaches(const struct sighting_list *list,
			   const struct quad *px_place);

#endif
